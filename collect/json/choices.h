/* The options of a job as fio's JSON gives them. */
#ifndef COLLECT_JSON_CHOICES_H
#define COLLECT_JSON_CHOICES_H

#include "collect/fio/result.h"
#include "collect/json/field.h"

/* Adds the global options, then the job's own ones. global is an object, or an array of one for
 * each client of 3.39 on, of which the one with this hostname and port counts (NaN: any). */
void json_choices_read(const json_t *global, const json_t *own, const char *hostname, double port,
		       struct fio_job *job);

/* Whether the option rw asks for this direction. */
bool json_choices_asks(const struct fio_job *job, enum fio_direction_index direction);

/* Says of each job how many jobs are folded into its entry. Clones that stand side by side are
 * single. Else it is numjobs: under group_reporting, or where the sum of the jobs' runtimes fits,
 * as fio before 3.42 does not print a group_reporting that has no value, or where it is 1. Not
 * known is it where that sum is larger (other jobs are in the entry, too), and without a numjobs
 * where says_numjobs is false (before 3.1 it was not printed). */
void json_choices_clones(struct fio_result *result, bool says_numjobs);

#endif
