/* For the modules of the import alone: its state. */
#ifndef COLLECT_IMPORT_IMPORTER_H
#define COLLECT_IMPORT_IMPORTER_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/list.h"
#include "collect/import/document.h"
#include "collect/import/import.h"
#include "collect/import/notes.h"
#include "collect/import/opened.h"
#include "collect/import/seen.h"

/* A file to import. */
struct import_item {
	char *path;
	const char *commit, *test; /* NULL = not given */
	size_t input;              /* that it is of */
	bool in_folder;            /* it was found there, and not named by the user */
	bool done;
	bool is_log;         /* by its name, which log says */
	struct log_name log; /* views of path */
};

struct importer {
	const struct import_config *config;
	struct notes notes;
	struct seen seen;
	UT_array items;  /* struct import_item */
	bool begun;      /* the header is written */
	bool refused;    /* some file could not be read */
	bool has_logs;   /* by their names */
	UT_array owners; /* struct owner */
	size_t n_written;
	/* JSON results, which tee may have written as text, too, and, once that is asked, the
	 * folders of the documents: import_told.c */
	struct index told, folders;
	bool *by_had; /* of the config's options by: some job has it */
	/* Runs whose commit nobody names, the input that the last one is of, and whether there were
	 * others. */
	size_t n_unnamed, unnamed_input;
	bool unnamed_inputs;
	/* Files whose path --label does not match: the first one, and how many; whether the one
	 * that is read now is one. */
	char *unmatched;
	size_t n_unmatched;
	bool is_unmatched;
};

static inline struct import_item *
importer_item(const struct importer *importer, size_t i)
{
	return (struct import_item *)list_data(&importer->items) + i;
}

/* Equal for items that would give the same run from the same file, under whatever names; on the
 * heap. What is no regular file is known by its path alone. */
char *importer_item_key(const struct importer *importer, const struct import_item *item);

/* Remarks, for struct sink and struct document. ctx is the importer. */
void importer_note(void *ctx, const struct where *what);

/* Counts a run that was written, whose commit nobody names. */
void importer_count_unnamed(struct importer *importer, const struct import_item *item);

/* To be called before rows are written: the header stands before the first. */
void importer_begin(struct importer *importer);

/* A copy, on the heap, of a name that the command line gave, as records can have it: UTF-8. Where
 * it was none, that is noted of the path. */
char *importer_text(struct importer *importer, const char *path, const char *text);

/* The commit, test and run that the label of the item's path says, or the test that is given for
 * the item, as UTF-8. false with *why: it does not match. Standard input has no label. Free with
 * label_free. */
bool importer_label(struct importer *importer, const struct import_item *item, struct label *label,
		    struct where *why);

/* Whether the result is the normal output of one that a JSON file of the same folder and --commit
 * tells, which is noted: its jobs have the same names and it was printed at the same time. JSON
 * that is still to be read is looked at for that. Remembers JSON. file is the result's own, and the
 * item's. */
bool import_told(struct importer *importer, const struct import_item *item, const char *file,
		 const struct fio_result *result);
void import_told_free(struct importer *importer);

/* Writes the records of all jobs of the document, which is of the item, and remembers them as
 * owners of logs. */
bool import_document(struct importer *importer, const struct import_item *item,
		     struct document *document, struct where *why);

/* Whether the item, which was opened, is a log of fio: by its content, or by its name where it
 * begins as one or is empty. */
bool import_is_log(const struct import_item *item, const struct opened *opened);

/* Reads the item, a log, which was opened, with all others of its set, and marks them as done. A
 * log whose name says nothing is a set of its own. */
bool import_logs(struct importer *importer, struct import_item *item, struct opened *opened,
		 struct where *why);

/* The same of an item that is not open. */
bool import_is_log_file(const struct import_item *item);

/* Where a document of the item's folder owns it: reads all logs of that document as samples of its
 * run, and marks them as done. *owned says whether that is so; if it is not, nothing was done. */
bool import_owned_logs(struct importer *importer, struct import_item *item, bool *owned,
		       struct where *why);

/* Numbers of fio's threads, from first to last; 0 and 0 = not known. */
struct import_threads {
	size_t first, last;
};

/* Says which logs of a set are missing, by the numbers of the others or by the threads. Sorts logs.
 */
void import_note_gaps(struct importer *importer, const char *set, struct import_item **logs,
		      size_t n, struct import_threads threads);

/* Leaves out, with a note, logs that are there in two forms: packed beside the plain one, and
 * without a number beside one that has a number and the same content. Sorts logs; returns how many
 * are left.
 */
size_t import_leave_out_twins(struct importer *importer, const char *set, struct import_item **logs,
			      size_t n);

/* Passes the item's records on, but for runs that earlier inputs gave, which are noted. */
bool import_records(struct importer *importer, const struct import_item *item,
		    struct opened *opened, struct where *why);

#endif
