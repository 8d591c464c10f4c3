/* Names and units of everything that is measured; doc/ringside-records.5 describes them. */
#include "collect/campaign/emit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/campaign/doubts.h"
#include "collect/machine/facts.h"

enum { METRIC = 64 };

void
emit_facts(const struct rows *rows, const struct fact *facts)
{
	double number;

	for (const struct fact *f = facts; f; f = f->next) {
		if (strcmp(f->unit, "text") == 0)
			rows_text(rows, f->metric, f->value);
		else if (num_parse(view_of(f->value), &number))
			rows_scalar(rows, f->metric, f->unit, number);
	}
}

void
emit_job(const struct rows *rows, const struct job *job)
{
	struct job_parameter parameter[64];
	char metric[METRIC];
	size_t n = job_parameters(job, parameter, countof(parameter));

	for (size_t i = 0; i < n; i++) {
		snprintf(metric, sizeof(metric), "job.%s", parameter[i].name);
		rows_text(rows, metric, parameter[i].value);
	}
}

/* Mean and spread come from the exact sums, not from the buckets. */
static void
latency(const struct rows *rows, const char *name, const struct hist *hist, bool buckets)
{
	const struct {
		const char *suffix, *unit;
		double value;
	} sums[] = {
	    {"n", "1", (double)hist->n},         {"mean", "ns", hist_mean(hist)},
	    {"min", "ns", (double)hist->min_ns}, {"max", "ns", (double)hist->max_ns},
	    {"stdev", "ns", hist_stdev(hist)},
	};
	char metric[METRIC + 8]; /* a name and a suffix */

	for (size_t i = 0; i < countof(sums); i++) {
		snprintf(metric, sizeof(metric), "%s.%s", name, sums[i].suffix);
		rows_scalar(rows, metric, sums[i].unit, sums[i].value);
	}
	for (size_t i = 0; buckets && i < HIST_BUCKETS; i++)
		if (hist->count[i])
			rows_bucket(rows, name, "ns", hist_low(i), hist_high(i),
				    (double)hist->count[i]);
}

/* The grid's k-th line in seconds, to the nanosecond: 0.3 and not 0.30000000000000004. */
static double
grid_s(double interval_s, size_t k)
{
	return round((double)k * interval_s * 1e9) / 1e9;
}

/* Interval i from *start to *end in s; the last one ends with the run, where it may be shorter than
 * the grid's step. Returns false where no time is left of it, as behind a last completion right on
 * a line of the grid. */
static bool
span(const struct measure_result *result, size_t i, double *start, double *end)
{
	*start = grid_s(result->interval_s, i);
	*end = grid_s(result->interval_s, i + 1);
	if (i + 1 == result->n_intervals && result->runtime_s < *end)
		*end = result->runtime_s;
	return *end > *start;
}

/* A row an interval, one without a completion too: stalls must show. Of latencies, only those that
 * were taken and are known. */
static void
samples(const struct rows *rows, const struct measure_result *result, enum direction d)
{
	char iops[METRIC], bw[METRIC], mean[METRIC], p99[METRIC];
	double start, end;

	snprintf(iops, sizeof(iops), "%s.iops", direction_name[d]);
	snprintf(bw, sizeof(bw), "%s.bw", direction_name[d]);
	snprintf(mean, sizeof(mean), "%s.clat.mean", direction_name[d]);
	snprintf(p99, sizeof(p99), "%s.clat.p99", direction_name[d]);
	for (size_t i = 0; i < result->n_intervals; i++) {
		const struct measure_interval *interval = &result->interval[i];

		if (!span(result, i, &start, &end))
			break;
		rows_sample(rows, iops, "iops", start, end,
			    (double)interval->ios[d] / (end - start));
		rows_sample(rows, bw, "B/s", start, end,
			    (double)interval->bytes[d] / (end - start));
		if (interval->ios[d] == 0 || result->no_latency)
			continue;
		if (interval->clat_mean_ns[d] > 0)
			rows_sample(rows, mean, "ns", start, end, interval->clat_mean_ns[d]);
		if (interval->clat_p99_ns[d] > 0)
			rows_sample(rows, p99, "ns", start, end, interval->clat_p99_ns[d]);
	}
}

/* The heat map: how many I/Os of an interval took how long. */
static void
cells(const struct rows *rows, const struct measure_result *result)
{
	struct rows_place place;
	char metric[METRIC];

	for (size_t i = 0; i < result->n_cells; i++) {
		const struct measure_cell *cell = &result->cell[i];

		if (cell->interval >= result->n_intervals ||
		    !span(result, cell->interval, &place.start, &place.end))
			continue;
		place.low = hist_low(cell->bucket);
		place.high = hist_high(cell->bucket);
		snprintf(metric, sizeof(metric), "%s.clat", direction_name[cell->direction]);
		rows_cell(rows, metric, "ns", place, (double)cell->count);
	}
}

