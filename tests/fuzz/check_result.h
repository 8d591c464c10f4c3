/* What holds of every result that a reader of fio's text hands over, whatever the text was. */
#ifndef TESTS_FUZZ_CHECK_RESULT_H
#define TESTS_FUZZ_CHECK_RESULT_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/view.h"
#include "collect/fio/sink.h"

static inline void
check_latency(const struct fio_latency *latency)
{
	if (isinf(latency->min) || isinf(latency->max) || isinf(latency->mean))
		abort();
	for (size_t i = 1; i < latency->n_percentiles; i++)
		if (!(latency->percentile[i - 1].percent < latency->percentile[i].percent))
			abort();
}

static inline void
check_job(const struct fio_job *job)
{
	if (!job->name || isinf(job->cpu_user) || isinf(job->syncs))
		abort();
	for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
		const struct fio_direction *direction = &job->direction[d];
		if (isinf(direction->bytes) || isinf(direction->ios) || isinf(direction->iops))
			abort();
		for (size_t l = 0; l < FIO_LATENCIES; l++)
			check_latency(&direction->latency[l]);
	}
	check_latency(&job->sync);
}

/* A sink that counts jobs in what ctx points to. */
static inline void
count_result(void *ctx, struct fio_result *result)
{
	size_t *jobs = ctx;

	if (!result->form || result->n_jobs == 0 || result->line == 0)
		abort();
	for (size_t i = 0; i < result->n_jobs; i++)
		check_job(&result->job[i]);
	*jobs += result->n_jobs;
	fio_result_free(result);
}

static inline void
count_note(void *ctx, const struct where *what)
{
	(void)ctx;
	if (!what->why[0] || strchr(what->why, '\n'))
		abort();
}

/* Reads the text and ends the program where what was found does not fit together. */
static inline void
check_reader(size_t (*read)(struct view, size_t, const struct sink *), struct view text)
{
	size_t jobs = 0;
	struct sink sink = {"input", count_result, count_note, &jobs};

	if (read(text, 1, &sink) != jobs)
		abort();
}

#endif
