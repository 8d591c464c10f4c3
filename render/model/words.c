/* Words that charts and texts share. */
#include "render/model/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"
#include "render/model/input.h"

enum {
	OTHERS_MOST = 3, /* names in a list of commits */
	COMMIT_MAX = 40, /* characters of one */
	PAIRS_MOST = 3,  /* numbers of runs that are told one by one */
};

const char *const words_outcome[OUTCOMES] = {
    [OUTCOME_REGRESSED] = "regressed",
    [OUTCOME_MIXED] = "mixed",
    [OUTCOME_IMPROVED] = "improved",
    [OUTCOME_SHIFTED] = "shifted below the threshold",
    [OUTCOME_SAME] = "same",
    [OUTCOME_UNDECIDED] = "undecided",
    [OUTCOME_NONE] = "without a verdict",
    [OUTCOME_MISSING] = "missing on one side",
    [OUTCOME_INCOMPARABLE] = "not comparable",
};

const char *const words_verdict[VERDICTS] = {
    [VERDICT_NONE] = "without a verdict", [VERDICT_REGRESSED] = "regressed",
    [VERDICT_IMPROVED] = "improved",      [VERDICT_SAME] = "same",
    [VERDICT_SHIFTED] = "shifted",        [VERDICT_UNDECIDED] = "undecided",
    [VERDICT_MISSING] = "missing",        [VERDICT_INCOMPARABLE] = "not comparable",
    [VERDICT_CHANGED] = "changed",
};

const char *
words_quantity(const struct comparison_row *row)
{
	if (row->panel == PANEL_TAIL)
		return "p99 latency";
	return view_ends(row->f->metric, ".iops") ? "IOPS" : "bandwidth";
}

char *
words_metric(const struct comparison_row *row)
{
	return mem_format("%s%s%s", row->direction, *row->direction ? " " : "",
			  words_quantity(row));
}

bool
words_overloaded(const struct finding_compare *f)
{
	return view_starts(f->note, finding_overloaded);
}

const char *
words_reason(const struct finding_compare *f)
{
	/* Short, for its place; what the runs say stands once a test elsewhere. */
	if (words_overloaded(f))
		return "overloaded: tells how long it ran";
	if (f->note.n)
		return f->note.p;
	switch (f->verdict) {
	case VERDICT_MISSING:
		return "missing on one side";
	case VERDICT_INCOMPARABLE:
		return "not comparable: the jobs differ";
	default:
		return "no verdict";
	}
}

bool
words_one_run(const struct comparison *c)
{
	for (size_t i = 0; i < c->n_rows; i++) {
		const struct finding_compare *f = c->row[i].f;

		if (f->base_runs > 1 || f->runs > 1 || !isnan(f->low))
			return false;
	}
	return true;
}

/* The numbers of runs of both sides: those that differ, as far as they have room, and their range.
 */
struct run_counts {
	double pair[PAIRS_MOST + 1][2];
	size_t n; /* PAIRS_MOST + 1 = more than that */
	double low[2], high[2];
	bool alike; /* no row has more runs on one side */
};

static void
add_pair(struct run_counts *counts, const double pair[2])
{
	for (int s = 0; s < 2; s++) {
		counts->low[s] = fmin(counts->low[s], pair[s]);
		counts->high[s] = fmax(counts->high[s], pair[s]);
	}
	counts->alike = counts->alike && pair[0] == pair[1];
	for (size_t i = 0; i < counts->n; i++) {
		if (counts->pair[i][0] == pair[0] && counts->pair[i][1] == pair[1])
			return;
	}
	if (counts->n <= PAIRS_MOST) {
		counts->pair[counts->n][0] = pair[0];
		counts->pair[counts->n++][1] = pair[1];
	}
}

/* Of the rows that both sides have, or where there are none of all. */
static struct run_counts
count_runs(const struct comparison *c, bool both)
{
	struct run_counts counts = {.low = {INFINITY, INFINITY}, .alike = true};

	for (size_t i = 0; i < c->n_rows; i++) {
		double pair[2] = {fmax(c->row[i].f->base_runs, 0), fmax(c->row[i].f->runs, 0)};

		if (!both || (pair[0] > 0 && pair[1] > 0))
			add_pair(&counts, pair);
	}
	return both && counts.n == 0 ? count_runs(c, false) : counts;
}

/* "3 to 6", "6". The caller frees it. */
static char *
range_text(double low, double high)
{
	return low < high ? mem_format("%.15g to %.15g", low, high) : mem_format("%.15g", high);
}

char *
words_runs(const struct comparison *c)
{
	struct run_counts counts = count_runs(c, true);
	bool one = counts.high[0] == 1 && counts.high[1] == 1;
	char *base = range_text(counts.low[0], counts.high[0]);
	char *new = range_text(counts.low[1], counts.high[1]), *text = mem_dup("");

	for (size_t i = 0; counts.n <= PAIRS_MOST && i < counts.n; i++)
		mem_append(&text, "%s%.15g + %.15g", i ? " or " : "", counts.pair[i][0],
			   counts.pair[i][1]);
	if (counts.n <= PAIRS_MOST)
		mem_append(&text, " run%s", one ? "" : "s");
	else if (counts.alike)
		mem_append(&text, "%s runs a side", base);
	else
		mem_append(&text, "%s + %s runs", base, new);
	free(new);
	free(base);
	return text;
}

