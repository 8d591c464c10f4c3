/* When a job counts as steady: fio's steadystate, decided on rates that are taken about once a
 * second. */
#ifndef COLLECT_ENGINE_STEADY_H
#define COLLECT_ENGINE_STEADY_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/job/job.h"

/* The last rates and what they are judged by. */
struct steady {
	struct job_steadystate rule;
	size_t window;    /* rates that fill the rule's duration, one a second; at least 2 */
	size_t n;         /* seen since the ramp */
	double *rate, *s; /* the last window of them, the (n - 1) % window-th is the newest; s: the
			   * middle of the time that each is of */
	double now_s;     /* since the first look */
	double criterion; /* the last one, of the metric's unit (slope: per second) or percent of
			   * the mean; NaN while the window is not full */
	bool attained;
};

/* The rule's metric must not be JOB_STEADY_NONE. Free it with steady_free. */
void steady_init(struct steady *steady, const struct job_steadystate *rule);

void steady_free(struct steady *steady);

/* A rate (I/Os or bytes per second, as the rule has it) that holds for the last seconds: counts by
 * measured time, not by the second that it should have been. Rates whose
 * middle lies within the rule's ramp are passed over. Returns whether the job is steady now. */
bool steady_add(struct steady *steady, double rate, double seconds);

/* The slope of the least-squares line through n points, NaN for less than 2 or all at one x: sum
 * (x - mx)(y - my) / sum (x - mx)^2. */
double steady_slope(const double *x, const double *y, size_t n);

/* The largest distance of a value from their mean; NaN for none. */
double steady_deviation(const double *y, size_t n);

#endif
