/* The options of a job: one table row each says its name, its type, where its value goes. */
#ifndef COLLECT_JOB_OPTION_H
#define COLLECT_JOB_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/job/job.h"
#include "collect/job/type.h"

/* What the options of a section set: the job, and what only the reading of a file needs. */
struct option_values {
	struct job job;
	bool stonewall;  /* the job starts a new group */
	bool randrepeat; /* false: a seed of the moment, unless randseed is given */
};

/* What to tell about a value; both are empty when there is nothing to tell. */
struct option_reply {
	char why[384];  /* why the value cannot be: one line without the place */
	char note[256]; /* a warning about a value that was taken */
};

/* A word that an enumeration takes, and its value. */
struct option_word {
	const char *word;
	int value;
};

/* Not "struct option", which is getopt_long's. */
struct job_option {
	const char *name;
	const char *alias;               /* another name, or NULL */
	type_fn *type;                   /* the type */
	bool flag;                       /* may stand without a value, which means 1 */
	size_t offset;                   /* of the value in struct option_values */
	uint64_t min, max;               /* of a number */
	const struct option_word *words; /* of an enumeration, ended by a NULL word */
	const char *preset; /* the default as a job file would write it; NULL = zero or none */
	const char *help;
};

/* Rows of the table: a set of options is an array of this size, indexed by option_index. */
enum { OPTIONS = 30 };
extern const struct job_option option_table[OPTIONS];

/* The row whose name or alias is name, or NULL. */
const struct job_option *option_find(const char *name);

static inline size_t
option_index(const struct job_option *option)
{
	return (size_t)(option - option_table);
}

/* Fills in every default. */
void option_preset(struct option_values *values);

/* Sets one option; value NULL means that none was given. Strings go to the heap, what they replace
 * is freed. On an error returns false with reply->why, and values are as they were. */
bool option_set(const struct job_option *option, const char *value, struct option_values *values,
		struct option_reply *reply);

#endif
