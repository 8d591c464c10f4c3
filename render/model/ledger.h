/* What reading needs and nobody sees afterwards: texts kept once, what may come only once, and
 * which runs are complete. */
#ifndef RENDER_MODEL_LEDGER_H
#define RENDER_MODEL_LEDGER_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/view.h"

struct ledger;

struct ledger *ledger_new(void);
void ledger_free(struct ledger *ledger);

/* The kept copy of text, NUL-terminated: equal texts give the same pointer. */
struct view ledger_keep(struct ledger *ledger, struct view text);

/* A thing that may come only once: kept texts, and a number for what else tells it apart. Unused
 * members are NULL. */
struct ledger_key {
	const char *text[5];
	size_t number;
};

/* Where a thing came. */
struct ledger_place {
	const char *file;
	size_t line;
};

/* Notes that key came at place; NULL when it is the first time, else where it came before. */
const struct ledger_place *ledger_seen(struct ledger *ledger, const struct ledger_key *key,
				       struct ledger_place place);

/* One test of one run of one commit, or the run as a whole, whose test is empty; its texts are kept
 * ones. */
struct ledger_run {
	struct view commit, run, test;
	bool said, complete; /* it has a meta.complete of its own, and that says yes */
	struct ledger_run *whole;
	size_t tests, unfinished; /* of a whole run, once they are counted */
};

/* The run of that commit, name and test (kept texts), made where it is new. */
struct ledger_run *ledger_run(struct ledger *ledger, struct view commit, struct view run,
			      struct view test);

/* Whether it came to its end: what the test itself says counts before what the whole run says. */
bool ledger_complete(const struct ledger_run *run);

/* Calls each with all runs in order of appearance, a whole run before its tests. */
void ledger_runs(struct ledger *ledger, void (*each)(void *ctx, struct ledger_run *run), void *ctx);

#endif
