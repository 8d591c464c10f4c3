/* Checks of a result against what must hold for it. */
#include "collect/campaign/doubts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collect/base/unit.h"
#include "collect/base/where.h"
#include "collect/machine/facts.h"

static const double accounted_within = 0.03, rate_within = 0.01, lag_within = 0.01;

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

/* A queue of I/Os that wait for their turn keeps growing. One that a hiccup left behind at the end
 * is short beside the run, and one that stays or comes and goes was as long before. */
static bool
lag_grew(const struct measure_result *result)
{
	double end_ns = (double)result->lag_end_ns;

	return end_ns >= LATE_NS && end_ns > lag_within * result->runtime_s * 1e9 &&
	       result->lag_end_ns > result->lag_half_ns;
}

/* How long I/Os were started: the runtime goes on to the last completion. */
static double
starting_s(const struct job *job, const struct measure_result *result, enum direction d)
{
	const struct hist *clat = result->clat[d];
	double asked_s = (double)job->runtime_ns / 1e9;

	if (job->runtime_ns && result->runtime_s >= asked_s)
		return asked_s;
	double last_s = clat && clat->n ? (hist_mean(clat) + 3 * hist_stdev(clat)) / 1e9 : 0;
	return result->runtime_s > last_s ? result->runtime_s - last_s : result->runtime_s;
}

/* What a rate comes to: of one direction in iops or bytes/s. */
struct pace_kept {
	double asked, did;
	bool bytes, short_of;
};

/* Whether n clones kept one direction's rate. The last I/O of each may be due just before the end,
 * and then a wink late is too late. */
static struct pace_kept
pace_kept(const struct job *job, const struct measure_result *merged, size_t n, enum direction d)
{
	struct pace_kept kept = {.bytes = false};
	double within = rate_within;

	kept.asked = doubts_asked(job, d, n, &kept.bytes);
	double did = (double)(kept.bytes ? merged->bytes[d] : merged->ios[d]);
	double each = kept.bytes ? (double)job->bs[d].max : 1;
	double due = kept.asked * starting_s(job, merged, d);
	if (job->rate_process == JOB_RATE_POISSON)
		within += 3 / sqrt(due / each);
	kept.did = did / merged->runtime_s;
	kept.short_of = did + each * (double)n < (1 - within) * due;
	return kept;
}

static const char *
print_rate(double rate, bool bytes, char out[UNIT_TEXT])
{
	if (bytes)
		return unit_print(rate, view_of("B/s"), out);
	snprintf(out, UNIT_TEXT, rate < 100 ? "%.3g" : "%.0f", rate);
	return out;
}

bool
doubts_overload(const struct job *job, const struct measure_result *merged, size_t n,
		char what[DOUBTS_TEXT])
{
	char asked[UNIT_TEXT], did[UNIT_TEXT];
	size_t used = 0;

	what[0] = '\0';
	if (merged->error || !(merged->runtime_s > 0))
		return false;
	for (enum direction d = 0; d < DIRECTIONS; d++) {
		struct pace_kept kept = pace_kept(job, merged, n, d);

		if (!job_has(job, d) || isnan(kept.asked) || (!kept.short_of && !lag_grew(merged)))
			continue;
		int more = snprintf(
		    what + used, DOUBTS_TEXT - used, "%s%s: asked for %s%s, did %s",
		    used ? "; " : "", direction_name[d], print_rate(kept.asked, kept.bytes, asked),
		    kept.bytes ? "" : " IOPS", print_rate(kept.did, kept.bytes, did));
		used += more > 0 ? (size_t)more : 0;
		if (used >= DOUBTS_TEXT)
			break;
	}
	return used > 0;
}

bool
doubts_overload_warning(const struct job *job, const struct measure_result *merged, size_t n,
			struct where *what)
{
	char rates[DOUBTS_TEXT], late[UNIT_TEXT];

	if (!doubts_overload(job, merged, n, rates))
		return false;
	where_set(what, job->file, job->line,
		  "job '%s': overloaded: %s, %s late at the end; latency counts from when each I/O "
		  "was meant to start",
		  job->name, rates, unit_print((double)merged->lag_end_ns, view_of("ns"), late));
	return true;
}

/* A value held against the limit of a steadystate, with the unit of both. */
static const char *
print_steady(const struct job_steadystate *rule, double value, char out[UNIT_TEXT])
{
	if (rule->percent)
		snprintf(out, UNIT_TEXT, "%.3g %%", value);
	else
		print_rate(value, rule->metric == JOB_STEADY_BW, out);
	return out;
}

bool
doubts_steady(const struct job *job, const struct measure_result *merged, struct where *what)
{
	const struct job_steadystate *rule = &job->steadystate;
	char found[UNIT_TEXT], limit[UNIT_TEXT];
	const char *end = merged->runtime_s >= (double)job->runtime_ns / 1e9
			      ? "its runtime was over"
			      : "it ended";
	const char *metric = rule->metric == JOB_STEADY_IOPS ? "iops" : "bw";

	if (rule->metric == JOB_STEADY_NONE || merged->steady || merged->error)
		return false;
	if (isnan(merged->steady_criterion))
		where_set(what, job->file, job->line,
			  "job '%s' was not steady when %s: it was too short to tell", job->name,
			  end);
	else
		where_set(
		    what, job->file, job->line,
		    "job '%s' was not steady when %s: the %s of %s was %s, and %s was asked for",
		    job->name, end, rule->slope ? "slope" : "largest deviation", metric,
		    print_steady(rule, merged->steady_criterion, found),
		    print_steady(rule, rule->limit, limit));
	return true;
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
