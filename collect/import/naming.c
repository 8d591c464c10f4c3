/* Names of tests from jobs, names of runs from times. */
#include "collect/import/naming.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/name.h"
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
		return local_time(result->time_text);
	long long ms = llround(result->time * 1000);
	time_t seconds = (time_t)(ms / 1000);
	gmtime_r(&seconds, &utc);
	strftime(whole, sizeof(whole), "%Y%m%dT%H%M%S", &utc);
	if (ms % 1000 == 0)
		return mem_format("%sZ", whole);
	return mem_format("%s.%03lldZ", whole, ms % 1000);
}

static char *
test_of(const struct fio_job *job, const char *label, bool several, const char *const *by, size_t n)
{
	char *name = label ? mem_dup(label) : mem_dup(job->name);
	struct fio_parameters parameters = {NULL, 0};

	if (label && several)
		mem_append(&name, "/%s", job->name);
	if (n)
		parameters = fio_parameters_of(job);
	for (size_t i = 0; i < n; i++) {
		const char *value = fio_parameter(&parameters, job, by[i]);
		if (value)
			mem_append(&name, "%s%s=%s", name[0] ? " " : "", by[i], value);
	}
	fio_parameters_free(&parameters);
	return name;
}

size_t
naming_tests(const struct fio_result *result, const char *label, const char *const *by, size_t n,
	     UT_array *names)
{
	struct index taken = {NULL};
	size_t repeated = 0;

	for (size_t i = 0; i < result->n_jobs; i++) {
		char *name = test_of(&result->job[i], label, result->n_jobs > 1, by, n);
		size_t before = strlen(name), number = 1;
		while (name_find(&taken, view_of(name))) {
			name[before] = '\0';
			mem_append(&name, "#%zu", ++number);
		}
		repeated += number > 1;
		name_get(&taken, view_of(name));
		lines_add(names, name);
		free(name);
	}
	name_set_free(&taken);
	return repeated;
}
