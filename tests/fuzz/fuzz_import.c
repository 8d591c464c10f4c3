/* The import of any bytes: no crash, and records that analyze takes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/sample/intake.h"
#include "analyze/sample/read.h"
#include "analyze/sample/store.h"
#include "collect/base/record.h"
#include "collect/base/rows.h"
#include "collect/fio/emit.h"
#include "collect/fio/fold.h"
#include "collect/import/document.h"
#include "collect/import/sniff.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
ignore(void *ctx, const struct where *what)
{
	(void)ctx;
	(void)what;
}

/* Each job as a test of its own. */
static void
emit(struct fio_result *result, size_t number, FILE *out)
{
	const struct sink sink = {"input", NULL, ignore, NULL};

	fio_fold(result, true, &sink);
	for (size_t i = 0; i < result->n_jobs; i++) {
		char test[64], run[32];
		snprintf(test, sizeof(test), "%zu", i);
		snprintf(run, sizeof(run), "%zu", number);
		struct where thin;
		const struct rows rows = {out, "c", run, test};
		fio_emit(&rows, result, &result->job[i], "input", &sink, &thin);
	}
}

/* Ends the program when the records are not what analyze can read. */
static void
read_back(char *text, size_t n)
{
	struct spool spool = {.rows = {NULL}};
	struct store store;
	struct where why;
	FILE *in = fmemopen(text, n, "r");

	store_init(&store);
	if (!in || !read_stream(in, "records", &store, &spool, &why) ||
	    !intake_finish(&store, &why)) {
		fprintf(stderr, "%zu: %s\n", why.line, why.why);
		abort();
	}
	fclose(in);
	store_free(&store);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct view text = {(const char *)data, size};
	struct document document = {.file = "input", .note = ignore};
	struct where why;
	char *records = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&records, &n);

	(void)sniff(text);
	(void)sniff_other(text);
	record_write_header(out);
	if (!document_read(&document, text, &why) && !why.why[0])
		abort();
	for (size_t i = 0; i < list_n(&document.results); i++)
		emit(document_result(&document, i), i, out);
	fclose(out);
	document_free(&document);
	read_back(records, n);
	free(records);
	return 0;
}
