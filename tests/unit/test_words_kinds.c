/* Texts of a comparison that must fit: commit messages and release notes, and the words on spread.
 */
#include "collect/base/list.h"
#include "collect/base/where.h"
#include "render/draw/sign.h"
#include "render/model/spread.h"
#include "render/text/commit_message.h"
#include "render/text/notes.h"
#include "render/text/ranking.h"
#include "tests/unit/check.h"

enum { FINDINGS_MOST = 4000 };

/* A comparison of findings that a test makes up; equal texts have equal pointers, as in an input.
 */
struct made {
	struct finding_compare finding[FINDINGS_MOST];
	struct finding_selfcheck family;
	struct finding_plan plan;
	struct input input;
	struct comparison comparison;
};

static struct finding_compare *
add(struct made *made, const char *test, const char *metric, const char *commit,
    enum verdict verdict, double change)
{
	struct finding_compare *f = &made->finding[made->input.n_compare++];
	bool decided = verdict >= VERDICT_REGRESSED && verdict <= VERDICT_UNDECIDED;

	*f = (struct finding_compare){
	    .test = view_of(test),
	    .params = view_of("rw=randread bs=4k iodepth=32"),
	    .metric = view_of(metric),
	    .unit = view_of(strstr(metric, "iops") ? "iops" : "ns"),
	    .better = view_of(strstr(metric, "iops") ? "higher" : "lower"),
	    .base = view_of("v1"),
	    .commit = view_of(commit),
	    .base_runs = 5,
	    .runs = 5,
	    .base_value = 1000,
	    .value = 1000 * (1 + change),
	    .change = change,
	    .low = decided ? change - 0.01 : NAN,
	    .high = decided ? change + 0.01 : NAN,
	    .p = NAN,
	    .p_holm = NAN,
	    .grade = view_of("w"),
	    .theta = 0.02,
	    .verdict = verdict,
	    .note = view_of(""),
	    .jitter_by = view_of(""),
	    .spread_base = NAN,
	    .spread = NAN,
	    .jitter_ratio = NAN,
	    .spread_ratio = NAN,
	    .jitter_base = NAN,
	    .jitter = NAN,
	};
	return f;
}

static struct made *
start(void)
{
	struct made *made = calloc(1, sizeof(*made));

	made->input.compare = made->finding;
	return made;
}

static void
compare(struct made *made)
{
	struct where why = {0};

	cr_assert(comparison_init_all(&made->comparison, &made->input, NULL, &why), "%s", why.why);
}

static void
finish(struct made *made)
{
	comparison_free(&made->comparison);
	free(made);
}

/* The commit message. The caller frees it. */
static char *
message_of(struct made *made, size_t width)
{
	char *text;
	size_t size;
	struct page page = {.out = open_memstream(&text, &size), .width = width};

	commit_message(&page, &made->comparison, &made->input);
	fclose(page.out);
	return text;
}

static void
check_fits(char *text, size_t width)
{
	size_t lines = 0;

	for (char *line = text, *end; *line; line = end + 1, lines++) {
		end = strchr(line, '\n');
		cr_assert(end != NULL);
		*end = '\0';
		cr_expect(sign_width(line) <= width, "'%s'", line);
	}
	cr_expect(lines <= COMMIT_MESSAGE_LINES, "%zu lines", lines);
}

Test(words_kinds, a_commit_message_fits_whatever_it_is_about)
{
	static const enum verdict verdicts[] = {
	    VERDICT_REGRESSED, VERDICT_IMPROVED, VERDICT_SAME,    VERDICT_SHIFTED,
	    VERDICT_UNDECIDED, VERDICT_NONE,     VERDICT_MISSING, VERDICT_INCOMPARABLE};
	static const double changes[] = {-0.1, 0.2, 0.001, 1e300, NAN, -0.999, 1e200, 0};
	static const size_t tests[] = {1, 2, 3, 7, 500};
	unsigned long long state = 88172645463325252ULL;
	static char name[500][1200];

	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]) * 8; i++) {
		size_t n = tests[i / 8];
		struct made *made = start();

		for (size_t t = 0; t < n; t++) {
			state ^= state << 13;
			state ^= state >> 7;
			state ^= state << 17;
			int length = i % 2 ? 1000 : 8;
			snprintf(name[t], sizeof(name[t]), "#%zu %0*d", t, length, 7);
			size_t which = (i + state) % 8;
			add(made, name[t], "read.iops", "v2", verdicts[which],
			    changes[state / 8 % 8]);
			add(made, name[t], "read.lat.p99", "v2", verdicts[state / 64 % 8],
			    changes[state / 512 % 8]);
			add(made, name[t], "cpu.per_io", "v2", VERDICT_SAME, 0.01);
		}
		compare(made);
		for (size_t width = PAGE_WIDTH_MIN; width <= 100; width += 12) {
			char *text = message_of(made, width);
			cr_expect(strstr(text, "nan") == NULL && strstr(text, "inf") == NULL, "%s",
				  text);
			check_fits(text, width);
			free(text);
		}
		finish(made);
	}
}

Test(words_kinds, a_commit_message_counts_what_it_leaves_out)
{
	static char name[8][8];
	struct made *made = start();

	for (size_t t = 0; t < 8; t++) {
		snprintf(name[t], sizeof(name[t]), "t%zu", t);
		add(made, name[t], "read.iops", "v2", t == 5 ? VERDICT_REGRESSED : VERDICT_SAME,
		    t == 5 ? -0.1 : 0.001 * (double)t);
	}
	compare(made);
	char *text = message_of(made, PAGE_WIDTH);
	cr_expect(strstr(text, "and 7 more tests: 7 same; rates +0.0 to +0.7 %") != NULL, "%s",
		  text);
	free(text);
	finish(made);
}

