/* What runs are told apart by: commit, test and run, the settings job.* and meta.*, and what tells
 * single metrics apart. */
#ifndef ANALYZE_FILTER_KEY_H
#define ANALYZE_FILTER_KEY_H

#include <stdbool.h>

#include "analyze/sample/store.h"

enum filter_key_kind {
	KEY_COMMIT,
	KEY_TEST,
	KEY_RUN,
	KEY_METRIC, /* from here on: of a metric of a run, not of the run */
	KEY_UNIT,
	KEY_DIRECTION,
	KEY_SETTING, /* job.* and meta.* */
	KEYS,
};

struct filter_key {
	enum filter_key_kind kind;
	const struct name *setting; /* of KEY_SETTING */
};

/* The settings of a store. */
struct filter_keys {
	struct index settings; /* const struct name, by its text */
};

struct filter_keys filter_keys_of(const struct store *store);
void filter_keys_free(struct filter_keys *keys);

/* Finds what word names: "commit", "job.bs", or "bs" for the one of job.bs and meta.bs that there
 * is. Returns NULL, or why not, which the caller frees: no record has such a key (with the
 * nearest), or word means two. */
char *filter_keys_find(const struct filter_keys *keys, const char *word, struct filter_key *out);

/* The same for the beginning of settings: "meta.kernel", as well as "kernel", "meta.kernel.*", is
 * meta.kernel and all meta.kernel.*. *prefix, without any ".*", is the caller's to free where NULL
 * is returned. */
char *filter_keys_prefix(const struct filter_keys *keys, const char *word, char **prefix);

/* Whether setting is prefix or one of prefix.*. */
bool filter_key_covers(const char *prefix, const struct name *setting);

static inline bool
filter_key_is_metric(const struct filter_key *key)
{
	return key->kind == KEY_METRIC || key->kind == KEY_UNIT || key->kind == KEY_DIRECTION;
}

/* As messages and labels call it: "commit", "job.bs". */
const char *filter_key_text(const struct filter_key *key);

/* What the run, or else the rows that hold for all its tests, says of a key that is no metric's;
 * NULL where they say nothing. */
const struct name *filter_key_value(const struct store *store, const struct filter_key *key,
				    const struct run *run);

/* " (did you mean 'v8'?)" for a value that nothing has, among those in values (const struct name *,
 * NULL = absent), or what there is, " (there is 'v8', 'v9', ...)". The caller frees it. */
char *filter_values_hint(const UT_array *values, const char *wanted);

#endif
