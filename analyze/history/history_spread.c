/* Pooling the variances of earlier runs. */
#include <math.h>
#include <stdlib.h>

#include "analyze/history/history.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/occasion.h"
#include "analyze/sample/overload.h"
#include "analyze/statistics/anova.h"
#include "analyze/statistics/kurtosis.h"

/* One value on its way into the pools. */
struct entry {
	/* Numbers in order of appearance, so that sums are the same always. */
	size_t batch, session;
	double x;
};

static int
entry_order(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->batch != y->batch)
		return x->batch < y->batch ? -1 : 1;
	if (x->session != y->session)
		return x->session < y->session ? -1 : 1;
	return (x->x > y->x) - (x->x < y->x);
}

/* The pointer's place in the list, to which it is added where it is new. */
static size_t
number_of(UT_array *list, const void *pointer)
{
	size_t i = 0;

	list_push_once(list, pointer);
	while (list_pointer(list, i) != pointer)
		i++;
	return i;
}

/* Whether the run has a value that can be compared. */
static bool
is_usable(const struct history *history, const struct run *run, const struct metric *metric,
	  double value, bool geometric)
{
	return !isnan(value) && (!geometric || value > 0) &&
	       !(overload_touches(metric) && overload_text(history->store, run));
}

static size_t
entries_of(const struct history *history, const struct metric *metric, size_t i, bool geometric,
	   struct entry *out)
{
	UT_array batches, sessions;
	size_t n = 0;

	list_init(&batches, &ut_ptr_icd);
	list_init(&sessions, &ut_ptr_icd);
	for (size_t r = 0; r < list_n(&history->runs); r++) {
		const struct history_run *at =
		    (const struct history_run *)list_data(&history->runs) + r;
		const struct run *run = at->run;
		double value = run->derived[i]->value;
		if (!is_usable(history, run, metric, value, geometric))
			continue;
		out[n++] =
		    (struct entry){number_of(&batches, at->batch),
				   number_of(&sessions, occasion_session(history->store, run)),
				   geometric ? log(value) : value};
	}
	list_done(&batches);
	list_done(&sessions);
	qsort(out, n, sizeof(*out), entry_order);
	return n;
}

/* Sums over batches of what their analyses of variance say. */
struct pool {
	double within, within_df, between, between_df, size;
	struct kurtosis tails, batch_tails; /* around the means of sessions, and of batches */
};

/* Adds the batch whose values begin at entry[0], and returns how many they are. x and group hold
 * one element each value. */
static size_t
add_batch(const struct entry *entry, size_t n, double *x, struct anova_group *group,
	  struct pool *pool)
{
	size_t i = 0, groups = 0;

	for (; i < n && entry[i].batch == entry[0].batch; i++) {
		x[i] = entry[i].x;
		if (i == 0 || entry[i].session != entry[i - 1].session)
			group[groups++] = (struct anova_group){x + i, 0};
		group[groups - 1].n++;
	}
	for (size_t g = 0; g < groups; g++)
		kurtosis_add(&pool->tails, group[g].x, group[g].n);
	kurtosis_add(&pool->batch_tails, x, i);
	struct anova a = anova_one_way(group, groups);
	if (a.df_within > 0 && isfinite(a.within)) {
		pool->within += a.within * a.df_within;
		pool->within_df += a.df_within;
	}
	if (a.df_between > 0 && isfinite(a.between)) {
		pool->between += a.between * a.df_between;
		pool->size += a.size * a.df_between;
		pool->between_df += a.df_between;
	}
	return i;
}

/* The component between sessions, (between - within) / size, and its df by Satterthwaite; a
 * component of 0 is known as well as its mean square. */
static void
fill_sessions(struct grade_history *out, const struct pool *pool)
{
	if (pool->between_df < HISTORY_SESSION_DF_MIN || !(out->df > 0) || out->total)
		return;
	double between = pool->between / pool->between_df, size = pool->size / pool->between_df;
	double more = between - out->variance;

	out->session_df = pool->between_df;
	if (!(more > 0))
		return;
	double share_between = between / more, share_within = out->variance / more;
	out->session_variance = more / size;
	out->session_df = 1 / (share_between * share_between / pool->between_df +
			       share_within * share_within / out->df);
}

/* Of runs with a session each, as nightlies have them, only the sum of both parts is known. */
static void
fill_total(struct grade_history *out, const struct pool *pool)
{
	if (pool->within_df > 0 || !(pool->between_df > 0))
		return;
	out->variance = pool->between / pool->between_df;
	out->df = pool->between_df;
	out->excess = kurtosis_excess(&pool->batch_tails);
	out->total = true;
}

struct grade_history
history_spread(const struct history *history, const struct metric *metric, size_t i, bool geometric)
{
	struct grade_history out = {.variance = 0};
	size_t most = list_n(&history->runs);
	struct pool pool = {.within = 0};

	if (most == 0)
		return out;
	struct entry *entry = mem_alloc(most, sizeof(*entry));
	double *x = mem_alloc(most, sizeof(*x));
	struct anova_group *group = mem_alloc(most, sizeof(*group));
	size_t n = entries_of(history, metric, i, geometric, entry);

	for (size_t at = 0; at < n;)
		at += add_batch(entry + at, n - at, x, group, &pool);
	if (pool.within_df > 0) {
		out.variance = pool.within / pool.within_df;
		out.df = pool.within_df;
		out.excess = kurtosis_excess(&pool.tails);
	}
	fill_total(&out, &pool);
	fill_sessions(&out, &pool);
	free(entry);
	free(x);
	free(group);
	return out;
}
