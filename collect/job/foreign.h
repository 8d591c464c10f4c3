/* The options of fio that Ringside does not have: which of them may be ignored, and why the others
 * may not. */
#ifndef COLLECT_JOB_FOREIGN_H
#define COLLECT_JOB_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>

struct job;

/* To which jobs an option matters: to those that have all of the properties. */
enum {
	FOREIGN_NEVER = 0,
	FOREIGN_ALWAYS = 1,
	FOREIGN_WRITING = 2,  /* jobs that write */
	FOREIGN_BUFFERED = 4, /* jobs without direct=1 */
	FOREIGN_RANDOM = 8,   /* jobs with random offsets */
};

struct foreign {
	const char *name;
	const char *alias; /* another name, or NULL */
	unsigned matters;
	const char *same; /* values that ask for what is done anyway, between blanks; or NULL */
	const char *why;  /* why it is refused where it matters: "rates are not limited" */
};

enum { FOREIGNS = 221 };
extern const struct foreign foreign_table[FOREIGNS];

/* The row whose name or alias is name, or NULL. */
const struct foreign *foreign_find(const char *name);

/* Whether value (NULL = none given, which is 1) asks for what is done anyway. */
bool foreign_is_same(const struct foreign *foreign, const char *value);

/* Whether the option would change what job does. */
bool foreign_matters(const struct foreign *foreign, const struct job *job);

#endif
