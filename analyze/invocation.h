/* The command line of analyze as plain data. */
#ifndef ANALYZE_INVOCATION_H
#define ANALYZE_INVOCATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "analyze/filter/selection.h"
#include "analyze/metric.h"
#include "analyze/plan/plan.h"
#include "collect/base/list.h"

struct where;

enum verb { VERB_COMPARE, VERB_SUMMARY, VERB_PLAN, VERB_SELFCHECK, VERBS };

struct invocation {
	enum verb verb;
	bool help, version;
	bool keep;       /* pass the records on behind the findings */
	bool incomplete; /* use runs without meta.complete */
	bool force;      /* compare tests although their job.* differ */
	bool exit_zero;  /* a regression is no failure */
	const char *base;
	struct plan_config plan; /* its metrics are left to the caller; all is of selfcheck, too */
	size_t splits;           /* of selfcheck, where there are more */
	UT_array history;        /* const char *: files with records of earlier commits */
	const char *regressed;   /* the commit of which later ones may take back something */
	struct metric_list metrics; /* with the user's thresholds and directions */
	struct selection selection;
	char *const *inputs; /* of argv; none means standard input */
	size_t n_inputs;
};

/* Fills out from main's arguments, whose order getopt_long may change. Free it in either case. */
bool invocation_parse(int argc, char **argv, struct invocation *out, struct where *why);
void invocation_free(struct invocation *invocation);

void invocation_usage(FILE *out);

#endif
