/* Two forms of one run in two files of one folder, as by fio | tee. Which file is read first must
 * not matter, and neither may the order of what is written change: so when the first text comes,
 * the JSON files that are still to be read are looked at for what they tell. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/base/mem.h"
#include "collect/import/importer.h"
#include "collect/import/owner.h"

struct told {
	char *key, *file;
};

/* Documents of one folder and --commit. */
struct told_folder {
	char *key;
	size_t *item; /* of the importer's; heap */
	size_t n, room;
	bool looked_at;
};

/* Equal for items of the same folder and --commit; on the heap. */
static char *
folder_key(const struct import_item *item)
{
	return mem_format("%.*s\n%s", VIEW_ARGS(owner_folder(view_of(item->path))),
			  item->commit ? item->commit : "");
}

static bool
is_json(const struct fio_result *result)
{
	return view_starts(view_of(result->form), "fio json");
}

/* Folder, time and jobs of the result, on the heap. Names may hold anything but the folder's and
 * the time's ends. NULL: it has no time in words, or another form. */
static char *
key_of(const struct import_item *item, const struct fio_result *result)
{
	char *key = NULL;
	size_t n = 0;

	if (!result->time_text || !(is_json(result) || strcmp(result->form, "fio normal") == 0))
		return NULL;
	char *folder = folder_key(item);
	FILE *out = mem_stream(&key, &n);
	fprintf(out, "%s\n%.*s", folder, (int)strcspn(result->time_text, "\r\n"),
		result->time_text);
	for (size_t i = 0; i < result->n_jobs; i++)
		fprintf(out, "\n%zu %s", strlen(result->job[i].name), result->job[i].name);
	fclose(out);
	free(folder);
	return key;
}

static void
remember(struct importer *importer, const struct import_item *item, const char *file,
	 const struct fio_result *result)
{
	char *key = key_of(item, result);

	if (!key || index_find(&importer->told, key, strlen(key))) {
		free(key);
		return;
	}
	struct told *told = mem_alloc(1, sizeof(*told));
	*told = (struct told){key, mem_dup(file)};
	index_add(&importer->told, told->key, strlen(told->key), told);
}

static void
add_to_folder(struct importer *importer, size_t i)
{
	char *key = folder_key(importer_item(importer, i));
	struct told_folder *folder = index_find(&importer->folders, key, strlen(key));

	if (folder) {
		free(key);
	} else {
		folder = mem_alloc(1, sizeof(*folder));
		*folder = (struct told_folder){.key = key};
		index_add(&importer->folders, key, strlen(key), folder);
	}
	if (folder->n == folder->room) {
		folder->room = 2 * folder->room + 1;
		folder->item = mem_resize(folder->item, folder->room, sizeof(*folder->item));
	}
	folder->item[folder->n++] = i;
}

static void
ignore(void *ctx, const struct where *what)
{
	(void)ctx;
	(void)what;
}

static bool
begins_as_json(const struct opened *opened)
{
	struct view text = opened_beginning(opened);

	while (text.n && isspace((unsigned char)text.p[0])) {
		text.p++;
		text.n--;
	}
	return view_starts(text, "{") || view_starts(text, "[");
}

/* What fails here is told when the file's turn comes. */
static void
look_at(struct importer *importer, const struct import_item *item)
{
	struct opened opened;
	struct document document = {.file = item->path, .note = ignore};
	struct where why;
	size_t n;
	bool json = opened_open(&opened, item->path, &why) && opened_lasts(&opened) &&
		    begins_as_json(&opened);
	char *text = json ? opened_load(&opened, &n, &why) : NULL;

	if (text && document_read(&document, (struct view){text, n}, &why))
		for (size_t i = 0; i < list_n(&document.results); i++)
			if (is_json(document_result(&document, i)))
				remember(importer, item, item->path, document_result(&document, i));
	if (text)
		document_free(&document);
	free(text);
	opened_close(&opened);
}

/* Files that the label refuses give no run that could be told twice. */
static bool
is_to_come(const struct importer *importer, const struct import_item *item)
{
	struct label label;
	struct stat status;

	if (item->done || item->is_log || stat(item->path, &status) != 0 ||
	    !S_ISREG(status.st_mode))
		return false;
	bool good = label_match(importer->config->label, item->path, &label);
	label_free(&label);
	return good;
}

/* All JSON that is still to come in the item's folder, once. */
static void
look_ahead(struct importer *importer, const struct import_item *item)
{
	if (!importer->folders.first)
		for (size_t i = 0; i < list_n(&importer->items); i++)
			add_to_folder(importer, i);
	char *key = folder_key(item);
	struct told_folder *folder = index_find(&importer->folders, key, strlen(key));
	free(key);
	if (!folder || folder->looked_at)
		return;
	folder->looked_at = true;
	for (size_t i = 0; i < folder->n; i++) {
		const struct import_item *other = importer_item(importer, folder->item[i]);
		if (other != item && is_to_come(importer, other))
			look_at(importer, other);
	}
}

bool
import_told(struct importer *importer, const struct import_item *item, const char *file,
	    const struct fio_result *result)
{
	const struct sink sink = {file, NULL, importer_note, importer};

	if (is_json(result)) {
		remember(importer, item, file, result);
		return false;
	}
	char *key = key_of(item, result);
	if (!key)
		return false;
	look_ahead(importer, item);
	const struct told *told = index_find(&importer->told, key, strlen(key));
	free(key);
	if (!told || strcmp(told->file, file) == 0)
		return false;
	sink_note(&sink, result->line, "left out: '%s' tells the same run in a better form",
		  told->file);
	return true;
}

static void
told_free(void *value)
{
	struct told *told = value;

	free(told->key);
	free(told->file);
	free(told);
}

static void
folder_free(void *value)
{
	struct told_folder *folder = value;

	free(folder->key);
	free(folder->item);
	free(folder);
}

void
import_told_free(struct importer *importer)
{
	index_free(&importer->told, told_free);
	index_free(&importer->folders, folder_free);
}
