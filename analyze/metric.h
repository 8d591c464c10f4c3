/* What each metric is: which way is better, which change matters, whether it decides the exit
 * status, and how it is had from the records of a run. */
#ifndef ANALYZE_METRIC_H
#define ANALYZE_METRIC_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/view.h"

enum better { BETTER_NEITHER, BETTER_HIGHER, BETTER_LOWER, BETTERS };

/* As the finding stream spells them: "", "higher", "lower". */
extern const char *const better_name[BETTERS];

/* What I/Os do, the first word of many names: "read", "write", "trim"; "mixed", all of these
 * together where a source does not tell them apart; "sync", flushes, which have a latency but no
 * rate. The first METRIC_TRANSFERS are apart from each other. */
enum { METRIC_TRANSFERS = 3, METRIC_MIXED = METRIC_TRANSFERS, METRIC_SYNC, METRIC_DIRECTIONS };
extern const char *const metric_direction[METRIC_DIRECTIONS];

enum metric_source {
	METRIC_RATE,       /* a scalar with samples beside it: iops, bw */
	METRIC_MEAN,       /* the scalar OF.mean */
	METRIC_PERCENTILE, /* from the buckets of OF, else the scalar of the metric's own name */
	METRIC_CPU_PER_IO, /* (cpu.user + cpu.system) / sum of the directions' ios */
	METRIC_COUNT,      /* a scalar that counts, and may be 0 */
	METRIC_ASKED,  /* a scalar that says what was asked for: told by summaries, not compared */
	METRIC_SCALAR, /* any other scalar */
};

enum { METRIC_NO_OTHER = -1 };

struct metric {
	char *name;            /* "read.lat.p99" */
	char *of;              /* "read.lat", whose buckets and sums it is had from; else "" */
	const char *direction; /* "read"; "" where it is not of one direction */
	enum metric_source source;
	double quantile; /* of METRIC_PERCENTILE */
	enum better better;
	double theta; /* smallest change of interest, a fraction; 0 = any */
	bool primary; /* decides the exit status */
	int instead;  /* primary only where a side lacks the metric at this index: bw stands in for
		       * iops, clat.p99 for lat.p99; METRIC_NO_OTHER where it does for none */
	bool named;   /* not one of ours: added by the user */
};

/* All metrics in the order in which they are reported. */
struct metric_list {
	struct metric *at;
	size_t n;
};

/* The known metrics; metric_list_free frees them. */
struct metric_list metric_list_new(void);
void metric_list_free(struct metric_list *list);

/* Sets theta (a fraction) or the direction for the metric called name: a full name ("read.iops") or
 * one without its direction ("iops", meaning all of them). Theta of an unknown metric returns
 * false. The direction of an unknown metric adds it: only so is it clear which way is better. */
bool metric_list_theta(struct metric_list *list, struct view name, double theta);
void metric_list_better(struct metric_list *list, struct view name, enum better better);

#endif
