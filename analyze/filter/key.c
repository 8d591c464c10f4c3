/* Names of keys, and the values that runs have for them. */
#include "analyze/filter/key.h"

#include <stdlib.h>

#include "collect/base/nearest.h"
#include "collect/base/record.h"

static const char *const key_name[KEYS] = {
    [KEY_COMMIT] = "commit", [KEY_TEST] = "test", [KEY_RUN] = "run",
    [KEY_METRIC] = "metric", [KEY_UNIT] = "unit", [KEY_DIRECTION] = "direction",
    [KEY_SETTING] = ""};

static const char *const setting_prefix[] = {"job.", "meta."};

struct filter_keys
filter_keys_of(const struct store *store)
{
	struct filter_keys keys = {{NULL}};

	for (const struct index_entry *e = store->series.first; e; e = index_next(e)) {
		const struct name *name = ((const struct series *)e->value)->key.metric;
		if (record_is_setting(name_view(name)) &&
		    !index_find(&keys.settings, name->text, name->n))
			index_add(&keys.settings, name->text, name->n, (void *)(uintptr_t)name);
	}
	return keys;
}

/* The names are the store's. */
static void
keep(void *name)
{
	(void)name;
}

void
filter_keys_free(struct filter_keys *keys)
{
	index_free(&keys->settings, keep);
	keys->settings.first = NULL;
}

bool
filter_key_covers(const char *prefix, const struct name *setting)
{
	size_t n = strlen(prefix);

	return view_starts(name_view(setting), prefix) &&
	       (setting->text[n] == '\0' || setting->text[n] == '.');
}

/* Whether some setting is called word; as_prefix: or begins so. */
static bool
has(const struct filter_keys *keys, const char *word, bool as_prefix)
{
	if (index_find(&keys->settings, word, strlen(word)))
		return true;
	for (const struct index_entry *e = as_prefix ? keys->settings.first : NULL; e;
	     e = index_next(e)) {
		if (filter_key_covers(word, e->value))
			return true;
	}
	return false;
}

/* The nearest key, among those with job. and meta. and those without. */
static char *
no_such_key(const struct filter_keys *keys, const char *word)
{
	const char **words = NULL;
	char hint[NEAREST_HINT];
	size_t n = 0;

	for (int k = 0; k < KEY_SETTING; k++) {
		words = mem_resize(words, n + 1, sizeof(*words));
		words[n++] = key_name[k];
	}
	for (const struct index_entry *e = keys->settings.first; e; e = index_next(e)) {
		const struct name *name = e->value;
		words = mem_resize(words, n + 2, sizeof(*words));
		words[n++] = name->text;
		words[n++] = strchr(name->text, '.') + 1;
	}
	char *text = mem_format("no record has '%.100s'%s", word,
				nearest_hint("", nearest_word(word, words, n), hint));
	free(words);
	return text;
}

/* What word stands for, on the heap: itself, or with job. or meta. in front. NULL with *why. */
static char *
full_name(const struct filter_keys *keys, const char *word, bool as_prefix, char **why)
{
	char *found = NULL;

	if (has(keys, word, as_prefix))
		return mem_dup(word);
	for (size_t i = 0; i < countof(setting_prefix); i++) {
		char *name = mem_format("%s%s", setting_prefix[i], word);
		if (!*word || !has(keys, name, as_prefix)) {
			free(name);
		} else if (found) {
			*why = mem_format("'%.60s' is '%.70s' or '%.70s': say which", word, found,
					  name);
			free(name);
			free(found);
			return NULL;
		} else {
			found = name;
		}
	}
	if (!found)
		*why = no_such_key(keys, word);
	return found;
}

char *
filter_keys_find(const struct filter_keys *keys, const char *word, struct filter_key *out)
{
	char *why = NULL;

	for (int k = 0; k < KEY_SETTING; k++) {
		if (strcmp(word, key_name[k]) == 0) {
			*out = (struct filter_key){(enum filter_key_kind)k, NULL};
			return NULL;
		}
	}
	char *name = full_name(keys, word, false, &why);
	if (name)
		*out = (struct filter_key){KEY_SETTING,
					   index_find(&keys->settings, name, strlen(name))};
	free(name);
	return why;
}

char *
filter_keys_prefix(const struct filter_keys *keys, const char *word, char **prefix)
{
	size_t n = strlen(word);
	char *why = NULL;
	char *plain = mem_copy(word, view_ends((struct view){word, n}, ".*") ? n - 2 : n);

	*prefix = full_name(keys, plain, true, &why);
	free(plain);
	return why;
}

const char *
filter_key_text(const struct filter_key *key)
{
	return key->kind == KEY_SETTING ? key->setting->text : key_name[key->kind];
}

const struct name *
filter_key_value(const struct store *store, const struct filter_key *key, const struct run *run)
{
	const struct series *series;

	switch (key->kind) {
	case KEY_COMMIT:
		return run->key.commit;
	case KEY_TEST:
		return run->key.test;
	case KEY_RUN:
		return run->key.name;
	case KEY_SETTING:
		series = store_series_named(store, run, key->setting);
		if (!series && run->common)
			series = store_series_named(store, run->common, key->setting);
		return series ? series->text : NULL;
	case KEY_METRIC:
	case KEY_UNIT:
	case KEY_DIRECTION:
	case KEYS:
		break;
	}
	return NULL;
}

char *
filter_values_hint(const UT_array *values, const char *wanted)
{
	enum { TOLD = 5 };
	size_t n = list_n(values), told = 0;
	const char **words = mem_alloc(n + 1, sizeof(*words));
	char hint[NEAREST_HINT];

	for (size_t i = 0; i < n; i++) {
		const struct name *name = list_pointer(values, i);
		words[i] = name ? name->text : "";
	}
	const char *nearest = wanted ? nearest_word(wanted, words, n) : NULL;
	char *text = mem_dup(nearest && *nearest ? nearest_hint("", nearest, hint) : "");
	if (!*text && n) {
		mem_append(&text, " (there is");
		for (; told < n && told < TOLD; told++)
			mem_append(&text, "%s '%.60s'", told ? "," : "", words[told]);
		mem_append(&text, "%s)", told < n ? ", ..." : "");
	}
	free(words);
	return text;
}
