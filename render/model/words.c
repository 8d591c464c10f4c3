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

const char *
words_reason(const struct finding_compare *f)
{
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
		if (c->row[i].f->base_runs > 1 || c->row[i].f->runs > 1)
			return false;
	}
	return true;
}

char *
words_runs(const struct comparison *c)
{
	double low[2] = {INFINITY, INFINITY}, high[2] = {0, 0};
	char side[2][UNIT_TEXT];

	for (size_t i = 0; i < c->n_rows; i++) {
		double runs[2] = {c->row[i].f->base_runs, c->row[i].f->runs};

		for (int s = 0; s < 2; s++) {
			low[s] = runs[s] < low[s] ? runs[s] : low[s];
			high[s] = runs[s] > high[s] ? runs[s] : high[s];
		}
	}
	for (int s = 0; s < 2; s++) {
		if (low[s] < high[s])
			snprintf(side[s], UNIT_TEXT, "%.0f to %.0f", low[s], high[s]);
		else
			snprintf(side[s], UNIT_TEXT, "%.0f", high[s]);
	}
	return mem_format("%s + %s run%s", side[0], side[1],
			  high[0] == 1 && high[1] == 1 ? "" : "s");
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
words_needs(const struct finding_compare *f)
{
	if (!(f->runs_needed > 0))
		return mem_dup("");
	if (f->runs_for_change > 0)
		return mem_format("%.0f runs a side would show this change, %.0f one of %g %%",
				  f->runs_for_change, f->runs_needed, f->theta * 100);
	return mem_format("%.0f runs a side would show a change of %g %%", f->runs_needed,
			  f->theta * 100);
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
	return mem_format(
	    "%zu interval%s beside 0 do%s not count after the correction for %zu cells "
	    "(Holm)",
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
