/* Records go through as they are, but for runs that earlier inputs gave. */
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/import/importer.h"

/* A commit, test and run of this input. */
struct passed_run {
	char *key;
	bool again; /* an earlier input gave it */
};

struct passing {
	struct importer *importer;
	const char *file;
	struct index runs; /* struct passed_run */
	const struct passed_run *latest;
	size_t n_latest; /* bytes of its key */
};

static void
passed_run_free(void *value)
{
	struct passed_run *run = value;

	free(run->key);
	free(run);
}

/* A run that this input has not named before. Takes over key. */
static struct passed_run *
add_run(struct passing *passing, char *key, size_t n, const struct record *record, size_t line)
{
	struct seen *seen = &passing->importer->seen;
	const struct sink sink = {passing->file, NULL, importer_note, passing->importer};
	struct passed_run *run = mem_alloc(1, sizeof(*run));
	char *commit = mem_copy(record->commit.p, record->commit.n);
	char *test = mem_copy(record->test.p, record->test.n);
	char *name = mem_copy(record->run.p, record->run.n);
	const char *file = NULL;

	run->key = key;
	run->again = seen_run(seen, commit, test, name, 0, &file) != SEEN_NEVER;
	index_add(&passing->runs, run->key, n, run);
	if (run->again)
		sink_note(&sink, line, "left out: commit '%s', test '%s', run '%s' is in '%s', too",
			  commit, test, name, file);
	else
		seen_add_records(seen, commit, test, name, passing->file);
	free(commit);
	free(test);
	free(name);
	return run;
}

/* Rows of one run mostly stand together. */
static const struct passed_run *
run_of_row(struct passing *passing, const struct record *record, size_t line)
{
	char *key =
	    mem_format("%zu %zu %.*s%.*s%.*s", record->commit.n, record->test.n,
		       VIEW_ARGS(record->commit), VIEW_ARGS(record->test), VIEW_ARGS(record->run));
	size_t n = strlen(key);
	const struct passed_run *run = passing->latest;

	if (run && passing->n_latest == n && memcmp(run->key, key, n) == 0) {
		free(key);
		return run;
	}
	run = index_find(&passing->runs, key, n);
	if (run)
		free(key);
	else
		run = add_run(passing, key, n, record, line);
	passing->latest = run;
	passing->n_latest = n;
	return run;
}

static bool
pass_on(void *ctx, const struct table_row *row, struct where *why)
{
	struct passing *passing = ctx;
	struct record record;

	if (!record_parse(row, &record, why))
		return false;
	if (!record.commit.n || !record.run.n)
		return where_set(why, NULL, 0, "a record without a %s",
				 record.commit.n ? "run" : "commit");
	if (run_of_row(passing, &record, row->line)->again)
		return true;
	importer_begin(passing->importer);
	record_write(passing->importer->config->out, &record);
	return true;
}

bool
import_records(struct importer *importer, const struct import_item *item, struct opened *opened,
	       struct where *why)
{
	const struct table_kind *const kinds[] = {&record_kind};
	const struct sink sink = {opened->name, NULL, importer_note, importer};
	struct passing passing = {.importer = importer, .file = opened->name};
	FILE *stream = opened_stream(opened);
	bool good = table_read(stream, opened->name, kinds, 1, pass_on, &passing, why);

	fclose(stream);
	index_free(&passing.runs, passed_run_free);
	if (item->commit)
		sink_note(&sink, 0, "records keep their own commits: --commit '%s' is not for them",
			  item->commit);
	if (item->test)
		sink_note(&sink, 0, "records keep their own tests: --test '%s' is not for them",
			  item->test);
	importer->n_written += good;
	return good;
}
