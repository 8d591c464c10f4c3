/* The options of a job of fio in the words of our own jobs. */
#ifndef COLLECT_FIO_PARAMETER_H
#define COLLECT_FIO_PARAMETER_H

#include <stddef.h>

#include "collect/fio/result.h"

struct fio_parameter {
	char *name;  /* without "job." */
	char *value; /* canonical where we know the option: "4k", "30s" */
};

struct fio_parameters {
	struct fio_parameter *at;
	size_t n;
};

/* What tells the job from others, as collect run records its own jobs as job.*: the options that
 * we have, with their defaults where fio printed all options, in the order of job_parameters; then
 * those that only fio has and that change which I/O is asked for, as they stand (meaning.h).
 * numjobs is the number of clones where no option can say it. Free with fio_parameters_free. */
struct fio_parameters fio_parameters_of(const struct fio_job *job);

/* The options that say how the job was done, by their names in our tables, as they stand:
 * meta.fio.* (meaning.h). Left out are those with fio's default. Free with fio_parameters_free. */
struct fio_parameters fio_ways_of(const struct fio_job *job);

void fio_parameters_free(struct fio_parameters *parameters);

/* The value of the option by our name of it, by its alias, or, where it is none of the parameters,
 * as fio printed it; NULL = not known. Borrowed. */
const char *fio_parameter(const struct fio_parameters *parameters, const struct fio_job *job,
			  const char *name);

/* The options of which it is not known whether they were given, between blanks; on the heap. NULL =
 * all are known. Of fio's JSON of a run without clients these are the options without a value (type
 * FIO_OPT_STR_SET in its options.c) but for those that are there. Where fio printed no options, as
 * in its terse and normal output, "*" stands for all that the records do not have. */
char *fio_options_unknown(const struct fio_result *result, const struct fio_job *job);

#endif
