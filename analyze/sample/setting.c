/* Settings of runs, compared as sets of interned values. */
#include "analyze/sample/setting.h"

#include <stdlib.h>

static void
setting_done(void *element)
{
	struct setting *setting = element;

	for (int side = 0; side < SETTING_SIDES; side++)
		list_done(&setting->value[side]);
}

static const UT_icd setting_icd = {sizeof(struct setting), NULL, NULL, setting_done};

/* The keys of the runs that start with prefix. */
static void
add_keys(UT_array *keys, const UT_array *runs, const char *prefix)
{
	for (size_t i = 0; i < list_n(runs); i++) {
		const struct run *run = list_pointer(runs, i);
		for (const struct series *s = run->first; s; s = s->next) {
			if (!s->expected && view_starts(name_view(s->key.metric), prefix))
				list_push_once(keys, s->key.metric);
		}
	}
}

/* The record has the options' names with blanks between them; "*" is any. */
bool
setting_untold(const struct store *store, const struct run *run, const struct name *key)
{
	const struct series *unknown = store_series(store, run, "meta.fio.options_unknown");
	struct view list = unknown && unknown->text ? name_view(unknown->text) : view_of("");

	if (!view_starts(name_view(key), "job."))
		return false;
	const char *option = key->text + strlen("job.");
	for (size_t i = 0; i < list.n;) {
		const char *blank = memchr(list.p + i, ' ', list.n - i);
		size_t n = blank ? (size_t)(blank - list.p) - i : list.n - i;
		const struct view unknown_option = {list.p + i, n};
		if (view_is(unknown_option, option) || view_is(unknown_option, "*"))
			return true;
		i += n + 1;
	}
	return false;
}

static void
add_values(const struct store *store, struct setting *setting, int side, const UT_array *runs)
{
	for (size_t i = 0; i < list_n(runs); i++) {
		const struct run *run = list_pointer(runs, i);
		const struct series *series = store_series_named(store, run, setting->key);
		if (!series && setting_untold(store, run, setting->key))
			setting->unknown[side] = true;
		else
			list_push_once(&setting->value[side], series ? series->text : NULL);
	}
}

void
setting_list(const struct store *store, const UT_array *base, const UT_array *new,
	     const char *prefix, UT_array *out)
{
	UT_array keys;

	list_init(out, &setting_icd);
	list_init(&keys, &ut_ptr_icd);
	add_keys(&keys, base, prefix);
	add_keys(&keys, new, prefix);
	for (size_t i = 0; i < list_n(&keys); i++) {
		struct setting setting = {.key = list_pointer(&keys, i)};
		list_init(&setting.value[SETTING_BASE], &ut_ptr_icd);
		list_init(&setting.value[SETTING_NEW], &ut_ptr_icd);
		add_values(store, &setting, SETTING_BASE, base);
		add_values(store, &setting, SETTING_NEW, new);
		list_push(out, &setting);
	}
	list_done(&keys);
}

/* Whether something is known of both sides. */
static bool
is_known(const struct setting *setting)
{
	return list_n(&setting->value[SETTING_BASE]) && list_n(&setting->value[SETTING_NEW]);
}

bool
setting_differs(const struct setting *setting)
{
	const UT_array *base = &setting->value[SETTING_BASE], *new = &setting->value[SETTING_NEW];

	if (list_n(base) != list_n(new))
		return is_known(setting);
	for (size_t i = 0; i < list_n(base); i++) {
		if (!list_has(new, list_pointer(base, i)))
			return true;
	}
	return false;
}

/* Whether no run of the side has the key. */
static bool
is_absent(const struct setting *setting, int side)
{
	const UT_array *value = &setting->value[side];

	return list_n(value) == 1 && !list_pointer(value, 0);
}

bool
setting_one_sided(const struct setting *setting)
{
	return setting_differs(setting) &&
	       (is_absent(setting, SETTING_BASE) || is_absent(setting, SETTING_NEW));
}

bool
setting_varies(const struct setting *setting)
{
	return list_n(&setting->value[SETTING_BASE]) > 1 ||
	       list_n(&setting->value[SETTING_NEW]) > 1;
}

static void
append_values(char **text, const UT_array *values)
{
	if (list_n(values) == 0)
		mem_append(text, "(not known)");
	for (size_t i = 0; i < list_n(values); i++) {
		const struct name *value = list_pointer(values, i);
		mem_append(text, "%s%s", i ? " or " : "", value ? value->text : "(absent)");
	}
}

char *
setting_text(const struct setting *setting)
{
	char *text = mem_dup("");

	append_values(&text, &setting->value[SETTING_BASE]);
	if (setting_varies(setting) && !setting_differs(setting) && is_known(setting)) {
		mem_append(&text, " on both sides");
		return text;
	}
	mem_append(&text, " -> ");
	append_values(&text, &setting->value[SETTING_NEW]);
	return text;
}

/* Whether all runs of the group have this value for key. */
static bool
is_common(const struct group *group, const struct name *key, const struct name *value)
{
	for (size_t r = 1; r < group_runs(group); r++) {
		const struct series *s = group_run(group, r)->first;

		while (s && s->key.metric != key)
			s = s->next;
		if (!s || s->text != value)
			return false;
	}
	return true;
}

char *
setting_params(const struct group *group)
{
	const struct run *run = group_runs(group) ? group_run(group, 0) : NULL;
	char *text = mem_dup("");

	for (const struct series *s = run ? run->first : NULL; s; s = s->next) {
		if (!s->text || s->expected || !view_starts(name_view(s->key.metric), "job.") ||
		    !is_common(group, s->key.metric, s->text))
			continue;
		mem_append(&text, "%s%s=%s", text[0] ? " " : "",
			   s->key.metric->text + strlen("job."), s->text->text);
	}
	return text;
}
