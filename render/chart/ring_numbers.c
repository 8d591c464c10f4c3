/* The ring as a table. */
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/ring.h"

enum { COUNTS_MOST = 128 }; /* rows of counts; longer rings have several counts in a row */

/* A quantity of each side; NaN = that side has none. */
struct quantity {
	const char *name;
	double value[2];
	bool share; /* 0 .. 1, else a number */
	bool told;
};

static void
add_quantity(const struct ring *ring, struct numbers *out, const struct quantity *q)
{
	const struct unit_scale one = {.divisor = 1};
	size_t row;

	if (isnan(q->value[0]) && (ring->n_sides == 1 || isnan(q->value[1])))
		return;
	row = numbers_row(out);
	numbers_set(out, row, 0, mem_dup(q->name), NAN);
	for (size_t s = 0; s < ring->n_sides; s++) {
		char text[RING_TEXT];

		if (isnan(q->value[s]))
			continue;
		numbers_set(out, row, 1 + s,
			    mem_dup(q->share ? ring_percent(q->value[s], text)
					     : unit_number(q->value[s], one, text)),
			    q->value[s]);
	}
}

static void
add_quantiles(const struct ring *ring, struct numbers *out)
{
	static const struct {
		const char *name;
		double part;
	} rows[] = {{"found, p1", 0.01},    {"found, p10", 0.1},    {"found, p25", 0.25},
		    {"found, median", 0.5}, {"found, p75", 0.75},   {"found, p90", 0.9},
		    {"found, p99", 0.99},   {"found, p99.9", 0.999}};

	for (size_t i = 0; i < countof(rows); i++) {
		size_t row = numbers_row(out);

		numbers_set(out, row, 0, mem_dup(rows[i].name), NAN);
		for (size_t s = 0; s < ring->n_sides; s++) {
			size_t k = ring_quantile(ring, s, rows[i].part);

			numbers_set(out, row, 1 + s, mem_format("%zu", k), (double)k);
		}
	}
}

/* Reaps that found from .. to completions, and that many or fewer. */
static void
add_counts(const struct ring *ring, struct numbers *out, size_t from, size_t to, double sum[2])
{
	double share[2] = {0, 0};
	char text[RING_TEXT];

	assert(ring->n_sides >= 1 && ring->n_sides <= countof(share));
	for (size_t s = 0; s < ring->n_sides; s++) {
		for (size_t k = from; k <= to; k++)
			share[s] += ring->side[s].share[k];
		sum[s] = ring_share_sum(sum[s], share[s]);
	}
	if (share[0] + share[1] <= 0)
		return;
	size_t row = numbers_row(out);
	numbers_set(out, row, 0,
		    from == to ? mem_format("found %zu", from)
			       : mem_format("found %zu to %zu", from, to),
		    NAN);
	for (size_t s = 0; s < ring->n_sides; s++) {
		numbers_set(out, row, 1 + s, mem_dup(ring_percent(share[s], text)), share[s]);
		numbers_set(out, row, 1 + ring->n_sides + s, mem_dup(ring_percent(sum[s], text)),
			    sum[s]);
	}
}

static void
add_heads(const struct ring *ring, struct numbers *out)
{
	numbers_column(out, mem_dup("reaps"), true);
	for (size_t s = 0; s < ring->n_sides; s++)
		numbers_column(out, mem_dup(*ring->side[s].role ? ring->side[s].role : "value"),
			       false);
	for (size_t s = 0; s < ring->n_sides; s++)
		numbers_column(
		    out,
		    mem_format("%s%sor fewer", ring->side[s].role, *ring->side[s].role ? ", " : ""),
		    false);
}

void
ring_numbers(const struct ring *ring, struct numbers *out)
{
	const struct ring_side *a = &ring->side[0], *b = &ring->side[1];
	bool full = ring->full > 1, empty = a->empty + b->empty > 0;
	const struct quantity quantities[] = {
	    {"reaps that found any", {a->reaps, b->reaps}, false, true},
	    {"looks that found none", {ring_empty(a), ring_empty(b)}, true, empty},
	    {"found, mean", {a->mean, b->mean}, false, true},
	    {"found all in flight", {a->full, b->full}, true, full},
	    {"taken at once, mean", {a->taken, b->taken}, false, true},
	    {"a request's reap found, mean", {a->request_mean, b->request_mean}, false, true},
	    {"requests in reaps that found all", {a->request_full, b->request_full}, true, full},
	};
	size_t step = (ring->top + COUNTS_MOST - 1) / COUNTS_MOST;
	double sum[2] = {0, 0};

	numbers_init(out, mem_format("Completed requests in the ring at a reap: %s", ring->label));
	add_heads(ring, out);
	for (size_t i = 0; i < countof(quantities); i++) {
		if (quantities[i].told)
			add_quantity(ring, out, &quantities[i]);
	}
	add_quantiles(ring, out);
	for (size_t from = 1; from <= ring->top; from += step) {
		size_t to = from + step - 1;

		add_counts(ring, out, from, to < ring->top ? to : ring->top, sum);
	}
}
