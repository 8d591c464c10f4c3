/* For tests of logs: texts as log files, and the records that come of them. */
#ifndef TESTS_UNIT_LOG_TRIAL_H
#define TESTS_UNIT_LOG_TRIAL_H

#include "collect/base/where.h"
#include "collect/log/log.h"
#include "tests/unit/check.h"

struct log_text {
	enum log_kind kind;
	const char *text;
	size_t n; /* bytes; 0 = up to the NUL */
};

struct log_trial {
	bool ok;
	struct where why;
	char *records;    /* without commit, test and run: "metric,unit,start,end,low,high,value" */
	char notes[4096]; /* a line each */
};

/* Reads the texts, called a, b, c ..., as the logs of one run. */
struct log_trial log_trial_run(const struct log_text *logs, size_t n,
			       const struct log_options *options);

/* The same of one text, with intervals of a second. */
struct log_trial log_trial_text(enum log_kind kind, const char *text);

void log_trial_free(struct log_trial *trial);

/* The value of the row that begins so ("read.iops,iops,0,1,,"); NaN = there is none. */
double log_trial_value(const struct log_trial *trial, const char *row);

/* How many rows begin so. */
size_t log_trial_count(const struct log_trial *trial, const char *row);

#endif
