/* The pattern's beginning: what of it is decided once. */
#include "collect/engine/pattern.h"

#include <string.h>

#include "collect/base/scatter.h"

static uint64_t
read_percent(const struct job *job)
{
	if (job_is_mixed(job))
		return job->rwmixread;
	return job_writes(job) ? 0 : 100;
}

void
pattern_init(struct pattern *pattern, const struct measure_task *task)
{
	const struct job *job = task->job;

	memset(pattern, 0, sizeof(*pattern));
	pattern->start = task->file[0].start;
	pattern->bs = job_bs_min(job);
	pattern->blocks = task->file[0].size / pattern->bs;
	pattern->sequential = !job_is_random(job);
	pattern->read_below = (read_percent(job) << 32) / 100;
	/* Seeds and clones that differ in few bits get sequences that differ in all. */
	pattern->random = scatter(scatter(job->randseed) + task->clone);
	if (pattern->random == 0) /* the one state that the generator cannot leave */
		pattern->random = 1;
}

bool
pattern_has(const struct pattern *pattern, enum direction direction)
{
	if (direction == DIRECTION_TRIM)
		return false;
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
