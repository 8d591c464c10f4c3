/* Any bytes as records, compared and summarized: no crash, findings that read back, or one line for
 * what is wrong. The first byte chooses options. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/compare/compare.h"
#include "analyze/finding.h"
#include "analyze/plan/options.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/intake.h"
#include "analyze/sample/read.h"
#include "analyze/selfcheck/selfcheck.h"
#include "analyze/summary/summary.h"
#include "collect/base/where.h"

enum { SPLITS = 20 }; /* more of them show nothing new */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
demand(bool holds)
{
	if (!holds)
		abort();
}

static bool
parse_finding(void *ctx, const struct table_row *row, struct where *why)
{
	struct finding_compare compare;
	struct finding_summary summary;
	struct finding_shift shift;
	struct finding_plan plan;
	struct finding_selfcheck selfcheck;

	(void)ctx;
	if (row->kind == &finding_plan_kind)
		return finding_plan_parse(row, &plan, why);
	if (row->kind == &finding_selfcheck_kind)
		return finding_selfcheck_parse(row, &selfcheck, why);
	if (row->kind == &finding_shift_kind)
		return finding_shift_parse(row, &shift, why);
	return row->kind == &finding_compare_kind ? finding_compare_parse(row, &compare, why)
						  : finding_summary_parse(row, &summary, why);
}

/* What we write, we must be able to read. */
static void
check_findings(const char *text, size_t n)
{
	static const struct table_kind *const kinds[] = {
	    &finding_compare_kind, &finding_summary_kind, &finding_shift_kind, &finding_plan_kind,
	    &finding_selfcheck_kind};
	struct where why = {.line = 0};
	FILE *in = fmemopen((void *)(uintptr_t)text, n, "r");

	demand(in && table_read(in, "findings", kinds, 5, parse_finding, NULL, &why));
	fclose(in);
}

static bool
analyze(struct store *store, const uint8_t *data, size_t size, uint8_t options, struct where *why)
{
	struct spool none = {.rows = {NULL}};
	struct metric_list metrics = metric_list_new();
	/* Commits that are not compared are the others' history. */
	struct compare_config config = {
	    .metrics = &metrics, .force = options & 1, .history = options & 16 ? store : NULL};
	struct plan_config plan = plan_defaults();
	char *findings = NULL;
	size_t n = 0, regressed;
	bool alarms;
	FILE *in = size ? fmemopen((void *)(uintptr_t)data, size, "r") : fopen("/dev/null", "r");
	FILE *out = open_memstream(&findings, &n);

	plan.metrics = &metrics;
	plan.all = options & 1;
	if (options & 2)
		metric_list_better(&metrics, view_of("x"), BETTER_LOWER);
	bool ok = read_stream(in, "input", store, &none, why) && intake_finish(store, why);
	if (ok) {
		store_select(store, options & 4);
		ok = derive_all(store, &metrics, why);
	}
	if (ok && options & 8)
		summary_write(store, &metrics, out);
	else if (ok && options & 16)
		ok = plan_write(store, &plan, out, why);
	else if (ok && options & 32)
		ok = selfcheck_write(store, &config, SPLITS, options & 1, out, &alarms, why);
	else if (ok)
		ok = compare_write(store, &config, out, &regressed, why);
	fclose(in);
	fclose(out);
	if (ok)
		check_findings(findings, n);
	free(findings);
	metric_list_free(&metrics);
	return ok;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct store store;
	struct where why = {.line = 0};
	uint8_t options = size ? data[0] : 0;

	store_init(&store);
	if (!analyze(&store, size ? data + 1 : data, size ? size - 1 : 0, options, &why))
		demand(why.why[0] && !strchr(why.why, '\n'));
	store_free(&store);
	return 0;
}
