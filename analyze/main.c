/* analyze: turns records into findings. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/compare/compare.h"
#include "analyze/foreign.h"
#include "analyze/invocation.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/intake.h"
#include "analyze/sample/read.h"
#include "analyze/sample/store.h"
#include "analyze/selfcheck/selfcheck.h"
#include "analyze/summary/summary.h"
#include "collect/base/interrupt.h"
#include "collect/base/report.h"
#include "collect/base/where.h"
#include "collect/import/opened.h"
#include "version.h"

static bool
read_input(const char *path, struct store *store, struct spool *spool, struct where *why)
{
	struct opened opened;
	bool ok = opened_open(&opened, path, why);

	if (ok) {
		FILE *in = opened_stream(&opened);
		ok = read_stream(in, opened.name, store, spool, why) ||
		     foreign_hint(opened_beginning(&opened), why);
		fclose(in);
	}
	opened_close(&opened);
	return ok;
}

static bool
read_inputs(const struct invocation *invocation, struct store *store, struct spool *spool,
	    struct where *why)
{
	static const char *const standard[] = {"-"};
	const char *const *inputs =
	    invocation->n_inputs ? (const char *const *)invocation->inputs : standard;
	size_t n = invocation->n_inputs ? invocation->n_inputs : 1;

	for (size_t i = 0; i < n; i++) {
		if (!read_input(inputs[i], store, spool, why))
			return false;
	}
	if (store->n_records == 0)
		return where_set(why, strcmp(inputs[0], "-") == 0 ? "stdin" : inputs[0], 0,
				 n == 1 ? "no records" : "no records, nor in the other files");
	return intake_finish(store, why);
}

/* Reads the records of earlier commits; of what is not finished nothing is said. */
static bool
read_history(const struct invocation *invocation, struct store *history, struct where *why)
{
	struct spool none = {.rows = {NULL}};

	for (size_t i = 0; i < list_n(&invocation->history); i++) {
		const char *path = list_pointer(&invocation->history, i);
		size_t before = history->n_records;
		if (!read_input(path, history, &none, why))
			return false;
		if (history->n_records == before)
			report_warning("the history '%s' has no records", path);
	}
	if (list_n(&invocation->history) == 0)
		return true;
	if (!intake_finish(history, why) ||
	    !selection_history(&invocation->selection, history, why))
		return false;
	store_select(history, invocation->incomplete);
	if (!derive_runs(history, &invocation->metrics) && history->n_records)
		report_warning("the history has no finished run of any known metric");
	return true;
}

/* Leaves unfinished runs out, and says so. */
static bool
select_runs(const struct invocation *invocation, struct store *store, struct where *why)
{
	size_t used = 0;

	store_select(store, invocation->incomplete);
	for (size_t i = 0; i < list_n(&store->unfinished); i++) {
		const struct run *run = list_pointer(&store->unfinished, i);
		report_warning("run '%s' of '%s' is unfinished and left out (--incomplete uses it)",
			       run->key.name->text, run->key.commit->text);
	}
	for (const struct index_entry *e = store->groups.first; e; e = index_next(e))
		used += group_runs(e->value);
	if (used || list_n(&store->unfinished) == 0)
		return true;
	return where_set(why, NULL, 0,
			 "no complete run: none of them has a meta.complete record that is not 0");
}

/* Writes the findings; *status becomes the exit status. */
static bool
write_findings(const struct invocation *invocation, struct store *store,
	       const struct store *history, int *status, struct where *why)
{
	struct compare_config config = {.metrics = &invocation->metrics,
					.base = invocation->base,
					.force = invocation->force,
					.col = selection_col(&invocation->selection),
					.regressed = invocation->regressed,
					.history = list_n(&invocation->history) ? history : NULL};
	struct plan_config plan = invocation->plan;
	size_t regressed = 0;
	bool alarms = false;

	if (!selection_runs(&invocation->selection, store, why) ||
	    !select_runs(invocation, store, why) || !derive_all(store, &invocation->metrics, why) ||
	    !selection_metrics(&invocation->selection, &invocation->metrics, store, why))
		return false;
	switch (invocation->verb) {
	case VERB_SUMMARY:
		summary_write(store, &invocation->metrics, stdout);
		return true;
	case VERB_PLAN:
		plan.metrics = &invocation->metrics;
		return plan_write(store, &plan, stdout, why);
	case VERB_SELFCHECK:
		if (!selfcheck_write(store, &config, invocation->splits, invocation->plan.all,
				     stdout, &alarms, why))
			return false;
		*status = alarms && !invocation->exit_zero ? EXIT_YES : EXIT_DONE;
		return true;
	case VERB_COMPARE:
	case VERBS:
		break;
	}
	if (!compare_write(store, &config, stdout, &regressed, why))
		return false;
	*status = regressed && !invocation->exit_zero ? EXIT_YES : EXIT_DONE;
	return true;
}

static int
run(const struct invocation *invocation)
{
	struct where why = {.line = 0};
	struct store store, history;
	struct spool spool = {.rows = {NULL}};
	static const unsigned replaced[VERBS] = {
	    [VERB_COMPARE] = 1U << READ_COMPARE | 1U << READ_SHIFT,
	    [VERB_SUMMARY] = 1U << READ_SUMMARY,
	    [VERB_PLAN] = 1U << READ_PLAN,
	    [VERB_SELFCHECK] = 1U << READ_SELFCHECK,
	};
	int status = EXIT_DONE;

	if (invocation->verb == VERB_PLAN && !isnan(invocation->plan.sd)) {
		plan_write_given(&invocation->plan, stdout);
		return EXIT_DONE;
	}
	store_init(&store);
	store_init(&history);
	bool read = (!invocation->keep || spool_open(&spool, replaced[invocation->verb], &why)) &&
		    read_inputs(invocation, &store, &spool, &why);
	bool ok = read && read_history(invocation, &history, &why) &&
		  write_findings(invocation, &store, &history, &status, &why);
	if (!ok)
		report_where(&why);
	/* Records that were read well are passed on whatever the analysis says: they may exist
	 * nowhere else. */
	if (read && !spool_write(&spool, stdout, &why)) {
		report_where(&why);
		ok = false;
	}
	spool_free(&spool);
	store_free(&store);
	store_free(&history);
	return ok ? status : EXIT_ERROR;
}

int
main(int argc, char **argv)
{
	struct invocation invocation;
	struct where why = {.line = 0};
	int status = EXIT_DONE;

	report_start(argv[0]);
	interrupt_outlive_writer();
	if (!invocation_parse(argc, argv, &invocation, &why)) {
		report_where(&why);
		fputs("try 'analyze --help'\n", stderr);
		status = EXIT_ERROR;
	} else if (invocation.help) {
		invocation_usage(stdout);
	} else if (invocation.version) {
		puts("analyze (Ringside) " RINGSIDE_VERSION);
	} else {
		status = run(&invocation);
	}
	invocation_free(&invocation);
	return report_close_stdout(status);
}
