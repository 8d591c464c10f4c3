/* Remarks on many files, told once a kind. */
#ifndef COLLECT_IMPORT_NOTES_H
#define COLLECT_IMPORT_NOTES_H

#include <stdbool.h>

#include "collect/base/index.h"
#include "collect/base/where.h"

/* Notes by kind: those that differ in numbers and quoted words alone are one. {{NULL}} is empty. */
struct notes {
	struct index kinds;
};

void notes_add(struct notes *notes, const struct where *what);

/* A note on a run of test, of which those of one kind, a word, are one. */
void notes_add_often(struct notes *notes, const char *kind, const char *test,
		     const struct where *what);

/* Says the first of each kind as a warning, with how many files, or tests and runs, there were, in
 * their order, and leaves an empty list. */
void notes_say(struct notes *notes, void (*say)(void *ctx, bool warning, const struct where *what),
	       void *ctx);

#endif
