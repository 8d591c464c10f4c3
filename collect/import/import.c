/* All inputs, one after another. */
#include "collect/import/import.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/name.h"
#include "collect/base/nearest.h"
#include "collect/base/record.h"
#include "collect/base/utf8.h"
#include "collect/import/importer.h"
#include "collect/import/owner.h"
#include "collect/import/sniff.h"
#include "collect/import/walk.h"
#include "collect/job/option_name.h"

static const UT_icd item_icd = {sizeof(struct import_item), NULL, NULL, NULL};
static const UT_icd owner_icd = {sizeof(struct owner), NULL, NULL, NULL};

/* Files of a folder that are none of fio's are told in one note, by the first few. */
struct strays {
	char *names;
	size_t n;
};
enum { STRAYS_NAMED = 5 };

void
importer_note(void *ctx, const struct where *what)
{
	struct importer *importer = ctx;

	notes_add(&importer->notes, what);
}

void
importer_count_unnamed(struct importer *importer, const struct import_item *item)
{
	if (importer->n_unnamed++ && importer->unnamed_input != item->input)
		importer->unnamed_inputs = true;
	importer->unnamed_input = item->input;
}

void
importer_begin(struct importer *importer)
{
	if (!importer->begun)
		record_write_header(importer->config->out);
	importer->begun = true;
}

char *
importer_text(struct importer *importer, const char *path, const char *text)
{
	char *copy = mem_dup(text);
	struct where what;

	if (utf8_mend(copy)) {
		where_set(&what, path, 0, "its bytes that are no UTF-8 are '?' in records: '%s'",
			  copy);
		importer_note(importer, &what);
	}
	return copy;
}

bool
importer_label(struct importer *importer, const struct import_item *item, struct label *label,
	       struct where *why)
{
	bool good = true;

	*label = (struct label){NULL, NULL, NULL};
	if (strcmp(item->path, "-") != 0)
		good = label_match(importer->config->label, item->path, label);
	importer->is_unmatched = !good;
	if (!good)
		return where_set(why, item->path, 0, "--label does not match this path");
	if (item->test && !label->test)
		label->test = mem_dup(item->test);
	char *const texts[] = {label->commit, label->test, label->run};
	for (size_t i = 0; i < countof(texts); i++)
		if (texts[i])
			(void)utf8_mend(texts[i]);
	return true;
}

static void
say_error(struct importer *importer, const struct where *why)
{
	importer->refused = true;
	importer->config->say(importer->config->ctx, false, why);
}

static void
add_item(struct importer *importer, const char *path, size_t input, bool in_folder,
	 struct index *known)
{
	const struct import_config *config = importer->config;
	struct import_item item = {.path = mem_dup(path),
				   .commit = config->input[input].commit,
				   .test = config->input[input].test,
				   .input = input,
				   .in_folder = in_folder};
	char *key = importer_item_key(importer, &item);
	bool twice = name_find(known, view_of(key)) != NULL;

	name_get(known, view_of(key));
	free(key);
	if (twice) {
		struct where what;
		where_set(&what, path, 0, "named twice: read once");
		importer_note(importer, &what);
		free(item.path);
		return;
	}
	item.is_log = strcmp(path, "-") != 0 && log_name_parse(item.path, &item.log);
	importer->has_logs = importer->has_logs || item.is_log;
	list_push(&importer->items, &item);
}

/* Lists the files of all inputs. false: strict, and one cannot be read. */
static bool
list_items(struct importer *importer)
{
	const struct import_config *config = importer->config;
	struct index known = {NULL};
	bool good = true;

	for (size_t i = 0; i < config->n_inputs && (good || !config->strict); i++) {
		UT_array *files = lines_new();
		struct where why;
		bool folder = false;
		bool walked = walk(config->input[i].path, config->glob, files, &folder, &why);

		if (walked && folder && list_n(files) == 0)
			walked = where_set(&why, config->input[i].path, 0, "no file in it%s",
					   config->glob ? " that --glob matches" : "");
		for (size_t k = 0; k < list_n(files); k++)
			add_item(importer, lines_at(files, k), i, folder, &known);
		if (!walked)
			say_error(importer, &why);
		good = good && walked;
		lines_free(files);
	}
	name_set_free(&known);
	return good || !config->strict;
}

