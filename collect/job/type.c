/* The types of options: how a value becomes a field of a job. */
#include "collect/job/type.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/job/option.h"
#include "collect/job/value.h"

/* Fills reply->why and returns false. */
__attribute__((format(printf, 2, 3))) static bool
refuse(struct option_reply *reply, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(reply->why, sizeof(reply->why), format, ap);
	va_end(ap);
	return false;
}

bool
type_unsigned_64(const struct job_option *option, const char *value, void *out,
		 struct option_reply *reply)
{
	uint64_t number;

	if (!value_unsigned(value, &number))
		return refuse(reply, "%s '%s' is not a whole number", option->name, value);
	if (number < option->min || number > option->max)
		return refuse(reply, "%s '%s' is not between %llu and %llu", option->name, value,
			      (unsigned long long)option->min, (unsigned long long)option->max);
	*(uint64_t *)out = number;
	return true;
}

bool
type_unsigned(const struct job_option *option, const char *value, void *out,
	      struct option_reply *reply)
{
	uint64_t number = 0;

	if (!type_unsigned_64(option, value, &number, reply))
		return false;
	*(unsigned *)out = (unsigned)number;
	return true;
}

/* The share of writes, kept as the share of reads. */
bool
type_rest(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	if (!type_unsigned(option, value, out, reply))
		return false;
	*(unsigned *)out = 100 - *(unsigned *)out;
	return true;
}

bool
type_bool(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
		return refuse(reply, "%s '%s' is neither 0 nor 1", option->name, value);
	*(bool *)out = value[0] == '1';
	return true;
}

bool
type_inverse(const struct job_option *option, const char *value, void *out,
	     struct option_reply *reply)
{
	if (!type_bool(option, value, out, reply))
		return false;
	*(bool *)out = !*(bool *)out;
	return true;
}

bool
type_size(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	uint64_t bytes;
	bool thousand;

	if (value[0] && strpbrk(value + 1, ",-:"))
		return refuse(reply, "%s '%s' is more than one size: not supported", option->name,
			      value);
	if (!value_size(value, &bytes, &thousand))
		return refuse(reply, "%s '%s' is not a size (512, 4k, 1m, 2g)", option->name,
			      value);
	if (bytes < option->min || bytes > option->max)
		return refuse(reply, "%s '%s' is not between %llu and %llu bytes", option->name,
			      value, (unsigned long long)option->min,
			      (unsigned long long)option->max);
	if (thousand)
		snprintf(reply->note, sizeof(reply->note),
			 "%s '%s' is %llu bytes, as in fio: kib, mib ... are powers of 1000 there, "
			 "k, m ... of 1024",
			 option->name, value, (unsigned long long)bytes);
	*(uint64_t *)out = bytes;
	return true;
}

bool
type_sizes(const struct job_option *option, const char *value, void *out,
	   struct option_reply *reply)
{
	struct job_sizes *sizes = out;
	uint64_t bytes = 0;

	if (!type_size(option, value, &bytes, reply))
		return false;
	for (enum direction d = 0; d < DIRECTIONS; d++)
		sizes[d] = (struct job_sizes){.min = bytes, .max = bytes};
	return true;
}

/* Bytes or a percentage of the target; the other one is taken back. */
bool
type_amount(const struct job_option *option, const char *value, void *out,
	    struct option_reply *reply)
{
	struct job_amount *amount = out;
	size_t n = strlen(value);

	if (n && value[n - 1] == '%') {
		if (!value_percent(value, &amount->percent))
			return refuse(reply, "%s '%s' is not between 1%% and 100%%", option->name,
				      value);
		amount->bytes = 0;
		return true;
	}
	if (!type_size(option, value, &amount->bytes, reply))
		return false;
	amount->percent = 0;
	return true;
}

bool
type_time(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	if (value_time_ns(value, out))
		return true;
	return refuse(reply, "%s '%s' is not a time (30, 30s, 500ms, 5m)", option->name, value);
}

bool
type_cpus(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	struct job *job = out;

	if (!value_cpus(value, &job->cpus_allowed))
		return refuse(reply, "%s '%s' is not a list of cpus (0,2-3)", option->name, value);
	job->cpus_allowed_set = true;
	return true;
}

/* Finds value among the option's words, or refuses with all of them. */
static bool
find_word(const struct job_option *option, const char *value, int *out, struct option_reply *reply)
{
	const char *words[16];
	char all[128] = "", hint[NEAREST_HINT];
	size_t n = 0;

	for (const struct option_word *w = option->words; w->word; w++) {
		if (strcmp(value, w->word) == 0) {
			*out = w->value;
			return true;
		}
		if (n < countof(words))
			words[n++] = w->word;
		size_t used = strlen(all);
		snprintf(all + used, sizeof(all) - used, "%s %s", n > 1 ? "," : "", w->word);
	}
	return refuse(reply, "%s '%s' is not one of%s%s", option->name, value, all,
		      nearest_hint("", nearest_word(value, words, n), hint));
}

bool
type_word(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	return find_word(option, value, out, reply);
}

bool
type_word_bool(const struct job_option *option, const char *value, void *out,
	       struct option_reply *reply)
{
	int number = 0;

	if (!find_word(option, value, &number, reply))
		return false;
	*(bool *)out = number != 0;
	return true;
}

bool
type_text(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	char **text = out;

	if (!value[0])
		return refuse(reply, "%s needs a value", option->name);
	free(*text);
	*text = mem_dup(value);
	return true;
}

/* A path without fio's lists: ':' separates paths there, and "\:" is a colon in a name. */
bool
type_path(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	char *path = mem_dup(value), *to = path;
	bool good = true;

	for (const char *p = value; *p && good; p++) {
		if (*p == ':')
			good = refuse(reply, "%s '%s' is more than one path: not supported",
				      option->name, value);
		else if (*p == '$')
			good = refuse(reply, "'$' in %s '%s' is not supported, but for ${NAME}",
				      option->name, value);
		if (p[0] == '\\' && p[1] == ':')
			p++;
		*to++ = *p;
	}
	*to = '\0';
	good = good && type_text(option, path, out, reply);
	free(path);
	return good;
}

/* fio's "-" is its standard input or output. */
bool
type_filename(const struct job_option *option, const char *value, void *out,
	      struct option_reply *reply)
{
	if (strcmp(value, "-") == 0)
		return refuse(reply, "filename '-' is not supported: name a device or a file");
	struct job *job = out;
	char *path = NULL;
	if (!type_path(option, value, &path, reply))
		return false;
	for (unsigned i = 0; i < job->n_filenames; i++)
		free(job->filename[i]);
	job->filename = mem_resize(job->filename, 1, sizeof(*job->filename));
	job->filename[0] = path;
	job->n_filenames = 1;
	return true;
}

/* What a person wants to say about the job. */
bool
type_note(const struct job_option *option __attribute__((unused)),
	  const char *value __attribute__((unused)), void *out __attribute__((unused)),
	  struct option_reply *reply __attribute__((unused)))
{
	return true;
}