/* How many of the n rows compare arithmetic means. The note says so, alone or among others. */
static size_t
count_arithmetic(const struct comparison_row *row, size_t n)
{
	size_t arithmetic = 0;

	for (size_t i = 0; i < n; i++)
		arithmetic += strstr(row[i].f->note.p, "arithmetic means") != NULL;
	return arithmetic;
}

const char *
words_means(const struct comparison_row *row, size_t n)
{
	size_t arithmetic = count_arithmetic(row, n);

	if (arithmetic == 0)
		return "geometric means of the runs";
	return arithmetic == n ? "arithmetic means of the runs"
			       : "geometric means of the runs; arithmetic where a run has 0";
}

const char *
words_interval(const struct comparison *c)
{
	size_t with = 0, welch = 0, arithmetic = 0;

	for (size_t i = 0; i < c->n_rows; i++) {
		if (isnan(c->row[i].f->low))
			continue;
		with++;
		welch += view_is(c->row[i].f->grade, "w");
		arithmetic += count_arithmetic(&c->row[i], 1);
	}
	if (with == 0)
		return "";
	if (welch < with)
		return "95 % interval";
	if (arithmetic == 0)
		return "95 % interval, Welch on logs of run means";
	return arithmetic == with ? "95 % interval, Welch on run means"
				  : "95 % interval, Welch on logs of run means "
				    "(on the means where a run has 0)";
}

char *
words_run_count(double runs, char out[UNIT_TEXT])
{
	if (isnan(runs))
		snprintf(out, UNIT_TEXT, "-");
	else if (runs > WORDS_RUNS_MOST)
		snprintf(out, UNIT_TEXT, "over %d", WORDS_RUNS_MOST);
	else
		snprintf(out, UNIT_TEXT, "%.0f", runs);
	return out;
}

char *
words_needs(const struct finding_compare *f)
{
	char change[UNIT_TEXT], theta[UNIT_TEXT];

	if (!(f->runs_needed > 0 && f->theta > 0))
		return mem_dup("");
	words_run_count(f->runs_needed, theta);
	if (f->runs_for_change > 0)
		return mem_format("%s runs a side would show this change, %s one of %g %%",
				  words_run_count(f->runs_for_change, change), theta,
				  unit_hundredths(f->theta));
	return mem_format("%s runs a side would show a change of %g %%", theta,
			  unit_hundredths(f->theta));
}

size_t
words_family(const struct input *input)
{
	size_t cells = 0;

	for (size_t i = 0; i < input->n_compare; i++)
		cells += !isnan(input->compare[i].p_holm);
	return cells;
}

char *
words_corrected(const struct comparison *c, const struct input *input)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct finding_compare *f = c->row[i].f;
		n += f->verdict == VERDICT_UNDECIDED && (f->low > 0 || f->high < 0);
	}
	if (n == 0)
		return mem_dup("");
	return mem_format("%zu interval%s beside 0 do%s not count after the correction for %zu "
			  "comparisons (Holm)",
			  n, n == 1 ? "" : "s", n == 1 ? "es" : "", words_family(input));
}

/* The other's name, with its base where that is not the one shown. The caller frees it. */
static char *
other_name(const struct comparison *c, const struct comparison_other *other)
{
	char *commit = commit_short(other->commit), *base = commit_short(other->base);
	char *name = sign_cut(commit, COMMIT_MAX), *against = sign_cut(base, COMMIT_MAX);
	bool same = view_eq(other->base, c->base);
	char *text = mem_format("%s%s%s", name, same ? "" : " against ", same ? "" : against);

	free(against);
	free(name);
	free(base);
	free(commit);
	return text;
}

char *
words_others(const struct comparison *c)
{
	size_t n = c->n_others;
	char *text = mem_dup("");

	if (n)
		mem_append(&text, "%zu more commit%s in the findings, not shown here: ", n,
			   n == 1 ? " is" : "s are");
	for (size_t i = 0; i < n && i < OTHERS_MOST; i++) {
		char *name = other_name(c, &c->other[i]);

		mem_append(&text, "%s%s", i ? ", " : "", name);
		if (c->other[i].regressed)
			mem_append(&text, " (%zu regressed)", c->other[i].regressed);
		free(name);
	}
	if (n > OTHERS_MOST)
		mem_append(&text, ", ...");
	return text;
}

char *
words_hidden(const struct comparison *c)
{
	size_t commits = 0, tests = 0;

	for (; commits < c->n_others && c->other[commits].regressed; commits++)
		tests += c->other[commits].regressed;
	if (commits == 0 || comparison_regressed(c))
		return mem_dup("");
	char *name = other_name(c, &c->other[0]);
	char *text = mem_format("%zu test%s regressed in %s", tests, tests == 1 ? "" : "s", name);
	if (commits > 1)
		mem_append(&text, " and %zu more commit%s", commits - 1, commits == 2 ? "" : "s");
	mem_append(&text, ", not shown");
	free(name);
	return text;
}
