/* Options by name, and all of them together: defaults, and the parameters of a job. */
#include "collect/job/option.h"

#include <stdio.h>
#include <string.h>

const struct job_option *
option_find(const char *name)
{
	for (size_t i = 0; i < option_count; i++) {
		const struct job_option *option = &option_table[i];
		if (strcmp(name, option->name) == 0 ||
		    (option->alias && strcmp(name, option->alias) == 0))
			return option;
	}
	return NULL;
}

bool
option_applies(const struct job_option *option, const struct job *job)
{
	return !option->scope || option->scope->holds(job);
}

bool
option_is_parameter(const struct job_option *option)
{
	bool is = option->show != NULL;

	/* As bsrange sets what bs shows. Offset 0 is the whole job, not one field. */
	for (size_t i = 0; !is && option->offset && i < option_count; i++)
		is = option_table[i].show && option_table[i].offset == option->offset;
	return is;
}

bool
option_set(const struct job_option *option, const char *value, struct option_values *values,
	   struct option_reply *reply)
{
	*reply = (struct option_reply){0};
	if (!value && !option->flag) {
		snprintf(reply->why, sizeof(reply->why), "%s needs a value", option->name);
		return false;
	}
	return option->type(option, value ? value : "1", (char *)values + option->offset, reply);
}

void
option_preset(struct option_values *values)
{
	struct option_reply reply;

	for (size_t i = 0; i < option_count; i++)
		if (option_table[i].preset)
			option_set(&option_table[i], option_table[i].preset, values, &reply);
}

/* FNV-1a of 32 bits, as published by Fowler, Noll and Vo. */
static unsigned
hash(const char *text)
{
	uint32_t hash = 2166136261;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 16777619;
	return hash;
}

/* A text that is too long, as that of many sizes, ends in "..." and a hash of all of it: it still
 * differs from those of other jobs. */
static void
put_value(char out[JOB_VALUE], const struct show_text *text)
{
	enum { TAIL = 12 }; /* "...", 8 digits and a NUL */

	if (text->n < JOB_VALUE) {
		memcpy(out, text->at, text->n + 1);
		return;
	}
	memcpy(out, text->at, JOB_VALUE - TAIL);
	snprintf(out + JOB_VALUE - TAIL, TAIL, "...%08x", hash(text->at));
}

size_t
job_parameters(const struct job *job, struct job_parameter *out, size_t max)
{
	struct option_values defaults = {0};
	struct show_text text, usual;
	size_t n = 0;

	option_preset(&defaults);
	for (size_t i = 0; n < max && i < option_count; i++) {
		const struct job_option *option = &option_table[i];
		if (!option->show || !option_applies(option, job))
			continue;
		text.n = usual.n = 0;
		text.at[0] = usual.at[0] = '\0';
		option->show(option, job, &text);
		option->show(option, &defaults.job, &usual);
		if (!option->always && strcmp(text.at, usual.at) == 0)
			continue;
		out[n].name = option->name;
		put_value(out[n].value, &text);
		n++;
	}
	job_free(&defaults.job);
	return n;
}
