/* The values of fio's options as numbers: sizes, percentages, times, cpu lists. Each function takes
 * the whole text, returns false for anything else, and leaves *out as it was then. Of those with a
 * largest value errno is ERANGE then where the text begins with a number that is too large, else
 * EINVAL. */
#ifndef COLLECT_JOB_VALUE_H
#define COLLECT_JOB_VALUE_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

struct where;

/* Up to UINT64_MAX: decimal, or hexadecimal behind "0x"; that takes no suffix in the functions
 * below. */
bool value_unsigned(const char *text, uint64_t *out);

/* Bytes, up to INT64_MAX: a number, "b" or nothing behind it, or k, m, g, t or p in one of the
 * forms k, kb, ki (1024) and kib, in any case. fio's default (kb_base=1024) turns the standard
 * around: kib, mib ... are powers of 1000; *thousand tells that one of these was read. */
bool value_size(const char *text, uint64_t *out, bool *thousand);

/* "50%": a whole number of percent from 1 to 100. */
bool value_percent(const char *text, unsigned *out);

/* Nanoseconds, up to INT64_MAX: a number of seconds, or with us, ms, s, m, h or d behind it. */
bool value_time_ns(const char *text, uint64_t *out);

/* The same with unit_ns as the unit of a number alone. */
bool value_time_unit_ns(const char *text, uint64_t unit_ns, uint64_t *out);

/* The value of an option --interval in seconds; *why names the option. At least 1 ms. */
bool value_interval(const char *text, double *out_s, struct where *why);

/* "0,2-3": the cpus of the list, at least one, each below CPU_SETSIZE. */
bool value_cpus(const char *text, cpu_set_t *out);

#endif
