/* What the tests of analyze have in common. */
#include "tests/unit/stream.h"

bool
stream_read(struct store *store, const char *name, const char *text, size_t n, struct where *why)
{
	struct spool none = {.rows = {NULL}};
	FILE *in = check_input(text, n);
	bool ok = read_stream(in, name, store, &none, why);

	fclose(in);
	return ok && intake_finish(store, why);
}

struct store
stream_store(const char *text)
{
	struct store store;
	struct where why = {.line = 0};

	store_init(&store);
	cr_assert(stream_read(&store, "stdin", text, strlen(text), &why) == true, "%zu: %s",
		  why.line, why.why);
	return store;
}

char *
stream_findings(const char *text, size_t n, bool summary, size_t *regressed, struct where *why)
{
	struct store store;
	struct metric_list metrics = metric_list_new();
	struct compare_config config = {.metrics = &metrics};
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
