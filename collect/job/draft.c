/* One job's options by name: ours are set, fio's others are remembered until the job is complete.
 */
#include "collect/job/draft.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/where.h"
#include "collect/job/option_name.h"

enum { TEXT_MAX = 65536 }; /* bytes of a job's options that are kept as text */

void
draft_init(struct draft *draft)
{
	*draft = (struct draft){0};
	option_preset(&draft->values);
	draft->values.job.percentage_random = 100;
}

void
draft_inherit(struct draft *draft, const struct draft *from)
{
	*draft = *from;
	job_copy(&from->values.job, &draft->values.job);
	for (size_t i = 0; i < option_count; i++)
		draft->places[i].inherited = true;
}

void
draft_free(struct draft *draft)
{
	job_free(&draft->values.job);
	*draft = (struct draft){0};
}

void
draft_warn(UT_array *warnings, struct draft_place place, const char *format, ...)
{
	char *text = mem_dup(place.file);
	va_list ap;

	va_start(ap, format);
	char *message = mem_vformat(format, ap);
	va_end(ap);
	if (place.line)
		mem_append(&text, ":%zu", place.line);
	mem_append(&text, "%s%s", text[0] ? ": " : "", message);
	free(message);
	lines_note(warnings, "%s", text);
	free(text);
}

struct draft_place
draft_place(const struct draft *draft, const char *name)
{
	return draft->places[option_index(option_find(name))];
}

/* What a job had before it was a draft gives way; what the draft was given stays. */
static void
begin_filenames(struct draft *draft, struct draft_place old, struct draft_place place,
		UT_array *warnings)
{
	struct job *job = &draft->values.job;

	if (!old.file)
		job_forget_filenames(job);
	else if (old.inherited)
		draft_warn(warnings, place, "the filename is added to '%s', as in fio%s",
			   job->filename[0], job->n_filenames > 1 ? " (and others)" : "");
}

static bool
set_ours(struct draft *draft, const struct job_option *option, const char *value,
	 struct draft_place place, UT_array *warnings, struct where *why)
{
	struct draft_place *old = &draft->places[option_index(option)];
	struct option_reply reply;

	if (option->type == type_filename)
		begin_filenames(draft, *old, place, warnings);
	if (!option_set(option, value, &draft->values, &reply))
		return where_set(why, place.file, place.line, "%s", reply.why);
	if (reply.note[0])
		draft_warn(warnings, place, "%s", reply.note);
	*old = place;
	return true;
}

/* Keeps what was said, for a job file that says it again elsewhere. */
static void
keep_text(struct job *job, const char *name, const char *value)
{
	size_t n = job->text ? strlen(job->text) : 0;

	/* A limit, for each section has a copy of what its [global] said. */
	if ((value && strpbrk(value, ";#\n")) ||
	    n + strlen(name) + (value ? strlen(value) : 0) > TEXT_MAX) {
		job->text_partial = true;
		return;
	}
	if (!job->text)
		job->text = mem_dup("");
	mem_append(&job->text, "%s%s%s\n", name, value ? "=" : "", value ? value : "");
}

static bool
set_by_name(struct draft *draft, const char *name, const char *value, struct draft_place place,
	    UT_array *warnings, struct where *why)
{
	const struct job_option *option = option_find(name);
	const struct foreign *foreign = foreign_find(name);

	if (option)
		return set_ours(draft, option, value, place, warnings, why);
	if (foreign) {
		/* The last value wins here too: one that asks for what is done is as none. */
		struct draft_place none = {0};
		bool same = foreign_is_same(foreign, value);
		draft->foreign[foreign - foreign_table] = same ? none : place;
		return true;
	}
	char hint[NEAREST_HINT];
	return where_set(why, place.file, place.line, "unknown option '%s'%s", name,
			 nearest_hint("", option_name_nearest(name), hint));
}

bool
draft_set(struct draft *draft, const char *name, const char *value, struct draft_place place,
	  UT_array *warnings, struct where *why)
{
	if (!set_by_name(draft, name, value, place, warnings, why))
		return false;
	keep_text(&draft->values.job, name, value);
	return true;
}
