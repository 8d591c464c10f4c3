/* The job file parser on any bytes: no crash, one line for what it refuses, and what it accepts can
 * be run. A form feed ends the job file; what follows it is what every include finds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/where.h"
#include "collect/job/file.h"
#include "collect/job/override.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct text {
	const uint8_t *p;
	size_t n;
};

static FILE *
open_text(struct text text)
{
	return text.n ? fmemopen((void *)(uintptr_t)text.p, text.n, "r") : fopen("/dev/null", "r");
}

static FILE *
open_include(void *ctx, const char *path)
{
	(void)path;
	return open_text(*(struct text *)ctx);
}

static void
demand(bool holds)
{
	if (!holds)
		abort();
}

static void
look_at_sizes(const struct job *job, const struct job_sizes *sizes)
{
	unsigned percent = 0;

	demand(sizes->min && sizes->min <= sizes->max && sizes->n_splits <= JOB_SPLIT_MAX);
	demand(!job->size.bytes || job->size.bytes >= job_bs_max(job));
	for (unsigned i = 0; i < sizes->n_splits; i++) {
		demand(sizes->split[i].bytes >= sizes->min && sizes->split[i].bytes <= sizes->max);
		percent += sizes->split[i].percent;
	}
	demand(!sizes->n_splits || percent == 100);
}

static void
look_at(const struct job *job)
{
	struct job_parameter parameters[128];

	demand(job->name && job->name[0] && job->file && job->stem);
	for (enum direction d = 0; d < DIRECTIONS; d++)
		look_at_sizes(job, &job->bs[d]);
	demand(job->iodepth && job->numjobs && job->loops && job->nrfiles && job->thinktime_blocks);
	demand(job->n_filenames || job->filename_format || job->filesize || job->size.bytes);
	demand(job->rwmixread <= 100 && job->size.percent <= 100 && job->percentage_random <= 100);
	demand(job->steadystate.metric == JOB_STEADY_NONE || job->runtime_ns);
	if (job->ioengine != JOB_ENGINE_PSYNC)
		demand(job->iodepth_batch_complete_min <= job->iodepth);
	else
		demand(job->iodepth == 1);
	size_t n = job_parameters(job, parameters, 128);
	demand(n >= 6);
	for (size_t i = 0; i < n; i++)
		demand(parameters[i].value[0] && memchr(parameters[i].value, 0, JOB_VALUE));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *cut = size ? memchr(data, '\f', size) : NULL;
	struct text text = {data, cut ? (size_t)(cut - data) : size};
	struct text include = {cut ? cut + 1 : NULL, cut ? size - text.n - 1 : 0};
	struct job_list list = {0}, set = {0};
	struct where why = {0};
	UT_array *warnings;

	utarray_new(warnings, &ut_str_icd);
	FILE *in = open_text(text);
	if (job_file_read(in, "a.fio", open_include, &include, &list, warnings, &why)) {
		demand(list.n && list.job[0].group == 0);
		for (size_t i = 0; i < list.n; i++)
			look_at(&list.job[i]);
		if (job_override(&list, "iodepth=8", &set, warnings, &why))
			demand(set.n == list.n);
	} else {
		demand(why.file[0] && why.why[0] && !strchr(why.why, '\n') && !list.n);
	}
	fclose(in);
	job_list_free(&set);
	job_list_free(&list);
	utarray_free(warnings);
	return 0;
}
