/* All results of fio in one text, whatever their forms. */
#ifndef COLLECT_IMPORT_DOCUMENT_H
#define COLLECT_IMPORT_DOCUMENT_H

#include <stdbool.h>

#include "collect/base/list.h"
#include "collect/base/view.h"
#include "collect/base/where.h"
#include "collect/fio/result.h"

struct document {
	const char *file; /* as messages call it */
	/* Takes remarks. */
	void (*note)(void *ctx, const struct where *what);
	void *ctx;
	UT_array results; /* struct fio_result, in their order in each form */
	bool foreign;     /* there is nothing of fio in it */
};

/* Reads text: JSON, then terse and normal output in what is left of it. Jobs that a better form of
 * the same text has told (the same name) are left out, with one note where that form tells
 * others, too. false with *why: nothing was
 * found (foreign, fio's own error line, which is quoted, or its first lines alone), what was found
 * is broken, or its jobs, in text, have neither a number nor an error; beside others such jobs are
 * left out with a note. Free with document_free, also on failure. */
bool document_read(struct document *document, struct view text, struct where *why);
void document_free(struct document *document);

static inline struct fio_result *
document_result(const struct document *document, size_t i)
{
	return (struct fio_result *)list_data(&document->results) + i;
}

#endif
