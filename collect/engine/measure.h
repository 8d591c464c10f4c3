/* Measures: runs the jobs of one group together, one thread a clone, and counts every I/O. Plain
 * results, no output, no files opened: whoever calls has opened and checked the targets. */
#ifndef COLLECT_ENGINE_MEASURE_H
#define COLLECT_ENGINE_MEASURE_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/engine/hist.h"
#include "collect/job/job.h"

/* One file of a clone, open with O_DIRECT where the job is direct, writable where it writes; the
 * caller closes it. The clone works in the size bytes from start on, size >= job_bs_max. */
struct measure_file {
	int fd;
	uint64_t start, size;
	/* Where trims are made: fd, or the descriptor that holds the device against others. Those
	 * of any other one leave what the page cache has of the range, and fail where it is dirty.
	 */
	int trim_fd;
};

/* One clone of a job and the files it works on; borrowed. */
struct measure_task {
	const struct job *job;
	unsigned clone; /* 0 .. numjobs - 1 */
	const struct measure_file *file;
	unsigned n_files; /* at least 1 */
};

/* What one interval of the grid saw: completions by the time at which they were reaped. */
struct measure_interval {
	uint64_t ios[DIRECTIONS];
	uint64_t bytes[DIRECTIONS];
	/* Of clat, in ns; 0 where there was no I/O. p99 is the middle of the bucket that holds it.
	 */
	double clat_mean_ns[DIRECTIONS], clat_p99_ns[DIRECTIONS];
};

/* One cell of the heat map: I/Os of an interval by the bucket of their clat. */
struct measure_cell {
	uint32_t interval, bucket, count;
	enum direction direction;
};

enum {
	MEASURE_ERRNOS = 256, /* kinds of errors that are told apart */
	MEASURE_WHY = 256,    /* bytes that hold why something failed, with the NUL */
	MEASURE_DECLINED = 512,
};

/* Which engine features were really used, whatever was asked for, as words for meta.engine.*; ""
 * where it does not apply. */
struct measure_engine {
	char reap[32];       /* "syscall", "userspace" */
	char taskrun[16];    /* io_uring without sqpoll: "defer", "coop", "ipi" */
	char clock[24];      /* "tsc", "clock_gettime" */
	unsigned submit_max; /* most I/Os in one submission */
	unsigned reap_min;   /* completions waited for */
	unsigned reap_max;   /* most completions taken at once */
	unsigned ring_slots; /* entries of the completion ring; 0 = no ring */
	bool fixed_buffers, fixed_files;
	/* The clock against CLOCK_MONOTONIC_RAW over the measured part, in parts per million;
	 * negative = slower; 0 = not measured. */
	double clock_drift_ppm;
	/* io_uring. */
	bool uring;   /* the engine is io_uring, so that the rest applies */
	bool ring_fd; /* the ring's own descriptor is registered */
	bool single_issuer;
	bool sqpoll;    /* a thread of the kernel submits */
	int sqpoll_cpu; /* the processor that thread is bound to; -1 = none */
	bool iopoll;    /* the device is polled for completions */
	bool iowq;      /* threads of the kernel did the I/O (io-wq), as for devices that can only
			 * block; the worker sets it at the end */
	/* What was asked for and not granted, each with its reason, for a warning: "hipri: the
	 * device has no poll queues"; several with "; " between them; "" = nothing. */
	char declined[MEASURE_DECLINED];
};

/* What one clone measured. An I/O counts when it was prepared within the measured part (after
 * ramp_time, before the end); those in flight at the end are waited for and count, so that slow
 * ones are not lost. */
