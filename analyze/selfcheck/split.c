/* Groups that borrow another store's runs. */
#include "analyze/selfcheck/split.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/sample/when.h"

struct timed {
	struct run *run;
	double start;
	size_t place;
};

static int
timed_order(const void *a, const void *b)
{
	const struct timed *x = a, *y = b;
	int order = (x->start > y->start) - (x->start < y->start);

	return order ? order : (x->place > y->place) - (x->place < y->place);
}

/* The group's runs by the time when they began, where all say so, else as they came. The caller
 * frees them. */
static struct run **
runs_in_order(const struct store *store, const struct group *group)
{
	size_t n = group_runs(group);
	struct timed *timed = mem_alloc(n, sizeof(*timed));
	struct run **run = mem_alloc(n, sizeof(struct run *));
	bool known = true;

	for (size_t i = 0; i < n; i++) {
		timed[i] = (struct timed){group_run(group, i),
					  when_started(store, group_run(group, i)), i};
		known = known && !isnan(timed[i].start);
	}
	if (known)
		qsort(timed, n, sizeof(*timed), timed_order);
	for (size_t i = 0; i < n; i++)
		run[i] = timed[i].run;
	free(timed);
	return run;
}

static struct group *
group_new(struct store *store, const struct name *commit, const struct name *test)
{
	struct group *group = mem_alloc(1, sizeof(*group));

	group->key = (struct group_key){commit, test};
	list_init(&group->runs, &ut_ptr_icd);
	index_add(&store->groups, &group->key, sizeof(group->key), group);
	return group;
}

static void
add_test(struct split *split, const struct store *from, const struct group *group)
{
	size_t t = split->n_tests++;

	split->run = mem_resize(split->run, t + 1, sizeof(struct run **));
	split->half = mem_resize(split->half, t + 1, sizeof(*split->half));
	split->run[t] = runs_in_order(from, group);
	list_push(&split->store.tests, &group->key.test);
	for (int h = 0; h < 2; h++)
		split->half[t][h] = group_new(&split->store, split->name[h], group->key.test);
}

void
split_init(struct split *split, const struct store *from, const struct name *commit, size_t n)
{
	*split = (struct split){.store = *from, .n_runs = n};
	split->store.groups = (struct index){NULL};
	list_init(&split->store.tests, &ut_ptr_icd);
	list_init(&split->store.commits, &ut_ptr_icd);
	split->name[0] = name_get(&split->names, view_of("first half"));
	split->name[1] = name_get(&split->names, view_of("second half"));
	for (int h = 0; h < 2; h++)
		list_push(&split->store.commits, &split->name[h]);
	for (size_t t = 0; t < list_n(&from->tests); t++) {
		const struct group *group = store_group(from, commit, store_test(from, t));
		if (group_runs(group) == n)
			add_test(split, from, group);
	}
}

static void
free_group(void *value)
{
	struct group *group = value;

	list_done(&group->runs);
	free(group);
}

void
split_free(struct split *split)
{
	for (size_t t = 0; t < split->n_tests; t++)
		free(split->run[t]);
	free(split->run);
	free(split->half);
	index_free(&split->store.groups, free_group);
	list_done(&split->store.tests);
	list_done(&split->store.commits);
	name_set_free(&split->names);
}

void
split_fill(struct split *split, const size_t *order, size_t first)
{
	for (size_t t = 0; t < split->n_tests; t++) {
		for (int h = 0; h < 2; h++) {
			list_done(&split->half[t][h]->runs);
			list_init(&split->half[t][h]->runs, &ut_ptr_icd);
		}
		for (size_t i = 0; i < split->n_runs; i++)
			list_push(&split->half[t][i >= first]->runs, &split->run[t][order[i]]);
	}
}
