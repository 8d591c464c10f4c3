/* pcre2 over the path of a file. */
#include "collect/import/label.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/where.h"

static const char *const group_name[] = {"commit", "test", "run"};
enum { GROUPS = countof(group_name) };

struct label_pattern {
	pcre2_code *code;
	bool has[GROUPS];
};

static size_t
group_of(const char *name)
{
	for (size_t i = 0; i < GROUPS; i++)
		if (strcmp(name, group_name[i]) == 0)
			return i;
	return GROUPS;
}

/* Notes which groups there are. false: one has another name, or there is none. */
static bool
find_groups(struct label_pattern *pattern, const char *text, struct where *why)
{
	uint32_t n = 0, size = 0;
	PCRE2_SPTR entry = NULL;
	char hint[NEAREST_HINT];

	pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMECOUNT, &n);
	pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMETABLE, &entry);
	for (uint32_t i = 0; i < n; i++, entry += size) {
		const char *name = (const char *)entry + 2; /* behind the group's number */
		size_t group = group_of(name);
		if (group == GROUPS)
			return where_set(
			    why, NULL, 0,
			    "--label '%s': the group '%s' is none of commit, test and run%s", text,
			    name, nearest_hint("", nearest_word(name, group_name, GROUPS), hint));
		pattern->has[group] = true;
	}
	return n > 0 || where_set(why, NULL, 0,
				  "--label '%s' has none of the groups (?<commit>...), "
				  "(?<test>...), (?<run>...)",
				  text);
}

struct label_pattern *
label_pattern_new(const char *text, struct where *why)
{
	int error;
	PCRE2_SIZE at;
	pcre2_code *code =
	    pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0, &error, &at, NULL);

	if (!code) {
		PCRE2_UCHAR message[256] = "";
		pcre2_get_error_message(error, message, sizeof(message));
		where_set(why, NULL, 0, "--label '%s': %s at character %zu", text,
			  (const char *)message, (size_t)at + 1);
		return NULL;
	}
	struct label_pattern *pattern = mem_alloc(1, sizeof(*pattern));
	pattern->code = code;
	if (find_groups(pattern, text, why))
		return pattern;
	label_pattern_free(pattern);
	return NULL;
}

bool
label_pattern_has(const struct label_pattern *pattern, const char *group)
{
	size_t i = group_of(group);

	return pattern && i < GROUPS && pattern->has[i];
}

void
label_pattern_free(struct label_pattern *pattern)
{
	if (!pattern)
		return;
	pcre2_code_free(pattern->code);
	free(pattern);
}

/* The group's text into *out; one that took no part in the match leaves NULL, an empty one is
 * false. */
static bool
take(pcre2_match_data *match, const char *name, char **out)
{
	PCRE2_UCHAR *text = NULL;
	PCRE2_SIZE n = 0;

	if (pcre2_substring_get_byname(match, (PCRE2_SPTR)name, &text, &n) != 0)
		return true;
	if (n > 0)
		*out = mem_copy((const char *)text, n);
	pcre2_substring_free(text);
	return n > 0;
}

bool
label_match(const struct label_pattern *pattern, const char *path, struct label *out)
{
	*out = (struct label){NULL, NULL, NULL};
	if (!pattern)
		return true;
	pcre2_match_data *match = pcre2_match_data_create_from_pattern(pattern->code, NULL);
	char **const to[GROUPS] = {&out->commit, &out->test, &out->run};
	bool good = match && pcre2_match(pattern->code, (PCRE2_SPTR)path, strlen(path), 0, 0, match,
					 NULL) > 0;
	for (size_t i = 0; good && i < GROUPS; i++)
		good = !pattern->has[i] || take(match, group_name[i], to[i]);
	pcre2_match_data_free(match);
	if (!good)
		label_free(out);
	return good;
}

void
label_free(struct label *label)
{
	free(label->commit);
	free(label->test);
	free(label->run);
	*label = (struct label){NULL, NULL, NULL};
}
