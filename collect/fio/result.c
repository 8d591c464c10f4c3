/* Filling and freeing what fio says. */
#include "collect/fio/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

const char *const fio_direction_name[FIO_DIRECTIONS] = {"read", "write", "trim", "mixed"};
const char *const fio_latency_name[FIO_LATENCIES] = {"slat", "clat", "lat"};

/* Room for one more behind n elements: the array doubles at each power of two. */
static void *
grown(void *array, size_t n, size_t size)
{
	return n & (n - 1) ? array : mem_resize(array, n ? 2 * n : 1, size);
}

void
fio_latency_init(struct fio_latency *latency)
{
	*latency = (struct fio_latency){
	    .n = NAN, .min = NAN, .max = NAN, .mean = NAN, .stdev = NAN, .ceiling = NAN};
}

static void
samples_init(struct fio_samples *samples)
{
	*samples = (struct fio_samples){NAN, NAN, NAN, NAN, NAN};
}

static void
direction_init(struct fio_direction *direction)
{
	*direction = (struct fio_direction){.bytes = NAN,
					    .ios = NAN,
					    .runtime = NAN,
					    .iops = NAN,
					    .bw = NAN,
					    .short_ios = NAN,
					    .dropped_ios = NAN};
	for (size_t i = 0; i < FIO_LATENCIES; i++)
		fio_latency_init(&direction->latency[i]);
	samples_init(&direction->iops_samples);
	samples_init(&direction->bw_samples);
}

void
fio_result_init(struct fio_result *result, const char *form, size_t line)
{
	*result = (struct fio_result){.form = form, .line = line, .time = NAN};
}

struct fio_job *
fio_result_add_job(struct fio_result *result, const char *name)
{
	result->job = grown(result->job, result->n_jobs, sizeof(*result->job));
	struct fio_job *job = &result->job[result->n_jobs++];
	*job = (struct fio_job){.name = mem_dup(name),
				.errors = NAN,
				.start = NAN,
				.elapsed = NAN,
				.syncs = NAN,
				.cpu_user = NAN,
				.cpu_system = NAN,
				.cpu_runtime = NAN,
				.switches = NAN};
	for (size_t i = 0; i < FIO_DIRECTIONS; i++)
		direction_init(&job->direction[i]);
	fio_latency_init(&job->sync);
	return job;
}

struct fio_disk *
fio_result_add_disk(struct fio_result *result, const char *name)
{
	result->disk = grown(result->disk, result->n_disks, sizeof(*result->disk));
	struct fio_disk *disk = &result->disk[result->n_disks++];
	*disk = (struct fio_disk){
	    .name = mem_dup(name), .read_ios = NAN, .write_ios = NAN, .util = NAN};
	return disk;
}

void
fio_job_add_option(struct fio_job *job, const char *name, const char *value)
{
	job->option = grown(job->option, job->n_options, sizeof(*job->option));
	job->option[job->n_options++] =
	    (struct fio_option){mem_dup(name), mem_dup(value ? value : "")};
}

const char *
fio_job_option(const struct fio_job *job, const char *name)
{
	for (size_t i = job->n_options; i-- > 0;)
		if (strcmp(job->option[i].name, name) == 0)
			return job->option[i].value;
	return NULL;
}

void
fio_latency_add_percentile(struct fio_latency *latency, double percent, double ns)
{
	latency->percentile =
	    grown(latency->percentile, latency->n_percentiles, sizeof(*latency->percentile));
	latency->percentile[latency->n_percentiles++] = (struct fio_percentile){percent, ns};
}

void
fio_latency_add_bin(struct fio_latency *latency, struct fio_bin bin)
{
	latency->bin = grown(latency->bin, latency->n_bins, sizeof(*latency->bin));
	latency->bin[latency->n_bins++] = bin;
}

void
fio_direction_add_interval(struct fio_direction *direction, struct fio_interval interval)
{
	direction->interval =
	    grown(direction->interval, direction->n_intervals, sizeof(*direction->interval));
	direction->interval[direction->n_intervals++] = interval;
}

void
fio_latency_copy(const struct fio_latency *from, struct fio_latency *out)
{
	*out = *from;
	out->percentile = NULL;
	out->bin = NULL;
	out->n_percentiles = out->n_bins = 0;
	for (size_t i = 0; i < from->n_percentiles; i++)
		fio_latency_add_percentile(out, from->percentile[i].percent,
					   from->percentile[i].ns);
	for (size_t i = 0; i < from->n_bins; i++)
		fio_latency_add_bin(out, from->bin[i]);
}

void
fio_direction_copy(const struct fio_direction *from, struct fio_direction *out)
{
	*out = *from;
	for (size_t i = 0; i < FIO_LATENCIES; i++)
		fio_latency_copy(&from->latency[i], &out->latency[i]);
	out->interval = NULL;
	out->n_intervals = 0;
	for (size_t i = 0; i < from->n_intervals; i++)
		fio_direction_add_interval(out, from->interval[i]);
}

void
fio_job_copy(const struct fio_job *from, struct fio_job *out)
{
	*out = *from;
	out->name = mem_dup(from->name);
	out->host = mem_dup(from->host);
	out->why = mem_dup(from->why);
	out->extra = mem_dup(from->extra);
	out->option = NULL;
	out->n_options = 0;
	for (size_t i = 0; i < from->n_options; i++)
		fio_job_add_option(out, from->option[i].name, from->option[i].value);
	for (size_t d = 0; d < FIO_DIRECTIONS; d++)
		fio_direction_copy(&from->direction[d], &out->direction[d]);
	fio_latency_copy(&from->sync, &out->sync);
}

void
fio_latency_free(struct fio_latency *latency)
{
	free(latency->percentile);
	free(latency->bin);
	fio_latency_init(latency);
}

void
fio_direction_free(struct fio_direction *direction)
{
	for (size_t i = 0; i < FIO_LATENCIES; i++)
		fio_latency_free(&direction->latency[i]);
	free(direction->interval);
	direction_init(direction);
}

void
fio_job_free(struct fio_job *job)
{
	free(job->name);
	free(job->host);
	free(job->why);
	for (size_t i = 0; i < job->n_options; i++) {
		free(job->option[i].name);
		free(job->option[i].value);
	}
	free(job->option);
	free(job->extra);
	for (size_t d = 0; d < FIO_DIRECTIONS; d++)
		fio_direction_free(&job->direction[d]);
	fio_latency_free(&job->sync);
}

void
fio_result_free(struct fio_result *result)
{
	for (size_t i = 0; i < result->n_jobs; i++)
		fio_job_free(&result->job[i]);
	for (size_t i = 0; i < result->n_disks; i++)
		free(result->disk[i].name);
	free(result->job);
	free(result->disk);
	free(result->version);
	free(result->time_text);
	free(result->commit);
	free(result->run);
	fio_result_init(result, result->form, 0);
}
