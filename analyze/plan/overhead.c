/* Runs in the order of time, and the gaps between them. */
#include "analyze/plan/overhead.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/sample/store.h"
#include "analyze/sample/when.h"

/* All tests that began together. */
struct begun {
	const struct name *session; /* NULL = not known */
	double start, seconds;      /* since 1970; of all measured parts */
	double tests;
};

static const UT_icd begun_icd = {sizeof(struct begun), NULL, NULL, NULL};

static int
session_order(const struct begun *x, const struct begun *y)
{
	return ((uintptr_t)x->session > (uintptr_t)y->session) -
	       ((uintptr_t)x->session < (uintptr_t)y->session);
}

static int
begun_order(const void *a, const void *b)
{
	const struct begun *x = a, *y = b;
	int order = session_order(x, y);

	return order ? order : (x->start > y->start) - (x->start < y->start);
}

static int
gap_order(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

static void
list_begun(const struct store *store, UT_array *list)
{
	list_init(list, &begun_icd);
	for (const struct index_entry *e = store->runs.first; e; e = index_next(e)) {
		const struct run *run = e->value;
		if (!run->measured)
			continue;
		struct begun begun = {when_fact(store, run, "meta.session"),
				      when_started(store, run), store_scalar(store, run, "runtime"),
				      1};
		if (!isnan(begun.start))
			list_push(list, &begun);
	}
}

/* Puts together what began together; at is sorted. Returns how many are left. */
static size_t
merge(struct begun *at, size_t n)
{
	size_t kept = 0;

	for (size_t i = 1; i < n; i++) {
		if (begun_order(&at[kept], &at[i]) == 0) {
			at[kept].seconds += at[i].seconds;
			at[kept].tests++;
		} else {
			at[++kept] = at[i];
		}
	}
	return n ? kept + 1 : 0;
}

double
overhead_seconds(const struct store *store)
{
	UT_array list;
	size_t n, gaps = 0;

	list_begun(store, &list);
	struct begun *at = list_data(&list);
	n = list_n(&list);
	if (n)
		qsort(at, n, sizeof(*at), begun_order);
	n = merge(at, n);
	double *gap = mem_alloc(n + 1, sizeof(*gap));
	for (size_t i = 0; i + 1 < n; i++) {
		double left = (at[i + 1].start - at[i].start - at[i].seconds) / at[i].tests;
		/* A runtime that is not known makes it NaN, runs side by side make it negative. */
		if (session_order(&at[i], &at[i + 1]) == 0 && left >= 0)
			gap[gaps++] = left;
	}
	qsort(gap, gaps, sizeof(*gap), gap_order);
	double median = gaps ? gap[gaps / 2] : NAN;
	free(gap);
	list_done(&list);
	return median;
}
