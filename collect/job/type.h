/* The types of options: how a value becomes a field of a job. */
#ifndef COLLECT_JOB_TYPE_H
#define COLLECT_JOB_TYPE_H

#include <stdbool.h>

struct job_option;
struct option_reply;

/* Turns value into *out, whose C type the name of the function tells. On an error returns false
 * with reply->why, and *out is as it was. */
typedef bool type_fn(const struct job_option *option, const char *value, void *out,
		     struct option_reply *reply);

type_fn type_unsigned, type_unsigned_64; /* within min and max */
type_fn type_rest;                       /* unsigned: 100 - value */
type_fn type_bool, type_inverse;         /* bool: 0 or 1 */
type_fn type_size;                       /* uint64_t: bytes within min and max */
type_fn type_amount;                     /* struct job_amount: bytes or percent */
type_fn type_sizes;                      /* struct job_sizes[DIRECTIONS] */
type_fn type_time;                       /* uint64_t: ns */
type_fn type_word, type_word_bool;       /* int, bool: the value of one of words */
type_fn type_text;                       /* char *: on the heap, not empty */
type_fn type_path;                       /* char *: one path; fio's "\:" is a colon in it */
type_fn type_filename;                   /* struct job: a path that is not fio's "-" */
type_fn type_cpus;                       /* struct job: cpus_allowed and cpus_allowed_set */
type_fn type_note;                       /* nothing */

#endif
