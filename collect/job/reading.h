/* Sections and options, from whatever source, become jobs. */
#ifndef COLLECT_JOB_READING_H
#define COLLECT_JOB_READING_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/index.h"
#include "collect/base/lines.h"
#include "collect/job/draft.h"
#include "collect/job/job.h"

struct where;

/* What options go to at the moment. */
enum reading_state { READING_NOTHING, READING_GLOBAL, READING_JOB };

/* The state of reading one source. The first two fields outlive the reading. */
struct reading {
	const char *source; /* its name in messages and in job.file */
	const char *stem;   /* job.stem of its jobs */
	struct job_list *list;
	size_t first; /* of this source's jobs in list */
	UT_array *warnings;
	UT_array *ignored;  /* names of fio's options that change nothing */
	struct index names; /* of the jobs in list (name.h): there may be thousands */
	enum reading_state state;
	struct draft global;
	struct draft job; /* only while READING_JOB */
};

/* Begins a source whose jobs are appended to list. End with reading_end. */
void reading_begin(struct reading *reading, const char *source, const char *stem,
		   struct job_list *list, UT_array *warnings);

/* Opens the section called name, on line of the source, and completes the one before. Options of a
 * section whose name begins with "global" hold for all jobs after it, as in fio. */
bool reading_section(struct reading *reading, const char *name, size_t line, struct where *why);

/* Sets an option of the open section, whose value, NULL where none was given, may hold variables.
 */
bool reading_option(struct reading *reading, const char *name, const char *value,
		    struct draft_place place, struct where *why);

/* Completes the last section if good is true, and frees what the reading holds. Returns false when
 * good is false or the last section is: the source's jobs are taken off the list then. */
bool reading_end(struct reading *reading, bool good, struct where *why);

#endif
