/* The sentence about a comparison. */
#include "render/model/headline.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/draw/sign.h"
#include "render/model/headline_part.h"
#include "render/model/remark.h"
#include "render/model/words.h"

/* How many tests a mail's first sentence names of one outcome. */
enum {
	NAMED = 3,
	REASON_MAX = 100, /* characters of why the only test cannot be compared */
};

double
headline_severity(const struct finding_compare *f)
{
	return fabs(f->change) / (f->theta > 0 ? f->theta : 0.02);
}

static bool
is_verdict_of(enum verdict verdict, enum outcome outcome)
{
	if (outcome == OUTCOME_MIXED)
		return verdict == VERDICT_REGRESSED || verdict == VERDICT_IMPROVED;
	return verdict == (outcome == OUTCOME_IMPROVED ? VERDICT_IMPROVED : VERDICT_REGRESSED);
}

/* The row that says most about that outcome: a rate before a tail, then the largest change; NULL
 * where no row has such a verdict. test NULL = of any test with that outcome. */
static const struct comparison_row *
worst_row(const struct comparison *c, enum outcome outcome, const struct comparison_test *test)
{
	const struct comparison_row *worst = NULL;

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct comparison_row *row = &c->row[i];

		if ((test ? row->test != test : row->test->outcome != outcome) ||
		    !is_verdict_of(row->f->verdict, outcome))
			continue;
		if (!worst || (row->panel == worst->panel &&
			       headline_severity(row->f) > headline_severity(worst->f)))
			worst = row;
	}
	return worst;
}

void
headline_change(FILE *out, const struct comparison_row *row, bool interval)
{
	char change[UNIT_TEXT];
	const struct finding_compare *f = row->f;
	const char *gap = *row->direction ? " " : "";

	unit_change(f->change, change);
	if (row->panel == PANEL_TAIL)
		fprintf(out, "%s%sp99 %s %%", row->direction, gap, change);
	else
		fprintf(out, "%s %% %s%s%s", change, row->direction, gap, words_quantity(row));
	char *bounds = interval ? words_bounds(f->low, f->high) : mem_dup("");
	fprintf(out, "%s%s", *bounds ? " " : "", bounds);
	free(bounds);
	if (f->change > 1)
		fprintf(out, ", %.3gx", f->change + 1);
}

/* All rows of a test that have the outcome's verdict, rates first: "-25.3 % IOPS [-27.1, -23.4],
 * p99 +31.2 % [+10.1, +56.0]". */
static void
write_changes(FILE *out, const struct comparison *c, const struct comparison_test *test,
	      enum outcome outcome, bool interval)
{
	const char *comma = "";

	for (size_t i = 0; i < c->n_rows; i++) {
		if (c->row[i].test == test && is_verdict_of(c->row[i].f->verdict, outcome)) {
			fputs(comma, out);
			headline_change(out, &c->row[i], interval);
			comma = ", ";
		}
	}
}

/* Orders tests by what their worst row says, the worst first; qsort has no context, so a short
 * selection does it. */
static const struct comparison_test *
next_worst(const struct comparison *c, enum outcome outcome, const bool *done)
{
	const struct comparison_row *worst = NULL;

	for (size_t i = 0; i < c->n_tests; i++) {
		if (c->test[i].outcome != outcome || done[i])
			continue;
		const struct comparison_row *row = worst_row(c, outcome, &c->test[i]);
		assert(row); /* its outcome comes from such a row */
		if (!worst || row->panel < worst->panel ||
		    (row->panel == worst->panel &&
		     headline_severity(row->f) > headline_severity(worst->f)))
			worst = row;
	}
	return worst ? worst->test : NULL;
}

/* ": A; B; C and 2 more": the tests of one outcome with their changes. */
static void
write_tests(FILE *out, const struct comparison *c, enum outcome outcome)
{
	bool *done = mem_alloc(c->n_tests, sizeof(*done));
	const struct comparison_test *test;
	size_t named = 0;

	for (; named < NAMED && (test = next_worst(c, outcome, done)) != NULL; named++) {
		char *label = sign_cut(test->label, HEADLINE_LABEL_MAX);

		done[test - c->test] = true;
		fprintf(out, "%s%s ", named ? "; " : ": ", label);
		write_changes(out, c, test, outcome, true);
		free(label);
	}
	if (c->count[outcome] > named)
		fprintf(out, "; and %zu more", c->count[outcome] - named);
	free(done);
}

