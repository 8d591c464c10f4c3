/* The words that charts and texts share. */
#ifndef RENDER_MODEL_WORDS_H
#define RENDER_MODEL_WORDS_H

#include "collect/base/unit.h"
#include "render/model/comparison.h"

struct input;

/* The outcomes as they stand behind a count: "regressed", "without a verdict" ... */
extern const char *const words_outcome[OUTCOMES];

/* The verdicts as they stand behind a count: "regressed", "without a verdict" ... */
extern const char *const words_verdict[VERDICTS];

/* The quantity of a row: "IOPS", "bandwidth", "p99 latency". */
const char *words_quantity(const struct comparison_row *row);

/* The quantity, with its direction where the test has several: "read IOPS". The caller frees it. */
char *words_metric(const struct comparison_row *row);

/* Whether a row is a latency that means nothing, since a run could not keep the rate asked for. */
bool words_overloaded(const struct finding_compare *f);

/* Why a row has no interval, in words for its place: the finding's note, or the verdict's. */
const char *words_reason(const struct finding_compare *f);

/* Whether no side of any row has more than one run, and no row an interval, which earlier runs may
 * give: so that there is nothing to decide with. */
bool words_one_run(const struct comparison *comparison);

/* "5 + 5 runs"; where rows have different numbers "3 + 3 or 6 + 6 runs", and where these are many
 * "3 to 9 + 5 runs", or "3 to 9 runs a side" where no row has more on one side. Rows that a side
 * lacks do not count beside others. The caller frees it. */
char *words_runs(const struct comparison *comparison);

/* "95 % interval, Welch on logs of run means", with "(on the means where a run has 0)", as far as
 * the rows say how it was had; "" where none has an interval. */
const char *words_interval(const struct comparison *comparison);

/* "geometric means of the runs; arithmetic where a run has 0": of which kind the values of n rows
 * are, which is in their notes. */
const char *words_means(const struct comparison_row *row, size_t n);

/* What would decide an undecided row: "9 runs a side would show this change, 369 one of 2 %"; what
 * nobody runs is "over 1000". ""
 * where no number of runs is known and nothing else helps. The caller frees it. */
char *words_needs(const struct finding_compare *f);

enum { WORDS_RUNS_MOST = 1000 }; /* that anybody would do: more are not told */

/* A number of runs: "9", "over 1000", "-" where it is not known. Returns out. */
char *words_run_count(double runs, char out[UNIT_TEXT]);

/* An interval of a change in per cent, "[-27.1, -23.4]", or where that is so wide that the digits
 * say nothing, as factors: "[/200, x11000]". "" where it is absent. The caller frees it. */
char *words_bounds(double low, double high);

/* Whether the interval is one that is told as factors. */
bool words_wide(double low, double high);

/* One end of such an interval: "/200", "x1.3", "x0". Returns out. */
char *words_factor(double change, char out[UNIT_TEXT]);

/* "2 intervals beside 0 do not count after the correction for 6 cells (Holm)": the claims that only
 * a test alone would make; "" where there are none. The caller frees it. */
char *words_corrected(const struct comparison *comparison, const struct input *input);

/* "2 more commits are in the findings, not shown here: c (1 regressed), d": what else there is, and
 * what of that regressed; "" where all is shown. In ASCII; the caller frees it. */
char *words_others(const struct comparison *comparison);

/* "1 test regressed in c, not shown" where nothing regressed in what is shown, else "". In ASCII;
 * the caller frees it. */
char *words_hidden(const struct comparison *comparison);

/* What a finding's metric measures, for a sentence: "read IOPS", "read p99 latency"; the metric's
 * own name where it is no rate and no latency. The caller frees it. */
char *words_of_metric(struct view metric);

/* Likewise without the direction where the comparison has no other: as its rows are called. The
 * caller frees it. */
char *words_of_metric_in(const struct comparison *comparison, struct view metric);

/* Of a recovered finding, how much was taken back: "87 % [70 %, 104 %]". The caller frees
 * it. */
char *words_share(const struct finding_compare *f);

/* How the standard errors of the rows were had, where not all come from the sides alone:
 * "standard errors: each side's own variance [w] for 3 cells, ... for 4"; else "". The caller
 * frees it. */
char *words_grades(const struct comparison *comparison);

/* "Compared by --force: job.rate_iops differs": the keys of jobs that were compared although they
 * differ; "" where there are none. The caller frees it. */
char *words_forced(const struct comparison *comparison, const struct input *input);

/* How many cells were corrected together, shown or not. */
size_t words_family(const struct input *input);

#endif
