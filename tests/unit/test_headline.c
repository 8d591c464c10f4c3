/* What a comparison came to, in words: the words, the counts and the marks agree for every
 * combination of verdicts. */
#include "render/model/headline.h"

#include "collect/base/where.h"
#include "render/chart/forest.h"
#include "render/model/words.h"
#include "tests/unit/check.h"

/* One finding of a test: iops or p99, regressed by -10 % and so on. */
struct sample {
	int test;
	const char *metric;
	enum verdict verdict;
	double change;
};

static struct finding_compare
finding_of(const struct sample *cell)
{
	static const char *const names[] = {"a/t0", "a/t1", "a/t2", "a/t3"};
	static const char *const params[] = {
	    "rw=randread bs=4k iodepth=1 numjobs=1", "rw=randread bs=4k iodepth=2 numjobs=1",
	    "rw=randread bs=4k iodepth=4 numjobs=1", "rw=randread bs=4k iodepth=8 numjobs=4"};
	bool tail = strstr(cell->metric, "p99") != NULL;
	bool decided = cell->verdict >= VERDICT_REGRESSED && cell->verdict <= VERDICT_UNDECIDED;

	return (struct finding_compare){
	    .test = view_of(names[cell->test]),
	    .params = view_of(params[cell->test]),
	    .metric = view_of(cell->metric),
	    .unit = view_of(tail ? "ns" : "iops"),
	    .better = view_of(tail ? "lower" : "higher"),
	    .base = view_of("v1"),
	    .commit = view_of("v2"),
	    .base_runs = 5,
	    .runs = 5,
	    .base_value = 1000,
	    .value = 1000 * (1 + cell->change),
	    .change = cell->change,
	    .low = decided ? cell->change - 0.01 : NAN,
	    .high = decided ? cell->change + 0.01 : NAN,
	    .p = NAN,
	    .p_holm = NAN,
	    .q = NAN,
	    .grade = view_of(decided ? "w" : ""),
	    .theta = tail ? 0.05 : 0.02,
	    .verdict = cell->verdict,
	    .runs_needed = cell->verdict == VERDICT_UNDECIDED ? 12 : NAN,
	    .note = view_of(""),
	};
}

/* The headline of these findings; the caller frees it. */
static char *
headline_of(const struct sample *cells, size_t n, enum headline_detail detail)
{
	struct finding_compare findings[16];
	struct input input = {.compare = findings, .n_compare = n};
	struct comparison comparison;
	struct where why = {0};

	for (size_t i = 0; i < n; i++)
		findings[i] = finding_of(&cells[i]);
	cr_assert(comparison_init(&comparison, &input, NULL, NULL, &why), "%s", why.why);
	char *text = headline(&comparison, detail);
	comparison_free(&comparison);
	return text;
}

#define check_headline(cells, detail, want)                                                        \
	do {                                                                                       \
		char *text_ = headline_of(cells, sizeof(cells) / sizeof((cells)[0]), detail);      \
		check_text(text_, want);                                                           \
		free(text_);                                                                       \
	} while (0)

Test(headline, names_the_worst_and_counts_a_test_once)
{
	static const struct sample cells[] = {{0, "read.iops", VERDICT_REGRESSED, -0.253},
					      {0, "read.lat.p99", VERDICT_REGRESSED, 0.31},
					      {1, "read.iops", VERDICT_SAME, 0.001},
					      {1, "read.lat.p99", VERDICT_SAME, 0},
					      {2, "read.iops", VERDICT_SAME, 0},
					      {3, "read.iops", VERDICT_SAME, 0.004}};

	check_headline(cells, HEADLINE_TITLE,
		       "1 of 4 tests regressed (-25.3 % IOPS), 0 improved; 3 same");
	check_headline(cells, HEADLINE_MAIL,
		       "1 of 4 tests regressed: 4k randread qd 1 -25.3 % IOPS [-26.3, -24.3], p99 "
		       "+31.0 % [+30.0, +32.0]; 3 same.");
}

