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
	FOREIGN_ALWAYS = 1 << 0,
	FOREIGN_WRITING = 1 << 1,  /* jobs that write or trim */
	FOREIGN_BUFFERED = 1 << 2, /* jobs without direct=1 */
	FOREIGN_PLAIN = 1 << 3,    /* jobs without buffer_compress_percentage */
	FOREIGN_FILES = 1 << 4,    /* jobs of several files */
	FOREIGN_RATED = 1 << 5,    /* jobs with a rate */
	FOREIGN_UNRATED = 1 << 6,  /* jobs without one */
	FOREIGN_PAUSING = 1 << 7,  /* jobs with thinktime */
	FOREIGN_STEADY = 1 << 8,   /* jobs with steadystate */
	FOREIGN_REPORT = 1 << 9,   /* to none: it asks for what is always in the records */
};

struct foreign {
	const char *name;
	const char *alias; /* another name, or NULL */
	unsigned matters;
	const char *same; /* values that ask for what is done anyway, between blanks; or NULL */
	const char *why;  /* why it is refused where it matters: "rates are not limited" */
};

/* The table, and room for as many rows as it may have. */
extern const struct foreign foreign_table[];
extern const size_t foreign_count;
enum { FOREIGNS_MAX = 256 };

/* The row whose name or alias is name, or NULL. */
const struct foreign *foreign_find(const char *name);

/* Whether value (NULL = none given, which is 1) asks for what is done anyway. */
bool foreign_is_same(const struct foreign *foreign, const char *value);

/* Whether the option would change what job does. */
bool foreign_matters(const struct foreign *foreign, const struct job *job);

#endif
