/* Any text as options over a few runs: no crash, no hang, one line for what it refuses, and of what
 * it takes some run is left. Each line is the value of an option, which its first byte names: f, r,
 * c or i. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/compare/compare.h"
#include "analyze/filter/selection.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/intake.h"
#include "analyze/sample/read.h"
#include "analyze/summary/summary.h"
#include "collect/base/where.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char records[] = "commit,test,run,metric,unit,start,end,low,high,value\n"
			      "v1,,r1,meta.kernel,text,,,,,6.1\n"
			      "v1,t/a,r1,job.bs,text,,,,,4k\n"
			      "v1,t/a,r1,job.iodepth,text,,,,,16\n"
			      "v1,t/a,r1,read.iops,iops,,,,,100\n"
			      "v1,t/a,r1,read.bw,B/s,,,,,4096\n"
			      "v1,t/b,r2,job.iodepth,text,,,,,4\n"
			      "v1,t/b,r2,write.iops,iops,,,,,90\n"
			      "v2,,r3,meta.kernel,text,,,,,6.2\n"
			      "v2,t/a,r3,job.bs,text,,,,,64k\n"
			      "v2,t/a,r3,read.iops,iops,,,,,99\n";

static void
demand(bool holds)
{
	if (!holds)
		abort();
}

static bool
set_option(struct selection *selection, char name, const char *value, struct where *why)
{
	switch (name) {
	case 'r':
		return selection_set_axis(selection, SELECTION_ROW, value, why);
	case 'c':
		return selection_set_axis(selection, SELECTION_COL, value, why);
	case 'i':
		return selection_set_axis(selection, SELECTION_IGNORE, value, why);
	default:
		return selection_add_filter(selection, value, why);
	}
}

/* Each group has runs, and stands in the lists of commits and tests. */
static void
check_store(const struct store *store, const struct metric_list *metrics)
{
	bool any = false;

	demand(store->groups.first != NULL);
	for (const struct index_entry *e = store->groups.first; e; e = index_next(e)) {
		const struct group *group = e->value;
		demand(group_runs(group) > 0);
		demand(list_has(&store->commits, group->key.commit) &&
		       list_has(&store->tests, group->key.test));
		for (size_t r = 0; r < group_runs(group); r++) {
			for (size_t i = 0; i < metrics->n; i++)
				any = any || !isnan(group_run(group, r)->derived[i]->value);
		}
	}
	demand(any);
}

static bool
analyze(struct store *store, const struct selection *selection, struct where *why)
{
	struct spool none = {.rows = {NULL}};
	struct metric_list metrics = metric_list_new();
	struct compare_config config = {.metrics = &metrics};
	char *findings = NULL;
	size_t n = 0, regressed;
	FILE *in = fmemopen((void *)(uintptr_t)records, sizeof(records) - 1, "r");
	FILE *out = open_memstream(&findings, &n);

	demand(read_stream(in, "input", store, &none, why) && intake_finish(store, why));
	bool ok = selection_runs(selection, store, why);
	if (ok) {
		store_select(store, true);
		ok = derive_all(store, &metrics, why) &&
		     selection_metrics(selection, &metrics, store, why);
	}
	if (ok) {
		check_store(store, &metrics);
		summary_write(store, &metrics, out);
		ok = compare_write(store, &config, out, &regressed, why);
	}
	fclose(in);
	fclose(out);
	free(findings);
	metric_list_free(&metrics);
	return ok;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct selection selection = selection_new();
	struct store store;
	struct where why = {.line = 0};
	char *text = mem_copy((const char *)data, size), *rest = text, *line;
	bool ok = true;

	while (ok && (line = strsep(&rest, "\n")))
		ok = *line == '\0' || set_option(&selection, *line, line + 1, &why);
	store_init(&store);
	if (ok)
		ok = analyze(&store, &selection, &why);
	demand(ok || (why.why[0] && !strchr(why.why, '\n')));
	selection_free(&selection);
	store_free(&store);
	free(text);
	return 0;
}
