/* What percentile curves show, and how it was measured. */
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/chart/percentile.h"
#include "render/chart/ring.h"

/* "latency of reads, submission to completion". */
static char *
metric_text(const struct percentile *p)
{
	struct view metric = view_of(p->metric);
	size_t head = strcspn(p->metric, ".");

	if (view_ends(metric, ".clat"))
		return mem_format("Latency of %.*s from submission to completion (%s)", (int)head,
				  p->metric, p->metric);
	if (view_ends(metric, ".lat"))
		return mem_format("Latency of %.*s (%s)", (int)head, p->metric, p->metric);
	return mem_format("Latency (%s)", p->metric);
}

static char *
runs_text(const struct percentile *p)
{
	char ios[2][RING_TEXT];
	const struct percentile_side *a = &p->side[0], *b = &p->side[1];

	for (size_t s = 0; s < p->n_sides; s++)
		ring_count(p->side[s].ios, ios[s]);
	if (p->n_sides == 2)
		return mem_format("%zu + %zu runs, %s + %s requests", a->runs, b->runs, ios[0],
				  ios[1]);
	return mem_format("%zu run%s, %s requests", a->runs, a->runs == 1 ? "" : "s", ios[0]);
}

/* What line and band are, for the number of runs that there are. */
static const char *
band_text(const struct percentile *p)
{
	size_t fewest = p->side[0].runs, most = p->side[0].runs;

	if (p->n_sides == 2) {
		fewest = p->side[1].runs < fewest ? p->side[1].runs : fewest;
		most = p->side[1].runs > most ? p->side[1].runs : most;
	}
	if (fewest >= PERCENTILE_BAND_RUNS)
		return "Line: geometric mean of the runs. Band: its 95 % t interval, percentile by "
		       "percentile.";
	if (most >= PERCENTILE_BAND_RUNS)
		return "Line: geometric mean of the runs. Band: its 95 % t interval; of 2 runs the "
		       "two themselves, of one none.";
	if (most == 2)
		return "Line: geometric mean of the runs. Band: the two runs, no interval (that "
		       "takes 3).";
	return "Line: the only run of a side, without an interval (that takes 3).";
}

/* Whether some value is 0, which a log axis cannot show. */
static bool
has_zero(const struct percentile *p)
{
	for (size_t s = 0; s < p->n_sides; s++) {
		if (p->side[s].point[0].value == 0)
			return true;
	}
	return false;
}

char *
percentile_subtitle(const struct percentile *p, bool picture)
{
	char *metric = metric_text(p), *runs = runs_text(p);
	char *test = view_is(p->scope.test, p->scope.label)
			 ? mem_dup("")
			 : mem_format(" in %.*s", VIEW_ARGS(p->scope.test));
	bool lacks = p->n_sides == 1 && p->scope.commit.n;
	char *out = mem_format("%s%s by percentile: %s.%s%s%s%s%s", metric, test, runs,
			       picture ? " " : "", picture ? band_text(p) : "",
			       p->tested && picture
				   ? " Below, bars: 95 % intervals of the change that hold "
				     "for all their percentiles at once."
				   : "",
			       has_zero(p) ? " 0 has no place on a log axis." : "",
			       lacks ? " The other commit has no distribution of it." : "");

	free(test);
	free(runs);
	free(metric);
	return out;
}

void
percentile_sides(const struct percentile *p, struct picture_side sides[2])
{
	const struct view none = {"", 0};

	sides[0] = (struct picture_side){p->n_sides == 2 ? "base" : "commit", p->side[0].commit,
					 p->n_sides == 2 ? COLOUR_BASE : COLOUR_NEW};
	sides[1] =
	    (struct picture_side){"new", p->n_sides == 2 ? p->side[1].commit : none, COLOUR_NEW};
}
