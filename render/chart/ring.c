/* The ring in numbers. */
#include "render/chart/ring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/base/unit.h"
#include "collect/base/where.h"
#include "render/model/commit.h"
#include "render/model/comparison.h"

/* A bar that is this many times the next one, while the rest is worth looking at, is broken. */
static const double broken_ratio = 2.5, rest_least = 0.1;
enum {
	BROKEN_MOST = 4,
	BARS_LEAST = 8, /* of few bars none is dwarfed */
};

char *
ring_percent(double share, char out[RING_TEXT])
{
	double percent = share * 100;

	if (isnan(share))
		snprintf(out, RING_TEXT, "-");
	else if (percent > 0 && percent < 0.05)
		snprintf(out, RING_TEXT, "<0.1 %%");
	else if (percent < 100 && percent > 99.5)
		snprintf(out, RING_TEXT, percent > 99.95 ? ">99.9 %%" : "%.1f %%", percent);
	else
		snprintf(out, RING_TEXT, percent >= 9.95 ? "%.0f %%" : "%.1f %%", percent);
	return out;
}

char *
ring_count(double count, char out[RING_TEXT])
{
	if (count < 1000)
		snprintf(out, RING_TEXT, "%.0f", count);
	else
		unit_print(count, view_of("1"), out);
	return out;
}

double
ring_empty(const struct ring_side *side)
{
	return side->empty / (side->empty + side->reaps);
}

/* The smallest k from 1 on that part of the counts do not exceed; 0 where all are 0. */
static size_t
quantile_of(const struct input_counts *counts, double part)
{
	double n = 0, below = 0;
	size_t k = 1;

	for (size_t i = 1; i < counts->n; i++)
		n += counts->count[i];
	if (n == 0)
		return 0;
	for (; k < counts->n; k++) {
		below += counts->count[k];
		/* Counts are whole numbers: the slack is for part * n alone. */
		if (below > 0 && below >= part * n - 1e-6)
			break;
	}
	return k;
}

size_t
ring_quantile(const struct ring *ring, size_t side, double part)
{
	return quantile_of(&ring->side[side].input->standing, part);
}

size_t
ring_quantile_taken(const struct ring *ring, size_t side, double part)
{
	return quantile_of(&ring->side[side].input->reaped, part);
}

static double
mean_of(const struct input_counts *counts)
{
	double n = 0, sum = 0;

	for (size_t k = 1; k < counts->n; k++) {
		n += counts->count[k];
		sum += (double)k * counts->count[k];
	}
	return n > 0 ? sum / n : NAN;
}

static void
measure_side(const struct ring *ring, struct ring_side *side)
{
	const struct input_counts *counts = &side->input->standing;
	double requests = 0, squares = 0, full = 0, full_requests = 0;

	side->share = mem_alloc(ring->top + 1, sizeof(*side->share));
	side->empty = counts->n ? counts->count[0] : 0;
	for (size_t k = 1; k < counts->n; k++) {
		side->reaps += counts->count[k];
		requests += (double)k * counts->count[k];
		squares += (double)k * (double)k * counts->count[k];
		if (ring->full && k >= ring->full) {
			full += counts->count[k];
			full_requests += (double)k * counts->count[k];
		}
	}
	side->taken = mean_of(&side->input->reaped);
	for (size_t k = 1; k < counts->n && side->reaps > 0; k++)
		side->share[k] = counts->count[k] / side->reaps;
	side->mean = requests / side->reaps;
	side->full = ring->full ? full / side->reaps : NAN;
	side->request_mean = squares / requests;
	side->request_full = ring->full ? full_requests / requests : NAN;
}

static int
descending(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x < *y) - (*x > *y);
}

double
ring_axis_end(double *share, size_t n, size_t n_sides)
{
	double beyond = 0;

	qsort(share, n, sizeof(*share), descending);
	for (size_t i = 0; i < BROKEN_MOST && i + 1 < n && n > BARS_LEAST * n_sides; i++) {
		beyond += share[i];
		if (share[i + 1] > 0 && share[i] > broken_ratio * share[i + 1] &&
		    (double)n_sides - beyond > rest_least)
			return share[i + 1];
	}
	return n ? share[0] : 1;
}

static void
set_axis(struct ring *ring)
{
	double *all = mem_alloc(ring->n_sides * ring->top, sizeof(*all));

	for (size_t s = 0; s < ring->n_sides; s++)
		memcpy(all + s * ring->top, ring->side[s].share + 1, ring->top * sizeof(*all));
	ring->y_top = ring_axis_end(all, ring->n_sides * ring->top, ring->n_sides);
	free(all);
}

/* "rw=randread bs=4k ..." of a test from its job.* records; the caller frees it. */
static char *
params_of(const struct input *input, struct view commit, struct view test)
{
	static const char *const names[] = {"rw", "bs", "iodepth", "numjobs"};
	char *text = mem_dup("");

	for (size_t i = 0; i < countof(names); i++) {
		char *key = mem_format("job.%s", names[i]);
		struct view value = input_fact(input, commit, test, key);

		if (value.n)
			mem_append(&text, "%s%s=%.*s", *text ? " " : "", names[i],
				   VIEW_ARGS(value));
		free(key);
	}
	return text;
}

