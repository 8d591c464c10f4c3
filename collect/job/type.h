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
type_fn type_choice;                     /* enum job_choice: 0 or 1 */
type_fn type_time;                       /* uint64_t: ns; a number alone is seconds */
type_fn type_time_us;                    /* the same; a number alone is microseconds */
type_fn type_word, type_word_bool;       /* int, bool: the value of one of words */
type_fn type_rw;                         /* enum job_rw: the same */
type_fn type_text;                       /* char *: on the heap, not empty */
type_fn type_note;                       /* nothing */

/* Sizes (type_size.c). Values per direction are separated by commas as fio has it: one that is
 * missing at the end is the one before, an empty one stays as it was. */
type_fn type_size;     /* uint64_t: bytes within min and max */
type_fn type_amount;   /* struct job_amount: bytes or percent */
type_fn type_bs;       /* struct job_sizes[DIRECTIONS]: one size each; where there is a */
type_fn type_bsrange;  /* bsrange already it has no effect, nor has one of these where there */
type_fn type_bssplit;  /* is a bssplit, whichever stands first: a note says so */
type_fn type_rates;    /* uint64_t[DIRECTIONS]: bytes */
type_fn type_counts;   /* uint64_t[DIRECTIONS]: I/Os; k is 1024 in fio, which a note says */
type_fn type_count;    /* uint64_t: the same */
type_fn type_one_size; /* uint64_t: bytes, the same for all directions */
type_fn type_percent;  /* unsigned: percent, the same for all directions */

/* Targets and where they run (type_target.c). */
type_fn type_path;            /* char *: one path; fio's "\:" is a colon in it */
type_fn type_filename;        /* struct job: paths that are not fio's "-", added to those there */
type_fn type_filename_format; /* char *: with fio's keywords but $clientuid */
type_fn type_cpus;            /* struct job: cpus_allowed and cpus_allowed_set */
type_fn type_cpu;             /* int: a cpu, or -1 for any */
type_fn type_nice;            /* struct job: nice and nice_set */

/* Words with a number behind them (type_model.c). */
type_fn type_distribution; /* struct job: random_distribution and random_parameter */
type_fn type_steadystate;  /* struct job_steadystate: all but its times */
enum { TYPE_SLOPE = 8 };   /* what its words add to the metric where they mean the slope */

/* Fills reply->why and returns false. */
bool type_refuse(struct option_reply *reply, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for a value that a function of value.h has just refused: it is too large, if errno says
 * so, else it is not what it should be ("a time"). */
bool type_refuse_number(const struct job_option *option, const char *value, const char *what,
			struct option_reply *reply);

/* Finds value among the option's words and adds what there is to say of it to reply; refuses it
 * with all of them. */
bool type_find_word(const struct job_option *option, const char *value, int *out,
		    struct option_reply *reply);

#endif
