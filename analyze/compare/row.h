/* The rows of a comparison while it is made. */
#ifndef ANALYZE_COMPARE_ROW_H
#define ANALYZE_COMPARE_ROW_H

#include "analyze/finding.h"
#include "analyze/metric.h"
#include "collect/base/list.h"

/* A test of jitter: of one standard deviation against another. */
struct row_jitter {
	double p;                /* after the correction over the cell's own tests; NaN = none */
	double ratio, low, high; /* of standard deviations, with its 95 % interval */
	const char *by;          /* "within", "between" or "history" */
};

struct row {
	struct finding_compare finding; /* its params and note are the two below in the end */
	char *params, *note;            /* the row's own */
	const struct metric *metric;    /* NULL where the row is no cell */
	bool primary;
	bool geometric;           /* its change is one of logarithms */
	bool more_sessions;       /* more runs in the same sessions would not decide it */
	struct row_jitter jitter; /* the one that speaks for the cell */
	double jitter_p_holm;     /* its p corrected over the comparison's jitter tests */
	double theta_sds;         /* theta in standard deviations of one run, for runs_needed */
	double change_sds;        /* and the change */
	double difference, difference_low, difference_high; /* decide, in the unit, where the
							     * change is no number because the
							     * base's mean is 0 */
};

/* A list of struct row is made with this. */
extern const UT_icd row_icd;

/* A row in which everything is absent; row_free, or the array that it is appended to, frees it. */
struct row row_new(void);
void row_free(struct row *row);

/* Appends a remark to the row's note, by printf's rules, behind "; " where there is one already. */
void row_note(struct row *row, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
