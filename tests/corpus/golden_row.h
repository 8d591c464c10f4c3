/* A row of the tables that R and scipy made, and how it is checked. */
#ifndef TESTS_CORPUS_GOLDEN_ROW_H
#define TESTS_CORPUS_GOLDEN_ROW_H

#include <stddef.h>

#include "tests/corpus/vectors.h"

enum { GOLDEN_PAIRS_MAX = 16 };

struct golden_pair {
	char name[24];
	struct vector_list x, y, log_x, log_y;
};

struct golden {
	struct vectors *v;
	const char *source; /* what made the numbers */
	struct golden_pair set[GOLDEN_PAIRS_MAX];
	size_t sets;
	struct vector_list p; /* to be adjusted */
};

/* One row: what it says, of which data. */
struct golden_row {
	struct golden *g;
	const char *label;
	const char *rest; /* of the label, behind what chose the function: begins with the data */
	const double *want;
	size_t n;
	const struct golden_pair *on; /* the data that rest names, or NULL */
};

/* What a label begins with chooses the function; longer prefixes stand first. */
struct golden_kind {
	const char *prefix;
	void (*on)(const struct golden_row *row);
};

/* Those whose rest names a pair. */
extern const struct golden_kind golden_pair_kinds[];
extern const size_t golden_pair_kinds_n;

/* The i-th number of the row, if it has one. */
void golden_check(const struct golden_row *row, size_t i, double got, const char *what);

/* Mean and standard deviation from the first-th on. */
void golden_check_moments(const struct golden_row *row, size_t first, struct vector_list list);

#endif
