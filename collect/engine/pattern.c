/* The pattern's beginning: what of it is decided once. */
#include "collect/engine/pattern.h"

#include <string.h>

/* splitmix64 (Steele, Lea and Flood 2014): makes seeds that differ in few bits differ in all. */
static uint64_t
scatter(uint64_t x)
{
	x += 0x9E3779B97F4A7C15U;
	x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
	x = (x ^ x >> 27) * 0x94D049BB133111EBU;
	return x ^ x >> 31;
}

static uint64_t
read_percent(const struct job *job)
{
	switch (job->rw) {
	case JOB_RW_READ:
	case JOB_RW_RANDREAD:
		return 100;
	case JOB_RW_WRITE:
	case JOB_RW_RANDWRITE:
		return 0;
	case JOB_RW_RW:
	case JOB_RW_RANDRW:
		break;
	}
	return job->rwmixread;
}

void
pattern_init(struct pattern *pattern, const struct job *job, unsigned clone, uint64_t range_start,
	     uint64_t range_size)
{
	memset(pattern, 0, sizeof(*pattern));
	pattern->start = range_start;
	pattern->bs = job->bs;
	pattern->blocks = range_size / job->bs;
	pattern->sequential =
	    job->rw == JOB_RW_READ || job->rw == JOB_RW_WRITE || job->rw == JOB_RW_RW;
	pattern->read_below = (read_percent(job) << 32) / 100;
	pattern->random = scatter(scatter(job->randseed) + clone);
	if (pattern->random == 0) /* the one state that the generator cannot leave */
		pattern->random = 1;
}

bool
pattern_has(const struct pattern *pattern, enum direction direction)
{
	return direction == DIRECTION_READ ? pattern->read_below > 0
					   : pattern->read_below < (uint64_t)1 << 32;
}

void
pattern_fill(struct pattern *pattern, void *buffer, uint64_t n)
{
	unsigned char *p = buffer;

	while (n) {
		uint64_t word = pattern_random(pattern);
		uint64_t part = n < sizeof(word) ? n : sizeof(word);
		memcpy(p, &word, part);
		p += part;
		n -= part;
	}
}
