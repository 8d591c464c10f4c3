/* In which jobs an option has an effect. */
#ifndef COLLECT_JOB_SCOPE_H
#define COLLECT_JOB_SCOPE_H

#include <stdbool.h>

struct job;

struct job_scope {
	bool (*holds)(const struct job *job);
	const char *otherwise; /* what the job has where it does not: "direct=1" */
};

extern const struct job_scope scope_mixed;   /* reads and writes */
extern const struct job_scope scope_writing; /* some I/Os are writes */
extern const struct job_scope scope_random;  /* some offsets may be random */
extern const struct job_scope scope_uniform; /* random, and each offset alike */
extern const struct job_scope scope_queue;   /* the engine can have several I/Os in flight */
extern const struct job_scope scope_libaio;
extern const struct job_scope scope_uring;
extern const struct job_scope scope_sqpoll;  /* io_uring with sqthread_poll */
extern const struct job_scope scope_unnamed; /* files are not named by filename */
extern const struct job_scope scope_rated;   /* there is a rate */
extern const struct job_scope scope_pausing; /* there is a thinktime */
extern const struct job_scope scope_steady;  /* there is a steadystate */

#endif
