/* Well mixed bits out of a number, the same on every machine. */
#ifndef COLLECT_BASE_SCATTER_H
#define COLLECT_BASE_SCATTER_H

#include <stdint.h>

/* What splitmix64 (Steele, Lea and Flood 2014) adds to its state with each step. */
#define SCATTER_STEP 0x9E3779B97F4A7C15U

/* splitmix64's output for the state x: numbers that differ in few bits give ones that differ in
 * many. Any x will do, 0 too. */
static inline uint64_t
scatter(uint64_t x)
{
	x += SCATTER_STEP;
	x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
	x = (x ^ x >> 27) * 0x94D049BB133111EBU;
	return x ^ x >> 31;
}

#endif