/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): fields stand by their meaning. */
struct measure_result {
	int error; /* 0, or -errno that ended this clone early */
	char
	    why[MEASURE_WHY]; /* what failed where error is set: "read of 4096 bytes at offset 0" */
	/* Measured part: its start to the last counted completion; to the end of the waiting where
	 * nothing completed. Where I/Os wait for their time (rates, thinktime) and no amount ended
	 * it, to the end of the asked runtime or when it was told to end, if that is later. */
	double runtime_s;
	uint64_t ios[DIRECTIONS];   /* completed without error */
	uint64_t bytes[DIRECTIONS]; /* short transfers count what they moved */
	/* Latencies; NULL for a direction that the job has not, empty with no_latency. An I/O is
	 * prepared when its slot comes free for it: at the reap of the one before, or at the last
	 * submission; with a rate when it was meant to be. slat: prepare -> submitting syscall
	 * returned; empty for psync, which submits and waits in one. clat: just before the
	 * submitting syscall -> reaped. lat: prepare -> reaped. */
	struct hist *slat[DIRECTIONS], *clat[DIRECTIONS], *lat[DIRECTIONS];
	/* n_intervals on a grid of interval_s; the last may be partial. */
	struct measure_interval *interval;
	size_t n_intervals;
	double interval_s;
	bool intervals_lost; /* the grid was full before the end */
	/* Sorted by interval; only with config.heatmap. */
	struct measure_cell *cell;
	size_t n_cells;
	bool cells_lost;         /* there was no room for more */
	uint64_t *ring_reaped;   /* [k] = reaps that took k completions; k = 0 .. ring_n - 1 */
	uint64_t *ring_standing; /* [k] = reaps that found k completions, taken or left */
	size_t ring_n;           /* iodepth + 1; 0 for engines without a ring */
	uint64_t *inflight; /* [k] = submissions after which k I/Os were in flight; iodepth + 1 */
	size_t inflight_n;
	struct hist *sync; /* how long each fsync or fdatasync took, submitted to reaped; NULL where
			    * the job has none */
	/* Rates only: how much later than it was meant to an I/O was prepared; NULL else. lat
	 * counts from the time that was meant. */
	struct hist *lag;
	uint64_t lag_end_ns;  /* the lag at the end: how far the schedule was behind */
	uint64_t lag_half_ns; /* the lag when half of the runtime was over, or half was done of what
			       * the job asks for; 0 = nothing was prepared from then on */
	uint64_t errors[MEASURE_ERRNOS]; /* failed I/Os by errno, ramp included; [0] = beyond */
	double cpu_user_s, cpu_system_s; /* of this thread, measured part */
	uint64_t switches;  /* context switches of this thread, voluntary and not, measured part */
	double run_delay_s; /* waited for a processor, measured part; NaN = not known */
	double cycles, instructions; /* of this thread in user and kernel mode, measured part; NaN =
				      * the hardware does not count here */
	double
	    self_cost_ns; /* processor time that the loop itself takes for one I/O, by a run of
			   * the null engine with the same depth and batches; NaN = not measured */
	bool steady;      /* the job ended as its steadystate was reached */
	double steady_criterion; /* what was held against the limit last: of the metric's unit or in
				  * percent of its mean; NaN = none was reckoned */
	uint64_t all_ios;        /* completed without error, ramp included */
	bool no_latency;         /* slat, clat and lat were not taken */
	struct measure_engine engine;
};

/* How far it is. Of a clone: written now and then by it, no locks; of all together: what the status
 * line reads. */
struct measure_progress {
	_Atomic uint64_t ios; /* so far, ramp included */
	_Atomic uint64_t bytes;
	_Atomic uint64_t at_ns; /* when the clone wrote these last; 0 = not yet */
	_Atomic bool measuring; /* past the ramp_time; of all together: some clone is */
	_Atomic bool enough;    /* told to the clone: end as if the runtime were over */
	/* Of all together, and only valid within tick. */
	double p99_ns; /* of lat, measured part so far; NaN = none yet */
	bool settling; /* some job that is to become steady is not yet */
};

struct measure_config {
	double interval_s; /* grid of the samples */
	bool heatmap;      /* also count cells */
	/* Non-zero asks every clone to end now and keep its counts. */
	const volatile sig_atomic_t *stop;
	/* Called about once a second, on the calling thread; may be NULL. */
	void (*tick)(void *ctx, const struct measure_progress *progress);
	void *ctx;
};

/* Runs the n tasks together and fills results[n] (zeroed by the callee). Each clone gets a core of
 * its own where there are enough, or the job's cpus_allowed. Returns 0 when all were set up (their
 * own I/O errors stand in results), or -errno with why when a clone could not be set up (engine
 * missing, no memory, aio-max-nr ...); nothing was measured then. Free the results in either case.
 * A clone whose target does not answer for 5 s after *stop is left to the kernel with its memory,
 * and its result says -ETIMEDOUT beside what it had counted. The clones' threads take no signals.
 */
int measure_run(const struct measure_task *tasks, size_t n, const struct measure_config *config,
		struct measure_result *results, char why[MEASURE_WHY]);

void measure_result_free(struct measure_result *result);

#endif
