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
bool stream_read(struct store *store, const char *name, const char *text, size_t n,
		 struct where *why);

/* A store of the text, which must be right; all its runs are used. */
struct store stream_store(const char *text);

/* Compares or summarizes n bytes of text, in all the steps that the program makes of it. Returns
 * the findings, or NULL with *why; *regressed may be NULL. */
char *stream_findings(const char *text, size_t n, bool summary, size_t *regressed,
		      struct where *why);

#endif
