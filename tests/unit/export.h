/* For tests of exports: records as short texts. */
#ifndef TESTS_UNIT_EXPORT_H
#define TESTS_UNIT_EXPORT_H

#include "collect/base/where.h"
#include "collect/export/store.h"
#include "tests/unit/check.h"

#define EXPORT_HEADER "commit,test,run,metric,unit,start,end,low,high,value\n"

/* A store of the rows, which have no header and must be right. Free with export_store_free. */
static inline struct export_store
export_store_of(const char *rows)
{
	struct export_store store = {.latest = NULL};
	struct where why = {.line = 0};
	char *text = NULL;

	cr_assert(asprintf(&text, "%s%s", EXPORT_HEADER, rows) > 0);
	FILE *in = check_input(text, strlen(text));
	cr_assert(export_store_read(&store, in, "rows", &why), "%zu: %s", why.line, why.why);
	fclose(in);
	free(text);
	return store;
}

/* Run and test of the first rows. */
static inline const struct export_run *
export_first_run(const struct export_store *store)
{
	return store->runs.first->value;
}

static inline const struct export_test *
export_first_test(const struct export_store *store)
{
	return export_run_test(export_first_run(store), 0);
}

#endif
