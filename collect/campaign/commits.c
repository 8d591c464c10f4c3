/* Names, and what is set for one of them alone. */
#include "collect/campaign/commits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/where.h"
#include "collect/job/override.h"

enum { PARAMETERS = 128 };

bool
commits_make(const char *const *names, size_t n, const struct job_list *jobs,
	     struct campaign_commit *out, struct where *why)
{
	for (size_t i = 0; i < n; i++) {
		out[i].name = names[i];
		job_list_copy(jobs, &out[i].jobs);
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++)
			if (strcmp(names[i], names[j]) == 0)
				return where_set(why, NULL, 0,
						 "--commit '%s' is given twice: --runs says how "
						 "often each is measured",
						 names[i]);
	return true;
}

/* The commit that assignment is for, the one with the longest name where a ':' in names allows
 * several; NULL when it is for none. */
static struct campaign_commit *
find_commit(struct campaign_commit *commits, size_t n, const char *assignment)
{
	struct campaign_commit *found = NULL;

	for (size_t i = 0; i < n; i++) {
		size_t length = strlen(commits[i].name);

		if (strncmp(assignment, commits[i].name, length) == 0 &&
		    assignment[length] == ':' && (!found || strlen(found->name) < length))
			found = &commits[i];
	}
	return found;
}

bool
commits_set(struct campaign_commit *commits, size_t n, const char *assignment, UT_array *warnings,
	    struct where *why)
{
	struct campaign_commit *commit = find_commit(commits, n, assignment);
	struct job_list changed;
	struct where inner;

	size_t colon = strcspn(assignment, ":=");
	if (!commit && assignment[colon] == ':')
		return where_set(why, NULL, 0, "--set '%s': there is no commit '%.*s'", assignment,
				 (int)colon, assignment);
	if (!commit)
		return where_set(why, NULL, 0,
				 "--set '%s' does not begin with the name of a commit and a ':'",
				 assignment);
	if (!job_override(&commit->jobs, assignment + strlen(commit->name) + 1, &changed, warnings,
			  &inner))
		return where_set(why, NULL, 0, "--set '%s': %s", assignment, inner.why);
	job_list_free(&commit->jobs);
	commit->jobs = changed;
	return true;
}

/* The value that a parameter of this name has among n, or NULL. */
static const char *
value_of(const struct job_parameter *parameter, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(parameter[i].name, name) == 0)
			return parameter[i].value;
	return NULL;
}

/* Adds "job.iodepth (32, 4)" for each parameter in which the jobs differ. With only_b: for those
 * that b alone has. */
static void
add_differences(const struct job *a, const struct job *b, bool only_b, UT_array *out)
{
	struct job_parameter of_a[PARAMETERS], of_b[PARAMETERS];
	size_t n_a = job_parameters(a, of_a, PARAMETERS), n_b = job_parameters(b, of_b, PARAMETERS);

	for (size_t i = 0; !only_b && i < n_a; i++) {
		const char *other = value_of(of_b, n_b, of_a[i].name);

		if (!other || strcmp(other, of_a[i].value) != 0)
			lines_note(out, "job.%s (%s, %s)", of_a[i].name, of_a[i].value,
				   other ? other : "none");
	}
	for (size_t i = 0; only_b && i < n_b; i++)
		if (!value_of(of_a, n_a, of_b[i].name))
			lines_note(out, "job.%s (none, %s)", of_b[i].name, of_b[i].value);
}

/* One line for the first test in which the two commits differ. */
static void
warn_differing(const struct campaign_commit *a, const struct campaign_commit *b, UT_array *warnings)
{
	UT_array *differences = lines_new();
	const struct job *first = NULL;
	size_t n = 0;

	for (size_t i = 0; i < a->jobs.n && i < b->jobs.n; i++) {
		UT_array *these = lines_new();
		add_differences(&a->jobs.job[i], &b->jobs.job[i], false, these);
		add_differences(&a->jobs.job[i], &b->jobs.job[i], true, these);
		n += list_n(these) > 0;
		for (size_t k = 0; n == 1 && k < list_n(these); k++) {
			first = &a->jobs.job[i];
			lines_note(differences, "%s", lines_at(these, k));
		}
		lines_free(these);
	}
	char more[40] = "", *all = lines_join(differences, ", ");
	if (n > 1)
		snprintf(more, sizeof(more), " and %zu other test%s", n - 1, n > 2 ? "s" : "");
	if (first)
		lines_note(warnings,
			   "commits '%s' and '%s' differ in %s of test '%s/%s'%s: 'analyze "
			   "compare' refuses that: let them differ in options of the engine "
			   "(meta.engine.*), or give it --force",
			   a->name, b->name, all, first->stem, first->name, more);
	free(all);
	lines_free(differences);
}

void
commits_differ(const struct campaign_commit *commits, size_t n, UT_array *warnings)
{
	for (size_t i = 1; i < n; i++)
		warn_differing(&commits[0], &commits[i], warnings);
}

void
commits_free(struct campaign_commit *commits, size_t n)
{
	for (size_t i = 0; i < n; i++)
		job_list_free(&commits[i].jobs);
}