/* What stands behind the count of an outcome that has changes. */
static void
write_detail(FILE *out, const struct comparison *c, enum outcome outcome,
	     enum headline_detail detail)
{
	if (c->count[outcome] == 0)
		return;
	if (detail == HEADLINE_MAIL) {
		write_tests(out, c, outcome);
		return;
	}
	fputs(c->count[outcome] == 1        ? " ("
	      : outcome == OUTCOME_IMPROVED ? " (best "
					    : " (worst ",
	      out);
	const struct comparison_row *worst = worst_row(c, outcome, NULL);
	assert(worst); /* the outcome has a test */
	if (outcome == OUTCOME_MIXED)
		write_changes(out, c, worst->test, outcome, false);
	else
		headline_change(out, worst, false);
	putc(')', out);
}

/* The counts that come behind regressed and improved: "; 3 same, 1 undecided". */
static void
write_rest(FILE *out, const struct comparison *c, enum headline_detail detail)
{
	const char *gap = "; ";

	for (enum outcome outcome = 0; outcome < OUTCOMES; outcome++) {
		if (outcome == OUTCOME_REGRESSED || outcome == OUTCOME_IMPROVED ||
		    c->count[outcome] == 0)
			continue;
		fprintf(out, "%s%zu %s", gap, c->count[outcome], words_outcome[outcome]);
		gap = ", ";
		if (outcome == OUTCOME_MIXED) {
			write_detail(out, c, outcome, detail);
			gap = detail == HEADLINE_MAIL ? "; " : ", ";
		}
	}
}

static void
write_several(FILE *out, const struct comparison *c, enum headline_detail detail)
{
	size_t regressed = c->count[OUTCOME_REGRESSED], improved = c->count[OUTCOME_IMPROVED];

	fprintf(out, "%zu of %zu tests regressed", regressed, c->n_tests);
	write_detail(out, c, OUTCOME_REGRESSED, detail);
	if (detail == HEADLINE_TITLE || improved) {
		fprintf(out, "%s %zu improved", regressed && detail == HEADLINE_MAIL ? ";" : ",",
			improved);
		write_detail(out, c, OUTCOME_IMPROVED, detail);
	}
	write_rest(out, c, detail);
}

/* The most that can be said without verdicts. */
static void
write_no_verdict(FILE *out, const struct comparison *c, enum headline_detail detail)
{
	const struct comparison_row *largest = NULL;

	fprintf(out, "No verdict on any of %zu tests%s", c->n_tests,
		words_one_run(c) ? " (1 run a side)" : "");
	for (size_t i = 0; i < c->n_rows; i++) {
		if (!isnan(c->row[i].f->change) && !words_overloaded(c->row[i].f) &&
		    (!largest || headline_severity(c->row[i].f) > headline_severity(largest->f)))
			largest = &c->row[i];
	}
	if (!largest)
		return;
	fprintf(out, "; largest change %s%s", detail == HEADLINE_MAIL ? largest->test->label : "",
		detail == HEADLINE_MAIL ? " " : "");
	headline_change(out, largest, false);
}

/* All tests came to the same. */
static void
write_all(FILE *out, const struct comparison *c, enum outcome outcome, enum headline_detail detail)
{
	size_t n = c->n_tests;
	char all[32];

	if (n == 2)
		snprintf(all, sizeof(all), "Both tests");
	else
		snprintf(all, sizeof(all), "All %zu tests", n);
	switch (outcome) {
	case OUTCOME_REGRESSED:
	case OUTCOME_IMPROVED:
		fprintf(out, "%s %s", all, words_outcome[outcome]);
		write_detail(out, c, outcome, detail);
		break;
	case OUTCOME_MIXED:
		fprintf(out, "%s are mixed", all);
		write_detail(out, c, outcome, detail);
		break;
	case OUTCOME_NONE:
		write_no_verdict(out, c, detail);
		break;
	case OUTCOME_INCOMPARABLE:
		fprintf(out, "None of %zu tests is comparable", n);
		break;
	case OUTCOME_SHIFTED:
		fprintf(out, "%s %s", all, words_outcome[outcome]);
		break;
	case OUTCOME_SAME:
		fprintf(out, "%s are the same", all);
		break;
	default:
		fprintf(out, "%s are %s", all, words_outcome[outcome]);
		break;
	}
}

/* The change of the only test's first row, whatever its verdict. */
static void
write_first_change(FILE *out, const struct comparison *c, enum headline_detail detail)
{
	if (!isnan(c->row[0].f->change))
		headline_change(out, &c->row[0], detail == HEADLINE_MAIL);
	else
		fputs(words_reason(c->row[0].f), out);
}

