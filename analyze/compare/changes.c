/* Differences between what the two sides ran on. */
#include <stdlib.h>

#include "analyze/compare/pair.h"
#include "analyze/sample/fact.h"
#include "analyze/sample/setting.h"

/* What is told in one run over the settings: first the jobs' own that were compared all the same,
 * then those of the machines that differ, then, in one row, those that only one side has, and those
 * that one side's source leaves out. */
enum part { PART_FORCED, PART_VALUES, PART_ONE_SIDED };

enum {
	VALUES_MOST = 3, /* keys of one side that are told with their values */
	KEYS_MOST = 8,   /* that are told at all */
};

/* Appends a row that says text of metric, and frees text. */
static void
add_changed(const struct pair *pair, const struct name *test, struct view metric, char *text)
{
	struct row row = pair_row(pair, test);

	row.finding.metric = metric;
	row.finding.unit = view_of("text");
	row.finding.verdict = VERDICT_CHANGED;
	row_note(&row, "%s", text);
	free(text);
	list_push(pair->rows, &row);
}

/* Whether all that differs is that one side does not say it. Which tool measured is never that
 * little: one that says nothing of a source has measured itself. */
static bool
is_one_sided(const struct setting *setting)
{
	return setting_one_sided(setting) && strcmp(setting->key->text, "meta.source") != 0;
}

static void
add_values(const struct pair *pair, const struct name *test, const UT_array *list)
{
	for (size_t i = 0; i < list_n(list); i++) {
		const struct setting *setting = (const struct setting *)list_data(list) + i;
		if (!fact_of_moment(setting->key->text) && setting_differs(setting) &&
		    !is_one_sided(setting))
			add_changed(pair, test, name_view(setting->key), setting_text(setting));
	}
}

static bool
is_one_sided_key(const struct setting *setting)
{
	return !fact_of_moment(setting->key->text) && is_one_sided(setting);
}

/* "only one side says: device.model, device.size, ... (30 keys)": a source that says less than the
 * other one would else fill pages. Of a few keys the values are told too. */
static void
add_one_sided(const struct pair *pair, const struct name *test, const UT_array *list)
{
	const struct setting *at = list_data(list);
	char *text = mem_dup("only one side says: ");
	size_t n = 0, told = 0;

	for (size_t i = 0; i < list_n(list); i++)
		n += is_one_sided_key(&at[i]);
	for (size_t i = 0; i < list_n(list) && told < KEYS_MOST; i++) {
		if (!is_one_sided_key(&at[i]))
			continue;
		char *values = n <= VALUES_MOST ? setting_text(&at[i]) : mem_dup("");
		mem_append(&text, "%s%s%s%s", told++ ? ", " : "", at[i].key->text + strlen("meta."),
			   *values ? " " : "", values);
		free(values);
	}
	mem_append(&text, "%s (%zu key%s)", n > told ? ", ..." : "", n, n == 1 ? "" : "s");
	if (n)
		add_changed(pair, test, view_of("meta.*"), text);
	else
		free(text);
}

/* The options of the job that one side gives and the other one's source never tells: they were not
 * compared. */
static void
add_unknown(const struct pair *pair, const struct name *test, const UT_array *base,
	    const UT_array *runs)
{
	UT_array list;
	char *text = mem_dup("");

	setting_list(pair->store, base, runs, "job.", &list);
	for (size_t i = 0; i < list_n(&list); i++) {
		const struct setting *setting = (const struct setting *)list_data(&list) + i;
		if (setting->unknown[SETTING_BASE] || setting->unknown[SETTING_NEW])
			mem_append(&text, "%s%s", *text ? ", " : "not known of one side: ",
				   setting->key->text + strlen("job."));
	}
	list_done(&list);
	if (*text)
		add_changed(pair, test, view_of("meta.fio.options_unknown"), text);
	else
		free(text);
}

/* What makes a comparison one of unlike jobs. */
static void
add_forced(const struct pair *pair, const struct name *test, const UT_array *base,
	   const UT_array *runs)
{
	UT_array list;

	setting_list(pair->store, base, runs, "job.", &list);
	for (size_t i = 0; i < list_n(&list); i++) {
		const struct setting *setting = (const struct setting *)list_data(&list) + i;
		if (!setting_differs(setting) && !setting_varies(setting))
			continue;
		char *text = setting_text(setting);
		add_changed(pair, test, name_view(setting->key), mem_format("%s (forced)", text));
		free(text);
	}
	list_done(&list);
}

static void
add_rows(const struct pair *pair, const struct name *test, const UT_array *base,
	 const UT_array *runs, enum part part)
{
	UT_array list;

	if (part == PART_FORCED) {
		add_forced(pair, test, base, runs);
		return;
	}
	setting_list(pair->store, base, runs, "meta.", &list);
	if (part == PART_VALUES) {
		add_values(pair, test, &list);
	} else {
		add_one_sided(pair, test, &list);
		add_unknown(pair, test, base, runs);
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
add_common_changes(const struct pair *pair, enum part part)
{
	UT_array base, runs;

	list_init(&base, &ut_ptr_icd);
	list_init(&runs, &ut_ptr_icd);
	add_common_runs(pair, pair->base, &base);
	add_common_runs(pair, pair->commit, &runs);
	if (list_n(&base) && list_n(&runs))
		add_rows(pair, name_find(&pair->store->names, view_of("")), &base, &runs, part);
	list_done(&base);
	list_done(&runs);
}

static void
add_part(const struct pair *pair, enum part part)
{
	if (part != PART_FORCED)
		add_common_changes(pair, part);
	for (size_t i = 0; i < list_n(&pair->store->tests); i++) {
		const struct name *test = store_test(pair->store, i);
		const struct group *base = store_group(pair->store, pair->base, test);
		const struct group *group = store_group(pair->store, pair->commit, test);
		if (test->n && group_runs(base) && group_runs(group))
			add_rows(pair, test, &base->runs, &group->runs, part);
	}
}

void
pair_add_changes(const struct pair *pair)
{
	if (pair->force)
		add_part(pair, PART_FORCED);
	add_part(pair, PART_VALUES);
	add_part(pair, PART_ONE_SIDED);
}
