/* How much runs of one and the same code differ. */
#include "render/model/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"

enum {
	NAME_COLUMNS = 40,     /* of a commit */
	FAMILIES_MOST = 3,     /* that are told */
	SPLITS_MOST = 1000000, /* more are no count of anything */
};

/* A standard deviation of logarithms from here on is told as that. */
static const double spread_most = 10;

/* The smallest and the largest of some spreads. */
struct range {
	double low, high;
};

static const struct range nothing = {INFINITY, -INFINITY};

static void
take(struct range *range, double sd)
{
	if (!(sd >= 0))
		return;
	range->low = fmin(range->low, sd);
	range->high = fmax(range->high, sd);
}

/* "0.6", "12". Returns out. */
static const char *
percent_of(double sd, char out[UNIT_TEXT])
{
	double percent = sd * 100;

	if (sd > spread_most)
		snprintf(out, UNIT_TEXT, "over %.0f", spread_most * 100);
	else
		snprintf(out, UNIT_TEXT,
			 percent < 0.095  ? "%.2g"
			 : percent < 9.95 ? "%.1f"
					  : "%.0f",
			 percent);
	return out;
}

static void
append_range(char **text, const struct range *range, const char *what)
{
	char low[UNIT_TEXT], high[UNIT_TEXT];

	if (!(range->low <= range->high))
		return;
	percent_of(range->low, low);
	percent_of(range->high, high);
	mem_append(text, "%s%s", **text ? ", " : "", low);
	if (strcmp(low, high) != 0)
		mem_append(text, " to %s", high);
	mem_append(text, " %% %s", what);
}

/* "sd 0.6 to 2.1 % IOPS, 4.4 % p99 latency", "" without any. The caller frees it. */
static char *
ranges_text(const struct range range[PANELS], const char *rate)
{
	char *text = mem_dup("");

	append_range(&text, &range[PANEL_RATE], rate);
	append_range(&text, &range[PANEL_TAIL], "p99 latency");
	if (!*text)
		return text;
	char *whole = mem_format("sd %s", text);
	free(text);
	return whole;
}

char *
spread_runs(const struct comparison *c)
{
	struct range range[PANELS] = {nothing, nothing};
	bool iops = false;

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct finding_compare *f = c->row[i].f;

		take(&range[c->row[i].panel], f->spread_base);
		take(&range[c->row[i].panel], f->spread);
		iops |= view_ends(f->metric, ".iops");
	}
	return ranges_text(range, iops ? "IOPS" : "bandwidth");
}

/* What a plan says of runs that were measured, in its primary metrics. The caller frees it. */
static char *
planned_spread(const struct input *input)
{
	struct range range[PANELS] = {nothing, nothing};
	bool iops = false;

	for (size_t i = 0; i < input->n_plans; i++) {
		const struct finding_plan *f = &input->plan[i];

		if (f->metric.n == 0 || !view_is(f->role, "primary"))
			continue;
		bool rate = view_ends(f->metric, "iops") || view_ends(f->metric, "bw");
		take(&range[rate ? PANEL_RATE : PANEL_TAIL], f->sd);
		iops |= view_ends(f->metric, "iops");
	}
	return ranges_text(range, iops ? "IOPS" : "bandwidth");
}

static bool
is_told(const struct finding_selfcheck *f)
{
	return view_is(f->kind, "family") && f->splits > 0 && f->splits <= SPLITS_MOST &&
	       f->alarms >= 0 && f->alarms <= f->splits;
}

static bool
is_of(const struct comparison *c, const struct finding_selfcheck *f)
{
	return view_eq(f->commit, c->base) || comparison_shows(c, f->commit);
}

static void
append_family(char **text, const struct finding_selfcheck *f)
{
	char *commit = commit_short(f->commit), *name = sign_cut(commit, NAME_COLUMNS);

	mem_append(text, "%s%s %.2g %% of %.0f splits claim a change%s", **text ? ", " : "", name,
		   f->alarms / f->splits * 100, f->splits,
		   view_is(f->verdict, "too few") ? ", too few to tell" : "");
	free(name);
	free(commit);
}

/* "v1 4.1 % of 924 splits claim a change, ...". The caller frees it. */
static char *
alarms_text(const struct comparison *c, const struct input *input)
{
	char *text = mem_dup("");
	size_t n = 0, shown = 0;
	double alpha = NAN;

	for (size_t i = 0; i < input->n_selfchecks; i++)
		shown += is_told(&input->selfcheck[i]) && is_of(c, &input->selfcheck[i]);
	for (size_t i = 0; i < input->n_selfchecks; i++) {
		const struct finding_selfcheck *f = &input->selfcheck[i];

		if (!is_told(f) || (shown && !is_of(c, f)))
			continue;
		if (n++ >= FAMILIES_MOST)
			continue;
		append_family(&text, f);
		alpha = f->alpha;
	}
	if (n > FAMILIES_MOST)
		mem_append(&text, " and %zu more", n - FAMILIES_MOST);
	if (alpha > 0 && alpha < 1)
		mem_append(&text, " (%.2g %% may by chance)", alpha * 100);
	return text;
}

char *
spread_itself(const struct comparison *c, const struct input *input)
{
	char *alarms = alarms_text(c, input), *sd = planned_spread(input);
	char *text = mem_format("%s%s%s%s", alarms, *alarms && *sd ? "; " : "", sd,
				*sd ? " between runs" : "");

	free(sd);
	free(alarms);
	return text;
}