static void
one_direction(const struct rows *rows, const struct measure_result *result, enum direction d)
{
	const struct {
		const char *name;
		const struct hist *hist;
		bool buckets;
	} latencies[] = {{"slat", result->slat[d], false},
			 {"clat", result->clat[d], true},
			 {"lat", result->lat[d], true}};
	double ios = (double)result->ios[d], bytes = (double)result->bytes[d];
	char metric[METRIC];

	snprintf(metric, sizeof(metric), "%s.ios", direction_name[d]);
	rows_scalar(rows, metric, "1", ios);
	snprintf(metric, sizeof(metric), "%s.bytes", direction_name[d]);
	rows_scalar(rows, metric, "B", bytes);
	if (result->runtime_s > 0) {
		snprintf(metric, sizeof(metric), "%s.iops", direction_name[d]);
		rows_scalar(rows, metric, "iops", ios / result->runtime_s);
		snprintf(metric, sizeof(metric), "%s.bw", direction_name[d]);
		rows_scalar(rows, metric, "B/s", bytes / result->runtime_s);
	}
	for (size_t i = 0; i < countof(latencies); i++) {
		snprintf(metric, sizeof(metric), "%s.%s", direction_name[d], latencies[i].name);
		if (latencies[i].hist && latencies[i].hist->n)
			latency(rows, metric, latencies[i].hist, latencies[i].buckets);
	}
	samples(rows, result, d);
}

/* How often a number of I/Os was met. */
static void
numbers(const struct rows *rows, const char *metric, const uint64_t *count, size_t n)
{
	for (size_t k = 0; k < n; k++)
		if (count[k])
			rows_bucket(rows, metric, "1", (double)k, (double)k + 1, (double)count[k]);
}

/* The sum of all kinds is always there: 0 is what one wants to read. */
static void
errors(const struct rows *rows, const struct measure_result *result)
{
	uint64_t all = 0;
	char metric[METRIC];

	for (size_t i = 0; i < MEASURE_ERRNOS; i++)
		all += result->errors[i];
	rows_scalar(rows, "errors", "1", (double)all);
	for (size_t i = 0; i < MEASURE_ERRNOS; i++) {
		const char *name = result->errors[i] ? strerrorname_np((int)i) : NULL;

		if (!result->errors[i])
			continue;
		if (name)
			snprintf(metric, sizeof(metric), "errors.%s", name);
		else
			snprintf(metric, sizeof(metric), "errors.%zu", i);
		rows_scalar(rows, metric, "1", (double)result->errors[i]);
	}
}

void
emit_result(const struct rows *rows, const struct measure_result *result)
{
	for (enum direction d = 0; d < DIRECTIONS; d++)
		if (result->lat[d] || result->ios[d])
			one_direction(rows, result, d);
	cells(rows, result);
	if (result->sync) {
		rows_scalar(rows, "sync.ios", "1", (double)result->sync->n);
		if (result->sync->n)
			latency(rows, "sync.lat", result->sync, true);
	}
	if (result->lag && result->lag->n) {
		latency(rows, "lag", result->lag, true);
		rows_scalar(rows, "lag.end", "ns", (double)result->lag_end_ns);
	}
	numbers(rows, "ring.reaped", result->ring_reaped, result->ring_n);
	numbers(rows, "ring.standing", result->ring_standing, result->ring_n);
	numbers(rows, "inflight", result->inflight, result->inflight_n);
	rows_scalar(rows, "runtime", "s", result->runtime_s);
	errors(rows, result);
	rows_scalar(rows, "cpu.user", "s", result->cpu_user_s);
	rows_scalar(rows, "cpu.system", "s", result->cpu_system_s);
	rows_scalar(rows, "cpu.switches", "1", (double)result->switches);
	rows_scalar(rows, "cpu.run_delay", "s", result->run_delay_s);
	rows_scalar(rows, "cpu.cycles", "1", result->cycles);
	rows_scalar(rows, "cpu.instructions", "1", result->instructions);
	rows_scalar(rows, "meta.self_cost_ns", "ns", result->self_cost_ns);
}

/* The criterion is of the metric that the rule looks at: a slope is so much a second. */
static void
steadiness(const struct rows *rows, const struct job_steadystate *rule,
	   const struct measure_result *result)
{
	const char *unit = rule->metric == JOB_STEADY_IOPS ? "iops" : "B/s";

	if (rule->metric == JOB_STEADY_NONE)
		return;
	rows_scalar(rows, "meta.steadystate", "1", result->steady);
	rows_scalar(rows, "meta.steadystate.criterion", rule->percent ? "%" : unit,
		    result->steady_criterion);
}

void
emit_overload(const struct rows *rows, const struct job *job, const struct measure_result *merged,
	      size_t n)
{
	char what[DOUBTS_TEXT];

	if (doubts_overload(job, merged, n, what))
		rows_text(rows, "meta.overloaded", what);
}

void
emit_against_job(const struct rows *rows, const struct job *job,
		 const struct measure_result *results, size_t n)
{
	char metric[METRIC];

	for (enum direction d = 0; d < DIRECTIONS; d++) {
		bool bytes = false;
		double asked = doubts_asked(job, d, n, &bytes);
		if (!job_has(job, d) || isnan(asked))
			continue;
		snprintf(metric, sizeof(metric), "%s.%s.asked", direction_name[d],
			 bytes ? "bw" : "iops");
		rows_scalar(rows, metric, bytes ? "B/s" : "iops", asked);
	}
	rows_scalar(rows, "self.accounted", "%", 100 * doubts_accounted(job, results, n));
	steadiness(rows, &job->steadystate, results);
}
