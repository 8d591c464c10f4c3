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

/* In the note where the sides were measured in one session each, not the same, and nothing is known
 * of how sessions differ. */
extern const char finding_one_session[];

/* Register these with table_read, beside record_kind where the stream may hold records (--keep). */
extern const struct table_kind finding_compare_kind;
extern const struct table_kind finding_summary_kind;
extern const struct table_kind finding_shift_kind;
extern const struct table_kind finding_plan_kind;
extern const struct table_kind finding_selfcheck_kind;

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

/* What a row of compare is about. */
enum finding_kind {
	FINDING_CELL,      /* "": one metric of one test, or one setting that changed */
	FINDING_GEOMEAN,   /* "geomean": one metric over all tests that both sides have; test is
			    * empty, params is "9 tests", note names what was left out */
	FINDING_RECOVERED, /* "recovered": how much of a regression commit took back; base is the
			    * regressed commit, change, low and high are the share: 1 = all of it */
	FINDING_KINDS,
};
extern const char *const finding_kind_name[FINDING_KINDS];

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
	struct view grade; /* how the standard error was had, see grade/grade.h: "w" "m" "h" "b" */
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
	enum finding_kind kind;
	double df;      /* of p and the interval; absent where infinite, too */
	double p_exact; /* of the Mann-Whitney test, two-sided, with ties by enumeration; where the
			 * runs are enough for it to decide */
	double base_sessions, sessions; /* that the runs were measured in, where all say so */
	double blocks;                  /* whose differences were tested, where grade is "b" */
	double history_df;              /* of the earlier runs' variance, where some was used */
	/* Between runs: standard deviation of the runs' logarithms, a fraction, not below what
	 * measuring adds, and the ratio of the two with its interval. With 10 runs a side p is
	 * Brown and Forsythe's, with fewer the F test's, which decides nothing. */
	double spread_base, spread;
	double spread_ratio, spread_low, spread_high;
	double spread_p;
	struct view jitter_by; /* what jitter_verdict was had from: "within" runs, "between" them,
				* "history" */
};

/* One row of shift: one quantile of a latency's distribution on both sides. */
struct finding_shift {
	struct view test, params;
	struct view metric; /* "read.lat" */
	struct view unit, base, commit;
	double base_runs, runs;
	double quantile;          /* 0.1 .. 0.9999 */
	double base_value, value; /* geometric means of the runs' quantiles */
	double change;
	double low, high; /* 95 % for all quantiles of the test and metric at once */
	/* Of all runs' I/Os as one, with the 95 % interval by a jackknife over runs. */
	double merged_base, merged_base_low, merged_base_high;
	double merged, merged_low, merged_high;
	double shape_p;    /* that the shapes differ, by permutation of runs; the same in all
			    * rows of a test and metric */
	struct view shape; /* "changed", "undecided", "unknown" (too few runs to decide) */
	struct view note;
};

/* One row of summary: a run where run is filled, else all complete runs of the commit. */
struct finding_summary {
	struct view test, params, metric, unit, better, commit, run;
	double runs; /* 1 for a run's row */
	/* The run's value; the commit's geometric mean (arithmetic where a run has 0). */
	double value;
	double sd; /* of the runs' values, denominator n - 1; commit rows with 2 runs or more */
	double cv; /* between runs: sd of the runs' logs, as a fraction */
	double low, high; /* 95 % interval of value; of one run only for a percentile from buckets:
			   * of sampling its I/Os, as note says then */
	double samples;   /* intervals of full length; for latency metrics the number of I/Os */
	/* Over the intervals (I/Os for latency means); a commit's row pools its runs. */
	double sample_min, sample_max, sample_mean, sample_sd;
	/* Within runs: sample_sd / sample_mean; commit rows: geometric mean over runs. */
	double sample_cv;
	struct view note;
	/* Of rates' intervals: autocorrelation at lag 1, how many independent ones they are worth,
	 * and how much the last third lies above the first (a fraction) with the p of a trend. A
	 * commit's row has the runs' mean, their sum, their geometric mean and the p of that. */
	double lag1, effective_samples;
	double drift, drift_p;
	double between_share; /* of an interval's variance, between runs; in a commit's row */
};

