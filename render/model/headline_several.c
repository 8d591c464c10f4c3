/* The sentence about several commits: those that regressed first. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"
#include "render/model/headline_part.h"
#include "render/model/words.h"

enum {
	NAMED = 3,       /* commits of one outcome that are named */
	COMMIT_MAX = 40, /* characters of one */
};

/* What one commit came to: its worst test decides, and what is not known counts before what is the
 * same. */
struct standing {
	struct view commit;
	size_t count[OUTCOMES]; /* of its tests */
	size_t tests;
	enum outcome outcome; /* never mixed: what regressed comes first */
};

static enum outcome
outcome_of(const struct standing *s)
{
	static const enum outcome order[] = {
	    OUTCOME_IMPROVED, OUTCOME_NONE, OUTCOME_INCOMPARABLE, OUTCOME_UNDECIDED,
	    OUTCOME_SHIFTED,  OUTCOME_SAME, OUTCOME_MISSING};

	if (s->count[OUTCOME_REGRESSED] + s->count[OUTCOME_MIXED])
		return OUTCOME_REGRESSED;
	for (size_t i = 0; i < countof(order); i++) {
		if (s->count[order[i]])
			return order[i];
	}
	return OUTCOME_NONE;
}

/* Of each commit; the tests lie commit by commit. The caller frees it. */
static struct standing *
standings_of(const struct comparison *c)
{
	struct standing *standing = mem_alloc(c->n_commits, sizeof(*standing));
	size_t t = 0;

	for (size_t i = 0; i < c->n_commits; i++) {
		struct standing *s = &standing[i];

		s->commit = c->commits[i];
		for (; t < c->n_tests && view_eq(c->test[t].commit, s->commit); t++) {
			s->count[c->test[t].outcome]++;
			s->tests++;
		}
		s->outcome = outcome_of(s);
	}
	return standing;
}

bool
headline_jittery(const struct comparison *c, struct view commit, const struct comparison_test *test)
{
	for (size_t i = 0; i < c->n_rows; i++) {
		if (c->row[i].f->jitter_verdict == JITTER_MORE &&
		    view_eq(c->row[i].f->commit, commit) && (!test || c->row[i].test == test))
			return true;
	}
	return false;
}

static void
write_name(FILE *out, struct view commit)
{
	char *name = commit_short(commit), *cut = sign_cut(name, COMMIT_MAX);

	fputs(cut, out);
	free(cut);
	free(name);
}

/* The row of a commit that went farthest with that verdict, a rate before a tail; NULL without. */
static const struct comparison_row *
worst_of(const struct comparison *c, struct view commit, enum verdict verdict)
{
	const struct comparison_row *worst = NULL;

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct comparison_row *row = &c->row[i];

		if (row->f->verdict != verdict || !view_eq(row->f->commit, commit))
			continue;
		if (!worst || (row->panel == worst->panel &&
			       headline_severity(row->f) > headline_severity(worst->f)))
			worst = row;
	}
	return worst;
}

/* ", more jittery (x3.1)": the largest ratio of those that are. */
static void
write_jittery(FILE *out, const struct comparison *c, struct view commit)
{
	double most = 0;

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct finding_compare *f = c->row[i].f;
		bool between = view_is(f->jitter_by, "between");
		double ratio = between ? f->spread_ratio : f->jitter_ratio;

		if (f->jitter_verdict == JITTER_MORE && !view_is(f->jitter_by, "history") &&
		    view_eq(f->commit, commit))
			most = fmax(most, ratio);
	}
	if (!headline_jittery(c, commit, NULL))
		return;
	fputs(", more jittery", out);
	if (most > 0)
		fprintf(out, " (x%.2g)", most);
}

/* "b81d07a2c6f4 in 2 of 4 tests, most in 4k randread qd 32 -25.3 % IOPS [-27.1, -23.4]"; where
 * there is only one test, which stands before all, "patched +4.0 % IOPS [+2.1, +6.0]". */
static void
write_standing(FILE *out, const struct comparison *c, const struct standing *s)
{
	bool regressed = s->outcome == OUTCOME_REGRESSED;
	size_t n = regressed ? s->count[OUTCOME_REGRESSED] + s->count[OUTCOME_MIXED]
			     : s->count[OUTCOME_IMPROVED];
	const struct comparison_row *row =
	    worst_of(c, s->commit, regressed ? VERDICT_REGRESSED : VERDICT_IMPROVED);

	assert(row); /* its outcome comes from such a row */
	write_name(out, s->commit);
	if (c->n_names > 1) {
		char *label = sign_cut(row->test->label, HEADLINE_LABEL_MAX);
		fprintf(out, " in %zu of %zu tests, %s%s", n, s->tests, n > 1 ? "most in " : "",
			label);
		free(label);
	}
	putc(' ', out);
	headline_change(out, row, true);
	const struct comparison_row *other =
	    regressed ? worst_of(c, s->commit, VERDICT_IMPROVED) : NULL;
	if (other) {
		fputs(c->n_names > 1 ? ", with an improvement of " : ", but ", out);
		headline_change(out, other, true);
	}
	write_jittery(out, c, s->commit);
}

