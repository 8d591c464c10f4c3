/* Any bytes as records, exported: JSON that a strict reader takes, lines that begin as the Go
 * format wants them, or one line for what is wrong. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/where.h"
#include "collect/export/benchstat.h"
#include "collect/export/fio_json.h"
#include "collect/export/store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
demand(bool holds)
{
	if (!holds)
		abort();
}

/* What is written loads again, is fio's, and says whose it is. */
static void
check_document(const json_t *document)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	fio_json_write(document, out);
	fclose(out);
	demand(strncmp(text, "{\n", 2) == 0 && strcmp(text + n - 3, "\n}\n") == 0);
	json_t *again = json_loadb(text, n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
	demand(again && json_is_string(json_object_get(again, "fio version")));
	demand(json_array_size(json_object_get(again, "jobs")) > 0);
	demand(json_is_string(json_object_get(json_object_get(again, "ringside"), "run")));
	json_decref(again);
	free(text);
}

/* Each line is a remark, a unit, a configuration or a result. */
static void
check_benchstat(const struct export_store *store)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	benchstat_write(store, out);
	fclose(out);
	for (char *line = text; *line;) {
		char *end = strchr(line, '\n');
		demand(end != NULL);
		*end = '\0';
		if (strncmp(line, "Benchmark", 9) == 0)
			demand(isupper((unsigned char)line[9]) && strstr(line, " 1"));
		else if (strncmp(line, "Unit ", 5) != 0 && line[0] != '#')
			demand(islower((unsigned char)line[0]) && strchr(line, ':'));
		line = end + 1;
	}
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct export_store store = {.latest = NULL};
	struct where why = {.line = 0};
	FILE *in = size ? fmemopen((void *)(uintptr_t)data, size, "r") : fopen("/dev/null", "r");

	demand(in != NULL);
	if (export_store_read(&store, in, "input", &why)) {
		for (const struct index_entry *e = store.runs.first; e; e = index_next(e)) {
			json_t *document = fio_json_document(&store, e->value);

			if (document)
				check_document(document);
			json_decref(document);
		}
		check_benchstat(&store);
	} else {
		demand(why.why[0] && !strchr(why.why, '\n'));
	}
	export_store_free(&store);
	fclose(in);
	return 0;
}
