/* What of a result is to be taken with care: reasons, each one line for the user. */
#ifndef COLLECT_CAMPAIGN_DOUBTS_H
#define COLLECT_CAMPAIGN_DOUBTS_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/engine/measure.h"
#include "collect/job/job.h"

struct fact;
struct where;

/* How much of the time of all places in the queues the I/Os' lat accounts for: sum of lat / sum of
 * runtime x depth, over n clones. Little's law: 1 while the queues are full and each I/O is counted
 * from the moment at which its place is free. NaN where no latency was taken. */
double doubts_accounted(const struct job *job, const struct measure_result *results, size_t n);

/* In a job that keeps its queue full, that lies more than 3 % away from 1: the latencies do not say
 * where the time went. Short runs, where filling and draining the queue counts, are let be. */
bool doubts_accounting(const struct job *job, const struct measure_result *results, size_t n,
		       struct where *what);

/* What the job asks for of one direction by its rates, of n clones; NaN = no limit. In iops where
 * that limit is the smaller one or the only one, else in bytes/s. */
double doubts_asked(const struct job *job, enum direction direction, size_t n, bool *bytes);

enum { DOUBTS_TEXT = 256 }; /* bytes that hold what was asked for and done, with the NUL */

/* A job with rates that could not keep one. Either it did less than 99 % of what was due while I/Os
 * were started, with one I/O of each clone left out (a Poisson process may fall short by three
 * standard deviations more). Or its lag at the end is more than 1 % of the runtime, 1 ms at least,
 * and larger than it was at half time: then it grows, where the lag of a hiccup is short beside the
 * run, and one that stays or comes and goes was as large before. Both say the same of a linear
 * rate; the lag decides where chance leaves the count open. Returns whether, and what: "read: asked
 * for 204800 IOPS, did 34000", one direction after the other. */
bool doubts_overload(const struct job *job, const struct measure_result *merged, size_t n,
		     char what[DOUBTS_TEXT]);

/* The same as a line for the user. */
bool doubts_overload_warning(const struct job *job, const struct measure_result *merged, size_t n,
			     struct where *what);

/* A job with a steadystate that ended, not by an error, before it was reached. */
bool doubts_steady(const struct job *job, const struct measure_result *merged, struct where *what);

/* Direct I/O that io_uring handed to threads of the kernel, on a device that the facts of device.h
 * call bio_based: it can only block, and all I/O went that way. On others single I/Os may, as when
 * a queue is full. */
bool doubts_punted(const struct job *job, const struct measure_result *merged,
		   const struct fact *facts, struct where *what);

#endif
