/* Jobs as data: copies, lists, and the parameters that the records name. */
#include "collect/job/job.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"

const char *const direction_name[DIRECTIONS] = {"read", "write", "trim"};

bool
job_has(const struct job *job, enum direction direction)
{
	switch (job->rw) {
	case JOB_RW_READ:
	case JOB_RW_RANDREAD:
		return direction == DIRECTION_READ;
	case JOB_RW_WRITE:
	case JOB_RW_RANDWRITE:
		return direction == DIRECTION_WRITE;
	case JOB_RW_RW:
	case JOB_RW_RANDRW:
		return (direction == DIRECTION_READ && job->rwmixread > 0) ||
		       (direction == DIRECTION_WRITE && job->rwmixread < 100);
	case JOB_RW_TRIM:
	case JOB_RW_RANDTRIM:
		return direction == DIRECTION_TRIM;
	case JOB_RW_TRIMWRITE:
	case JOB_RW_RANDTRIMWRITE:
		break;
	}
	return direction != DIRECTION_READ;
}

uint64_t
job_bs_min(const struct job *job)
{
	uint64_t min = UINT64_MAX;

	for (enum direction d = 0; d < DIRECTIONS; d++)
		if (job_has(job, d) && job->bs[d].min < min)
			min = job->bs[d].min;
	return min;
}

uint64_t
job_bs_max(const struct job *job)
{
	uint64_t max = 0;

	for (enum direction d = 0; d < DIRECTIONS; d++)
		if (job_has(job, d) && job->bs[d].max > max)
			max = job->bs[d].max;
	return max;
}

bool
job_writes(const struct job *job)
{
	return job->rw != JOB_RW_READ && job->rw != JOB_RW_RANDREAD;
}

bool
job_is_mixed(const struct job *job)
{
	return job->rw == JOB_RW_RW || job->rw == JOB_RW_RANDRW;
}

bool
job_is_random(const struct job *job)
{
	return job->rw == JOB_RW_RANDREAD || job->rw == JOB_RW_RANDWRITE ||
	       job->rw == JOB_RW_RANDRW || job->rw == JOB_RW_RANDTRIM ||
	       job->rw == JOB_RW_RANDTRIMWRITE;
}

void
job_copy(const struct job *job, struct job *out)
{
	*out = *job;
	out->name = mem_dup(job->name);
	out->file = mem_dup(job->file);
	out->stem = mem_dup(job->stem);
	out->text = mem_dup(job->text);
	out->filename = job->n_filenames ? mem_alloc(job->n_filenames, sizeof(char *)) : NULL;
	for (unsigned i = 0; i < job->n_filenames; i++)
		out->filename[i] = mem_dup(job->filename[i]);
	out->filename_format = mem_dup(job->filename_format);
	out->directory = mem_dup(job->directory);
}

void
job_free(struct job *job)
{
	free(job->name);
	free(job->file);
	free(job->stem);
	free(job->text);
	for (unsigned i = 0; i < job->n_filenames; i++)
		free(job->filename[i]);
	free(job->filename);
	free(job->filename_format);
	free(job->directory);
	*job = (struct job){0};
}

void
job_list_add(struct job_list *list, const struct job *job)
{
	list->job = mem_resize(list->job, list->n + 1, sizeof(*list->job));
	list->job[list->n++] = *job;
}

void
job_list_cut(struct job_list *list, size_t n)
{
	while (list->n > n)
		job_free(&list->job[--list->n]);
}

void
job_list_free(struct job_list *list)
{
	job_list_cut(list, 0);
	free(list->job);
	*list = (struct job_list){0};
}

void
job_list_copy(const struct job_list *list, struct job_list *out)
{
	struct job job;

	*out = (struct job_list){0};
	for (size_t i = 0; i < list->n; i++) {
		job_copy(&list->job[i], &job);
		job_list_add(out, &job);
	}
}

static const char *const rw_names[] = {"read",   "write", "rw",       "randread",  "randwrite",
				       "randrw", "trim",  "randtrim", "trimwrite", "randtrimwrite"};
static const char *const engine_names[] = {"libaio", "io_uring", "psync", "null"};

struct parameters {
	struct job_parameter *out;
	size_t n, max;
};

__attribute__((format(printf, 3, 4))) static void
put(struct parameters *to, const char *name, const char *format, ...)
{
	va_list ap;

	if (to->n == to->max)
		return;
	struct job_parameter *parameter = &to->out[to->n++];
	parameter->name = name;
	va_start(ap, format);
	vsnprintf(parameter->value, sizeof(parameter->value), format, ap);
	va_end(ap);
}

static void
put_size(struct parameters *to, const char *name, uint64_t bytes)
{
	char text[UNIT_TEXT];

	put(to, name, "%s", unit_size(bytes, text));
}

/* As an option takes it, in the largest unit up to seconds that keeps it exact; nothing for 0. */
static void
put_time(struct parameters *to, const char *name, uint64_t ns)
{
	if (ns == 0)
		return;
	if (ns % 1000000000 == 0)
		put(to, name, "%" PRIu64 "s", ns / 1000000000);
	else if (ns % 1000000 == 0)
		put(to, name, "%" PRIu64 "ms", ns / 1000000);
	else
		put(to, name, "%" PRIu64 "us", ns / 1000);
}

size_t
job_parameters(const struct job *job, struct job_parameter *out, size_t max)
{
	struct parameters to = {out, 0, max};

	put(&to, "rw", "%s", rw_names[job->rw]);
	put_size(&to, "bs", job_bs_min(job));
	put(&to, "iodepth", "%u", job->iodepth);
	put(&to, "numjobs", "%u", job->numjobs);
	put(&to, "ioengine", "%s", engine_names[job->ioengine]);
	put(&to, "direct", "%d", job->direct);
	if (job->size.percent)
		put(&to, "size", "%u%%", job->size.percent);
	else if (job->size.bytes)
		put_size(&to, "size", job->size.bytes);
	if (job->offset.bytes)
		put_size(&to, "offset", job->offset.bytes);
	put_time(&to, "runtime", job->runtime_ns);
	if (job->time_based)
		put(&to, "time_based", "1");
	put_time(&to, "ramp_time", job->ramp_time_ns);
	put_time(&to, "startdelay", job->startdelay_ns);
	if (job_is_mixed(job))
		put(&to, "rwmixread", "%u", job->rwmixread);
	if (job->loops > 1)
		put(&to, "loops", "%u", job->loops);
	return to.n;
}
