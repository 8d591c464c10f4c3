/* Step-down (Holm) and step-up (Benjamini-Hochberg) adjustment. */
#include "analyze/statistics/adjust.h"

#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"

struct ranked {
	double p;
	size_t at; /* where it stood */
};

static int
by_p(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	return (x->p > y->p) - (x->p < y->p);
}

/* p in ascending order; the caller frees it. */
static struct ranked *
ranked_of(const double *p, size_t n)
{
	struct ranked *ranked = mem_alloc(n, sizeof(*ranked));

	for (size_t i = 0; i < n; i++)
		ranked[i] = (struct ranked){p[i], i};
	qsort(ranked, n, sizeof(*ranked), by_p);
	return ranked;
}

void
adjust_holm(const double *p, size_t n, double *out)
{
	struct ranked *ranked = ranked_of(p, n);
	double most = 0;

	for (size_t i = 0; i < n; i++) {
		most = fmax(most, fmin(1, ranked[i].p * (double)(n - i)));
		out[ranked[i].at] = most;
	}
	free(ranked);
}

void
adjust_bh(const double *p, size_t n, double *out)
{
	struct ranked *ranked = ranked_of(p, n);
	double least = 1;

	for (size_t i = n; i-- > 0;) {
		least = fmin(least, ranked[i].p * (double)n / (double)(i + 1));
		out[ranked[i].at] = least;
	}
	free(ranked);
}