static bool
choose_test(struct ring *ring, const struct input *input, const char *test, struct where *why)
{
	struct view first = {"", 0};
	bool found = false;

	ring->chosen = test && *test;
	for (size_t i = 0; i < input->n_rings; i++) {
		struct view name = input->ring[i].test;

		if (!view_eq(input->ring[i].commit, ring->side[0].commit))
			continue;
		first = ring->tests++ ? first : name;
		if (!found && (!ring->chosen || view_is(name, test))) {
			ring->test = name;
			found = true;
		}
	}
	return found ||
	       where_set(why, NULL, 0, "no ring of test '%s'; the first test with one is '%.*s'",
			 test, VIEW_ARGS(first));
}

/* The commits that have rings, in the order in which the records name commits, which is that of
 * analyze: rings themselves come as runs were shuffled. Returns how many there are; the caller
 * frees *list. */
static size_t
list_commits(const struct input *input, struct view **list)
{
	size_t n = 0;

	*list = mem_alloc(input->n_commits, sizeof(**list));
	for (size_t c = 0; c < input->n_commits; c++) {
		size_t i = 0;

		while (i < input->n_rings && !view_eq(input->ring[i].commit, input->commit[c]))
			i++;
		if (i < input->n_rings)
			(*list)[n++] = input->commit[c];
	}
	return n;
}

static bool
choose_sides(struct ring *ring, const struct input *input, const char *base, const char *commit,
	     struct where *why)
{
	const struct finding_compare *pair = input->n_compare ? input->compare : NULL;
	struct view *commits;
	size_t n = list_commits(input, &commits), rest = 0;
	bool ok;

	if (!base || !*base)
		base = pair ? pair->base.p : NULL;
	ok = commit_find(commits, n, base, &ring->side[0].commit, why);
	for (size_t i = 0; i < n && ok; i++) {
		if (!view_eq(commits[i], ring->side[0].commit))
			commits[rest++] = commits[i];
	}
	/* The other side of the findings, whichever of them was asked for as the base. */
	if (pair && ok && (!commit || !*commit))
		commit =
		    view_eq(pair->commit, ring->side[0].commit) ? pair->base.p : pair->commit.p;
	ring->n_sides = rest ? 2 : 1;
	ring->others = rest ? rest - 1 : 0;
	if (ok && rest)
		ok = commit_find(commits, rest, commit, &ring->side[1].commit, why);
	free(commits);
	return ok;
}

/* Whether all that is made of these counts is a number: the largest sums are those of the looks and
 * of the squares. */
static bool
check_sums(const struct input_counts *counts, const char *metric, struct view commit,
	   struct where *why)
{
	double looks = 0, squares = 0;

	for (size_t k = 0; k < counts->n; k++) {
		looks += counts->count[k];
		squares += (double)k * (double)k * counts->count[k];
	}
	return (isfinite(looks) && isfinite(squares)) ||
	       where_set(why, NULL, 0,
			 "the counts of %s of '%.*s' are too large: their sum is no number", metric,
			 VIEW_ARGS(commit));
}

bool
ring_init(struct ring *ring, const struct input *input, const char *base, const char *commit,
	  const char *test, struct where *why)
{
	double depth;

	memset(ring, 0, sizeof(*ring));
	if (input->n_rings == 0)
		return where_set(
		    why, NULL, 0,
		    "no ring records of a complete run in the input: 'collect run' with "
		    "libaio or io_uring makes them, 'analyze compare --keep' passes them "
		    "on");
	if (!choose_sides(ring, input, base, commit, why) || !choose_test(ring, input, test, why))
		return false;
	if (ring->n_sides == 2 && !input_ring(input, ring->side[1].commit, ring->test))
		ring->n_sides = 1;
	ring->side[0].role = ring->n_sides == 2 ? "base" : "";
	ring->side[1].role = "new";
	if (num_parse(input_fact(input, ring->side[0].commit, ring->test, "job.iodepth"), &depth) &&
	    depth >= 1 && depth < INPUT_RING_MAX)
		ring->full = (size_t)depth;
	ring->top = ring->full ? ring->full : 1;
	for (size_t s = 0; s < ring->n_sides; s++) {
		struct ring_side *side = &ring->side[s];

		side->input = input_ring(input, side->commit, ring->test);
		if (!check_sums(&side->input->standing, "ring.standing", side->commit, why) ||
		    !check_sums(&side->input->reaped, "ring.reaped", side->commit, why))
			return false;
		if (side->input->standing.n > ring->top + 1)
			ring->top = side->input->standing.n - 1;
	}
	for (size_t s = 0; s < ring->n_sides; s++)
		measure_side(ring, &ring->side[s]);
	set_axis(ring);
	char *params = params_of(input, ring->side[0].commit, ring->test);
	ring->label = comparison_label(view_of(params));
	if (!ring->label)
		ring->label = mem_copy(ring->test.p, ring->test.n);
	free(params);
	return true;
}

void
ring_free(struct ring *ring)
{
	free(ring->side[0].share);
	free(ring->side[1].share);
	free(ring->label);
	memset(ring, 0, sizeof(*ring));
}
