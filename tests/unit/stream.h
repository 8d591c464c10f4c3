/* For tests of analyze: record streams as short texts, and what analyze makes of them. */
#ifndef TESTS_UNIT_STREAM_H
#define TESTS_UNIT_STREAM_H

#include "analyze/compare/compare.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/intake.h"
#include "analyze/sample/read.h"
#include "analyze/sample/store.h"
#include "analyze/summary/summary.h"
#include "collect/base/where.h"
#include "tests/unit/check.h"

#define STREAM_HEADER "commit,test,run,metric,unit,start,end,low,high,value\n"

/* Reads the text into the store, as an input called name, up to intake_finish. */
static inline bool
stream_read(struct store *store, const char *name, const char *text, size_t n, struct where *why)
{
	FILE *in = check_input(text, n);
	bool ok = read_stream(in, name, store, NULL, why);

	fclose(in);
	return ok && intake_finish(store, why);
}

/* A store of the text, which must be right; all its runs are used. */
static inline struct store
stream_store(const char *text)
{
	struct store store;
	struct where why = {.line = 0};

	store_init(&store);
	cr_assert(stream_read(&store, "stdin", text, strlen(text), &why) == true, "%zu: %s",
		  why.line, why.why);
	return store;
}

/* Compares or summarizes n bytes of text, in all the steps that the program makes of it. Returns
 * the findings, or NULL with *why; *regressed may be NULL. */
static inline char *
stream_findings(const char *text, size_t n, bool summary, size_t *regressed, struct where *why)
{
	struct store store;
	struct metric_list metrics = metric_list_new();
	struct compare_config config = {&metrics, NULL, false};
	char *findings = NULL;
	size_t size = 0, ignored = 0;
	FILE *out = open_memstream(&findings, &size);

	store_init(&store);
	bool ok = stream_read(&store, "stdin", text, n, why);
	if (ok) {
		store_select(&store, false);
		ok = derive_all(&store, &metrics, why);
	}
	if (ok && summary)
		summary_write(&store, &metrics, out);
	else if (ok)
		ok = compare_write(&store, &config, out, regressed ? regressed : &ignored, why);
	fclose(out);
	store_free(&store);
	metric_list_free(&metrics);
	if (ok)
		return findings;
	free(findings);
	return NULL;
}

#endif
