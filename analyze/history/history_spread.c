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
	size_t commit;
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

/* The number of a thing that was seen. */
struct seen {
	const void *thing;
	size_t number;
};

/* Numbers things in order of appearance. */
static size_t
number_of(struct index *index, const void *thing)
{
	struct seen *seen = index_find(index, &thing, sizeof(thing));

	if (!seen) {
		seen = mem_alloc(1, sizeof(*seen));
		*seen = (struct seen){thing, index->first ? HASH_CNT(hh, index->first) : 0};
		index_add(index, &seen->thing, sizeof(seen->thing), seen);
	}
	return seen->number;
}

/* Whether the run has a value that can be compared. */
static bool
is_usable(const struct store *store, const struct run *run, const struct metric *metric,
	  double value, bool geometric)
{
	return !isnan(value) && (!geometric || value > 0) &&
	       !(overload_touches(metric) && overload_text(store, run));
}

static size_t
entries_of(const struct history_pick *pick, const struct metric *metric, size_t i, bool geometric,
	   struct entry *out)
{
	struct index batches = {NULL}, sessions = {NULL};
	size_t n = 0;

	for (size_t r = 0; r < list_n(&pick->runs); r++) {
		const struct history_run *at =
		    (const struct history_run *)list_data(&pick->runs) + r;
		const struct run *run = at->run;
		double value = run->derived[i]->value;
		if (!is_usable(pick->store, run, metric, value, geometric))
			continue;
		out[n++] = (struct entry){number_of(&batches, at->batch),
					  number_of(&sessions, occasion_session(pick->store, run)),
					  geometric ? log(value) : value, at->commit};
	}
	index_free(&batches, free);
	index_free(&sessions, free);
	qsort(out, n, sizeof(*out), entry_order);
	return n;
}

/* A batch: runs of one commit. */
struct batch {
	size_t commit;
	struct anova_group all; /* its values */
	size_t first, groups;   /* of its sessions */
	struct anova anova;
};

/* All batches of one metric, whatever is compared. */
struct pools {
	struct pools_key {
		size_t metric, geometric;
	} key;
	double *x;
	struct anova_group *group; /* the values of a batch's session */
	struct batch *batch;
	size_t n;
};

/* Appends the batch whose values begin at entry[at]; *groups are those so far. Returns where the
 * next one begins. */
static size_t
append_batch(struct pools *pools, const struct entry *entry, size_t n, size_t at, size_t *groups)
{
	struct batch *batch = &pools->batch[pools->n++];

	*batch = (struct batch){entry[at].commit, {pools->x + at, 0}, *groups, 0, {.f = NAN}};
	for (size_t i = at; i < n && entry[i].batch == entry[at].batch; i++) {
		pools->x[i] = entry[i].x;
		if (i == at || entry[i].session != entry[i - 1].session)
			pools->group[(*groups)++] = (struct anova_group){pools->x + i, 0};
		pools->group[*groups - 1].n++;
		batch->all.n++;
	}
	batch->groups = *groups - batch->first;
	batch->anova = anova_one_way(pools->group + batch->first, batch->groups);
	return at + batch->all.n;
}

static const struct pools *
pools_of(struct history_pick *pick, const struct metric *metric, size_t i, bool geometric)
{
	struct pools_key key = {i, geometric};
	struct pools *pools = index_find(&pick->pools, &key, sizeof(key));
	size_t most = list_n(&pick->runs), groups = 0;

	if (pools)
		return pools;
	struct entry *entry = mem_alloc(most + 1, sizeof(*entry));
	size_t n = entries_of(pick, metric, i, geometric, entry);
	pools = mem_alloc(1, sizeof(*pools));
	*pools = (struct pools){.key = key,
				.x = mem_alloc(n + 1, sizeof(*pools->x)),
				.group = mem_alloc(n + 1, sizeof(*pools->group)),
				.batch = mem_alloc(n + 1, sizeof(*pools->batch))};
	for (size_t at = 0; at < n;)
		at = append_batch(pools, entry, n, at, &groups);
	free(entry);
	index_add(&pick->pools, &pools->key, sizeof(pools->key), pools);
	return pools;
}

static void
pools_free(void *value)
{
	struct pools *pools = value;

	free(pools->x);
	free(pools->group);
	free(pools->batch);
	free(pools);
}

void
history_pools_free(struct history_pick *pick)
{
	index_free(&pick->pools, pools_free);
}

/* Sums over batches of what their analyses of variance say. */
struct pool {
	double within, within_df, between, between_df, size;
	struct kurtosis tails, batch_tails; /* around the means of sessions, and of batches */
};

static void
add_batch(const struct pools *pools, const struct batch *batch, struct pool *pool)
{
	const struct anova *a = &batch->anova;

	for (size_t g = batch->first; g < batch->first + batch->groups; g++)
		kurtosis_add(&pool->tails, pools->group[g].x, pools->group[g].n);
	kurtosis_add(&pool->batch_tails, batch->all.x, batch->all.n);
	if (a->df_within > 0 && isfinite(a->within)) {
		pool->within += a->within * a->df_within;
		pool->within_df += a->df_within;
	}
	if (a->df_between > 0 && isfinite(a->between)) {
		pool->between += a->between * a->df_between;
		pool->size += a->size * a->df_between;
		pool->between_df += a->df_between;
	}
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
	struct pool pool = {.within = 0};

	if (history->runs == 0)
		return out;
	const struct pools *pools = pools_of(history->pick, metric, i, geometric);
	for (size_t b = 0; b < pools->n; b++) {
		if (!history->left_out[pools->batch[b].commit])
			add_batch(pools, &pools->batch[b], &pool);
	}
	if (pool.within_df > 0) {
		out.variance = pool.within / pool.within_df;
		out.df = pool.within_df;
		out.excess = kurtosis_excess(&pool.tails);
	}
	fill_total(&out, &pool);
	fill_sessions(&out, &pool);
	return out;
}
