/* What is known about fio's own mistakes and habits. */
#include "collect/text/amend.h"

#include <math.h>
#include <stdio.h>

void
amend_mixed(struct fio_job *job)
{
	struct fio_direction *mixed = &job->direction[FIO_MIXED];
	double bytes = 0, iops = 0, bw = 0;
	bool others = false;

	if (!mixed->used || mixed->bytes > 0)
		return;
	for (size_t d = 0; d < FIO_MIXED; d++) {
		if (!job->direction[d].used)
			continue;
		others = true;
		bytes += job->direction[d].bytes;
		iops += job->direction[d].iops;
		bw += job->direction[d].bw;
	}
	if (!others)
		return;
	mixed->bytes = bytes;
	mixed->iops = iops;
	mixed->bw = bw;
}

void
amend_bytes(struct fio_direction *direction, double bs, double step, bool carry)
{
	double value = direction->ios * bs;
	double more = (value - direction->bytes) / step;

	/* The decimal of the lost carry has become a zero: what is printed is less than ten steps
	 * below the value. */
	if (fabs(more) <= 0.5 || (carry && more >= 9.5 && more < 10))
		direction->bytes = value;
}

bool
amend_averages(const char *version)
{
	unsigned major, minor;

	return version && sscanf(version, "fio-%3u.%3u", &major, &minor) == 2 &&
	       (major < 3 || (major == 3 && minor < 13));
}

bool
amend_not_falling(const struct fio_job *before, const struct fio_job *now)
{
	for (size_t i = 0; i < FIO_DIRECTIONS; i++) {
		const struct fio_direction *a = &before->direction[i], *b = &now->direction[i];
		if (!a->used)
			continue;
		if (!b->used || b->bytes < a->bytes || b->ios < a->ios || b->runtime < a->runtime)
			return false;
	}
	return true;
}

bool
amend_goes_on(const struct fio_job *before, const struct fio_job *now)
{
	bool used = false;

	if (!amend_not_falling(before, now) || now->switches < before->switches)
		return false;
	for (size_t i = 0; i < FIO_DIRECTIONS; i++) {
		const struct fio_direction *a = &before->direction[i], *b = &now->direction[i];
		if (!a->used)
			continue;
		used = true;
		if (!(b->bytes > a->bytes && b->runtime >= a->runtime + 0.02))
			return false;
		for (size_t l = 0; l < FIO_LATENCIES; l++)
			if (b->latency[l].min > a->latency[l].min ||
			    b->latency[l].max < a->latency[l].max)
				return false;
	}
	return used;
}
