/* Options: where they stand, and what some of them mean for the results. */
#include "collect/json/choices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/num.h"
#include "collect/json/mend.h"

enum { CLONES_MAX = 1000000, LOOK_BACK = 64, CLIENTS_MAX = 4096 };

/* Among the first options; a list of files is not longer in practice, and the search must not cost
 * its square. */
static bool
has_option(const struct fio_job *job, const char *name, const char *value)
{
	for (size_t i = 0; i < job->n_options && i < LOOK_BACK; i++) {
		if (strcmp(job->option[i].name, name) == 0 &&
		    strcmp(job->option[i].value, value) == 0)
			return true;
	}
	return false;
}

static void
options_add(const json_t *options, bool of_client, struct fio_job *job)
{
	const char *key;
	json_t *value;

	if (!json_is_object(options))
		return;
	job->options_known = true;
	json_object_foreach((json_t *)options, key, value)
	{
		bool again = strstr(key, JSON_MEND_AGAIN) != NULL;
		const char *name = again ? "filename" : key;
		if (of_client && (strcmp(key, "hostname") == 0 || strcmp(key, "port") == 0))
			continue;
		char *text = json_field_copy(value);
		/* One object for all clients repeats what is the same for each. */
		if (text && !(again && has_option(job, name, text)))
			fio_job_add_option(job, name, text);
		free(text);
	}
}

/* Of the clients' global options those of this client, or else the first ones. */
static const json_t *
global_of(const json_t *global, const char *hostname, double port)
{
	size_t i;
	const json_t *entry;

	json_array_foreach(global, i, entry)
	{
		if (i == CLIENTS_MAX)
			break;
		const char *host = json_field_text(entry, "hostname");
		double at = json_field_number(entry, "port");
		if (hostname && host && strcmp(host, hostname) == 0 && !(at < port || at > port))
			return entry;
	}
	return json_array_get(global, 0);
}

void
json_choices_read(const json_t *global, const json_t *own, const char *hostname, double port,
		  struct fio_job *job)
{
	bool several = json_is_array(global);

	options_add(several ? global_of(global, hostname, port) : global, several, job);
	options_add(own, false, job);
}

bool
json_choices_asks(const struct fio_job *job, enum fio_direction_index direction)
{
	const char *rw = fio_job_option(job, "rw");

	if (!rw || direction == FIO_MIXED)
		return false;
	if (strncmp(rw, "rw", 2) == 0 || strncmp(rw, "randrw", 6) == 0)
		return direction != FIO_TRIM;
	/* "read", "randread", "trimwrite", "readwrite" ... */
	return strstr(rw, fio_direction_name[direction]) != NULL;
}

static bool
same_job(const struct fio_job *a, const struct fio_job *b)
{
	return a->group == b->group && strcmp(a->name, b->name) == 0 &&
	       strcmp(a->host ? a->host : "", b->host ? b->host : "") == 0;
}

static bool
stands_with_clones(const struct fio_result *result, size_t i)
{
	const struct fio_job *job = &result->job[i];

	return (i > 0 && same_job(job, job - 1)) ||
	       (i + 1 < result->n_jobs && same_job(job, job + 1));
}

/* How many jobs' time is in cpu_runtime (3.8 on), which adds them up where runtime is the longest.
 * 0 where it is not known. */
static double
jobs_by_time(const struct fio_job *job)
{
	double longest = 0;

	for (size_t d = 0; d < FIO_DIRECTIONS; d++)
		longest = fmax(longest, job->direction[d].runtime);
	return job->cpu_runtime > 0 && longest > 0 ? job->cpu_runtime / longest : 0;
}

static size_t
clones_of(const struct fio_job *job, bool says_numjobs)
{
	const char *grouped = fio_job_option(job, "group_reporting");
	const char *numjobs = fio_job_option(job, "numjobs");
	double n = 1, by_time = jobs_by_time(job);

	if ((numjobs && (!num_parse(view_of(numjobs), &n) || !(n >= 1 && n <= CLONES_MAX))) ||
	    (!numjobs && !(says_numjobs && job->options_known)))
		return 0;
	/* Clones end within a part of their runtime of one another; more of them is other jobs'. */
	if (by_time > 1.2 * n)
		return 0;
	if ((grouped && strcmp(grouped, "0") != 0) || by_time > 0.8 * n)
		return (size_t)n;
	return n == 1 ? 1 : 0;
}

void
json_choices_clones(struct fio_result *result, bool says_numjobs)
{
	for (size_t i = 0; i < result->n_jobs; i++) {
		struct fio_job *job = &result->job[i];
		job->clones = stands_with_clones(result, i) ? 1 : clones_of(job, says_numjobs);
	}
}
