/* One option set in every job of a list. */
#include "collect/job/override.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/job/check.h"
#include "collect/job/draft.h"

/* Options that say which jobs there are and in which order, not how they work. */
static const char *const fixed[] = {"name", "stonewall", "wait_for_previous"};

/* Adds what was said of one job: without a place it would be that of all. */
static void
add_warnings(const struct job *job, const UT_array *said, UT_array *warnings)
{
	const char *line;

	for (size_t i = 0; (line = lines_at(said, i)); i++)
		lines_note(warnings, "job '%s': %s", job->name, line);
}

static bool
override_job(struct job *job, const char *name, const char *value, UT_array *ignored,
	     UT_array *warnings, struct where *why)
{
	const struct draft_place place = {"", 0, false};
	UT_array *said = lines_new();
	struct draft draft;

	draft_init(&draft);
	job_free(&draft.values.job);
	draft.values.job = *job;
	bool was_psync = job->ioengine == JOB_ENGINE_PSYNC;
	bool good = draft_set(&draft, name, value, place, said, why) &&
		    check_job(&draft, ignored, said, why);
	*job = draft.values.job;
	add_warnings(job, said, warnings);
	if (good && was_psync && job->ioengine != JOB_ENGINE_PSYNC)
		draft_warn(warnings, place, "job '%s' keeps iodepth 1, which it had with psync",
			   job->name);
	lines_free(said);
	draft.values.job = (struct job){0};
	draft_free(&draft);
	return good;
}

bool
job_override(const struct job_list *list, const char *assignment, struct job_list *out,
	     UT_array *warnings, struct where *why)
{
	size_t n = strcspn(assignment, "=");
	const char *value = assignment[n] ? assignment + n + 1 : NULL;
	char *name = mem_copy(assignment, n);
	struct job_list copy;
	UT_array *ignored = lines_new();
	bool good = true;

	job_list_copy(list, &copy);
	for (size_t i = 0; i < countof(fixed); i++)
		if (strcmp(name, fixed[i]) == 0)
			good = where_set(why, NULL, 0, "option '%s' cannot differ between commits",
					 name);
	for (size_t i = 0; good && i < copy.n; i++)
		good = override_job(&copy.job[i], name, value, ignored, warnings, why);
	if (good && list_n(ignored))
		good = where_set(why, NULL, 0, "option '%s' has no effect here", name);
	lines_free(ignored);
	free(name);
	if (good)
		*out = copy;
	else
		job_list_free(&copy);
	return good;
}
