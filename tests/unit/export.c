/* Records as short texts. */
#include "tests/unit/export.h"

struct export_store
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

const struct export_run *
export_first_run(const struct export_store *store)
{
	return store->runs.first->value;
}

const struct export_test *
export_first_test(const struct export_store *store)
{
	return export_run_test(export_first_run(store), 0);
}
