/* fio's logs: one line an I/O or an interval (bw, iops, lat, slat, clat), or one line an interval
 * with a histogram (clat_hist). They are read as streams: memory does not grow with lines or
 * intervals. */
#ifndef COLLECT_LOG_LOG_H
#define COLLECT_LOG_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/rows.h"
#include "collect/base/view.h"
#include "collect/fio/sink.h"

enum log_kind { LOG_BW, LOG_IOPS, LOG_LAT, LOG_SLAT, LOG_CLAT, LOG_HIST, LOG_KINDS };

/* What a file is by its name: PREFIX_KIND[.N].log[.HOST][.fz]. Views are of the path. */
struct log_name {
	enum log_kind kind;
	struct view prefix; /* with the folder: files of one prefix and host are one run of fio */
	size_t number;      /* N, the job's number in that run; 0 = none in the name */
	struct view host;   /* "" = none */
};

/* false: the name is none of a log; its content may still be one. */
bool log_name_parse(const char *path, struct log_name *out);

/* What the first bytes of a file say. */
enum log_content {
	LOG_NO,        /* not a log */
	LOG_LINES,     /* lines of 4 to 7 numbers */
	LOG_HISTOGRAM, /* lines of time, ddir, bs and counts */
	LOG_PACKED,    /* zlib: log_store_compressed */
};
enum log_content log_sniff(struct view beginning);

/* One file of a set. */
struct log_file {
	const char *path;   /* to open; "-" = standard input */
	const char *name;   /* as messages call it */
	enum log_kind kind; /* by its name, or as the user says */
};

struct log_options {
	double interval_s; /* of the samples made from single I/Os */
	bool heatmap;      /* cells too, from histogram logs */
	bool usec;         /* 4-column latency logs are of fio 2.x, in microseconds */
};

/* Reads the logs of one run of fio, one test of ours, and writes its records: rates as samples,
 * summed over the jobs by time; latencies of single I/Os as buckets, mean, minimum, maximum,
 * standard deviation; histograms as buckets and a p99 each interval. Which of the many layouts a
 * file has follows from its rows. A file that contradicts its layout, or has a row that is no row
 * of it, is an error: false with *why (file and line); rows that were written stay, but not
 * meta.complete, so that the run counts as unfinished. Notes: an iops log that is 1 throughout,
 * rows dropped for their time, an impossible histogram, the tail that histogram logs lose, what
 * cannot be known (block size, unit). An empty file is a note; when all are empty, an error. */
bool log_read(const struct log_file *files, size_t n, const struct log_options *options,
	      const struct rows *rows, const struct sink *sink, struct where *why);

#endif
