/* Nested analysis of variance with unequal numbers of runs (Searle, Casella, McCulloch: Variance
 * Components, 1992, section 3.6). */
#include "analyze/grade/session.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/grade/grade.h"
#include "analyze/statistics/moments.h"
#include "collect/base/mem.h"

enum { SIDES = 2 };

/* The runs of one session. */
struct tally {
	double n[SIDES], mean[SIDES];
};

/* Sums over one side. */
struct sums {
	double n, mean;
	double total;                 /* squares of its runs around its mean */
	double within, between;       /* split into those around and those of the sessions' means */
	double within_df, between_df; /* of both */
	double runs; /* n - sum n_s^2 / n, which is between_df times the runs a session */
	double sessions;
};

static size_t
session_count(const struct grade_side *const side[SIDES])
{
	size_t n = 0;

	for (int s = 0; s < SIDES; s++) {
		for (size_t i = 0; i < side[s]->n; i++) {
			size_t number = (size_t)side[s]->session[i] + 1;
			n = number > n ? number : n;
		}
	}
	return n;
}

/* Fills the side's column of the tallies by running means, which no sum overflows. */
static void
tally_side(struct tally *tally, const struct grade_side *side, int s)
{
	for (size_t i = 0; i < side->n; i++) {
		struct tally *t = &tally[side->session[i]];
		t->n[s]++;
		t->mean[s] += (side->x[i] - t->mean[s]) / t->n[s];
	}
}

static struct sums
sums_of(const struct grade_side *side, const struct tally *tally, size_t n_sessions, int s)
{
	struct moments m = moments_of(side->x, side->n);
	struct sums sums = {.n = m.n, .mean = m.mean};

	sums.total = m.n > 1 ? m.variance * (m.n - 1) : 0;
	for (size_t k = 0; k < n_sessions; k++) {
		double n = tally[k].n[s], distance = tally[k].mean[s] - m.mean;
		if (n == 0)
			continue;
		sums.sessions++;
		sums.between += n * distance * distance;
		sums.runs += n - n * n / m.n;
	}
	for (size_t i = 0; i < side->n && n_sessions; i++) {
		double distance = side->x[i] - tally[side->session[i]].mean[s];
		sums.within += distance * distance;
	}
	sums.within_df = sums.n - sums.sessions;
	sums.between_df = sums.sessions > 0 ? sums.sessions - 1 : 0;
	return sums;
}

static double
mean_square(double sum, double df)
{
	return df > 0 ? sum / df : NAN;
}

/* As if there were no sessions. */
static void
fill_totals(struct session_parts *out, const struct sums sums[SIDES])
{
	for (int s = 0; s < SIDES; s++) {
		out->within_df[s] = fmax(0, sums[s].n - 1);
		out->within[s] = mean_square(sums[s].total, out->within_df[s]);
	}
	out->pooled_df = out->within_df[0] + out->within_df[1];
	out->pooled = mean_square(sums[0].total + sums[1].total, out->pooled_df);
}

static void
fill_nested(struct session_parts *out, const struct sums sums[SIDES])
{
	out->pooled_df = sums[0].within_df + sums[1].within_df;
	out->pooled = mean_square(sums[0].within + sums[1].within, out->pooled_df);
	bool own = sums[0].within_df > 0 && sums[1].within_df > 0;
	for (int s = 0; s < SIDES; s++) {
		out->within_df[s] = own ? sums[s].within_df : out->pooled_df;
		out->within[s] = own ? mean_square(sums[s].within, sums[s].within_df) : out->pooled;
	}
}

/* The sides' shares of their runs in each session, and how many sessions there are in all. */
static double
weigh(const struct tally *tally, size_t n_sessions, const struct sums sums[SIDES], double *all)
{
	double weight = 0;

	*all = 0;
	for (size_t k = 0; k < n_sessions; k++) {
		double share = tally[k].n[0] / sums[0].n - tally[k].n[1] / sums[1].n;
		*all += tally[k].n[0] + tally[k].n[1] > 0;
		weight += share * share;
	}
	/* What rounding leaves of shares that are alike. */
	return weight > 1e-12 ? weight : 0;
}

static void
fill_sessions(struct session_parts *out, const struct tally *tally, size_t n_sessions,
	      const struct sums sums[SIDES])
{
	double all;

	for (int s = 0; s < SIDES; s++)
		out->sessions[s] = sums[s].sessions;
	out->weight = weigh(tally, n_sessions, sums, &all);
	out->one_each = sums[0].sessions == 1 && sums[1].sessions == 1 && all == 2;
	double df = sums[0].between_df + sums[1].between_df;
	if (sums[0].within_df + sums[1].within_df > 0) {
		fill_nested(out, sums);
		/* Sessions of both sides are not two pieces of evidence. */
		bool shared = all < sums[0].sessions + sums[1].sessions;
		out->between_df = shared ? fmin(df, all - 1) : df;
		out->between = mean_square(sums[0].between + sums[1].between, df);
		out->runs = df > 0 ? (sums[0].runs + sums[1].runs) / df : 1;
		return;
	}
	fill_totals(out, sums);
	out->within_is_total = df > 0;
}

struct session_parts
session_parts_of(const struct grade_side *a, const struct grade_side *b)
{
	const struct grade_side *const side[SIDES] = {a, b};
	struct session_parts out = {.sessions = {NAN, NAN}, .between = NAN, .runs = 1};
	bool known = a->n && b->n && a->session && b->session;
	size_t n = known ? session_count(side) : 0;
	struct tally *tally = mem_alloc(n + 1, sizeof(*tally));
	struct sums sums[SIDES];

	for (int s = 0; s < SIDES; s++) {
		if (known)
			tally_side(tally, side[s], s);
		sums[s] = sums_of(side[s], tally, n, s);
	}
	if (known)
		fill_sessions(&out, tally, n, sums);
	else
		fill_totals(&out, sums);
	free(tally);
	return out;
}

double
session_df_least(double own, double within_df, double factor, double between_df)
{
	const double least = 2, ratio = 2; /* by simulation: doc/statistics.md */
	double v = own + ratio * factor, within = own / v, between = ratio * factor / v;

	if (!(own < 0))
		return 0;
	double df = 1 / (within * within / within_df + between * between / between_df);
	return fmax(df, fmin(between_df, least));
}
