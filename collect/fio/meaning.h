/* What an option of fio says of a job: what it asks for, how that is done, or neither. */
#ifndef COLLECT_FIO_MEANING_H
#define COLLECT_FIO_MEANING_H

#include <stdbool.h>

struct job;

enum fio_meaning {
	FIO_MEANS_NOTHING, /* names, places, reports; or what fio does anyway */
	FIO_MEANS_WORK,    /* which I/O is asked for: job.* */
	FIO_MEANS_WAY,     /* how it is done: meta.fio.* */
};

/* The job that an option is of. */
struct fio_meaning_of {
	const struct job *job; /* what our own options make of it */
	bool rw_known;         /* job->rw is what fio did */
	bool alone;            /* collect run would refuse the job */
};

/* The name of our tables for an option or its alias; one that is in none is returned itself. */
const char *fio_option_name(const char *name);

/* Whether collect run would refuse a job for this option, by its name in our tables. */
bool fio_option_is_alone(const struct fio_meaning_of *of, const char *name, const char *value);

/* The meaning of an option that job_parameters does not have. collect run may do a job although it
 * passes an option over: that option is a way then, so that its records can still be compared with
 * those of fio; in a job that it refuses it is work. */
enum fio_meaning fio_meaning(const struct fio_meaning_of *of, const char *name, const char *value);

#endif