Test(headline, one_test_is_named)
{
	static const struct sample regressed[] = {{0, "read.iops", VERDICT_REGRESSED, -0.253}};
	static const struct sample improved[] = {{3, "read.iops", VERDICT_IMPROVED, 1.0354}};
	static const struct sample same[] = {{0, "read.iops", VERDICT_SAME, 0.001},
					     {0, "read.lat.p99", VERDICT_SAME, 0.001}};
	static const struct sample undecided[] = {{0, "read.iops", VERDICT_UNDECIDED, -0.008}};
	static const struct sample mixed[] = {{0, "read.iops", VERDICT_IMPROVED, 0.05},
					      {0, "read.lat.p99", VERDICT_REGRESSED, 0.31}};
	static const struct sample missing[] = {{0, "read.iops", VERDICT_MISSING, NAN}};
	static const struct sample incomparable[] = {{0, "read.iops", VERDICT_INCOMPARABLE, NAN}};
	static const struct sample none[] = {{0, "read.iops", VERDICT_NONE, -0.2}};
	static const struct sample shifted[] = {{0, "read.iops", VERDICT_SHIFTED, -0.015}};

	check_headline(regressed, HEADLINE_TITLE, "4k randread qd 1 regressed: -25.3 % IOPS");
	check_headline(improved, HEADLINE_TITLE,
		       "4k randread qd 8 jobs 4 improved: +103.5 % IOPS, 2.04x");
	check_headline(same, HEADLINE_TITLE, "4k randread qd 1 is the same: +0.1 % IOPS");
	check_headline(undecided, HEADLINE_MAIL,
		       "4k randread qd 1 is undecided: -0.8 % IOPS [-1.8, +0.2]; 12 runs a side "
		       "would show a change of 2 %.");
	check_headline(mixed, HEADLINE_TITLE,
		       "4k randread qd 1 is mixed: +5.0 % IOPS, p99 +31.0 %");
	check_headline(missing, HEADLINE_TITLE, "4k randread qd 1 is missing on one side");
	check_headline(incomparable, HEADLINE_TITLE, "4k randread qd 1 is not comparable");
	check_headline(none, HEADLINE_TITLE, "4k randread qd 1 has no verdict: -20.0 % IOPS");
	check_headline(shifted, HEADLINE_TITLE,
		       "4k randread qd 1 shifted below the threshold: -1.5 % IOPS");
}

