/* Groups rows by an index and sorts them by where their groups begin. */
#include "render/model/order.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/index.h"
#include "collect/base/mem.h"

/* What index_free does to values that live elsewhere. */
static void
keep(void *value)
{
	(void)value;
}

static int
by_place(const void *a, const void *b)
{
	const struct order_row *x = a, *y = b;

	for (size_t i = 0; i < countof(x->place); i++) {
		if (x->place[i] != y->place[i])
			return x->place[i] < y->place[i] ? -1 : 1;
	}
	return 0;
}

/* Counts a name where it is new. The name's address is its text's: equal texts have one. */
static void
count_name(struct index *names, const struct view *name, size_t *n)
{
	if (name->n == 0 || index_find(names, &name->p, sizeof(name->p)))
		return;
	index_add(names, &name->p, sizeof(name->p), (void *)name);
	++*n;
}

static void
count_names(struct order *order, const struct input *input)
{
	struct index tests = {0}, commits = {0}, runs = {0};

	for (size_t i = 0; i < input->n_summary; i++) {
		count_name(&tests, &input->summary[i].test, &order->n_tests);
		count_name(&commits, &input->summary[i].commit, &order->n_commits);
		count_name(&runs, &input->summary[i].run, &order->n_runs);
	}
	index_free(&tests, keep);
	index_free(&commits, keep);
	index_free(&runs, keep);
}

/* Where the first row with the first n + 1 keys of this one stands. */
static size_t
first_place(struct index *groups, struct order_row *row, size_t n, size_t own)
{
	size_t size = (n + 1) * sizeof(row->key[0]);
	const struct order_row *first = index_find(groups, row->key, size);

	if (first)
		return first->place[3];
	index_add(groups, row->key, size, row);
	return own;
}

void
order_init(struct order *order, const struct input *input)
{
	struct index groups = {0}; /* of tests, commits and runs: their keys differ in length */

	memset(order, 0, sizeof(*order));
	order->n = input->n_summary;
	order->row = mem_alloc(order->n, sizeof(*order->row));
	for (size_t i = 0; i < order->n; i++) {
		const struct finding_summary *f = &input->summary[i];
		struct order_row *row = &order->row[i];

		*row = (struct order_row){.f = f, .key = {f->test.p, f->commit.p, f->run.p}};
		row->place[3] = i;
		row->place[0] = first_place(&groups, row, 0, i);
		row->place[1] = first_place(&groups, row, 1, i);
		/* The rows of the commit itself stand before those of its runs. */
		row->place[2] = f->run.n ? first_place(&groups, row, 2, i) + 1 : 0;
	}
	index_free(&groups, keep);
	count_names(order, input);
	qsort(order->row, order->n, sizeof(*order->row), by_place);
}

void
order_free(struct order *order)
{
	free(order->row);
	memset(order, 0, sizeof(*order));
}

bool
order_same_block(const struct order_row *a, const struct order_row *b)
{
	return a->key[0] == b->key[0] && a->key[1] == b->key[1];
}
