/* All logs of one kind of a run, and what their readers share. */
#ifndef COLLECT_LOG_GROUP_H
#define COLLECT_LOG_GROUP_H

#include "collect/log/reader.h"
#include "collect/log/series.h"

struct log_group {
	enum log_kind kind;
	const struct log_input **input; /* none is empty */
	size_t n;
	bool averaged;
	uint64_t window_ms; /* the longest of the inputs' */
	uint64_t end_ms;    /* of the run, or of its samples, since base; at least 1 */
	size_t jobs;        /* segments of all inputs */
	size_t bytes;
	const struct log_options *options;
	const struct rows *rows;
	const struct sink *sink;
	struct where *why;
};

/* What only the caller knows: which metrics are not said better by another kind. */
struct log_wish {
	bool buckets;  /* histogram logs: no log of single I/Os has them */
	bool iops, bw; /* samples of the rates */
	bool iops_total, bw_total;
};

/* A reader a job, with buffers that shrink when there are very many. */
struct log_reader *log_group_readers(const struct log_group *group);
void log_group_readers_free(const struct log_group *group, struct log_reader *readers);

/* Whether a grid of this step has so many cells that writing them takes longer than the logs are
 * worth: an error with *why. */
bool log_group_grid_fits(const struct log_group *group, double step_ms);

/* A note on a file of the group; line 0 = the file as a whole. */
void log_note(const struct log_group *group, const struct log_input *input, size_t line,
	      const char *format, ...) __attribute__((format(printf, 4, 5)));

/* "read.iops": direction and what. */
void log_metric(char out[LOG_METRIC], size_t direction, const char *what);

/* "lat", "clat" or "slat". */
const char *log_latency_name(enum log_kind kind);

enum fio_latency_index log_latency_index(enum log_kind kind);

/* Whether a document beside the logs has the rates of intervals, or the bins, of the direction. */
bool log_knows_rates(const struct log_group *group, size_t direction);
bool log_knows_bins(const struct log_group *group, size_t direction);

/* Whether the log is of fio 2, as the user says: of more columns it never is. */
bool log_is_fio2(const struct log_group *group, const struct log_input *input);

/* ns in one unit of a latency log's values. */
uint64_t log_value_ns(const struct log_group *group, const struct log_input *input);

/* Logs of single I/Os: latencies exactly, or with wish->iops_total only I/Os counted. */
bool log_read_single(const struct log_group *group, const struct log_wish *wish);

/* Averaged logs. *assumed: rows behind a gap that would count otherwise if they were of fio 2. */
bool log_read_averaged(const struct log_group *group, const struct log_wish *wish, size_t *assumed);

/* Histogram logs. */
bool log_read_histograms(const struct log_group *group, const struct log_wish *wish);

#endif
