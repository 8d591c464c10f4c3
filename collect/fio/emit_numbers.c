/* Rates and latencies of fio, under the names and in the units of our records. */
#include "collect/fio/emit_numbers.h"

#include <math.h>
#include <string.h>

#include "collect/base/num.h"

enum { METRIC = 64 };

static const char *const origin_name[] = {"counted", "printed", "samples"};

/* fio divides by n - 1, we by n; where n is not known the difference, 1 in 2n, is left. */
static double
stdev_of_n(double stdev, double n)
{
	return n >= 1 ? stdev * sqrt((n - 1) / n) : stdev;
}

void
emission_put(const struct emission *to, const char *name, const char *suffix, const char *unit,
	     double value)
{
	char metric[METRIC];

	snprintf(metric, sizeof(metric), "%s.%s", name, suffix);
	rows_scalar(to->rows, metric, unit, value);
}

/* As scalars, where there are no buckets to compute them from; each once. */
static void
percentiles(const struct emission *to, const char *name, const struct fio_latency *latency)
{
	double last = 0;

	for (size_t i = 0; i < latency->n_percentiles; i++) {
		const struct fio_percentile *p = &latency->percentile[i];
		char number[NUM_TEXT], suffix[NUM_TEXT + 1];

		if (!(p->percent > last && p->percent <= 100))
			continue;
		last = p->percent;
		snprintf(suffix, sizeof(suffix), "p%s", num_write(p->percent, number));
		emission_put(to, name, suffix, "ns", p->ns);
	}
}

/* A percentile is worth what lies beyond it: fewer than 10 I/Os are not much. */
static void
note_thin(const struct emission *to, const char *name, const struct fio_latency *latency, double n)
{
	char number[NUM_TEXT];

	for (size_t i = 0; to->thin && !to->thin->why[0] && i < latency->n_percentiles; i++) {
		double percent = latency->percentile[i].percent;
		if (percent < 90 || !(n * (100 - percent) < 10 * 100))
			continue;
		where_set(to->thin, to->sink->file, to->job->line,
			  "p%s%s of %s: fewer than 10 of %.0f I/O%s lie beyond",
			  num_write(percent, number),
			  i + 1 < latency->n_percentiles ? " and above" : "", name, n,
			  n == 1 ? "" : "s");
	}
}

static void
note_ceiling(const struct emission *to, const char *name, const struct fio_latency *latency)
{
	double ceiling = latency->ceiling;
	bool met = latency->n_bins && latency->bin[latency->n_bins - 1].high >= ceiling;

	for (size_t i = 0; i < latency->n_percentiles && !latency->n_bins; i++)
		met = met || latency->percentile[i].ns >= ceiling;
	if (met)
		sink_note(to->sink, to->job->line,
			  "'%s': fio counts all of %s above %.2f s as that, the maximum alone is "
			  "right (%.2f s)",
			  to->job->name, name, ceiling * 1e-9, latency->max * 1e-9);
}

void
emission_latency(const struct emission *to, const char *name, const struct fio_latency *l,
		 double ios)
{
	bool distributed = l->n_bins || l->n_percentiles;
	double n = isnan(l->n) ? ios : l->n;

	/* Not measured (gtod_reduce, disable_lat): fio prints zeros, or nothing. */
	if (n == 0 || (!distributed && !(l->max > 0) && !(l->mean > 0)))
		return;
	emission_put(to, name, "n", "1", n);
	emission_put(to, name, "mean", "ns", l->mean);
	emission_put(to, name, "min", "ns", l->min);
	emission_put(to, name, "max", "ns", l->max);
	emission_put(to, name, "stdev", "ns", stdev_of_n(l->stdev, n));
	for (size_t i = 0; i < l->n_bins; i++)
		rows_bucket(to->rows, name, "ns", l->bin[i].low, l->bin[i].high, l->bin[i].count);
	if (!l->n_bins)
		percentiles(to, name, l);
	note_thin(to, name, l, n);
	note_ceiling(to, name, l);
}

/* fio's options write_iops_log and write_bw_log without log_avg_msec take each I/O as a sample. */
static bool
is_one_throughout(const struct fio_samples *samples)
{
	return samples->min == 1 && samples->max == 1 && samples->mean == 1;
}

static bool
is_each_io(const struct fio_direction *d)
{
	const double most = 2 * d->runtime + 2; /* a sample each 500 ms, and the ends */

	return d->bw_samples.n == d->ios && d->ios > most;
}

