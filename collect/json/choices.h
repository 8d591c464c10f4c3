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

/* Says of each job how many jobs are folded into its entry: numjobs under group_reporting, else one
 * where numjobs is 1 or the clones stand side by side. Without that it is not known, as fio does
 * not print a group_reporting that has no value. */
void json_choices_clones(struct fio_result *result);

#endif
