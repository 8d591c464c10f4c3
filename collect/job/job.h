/* A job: what one section of a job file asks for, with every default filled in. Plain data; names
 * and meanings are fio's. */
#ifndef COLLECT_JOB_JOB_H
#define COLLECT_JOB_JOB_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Data directions of an I/O; index of everything that is kept per direction. */
enum direction { DIRECTION_READ, DIRECTION_WRITE, DIRECTION_TRIM, DIRECTIONS };

/* "read", "write", "trim": the first word of a metric's name. */
extern const char *const direction_name[DIRECTIONS];

enum job_rw {
	JOB_RW_READ,
	JOB_RW_WRITE,
	JOB_RW_RW,
	JOB_RW_RANDREAD,
	JOB_RW_RANDWRITE,
	JOB_RW_RANDRW,
	JOB_RW_TRIM,
	JOB_RW_RANDTRIM,
	JOB_RW_TRIMWRITE, /* each block is trimmed and then written */
	JOB_RW_RANDTRIMWRITE
};
enum job_engine { JOB_ENGINE_LIBAIO, JOB_ENGINE_IO_URING, JOB_ENGINE_PSYNC, JOB_ENGINE_NULL };
enum job_sync { JOB_SYNC_NONE, JOB_SYNC_SYNC, JOB_SYNC_DSYNC }; /* O_SYNC, O_DSYNC */
enum job_distribution {
	JOB_DISTRIBUTION_RANDOM, /* uniform */
	JOB_DISTRIBUTION_ZIPF,   /* parameter theta > 0, not 1 */
	JOB_DISTRIBUTION_PARETO, /* parameter h, 0 < h < 1 */
	JOB_DISTRIBUTION_NORMAL  /* parameter: standard deviation in percent of the range */
};
enum job_rate_process { JOB_RATE_LINEAR, JOB_RATE_POISSON };
enum job_steady { JOB_STEADY_NONE, JOB_STEADY_IOPS, JOB_STEADY_BW };

/* Sizes of the I/Os of one direction, in bytes. */
enum { JOB_SPLIT_MAX = 64 };
struct job_split {
	uint64_t bytes;
	unsigned percent;
};
struct job_sizes {
	uint64_t min,
	    max; /* equal: one size; else each multiple of min in between alike (bsrange) */
	struct job_split split[JOB_SPLIT_MAX]; /* bssplit: sums to 100 percent; min and max are the
						* least and the largest of them */
	unsigned n_splits;                     /* 0 = no split */
};

/* Bytes, or percent of what is there; at most one of them is not 0. */
struct job_amount {
	uint64_t bytes;
	unsigned percent;
};

/* A choice that collect makes best itself where nobody made it. */
enum job_choice { JOB_CHOICE_BEST = 0, JOB_CHOICE_ON, JOB_CHOICE_OFF };

/* When a job counts as steady (fio's steadystate): over the last duration_ns, looked at once a
 * second, each value lies within limit of their mean; or, with slope, their regression line rises
 * or falls by less than limit a second. */
struct job_steadystate {
	enum job_steady metric;
	bool slope;
	double limit; /* of the metric's unit (slope: per second), or in percent of the mean */
	bool percent;
	uint64_t duration_ns, ramp_ns; /* ramp: left out of it first */
};

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): fields stand by their meaning. */
struct job {
	char *name;  /* the section's name */
	char *file;  /* job file, or "command line" */
	char *stem;  /* the file's name without folder and extension: "nvme" of "jobs/nvme.fio"; the
		      * job's test is called stem/name; "job" for the command line */
	size_t line; /* of the section's head, 1-based; 0 on the command line */
	/* The options as they were given, those of [global] among them, a line each, as a section
	 * of a job file has them; variables are filled in. NULL = none. partial: some could not be
	 * written so: a comment would begin in the value, or there are too many. */
	char *text;
	bool text_partial;
	/* Jobs with the same group run together; groups run one after another from 0. */
	unsigned group;

	/* What is done. */
	enum job_rw rw;
	unsigned rwmixread;              /* percent of reads in rw and randrw */
	struct job_sizes bs[DIRECTIONS]; /* each is filled, whether there are such I/Os or not */
	uint64_t blockalign;             /* random offsets are multiples of it; 0 = of bs min */
	unsigned percentage_random;      /* of I/Os in a random rw whose offset is random; 100 */
	enum job_distribution random_distribution;
	double random_parameter;
	bool norandommap;  /* random blocks are drawn with replacement; else each is met once in a
			    * pass, as far as the distribution is uniform and all sizes are equal */
	uint64_t randseed; /* each clone derives its own from it */

	/* What it is done on. */
	char **filename; /* devices or files, each clone works on all of them in turn; NULL = files
			  * of each clone's own, nrfiles of them, named by filename_format */
	unsigned n_filenames;
	char *directory; /* folder for files, relative filenames among them; NULL = the current
			  * one; never together with an absolute filename */
	char *filename_format;    /* fio's; NULL = "$jobname.$jobnum.$filenum" */
	unsigned nrfiles;         /* at least 1; n_filenames where there are filenames */
	uint64_t filesize;        /* bytes of each file; 0 = size / nrfiles */
	struct job_amount size;   /* of the range that each clone works in, over all of its files;
				   * 0 = all of the targets (files to be created need a size) */
	struct job_amount offset; /* from a target's start to the range */
	struct job_amount offset_increment; /* times the clone's number, on top of offset */
	struct job_amount io_size; /* to be moved in all; 0 = size * loops; percent is of size */
	uint64_t number_ios;       /* I/Os of each clone at most; 0 = no limit */
	bool direct;               /* O_DIRECT */
	enum job_sync sync;
	bool invalidate;                /* files leave the page cache before the start */
	unsigned fsync, fdatasync;      /* after so many writes; 0 = never */
	bool end_fsync, fsync_on_close; /* once at the end; counts as that */
	bool zero_buffers;              /* written data is zeros */
	bool refill_buffers;            /* each write has new data, not only a new word a page */
	unsigned buffer_compress_percentage; /* of the data compresses away; 0 = none of it */

