/* The pattern of a clone's I/O: which direction, file, offset and size come next. Allocates when it
 * begins and never later. */
#ifndef COLLECT_ENGINE_PATTERN_H
#define COLLECT_ENGINE_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/engine/distribution.h"
#include "collect/engine/measure.h"
#include "collect/engine/permutation.h"
#include "collect/engine/xorshift.h"
#include "collect/job/job.h"

/* How the next I/O is found: the first three are of one file, one size and one kind of place each,
 * and done inline. */
enum pattern_way { PATTERN_SEQUENTIAL, PATTERN_ONCE, PATTERN_UNIFORM, PATTERN_VARIED };

/* Sizes and places of the I/Os of one direction. */
struct pattern_sizes {
	uint64_t min;             /* bytes */
	uint64_t multiples;       /* of min, each alike; 1 = one size */
	uint64_t align;           /* of random offsets, bytes */
	bool split;               /* by percent, instead */
	uint64_t of_percent[100]; /* bytes for each percent */
};

struct pattern_file {
	uint64_t start; /* bytes from the file's start to the range */
	uint64_t size;  /* bytes of the range */
	uint64_t last;  /* the last place at which an I/O of the one size fits */
	/* Bytes from start to where the last I/O of each direction ended: as in fio each walks on
	 * its own. */
	uint64_t next[DIRECTIONS];
	struct permutation order; /* of the blocks; with a distribution, where it has which */
	struct distribution distribution;
	uint64_t left;     /* bytes of this pass to come */
	unsigned follower; /* the file that is next behind this one */
};

struct pattern {
	enum pattern_way way;
	bool mixed;               /* reads and writes; else: */
	enum direction direction; /* of all I/Os */
	uint64_t random;          /* state of the generator */
	uint64_t read_below;      /* 32 random bits below this make a read */
	uint64_t bs;              /* bytes, where all sizes are equal */
	struct pattern_file *file;

	/* Only looked at by PATTERN_VARIED. */
	unsigned n_files, n_going; /* files that are not through with this pass */
	unsigned current;          /* the file of the last I/O, or before the next one */
	bool sequential, once, distributed, retires;
	bool trims_first;          /* each place is trimmed and then written */
	bool write_due;            /* the second half of that, of last */
	uint64_t sequential_below; /* 32 random bits below this make a sequential I/O */
	uint64_t grain;            /* bytes of a distribution's blocks */
	uint64_t pass_bytes;
	struct pattern_io {
		enum direction direction;
		unsigned file;
		uint64_t offset; /* bytes from the file's start */
		uint64_t bytes;
	} last;
	bool has[DIRECTIONS];
	struct pattern_sizes sizes[DIRECTIONS];
};

/* Clones of one job get different random sequences, the same ones in each run. The caller
 * calls pattern_free in the end. */
void pattern_init(struct pattern *pattern, const struct measure_task *task);
void pattern_free(struct pattern *pattern);

/* Whether the pattern holds any I/O of that direction. */
bool pattern_has(const struct pattern *pattern, enum direction direction);

/* Bytes of one pass over all files, what size means: the whole I/Os of the least size that their
 * ranges hold; twice that where each place is trimmed and then written, as in fio. UINT64_MAX where
 * it is more. */
uint64_t pattern_pass_bytes(const struct pattern *pattern);

/* The next I/O of a pattern whose way is PATTERN_VARIED, of that direction unless it is the write
 * behind a trim. */
struct pattern_io pattern_next_varied(struct pattern *pattern, enum direction direction);

static inline uint64_t
pattern_random(struct pattern *pattern)
{
	return xorshift_next(&pattern->random);
}

static inline enum direction
pattern_direction(struct pattern *pattern)
{
	if (!pattern->mixed)
		return pattern->direction;
	return pattern_random(pattern) >> 32 < pattern->read_below ? DIRECTION_READ
								   : DIRECTION_WRITE;
}

/* The next I/O, for ever, of one direction that the pattern holds. It never leaves its file's
 * range.
 *
 * Random places: multiples of blockalign, or of the least size. With one size for all I/Os, no
 * norandommap and a uniform distribution each block comes once in a pass, whatever is done with it,
 * and then again in another order. Otherwise they are drawn with replacement: the size first, so
 * that the shares of sizes are exact, and then one of the places at which it fits. (fio draws the
 * place first and sizes until one fits.) With a distribution a place too near to the end for the
 * size moves back to the last one that is not.
 *
 * Sequential I/Os go on where the last one of that direction on that file ended, be it sequential
 * or random, and at the start where they would not fit.
 *
 * Files take turns, I/O by I/O; trim and write of one place together. Unless the job is time_based,
 * a file that has had its bytes of a pass waits for the others. */
static inline struct pattern_io
pattern_next_of(struct pattern *pattern, enum direction direction)
{
	struct pattern_file *file = pattern->file;
	struct pattern_io io = {.direction = direction, .bytes = pattern->bs};
	uint64_t place;

	if (pattern->way == PATTERN_VARIED)
		return pattern_next_varied(pattern, direction);
	if (pattern->way == PATTERN_SEQUENTIAL) {
		place = file->next[direction];
		place = place > file->last ? 0 : place;
		file->next[direction] = place + pattern->bs;
	} else if (pattern->way == PATTERN_ONCE) {
		place = permutation_next(&file->order) * pattern->bs;
	} else {
		place = xorshift_below(&pattern->random, file->order.n) * pattern->bs;
	}
	io.offset = file->start + place;
	return io;
}

static inline struct pattern_io
pattern_next(struct pattern *pattern)
{
	return pattern_next_of(pattern, pattern_direction(pattern));
}

#endif
