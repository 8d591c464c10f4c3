/* What fio says about one run, whatever form it was said in. Everything is in base units (seconds
 * of runtimes, nanoseconds of latencies, bytes); a number that was not said is NaN, a text NULL. */
#ifndef COLLECT_FIO_RESULT_H
#define COLLECT_FIO_RESULT_H

#include <stdbool.h>
#include <stddef.h>

/* FIO_MIXED: all directions together, as unified_rw_reporting asks. */
enum fio_direction_index { FIO_READ, FIO_WRITE, FIO_TRIM, FIO_MIXED, FIO_DIRECTIONS };

/* "read", "write", "trim", "mixed": the first word of a metric's name. */
extern const char *const fio_direction_name[FIO_DIRECTIONS];

enum fio_latency_index { FIO_SLAT, FIO_CLAT, FIO_LAT, FIO_LATENCIES };

/* "slat", "clat", "lat". */
extern const char *const fio_latency_name[FIO_LATENCIES];

struct fio_percentile {
	double percent; /* 99.9 */
	double ns;
};

/* A bucket of a histogram. */
struct fio_bin {
	double low, high; /* ns, [low, high) */
	double count;
};

struct fio_latency {
	double n; /* I/Os; NaN where fio does not say (then it is the direction's ios) */
	double min, max, mean; /* ns */
	double stdev;          /* ns, as fio has it: denominator n - 1, and 0 for n = 1 */
	struct fio_percentile *percentile; /* ascending, without fillers; heap */
	size_t n_percentiles;
	struct fio_bin *bin; /* ascending, none with count 0; heap */
	size_t n_bins;
	double ceiling; /* ns: a percentile of this value, or a bin that ends here, may be any
			 * larger value; NaN where there is no such limit */
};

/* Statistics of a rate's samples, one each bwavgtime or iopsavgtime (500 ms). */
struct fio_samples {
	double n, min, max, mean;
	double stdev; /* denominator n - 1 */
};

/* What was completed in one interval. */
struct fio_interval {
	double start, end; /* s since the measured part began */
	double ios, bytes; /* NaN = not said */
};

struct fio_direction {
	bool used;       /* fio says something about it: there was I/O, or it was asked for */
	double bytes;    /* completed */
	double ios;      /* completed */
	double runtime;  /* s; of the longest of the jobs that are in it */
	double iops, bw; /* as printed, 1/s and B/s: rounded, so only for want of ios and bytes */
	double short_ios, dropped_ios;
	struct fio_latency latency[FIO_LATENCIES];
	struct fio_samples iops_samples; /* 1/s */
	struct fio_samples bw_samples;   /* B/s */
	struct fio_interval *interval;   /* ascending; heap */
	size_t n_intervals;
};

/* An option as fio names it (aliases resolved by fio itself), global ones first; of those with the
 * same name the last one holds, but for filename. */
struct fio_option {
	char *name, *value; /* "" = it stands there without a value */
};

struct fio_job {
	char *name;
	char *host;    /* of a client; NULL = no client/server run */
	size_t group;  /* groupid */
	size_t line;   /* where it begins in the file, 1-based */
	size_t clones; /* jobs that fio itself folded into this entry (group_reporting); 0 = not
			* known, 1 = it is a single one */
	bool clones_assumed; /* clones is no more than a guess */
	bool averaged;       /* their rate samples were averaged, not added up (before fio 3.13) */
	int error;           /* errno's number; 0 = none */
	char *why;           /* what fio says of the error; NULL */
	bool cut;            /* what fio says of the job ends too early: its end is not known */
	double errors;       /* I/Os that failed, under continue_on_error; NaN */
	int first_error; /* errno's number of the first of them; 0 = not known; -1 = the first ones
			  * of clones differ */
	double start;    /* s since 1970, when the job began; NaN */
	double elapsed;  /* s since fio itself began; NaN */
	struct fio_option *option;
	size_t n_options;
	bool options_known; /* fio printed them at all, if not those without a value */
	struct fio_direction direction[FIO_DIRECTIONS];
	struct fio_latency sync;     /* of fsync and friends, each */
	double syncs;                /* how many; NaN */
	double cpu_user, cpu_system; /* percent of cpu_runtime */
	double cpu_runtime;          /* s, the sum over the clones; NaN */
	double switches;             /* context switches */
	bool percentiles_lost;       /* the fold has dropped some, and said so */
	/* All records of the test but the buckets that bins are, as collect export writes them (see
	 * fio/extra.h): rows of CSV without commit, test and run
	 * (metric,unit,start,end,low,high,value), a line each, the last one's newline too; NULL =
	 * fio itself wrote this. */
	char *extra;
};

struct fio_disk {
	char *name;
	double read_ios, write_ios;
	double util; /* percent */
};

struct fio_result {
	const char *form; /* "fio json", "fio json+", "fio terse 3", "fio normal", "fio fragment",
			   * "pbench json" */
	size_t line;      /* where it begins in the file, 1-based */
	char *version;    /* "fio-3.33" */
	double time;      /* s since 1970, when it was printed; NaN */
	char *time_text;  /* the same in local time as fio prints it; NULL */
	bool interrupted; /* fio was ended by a signal */
	struct fio_job *job;
	size_t n_jobs;
	struct fio_disk *disk;
	size_t n_disks;
	/* Which run and commit it says it is of itself (what collect export wrote); NULL. */
	char *commit, *run;
};

/* All numbers NaN, all else empty. Version, times and jobs are to be filled in. */
void fio_result_init(struct fio_result *result, const char *form, size_t line);

/* Adds an empty job and returns it; earlier pointers to jobs become invalid. The name is copied. */
struct fio_job *fio_result_add_job(struct fio_result *result, const char *name);

/* The same for a disk. */
struct fio_disk *fio_result_add_disk(struct fio_result *result, const char *name);

/* Adds an option (copied) to the job; a NULL value counts as "". */
void fio_job_add_option(struct fio_job *job, const char *name, const char *value);

/* The option's value that holds, or NULL. */
const char *fio_job_option(const struct fio_job *job, const char *name);

/* Makes *out, whatever it held, a deep copy of from; free it with fio_job_free. */
void fio_job_copy(const struct fio_job *from, struct fio_job *out);

void fio_latency_init(struct fio_latency *latency);
void fio_latency_add_percentile(struct fio_latency *latency, double percent, double ns);
void fio_latency_add_bin(struct fio_latency *latency, struct fio_bin bin);
void fio_direction_add_interval(struct fio_direction *direction, struct fio_interval interval);

/* As fio_job_copy. */
void fio_latency_copy(const struct fio_latency *from, struct fio_latency *out);
void fio_direction_copy(const struct fio_direction *from, struct fio_direction *out);

/* Frees what it owns, not the struct. */
void fio_latency_free(struct fio_latency *latency);
void fio_direction_free(struct fio_direction *direction);
void fio_job_free(struct fio_job *job);
void fio_result_free(struct fio_result *result);

#endif
