/* The finding stream: what the records mean, one table a verb. The format is described in
 * doc/ringside-findings.5. */
#ifndef ANALYZE_FINDING_H
#define ANALYZE_FINDING_H

#include <stdbool.h>
#include <stdio.h>

#include "collect/base/table.h"
#include "collect/base/view.h"

struct where;

/* What the note of a latency begins with where a run could not keep the rate that was asked for;
 * what the runs say of it follows behind "; ". */
extern const char finding_overloaded[];

/* Register these with table_read, beside record_kind where the stream may hold records (--keep). */
extern const struct table_kind finding_compare_kind;
extern const struct table_kind finding_summary_kind;

/* Verdicts as the stream spells them. */
enum verdict {
	VERDICT_NONE,         /* "none": too few runs for one; note says why */
	VERDICT_REGRESSED,    /* "regressed" */
	VERDICT_IMPROVED,     /* "improved" */
	VERDICT_SAME,         /* "same": shown to lie within +-theta */
	VERDICT_SHIFTED,      /* "shifted": real, but smaller than theta */
	VERDICT_UNDECIDED,    /* "undecided": runs_needed says what would decide */
	VERDICT_MISSING,      /* "missing": one side has no such cell; note says which */
	VERDICT_INCOMPARABLE, /* "incomparable": the sides' job.* differ; note says how */
	VERDICT_CHANGED,      /* "changed": not a measurement; metric is a meta.* key whose value
			       * differs, note is "old -> new", test may be empty */
	VERDICTS,
};
extern const char *const verdict_name[VERDICTS];

enum jitter_verdict {
	JITTER_NONE,      /* "": this metric has no samples */
	JITTER_MORE,      /* "more jittery" */
	JITTER_STEADIER,  /* "steadier" */
	JITTER_SAME,      /* "same" */
	JITTER_UNDECIDED, /* "undecided" */
	JITTER_UNKNOWN,   /* "unknown": fewer than 3 runs, or too few samples in a run */
	JITTER_VERDICTS,
};
extern const char *const jitter_verdict_name[JITTER_VERDICTS];

/* One row of compare. Views belong to whoever made the row; NaN = absent. Values are geometric
 * means of the runs (metrics that can be 0: arithmetic); changes and intervals are fractions: 0.041
 * is +4.1 %. */
struct finding_compare {
	struct view test;   /* "nvme/read-4KiB" */
	struct view params; /* "rw=randread bs=4k iodepth=32 numjobs=1", from job.* */
	struct view metric; /* "read.iops", "read.lat.p99" */
	struct view unit;
	struct view better; /* "higher" or "lower"; "" where neither */
	struct view base, commit;
	double base_runs, runs;
	double base_value, value;
	double change;     /* value / base_value - 1; NaN where base_value is 0 */
	double low, high;  /* 95 % interval of change */
	double p;          /* two-sided */
	double p_holm;     /* over the primary cells; NaN for a cell that is not primary */
	double q;          /* Benjamini-Hochberg over all cells */
	struct view grade; /* how the standard error was had: "w" = Welch */
	double theta;      /* smallest change of interest, a fraction */
	enum verdict verdict;
	double runs_needed; /* a side, to see theta with 80 % power; where undecided */
	/* Within-run coefficient of variation, geometric mean of the runs. */
	double jitter_base, jitter;
	/* Of the two, with 95 % interval; 1 = no change. */
	double jitter_ratio, jitter_low, jitter_high;
	double jitter_p;
	enum jitter_verdict jitter_verdict;
	struct view note;
	double runs_for_change; /* a side, to see the change as it was estimated; where undecided
				 * and that is larger than theta */
};

/* One row of summary: a run where run is filled, else all complete runs of the commit. */
struct finding_summary {
	struct view test, params, metric, unit, better, commit, run;
	double runs; /* 1 for a run's row */
	/* The run's value; the commit's geometric mean (arithmetic where a run has 0). */
	double value;
	double sd; /* of the runs' values, denominator n - 1; commit rows with 2 runs or more */
	double cv; /* between runs: sd of the runs' logs, as a fraction */
	double low, high; /* 95 % interval of value; commit rows with 2 runs or more */
	double samples;   /* intervals of full length; for latency metrics the number of I/Os */
	/* Over the intervals (I/Os for latency means); a commit's row pools its runs. */
	double sample_min, sample_max, sample_mean, sample_sd;
	/* Within runs: sample_sd / sample_mean; commit rows: geometric mean over runs. */
	double sample_cv;
	struct view note;
};

bool finding_compare_parse(const struct table_row *row, struct finding_compare *out,
			   struct where *why);
bool finding_summary_parse(const struct table_row *row, struct finding_summary *out,
			   struct where *why);

/* Write errors are left to ferror(out). */
void finding_compare_write(FILE *out, const struct finding_compare *finding);
void finding_summary_write(FILE *out, const struct finding_summary *finding);

#endif
