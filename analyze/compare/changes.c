/* Differences between what the two sides ran on. */
#include <stdlib.h>

#include "analyze/compare/pair.h"
#include "analyze/sample/setting.h"

/* What of meta.* tells about one run rather than what it ran on: not compared. Which tool measured,
 * its version and the form of its output (meta.source, meta.fio.version) are: another tool's
 * numbers may differ for no other reason. The file is not, nor which options its form leaves
 * unsaid. */
static const char *const facts[] = {
    "format",       "tool",        "start",       "start_monotonic",
    "session",      "block",       "order",       "seed",
    "command",      "load",        "commit",      "complete",
    "interrupted",  "target",      "source.file", "fio.options_unknown",
    "self_cost_ns", "steadystate", "boot",        "engine.clock_drift",
    "overloaded"};

/* Likewise of a campaign: where it was steered from, and how long preconditioning took. */
static const char *const campaign_facts[] = {"on", "controller", "precondition.time",
					     "precondition.bytes"};

static bool
is_one_of(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t length = strlen(list[i]);
		if (strncmp(name, list[i], length) == 0 &&
		    (name[length] == '\0' || name[length] == '.'))
			return true;
	}
	return false;
}

static bool
is_fact(const struct name *key)
{
	const char *name = key->text + strlen("meta.");

	return is_one_of(name, facts, countof(facts)) ||
	       is_one_of(name, campaign_facts, countof(campaign_facts));
}

static void
add_rows(const struct pair *pair, const struct name *test, const UT_array *base,
	 const UT_array *runs)
{
	UT_array list;

	setting_list(pair->store, base, runs, "meta.", &list);
	for (size_t i = 0; i < list_n(&list); i++) {
		const struct setting *setting = (const struct setting *)list_data(&list) + i;
		if (is_fact(setting->key) || !setting_differs(setting))
			continue;
		struct row row = pair_row(pair, test);
		char *text = setting_text(setting);
		row.finding.metric = name_view(setting->key);
		row.finding.unit = view_of("text");
		row.finding.verdict = VERDICT_CHANGED;
		row_note(&row, "%s", text);
		free(text);
		list_push(pair->rows, &row);
	}
	list_done(&list);
}

/* The records that hold for all tests, of those runs of a commit that are used. A run stands there
 * once a test, which does not change the set of its values. */
static void
add_common_runs(const struct pair *pair, const struct name *commit, UT_array *out)
{
	for (size_t i = 0; i < list_n(&pair->store->tests); i++) {
		const struct name *test = store_test(pair->store, i);
		const struct group *group = store_group(pair->store, commit, test);
		for (size_t r = 0; r < group_runs(group); r++) {
			const struct run *run = group_run(group, r);
			const struct run *common = test->n == 0 ? run : run->common;
			if (common)
				list_push(out, &common);
		}
	}
}

static void
add_common_changes(const struct pair *pair)
{
	UT_array base, runs;

	list_init(&base, &ut_ptr_icd);
	list_init(&runs, &ut_ptr_icd);
	add_common_runs(pair, pair->base, &base);
	add_common_runs(pair, pair->commit, &runs);
	if (list_n(&base) && list_n(&runs))
		add_rows(pair, name_find(&pair->store->names, view_of("")), &base, &runs);
	list_done(&base);
	list_done(&runs);
}

void
pair_add_changes(const struct pair *pair)
{
	add_common_changes(pair);
	for (size_t i = 0; i < list_n(&pair->store->tests); i++) {
		const struct name *test = store_test(pair->store, i);
		const struct group *base = store_group(pair->store, pair->base, test);
		const struct group *group = store_group(pair->store, pair->commit, test);
		if (test->n && group_runs(base) && group_runs(group))
			add_rows(pair, test, &base->runs, &group->runs);
	}
}
