/* The options of a job: one table row each says its name, its type, where its value goes, to which
 * jobs it matters, and how the records call it. */
#ifndef COLLECT_JOB_OPTION_H
#define COLLECT_JOB_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/job/job.h"
#include "collect/job/scope.h"
#include "collect/job/show.h"
#include "collect/job/type.h"

/* What the options of a section set: the job, and what only the reading of a file needs. The job
 * comes first: the offset of its fields is that within the job, too. */
struct option_values {
	struct job job;
	bool stonewall;  /* the job starts a new group */
	bool randrepeat; /* false: a seed of the moment, unless randseed is given */
};

/* What to tell about a value; all are empty when there is nothing to tell. */
struct option_reply {
	char why[384];  /* why the value cannot be: one line without the place */
	char note[256]; /* a warning about a value that was taken */
	bool replaced;  /* taken for another value that does the same: the note says which */
};

/* A word that an enumeration takes, and its value. */
struct option_word {
	const char *word;
	int value;
	const char *as;  /* the word that it is taken for, with a warning: as runs instead */
	const char *why; /* not NULL: the word is refused, for this reason */
};

/* Not "struct option", which is getopt_long's. */
struct job_option {
	const char *name;
	const char *alias;               /* another name, or NULL */
	type_fn *type;                   /* the type */
	bool flag;                       /* may stand without a value, which means 1 */
	bool always;                     /* a parameter of each job in its scope, default or not */
	size_t offset;                   /* of the value in struct option_values */
	uint64_t min, max;               /* of a number */
	const struct option_word *words; /* of an enumeration, ended by a NULL word */
	const char *preset; /* the default as a job file would write it; NULL = zero or none */
	const struct job_scope *scope; /* the jobs in which it has an effect; NULL = all */
	show_fn *show;                 /* its text as a parameter of the job; NULL = it is none */
	const char *help;
};

/* The table, and room for as many rows as it may have: a set of options is an array of that size,
 * indexed by option_index. */
extern const struct job_option option_table[];
extern const size_t option_count;
enum { OPTIONS_MAX = 128 };

/* The row whose name or alias is name, or NULL. */
const struct job_option *option_find(const char *name);

static inline size_t
option_index(const struct job_option *option)
{
	return (size_t)(option - option_table);
}

/* Whether the option has an effect in job. */
bool option_applies(const struct job_option *option, const struct job *job);

/* Whether what the option sets is a parameter of jobs, under its own name or another. */
bool option_is_parameter(const struct job_option *option);

/* Fills in every default. */
void option_preset(struct option_values *values);

/* Sets one option; value NULL means that none was given. Strings go to the heap, what they replace
 * is freed. On an error returns false with reply->why, and values are as they were. */
bool option_set(const struct job_option *option, const char *value, struct option_values *values,
		struct option_reply *reply);

#endif
