/* Names and units of everything that is measured; doc/ringside-records.5 describes them. */
#include "collect/campaign/emit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
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

/* One row an interval, one without a completion too: stalls must show. The last one ends with the
 * run, where it may be shorter than the grid's step. */
static void
samples(const struct rows *rows, const struct measure_result *result, enum direction d)
{
	char iops[METRIC], bw[METRIC];

	snprintf(iops, sizeof(iops), "%s.iops", direction_name[d]);
	snprintf(bw, sizeof(bw), "%s.bw", direction_name[d]);
	for (size_t i = 0; i < result->n_intervals; i++) {
		double length_s = result->interval_s;
		double start = grid_s(length_s, i), end = grid_s(length_s, i + 1);

		if (i + 1 == result->n_intervals && result->runtime_s < end) {
			end = result->runtime_s;
			length_s = end - start;
		}
		/* A last completion right on a line of the grid leaves no time behind it. */
		if (length_s <= 0)
			break;
		rows_sample(rows, iops, "iops", start, end,
			    (double)result->interval[i].ios[d] / length_s);
		rows_sample(rows, bw, "B/s", start, end,
			    (double)result->interval[i].bytes[d] / length_s);
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

/* How many completions one look at the ring found, or one reap took. */
static void
ring(const struct rows *rows, const char *metric, const uint64_t *count, size_t n)
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
		if (result->lat[d])
			one_direction(rows, result, d);
	ring(rows, "ring.reaped", result->ring_reaped, result->ring_n);
	ring(rows, "ring.standing", result->ring_standing, result->ring_n);
	rows_scalar(rows, "runtime", "s", result->runtime_s);
	errors(rows, result);
	rows_scalar(rows, "cpu.user", "s", result->cpu_user_s);
	rows_scalar(rows, "cpu.system", "s", result->cpu_system_s);
	rows_scalar(rows, "cpu.switches", "1", (double)result->switches);
}
