/* The ratio of two sides' within-run coefficients of variation. */
#include "analyze/compare/steadiness.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/compare/row.h"
#include "analyze/sample/derive.h"
#include "analyze/statistics/jitter.h"
#include "analyze/statistics/welch.h"

/* The moments of the runs' log CVs. The floor is what sampling a CV from so few intervals adds. */
static struct welch_side
log_cvs_of(const struct group *group, size_t i, bool *sampled)
{
	struct welch_side side = {.floor = 0};
	double *log_cv = mem_alloc(group_runs(group), sizeof(*log_cv));
	size_t n = 0;

	for (size_t r = 0; r < group_runs(group); r++) {
		const struct derived *derived = &group_run(group, r)->derived[i];
		*sampled = *sampled || derived->sampled;
		if (isnan(derived->log_cv))
			continue;
		log_cv[n++] = derived->log_cv;
		side.floor += jitter_log_variance((size_t)derived->samples.n);
	}
	side.observed = moments_of(log_cv, n);
	side.floor = n ? side.floor / (double)n : 0;
	free(log_cv);
	return side;
}

void
steadiness_fill(struct row *row, const struct group *base, const struct group *group, size_t i)
{
	struct finding_compare *f = &row->finding;
	bool sampled = false;
	struct welch_side a = log_cvs_of(base, i, &sampled), b = log_cvs_of(group, i, &sampled);
	struct difference w = welch_test(a, b, difference_confidence);

	if (!sampled)
		return;
	f->jitter_base = exp(a.observed.mean);
	f->jitter = exp(b.observed.mean);
	f->jitter_ratio = exp(w.difference);
	f->jitter_verdict = JITTER_UNKNOWN;
	if (a.observed.n < STEADINESS_RUNS_MIN || b.observed.n < STEADINESS_RUNS_MIN)
		return;
	f->jitter_low = exp(w.low);
	f->jitter_high = exp(w.high);
	f->jitter_p = w.p;
	f->jitter_verdict = JITTER_UNDECIDED;
}
