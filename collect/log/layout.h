/* What the first rows of a log say about all of them. */
#ifndef COLLECT_LOG_LAYOUT_H
#define COLLECT_LOG_LAYOUT_H

#include "collect/log/log.h"
#include "collect/log/row.h"

enum { LOG_PROBE_ROWS = 512 };

struct log_probe {
	size_t rows; /* looked at, all of which have the layout */
	struct log_layout layout;
	bool averaged;       /* a row is a window's average and not one I/O */
	bool has_bs;         /* the rows say a block size */
	bool odd_bs;         /* of less than 16 bytes, as no fio was asked for */
	uint64_t window_ms;  /* between the rows of one direction; 0 = not known */
	uint64_t first_time; /* of the first row */
	size_t buckets;      /* of histogram logs: fio's own, before they were made coarse */
	unsigned coarseness; /* and how often pairs of them were joined */
	bool usec;           /* they are microseconds (fio 2.x) */
};

/* Decides the layout from the whole lines of beginning, a last line without newline being one only
 * when it is the only one or whole says that the file ends there. false: they are no rows of a log;
 * *line is then the first that is not (1-based). */
bool log_probe_lines(struct view beginning, bool whole, enum log_kind kind, struct log_probe *out,
		     size_t *line);

/* The same for histogram logs, which are told by their first row. */
bool log_probe_histogram(struct view beginning, bool whole, struct log_probe *out);

/* What a number of columns with counts means; false: no histogram of fio has so many. */
bool log_histogram_scheme(size_t columns, struct log_probe *out);

/* The window of n > 0 times between rows, which are sorted. */
uint64_t log_usual_step(uint64_t *step, size_t n);

#endif
