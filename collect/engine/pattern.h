/* The pattern of a clone's I/O: which direction and offset come next. */
#ifndef COLLECT_ENGINE_PATTERN_H
#define COLLECT_ENGINE_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/engine/measure.h"
#include "collect/job/job.h"

struct pattern {
	uint64_t start;  /* bytes from the target's start */
	uint64_t blocks; /* of bs bytes in the range; a rest that holds no block is left out */
	uint64_t bs;     /* bytes */
	uint64_t next[DIRECTIONS]; /* sequential: the block that comes next; as in fio each
				    * direction walks on its own */
	uint64_t read_below;       /* 32 random bits below this make a read */
	uint64_t random;           /* state of the generator, never 0 */
	bool sequential;
};

struct pattern_io {
	enum direction direction;
	unsigned file;
	uint64_t offset; /* bytes from the file's start */
	uint64_t bytes;
};

/* Clones of one job get different random sequences, the same ones in each run. */
void pattern_init(struct pattern *pattern, const struct measure_task *task);

/* Whether the pattern holds any I/O of that direction. */
bool pattern_has(const struct pattern *pattern, enum direction direction);

/* Bytes of one pass over the range. */
static inline uint64_t
pattern_pass_bytes(const struct pattern *pattern)
{
	return pattern->blocks * pattern->bs;
}

/* Fills n bytes with what does not compress, from the pattern's generator. */
void pattern_fill(struct pattern *pattern, void *buffer, uint64_t n);

/* xorshift64* (Vigna 2016, "An experimental exploration of Marsaglia's xorshift generators,
 * scrambled"): period 2^64 - 1; the high bits are the good ones. */
static inline uint64_t
pattern_random(struct pattern *pattern)
{
	uint64_t x = pattern->random;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	pattern->random = x;
	return x * 0x2545F4914F6CDD1DU;
}

/* The next I/O of one direction that the pattern holds. */
static inline struct pattern_io
pattern_next_of(struct pattern *pattern, enum direction direction)
{
	__extension__ typedef unsigned __int128 wide;
	struct pattern_io io = {.direction = direction, .file = 0, .bytes = pattern->bs};
	uint64_t block;

	if (pattern->sequential) {
		block = pattern->next[direction]++;
		if (pattern->next[direction] == pattern->blocks)
			pattern->next[direction] = 0;
	} else {
		/* Multiply and shift spreads 64 random bits evenly (Lemire 2019); a remainder would
		 * need a division and use the low bits. */
		block = (uint64_t)((wide)pattern_random(pattern) * pattern->blocks >> 64);
	}
	io.offset = pattern->start + block * pattern->bs;
	return io;
}

static inline struct pattern_io
pattern_next(struct pattern *pattern)
{
	bool read = pattern_random(pattern) >> 32 < pattern->read_below;

	return pattern_next_of(pattern, read ? DIRECTION_READ : DIRECTION_WRITE);
}

#endif