/* ": A; B; C and 2 more" of the commits that regressed or improved. */
static void
write_changed(FILE *out, const struct comparison *c, const struct standing *standing,
	      enum outcome outcome, size_t n)
{
	size_t named = 0;

	for (size_t i = 0; i < c->n_commits && named < NAMED; i++) {
		if (standing[i].outcome != outcome)
			continue;
		fputs(named++ ? "; " : ": ", out);
		write_standing(out, c, &standing[i]);
	}
	if (n > named)
		fprintf(out, "; and %zu more", n - named);
}

/* What is known of a commit that no verdict names: " +2.5 % IOPS [-3.9, +9.3]" of its only test's
 * first row, or of all tests together. */
static void
write_known(FILE *out, const struct comparison *c, struct view commit,
	    const struct finding_compare *combined, size_t n)
{
	const struct finding_compare *mean = headline_geomean(c, commit, combined, n);

	for (size_t i = 0; i < c->n_rows && c->n_names == 1; i++) {
		const struct comparison_row *row = &c->row[i];

		if (!view_eq(row->f->commit, commit) || isnan(row->f->change) ||
		    words_overloaded(row->f))
			continue;
		putc(' ', out);
		headline_change(out, row, true);
		return;
	}
	if (!mean || c->n_names == 1)
		return;
	fputs(" geomean ", out);
	headline_mean(out, c, mean);
}

/* " (a, b)": the commits of an outcome without a change, while they are few. */
static void
write_names(FILE *out, const struct comparison *c, const struct standing *standing,
	    enum outcome outcome, size_t n, const struct finding_compare *combined,
	    size_t n_combined)
{
	size_t named = 0;

	for (size_t i = 0; i < c->n_commits && n <= NAMED; i++) {
		if (standing[i].outcome != outcome)
			continue;
		fputs(named++ ? ", " : " (", out);
		write_name(out, standing[i].commit);
		if (outcome != OUTCOME_SAME)
			write_known(out, c, standing[i].commit, combined, n_combined);
		write_jittery(out, c, standing[i].commit);
	}
	if (named)
		putc(')', out);
}

void
headline_recovered(FILE *out, const struct comparison *c, const struct finding_compare *combined,
		   size_t n)
{
	size_t i = 0;

	while (i < n && (combined[i].kind != FINDING_RECOVERED || isnan(combined[i].change) ||
			 isnan(combined[i].low) || !comparison_shows(c, combined[i].commit)))
		i++;
	if (i == n)
		return;
	char *share = words_share(&combined[i]),
	     *metric = words_of_metric_in(c, combined[i].metric);
	fputs("; ", out);
	write_name(out, combined[i].commit);
	fprintf(out, " took back %s of what ", share);
	write_name(out, combined[i].base);
	fprintf(out, " lost in %s", metric);
	free(metric);
	free(share);
}

void
headline_several(FILE *out, const struct comparison *c, const struct finding_compare *combined,
		 size_t n)
{
	struct standing *standing = standings_of(c);
	size_t count[OUTCOMES] = {0};
	const char *gap = "; ";

	for (size_t i = 0; i < c->n_commits; i++)
		count[standing[i].outcome]++;
	if (c->n_names == 1) {
		char *label = sign_cut(c->test[0].label, HEADLINE_LABEL_MAX);
		fprintf(out, "%s: ", label);
		free(label);
	}
	fprintf(out, "%zu of %zu commits regressed", count[OUTCOME_REGRESSED], c->n_commits);
	write_changed(out, c, standing, OUTCOME_REGRESSED, count[OUTCOME_REGRESSED]);
	if (count[OUTCOME_IMPROVED]) {
		fprintf(out, "%s %zu improved", count[OUTCOME_REGRESSED] ? ";" : ",",
			count[OUTCOME_IMPROVED]);
		write_changed(out, c, standing, OUTCOME_IMPROVED, count[OUTCOME_IMPROVED]);
	}
	for (enum outcome outcome = OUTCOME_SHIFTED; outcome < OUTCOMES; outcome++) {
		if (count[outcome] == 0)
			continue;
		fprintf(out, "%s%zu %s", gap, count[outcome], words_outcome[outcome]);
		write_names(out, c, standing, outcome, count[outcome], combined, n);
		gap = ", ";
	}
	if (words_one_run(c))
		fputs("; 1 run a side", out);
	free(standing);
}
