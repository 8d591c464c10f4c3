/* Two passes over the cells of a comparison. */
#include "analyze/compare/contrast.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/compare/cell.h"
#include "analyze/sample/occasion.h"

void
contrast_free(struct contrast *contrast)
{
	for (int s = 0; s < 2; s++) {
		side_free(&contrast->side[s]);
		free((void *)(size_t)contrast->at[s].x);
		free((void *)(size_t)contrast->at[s].session);
		free((void *)(size_t)contrast->at[s].block);
		contrast->at[s] = (struct grade_side){.n = 0};
	}
}

static void
contrast_done(void *element)
{
	contrast_free(element);
}

const UT_icd contrast_icd = {sizeof(struct contrast), NULL, NULL, contrast_done};

/* The numbers of those runs that have a value; NULL where they are not known. */
static int *
pick(const int *of_runs, const struct side *side)
{
	if (!of_runs)
		return NULL;
	int *out = mem_alloc(side->n + 1, sizeof(*out));
	for (size_t i = 0; i < side->n; i++)
		out[i] = of_runs[side->run[i]];
	return out;
}

struct contrast
contrast_new(const struct group *base, const struct group *group, size_t i,
	     const struct occasions *occasions)
{
	struct contrast contrast = {.i = i, .group = {base, group}, .key = {group, i}};

	for (int s = 0; s < 2; s++)
		contrast.side[s] = side_of(contrast.group[s], i);
	contrast.geometric = cell_geometric(&contrast.side[0], &contrast.side[1]);
	for (int s = 0; s < 2; s++) {
		struct grade_side *at = &contrast.at[s];
		at->n = contrast.side[s].n;
		at->x = side_scaled(&contrast.side[s], contrast.geometric, &at->floor);
		at->session = pick(occasions->session[s], &contrast.side[s]);
		at->block = pick(occasions->block[s], &contrast.side[s]);
	}
	return contrast;
}

/* Whether the runs of both vary for the same reasons and by about as much: all rates, all means,
 * the same percentiles; of other metrics only the same. */
static bool
is_like(const struct contrast *a, const struct contrast *b)
{
	if (a->metric->source != b->metric->source || a->geometric != b->geometric)
		return false;
	switch (a->metric->source) {
	case METRIC_RATE:
	case METRIC_MEAN:
	case METRIC_CPU_PER_IO:
		return true;
	case METRIC_PERCENTILE:
		return a->metric->quantile == b->metric->quantile;
	case METRIC_COUNT:
	case METRIC_ASKED:
	case METRIC_SCALAR:
		break;
	}
	return a->i == b->i;
}

/* Whether it is the same observation as another cell of its test, as bw is beside iops: such a
 * cell adds nothing to what is known of variances. */
static bool
is_repeated(const struct contrast *contrasts, size_t n, size_t k)
{
	int other = contrasts[k].metric->instead;

	for (size_t i = k; i-- > 0 && contrasts[i].test == contrasts[k].test;) {
		if (other == (int)contrasts[i].i)
			return true;
	}
	for (size_t i = k + 1; i < n && contrasts[i].test == contrasts[k].test; i++) {
		if (other == (int)contrasts[i].i)
			return true;
	}
	return false;
}

/* The prior of the cells like number first, of which none comes before it. Only logarithms are
 * alike: other differences have their own units. */
static struct prior
prior_of(const struct contrast *contrasts, size_t n, size_t first)
{
	double *variance = mem_alloc(n, sizeof(*variance)), *df = mem_alloc(n, sizeof(*df));
	size_t cells = 0;

	for (size_t k = first; k < n && contrasts[first].geometric; k++) {
		if (!is_like(&contrasts[first], &contrasts[k]) || is_repeated(contrasts, n, k))
			continue;
		grade_pooled(&contrasts[k].at[0], &contrasts[k].at[1], &variance[cells],
			     &df[cells]);
		cells++;
	}
	struct prior prior = moderate_fit(variance, df, cells);
	free(variance);
	free(df);
	return prior;
}

/* A kind of cells with its prior. */
struct kind {
	size_t first;
	struct prior prior;
};

static const UT_icd kind_icd = {sizeof(struct kind), NULL, NULL, NULL};

static const struct prior *
find_prior(UT_array *kinds, const struct contrast *contrasts, size_t n, size_t k)
{
	for (size_t i = 0; i < list_n(kinds); i++) {
		const struct kind *kind = (const struct kind *)list_data(kinds) + i;
		if (is_like(&contrasts[kind->first], &contrasts[k]))
			return &kind->prior;
	}
	struct kind kind = {k, prior_of(contrasts, n, k)};
	list_push(kinds, &kind);
	return &((const struct kind *)list_data(kinds))[list_n(kinds) - 1].prior;
}

/* Tests each cell, with blocks or without. */
static void
test_all(struct contrast *contrasts, size_t n, UT_array *kinds, bool blocks)
{
	for (size_t k = 0; k < n; k++) {
		struct contrast *contrast = &contrasts[k];
		const struct prior *prior = find_prior(kinds, contrasts, n, k);
		contrast->blocked = blocks;
		contrast->result = grade_test(&contrast->at[0], &contrast->at[1], prior,
					      &contrast->history, blocks);
	}
}

static bool
blocks_help(const struct contrast *contrasts, size_t n)
{
	struct grade_cell *cells = mem_alloc(n + 1, sizeof(*cells));

	for (size_t k = 0; k < n; k++)
		cells[k] =
		    (struct grade_cell){contrasts[k].at[0], contrasts[k].at[1], contrasts[k].test,
					contrasts[k].result.difference.df};
	bool help = grade_blocks_help(cells, n);
	free(cells);
	return help;
}

void
contrast_decide(struct contrast *contrasts, size_t n)
{
	UT_array kinds;

	list_init(&kinds, &kind_icd);
	test_all(contrasts, n, &kinds, false);
	if (blocks_help(contrasts, n))
		test_all(contrasts, n, &kinds, true);
	list_done(&kinds);
}

struct index
contrast_index(UT_array *contrasts)
{
	struct contrast *at = list_data(contrasts);
	struct index index = {NULL};

	for (size_t k = 0; k < list_n(contrasts); k++)
		index_add(&index, &at[k].key, sizeof(at[k].key), &at[k]);
	return index;
}

/* The contrasts are the list's. */
static void
leave(void *value)
{
	(void)value;
}

void
contrast_index_free(struct index *index)
{
	index_free(index, leave);
}

const struct contrast *
contrast_find(const struct index *index, const struct group *group, size_t i)
{
	struct contrast_key key = {group, i};

	return group ? index_find(index, &key, sizeof(key)) : NULL;
}
