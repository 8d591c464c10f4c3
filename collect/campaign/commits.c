/* Names, and what is set for one of them alone. */
#include "collect/campaign/commits.h"

#include <math.h>
#include <string.h>

#include "collect/base/where.h"
#include "collect/job/override.h"

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

void
commits_free(struct campaign_commit *commits, size_t n)
{
	for (size_t i = 0; i < n; i++)
		job_list_free(&commits[i].jobs);
}
