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

/* The kind by its word in such names: bw, iops, lat, slat, clat, clat_hist. false: it is none. */
bool log_kind_parse(const char *word, enum log_kind *out);

/* That word. */
const char *log_kind_name(enum log_kind kind);

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
	FILE *stream;       /* NULL, or the content where path cannot be read from its beginning */
	size_t jobs;        /* whose rows a document says are in it; 0 = not known */
};

/* What a document says of the run whose logs are read. */
struct log_known {
	bool rates[FIO_DIRECTIONS]; /* iops and bw of intervals */
	bool bins[FIO_DIRECTIONS][FIO_LATENCIES];
	bool version; /* so that log_options.fio2 is no guess */
};

struct log_options {
	double interval_s; /* of the samples made from single I/Os */
	bool heatmap;      /* cells too, from histogram logs */
	/* 4-column logs are of fio 2: latencies are in microseconds, and a value holds since the
	 * row before of its direction, however long that is. */
	bool fio2;
	/* NULL, or the logs are beside a document: then they give the samples and cells that it has
	 * not, and buckets of latencies of which it has no bins, but no scalars. */
	const struct log_known *known;
};

/* Reads the logs of one run of fio, one test of ours, and writes its records. Which of the many
 * layouts a file has follows from its first rows.
 *
 * A row for each I/O: latencies as buckets and exact .n, .mean, .min, .max and .stdev (denominator
 * n); ios, bytes, iops and bw by counting the rows of the best kind (lat, clat, slat, iops, bw),
 * over the whole run and each interval_s. A row for each window (log_avg_msec): rates as samples
 * and their mean until the direction's last row; latencies as samples of .mean, and of .max where
 * there are both. A value holds from the row before, or, where that is more than one and a half
 * windows back and options->fio2 does not hold, for one window, with a rate of 0 before it.
 * Histograms: buckets and .n of clat, and samples of clat.p99;
 * of iops where nothing else has them. Of several jobs (files of a kind, or times that run back
 * within one) rates are added up by time on a grid of the longest window. runtime is the last time,
 * of single I/Os plus the ms in which that I/O ended, which is what fio says itself. Times since
 * 1970 begin with the first row. No metric is said twice. meta.fio.iops and
 * meta.fio.bw say where a rate is a mean of windows.
 *
 * A file that contradicts its layout, or has a row that is no row of it, is an error: false with
 * *why (file and line); so are files of one kind of which only some are averages, and histograms of
 * which more than 1 % of the rows are impossible. Rows that were written stay, but not
 * meta.complete, so that the run counts as unfinished. Beside a document the samples of several
 * jobs end where the first of them does whose last window fio has not written, and averages of
 * several jobs whose rows do not stand one job behind another are left out, with a note. A last row
 * without newline may be cut inside of a number and is left out, unless it is the only one. Notes:
 * that, an iops log that is 1 throughout, rows dropped for their time, impossible histograms, the
 * tail that histogram logs lose, what cannot be known (percentiles, unit, what a gap means). An
 * empty file is a note; when all are empty, an error. */
bool log_read(const struct log_file *files, size_t n, const struct log_options *options,
	      const struct rows *rows, const struct sink *sink, struct where *why);

#endif
