/* The values of a job as the records write them: canonical text, the same for equal jobs. */
#ifndef COLLECT_JOB_SHOW_H
#define COLLECT_JOB_SHOW_H

#include <stddef.h>

struct job;
struct job_option;

/* Text that grows; what does not fit is cut, and no job needs that much. */
struct show_text {
	char at[4096];
	size_t n;
};

/* Writes the value that option has in job to an empty text, as the option would take it. */
typedef void show_fn(const struct job_option *option, const struct job *job,
		     struct show_text *text);

show_fn show_unsigned, show_unsigned_64;
show_fn show_bool;         /* 0 or 1 */
show_fn show_word;         /* the first of the option's words with that value */
show_fn show_word_bool;    /* the same of a bool */
show_fn show_size;         /* uint64_t, bytes */
show_fn show_sizes;        /* struct job_sizes[DIRECTIONS]: of bs, bsrange or bssplit */
show_fn show_amount;       /* struct job_amount */
show_fn show_time;         /* uint64_t, ns: in the largest unit up to seconds that is exact */
show_fn show_rates;        /* uint64_t[DIRECTIONS], bytes */
show_fn show_counts;       /* uint64_t[DIRECTIONS] */
show_fn show_files;        /* struct job: how many files */
show_fn show_nice;         /* struct job */
show_fn show_invalidate;   /* bool; 1 where it does nothing */
show_fn show_distribution; /* struct job */
show_fn show_steadystate;  /* struct job_steadystate */

#endif