/* The path of the item's file below the folder that was named. */
static const char *
path_below(const struct importer *importer, const struct import_item *item)
{
	size_t n = strlen(importer->config->input[item->input].path);

	/* walk leaves out slashes at the end of the folder. */
	while (n > 1 && importer->config->input[item->input].path[n - 1] == '/')
		n--;
	return strlen(item->path) > n ? item->path + n + strspn(item->path + n, "/") : item->path;
}

/* Whether a file that is not fio's may be passed by, with a note at the end. */
static bool
pass_by(const struct importer *importer, const struct import_item *item, struct strays *strays)
{
	if (!item->in_folder || importer->config->strict)
		return false;
	if (strays->n++ < STRAYS_NAMED) {
		if (!strays->names)
			strays->names = mem_dup("");
		mem_append(&strays->names, "%s%s", strays->n > 1 ? ", " : "",
			   path_below(importer, item));
	}
	return true;
}

static bool
read_document(struct importer *importer, const struct import_item *item, struct opened *opened,
	      struct strays *strays, struct where *why)
{
	struct document document = {.file = opened->name, .note = importer_note, .ctx = importer};
	size_t n = 0;
	char *text = opened_load(opened, &n, why);

	if (!text)
		return false;
	bool good = document_read(&document, (struct view){text, n}, why);
	if (good)
		good = import_document(importer, item, &document, why);
	else if (document.foreign && pass_by(importer, item, strays))
		good = true;
	else if (document.foreign)
		where_set(why, opened->name, 0, "no output of fio: it looks like %s",
			  sniff_other(opened_beginning(opened)));
	document_free(&document);
	free(text);
	return good;
}

static bool
read_opened(struct importer *importer, struct import_item *item, struct opened *opened,
	    struct strays *strays, struct where *why)
{
	const char *packer = sniff_other(opened_beginning(opened));

	if (import_is_log(item, opened))
		return import_logs(importer, item, opened, why);
	switch (sniff(opened_beginning(opened))) {
	case SNIFFED_EMPTY:
		return where_set(why, opened->name, 0, "empty");
	case SNIFFED_RECORDS:
		return import_records(importer, item, opened, why);
	case SNIFFED_GZIP:
		where_set(why, opened->name, 0,
			  "packed with %s: unpack it, as in 'zcat FILE | collect import -'",
			  packer);
		if (!item->in_folder || importer->config->strict)
			return false;
		importer_note(importer, why);
		return true;
	case SNIFFED_OTHER:
		return pass_by(importer, item, strays) ||
		       where_set(why, opened->name, 0, "no output of fio: it is %s", packer);
	case SNIFFED_LOG:
	case SNIFFED_DOCUMENT:
		break;
	}
	return read_document(importer, item, opened, strays, why);
}

static bool
read_item(struct importer *importer, struct import_item *item, struct strays *strays)
{
	struct opened opened;
	struct where why;
	bool good = opened_open(&opened, item->path, &why) &&
		    read_opened(importer, item, &opened, strays, &why);

	opened_close(&opened);
	item->done = true;
	if (!good && importer->is_unmatched && !importer->config->strict) {
		importer->refused = true;
		if (importer->n_unmatched++ == 0)
			importer->unmatched = mem_dup(item->path);
	} else if (!good) {
		say_error(importer, &why);
	}
	importer->is_unmatched = false;
	return good;
}

