/* Looking up what --better named. */
#include "analyze/sample/named.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/sample/derive.h"
#include "analyze/sample/store.h"
#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/record.h"
#include "collect/base/where.h"

static bool
fail_named(const struct store *store, const char *name, struct where *why)
{
	const char **words = NULL;
	char hint[NEAREST_HINT];
	size_t n = 0;

	for (const struct index_entry *e = store->units.first; e; e = index_next(e)) {
		const struct metric_unit *unit = e->value;
		words = mem_resize(words, n + 1, sizeof(*words));
		words[n++] = unit->metric->text;
	}
	where_set(why, NULL, 0, "no metric '%.100s' in the input%s", name,
		  nearest_hint("", nearest_word(name, words, n), hint));
	free(words);
	return false;
}

bool
named_are_there(const struct store *store, const struct metric_list *metrics, struct where *why)
{
	for (size_t i = 0; i < metrics->n; i++) {
		if (metrics->at[i].named && !name_find(&store->names, view_of(metrics->at[i].name)))
			return fail_named(store, metrics->at[i].name, why);
	}
	return true;
}

static bool
any_run_has(const struct store *store, size_t i)
{
	for (const struct index_entry *e = store->groups.first; e; e = index_next(e)) {
		for (size_t r = 0; r < group_runs(e->value); r++) {
			if (!isnan(group_run(e->value, r)->derived[i]->value))
				return true;
		}
	}
	return false;
}

bool
named_are_numbers(const struct store *store, const struct metric_list *metrics, struct where *why)
{
	for (size_t i = 0; i < metrics->n; i++) {
		struct view name = view_of(metrics->at[i].name);
		if (!metrics->at[i].named)
			continue;
		const struct metric_unit *unit = index_find(&store->units, name.p, name.n);
		bool text =
		    record_is_setting(name) || (unit && name_is(unit->unit, view_of("text")));
		if (text && !any_run_has(store, i))
			return where_set(why, NULL, 0,
					 "--better '%.100s': no run of a test has a number of that "
					 "name",
					 metrics->at[i].name);
	}
	return true;
}
