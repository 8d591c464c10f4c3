/* Names of tests from jobs, names of runs from times. */
#include "collect/import/naming.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/base/index.h"
#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/fio/parameter.h"

/* asctime's form: "Mon Nov  6 04:07:30 2023". */
static char *
local_time(const char *text)
{
	struct tm tm = {0};
	char stamp[32];
	const char *end = text ? strptime(text, "%a %b %e %H:%M:%S %Y", &tm) : NULL;

	if (!end || end[strspn(end, " \r\n")] ||
	    strftime(stamp, sizeof(stamp), "%Y%m%dT%H%M%S", &tm) == 0)
		return NULL;
	return mem_dup(stamp);
}

char *
naming_time(const struct fio_result *result)
{
	char whole[32];
	struct tm utc;

	/* Up to the year 10000; 0 is a clock that was never set. */
	if (!(result->time > 0 && result->time < 253402300800.0))
		return isnan(result->time) ? local_time(result->time_text) : NULL;
	long long ms = llround(result->time * 1000);
	time_t seconds = (time_t)(ms / 1000);
	gmtime_r(&seconds, &utc);
	strftime(whole, sizeof(whole), "%Y%m%dT%H%M%S", &utc);
	if (ms % 1000 == 0)
		return mem_format("%sZ", whole);
	return mem_format("%s.%03lldZ", whole, ms % 1000);
}

/* What of the job's name is behind that of the first, whose clone it is ("/2" of "rr/2" behind
 * "rr"); NULL where it is none. */
static const char *
clone_of(const struct fio_job *job, const struct fio_job *first)
{
	size_t n = strlen(first->name);
	const char *behind = job->name + n;

	if (job->group != first->group || strncmp(job->name, first->name, n) != 0)
		return NULL;
	if (behind[0] != '/' || !behind[1] || behind[1 + strspn(behind + 1, "0123456789")])
		return NULL;
	return behind;
}

static bool
is_several(const struct fio_result *result)
{
	for (size_t i = 1; i < result->n_jobs; i++)
		if (!clone_of(&result->job[i], &result->job[0]))
			return true;
	return false;
}

static char *
base_of(const struct fio_result *result, const struct fio_job *job, const char *label)
{
	if (!label)
		return mem_dup(job->name);
	if (is_several(result))
		return mem_format("%s/%s", label, job->name);
	return job == result->job ? mem_dup(label)
				  : mem_format("%s%s", label, clone_of(job, result->job));
}

static void
append_options(char **name, const struct fio_job *job, const struct naming_by *by)
{
	struct fio_parameters parameters = {NULL, 0};

	if (!by || !by->n)
		return;
	parameters = fio_parameters_of(job);
	for (size_t i = 0; i < by->n; i++) {
		const char *value = fio_parameter(&parameters, job, by->option[i]);
		if (value)
			mem_append(name, "%s%s=%s", (*name)[0] ? " " : "", by->option[i], value);
		if (value && by->had)
			by->had[i] = true;
	}
	fio_parameters_free(&parameters);
}

/* A name that a test has. */
struct taken {
	char *name;
	size_t number; /* the last that was put behind it; 1 = none yet */
};

static void
taken_free(void *value)
{
	struct taken *taken = value;

	free(taken->name);
	free(taken);
}

/* Makes *name one that no test has yet, and takes it. Whether it was another. */
static bool
name_take(struct index *all, char **name)
{
	struct taken *first = index_find(all, *name, strlen(*name));
	struct taken *taken = mem_alloc(1, sizeof(*taken));
	size_t before = strlen(*name);

	while (first && index_find(all, *name, strlen(*name))) {
		(*name)[before] = '\0';
		mem_append(name, "#%zu", ++first->number);
	}
	*taken = (struct taken){mem_dup(*name), 1};
	index_add(all, taken->name, strlen(taken->name), taken);
	return first != NULL;
}

size_t
naming_tests(const struct fio_result *result, const char *label, const struct naming_by *by,
	     UT_array *names)
{
	struct index taken = {NULL};
	size_t repeated = 0;

	for (size_t i = 0; i < result->n_jobs; i++) {
		char *name = base_of(result, &result->job[i], label);
		append_options(&name, &result->job[i], by);
		repeated += name_take(&taken, &name);
		lines_add(names, name);
		free(name);
	}
	index_free(&taken, taken_free);
	return repeated;
}
