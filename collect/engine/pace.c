/* Picks the I/O that is due. */
#include "collect/engine/pace.h"

#include <string.h>

#include "collect/base/scatter.h"

void
pace_init(struct pace *pace, const struct job *job, unsigned clone, const bool has[DIRECTIONS])
{
	/* Apart from the pattern's seed, so that a rate does not change which blocks are met. */
	uint64_t seed = scatter(~job->randseed) + clone;

	memset(pace, 0, sizeof(*pace));
	pace->apart = job_is_mixed(job) && has[DIRECTION_READ] && has[DIRECTION_WRITE];
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		pace->has[d] = has[d];
		schedule_init(&pace->schedule[d], job->rate[d], job->rate_iops[d],
			      job->rate_process, scatter(seed) + d);
		if (has[d] && schedule_limits(&pace->schedule[d]))
			pace->limited = true;
	}
}

/* When the I/O is due; one without a rate always is. */
static void
date(struct pace *pace, struct pace_held *held)
{
	struct schedule *schedule = &pace->schedule[held->io.direction];

	held->due_ns = schedule_limits(schedule) ? schedule_next(schedule, held->io.bytes) : 0;
}

void
pace_start(struct pace *pace, uint64_t now_ns)
{
	for (int d = 0; d < DIRECTIONS; d++)
		schedule_start(&pace->schedule[d], now_ns);
	for (int d = 0; d < DIRECTIONS; d++)
		if (pace->held[d].there)
			date(pace, &pace->held[d]);
}

/* Draws the I/O that held is for, unless it is there. */
static void
hold(struct pace *pace, struct pattern *pattern, int which)
{
	struct pace_held *held = &pace->held[which];

	if (held->there)
		return;
	held->io =
	    pace->apart ? pattern_next_of(pattern, (enum direction)which) : pattern_next(pattern);
	date(pace, held);
	held->there = true;
}

/* Of those with a rate the one that is due first; NULL where none has a rate. */
static struct pace_held *
first_due(struct pace *pace, struct pattern *pattern)
{
	struct pace_held *first = NULL;

	if (!pace->apart) {
		hold(pace, pattern, 0);
		return &pace->held[0];
	}
	for (int d = 0; d < DIRECTIONS; d++) {
		if (!pace->has[d] || !schedule_limits(&pace->schedule[d]))
			continue;
		hold(pace, pattern, d);
		if (!first || pace->held[d].due_ns < first->due_ns)
			first = &pace->held[d];
	}
	return first;
}

bool
pace_next(struct pace *pace, struct pattern *pattern, uint64_t now_ns, struct pattern_io *io,
	  uint64_t *due_ns)
{
	struct pace_held *first = first_due(pace, pattern);

	if (first && first->due_ns <= now_ns) {
		*io = first->io;
		*due_ns = first->due_ns ? first->due_ns : now_ns;
		first->there = false;
		return true;
	}
	for (int d = 0; pace->apart && d < DIRECTIONS; d++) {
		if (!pace->has[d] || schedule_limits(&pace->schedule[d]))
			continue;
		*io = pattern_next_of(pattern, (enum direction)d);
		*due_ns = now_ns;
		return true;
	}
	*due_ns = first ? first->due_ns : now_ns;
	return false;
}

uint64_t
pace_behind(struct pace *pace, struct pattern *pattern, uint64_t now_ns)
{
	const struct pace_held *first = first_due(pace, pattern);

	return first && first->due_ns && first->due_ns < now_ns ? now_ns - first->due_ns : 0;
}
