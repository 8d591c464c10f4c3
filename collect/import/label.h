/* Which commit, test and run a file is of. */
#ifndef COLLECT_IMPORT_LABEL_H
#define COLLECT_IMPORT_LABEL_H

#include <stdbool.h>

struct where;
struct label_pattern;

/* On the heap; NULL = the pattern does not say. */
struct label {
	char *commit, *test, *run;
};

/* A pattern in the regular expressions of pcre2 with at least one of the groups (?<commit>...),
 * (?<test>...) and (?<run>...), and none of another name. NULL with *why (the place in the pattern)
 * when it is none. */
struct label_pattern *label_pattern_new(const char *text, struct where *why);
/* Whether the group is in it; not in a pattern of NULL. */
bool label_pattern_has(const struct label_pattern *pattern, const char *group);
void label_pattern_free(struct label_pattern *pattern);

/* Matches path anywhere in it. false: no match, or a group is empty. A pattern of NULL matches
 * everything and says nothing. */
bool label_match(const struct label_pattern *pattern, const char *path, struct label *out);
void label_free(struct label *label);

#endif
