/* Logs of one run of fio, brought together by their names. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/utf8.h"
#include "collect/import/importer.h"
#include "collect/import/sniff.h"

static bool
is_same_set(const struct import_item *a, const struct import_item *b)
{
	bool same_commit =
	    a->commit == b->commit || (a->commit && b->commit && strcmp(a->commit, b->commit) == 0);

	return b->is_log && same_commit && view_eq(a->log.prefix, b->log.prefix) &&
	       view_eq(a->log.host, b->log.host);
}

bool
import_is_log(const struct import_item *item, const struct opened *opened)
{
	switch (sniff(opened_beginning(opened))) {
	case SNIFFED_LOG:
		return true;
	case SNIFFED_EMPTY:
		return item->is_log;
	case SNIFFED_DOCUMENT:
		/* A row that is none further down is for the reader to tell. */
		return item->is_log && isdigit((unsigned char)opened->beginning[0]);
	default:
		return false;
	}
}

bool
import_is_log_file(const struct import_item *item)
{
	struct where why;
	struct opened opened;
	bool log = opened_open(&opened, item->path, &why) && import_is_log(item, &opened);

	opened_close(&opened);
	return log;
}

/* The name behind the last slash of the prefix. */
static char *
test_of(const struct import_item *item)
{
	struct view prefix = item->log.prefix;
	size_t start = prefix.n;

	while (start > 0 && prefix.p[start - 1] != '/')
		start--;
	if (start == prefix.n)
		return mem_dup("log");
	return mem_copy(prefix.p + start, prefix.n - start);
}

/* The set's own name: the path that its files begin with, and the host. */
static char *
set_name(const struct import_item *item)
{
	const struct log_name *log = &item->log;

	return mem_format("%.*s%s%.*s", VIEW_ARGS(log->prefix), log->host.n ? "." : "",
			  VIEW_ARGS(log->host));
}

/* Logs are not kept to be compared with others: a second run of one name gets a number. */
static char *
unique_run(struct importer *importer, const char *commit, const char *test, const char *wanted,
	   const char *set)
{
	const struct sink sink = {set, NULL, importer_note, importer};
	char *run = mem_dup(wanted);
	const char *file = NULL;

	for (size_t number = 2;
	     seen_run(&importer->seen, commit, test, run, 0, &file) != SEEN_NEVER; number++) {
		if (number == 2)
			sink_note(&sink, 0,
				  "a run of the name '%s' is in '%s', too: this one has a number "
				  "behind it",
				  wanted, file);
		free(run);
		run = mem_format("%s.%zu", wanted, number);
	}
	seen_add_run(&importer->seen, commit, test, run, 0, 1, set);
	return run;
}

static bool
read_set(struct importer *importer, const struct import_item *item, const struct log_file *files,
	 size_t n, const struct label *label, struct where *why)
{
	char *own = set_name(item), *name = test_of(item);
	char *set = importer_text(importer, own, own);
	char *commit = importer_text(importer, own,
				     item->commit    ? item->commit
				     : label->commit ? label->commit
						     : "unnamed");

	(void)utf8_mend(name);
	const char *test = label->test ? label->test : name;
	char *run = unique_run(importer, commit, test, label->run ? label->run : set, set);
	const struct rows rows = {importer->config->out, commit, run, test};
	const struct sink sink = {set, NULL, importer_note, importer};

	importer_begin(importer);
	rows_scalar(&rows, "meta.format", "1", 1);
	if (importer->config->tool)
		rows_text(&rows, "meta.tool", importer->config->tool);
	rows_text(&rows, "meta.source", "fio log");
	rows_text(&rows, "meta.source.file", set);
	bool good = log_read(files, n, &importer->config->log, &rows, &sink, why);
	if (good)
		rows_scalar(&rows, "meta.complete", "1", 1);
	importer->n_written += good;
	if (good && !item->commit && !label->commit)
		importer_count_unnamed(importer, item);
	free(own);
	free(set);
	free(commit);
	free(name);
	free(run);
	return good;
}

/* Fills in what the name of the item does not say: its rows may, or the user. Of a pipe the name,
 * as "stdin" or "/dev/fd/63", says nothing of the test either. */
static bool
name_log(const struct importer *importer, struct import_item *item, const struct opened *opened,
	 struct label *label, struct where *why)
{
	const enum log_kind histogram = LOG_HIST;
	const enum log_kind *kind = log_sniff(opened_beginning(opened)) == LOG_HISTOGRAM
					? &histogram
					: importer->config->nameless;

	if (!kind)
		return where_set(why, opened->name, 0,
				 "a log of fio, but not what it measured: neither its name tells, "
				 "as in PREFIX_bw.1.log, nor --log, which is bw, iops, lat, slat, "
				 "clat or clat_hist");
	item->log = (struct log_name){*kind, view_of(opened->name), 0, view_of("")};
	if (!label->test && !opened_lasts(opened))
		label->test = mem_dup("log");
	return true;
}

/* All logs of the item's set that are not done yet, which are then. Returns how many are in logs.
 */
static size_t
gather(struct importer *importer, struct import_item *item, struct import_item **logs)
{
	size_t n = 0;

	for (size_t i = 0; i < list_n(&importer->items); i++) {
		struct import_item *other = importer_item(importer, i);
		if (other != item && (!item->is_log || other->done || !is_same_set(item, other) ||
				      !import_is_log_file(other)))
			continue;
		other->done = true;
		logs[n++] = other;
	}
	return n;
}

/* A set of logs without a document is a run of its own. */
static bool
read_run(struct importer *importer, struct import_item *item, struct opened *opened,
	 const struct label *label, struct where *why)
{
	struct import_item **logs =
	    mem_alloc(list_n(&importer->items), sizeof(struct import_item *));
	char *set = set_name(item);
	size_t n = import_leave_out_twins(importer, set, logs, gather(importer, item, logs));
	struct log_file *files = mem_alloc(n, sizeof(*files));
	FILE *stream = opened_lasts(opened) ? NULL : opened_stream(opened);

	for (size_t i = 0; i < n; i++) {
		bool first = logs[i] == item;
		files[i] = (struct log_file){logs[i]->path, first ? opened->name : logs[i]->path,
					     logs[i]->log.kind, first ? stream : NULL, 0};
	}
	bool good = read_set(importer, item, files, n, label, why);
	if (good && item->is_log)
		import_note_gaps(importer, set, logs, n, (struct import_threads){0, 0});
	if (stream)
		fclose(stream);
	free(set);
	free(files);
	free(logs);
	return good;
}

bool
import_logs(struct importer *importer, struct import_item *item, struct opened *opened,
	    struct where *why)
{
	struct label label;
	bool owned;
	bool good = import_owned_logs(importer, item, &owned, why);

	item->done = true;
	if (owned)
		return good;
	if (!importer_label(importer, item, &label, why))
		return false;
	good = (item->is_log || name_log(importer, item, opened, &label, why)) &&
	       read_run(importer, item, opened, &label, why);
	label_free(&label);
	return good;
}
