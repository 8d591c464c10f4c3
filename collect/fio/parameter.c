/* fio's options through our own table of options. */
#include "collect/fio/parameter.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "collect/fio/meaning.h"
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

/* Whether the job itself shows what numjobs was, which then need not be among its options. */
static bool
tells_clones(const struct fio_job *job)
{
	return !job->options_known && !job->clones_assumed && job->clones >= 1 &&
	       job->clones <= UINT_MAX;
}

/* What our own options make of the job's. */
struct known {
	struct option_values values;
	const char *stands[OPTIONS_MAX]; /* values that we do not have or name otherwise */
	bool given[OPTIONS_MAX];
	bool refused[OPTIONS_MAX]; /* given, but we do not have the value */
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
		    !option_set(option, value[0] ? value : NULL, &known->values, &reply);
		known->stands[at] = known->refused[at] || reply.replaced ? value : NULL;
	}
	size_t numjobs = option_index(option_find("numjobs"));
	if (!known->given[numjobs] && tells_clones(job)) {
		known->given[numjobs] = true;
		known->values.job.numjobs = (unsigned)job->clones;
	}
}

/* The rows of the table that set what name says: buffered sets direct, too. */
static bool
given(const struct known *known, const char *name)
{
	const struct job_option *option = option_find(name);

	for (size_t i = 0; option && i < option_count; i++)
		if (known->given[i] &&
		    (&option_table[i] == option ||
		     (option->offset && option_table[i].offset == option->offset)))
			return true;
	return false;
}

/* In the order of the table: a value that we do not have stands in the place of ours. */
static void
put_known(struct fio_parameters *to, const struct fio_job *job, const struct known *known)
{
	struct job_parameter parameter[OPTIONS_MAX];
	size_t n = job_parameters(&known->values.job, parameter, countof(parameter));

	for (size_t i = 0, next = 0; i < option_count; i++) {
		const struct job_option *option = &option_table[i];
		bool ours = next < n && strcmp(parameter[next].name, option->name) == 0;
		bool told = job->options_known || given(known, option->name);
		if (known->stands[i] && (ours || option_is_parameter(option)))
			put(to, option->name, known->stands[i]);
		else if (ours && told)
			put(to, option->name, parameter[next].value);
		next += ours;
	}
}

/* The job's options by the names of our tables, each with the value that holds. */
struct choice {
	const char *name;
	const char *value;
};

/* index: struct choice, in the order in which fio first names them. */
static struct index
choices_of(const struct fio_job *job)
{
	struct index choices = {NULL};

	for (size_t i = 0; i < job->n_options; i++) {
		const struct fio_option *option = &job->option[i];
		const char *name = fio_option_name(option->name);
		struct choice *choice = index_find(&choices, name, strlen(name));

		if (!name[0])
			continue;
		if (!choice) {
			choice = mem_alloc(1, sizeof(*choice));
			choice->name = name;
			index_add(&choices, name, strlen(name), choice);
		}
		choice->value = option->value[0] ? trimmed(option->value) : "1";
	}
	return choices;
}

static struct fio_meaning_of
meaning_of(const struct known *known, const struct index *choices)
{
	struct fio_meaning_of of = {&known->values.job, true, false};

	of.rw_known = !known->refused[option_index(option_find("rw"))];
	for (size_t i = 0; i < option_count; i++)
		of.alone = of.alone || known->refused[i];
	for (const struct index_entry *e = choices->first; e; e = index_next(e)) {
		const struct choice *choice = e->value;
		of.alone = of.alone || fio_option_is_alone(&of, choice->name, choice->value);
	}
	return of;
}

/* The options that job_parameters does not have, as far as they mean that. */
static void
put_others(struct fio_parameters *to, const struct fio_job *job, const struct known *known,
	   enum fio_meaning meaning)
{
	struct index choices = choices_of(job);
	const struct fio_meaning_of of = meaning_of(known, &choices);

	for (const struct index_entry *e = choices.first; e; e = index_next(e)) {
		const struct choice *choice = e->value;
		if (fio_meaning(&of, choice->name, choice->value) == meaning)
			put(to, choice->name, choice->value);
	}
	index_free(&choices, free);
}

/* Nothing is known of options where fio printed none; of the clones it may still tell. */
static bool
says_nothing(const struct fio_job *job)
{
	return !job->n_options && !job->options_known && !tells_clones(job);
}

struct fio_parameters
fio_parameters_of(const struct fio_job *job)
{
	struct fio_parameters parameters = {NULL, 0};
	struct known known;

	if (says_nothing(job))
		return parameters;
	known_of(job, &known);
	put_known(&parameters, job, &known);
	put_others(&parameters, job, &known, FIO_MEANS_WORK);
	job_free(&known.values.job);
	return parameters;
}

struct fio_parameters
fio_ways_of(const struct fio_job *job)
{
	struct fio_parameters ways = {NULL, 0};
	struct known known;

	known_of(job, &known);
	put_others(&ways, job, &known, FIO_MEANS_WAY);
	job_free(&known.values.job);
	return ways;
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

	if (!job->options_known)
		return mem_dup("*");
	if (strncmp(result->form, "fio json", strlen("fio json")) != 0)
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
