/* A job: what one section of a job file asks for, with every default filled in. Plain data; names
 * and meanings are fio's. */
#ifndef COLLECT_JOB_JOB_H
#define COLLECT_JOB_JOB_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Data directions of an I/O; index of everything that is kept per direction. */
enum direction { DIRECTION_READ, DIRECTION_WRITE, DIRECTIONS };

/* "read", "write": the first word of a metric's name. */
extern const char *const direction_name[DIRECTIONS];

enum job_rw {
	JOB_RW_READ,
	JOB_RW_WRITE,
	JOB_RW_RW,
	JOB_RW_RANDREAD,
	JOB_RW_RANDWRITE,
	JOB_RW_RANDRW
};
enum job_engine { JOB_ENGINE_LIBAIO, JOB_ENGINE_IO_URING, JOB_ENGINE_PSYNC };

struct job {
	char *name;  /* the section's name */
	char *file;  /* job file, or "command line" */
	char *stem;  /* the file's name without folder and extension: "nvme" of "jobs/nvme.fio"; the
		      * job's test is called stem/name; "job" for the command line */
	size_t line; /* of the section's head, 1-based; 0 on the command line */
	/* Jobs with the same group run together; groups run one after another from 0. */
	unsigned group;

	enum job_rw rw;
	unsigned rwmixread; /* percent of reads in rw and randrw */
	uint64_t bs;        /* bytes of one I/O */
	uint64_t size; /* bytes of the range each clone works in; 0 = all of the target (a file that
			* is to be created needs a size) */
	unsigned size_percent; /* size as a percentage of the target instead; 0 = not used */
	uint64_t offset;       /* bytes from the target's start to the range */
	char *filename;  /* device or file; NULL = a file of each clone's own, named as fio does:
			  * name.clone.0 */
	char *directory; /* folder for files, a relative filename among them; NULL = the current
			  * one; never together with an absolute filename */
	bool direct;     /* O_DIRECT */
	enum job_engine ioengine;
	unsigned iodepth;      /* 1 for psync */
	unsigned numjobs;      /* clones, each a thread with its own queue */
	unsigned loops;        /* passes over size when no runtime ends it; at least 1 */
	uint64_t runtime_ns;   /* 0 = until size * loops bytes are done */
	bool time_based;       /* run for runtime_ns even when size is done */
	uint64_t ramp_time_ns; /* run this long before anything counts */
	uint64_t startdelay_ns;
	uint64_t randseed;      /* each clone derives its own from it */
	cpu_set_t cpus_allowed; /* only where cpus_allowed_set */
	bool cpus_allowed_set;
	bool group_reporting;   /* accepted; clones are always merged */
	bool continue_on_error; /* count I/O errors and go on */

	/* How the engine works, not what is asked of it: recorded as meta.engine.*, compared across
	 * commits with a remark where it differs. */

	/* I/Os in one submission at most; 0 = as many as were reaped. */
	unsigned iodepth_batch_submit;
	/* Completions to wait for; 0 = 1. */
	unsigned iodepth_batch_complete_min;
	/* Completions taken at once at most; 0 = iodepth / 8, but not less than 1 and
	 * iodepth_batch_complete_min. */
	unsigned iodepth_batch_complete_max;
	/* libaio: take completions from the mapped ring, no system call unless it is empty. */
	bool userspace_reap;
};

/* What rw says: whether some I/Os are writes, whether reads and writes are mixed, whether offsets
 * are random. */
bool job_writes(const struct job *job);
bool job_is_mixed(const struct job *job);
bool job_is_random(const struct job *job);

/* Makes *out a deep copy of job; the caller frees it with job_free. */
void job_copy(const struct job *job, struct job *out);

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
struct job_parameter {
	const char *name; /* without "job." */
	char value[128];  /* canonical text: "randread", "4k", "32", "30s" */
};

/* The parameters of a job in a fixed order: rw bs iodepth numjobs ioengine direct size offset
 * runtime time_based ramp_time startdelay rwmixread loops; from size on, those that do not apply
 * are left out (rwmixread of a pure read, an offset of 0, one loop). filename is not among them: a
 * device's name differs between machines. Fills at most max and returns how many there are.
 */
size_t job_parameters(const struct job *job, struct job_parameter *out, size_t max);

#endif