static void
say_strays(struct importer *importer, size_t input, struct strays *strays)
{
	struct where what;

	if (strays->n) {
		where_set(&what, importer->config->input[input].path, 0,
			  "%zu file%s no output of fio: %s%s", strays->n,
			  strays->n > 1 ? "s are" : " is", strays->names,
			  strays->n > STRAYS_NAMED ? ", ..." : "");
		importer->config->say(importer->config->ctx, true, &what);
	}
	free(strays->names);
	*strays = (struct strays){NULL, 0};
}

/* Those that are logs by their names, or all others. false: strict, and one cannot be read. */
static bool
read_items(struct importer *importer, bool logs)
{
	struct strays strays = {NULL, 0};
	size_t input = 0;
	bool good = true;

	for (size_t i = 0; i < list_n(&importer->items) && good; i++) {
		struct import_item *item = importer_item(importer, i);
		if (item->is_log != logs)
			continue;
		if (item->input != input)
			say_strays(importer, input, &strays);
		input = item->input;
		if (!item->done)
			good = read_item(importer, item, &strays) || !importer->config->strict;
	}
	say_strays(importer, input, &strays);
	return good;
}

static void
say_unmatched(struct importer *importer)
{
	size_t more = importer->n_unmatched - 1;
	struct where what;

	if (!importer->n_unmatched)
		return;
	if (more)
		where_set(&what, importer->unmatched, 0,
			  "--label does not match this path (and %zu more file%s)", more,
			  more > 1 ? "s" : "");
	else
		where_set(&what, importer->unmatched, 0, "--label does not match this path");
	say_error(importer, &what);
}

/* Several inputs are as a rule what is to be compared. */
static void
say_unnamed(struct importer *importer)
{
	struct where what;

	if (!importer->unnamed_inputs)
		return;
	where_set(&what, NULL, 0,
		  "%zu runs of 'unnamed': name commits with --commit NAME FOLDER..., or --label "
		  "'(?<commit>...)'",
		  importer->n_unnamed);
	importer->config->say(importer->config->ctx, true, &what);
}

/* Options by which no test was told apart, though there were some. */
static void
say_by(struct importer *importer)
{
	const struct import_config *config = importer->config;
	struct where what;

	for (size_t i = 0; i < config->n_by && importer->n_written; i++) {
		char hint[NEAREST_HINT];
		const char *name = config->by[i];
		if (importer->by_had[i])
			continue;
		where_set(&what, NULL, 0, "--by '%s': no job has this option%s", name,
			  nearest_hint("",
				       option_name_known(name) ? NULL : option_name_nearest(name),
				       hint));
		config->say(config->ctx, true, &what);
	}
}

/* What is known only when all is read. */
static void
say_at_end(struct importer *importer)
{
	const struct import_config *config = importer->config;
	struct where what;

	say_unmatched(importer);
	notes_say(&importer->notes, config->say, config->ctx);
	if (seen_mixture(&importer->seen, &what))
		config->say(config->ctx, true, &what);
	say_by(importer);
	say_unnamed(importer);
	if (!importer->n_written && !importer->refused) {
		where_set(&what, NULL, 0, "nothing to import");
		say_error(importer, &what);
	}
}

enum import_end
import_run(const struct import_config *config)
{
	struct importer importer = {.config = config};

	importer.by_had = mem_alloc(config->n_by + 1, sizeof(*importer.by_had));
	list_init(&importer.items, &item_icd);
	list_init(&importer.owners, &owner_icd);
	/* Logs may be of the run of a document, wherever that stands among the inputs. */
	if (list_items(&importer) && read_items(&importer, false))
		read_items(&importer, true);
	say_at_end(&importer);
	for (size_t i = 0; i < list_n(&importer.items); i++)
		free(importer_item(&importer, i)->path);
	list_done(&importer.items);
	for (size_t i = 0; i < list_n(&importer.owners); i++)
		owner_free((struct owner *)list_data(&importer.owners) + i);
	list_done(&importer.owners);
	seen_free(&importer.seen);
	import_told_free(&importer);
	free(importer.by_had);
	free(importer.unmatched);
	return importer.refused ? IMPORT_REFUSED : IMPORT_DONE;
}
