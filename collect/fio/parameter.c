/* fio's options through our own table of options. */
#include "collect/fio/parameter.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "collect/job/foreign.h"
#include "collect/job/option.h"

static void
put(struct fio_parameters *to, const char *name, const char *value)
{
	if ((to->n & (to->n - 1)) == 0)
		to->at = mem_resize(to->at, to->n ? 2 * to->n : 1, sizeof(*to->at));
	to->at[to->n++] = (struct fio_parameter){mem_dup(name), mem_dup(value)};
}

static struct fio_parameter *
find(const struct fio_parameters *in, const char *name)
{
	for (size_t i = 0; i < in->n; i++)
		if (strcmp(in->at[i].name, name) == 0)
			return &in->at[i];
	return NULL;
}

/* fio keeps blanks in front of a value: " 1k". */
static const char *
trimmed(const char *value)
{
	return value + strspn(value, " \t");
}

/* What our own options make of the job's. */
struct known {
	struct option_values values;
	const char *refused[OPTIONS]; /* values that we do not have, as they stand */
	bool given[OPTIONS];
};

static void
known_of(const struct fio_job *job, struct known *known)
{
	struct option_reply reply;

	*known = (struct known){0};
	option_preset(&known->values);
	for (size_t i = 0; i < job->n_options; i++) {
		const struct job_option *option = option_find(job->option[i].name);
		const char *value = trimmed(job->option[i].value);
		if (!option)
			continue;
		size_t at = option_index(option);
		known->given[at] = true;
		known->refused[at] =
		    option_set(option, value[0] ? value : NULL, &known->values, &reply) ? NULL
											: value;
	}
}

/* The rows of the table that set what name says: buffered sets direct, too. */
static bool
given(const struct known *known, const char *name)
{
	const struct job_option *option = option_find(name);

	for (size_t i = 0; option && i < OPTIONS; i++)
		if (known->given[i] &&
		    (&option_table[i] == option || (option_table[i].offset == option->offset &&
						    option->type != option_table[i].type)))
			return true;
	return false;
}

/* Parameters that a job with the default does not have. */
static bool
is_sometimes_there(const char *name)
{
	static const char *const names[] = {"size",       "offset",    "runtime", "ramp_time",
					    "startdelay", "rwmixread", "loops"};

	for (size_t i = 0; i < countof(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static void
put_known(struct fio_parameters *to, const struct fio_job *job, const struct known *known)
{
	struct job_parameter parameter[32];
	size_t n = job_parameters(&known->values.job, parameter, countof(parameter));

	for (size_t i = 0; i < n; i++) {
		const struct job_option *option = option_find(parameter[i].name);
		const char *refused = option ? known->refused[option_index(option)] : NULL;
		if (refused)
			put(to, parameter[i].name, refused);
		else if (job->options_known || given(known, parameter[i].name))
			put(to, parameter[i].name, parameter[i].value);
	}
	for (size_t i = 0; i < OPTIONS; i++)
		if (known->refused[i] && is_sometimes_there(option_table[i].name) &&
		    !find(to, option_table[i].name))
			put(to, option_table[i].name, known->refused[i]);
}

/* Where things are, or what is reported: no part of what was done. */
static bool
is_bookkeeping(const char *name)
{
	static const char *const names[] = {
	    "percentile_list",  "clat_percentiles",    "lat_percentiles",
	    "slat_percentiles", "significant_figures", "status-interval",
	    "output",           "output-format",       "eta",
	    "per_job_logs"};

	if (strncmp(name, "log_", 4) == 0 || strncmp(name, "write_", 6) == 0) {
		size_t n = strlen(name);
		return name[0] == 'l' || (n > 4 && strcmp(name + n - 4, "_log") == 0);
	}
	for (size_t i = 0; i < countof(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* A number from 1 on as an index keeps it, with nothing to free. */
static void *
place_of(size_t place)
{
	return (void *)(uintptr_t)place; /* NOLINT(performance-no-int-to-ptr) */
}

static void
leave(void *value)
{
	(void)value;
}

static void
put_foreign(struct fio_parameters *to, const struct fio_job *job, const struct known *known)
{
	struct index places = {NULL}; /* in to, from 1 on, by name */

	for (size_t i = 0; i < job->n_options; i++) {
		const struct fio_option *option = &job->option[i];
		const char *value = option->value[0] ? trimmed(option->value) : "1";
		const struct foreign *foreign = foreign_find(option->name);

		if (option_find(option->name) || !option->name[0] || is_bookkeeping(option->name))
			continue;
		if (foreign && (foreign_is_same(foreign, value) ||
				!foreign_matters(foreign, &known->values.job)))
			continue;
		size_t n = strlen(option->name);
		size_t place = (uintptr_t)index_find(&places, option->name, n);
		if (place) {
			free(to->at[place - 1].value);
			to->at[place - 1].value = mem_dup(value);
		} else {
			put(to, option->name, value);
			index_add(&places, option->name, n, place_of(to->n));
		}
	}
	index_free(&places, leave);
}

struct fio_parameters
fio_parameters_of(const struct fio_job *job)
{
	struct fio_parameters parameters = {NULL, 0};
	struct known known;

	if (!job->n_options && !job->options_known)
		return parameters;
	known_of(job, &known);
	put_known(&parameters, job, &known);
	put_foreign(&parameters, job, &known);
	job_free(&known.values.job);
	return parameters;
}

void
fio_parameters_free(struct fio_parameters *parameters)
{
	for (size_t i = 0; i < parameters->n; i++) {
		free(parameters->at[i].name);
		free(parameters->at[i].value);
	}
	free(parameters->at);
	*parameters = (struct fio_parameters){NULL, 0};
}

const char *
fio_parameter(const struct fio_parameters *parameters, const struct fio_job *job, const char *name)
{
	const struct job_option *option = option_find(name);
	const struct fio_parameter *parameter = find(parameters, option ? option->name : name);

	if (parameter)
		return parameter->value;
	const char *value = fio_job_option(job, name);
	return value && !value[0] ? "1" : value;
}

char *
fio_options_unknown(const struct fio_result *result, const struct fio_job *job)
{
	static const char *const dropped[] = {"time_based", "group_reporting", "norandommap",
					      "thread",     "refill_buffers",  "zero_buffers"};
	char *list = NULL;

	if (!job->options_known || strncmp(result->form, "fio json", strlen("fio json")) != 0)
		return NULL;
	for (size_t i = 0; i < job->n_options; i++)
		if (!job->option[i].value[0])
			return NULL;
	for (size_t i = 0; i < countof(dropped); i++) {
		if (fio_job_option(job, dropped[i]))
			continue;
		if (!list)
			list = mem_dup("");
		mem_append(&list, "%s%s", list[0] ? " " : "", dropped[i]);
	}
	return list;
}
