/* Options that name files and processors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/view.h"
#include "collect/job/option.h"
#include "collect/job/type.h"
#include "collect/job/value.h"

enum { FILES_MAX = 1024 }; /* of one job, by name */

/* The path at the start of *text, on the heap, which ends before a colon; "\:" is one in it. *text
 * is moved to the colon or the end. */
static char *
take_path(const char **text)
{
	char *path = mem_dup(*text), *to = path;
	const char *p = *text;

	for (; *p && *p != ':'; p++) {
		if (p[0] == '\\' && p[1] == ':')
			p++;
		*to++ = *p;
	}
	*to = '\0';
	*text = p;
	return path;
}

static bool
check_path(const struct job_option *option, const char *value, const char *path,
	   struct option_reply *reply)
{
	if (!*value)
		return type_refuse(reply, "%s needs a value", option->name);
	if (!*path)
		return type_refuse(reply, "%s '%s' has an empty name", option->name, value);
	if (strchr(path, '$'))
		return type_refuse(reply, "'$' in %s '%s' is not supported, but for ${NAME}",
				   option->name, value);
	return true;
}

/* A path without fio's lists. */
bool
type_path(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	const char *end = value;
	char *path = take_path(&end);
	bool good =
	    *end ? type_refuse(reply, "%s '%s' is more than one path: not supported", option->name,
			       value)
		 : check_path(option, value, path, reply) && type_text(option, path, out, reply);

	free(path);
	return good;
}

static bool
has_name(const struct job *job, const char *name)
{
	for (unsigned i = 0; i < job->n_filenames; i++)
		if (strcmp(job->filename[i], name) == 0)
			return true;
	return false;
}

static void
add_names(struct job *job, const UT_array *names, struct option_reply *reply)
{
	for (size_t i = 0; lines_at(names, i); i++) {
		const char *name = lines_at(names, i);
		if (has_name(job, name)) {
			snprintf(reply->note, sizeof(reply->note),
				 "filename '%s' is given twice, and taken once", name);
			continue;
		}
		job->filename =
		    mem_resize(job->filename, job->n_filenames + 1, sizeof(*job->filename));
		job->filename[job->n_filenames++] = mem_dup(name);
	}
}

/* fio's "-" is its standard input or output. */
bool
type_filename(const struct job_option *option, const char *value, void *out,
	      struct option_reply *reply)
{
	struct job *job = out;
	UT_array *names = lines_new();
	const char *p = value;
	bool good = true, more = true;

	while (good && more) {
		char *path = take_path(&p);
		good = check_path(option, value, path, reply);
		if (good && strcmp(path, "-") == 0)
			good = type_refuse(reply, "filename '-' is not supported: name a device or "
						  "a file");
		if (good && job->n_filenames + list_n(names) == FILES_MAX)
			good = type_refuse(reply, "more than %d files in one job", FILES_MAX);
		lines_add(names, path);
		free(path);
		more = *p++ == ':';
	}
	if (good)
		add_names(job, names, reply);
	lines_free(names);
	return good;
}

bool
type_filename_format(const struct job_option *option, const char *value, void *out,
		     struct option_reply *reply)
{
	static const char *const keywords[] = {"$jobname", "$jobnum", "$filenum"};

	for (const char *p = strchr(value, '$'); p; p = strchr(p + 1, '$')) {
		bool known = false;
		for (size_t i = 0; i < countof(keywords); i++)
			known = known || view_starts(view_of(p), keywords[i]);
		if (!known)
			return type_refuse(reply,
					   "'$' in %s '%s' begins none of $jobname, $jobnum, "
					   "$filenum",
					   option->name, value);
	}
	return type_text(option, value, out, reply);
}

bool
type_cpus(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	struct job *job = out;

	if (!value_cpus(value, &job->cpus_allowed))
		return type_refuse(reply, "%s '%s' is not a list of cpus (0,2-3)", option->name,
				   value);
	job->cpus_allowed_set = true;
	return true;
}

bool
type_cpu(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	uint64_t cpu;

	if (strcmp(value, "-1") == 0) {
		*(int *)out = -1;
		return true;
	}
	if (!value_unsigned(value, &cpu) || cpu >= CPU_SETSIZE)
		return type_refuse(reply, "%s '%s' is not the number of a cpu", option->name,
				   value);
	*(int *)out = (int)cpu;
	return true;
}

bool
type_nice(const struct job_option *option, const char *value, void *out, struct option_reply *reply)
{
	struct job *job = out;
	bool minus = value[0] == '-';
	uint64_t number;

	if (!value_unsigned(value + minus, &number) || number > (minus ? 20 : 19))
		return type_refuse(reply, "%s '%s' is not between -20 and 19", option->name, value);
	job->nice = minus ? -(int)number : (int)number;
	job->nice_set = true;
	return true;
}
