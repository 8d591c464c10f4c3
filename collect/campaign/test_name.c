/* What tests are called. */
#include "collect/campaign/test_name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"

char *
test_name(const struct job *job)
{
	return mem_format("%s/%s", job->stem, job->name);
}

/* Whether the job is called like a clone of the other one. */
static bool
is_clone_name(const struct job *job, const struct job *other)
{
	size_t n = strlen(other->name);
	char *end;

	if (strcmp(job->stem, other->stem) != 0 || strncmp(job->name, other->name, n) != 0 ||
	    job->name[n] != '/' || !isdigit((unsigned char)job->name[n + 1]))
		return false;
	unsigned long clone = strtoul(job->name + n + 1, &end, 10);
	return *end == '\0' && clone < other->numjobs;
}

bool
test_names_check(const struct job_list *jobs, bool per_job, struct where *why)
{
	for (size_t i = 0; per_job && i < jobs->n; i++) {
		for (size_t k = 0; k < jobs->n; k++) {
			if (is_clone_name(&jobs->job[i], &jobs->job[k]))
				return where_set(
				    why, jobs->job[i].file, jobs->job[i].line,
				    "with --per-job a clone of the job '%s' is called '%s' too",
				    jobs->job[k].name, jobs->job[i].name);
		}
	}
	return true;
}
