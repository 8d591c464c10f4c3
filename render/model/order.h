/* The rows of a summary in the order in which they are shown. */
#ifndef RENDER_MODEL_ORDER_H
#define RENDER_MODEL_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "render/model/input.h"

struct order_row {
	const struct finding_summary *f;
	const void *key[3]; /* texts of test, commit and run, which tell groups apart */
	size_t place[4];    /* of the first row of its test, commit and run, and its own */
};

struct order {
	struct order_row *row;
	size_t n;
	size_t n_tests, n_commits, n_runs; /* names that differ */
};

/* All summary rows of the input, which must outlive the order: tests, in each its commits, in each
 * the rows of the commit itself and then its runs, all as they first appear. */
void order_init(struct order *order, const struct input *input);
void order_free(struct order *order);

/* Whether two rows are of one test and commit. */
bool order_same_block(const struct order_row *a, const struct order_row *b);

#endif
