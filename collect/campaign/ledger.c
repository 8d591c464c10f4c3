/* Reads records for what a campaign needs to know of them. */
#include "collect/campaign/ledger.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/where.h"

enum { COUNT_MAX = 1000000 }; /* of blocks, and of commits in one */

static struct ledger_run *
run_get(struct ledger *ledger, const struct record *record)
{
	const struct ledger_run_key key = {name_get(&ledger->names, record->commit),
					   name_get(&ledger->names, record->run)};
	struct ledger_run *run = index_find(&ledger->runs, &key, sizeof(key));

	if (run)
		return run;
	run = mem_alloc(1, sizeof(*run));
	run->key = key;
	index_add(&ledger->runs, &run->key, sizeof(run->key), run);
	return run;
}

/* The first value stays. */
static void
add_setting(struct ledger *ledger, const struct record *record)
{
	const struct ledger_setting_key key = {name_get(&ledger->names, record->commit),
					       name_get(&ledger->names, record->test),
					       name_get(&ledger->names, record->metric)};
	char number[NUM_TEXT];

	if (index_find(&ledger->settings, &key, sizeof(key)))
		return;
	struct ledger_setting *setting = mem_alloc(1, sizeof(*setting));
	setting->key = key;
	setting->value = name_get(&ledger->names, record_text(record, number));
	index_add(&ledger->settings, &setting->key, sizeof(setting->key), setting);
}

/* A whole number from 1 on, else 0. */
static size_t
count_of(double value)
{
	return value >= 1 && value <= COUNT_MAX ? (size_t)value : 0;
}

static bool
add_seed(struct ledger *ledger, const struct record *record, struct where *why)
{
	char number[NUM_TEXT];
	const struct name *seed = name_get(&ledger->names, record_text(record, number));

	if (!ledger->seed)
		ledger->seed = seed;
	if (ledger->seed == seed)
		return true;
	return where_set(why, NULL, 0,
			 "a second campaign in it: its seed is %s, that of the first one is %s",
			 seed->text, ledger->seed->text);
}

static bool
take_row(void *ctx, const struct table_row *row, struct where *why)
{
	struct ledger *ledger = ctx;
	struct record record;
	char number[NUM_TEXT];

	if (!record_parse(row, &record, why))
		return false;
	if (!record.commit.n || !record.run.n)
		return where_set(why, NULL, 0, "a record without a %s",
				 record.commit.n ? "run" : "commit");
	struct ledger_run *run = run_get(ledger, &record);
	run->begun |= !view_is(record.metric, "meta.commit.index");
	if (record_shape(&record) != RECORD_SCALAR || !record_is_setting(record.metric))
		return true;
	add_setting(ledger, &record);
	if (record.test.n)
		return true;
	if (view_is(record.metric, "meta.block"))
		run->block = count_of(record.value);
	else if (view_is(record.metric, "meta.order"))
		run->order = count_of(record.value);
	else if (view_is(record.metric, "meta.complete"))
		run->complete = record_says_yes(record_text(&record, number));
	else if (view_is(record.metric, "meta.seed"))
		return add_seed(ledger, &record, why);
	return true;
}

bool
ledger_read(FILE *in, const char *name, struct ledger *out, struct where *why)
{
	const struct table_kind *const kinds[] = {&record_kind};

	return table_read(in, name, kinds, countof(kinds), take_row, out, why);
}

void
ledger_free(struct ledger *ledger)
{
	index_free(&ledger->runs, free);
	index_free(&ledger->settings, free);
	name_set_free(&ledger->names);
	*ledger = (struct ledger){0};
}

bool
ledger_has_complete(const struct ledger *ledger, const char *commit)
{
	for (const struct index_entry *e = ledger->runs.first; e; e = index_next(e)) {
		const struct ledger_run *run = e->value;

		if (run->complete && (!commit || name_is(run->key.commit, view_of(commit))))
			return true;
	}
	return false;
}

bool
ledger_has_start(const struct ledger *ledger, const char *start)
{
	size_t n = strlen(start);

	for (const struct index_entry *e = ledger->runs.first; e; e = index_next(e)) {
		const struct ledger_run *run = e->value;
		const char *id = run->key.id->text;

		if (strncmp(id, start, n) == 0 && (!id[n] || id[n] == '.'))
			return true;
	}
	return false;
}

const char *
ledger_block_id(const struct ledger *ledger, const char *commit, size_t block)
{
	const struct name *name = name_find(&ledger->names, view_of(commit));

	for (const struct index_entry *e = ledger->runs.first; e; e = index_next(e)) {
		const struct ledger_run *run = e->value;
		const struct ledger_run_key key = {name, run->key.id};

		if (run->block == block && (!name || !index_find(&ledger->runs, &key, sizeof(key))))
			return run->key.id->text;
	}
	return NULL;
}

const char *
ledger_setting(const struct ledger *ledger, struct view commit, struct view test,
	       struct view metric)
{
	const struct ledger_setting_key key = {name_find(&ledger->names, commit),
					       name_find(&ledger->names, test),
					       name_find(&ledger->names, metric)};

	if (!key.commit || !key.test || !key.metric)
		return NULL;
	const struct ledger_setting *setting = index_find(&ledger->settings, &key, sizeof(key));
	return setting ? setting->value->text : NULL;
}
