/* Reads records for what a campaign needs to know of them. */
#include "collect/campaign/logbook.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/where.h"

enum { COUNT_MAX = 1000000 }; /* of blocks, and of commits in one */

static struct logbook_run *
run_get(struct logbook *logbook, const struct record *record)
{
	const struct logbook_run_key key = {name_get(&logbook->names, record->commit),
					    name_get(&logbook->names, record->run)};
	struct logbook_run *run = index_find(&logbook->runs, &key, sizeof(key));

	if (run)
		return run;
	run = mem_alloc(1, sizeof(*run));
	run->key = key;
	index_add(&logbook->runs, &run->key, sizeof(run->key), run);
	return run;
}

/* The first value stays. */
static void
add_setting(struct logbook *logbook, const struct record *record)
{
	const struct logbook_setting_key key = {name_get(&logbook->names, record->commit),
						name_get(&logbook->names, record->test),
						name_get(&logbook->names, record->metric)};
	char number[NUM_TEXT];

	if (index_find(&logbook->settings, &key, sizeof(key)))
		return;
	struct logbook_setting *setting = mem_alloc(1, sizeof(*setting));
	setting->key = key;
	setting->value = name_get(&logbook->names, record_text(record, number));
	index_add(&logbook->settings, &setting->key, sizeof(setting->key), setting);
}

/* A whole number from 1 on, else 0. */
static size_t
count_of(double value)
{
	return value >= 1 && value <= COUNT_MAX ? (size_t)value : 0;
}

static bool
add_seed(struct logbook *logbook, const struct record *record, struct where *why)
{
	char number[NUM_TEXT];
	const struct name *seed = name_get(&logbook->names, record_text(record, number));

	if (!logbook->seed)
		logbook->seed = seed;
	if (logbook->seed == seed)
		return true;
	logbook->mixed = true;
	return where_set(why, NULL, 0,
			 "a second campaign in it: its seed is %s, that of the first one is %s",
			 seed->text, logbook->seed->text);
}

static bool
take_row(void *ctx, const struct table_row *row, struct where *why)
{
	struct logbook *logbook = ctx;
	struct record record;
	char number[NUM_TEXT];

	if (!record_parse(row, &record, why))
		return false;
	if (!record.commit.n || !record.run.n)
		return where_set(why, NULL, 0, "a record without a %s",
				 record.commit.n ? "run" : "commit");
	struct logbook_run *run = run_get(logbook, &record);
	run->begun |= !view_is(record.metric, "meta.commit.index");
	if (record_shape(&record) != RECORD_SCALAR || !record_is_setting(record.metric))
		return true;
	add_setting(logbook, &record);
	if (record.test.n)
		return true;
	if (view_is(record.metric, "meta.block"))
		run->block = count_of(record.value);
	else if (view_is(record.metric, "meta.order"))
		run->order = count_of(record.value);
	else if (view_is(record.metric, "meta.complete"))
		run->complete = record_says_yes(record_text(&record, number));
	else if (view_is(record.metric, "meta.seed"))
		return add_seed(logbook, &record, why);
	return true;
}

bool
logbook_read(FILE *in, const char *name, struct logbook *out, struct where *why)
{
	const struct table_kind *const kinds[] = {&record_kind};

	return table_read(in, name, kinds, countof(kinds), take_row, out, why);
}

void
logbook_free(struct logbook *logbook)
{
	index_free(&logbook->runs, free);
	index_free(&logbook->settings, free);
	name_set_free(&logbook->names);
	*logbook = (struct logbook){0};
}

bool
logbook_has_complete(const struct logbook *logbook, const char *commit)
{
	for (const struct index_entry *e = logbook->runs.first; e; e = index_next(e)) {
		const struct logbook_run *run = e->value;

		if (run->complete && (!commit || name_is(run->key.commit, view_of(commit))))
			return true;
	}
	return false;
}

bool
logbook_has_start(const struct logbook *logbook, const char *start)
{
	size_t n = strlen(start);

	for (const struct index_entry *e = logbook->runs.first; e; e = index_next(e)) {
		const struct logbook_run *run = e->value;
		const char *id = run->key.id->text;

		if (strncmp(id, start, n) == 0 && (!id[n] || id[n] == '.'))
			return true;
	}
	return false;
}

const char *
logbook_block_id(const struct logbook *logbook, const char *commit, size_t block)
{
	const struct name *name = name_find(&logbook->names, view_of(commit));

	for (const struct index_entry *e = logbook->runs.first; e; e = index_next(e)) {
		const struct logbook_run *run = e->value;
		const struct logbook_run_key key = {name, run->key.id};

		if (run->block != block)
			continue;
		const struct logbook_run *own = index_find(&logbook->runs, &key, sizeof(key));
		if (!own || !own->begun)
			return run->key.id->text;
	}
	return NULL;
}

const char *
logbook_setting(const struct logbook *logbook, struct view commit, struct view test,
		struct view metric)
{
	const struct logbook_setting_key key = {name_find(&logbook->names, commit),
						name_find(&logbook->names, test),
						name_find(&logbook->names, metric)};

	if (!key.commit || !key.test || !key.metric)
		return NULL;
	const struct logbook_setting *setting = index_find(&logbook->settings, &key, sizeof(key));
	return setting ? setting->value->text : NULL;
}
