/* From runs' buckets to quantiles with a common band, merged quantiles and a test of shape. */
#include "analyze/compare/distribution.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/compare/verdict.h"
#include "analyze/sample/buckets.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/side.h"
#include "analyze/statistics/adjust.h"
#include "analyze/statistics/merged.h"
#include "analyze/statistics/shape.h"
#include "analyze/statistics/welch.h"
#include "collect/base/mem.h"
#include "collect/base/unit.h"

static const double quantiles[DISTRIBUTION_QUANTILES] = {0.1, 0.2, 0.3,  0.4,  0.5,   0.6,   0.7,
							 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999};
enum { MEDIAN = 4 }; /* its index */

/* A bucket is 1.6 % wide at most: that much a quantile may seem to move against the median when the
 * whole distribution moves. */
static const double shape_moved_min = 0.02;

enum { BASE, NEW, SIDES };

/* The runs of both sides one behind another: base first. */
struct histograms {
	const struct quantile_buckets *run;
	size_t n[SIDES];
	struct quantile_buckets merged[SIDES];
	bool aligned[SIDES]; /* there is a sum */
};

static const struct quantile_buckets *
runs_of(const struct histograms *h, int side)
{
	return side == BASE ? h->run : h->run + h->n[BASE];
}

/* Appends the histograms of the group's runs that have values. Returns how many. */
static size_t
load(const struct store *store, const struct group *group, const char *metric,
     struct quantile_buckets *out)
{
	size_t n = 0;

	for (size_t r = 0; r < group_runs(group); r++) {
		out[n] = buckets_of(store, group_run(group, r), metric);
		if (shape_exists(&out[n]))
			n++;
		else
			quantile_free(&out[n]);
	}
	return n;
}

/* The q-quantiles of a side's runs. */
static struct side
side_at(const struct histograms *h, int which, double q)
{
	const struct quantile_buckets *run = runs_of(h, which);
	struct side side = {.n = h->n[which], .positive = true};

	side.value = mem_alloc(side.n, sizeof(*side.value));
	side.floor = mem_alloc(side.n, sizeof(*side.floor));
	for (size_t r = 0; r < side.n; r++) {
		double value = quantile_at(&run[r], q);
		side.value[r] = value;
		side.thin += buckets_thin(&run[r], q);
		side.positive = side.positive && value > 0;
		if (value > 0)
			side.floor[r] = value * value * buckets_log_variance(&run[r], q, value);
	}
	return side;
}

static struct merged_quantile
merged_at(const struct histograms *h, int which, double q)
{
	const struct quantile_buckets *merged = &h->merged[which];
	double value = quantile_at(merged, q), n = (double)h->n[which];

	if (!h->aligned[which])
		return (struct merged_quantile){NAN, NAN, NAN};
	/* Runs whose quantiles all lie in one bucket may seem to agree better than they can. */
	double floor = buckets_width_variance(value) / n + quantile_variance(merged, q);
	return merged_quantile(merged, runs_of(h, which), h->n[which], q, floor,
			       difference_confidence);
}

/* Adds a remark to the row's note. */
#define ADD_NOTE(note, ...)                                                                        \
	do {                                                                                       \
		mem_append(note, "%s", **(note) ? "; " : "");                                      \
		mem_append(note, __VA_ARGS__);                                                     \
	} while (0)

/* Fills what row i says of its quantile. Returns the logarithm of the ratio; NaN where a side has
 * values of 0 or there is a thin tail. */
static double
fill_quantile(struct distribution *d, const struct histograms *h, size_t i)
{
	/* So that all intervals together hold with that confidence (Sidak 1967). */
	double confidence = pow(difference_confidence, 1.0 / DISTRIBUTION_QUANTILES);
	struct finding_shift *f = &d->row[i];
	struct side base = side_at(h, BASE, quantiles[i]), side = side_at(h, NEW, quantiles[i]);
	bool geometric = base.positive && side.positive;
	struct difference w =
	    welch_test(side_moments(&base, true), side_moments(&side, true), confidence);
	size_t thin = base.thin + side.thin;

	f->quantile = quantiles[i];
	f->base_runs = (double)base.n;
	f->runs = (double)side.n;
	f->base_value = side_value(&base, geometric);
	f->value = side_value(&side, geometric);
	f->change = geometric ? expm1(w.difference) : NAN;
	f->low = geometric ? expm1(w.low) : NAN;
	f->high = geometric ? expm1(w.high) : NAN;
	if (thin)
		mem_append(&d->note[i], "%s in %zu of %zu runs", derive_thin_tail, thin,
			   base.n + side.n);
	side_free(&base);
	side_free(&side);
	return geometric && !thin ? w.difference : NAN;
}

static void
fill_merged(struct finding_shift *f, const struct histograms *h, double q)
{
	struct merged_quantile base = merged_at(h, BASE, q), side = merged_at(h, NEW, q);

	f->merged_base = base.value;
	f->merged_base_low = base.low;
	f->merged_base_high = base.high;
	f->merged = side.value;
	f->merged_low = side.low;
	f->merged_high = side.high;
}

