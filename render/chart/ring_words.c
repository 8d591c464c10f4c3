/* The ring in words. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/chart/ring.h"

/* Differences of shares below this are no finding. */
static const double share_least = 0.05;

/* The count that every reap of all sides found, 0 where they differ. */
static size_t
only_count(const struct ring *ring)
{
	size_t first = ring_quantile(ring, 0, 0);

	for (size_t s = 0; s < ring->n_sides; s++) {
		if (ring_quantile(ring, s, 0) != first || ring_quantile(ring, s, 1) != first)
			return 0;
	}
	return first;
}

static char *
finding_of_one(const struct ring *ring)
{
	const struct ring_side *side = &ring->side[0];
	size_t median = ring_quantile(ring, 0, 0.5);
	char share[RING_TEXT];

	if (ring->full > 1 && side->full >= share_least)
		return mem_format("The ring held all %zu requests at %s of reaps", ring->full,
				  ring_percent(side->full, share));
	return mem_format("Half of the reaps found %zu completion%s or fewer", median,
			  median == 1 ? "" : "s");
}

static char *
finding_of_two(const struct ring *ring)
{
	const struct ring_side *base = &ring->side[0], *new = &ring->side[1];
	size_t before = ring_quantile(ring, 0, 0.5), now = ring_quantile(ring, 1, 0.5);
	char share[RING_TEXT], was[RING_TEXT];

	if (ring->full > 1 && fabs(base->full - new->full) >= share_least)
		return mem_format("The ring held all %zu requests at %s of reaps, now at %s",
				  ring->full, ring_percent(base->full, was),
				  ring_percent(new->full, share));
	if (before != now)
		return mem_format("Half of the reaps found %zu completion%s or fewer, now %zu",
				  before, before == 1 ? "" : "s", now);
	if (fabs(new->mean / base->mean - 1) >= share_least)
		return mem_format("A reap found %.3g completions on average, now %.3g", base->mean,
				  new->mean);
	return mem_format("Reaps found as much as before: %.3g completions on average, now %.3g",
			  base->mean, new->mean);
}

char *
ring_finding(const struct ring *ring)
{
	size_t only = only_count(ring);

	for (size_t s = 0; s < ring->n_sides; s++) {
		if (ring->side[s].reaps == 0)
			return mem_dup("No reap found a completion in the ring");
	}
	if (only)
		return mem_format("Every reap found %zu completion%s%s", only, only == 1 ? "" : "s",
				  ring->n_sides == 2 ? ", before and now" : "");
	return ring->n_sides == 1 ? finding_of_one(ring) : finding_of_two(ring);
}

char *
ring_subtitle(const struct ring *ring)
{
	char *which =
	    ring->tests > 1 && !ring->chosen
		? mem_format(" (%.*s, the first of %zu tests)", VIEW_ARGS(ring->test), ring->tests)
		: mem_format(" (%.*s)", VIEW_ARGS(ring->test));
	char *text = mem_format(
	    "Completed requests that stood in the completion ring at each reap: %s%s.%s",
	    ring->label, view_is(ring->test, ring->label) && ring->tests == 1 ? "" : which,
	    ring->n_sides == 1 && ring->side[1].commit.n ? " The other commit has no ring of it."
							 : "");

	free(which);
	return text;
}
