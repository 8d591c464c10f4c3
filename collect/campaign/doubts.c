/* Checks of a result against what must hold for it. */
#include "collect/campaign/doubts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collect/base/unit.h"
#include "collect/base/where.h"
#include "collect/machine/facts.h"

static const double accounted_within = 0.03, rate_within = 0.01;

/* A single interruption of some ms may not decide. */
static const double long_enough_s = 1;

enum {
	IOS_ENOUGH = 300,  /* I/Os of each place in the queue: filling and draining it is then
			    * less than a percent */
	LATE_NS = 1000000, /* a lag that is no matter of waking up late */
};

static unsigned
depth_of(const struct job *job)
{
	return job->ioengine == JOB_ENGINE_PSYNC || !job->iodepth ? 1 : job->iodepth;
}

double
doubts_accounted(const struct job *job, const struct measure_result *results, size_t n)
{
	double lat_s = 0, queue_s = 0;
	bool taken = false;

	for (size_t i = 0; i < n; i++) {
		for (size_t d = 0; d < DIRECTIONS; d++) {
			const struct hist *lat = results[i].lat[d];
			if (!lat || !lat->n)
				continue;
			lat_s += (double)lat->sum_ns / 1e9;
			taken = true;
		}
		queue_s += results[i].runtime_s * depth_of(job);
	}
	return taken && queue_s > 0 ? lat_s / queue_s : NAN;
}

static bool
has_rate(const struct job *job)
{
	for (size_t d = 0; d < DIRECTIONS; d++)
		if (job->rate[d] || job->rate_iops[d])
			return true;
	return false;
}

/* Whether a place that comes free gets its next I/O at once, and nothing else has one. */
static bool
keeps_queue_full(const struct job *job)
{
	return !has_rate(job) && !job->thinktime_ns && !job->fsync && !job->fdatasync &&
	       !job->end_fsync && !job->fsync_on_close && !job->iodepth_low && !job->no_latency;
}

/* How much of the clones' time they waited for a processor; NaN = not known. */
static double
waited_part(const struct measure_result *results, size_t n)
{
	double waited_s = 0, runtime_s = 0;

	for (size_t i = 0; i < n; i++) {
		waited_s += results[i].run_delay_s;
		runtime_s += results[i].runtime_s;
	}
	/* What was waited after the last completion is no part of the runtime. */
	return waited_s >= runtime_s ? 1 : waited_s / runtime_s;
}

bool
doubts_accounting(const struct job *job, const struct measure_result *results, size_t n,
		  struct where *what)
{
	double part = doubts_accounted(job, results, n);

	if (!keeps_queue_full(job) || isnan(part))
		return false;
	for (size_t i = 0; i < n; i++) {
		uint64_t ios = 0, failed = 0;
		for (size_t d = 0; d < DIRECTIONS; d++)
			ios += results[i].ios[d];
		for (size_t e = 0; e < MEASURE_ERRNOS; e++)
			failed += results[i].errors[e];
		/* Failed ones take time that no latency has. */
		if (results[i].error || failed || results[i].runtime_s < long_enough_s ||
		    ios / IOS_ENOUGH < depth_of(job))
			return false;
	}
	if (fabs(part - 1) <= accounted_within)
		return false;
	double waited = waited_part(results, n);
	char also[64] = "";
	if (waited > 0.01)
		snprintf(also, sizeof(also), "; %.0f %% of it was waiting for a processor",
			 100 * waited);
	where_set(what, job->file, job->line,
		  "job '%s': self-check: %.1f %% of the queue's time is accounted for by "
		  "latencies%s",
		  job->name, 100 * part, also);
	return true;
}

double
doubts_asked(const struct job *job, enum direction direction, size_t n, bool *bytes)
{
	double iops = (double)job->rate_iops[direction], bw = (double)job->rate[direction];
	const struct job_sizes *bs = &job->bs[direction];
	double size = ((double)bs->min + (double)bs->max) / 2;

	if (iops <= 0 && bw <= 0)
		return NAN;
	*bytes = bw > 0 && (iops <= 0 || bw < iops * size);
	return (*bytes ? bw : iops) * (double)n;
}

/* A queue of I/Os that wait for their turn keeps growing: the lag at the end is the largest one,
 * and half as much again as the mean, where one that stays has both alike. */
static bool
lag_grew(const struct measure_result *result)
{
	double end_ns = (double)result->lag_end_ns;

	return result->lag && result->lag->n && end_ns >= LATE_NS &&
	       end_ns >= 0.9 * (double)result->lag->max_ns &&
	       end_ns >= 1.5 * hist_mean(result->lag);
}

static const char *
print_rate(double rate, bool bytes, char out[UNIT_TEXT])
{
	if (bytes)
		return unit_print(rate, view_of("B/s"), out);
	snprintf(out, UNIT_TEXT, "%.0f IOPS", rate);
	return out;
}

/* How long I/Os were started: the runtime goes on to the last completion. */
static double
starting_s(const struct measure_result *result, enum direction d)
{
	const struct hist *clat = result->clat[d];
	double last_s = clat && clat->n ? (hist_mean(clat) + 3 * hist_stdev(clat)) / 1e9 : 0;

	return result->runtime_s > last_s ? result->runtime_s - last_s : result->runtime_s;
}

/* Whether one direction's rate was not kept. */
static bool
fell_short(const struct job *job, const struct measure_result *merged, enum direction d,
	   double asked, bool bytes)
{
	double did = (double)(bytes ? merged->bytes[d] : merged->ios[d]);
	double due = asked * starting_s(merged, d), within = rate_within;

	if (job->rate_process == JOB_RATE_POISSON)
		within += 3 / sqrt(due / (bytes ? (double)job->bs[d].max : 1));
	return did < (1 - within) * due;
}

bool
doubts_overload(const struct job *job, const struct measure_result *merged, size_t n,
		struct where *what)
{
	char asked_text[UNIT_TEXT], did_text[UNIT_TEXT], late_text[UNIT_TEXT];

	if (merged->error || !(merged->runtime_s > 0))
		return false;
	for (enum direction d = 0; d < DIRECTIONS; d++) {
		bool bytes = false;
		double asked = doubts_asked(job, d, n, &bytes);

		if (!job_has(job, d) || isnan(asked) ||
		    (!fell_short(job, merged, d, asked, bytes) && !lag_grew(merged)))
			continue;
		double did =
		    (double)(bytes ? merged->bytes[d] : merged->ios[d]) / merged->runtime_s;
		where_set(what, job->file, job->line,
			  "job '%s': overloaded: %s: asked for %s, did %s, %s late at the end; "
			  "latency counts from when each I/O was meant to start",
			  job->name, direction_name[d], print_rate(asked, bytes, asked_text),
			  print_rate(did, bytes, did_text),
			  unit_print((double)merged->lag_end_ns, view_of("ns"), late_text));
		return true;
	}
	return false;
}

bool
doubts_punted(const struct job *job, const struct measure_result *merged, const struct fact *facts,
	      struct where *what)
{
	bool blocks = false;

	for (const struct fact *f = facts; f; f = f->next)
		blocks |=
		    strcmp(f->metric, "meta.device.bio_based") == 0 && strcmp(f->value, "1") == 0;
	if (!merged->engine.iowq || !job->direct || !blocks)
		return false;
	where_set(what, job->file, job->line,
		  "job '%s': io_uring handed the I/O to threads of the kernel (io-wq), as this "
		  "device can only block: libaio measures it with less",
		  job->name);
	return true;
}