/* One row of plan: what a comparison of one metric of one test will take. Spreads and effects are
 * fractions; those of positive metrics are of logarithms. Test, params, metric and unit are empty
 * where the spread was given, not measured. */
struct finding_plan {
	struct view test, params, metric, unit;
	double commits; /* whose runs were used */
	double runs;    /* that each of them has; the fewest */
	/* Between runs of one commit: standard deviation with its 95 % interval, and the degrees of
	 * freedom of its square. */
	double sd, sd_low, sd_high;
	double df;
	double effect, power, alpha;
	double tests;       /* the level of each is alpha / tests */
	double runs_needed; /* a side, to see effect with power */
	double runs_high;   /* the same where the spread is sd_high */
	double detectable;  /* the effect that runs would show */
	/* Within runs: the coefficient of variation of the samples, their number in a run, and how
	 * many of them are worth as much as one independent one. */
	double sample_sd, samples, tau;
	double run_variance; /* what runs differ by beyond their samples, a variance; below 0: the
			      * samples explain more than all of it */
	double run_seconds, overhead_seconds; /* of a run: its measured part, all else */
	/* The length of a run that makes the best of a given time, and the runs a side that are
	 * then needed. */
	double best_seconds, best_runs;
	struct view note;
	struct view role;   /* "primary": it would decide a comparison; or "" */
	struct view length; /* what runs should be: "longer" or "shorter", by best_seconds; "right"
			     * as they are; "any": only the time of all runs together counts;
			     * "unknown" without overhead_seconds; "" where nothing is known */
};

/* One row of selfcheck: the runs of one commit, split into halves that are compared with each
 * other. */
struct finding_selfcheck {
	struct view kind; /* "": one metric of one test; "family": all primary cells together, test
			   * and metric are empty */
	struct view test, params, metric, unit, commit;
	double runs;
	struct view splits_by; /* "all", or "random" where there are too many */
	double seed;           /* of those */
	double splits;
	double alarms; /* splits with p < alpha; in the family's row those in which any primary
			* cell is regressed or improved after the correction */
	double alpha;
	double rate, low, high; /* alarms / splits, with its 95 % interval */
	double p;          /* of as many alarms or more if their chance were alpha; the family's */
	double drift_p;    /* of the first half of the runs against the second */
	struct view grade; /* that most splits were tested by */
	struct view note;
	struct view role;    /* "primary" or ""; of cells */
	struct view verdict; /* of the family: "fit", "alarms" (too many) or "too few" runs */
	double runs_needed;  /* for a verdict; where there are fewer */
	double drift;        /* of a cell: the second half of the runs over the first, less 1 */
};

bool finding_compare_parse(const struct table_row *row, struct finding_compare *out,
			   struct where *why);
bool finding_summary_parse(const struct table_row *row, struct finding_summary *out,
			   struct where *why);
bool finding_shift_parse(const struct table_row *row, struct finding_shift *out, struct where *why);
bool finding_plan_parse(const struct table_row *row, struct finding_plan *out, struct where *why);
bool finding_selfcheck_parse(const struct table_row *row, struct finding_selfcheck *out,
			     struct where *why);

/* Write errors are left to ferror(out). */
void finding_compare_write(FILE *out, const struct finding_compare *finding);
void finding_summary_write(FILE *out, const struct finding_summary *finding);
void finding_shift_write(FILE *out, const struct finding_shift *finding);
void finding_plan_write(FILE *out, const struct finding_plan *finding);
void finding_selfcheck_write(FILE *out, const struct finding_selfcheck *finding);

#endif