	/* How fast and how long. */
	enum job_engine ioengine;
	unsigned iodepth;      /* 1 for psync */
	unsigned numjobs;      /* clones, each a thread with its own queue */
	unsigned loops;        /* passes over size when no runtime ends it; at least 1 */
	uint64_t runtime_ns;   /* 0 = until size * loops bytes are done */
	bool time_based;       /* run for runtime_ns even when size is done */
	uint64_t ramp_time_ns; /* run this long before anything counts */
	uint64_t startdelay_ns;
	uint64_t rate[DIRECTIONS];      /* bytes/s of each clone at most; 0 = no limit */
	uint64_t rate_iops[DIRECTIONS]; /* I/Os per second of each clone at most; 0 = no limit */
	enum job_rate_process rate_process;
	uint64_t thinktime_ns;              /* pause after thinktime_blocks I/Os have completed */
	unsigned thinktime_blocks;          /* at least 1 */
	struct job_steadystate steadystate; /* ends the job before runtime_ns once it is steady */
	cpu_set_t cpus_allowed;             /* only where cpus_allowed_set */
	bool cpus_allowed_set, cpus_split;  /* split: each clone gets one of them */
	int nice;                           /* -20 .. 19 */
	bool nice_set;
	bool group_reporting;   /* accepted; clones are always merged */
	bool continue_on_error; /* count I/O errors and go on */

	/* How the engine works, not what is asked of it: recorded as meta.engine.*, as it was
	 * granted, compared across commits with a remark where it differs. */

	/* I/Os in one submission at most; 0 = as many as were reaped. */
	unsigned iodepth_batch_submit;
	/* Completions to wait for; 0 = 1. */
	unsigned iodepth_batch_complete_min;
	/* Completions taken at once at most; 0 = iodepth / 8, but not less than 1 and
	 * iodepth_batch_complete_min. */
	unsigned iodepth_batch_complete_max;
	/* Once the queue is full, refill it only when it has drained to this depth; 0 = iodepth. */
	unsigned iodepth_low;
	/* libaio: take completions from the mapped ring, no system call unless it is empty. */
	bool userspace_reap;
	/* io_uring. */
	enum job_choice fixedbufs, registerfiles, register_ring;
	enum job_choice defer_taskrun, coop_taskrun, single_issuer;
	bool hipri;            /* IORING_SETUP_IOPOLL: poll the device for completions */
	bool sqthread_poll;    /* IORING_SETUP_SQPOLL: a kernel thread submits */
	int sqthread_poll_cpu; /* -1 = any */
	bool no_latency;       /* no clock is read for single I/Os: to see what accounting costs */
};

/* The least and the largest I/O of the directions that the job has. */
uint64_t job_bs_min(const struct job *job);
uint64_t job_bs_max(const struct job *job);

/* Whether the job has I/Os of that direction. */
bool job_has(const struct job *job, enum direction direction);

/* What rw says: whether some I/Os are writes or trims, whether reads and writes are mixed, whether
 * offsets are random. */
bool job_writes(const struct job *job);
bool job_is_mixed(const struct job *job);
bool job_is_random(const struct job *job);

/* Makes *out a deep copy of job; the caller frees it with job_free. */
void job_copy(const struct job *job, struct job *out);

/* Frees the job's filenames: it has none then. */
void job_forget_filenames(struct job *job);

/* Frees what the job owns, not the job. */
void job_free(struct job *job);

/* The jobs of one invocation in the order of their sections. */
struct job_list {
	struct job *job;
	size_t n;
};

/* Appends job, which the list owns from then on. */
void job_list_add(struct job_list *list, const struct job *job);

/* Frees the jobs from the n-th on. */
void job_list_cut(struct job_list *list, size_t n);

/* Frees the jobs and leaves an empty list. */
void job_list_free(struct job_list *list);

/* Makes *out a deep copy of list; the caller frees it with job_list_free. */
void job_list_copy(const struct job_list *list, struct job_list *out);

/* One job.* parameter of the record stream: what was asked for, by which tests are told apart. */
enum { JOB_VALUE = 128 };
struct job_parameter {
	const char *name; /* without "job." */
	/* Canonical text: "randread", "4k", "4k/60:64k/40", "32", "30s". What is longer ends in
	 * "..." and a hash of all of it. */
	char value[JOB_VALUE];
};

/* The parameters of a job in the order of the option table: rw, bs (what bsrange and bssplit say,
 * too), iodepth, numjobs, ioengine and direct always, others only where they differ from the
 * default and apply (no rwmixread of a pure read). Not among them: filename and cpus_allowed, since
 * a device's name and the processors differ between machines, and what is recorded as
 * meta.engine.*. Fills at most max and returns how many there are. */
size_t job_parameters(const struct job *job, struct job_parameter *out, size_t max);

#endif
