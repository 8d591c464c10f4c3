/* What a git repository knows about a commit; the git program reads it. */
#ifndef COLLECT_CAMPAIGN_GIT_H
#define COLLECT_CAMPAIGN_GIT_H

struct fact;

/* "git describe --always --dirty" of the working tree in the folder repo, on the heap; NULL after
 * git has said why on standard error. */
char *git_describe(const char *repo);

/* Appends meta.commit.sha, .subject, .author and .date (facts.h) when the repository has a commit
 * called name; a "-dirty" at its end is not looked at. */
void git_facts(const char *repo, const char *name, struct fact **facts);

#endif
