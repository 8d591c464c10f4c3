/* The reader of fio's JSON on any bytes: no crash, one line for what it refuses, and results whose
 * lists are in order. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "collect/json/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
demand(bool holds)
{
	if (!holds)
		abort();
}

static void
look_at_latency(const struct fio_latency *latency)
{
	for (size_t i = 0; i < latency->n_percentiles; i++) {
		double percent = latency->percentile[i].percent;
		demand(percent > 0 && percent <= 100 && latency->percentile[i].ns >= 0);
		demand(i == 0 || latency->percentile[i - 1].percent < percent);
	}
	for (size_t i = 0; i < latency->n_bins; i++) {
		demand(latency->bin[i].count > 0 && latency->bin[i].low < latency->bin[i].high);
		demand(i == 0 || latency->bin[i - 1].high <= latency->bin[i].low);
	}
}

static void
look_at(const struct fio_job *job)
{
	demand(job->name && job->line);
	for (size_t i = 0; i < job->n_options; i++)
		demand(job->option[i].name && job->option[i].value);
	for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
		const struct fio_direction *direction = &job->direction[d];
		for (size_t i = 0; i < FIO_LATENCIES; i++)
			look_at_latency(&direction->latency[i]);
		for (size_t i = 0; i < direction->n_intervals; i++) {
			demand(direction->interval[i].start < direction->interval[i].end);
			demand(i == 0 ||
			       direction->interval[i - 1].end <= direction->interval[i].start);
		}
	}
	look_at_latency(&job->sync);
}

static void
take(void *ctx, struct fio_result *result)
{
	++*(size_t *)ctx;
	demand(result->form && result->line && result->n_jobs);
	for (size_t i = 0; i < result->n_jobs; i++)
		look_at(&result->job[i]);
	fio_result_free(result);
}

static void
note(void *ctx, const struct where *what)
{
	(void)ctx;
	demand(what->why[0] && !strchr(what->why, '\n'));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t results = 0;
	struct where why = {0};
	struct sink sink = {"input", take, note, &results};
	struct view text = {(const char *)data, size};

	switch (json_read(text, &sink, NULL, NULL, &why)) {
	case JSON_SOME:
		demand(results > 0 && !why.why[0]);
		break;
	case JSON_BROKEN:
		demand(results == 0 && why.line && why.why[0] && !strchr(why.why, '\n'));
		break;
	case JSON_NONE:
		demand(results == 0 && !why.why[0]);
		break;
	}
	return 0;
}
