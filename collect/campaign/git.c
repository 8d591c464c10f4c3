/* Asks git in forms that are made for programs. */
#include "collect/campaign/git.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/campaign/command.h"
#include "collect/machine/facts.h"

char *
git_describe(const char *repo)
{
	const char *argv[] = {"git", "-C", repo, "describe", "--always", "--dirty", NULL};

	return command_output(argv, false);
}

void
git_facts(const char *repo, const char *name, struct fact **facts)
{
	static const char dirty[] = "-dirty";
	static const char *const metric[] = {"meta.commit.sha", "meta.commit.author",
					     "meta.commit.date", "meta.commit.subject"};
	size_t n = strlen(name), tail = sizeof(dirty) - 1;
	bool is_dirty = n > tail && strcmp(name + n - tail, dirty) == 0;
	char *commit = mem_format("%.*s^{commit}", (int)(is_dirty ? n - tail : n), name);
	const char *argv[] = {"git",
			      "-C",
			      repo,
			      "log",
			      "-1",
			      "--no-show-signature",
			      "--encoding=UTF-8",
			      "--format=%H%n%an <%ae>%n%cI%n%s",
			      "--end-of-options",
			      commit,
			      "--",
			      NULL};
	char *text = command_output(argv, true), *rest = text;

	for (size_t i = 0; i < countof(metric) && rest; i++)
		facts_add(facts, metric[i], "%s", strsep(&rest, "\n"));
	free(text);
	free(commit);
}