/* The spread of a single job's samples; those of several were added up or averaged. */
static void
samples(const struct emission *to, const char *name, const char *unit,
	const struct fio_samples *samples)
{
	if (to->job->clones != 1 || !(samples->n >= 1))
		return;
	emission_put(to, name, "n", "1", samples->n);
	emission_put(to, name, "mean", unit, samples->mean);
	emission_put(to, name, "min", unit, samples->min);
	emission_put(to, name, "max", unit, samples->max);
	emission_put(to, name, "stdev", unit, stdev_of_n(samples->stdev, samples->n));
}

static double
rate(double count, double runtime, double printed, double mean, enum emission_origin *origin)
{
	enum emission_origin from = EMISSION_COUNTED;
	double value = runtime > 0 ? count / runtime : NAN;

	if (isnan(value) && !(count == 0)) {
		value = printed;
		from = EMISSION_PRINTED;
	}
	if (isnan(value) && !(count == 0)) {
		value = mean;
		from = EMISSION_SAMPLED;
	}
	if (!isnan(value) && from > *origin)
		*origin = from;
	return value;
}

static void
intervals(const struct emission *to, const struct fio_direction *d, const char *iops,
	  const char *bw)
{
	for (size_t i = 0; i < d->n_intervals; i++) {
		const struct fio_interval *at = &d->interval[i];
		double length = at->end - at->start;

		if (!(length > 0))
			continue;
		rows_sample(to->rows, iops, "iops", at->start, at->end, at->ios / length);
		rows_sample(to->rows, bw, "B/s", at->start, at->end, at->bytes / length);
	}
}

static void
direction(struct emission *to, const char *name, const struct fio_direction *d)
{
	char iops[METRIC / 2], bw[METRIC / 2], lat[METRIC / 2];
	bool ones = is_one_throughout(&d->iops_samples), each = is_each_io(d);

	snprintf(iops, sizeof(iops), "%s.iops", name);
	snprintf(bw, sizeof(bw), "%s.bw", name);
	emission_put(to, name, "ios", "1", d->ios);
	emission_put(to, name, "bytes", "B", d->bytes);
	rows_scalar(
	    to->rows, iops, "iops",
	    rate(d->ios, d->runtime, d->iops, ones ? NAN : d->iops_samples.mean, &to->iops));
	rows_scalar(to->rows, bw, "B/s",
		    rate(d->bytes, d->runtime, d->bw, each ? NAN : d->bw_samples.mean, &to->bw));
	if (!ones)
		samples(to, iops, "iops", &d->iops_samples);
	if (!each)
		samples(to, bw, "B/s", &d->bw_samples);
	if (ones || each)
		sink_note(to->sink, to->job->line,
			  "'%s': the samples of %s are single I/Os (a log without log_avg_msec was "
			  "on), and are left out",
			  to->job->name, ones ? iops : bw);
	for (size_t i = 0; i < FIO_LATENCIES; i++) {
		snprintf(lat, sizeof(lat), "%s.%s", name, fio_latency_name[i]);
		emission_latency(to, lat, &d->latency[i], d->ios);
	}
	intervals(to, d, iops, bw);
}

/* Whether anything is known of the direction but that there was no I/O in it. */
static bool
has_latency(const struct fio_direction *d)
{
	for (size_t i = 0; i < FIO_LATENCIES; i++)
		if (d->latency[i].max > 0 || d->latency[i].n_percentiles || d->latency[i].n_bins)
			return true;
	return false;
}

static bool
has_distribution(const struct fio_direction *d)
{
	for (size_t i = 0; i < FIO_LATENCIES; i++)
		if (d->latency[i].n_percentiles || d->latency[i].n_bins)
			return true;
	return false;
}

void
emission_directions(struct emission *to)
{
	const struct fio_job *job = to->job;

	for (size_t i = 0; i < FIO_DIRECTIONS; i++) {
		const struct fio_direction *d = &job->direction[i];
		if (!d->used)
			continue;
		direction(to, fio_direction_name[i], d);
		if (has_latency(d) && !has_distribution(d) && !job->percentiles_lost)
			sink_note(to->sink, job->line, "'%s': no percentiles of %s are known",
				  job->name, fio_direction_name[i]);
	}
	if (to->iops != EMISSION_COUNTED || to->bw != EMISSION_COUNTED)
		sink_note(to->sink, job->line,
			  "'%s': rates are %s, for I/Os or bytes and their time are not known",
			  job->name,
			  to->iops == EMISSION_SAMPLED || to->bw == EMISSION_SAMPLED
			      ? "means of samples"
			      : "as fio rounded them");
	if (to->iops != EMISSION_COUNTED)
		rows_text(to->rows, "meta.fio.iops", origin_name[to->iops]);
	if (to->bw != EMISSION_COUNTED)
		rows_text(to->rows, "meta.fio.bw", origin_name[to->bw]);
}
