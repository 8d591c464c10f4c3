/* Names and units of everything that is measured; doc/ringside-records.5 describes them. */
#include "collect/campaign/emit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/base/record.h"
#include "collect/machine/facts.h"

enum { METRIC = 64 };

static struct record
row(const struct emit *emit, const char *metric, const char *unit)
{
	return (struct record){.commit = view_of(emit->commit),
			       .test = view_of(emit->test),
			       .run = view_of(emit->run),
			       .metric = view_of(metric),
			       .unit = view_of(unit),
			       .start = NAN,
			       .end = NAN,
			       .low = NAN,
			       .high = NAN,
			       .value = NAN,
			       .text = {"", 0}};
}

static void
text(const struct emit *emit, const char *metric, const char *value)
{
	struct record record = row(emit, metric, "text");

	record.text = view_of(value);
	record_write(emit->out, &record);
}

static void
scalar(const struct emit *emit, const char *metric, const char *unit, double value)
{
	struct record record = row(emit, metric, unit);

	record.value = value;
	record_write(emit->out, &record);
}

static void
bucket(const struct emit *emit, const char *metric, const char *unit, double low, double high,
       uint64_t count)
{
	struct record record = row(emit, metric, unit);

	record.low = low;
	record.high = high;
	record.value = (double)count;
	record_write(emit->out, &record);
}

void
emit_facts(const struct emit *emit, const struct fact *facts)
{
	double number;

	for (const struct fact *f = facts; f; f = f->next) {
		if (strcmp(f->unit, "text") == 0)
			text(emit, f->metric, f->value);
		else if (num_parse(view_of(f->value), &number))
			scalar(emit, f->metric, f->unit, number);
	}
}

void
emit_job(const struct emit *emit, const struct job *job)
{
	struct job_parameter parameter[64];
	char metric[METRIC];
	size_t n = job_parameters(job, parameter, countof(parameter));

	for (size_t i = 0; i < n; i++) {
		snprintf(metric, sizeof(metric), "job.%s", parameter[i].name);
		text(emit, metric, parameter[i].value);
	}
}

/* Mean and spread come from the exact sums, not from the buckets. */
static void
latency(const struct emit *emit, const char *name, const struct hist *hist, bool buckets)
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
		scalar(emit, metric, sums[i].unit, sums[i].value);
	}
	for (size_t i = 0; buckets && i < HIST_BUCKETS; i++)
		if (hist->count[i])
			bucket(emit, name, "ns", hist_low(i), hist_high(i), hist->count[i]);
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
samples(const struct emit *emit, const struct measure_result *result, enum direction d)
{
	char iops[METRIC], bw[METRIC];

	snprintf(iops, sizeof(iops), "%s.iops", direction_name[d]);
	snprintf(bw, sizeof(bw), "%s.bw", direction_name[d]);
	for (size_t i = 0; i < result->n_intervals; i++) {
		struct record record = row(emit, iops, "iops");
		double length_s = result->interval_s;

		record.start = grid_s(length_s, i);
		record.end = grid_s(length_s, i + 1);
		if (i + 1 == result->n_intervals && result->runtime_s < record.end) {
			record.end = result->runtime_s;
			length_s = record.end - record.start;
		}
		/* A last completion right on a line of the grid leaves no time behind it. */
		if (length_s <= 0)
			break;
		record.value = (double)result->interval[i].ios[d] / length_s;
		record_write(emit->out, &record);
		record.metric = view_of(bw);
		record.unit = view_of("B/s");
		record.value = (double)result->interval[i].bytes[d] / length_s;
		record_write(emit->out, &record);
	}
}

static void
one_direction(const struct emit *emit, const struct measure_result *result, enum direction d)
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
	scalar(emit, metric, "1", ios);
	snprintf(metric, sizeof(metric), "%s.bytes", direction_name[d]);
	scalar(emit, metric, "B", bytes);
	if (result->runtime_s > 0) {
		snprintf(metric, sizeof(metric), "%s.iops", direction_name[d]);
		scalar(emit, metric, "iops", ios / result->runtime_s);
		snprintf(metric, sizeof(metric), "%s.bw", direction_name[d]);
		scalar(emit, metric, "B/s", bytes / result->runtime_s);
	}
	for (size_t i = 0; i < countof(latencies); i++) {
		snprintf(metric, sizeof(metric), "%s.%s", direction_name[d], latencies[i].name);
		if (latencies[i].hist && latencies[i].hist->n)
			latency(emit, metric, latencies[i].hist, latencies[i].buckets);
	}
	samples(emit, result, d);
}

/* How many completions one look at the ring found, or one reap took. */
static void
ring(const struct emit *emit, const char *metric, const uint64_t *count, size_t n)
{
	for (size_t k = 0; k < n; k++)
		if (count[k])
			bucket(emit, metric, "1", (double)k, (double)k + 1, count[k]);
}

/* The sum of all kinds is always there: 0 is what one wants to read. */
static void
errors(const struct emit *emit, const struct measure_result *result)
{
	uint64_t all = 0;
	char metric[METRIC];

	for (size_t i = 0; i < MEASURE_ERRNOS; i++)
		all += result->errors[i];
	scalar(emit, "errors", "1", (double)all);
	for (size_t i = 0; i < MEASURE_ERRNOS; i++) {
		const char *name = result->errors[i] ? strerrorname_np((int)i) : NULL;

		if (!result->errors[i])
			continue;
		if (name)
			snprintf(metric, sizeof(metric), "errors.%s", name);
		else
			snprintf(metric, sizeof(metric), "errors.%zu", i);
		scalar(emit, metric, "1", (double)result->errors[i]);
	}
}

void
emit_result(const struct emit *emit, const struct measure_result *result)
{
	for (enum direction d = 0; d < DIRECTIONS; d++)
		if (result->lat[d])
			one_direction(emit, result, d);
	ring(emit, "ring.reaped", result->ring_reaped, result->ring_n);
	ring(emit, "ring.standing", result->ring_standing, result->ring_n);
	scalar(emit, "runtime", "s", result->runtime_s);
	errors(emit, result);
	scalar(emit, "cpu.user", "s", result->cpu_user_s);
	scalar(emit, "cpu.system", "s", result->cpu_system_s);
	scalar(emit, "cpu.switches", "1", (double)result->switches);
}
