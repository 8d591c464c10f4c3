/* Single lines of fio's normal output, without indentation. Each function says whether the line is
 * of its kind; if not, it leaves all as it was. */
#ifndef COLLECT_TEXT_NORMAL_LINE_H
#define COLLECT_TEXT_NORMAL_LINE_H

#include <stdbool.h>

#include "collect/base/view.h"
#include "collect/fio/result.h"

/* "NAME: (groupid=0, jobs=1): err= 5 (why): pid=1234: Mon Nov  6 04:07:30 2023" */
struct normal_head {
	struct view name, why, time; /* why and time may be empty */
	size_t group, clones, pid;
	int error;
};
bool normal_head(struct view line, struct normal_head *out);

/* "NAME: (g=0): rw=randread, bs=(R) 4096B-4096B, ..., ioengine=libaio, iodepth=4" */
struct normal_banner {
	struct view name;
	size_t group;
	struct view rw, bs, ioengine, iodepth; /* bs: all up to the engine */
};
bool normal_banner(struct view line, struct normal_banner *out);

/* Adds what the banner says as options: a block size as a number of bytes where it is one, else as
 * fio has it. */
void normal_banner_options(const struct normal_banner *banner, struct fio_job *job);

/* "fio-3.33" */
bool normal_version(struct view line);

/* "read: IOPS=600, BW=2402KiB/s (2459kB/s)(2404KiB/1001msec)", and before fio 2.20 "read :
 * io=2408.0KB, bw=2405.7KB/s, iops=601, runt=  1001msec". */
struct normal_rate {
	enum fio_direction_index direction;
	double bytes, runtime, iops, bw; /* in fio_direction's units */
	double step;                     /* what the last digit of bytes stands for */
	bool old;                        /* the second form */
};
bool normal_rate(struct view line, struct normal_rate *out);
void normal_rate_store(const struct normal_rate *rate, struct fio_direction *out);

/* "issued rwts: total=601,660,0,0 short=0,0,0,0 dropped=0,0,0,0", and older ones. Completed I/Os,
 * short and dropped ones of the directions that are used; all of them are the mixed direction's. */
bool normal_issued(struct view line, struct fio_job *job);

/* "bw (  KiB/s): min= 2400, max= 2416, per=100.00%, avg=2408.00, stdev= 0.00, samples=2" */
bool normal_bw_samples(struct view line, struct fio_samples *out);

/* "iops        : min=  600, max=  604, avg=602.00, stdev= 0.00, samples=2" */
bool normal_iops_samples(struct view line, struct fio_samples *out);

/* "cpu          : usr=0.40%, sys=7.00%, ctx=1244, majf=0, minf=12" */
bool normal_cpu(struct view line, struct fio_job *job);

/* "Description  : [text]", "errors    : total=1, first_error=28/<No space left on device>" */
bool normal_remark(struct view line, struct fio_job *job);

/* Lines that say nothing that is kept: shares of latencies and of depths. */
bool normal_share(struct view line);

/* "vda: ios=1125/408, merge=0/9, ticks=155/69, in_queue=223, util=7.12%" */
bool normal_disk(struct view line, struct fio_result *result);

enum { NORMAL_SYNC = FIO_LATENCIES, NORMAL_LATENCIES };

/* "clat (usec): min=3, max=94396k, avg=20.27, stdev=15.75"; also slat, lat, sync. *kind is a
 * fio_latency_index or NORMAL_SYNC. */
struct normal_latency {
	size_t kind;
	double min, max, mean, stdev; /* ns */
};
bool normal_latency(struct view line, struct normal_latency *out);
void normal_latency_store(const struct normal_latency *from, struct fio_latency *out);

/* "clat percentiles (usec):" */
struct normal_percentiles {
	size_t kind;
	double unit; /* ns */
};
bool normal_percentiles(struct view line, struct normal_percentiles *out);

/* Whether it is a row of percentiles: "1.00th=[    5],  5.00th=[    6]," */
bool normal_percentile_row(struct view line);

/* Adds the row's percentiles. old: fio 2, whose buckets end elsewhere. */
void normal_percentile_store(struct view line, double unit, bool old, struct fio_latency *out);

#endif