/* What the first undecided row needs: that of the metric that the title begins with. */
static void
write_needs(FILE *out, const struct comparison *c)
{
	size_t i = 0;

	while (i < c->n_rows && c->row[i].f->verdict != VERDICT_UNDECIDED)
		i++;
	if (i == c->n_rows)
		return;
	char *needs = words_needs(c->row[i].f);
	if (*needs)
		fprintf(out, "; %s", needs);
	free(needs);
}

/* ": job.bs 4k -> 8k and 2 more": of why the only test cannot be compared the first part, without
 * what to do about it; the rest stands below. */
static void
write_reason(FILE *out, struct view note)
{
	static const char advice[] = ", which ";
	struct view part, first = {"", 0};
	enum remark kind;
	size_t parts = 0;

	while (remark_next(&note, &part, &kind)) {
		if (parts++ == 0)
			first = part;
	}
	if (first.n == 0)
		return;
	const char *end = memmem(first.p, first.n, advice, strlen(advice));
	char *whole = mem_copy(first.p, end ? (size_t)(end - first.p) : first.n);
	char *why = sign_cut(whole, REASON_MAX);
	fprintf(out, ": %s", why);
	if (!end && parts > 1)
		fprintf(out, " and %zu more", parts - 1);
	free(why);
	free(whole);
}

static void
write_one(FILE *out, const struct comparison *c, enum headline_detail detail)
{
	static const char *const says[OUTCOMES] = {
	    [OUTCOME_REGRESSED] = "regressed",
	    [OUTCOME_MIXED] = "is mixed",
	    [OUTCOME_IMPROVED] = "improved",
	    [OUTCOME_SHIFTED] = "shifted below the threshold",
	    [OUTCOME_SAME] = "is the same",
	    [OUTCOME_UNDECIDED] = "is undecided",
	    [OUTCOME_NONE] = "has no verdict",
	    [OUTCOME_MISSING] = "is missing on one side",
	    [OUTCOME_INCOMPARABLE] = "is not comparable",
	};
	enum outcome outcome = c->test[0].outcome;

	fprintf(out, "%s %s", c->test[0].label, says[outcome]);
	if (outcome == OUTCOME_INCOMPARABLE)
		write_reason(out, c->row[0].f->note);
	if (outcome == OUTCOME_MISSING || outcome == OUTCOME_INCOMPARABLE)
		return;
	fputs(": ", out);
	if (outcome == OUTCOME_REGRESSED || outcome == OUTCOME_MIXED || outcome == OUTCOME_IMPROVED)
		write_changes(out, c, &c->test[0], outcome, detail == HEADLINE_MAIL);
	else
		write_first_change(out, c, detail);
	if (outcome == OUTCOME_NONE && words_one_run(c))
		fputs(" (1 run a side)", out);
	if (outcome == OUTCOME_UNDECIDED)
		write_needs(out, c);
}

/* Jitter is a finding of its own: the mean may well be the same. */
static void
write_jittery(FILE *out, const struct comparison *c)
{
	size_t n = 0;

	if (comparison_several(c))
		return;
	for (size_t i = 0; i < c->n_tests; i++)
		n += headline_jittery(c, c->commit, &c->test[i]);
	if (n && c->n_tests == 1)
		fputs("; more jittery", out);
	else if (n)
		fprintf(out, "; jitter rose in %zu", n);
}

/* A mail must not sound as if all was well when something else in the findings regressed. */
static void
write_end(FILE *out, const struct comparison *c)
{
	char *hidden = words_hidden(c);

	fprintf(out, "%s%s.", *hidden ? "; " : "", hidden);
	free(hidden);
}

char *
headline(const struct comparison *c, enum headline_detail detail)
{
	return headline_with(c, detail, NULL, 0);
}

char *
headline_with(const struct comparison *c, enum headline_detail detail,
	      const struct finding_compare *combined, size_t n_combined)
{
	char *text = NULL;
	size_t size;
	FILE *out = mem_stream(&text, &size);
	enum outcome only = 0;

	while (only < OUTCOMES && c->count[only] != c->n_tests)
		only++;
	if (comparison_several(c))
		headline_several(out, c, combined, n_combined);
	else if (c->n_tests == 1)
		write_one(out, c, detail);
	else if (only < OUTCOMES)
		write_all(out, c, only, detail);
	else
		write_several(out, c, detail);
	if (detail == HEADLINE_MAIL) {
		headline_together(out, c, combined, n_combined);
		write_jittery(out, c);
		headline_recovered(out, c, combined, n_combined);
		write_end(out, c);
	}
	fclose(out);
	return text;
}
