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
look_at(const struct job *job)
{
	struct job_parameter parameters[32];

	demand(job->name && job->name[0] && job->file && job->stem);
	demand(job->bs && (!job->size || job->size >= job->bs));
	demand(job->iodepth && job->numjobs && job->loops);
	demand(job->filename || job->size);
	demand(job->rwmixread <= 100 && job->size_percent <= 100);
	if (job->ioengine != JOB_ENGINE_PSYNC)
		demand(job->iodepth_batch_complete_min <= job->iodepth);
	else
		demand(job->iodepth == 1);
	demand(job_parameters(job, parameters, 32) >= 6);
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
