/* The generator of random bits for the measuring loop: one word of state, a few cycles. */
#ifndef COLLECT_ENGINE_XORSHIFT_H
#define COLLECT_ENGINE_XORSHIFT_H

#include <stdint.h>

#include "collect/base/scatter.h"

/* A state for any seed: seeds that differ in few bits give sequences that differ in all. */
static inline uint64_t
xorshift_seed(uint64_t seed)
{
	uint64_t state = scatter(seed);

	return state ? state : 1; /* 0 is the one state that the generator cannot leave */
}

/* xorshift64* (Vigna 2016, "An experimental exploration of Marsaglia's xorshift generators,
 * scrambled"): period 2^64 - 1; the high bits are the good ones. */
static inline uint64_t
xorshift_next(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	*state = x;
	return x * 0x2545F4914F6CDD1DU;
}

/* x, one of 2^64 values alike, as one of 0 .. n - 1. Multiply and shift spreads evenly (Lemire
 * 2019); a remainder would need a division and use the low bits. */
static inline uint64_t
xorshift_scale(uint64_t x, uint64_t n)
{
	__extension__ typedef unsigned __int128 wide;

	return (uint64_t)((wide)x * n >> 64);
}

/* One of 0 .. n - 1; 0 for n = 0. */
static inline uint64_t
xorshift_below(uint64_t *state, uint64_t n)
{
	return xorshift_scale(xorshift_next(state), n);
}

/* A number in (0, 1), neither end included: 52 bits and a half. */
static inline double
xorshift_unit(uint64_t *state)
{
	return ((double)(xorshift_next(state) >> 12) + 0.5) * 0x1p-52;
}

#endif
