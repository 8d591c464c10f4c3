/* Jobs as data: what they do, copies, lists. */
#include "collect/job/job.h"

#include <stdlib.h>

#include "collect/base/mem.h"

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
	out->filename = NULL;
	if (job->n_filenames)
		out->filename = mem_alloc(job->n_filenames, sizeof(char *));
	for (unsigned i = 0; out->filename && i < job->n_filenames; i++)
		out->filename[i] = mem_dup(job->filename[i]);
	out->filename_format = mem_dup(job->filename_format);
	out->directory = mem_dup(job->directory);
}

void
job_forget_filenames(struct job *job)
{
	for (unsigned i = 0; i < job->n_filenames; i++)
		free(job->filename[i]);
	free(job->filename);
	job->filename = NULL;
	job->n_filenames = 0;
}

void
job_free(struct job *job)
{
	free(job->name);
	free(job->file);
	free(job->stem);
	free(job->text);
	job_forget_filenames(job);
	free(job->filename_format);
	free(job->directory);
	*job = (struct job){0};
}

void
job_list_add(struct job_list *list, const struct job *job)
{
	/* In steps of powers of two: a job is large, and there may be thousands. */
	if ((list->n & (list->n - 1)) == 0)
		list->job = mem_resize(list->job, list->n ? 2 * list->n : 1, sizeof(*list->job));
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
