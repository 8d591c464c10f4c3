/* A job while its section is being read: the values so far, and where each of them came from. */
#ifndef COLLECT_JOB_DRAFT_H
#define COLLECT_JOB_DRAFT_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/lines.h"
#include "collect/job/foreign.h"
#include "collect/job/option.h"

struct where;

/* Where an option stands. The file's name is borrowed and outlives the draft. */
struct draft_place {
	const char *file; /* NULL = the option is not given; "" = no file to name */
	size_t line;      /* 0 = none to name */
	bool inherited;   /* from a global section */
};

struct draft {
	struct option_values values;
	struct draft_place places[OPTIONS_MAX];   /* by option_index */
	struct draft_place foreign[FOREIGNS_MAX]; /* fio's options that ask for something else than
						     what is done, by row of foreign_table */
};

/* Fills in the defaults. Free with draft_free. */
void draft_init(struct draft *draft);

/* A draft that begins with all that from says, as inherited. Free with draft_free. */
void draft_inherit(struct draft *draft, const struct draft *from);

void draft_free(struct draft *draft);

/* Sets the option called name; value NULL means that none was given. A filename is added to those
 * that the draft has been given, as in fio, with a warning where these are inherited, and replaces
 * any others. Errors: an unknown option, a bad value. Warnings name the place. */
bool draft_set(struct draft *draft, const char *name, const char *value, struct draft_place place,
	       UT_array *warnings, struct where *why);

/* Where the option called name, one of option_table, stands. */
struct draft_place draft_place(const struct draft *draft, const char *name);

/* Adds "file:line: message" to warnings (see lines.h), unless it stands there already. */
void draft_warn(UT_array *warnings, struct draft_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