Test(headline, all_alike_is_said_so)
{
	static const struct {
		enum verdict verdict;
		const char *want;
	} cases[] = {
	    {VERDICT_REGRESSED, "Both tests regressed (worst -20.0 % IOPS)"},
	    {VERDICT_IMPROVED, "Both tests improved (best -20.0 % IOPS)"},
	    {VERDICT_SAME, "Both tests are the same"},
	    {VERDICT_SHIFTED, "Both tests shifted below the threshold"},
	    {VERDICT_UNDECIDED, "Both tests are undecided"},
	    {VERDICT_NONE, "No verdict on any of 2 tests; largest change -20.0 % IOPS"},
	    {VERDICT_MISSING, "Both tests are missing on one side"},
	    {VERDICT_INCOMPARABLE, "None of 2 tests is comparable"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct sample cells[] = {{0, "read.iops", cases[i].verdict, -0.1},
					       {1, "read.iops", cases[i].verdict, -0.2}};
		check_headline(cells, HEADLINE_TITLE, cases[i].want);
	}
}

Test(headline, many_changes_are_counted_not_listed)
{
	static const struct sample cells[] = {{0, "read.iops", VERDICT_REGRESSED, -0.1},
					      {1, "read.iops", VERDICT_REGRESSED, -0.4},
					      {2, "read.iops", VERDICT_REGRESSED, -0.2},
					      {3, "read.iops", VERDICT_REGRESSED, -0.3}};

	check_headline(cells, HEADLINE_MAIL,
		       "All 4 tests regressed: 4k randread qd 2 -40.0 % IOPS [-41.0, -39.0]; 4k "
		       "randread qd 8 jobs 4 -30.0 % IOPS [-31.0, -29.0]; 4k randread qd 4 -20.0 % "
		       "IOPS [-21.0, -19.0]; and 1 more.");
}

/* The number in front of word in text: "1 of 4 tests regressed" has 1 for "regressed". */
static long
count_in(const char *text, const char *outcome)
{
	char of[64], behind[64];
	const char *at;
	long n;

	snprintf(of, sizeof(of), " of 4 tests %s", outcome);
	snprintf(behind, sizeof(behind), " %s", outcome);
	at = strstr(text, of);
	if (!at)
		at = strstr(text, behind);
	if (!at)
		return 0;
	while (at > text && at[-1] >= '0' && at[-1] <= '9')
		at--;
	return sscanf(at, "%ld", &n) == 1 ? n : -1;
}

/* All combinations of two verdicts a test over four tests would be 8^8: the tests' verdicts are
 * drawn, 20000 times, and what the title says is counted against the rows that are drawn. */
Test(headline, counts_are_those_of_the_marks)
{
	unsigned long long state = 88172645463325252ULL;

	for (int i = 0; i < 20000; i++) {
		struct finding_compare findings[8];
		struct input input = {.compare = findings, .n_compare = 8};
		struct comparison c;
		struct forest forest;
		struct where why = {0};
		size_t marked[OUTCOMES] = {0};

		for (int cell = 0; cell < 8; cell++) {
			state ^= state << 13;
			state ^= state >> 7;
			state ^= state << 17;
			findings[cell] = finding_of(&(struct sample){
			    cell / 2, cell % 2 ? "read.lat.p99" : "read.iops",
			    (enum verdict)(state % VERDICT_CHANGED), cell % 3 ? 0.2 : -0.2});
		}
		cr_assert(comparison_init(&c, &input, NULL, NULL, &why), "%s", why.why);
		forest_init(&forest, &c);
		check_int(c.n_rows, 8);
		for (size_t t = 0; t < c.n_tests; t++) {
			bool regressed = false, improved = false;

			/* What is drawn: the rows of the panels. */
			for (size_t p = 0; p < forest.n_panels; p++) {
				for (size_t r = 0; r < forest.panel[p].n; r++) {
					const struct comparison_row *row =
					    &c.row[forest.panel[p].first + r];
					regressed |= row->test == &c.test[t] &&
						     row->f->verdict == VERDICT_REGRESSED;
					improved |= row->test == &c.test[t] &&
						    row->f->verdict == VERDICT_IMPROVED;
				}
			}
			if (regressed || improved)
				marked[regressed && improved ? OUTCOME_MIXED
				       : regressed           ? OUTCOME_REGRESSED
							     : OUTCOME_IMPROVED]++;
		}
		char *title = headline(&c, HEADLINE_TITLE), *mail = headline(&c, HEADLINE_MAIL);
		for (enum outcome o = OUTCOME_REGRESSED; o <= OUTCOME_IMPROVED; o++) {
			bool all = marked[o] == 4;

			cr_assert(c.count[o] == marked[o], "%s: %zu tests, %zu marked", title,
				  c.count[o], marked[o]);
			cr_assert(all == true ||
				      count_in(title, words_outcome[o]) == (long)marked[o],
				  "'%s' does not say %zu %s", title, marked[o], words_outcome[o]);
			cr_assert(all == true ||
				      count_in(mail, words_outcome[o]) == (long)marked[o],
				  "'%s' does not say %zu %s", mail, marked[o], words_outcome[o]);
			cr_assert(all == false || strncmp(title, "All 4 tests", 11) == 0, "%s",
				  title);
		}
		size_t sum = 0;
		for (enum outcome o = 0; o < OUTCOMES; o++) {
			sum += c.count[o];
			cr_assert(c.count[o] == 0 || c.count[o] == 4 ||
				      count_in(title, words_outcome[o]) == (long)c.count[o],
				  "'%s' does not say %zu %s", title, c.count[o], words_outcome[o]);
		}
		cr_assert(sum == 4);
		free(mail);
		free(title);
		forest_free(&forest);
		comparison_free(&c);
	}
}

/* The sentence about these findings, of which the i-th is about commit i; the caller frees it. */
static char *
several_of(const struct sample *cells, const char *const *commit, size_t n,
	   const struct finding_compare *combined, size_t n_combined)
{
	struct finding_compare findings[16];
	struct input input = {.compare = findings, .n_compare = n};
	struct comparison comparison;
	struct where why = {0};

	for (size_t i = 0; i < n; i++) {
		findings[i] = finding_of(&cells[i]);
		findings[i].commit = view_of(commit[i]);
		if (strcmp(commit[i], "shaky") == 0)
			findings[i].jitter_verdict = JITTER_MORE;
	}
	cr_assert(comparison_init_all(&comparison, &input, NULL, &why), "%s", why.why);
	char *text = headline_with(&comparison, HEADLINE_MAIL, combined, n_combined);
	comparison_free(&comparison);
	return text;
}

#define check_several(want, cells, combined, n_combined, ...)                                      \
	do {                                                                                       \
		static const char *const commit_[] = {__VA_ARGS__};                                \
		char *text_ = several_of(cells, commit_, sizeof(commit_) / sizeof(commit_[0]),     \
					 combined, n_combined);                                    \
		check_text(text_, want);                                                           \
		free(text_);                                                                       \
	} while (0)

Test(headline, of_several_commits_begins_with_those_that_regressed)
{
	static const struct sample one[] = {{0, "read.iops", VERDICT_IMPROVED, 0.04},
					    {0, "read.iops", VERDICT_UNDECIDED, 0.025},
					    {0, "read.iops", VERDICT_REGRESSED, -0.075}};
	static const struct sample same[] = {{0, "read.iops", VERDICT_SAME, 0},
					     {0, "read.iops", VERDICT_SAME, 0},
					     {0, "read.iops", VERDICT_SAME, 0},
					     {0, "read.iops", VERDICT_SAME, 0}};
	static const struct sample tests[] = {{0, "read.iops", VERDICT_REGRESSED, -0.05},
					      {1, "read.iops", VERDICT_REGRESSED, -0.1},
					      {2, "read.iops", VERDICT_IMPROVED, 0.2},
					      {0, "read.iops", VERDICT_SAME, 0},
					      {1, "read.iops", VERDICT_UNDECIDED, 0}};

	check_several(
	    "4k randread qd 1: 1 of 3 commits regressed: slow -7.5 % IOPS [-8.5, -6.5]; 1 "
	    "improved: patched +4.0 % IOPS [+3.0, +5.0]; 1 undecided (shaky "
	    "+2.5 % IOPS [+1.5, +3.5], more jittery).",
	    one, NULL, 0, "patched", "shaky", "slow");
	check_several("4k randread qd 1: 0 of 4 commits regressed; 4 same.", same, NULL, 0, "a",
		      "b", "c", "d");
	check_several(
	    "1 of 2 commits regressed: x in 2 of 3 tests, most in 4k randread qd 2 -10.0 % "
	    "IOPS [-11.0, -9.0], with an improvement of +20.0 % IOPS [+19.0, "
	    "+21.0]; 1 undecided (y).",
	    tests, NULL, 0, "x", "x", "x", "y", "y");
}

Test(headline, says_what_a_fix_took_back)
{
	static const struct sample cells[] = {{0, "read.iops", VERDICT_REGRESSED, -0.075},
					      {0, "read.iops", VERDICT_SAME, -0.01}};
	const struct finding_compare combined[] = {{.kind = FINDING_RECOVERED,
						    .metric = view_of("read.lat.p99"),
						    .base = view_of("slow"),
						    .commit = view_of("fix"),
						    .change = 0.9,
						    .low = NAN,
						    .high = NAN},
						   {.kind = FINDING_RECOVERED,
						    .metric = view_of("read.iops"),
						    .base = view_of("slow"),
						    .commit = view_of("fix"),
						    .change = 0.87,
						    .low = 0.7,
						    .high = 1.04}};

	check_several(
	    "4k randread qd 1: 1 of 2 commits regressed: slow -7.5 % IOPS [-8.5, -6.5]; 1 "
	    "same (fix); fix took back 87 % [70 %, 104 %] of what slow lost in IOPS.",
	    cells, combined, 2, "slow", "fix");
	check_several(
	    "4k randread qd 1: 1 of 2 commits regressed: slow -7.5 % IOPS [-8.5, -6.5]; 1 "
	    "same (fix).",
	    cells, combined, 1, "slow", "fix");
}

/* Where no test says anything by itself, all together may. */
Test(headline, of_nothing_decided_tells_the_mean)
{
	static const struct sample cells[] = {{0, "read.iops", VERDICT_UNDECIDED, 0.1},
					      {1, "read.iops", VERDICT_SAME, 0.001}};
	static const struct sample decided[] = {{0, "read.iops", VERDICT_IMPROVED, 0.1},
						{1, "read.iops", VERDICT_SAME, 0.001}};
	static const struct sample alone[] = {{0, "read.iops", VERDICT_UNDECIDED, 0.1}};
	struct finding_compare mean = {.kind = FINDING_GEOMEAN,
				       .metric = view_of("read.iops"),
				       .base = view_of("v1"),
				       .commit = view_of("v2"),
				       .change = 0.002,
				       .low = -0.112,
				       .high = 0.131};

	check_several("0 of 2 tests regressed; 1 same, 1 undecided; geomean +0.2 % IOPS "
		      "[-11.2, +13.1].",
		      cells, &mean, 1, "v2", "v2");
	check_several("0 of 2 tests regressed, 1 improved: 4k randread qd 1 +10.0 % IOPS "
		      "[+9.0, +11.0]; 1 same.",
		      decided, &mean, 1, "v2", "v2");
	check_several("4k randread qd 1 is undecided: +10.0 % IOPS [+9.0, +11.0]; 12 runs a side "
		      "would show a change of 2 %.",
		      alone, &mean, 1, "v2");
	mean.change = NAN;
	check_several("0 of 2 tests regressed; 1 same, 1 undecided.", cells, &mean, 1, "v2", "v2");
}

/* A tail that moved far must not hide behind a rate that did not. */
Test(headline, without_verdicts_the_largest_change_is_that_of_all)
{
	static const struct sample cells[] = {{0, "read.iops", VERDICT_NONE, -0.002},
					      {0, "read.lat.p99", VERDICT_NONE, -0.92},
					      {1, "read.iops", VERDICT_NONE, 0.1}};

	check_headline(cells, HEADLINE_TITLE,
		       "No verdict on any of 2 tests; largest change p99 -92.0 %");
}

/* The headline of one test that cannot be compared for these reasons; the caller frees it. */
static char *
incomparable_of(const char *note)
{
	const struct sample cell = {0, "read.iops", VERDICT_INCOMPARABLE, NAN};
	struct finding_compare f = finding_of(&cell);
	struct input input = {.compare = &f, .n_compare = 1};
	struct comparison comparison;
	struct where why = {0};

	f.note = view_of(note);
	cr_assert(comparison_init(&comparison, &input, NULL, NULL, &why), "%s", why.why);
	char *text = headline(&comparison, HEADLINE_TITLE);
	comparison_free(&comparison);
	return text;
}

#define check_incomparable(note, want)                                                             \
	do {                                                                                       \
		char *text_ = incomparable_of(note);                                               \
		check_text(text_, want);                                                           \
		free(text_);                                                                       \
	} while (0)

Test(headline, says_the_first_reason_why_jobs_do_not_compare)
{
	check_incomparable("", "4k randread qd 1 is not comparable");
	check_incomparable("job.bs 4k -> 8k",
			   "4k randread qd 1 is not comparable: job.bs 4k -> 8k");
	check_incomparable("job.bs 4k -> 8k; job.rw read -> write; job.a 1 -> 2",
			   "4k randread qd 1 is not comparable: job.bs 4k -> 8k and 2 more");
	check_incomparable("one name for several tests, which 'collect import --by bs' tells "
			   "apart; job.bs 4k or 8k on both sides",
			   "4k randread qd 1 is not comparable: one name for several tests");
}
