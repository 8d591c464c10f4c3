/* Compares a campaign with the one whose records are there. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/base/where.h"
#include "collect/campaign/campaign.h"
#include "collect/campaign/resume.h"

enum { PARAMETERS = 64, METRIC = 80 };

struct check {
	const struct resume *resume;
	const struct campaign_commit *commit; /* that is looked at */
	bool per_job;
	struct where *why;
};

static const struct campaign_commit *
find_commit(const struct campaign_commit *commits, size_t n, struct view name)
{
	for (size_t i = 0; i < n; i++)
		if (view_is(name, commits[i].name))
			return &commits[i];
	return NULL;
}

/* The number that the records give the commit, from 1; 0 = none. */
static size_t
recorded_index(const struct logbook *logbook, const char *commit)
{
	const char *text =
	    logbook_setting(logbook, view_of(commit), view_of(""), view_of("meta.commit.index"));
	double index;

	return text && num_parse(view_of(text), &index) && index >= 1 && index <= 1e6
		   ? (size_t)index
		   : 0;
}

/* A campaign of several commits names them all before its first run. */
static bool
check_commits(const struct resume *resume, const struct campaign_commit *commits, size_t n,
	      struct where *why)
{
	const struct logbook *logbook = &resume->logbook;

	for (const struct index_entry *e = logbook->runs.first; e; e = index_next(e)) {
		const struct logbook_run *run = e->value;

		if (!find_commit(commits, n, name_view(run->key.commit)))
			return where_set(why, resume->path, 0,
					 "another campaign: commit '%s' is in it and not asked for",
					 run->key.commit->text);
	}
	for (size_t i = 0; logbook->runs.first && i < n; i++) {
		size_t index = recorded_index(logbook, commits[i].name);

		if (n > 1 && !index)
			return where_set(why, resume->path, 0,
					 "another campaign: commit '%s' is not in it",
					 commits[i].name);
		if (index && index != i + 1)
			return where_set(why, resume->path, 0,
					 "another campaign: commit '%s' is number %zu there and "
					 "number %zu here",
					 commits[i].name, index, i + 1);
	}
	return true;
}

/* The job whose records have this test. Clones are called "TEST/CLONE". */
static const struct job *
find_job(const struct check *check, struct view test)
{
	const struct job_list *jobs = &check->commit->jobs;
	const struct job *found = NULL;

	for (size_t i = 0; i < jobs->n && !found; i++) {
		const struct job *job = &jobs->job[i];
		char *name = mem_format("%s/%s", job->stem, job->name);
		size_t n = strlen(name);
		bool clone = check->per_job && test.n > n + 1 && test.p[n] == '/' &&
			     memcmp(test.p, name, n) == 0 &&
			     isdigit((unsigned char)test.p[n + 1]) &&
			     strtoul(test.p + n + 1, NULL, 10) < job->numjobs;

		if (view_is(test, name) || clone)
			found = job;
		free(name);
	}
	return found;
}

static const char *
parameter_of(const struct job *job, struct view metric, struct job_parameter *space)
{
	size_t n = job_parameters(job, space, PARAMETERS);

	for (size_t i = 0; i < n; i++)
		if (view_starts(metric, "job.") && strcmp(metric.p + 4, space[i].name) == 0)
			return space[i].value;
	return NULL;
}

/* What the records say of the commit's jobs is what is asked for. */
static bool
check_recorded(const struct check *check, const struct logbook_setting *setting)
{
	const struct logbook_setting_key *key = &setting->key;
	struct job_parameter space[PARAMETERS];

	if (!view_starts(name_view(key->metric), "job.") ||
	    !name_is(key->commit, view_of(check->commit->name)))
		return true;
	const struct job *job = find_job(check, name_view(key->test));
	if (!job)
		return where_set(check->why, check->resume->path, 0,
				 "another campaign: test '%s' is in it and not asked for%s",
				 key->test->text, check->per_job ? "" : " (was it --per-job?)");
	const char *value = parameter_of(job, name_view(key->metric), space);
	if (value && name_is(setting->value, view_of(value)))
		return true;
	return where_set(check->why, check->resume->path, 0,
			 "another campaign: test '%s' of commit '%s' has %s %s there and %s here",
			 key->test->text, key->commit->text, key->metric->text,
			 setting->value->text, value ? value : "none");
}

/* What is asked for is in the records, of which some run is complete. */
static bool
check_asked(const struct check *check, const struct job *job, const char *test)
{
	struct job_parameter parameter[PARAMETERS];
	size_t n = job_parameters(job, parameter, PARAMETERS);
	char metric[METRIC];

	for (size_t i = 0; i < n; i++) {
		snprintf(metric, sizeof(metric), "job.%s", parameter[i].name);
		if (logbook_setting(&check->resume->logbook, view_of(check->commit->name),
				    view_of(test), view_of(metric)))
			continue;
		if (i == 0)
			return where_set(check->why, check->resume->path, 0,
					 "another campaign: test '%s' is not in it", test);
		return where_set(
		    check->why, check->resume->path, 0,
		    "another campaign: test '%s' of commit '%s' has no %s there and %s here", test,
		    check->commit->name, metric, parameter[i].value);
	}
	return true;
}

static bool
check_job_asked(const struct check *check, const struct job *job)
{
	char *test = mem_format("%s/%s", job->stem, job->name);
	bool good = check_asked(check, job, test);

	for (unsigned i = 0; good && check->per_job && i < job->numjobs; i++) {
		char *clone = mem_format("%s/%u", test, i);
		good = check_asked(check, job, clone);
		free(clone);
	}
	free(test);
	return good;
}

static bool
check_jobs(const struct check *check)
{
	const struct logbook *logbook = &check->resume->logbook;

	for (const struct index_entry *e = logbook->settings.first; e; e = index_next(e))
		if (!check_recorded(check, e->value))
			return false;
	if (!logbook_has_complete(logbook, check->commit->name))
		return true;
	for (size_t i = 0; i < check->commit->jobs.n; i++)
		if (!check_job_asked(check, &check->commit->jobs.job[i]))
			return false;
	return true;
}

bool
resume_check(const struct resume *resume, const struct campaign_commit *commits, size_t n,
	     bool per_job, struct where *why)
{
	if (!check_commits(resume, commits, n, why))
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct check check = {resume, &commits[i], per_job, why};

		if (!check_jobs(&check))
			return false;
	}
	return true;
}