static struct split_test
split_of(const struct histograms *h)
{
	size_t n = h->n[BASE] + h->n[NEW];
	double x[SHAPE_POINTS], *curve = mem_alloc(n * SHAPE_POINTS, sizeof(*curve));

	shape_curves(h->run, n, x, curve);
	struct split_test split = split_test(x, SHAPE_POINTS, curve, h->n[BASE], h->n[NEW]);
	free(curve);
	return split;
}

void
distribution_compare(const struct quantile_buckets *run, size_t n_base, size_t n,
		     const struct finding_shift *names, struct distribution *out)
{
	struct histograms h = {.run = run, .n = {n_base, n}};
	double change[DISTRIBUTION_QUANTILES];

	for (int side = BASE; side < SIDES; side++)
		h.aligned[side] = merged_of(runs_of(&h, side), h.n[side], &h.merged[side]);
	for (size_t i = 0; i < DISTRIBUTION_QUANTILES; i++) {
		out->row[i] = *names;
		out->note[i] = mem_dup("");
		change[i] = fill_quantile(out, &h, i);
		fill_merged(&out->row[i], &h, quantiles[i]);
	}
	out->moved = out->moved_at = NAN;
	for (size_t i = 0; i < DISTRIBUTION_QUANTILES; i++) {
		double moved = change[i] - change[MEDIAN];
		if (isnan(moved) || fabs(moved) <= fabs(out->moved))
			continue;
		out->moved = moved;
		out->moved_at = quantiles[i];
	}
	out->split = split_of(&h);
	if (!h.aligned[BASE] || !h.aligned[NEW])
		ADD_NOTE(&out->note[0], "buckets of the runs do not align: not merged");
	for (int side = BASE; side < SIDES; side++)
		quantile_free(&h.merged[side]);
}

bool
distribution_of(const struct store *store, const struct group *base, const struct group *group,
		const char *metric, const struct finding_shift *names, struct distribution *out)
{
	struct quantile_buckets *run =
	    mem_alloc(group_runs(base) + group_runs(group), sizeof(*run));
	size_t n_base = load(store, base, metric, run);
	size_t n = load(store, group, metric, run + n_base);
	bool known = n_base && n;

	if (known)
		distribution_compare(run, n_base, n, names, out);
	for (size_t i = 0; i < n_base + n; i++)
		quantile_free(&run[i]);
	free(run);
	return known;
}

void
distribution_free(struct distribution *d)
{
	for (size_t i = 0; i < DISTRIBUTION_QUANTILES; i++)
		free(d->note[i]);
}

/* The word for one distribution, one of tests that can decide; a note says why it is no other. */
static const char *
shape_of(struct distribution *d, double p_holm, size_t tests)
{
	const struct split_test *split = &d->split;
	char **note = &d->note[0];

	if (p_holm <= verdict_alpha && fabs(expm1(d->moved)) >= shape_moved_min) {
		char moved[UNIT_TEXT];
		ADD_NOTE(note, "shape moved most at %g %%: %s against the median",
			 100 * d->moved_at, unit_percent(expm1(d->moved), moved));
		return "changed";
	}
	if (split->p_min > verdict_alpha) {
		ADD_NOTE(note, "too few runs to tell shapes apart");
		return "unknown";
	}
	if (split->p_min * (double)tests > verdict_alpha) {
		ADD_NOTE(note, "shape: p cannot be below %.2g: too much for %zu tests (Holm)",
			 split->p_min, tests);
		return "unknown";
	}
	if (p_holm <= verdict_alpha)
		ADD_NOTE(note, "shapes differ by less than %g %%", 100 * shape_moved_min);
	else if (split->p <= verdict_alpha)
		ADD_NOTE(note, "shape: p %.2g alone, %.2g over %zu tests (Holm)", split->p, p_holm,
			 tests);
	return "undecided";
}

static void
decide(struct distribution *d, double p_holm, size_t tests)
{
	struct view shape = view_of(shape_of(d, p_holm, tests));

	for (size_t i = 0; i < DISTRIBUTION_QUANTILES; i++) {
		d->row[i].shape = shape;
		/* Of too few runs every p is large: it would only be misread. */
		d->row[i].shape_p = d->split.p_min <= verdict_alpha ? d->split.p : NAN;
		d->row[i].note = view_of(d->note[i]);
	}
}

void
distribution_decide(struct distribution *const *d, size_t n)
{
	double *p = mem_alloc(n, sizeof(*p));
	size_t tests = 0, at = 0;

	for (size_t i = 0; i < n; i++) {
		if (d[i]->split.p_min <= verdict_alpha)
			p[tests++] = d[i]->split.p;
	}
	adjust_holm(p, tests, p);
	for (size_t i = 0; i < n; i++)
		decide(d[i], d[i]->split.p_min <= verdict_alpha ? p[at++] : NAN, tests);
	free(p);
}
