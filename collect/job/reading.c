/* The sections of one source: inheritance from [global], groups, names that must not collide. */
#include "collect/job/reading.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/name.h"
#include "collect/base/utf8.h"
#include "collect/base/view.h"
#include "collect/base/where.h"
#include "collect/job/check.h"
#include "collect/job/expand.h"

enum { JOBS_MAX = 16384 }; /* fio's own generators make thousands */

void
reading_begin(struct reading *reading, const char *source, const char *stem, struct job_list *list,
	      UT_array *warnings)
{
	*reading = (struct reading){
	    .source = source, .stem = stem, .list = list, .first = list->n, .warnings = warnings};
	reading->ignored = lines_new();
	for (size_t i = 0; i < list->n; i++)
		name_get(&reading->names, view_of(list->job[i].name));
	draft_init(&reading->global);
}

/* A job starts a new group where it says stonewall, and where a further source begins. */
static unsigned
group_of(const struct reading *reading)
{
	const struct job_list *list = reading->list;

	if (list->n == 0)
		return 0;
	bool starts = list->n == reading->first || reading->job.values.stonewall;
	return list->job[list->n - 1].group + starts;
}

/* Results are told apart by stem and name. */
static bool
check_name(const struct reading *reading, struct where *why)
{
	const struct job *job = &reading->job.values.job;

	/* Both stand in records. */
	if (!utf8_is_valid(view_of(job->name)))
		return where_set(why, job->file, job->line, "the job's name is not UTF-8");
	if (!utf8_is_valid(view_of(job->stem)))
		return where_set(why, job->file, job->line, "the file's name is not UTF-8");
	if (!name_find(&reading->names, view_of(job->name)))
		return true;
	for (size_t i = 0; i < reading->list->n; i++) {
		const struct job *other = &reading->list->job[i];
		if (strcmp(job->name, other->name) != 0 || strcmp(job->stem, other->stem) != 0)
			continue;
		if (!other->line)
			return where_set(why, job->file, job->line, "a second job '%s/%s'",
					 job->stem, job->name);
		return where_set(why, job->file, job->line,
				 "a second job '%s/%s' after that of %s:%zu", job->stem, job->name,
				 other->file, other->line);
	}
	return true;
}

static bool
complete_job(struct reading *reading, struct where *why)
{
	struct draft *draft = &reading->job;
	struct job *job = &draft->values.job;

	if (reading->list->n == JOBS_MAX)
		return where_set(why, job->file, job->line, "more than %d jobs", JOBS_MAX);
	if (!draft_place(draft, "rw").file)
		draft_warn(reading->warnings, (struct draft_place){job->file, job->line, false},
			   "job '%s' has no rw, so it reads, as in fio", job->name);
	if (!check_name(reading, why) ||
	    !check_job(draft, reading->ignored, reading->warnings, why))
		return false;
	job->group = group_of(reading);
	name_get(&reading->names, view_of(job->name));
	job_list_add(reading->list, job);
	*job = (struct job){0}; /* it is the list's now */
	return true;
}

static bool
close_section(struct reading *reading, struct where *why)
{
	bool good = reading->state != READING_JOB || complete_job(reading, why);

	draft_free(&reading->job);
	reading->state = READING_NOTHING;
	return good;
}

bool
reading_section(struct reading *reading, const char *name, size_t line, struct where *why)
{
	if (!close_section(reading, why))
		return false;
	if (view_starts(view_of(name), "global")) {
		reading->state = READING_GLOBAL;
		return true;
	}
	draft_inherit(&reading->job, &reading->global);
	struct job *job = &reading->job.values.job;
	free(job->name);
	job->name = mem_dup(name);
	job->file = mem_dup(reading->source);
	job->stem = mem_dup(reading->stem);
	job->line = line;
	reading->state = READING_JOB;
	return true;
}

bool
reading_option(struct reading *reading, const char *name, const char *value,
	       struct draft_place place, struct where *why)
{
	struct draft *draft = reading->state == READING_JOB ? &reading->job : &reading->global;
	struct where reason;
	char *expanded = value ? expand_value(value, &reason) : NULL;

	if (value && !expanded)
		return where_set(why, place.file, place.line, "%s", reason.why);
	bool good = draft_set(draft, name, expanded, place, reading->warnings, why);
	free(expanded);
	return good;
}

/* Names the ignored options that ask for reports, or else the others, in one warning. */
static void
warn_ignored(const struct reading *reading, bool reports, const char *message)
{
	UT_array *names = lines_new();

	for (size_t i = 0; lines_at(reading->ignored, i); i++) {
		const char *name = lines_at(reading->ignored, i);
		if ((foreign_find(name)->matters == FOREIGN_REPORT) == reports)
			lines_add(names, name);
	}
	if (list_n(names)) {
		char *all = lines_join(names, ", ");
		lines_note(reading->warnings, "%s: %s: %s", reading->source, message, all);
		free(all);
	}
	lines_free(names);
}

bool
reading_end(struct reading *reading, bool good, struct where *why)
{
	good = good && close_section(reading, why);
	if (good) {
		warn_ignored(reading, false, "without effect here, ignored");
		warn_ignored(reading, true,
			     "the records hold samples and all latencies anyway "
			     "(--interval), ignored");
	} else {
		job_list_cut(reading->list, reading->first);
	}
	draft_free(&reading->job);
	draft_free(&reading->global);
	lines_free(reading->ignored);
	name_set_free(&reading->names);
	return good;
}
