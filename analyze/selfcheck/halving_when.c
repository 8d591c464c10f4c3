/* Numbered once, and anew for each split. */
#include "analyze/selfcheck/halving_when.h"

#include <stdlib.h>

#include "analyze/sample/occasion.h"

/* Copies both halves' numbers behind each other; NULL where they are not known. */
static int *
joined(int *const of_halves[2], size_t first, size_t n, size_t *most)
{
	if (!of_halves[0] || !of_halves[1])
		return NULL;
	int *out = mem_alloc(n, sizeof(*out));
	for (size_t i = 0; i < n; i++) {
		out[i] = i < first ? of_halves[0][i] : of_halves[1][i - first];
		*most = (size_t)out[i] + 1 > *most ? (size_t)out[i] + 1 : *most;
	}
	return out;
}

/* The number of a session; those of one that names none are each its own. */
struct named {
	const struct name *session;
	int number;
};

/* Numbers the sessions of a test of which only some runs name theirs. */
static int *
number_mixed(const struct split *split, size_t t, bool *names)
{
	int *out = mem_alloc(split->n_runs, sizeof(*out)), next = 0;
	struct index index = {NULL};

	for (size_t i = 0; i < split->n_runs; i++) {
		const struct name *session = occasion_session(&split->store, split->run[t][i]);
		/* NOLINTNEXTLINE(bugprone-sizeof-expression): the pointer itself is the key */
		struct named *named = index_find(&index, &session, sizeof(session));
		names[i] = session != NULL;
		out[i] = named ? named->number : next++;
		if (session && !named) {
			named = mem_alloc(1, sizeof(*named));
			*named = (struct named){session, out[i]};
			/* NOLINTNEXTLINE(bugprone-sizeof-expression): likewise */
			index_add(&index, &named->session, sizeof(named->session), named);
		}
	}
	index_free(&index, free);
	return out;
}

void
halving_when_init(struct halving_when *test, const struct split *split, size_t t)
{
	size_t n = split->n_runs, first = group_runs(split->half[t][0]), named = 0;
	struct occasions its = occasions_of(&split->store, split->half[t][0], split->half[t][1]);

	for (size_t i = 0; i < n; i++)
		named += occasion_session(&split->store, split->run[t][i]) != NULL;
	if (named > 0 && named < n) {
		test->names = mem_alloc(n, sizeof(*test->names));
		test->session = number_mixed(split, t, test->names);
		test->n_map = n;
	} else {
		test->session = joined(its.session, first, n, &test->n_map);
	}
	test->block = joined(its.block, first, n, &test->n_map);
	test->map = mem_alloc(test->n_map + 1, sizeof(*test->map));
	test->number[0] = mem_alloc(n, sizeof(**test->number));
	test->number[1] = mem_alloc(n, sizeof(**test->number));
	occasions_free(&its);
}

void
halving_when_free(struct halving_when *test)
{
	free(test->names);
	free(test->session);
	free(test->block);
	free(test->map);
	free(test->number[0]);
	free(test->number[1]);
}

/* Numbers anew in order of appearance, as sums are made in the order of numbers. */
static void
renumber(struct halving_when *test, const int *number, const size_t *order, size_t n, int *out)
{
	int next = 0;

	for (size_t i = 0; i < test->n_map; i++)
		test->map[i] = -1;
	for (size_t i = 0; i < n; i++) {
		int *to = &test->map[number[order[i]]];
		if (*to < 0)
			*to = next++;
		out[i] = *to;
	}
}

/* Whether some run of the range names its session. */
static bool
half_names(const struct halving_when *test, const size_t *order, size_t from, size_t to)
{
	bool names = !test->names;

	for (size_t i = from; i < to && !names; i++)
		names = test->names[order[i]];
	return names;
}

void
halving_when_number(struct halving_when *test, const size_t *order, size_t n, size_t first)
{
	test->known =
	    test->session && half_names(test, order, 0, first) && half_names(test, order, first, n);
	if (test->known)
		renumber(test, test->session, order, n, test->number[0]);
	if (test->block)
		renumber(test, test->block, order, n, test->number[1]);
}
