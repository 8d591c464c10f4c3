/* The numbers below n in a random order, each once in a pass, without memory of which have been.
 *
 * A Feistel network on pairs (row, column) that make a little more than n numbers; what lies beyond
 * n is passed over (Black and Rogaway 2002, "Ciphers with arbitrary finite domains", the
 * generalised Feistel cipher and the cycle walk). An LFSR, as fio's random_generator
 * has it, is about as fast, but half of its numbers are half of the number before; networks of
 * multiplications and shifts on bits are slower than this just above each power of two, or show
 * strides. */
#ifndef COLLECT_ENGINE_PERMUTATION_H
#define COLLECT_ENGINE_PERMUTATION_H

#include <stdint.h>

#include "collect/engine/xorshift.h"

enum {
	PERMUTATION_ROUNDS = 8, /* half of them, unless there are few numbers: */
	/* With four rounds an order of fewer than these prefers some of them in some places. */
	PERMUTATION_FEW = 64
};

struct permutation {
	uint64_t n;
	uint64_t rows, columns; /* rows * columns >= n, less than n + rows */
	uint64_t row, column;   /* of the pair that comes next; row == rows: the pass is over */
	uint64_t key[PERMUTATION_ROUNDS];
	uint64_t seed; /* of all passes */
	uint64_t pass;
};

/* An order of 0 .. n - 1, 1 <= n <= 2^63, at its first pass. Seeds give different orders. */
void permutation_init(struct permutation *permutation, uint64_t n, uint64_t seed);

/* Begins the next pass, in another order. */
void permutation_turn(struct permutation *permutation);

static inline uint64_t
permutation_round(uint64_t half, uint64_t key, uint64_t n)
{
	uint64_t x = (half ^ key) * 0xBF58476D1CE4E5B9U; /* splitmix64's multipliers, */

	x = (x ^ x >> 32) * 0x94D049BB133111EBU; /* see scatter.h */
	return xorshift_scale(x, n);
}

/* a + b of a ring of n numbers. */
static inline uint64_t
permutation_add(uint64_t a, uint64_t b, uint64_t n)
{
	uint64_t sum = a + b;

	return sum >= n ? sum - n : sum;
}

/* Two rounds. */
static inline void
permutation_stir(const struct permutation *p, const uint64_t key[2], uint64_t *row,
		 uint64_t *column)
{
	*row = permutation_add(*row, permutation_round(*column, key[0], p->rows), p->rows);
	*column = permutation_add(*column, permutation_round(*row, key[1], p->columns), p->columns);
}

/* What a pair becomes: below rows * columns, each number for one pair. */
static inline uint64_t
permutation_mix(const struct permutation *p, uint64_t row, uint64_t column)
{
	permutation_stir(p, p->key, &row, &column);
	permutation_stir(p, p->key + 2, &row, &column);
	if (p->n < PERMUTATION_FEW) {
		permutation_stir(p, p->key + 4, &row, &column);
		permutation_stir(p, p->key + 6, &row, &column);
	}
	return row * p->columns + column;
}

/* The next number of the order; behind the last of a pass the next one begins. */
static inline uint64_t
permutation_next(struct permutation *p)
{
	uint64_t number;

	do {
		if (p->row == p->rows)
			permutation_turn(p);
		number = permutation_mix(p, p->row, p->column);
		if (++p->column == p->columns) {
			p->column = 0;
			p->row++;
		}
	} while (number >= p->n);
	return number;
}

/* What i < n becomes, under the keys of this pass: another number for each. */
uint64_t permutation_of(const struct permutation *permutation, uint64_t i);

#endif