Test(words_kinds, ranking_has_losses_first_and_large_ones_before_small)
{
	static const char *const want[] = {"d", "b", "a", "e", "c"};
	struct made *made = start();

	add(made, "a", "read.iops", "v2", VERDICT_IMPROVED, 0.5);
	add(made, "b", "read.iops", "v2", VERDICT_REGRESSED, -0.03);
	add(made, "c", "read.iops", "v2", VERDICT_NONE, NAN);
	add(made, "d", "read.iops", "v2", VERDICT_REGRESSED, -0.1);
	add(made, "e", "read.iops", "v2", VERDICT_UNDECIDED, 0.9);
	compare(made);
	const struct comparison_test **tests = ranking_of(&made->comparison);
	for (size_t i = 0; i < 5; i++)
		cr_expect(view_is(tests[i]->name, want[i]), "%zu: %s", i, tests[i]->name.p);
	free(tests);
	finish(made);
}

Test(words_kinds, spread_is_the_range_of_what_is_known)
{
	struct made *made = start();
	struct finding_compare *f = add(made, "a", "read.iops", "v2", VERDICT_SAME, 0);

	f->spread_base = 0.006;
	f->spread = 0.0212;
	add(made, "a", "read.lat.p99", "v2", VERDICT_SAME, 0)->spread = 0.12;
	compare(made);
	char *text = spread_runs(&made->comparison);
	check_text(text, "sd 0.6 to 2.1 % IOPS, 12 % p99 latency");
	free(text);
	made->finding[0].spread = 1e308;
	made->finding[1].spread = -1;
	text = spread_runs(&made->comparison);
	check_text(text, "sd 0.6 to over 1000 % IOPS");
	free(text);
	made->finding[0].spread = made->finding[0].spread_base = NAN;
	text = spread_runs(&made->comparison);
	check_text(text, "");
	free(text);
	finish(made);
}

Test(words_kinds, the_same_code_against_itself)
{
	struct made *made = start();

	add(made, "a", "read.iops", "v2", VERDICT_SAME, 0);
	compare(made);
	char *text = spread_itself(&made->comparison, &made->input);
	check_text(text, "");
	free(text);
	made->family = (struct finding_selfcheck){.kind = view_of("family"),
						  .commit = view_of("v1"),
						  .verdict = view_of("fit"),
						  .alarms = 38,
						  .splits = 924,
						  .alpha = 0.05};
	made->input.selfcheck = &made->family;
	made->input.n_selfchecks = 1;
	made->plan = (struct finding_plan){
	    .metric = view_of("read.iops"), .role = view_of("primary"), .sd = 0.006};
	made->input.plan = &made->plan;
	made->input.n_plans = 1;
	text = spread_itself(&made->comparison, &made->input);
	check_text(text, "v1 4.1 % of 924 splits claim a change (5 % may by chance); "
			 "sd 0.6 % IOPS between runs");
	free(text);
	made->family.splits = 1e308;
	made->plan.sd = NAN;
	text = spread_itself(&made->comparison, &made->input);
	check_text(text, "");
	free(text);
	finish(made);
}

static void
check_ratio(enum verdict verdict, double change, const char *want)
{
	struct finding_compare f = {.verdict = verdict, .change = change};
	char *text = notes_ratio(&f);

	check_text(text, want);
	free(text);
}

Test(words_kinds, versions_are_ratios_with_marks)
{
	check_ratio(VERDICT_REGRESSED, -0.14, "0.86 v");
	check_ratio(VERDICT_IMPROVED, 1.035, "2.04 ^");
	check_ratio(VERDICT_SAME, 0.001, "1.00");
	check_ratio(VERDICT_SHIFTED, 0.012, "1.01");
	check_ratio(VERDICT_UNDECIDED, -0.03, "0.97 ~");
	check_ratio(VERDICT_NONE, 1e300, "1e+300 ~");
	check_ratio(VERDICT_MISSING, NAN, "-");
	char *text = notes_ratio(NULL);
	check_text(text, "-");
	free(text);
}

Test(words_kinds, notes_tell_the_newest_version_and_what_was_before)
{
	struct made *made = start();
	struct notes notes;

	add(made, "a", "read.iops", "v2", VERDICT_REGRESSED, -0.1);
	add(made, "b", "read.iops", "v2", VERDICT_IMPROVED, 0.1);
	add(made, "a", "read.iops", "v3", VERDICT_SAME, 0.001);
	add(made, "b", "read.iops", "v3", VERDICT_IMPROVED, 0.2);
	compare(made);
	notes_init(&notes, &made->comparison);
	check_int(notes.n, 2);
	UT_array *faster = notes_sentences(&notes, NOTES_FASTER);
	UT_array *slower = notes_sentences(&notes, NOTES_SLOWER);
	UT_array *between = notes_sentences(&notes, NOTES_BETWEEN);
	check_int(list_n(faster), 1);
	check_text(lines_at(faster, 0), "b: IOPS +20.0 % [+19.0, +21.0]");
	check_int(list_n(slower), 0);
	check_int(list_n(between), 1);
	check_text(lines_at(between, 0), "a: IOPS -10.0 % [-11.0, -9.0] in v2, now +0.1 % (same)");
	lines_free(between);
	lines_free(slower);
	lines_free(faster);
	notes_free(&notes);
	finish(made);
}
