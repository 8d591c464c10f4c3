/* Jobs of one name and group added up. */
#include "collect/fio/fold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "collect/base/view.h"

/* What the parts of one fold could not give. */
struct loss {
	bool percentiles, samples, intervals;
};

/* The sum of what is counted only where there is some: not said is none. Elsewhere a NaN in a part
 * makes the sum a NaN: what only one of them says is not known of both. */
static double
plus(double a, double b)
{
	if (isnan(a) || isnan(b))
		return isnan(a) ? b : a;
	return a + b;
}

/* An array of bins that both had, ascending. */
static void
bins_add(struct fio_latency *into, const struct fio_latency *from)
{
	struct fio_latency all;
	size_t i = 0, k = 0;

	fio_latency_init(&all);
	while (i < into->n_bins || k < from->n_bins) {
		bool left =
		    k == from->n_bins || (i < into->n_bins && into->bin[i].low <= from->bin[k].low);
		struct fio_bin bin = left ? into->bin[i] : from->bin[k];
		if (left && k < from->n_bins && into->bin[i].low == from->bin[k].low)
			bin.count += from->bin[k++].count;
		if (left)
			i++;
		else
			k++;
		fio_latency_add_bin(&all, bin);
	}
	free(into->bin);
	into->bin = all.bin;
	into->n_bins = all.n_bins;
}

/* Mean and the sum of squared distances of two samples as one: Chan, Golub and LeVeque 1979,
 * equation 1.5 and its like for the mean. */
static void
pool(struct fio_latency *into, double a, const struct fio_latency *from, double b)
{
	double n = a + b, apart = from->mean - into->mean;
	double squares = into->stdev * into->stdev * fmax(a - 1, 0) +
			 from->stdev * from->stdev * fmax(b - 1, 0) + apart * apart * a * b / n;

	into->mean += apart * b / n;
	into->stdev = n <= 1 ? 0 : sqrt(squares / (n - 1));
}

static void
drop_percentiles(struct fio_latency *latency)
{
	free(latency->percentile);
	latency->percentile = NULL;
	latency->n_percentiles = 0;
}

static void
drop_bins(struct fio_latency *latency)
{
	free(latency->bin);
	latency->bin = NULL;
	latency->n_bins = 0;
}

/* How many I/Os the latency is of: 0 too where nothing at all was said of it. */
static double
count(const struct fio_latency *latency, double ios)
{
	double n = isnan(latency->n) ? ios : latency->n;

	if (isnan(latency->mean) && isnan(latency->max) && !latency->n_bins &&
	    !latency->n_percentiles)
		return 0;
	return n;
}

bool
fio_latency_fold(struct fio_latency *into, double into_ios, const struct fio_latency *from,
		 double from_ios)
{
	double a = count(into, into_ios), b = count(from, from_ios);
	bool had = into->n_percentiles || into->n_bins || from->n_percentiles || from->n_bins;

	if (b == 0)
		return true;
	if (a == 0) {
		fio_latency_free(into);
		fio_latency_copy(from, into);
		into->n = b;
		return true;
	}
	pool(into, a, from, b);
	into->n = a + b;
	into->min = fmin(into->min, from->min);
	into->max = fmax(into->max, from->max);
	into->ceiling = fmin(into->ceiling, from->ceiling);
	drop_percentiles(into);
	if (into->n_bins && from->n_bins) {
		bins_add(into, from);
		return true;
	}
	drop_bins(into);
	return !had;
}

static void
samples_drop(struct fio_samples *samples, struct loss *loss)
{
	if (samples->n >= 1)
		loss->samples = true;
	*samples = (struct fio_samples){NAN, NAN, NAN, NAN, NAN};
}

/* Intervals add up only where all have the same. */
static void
intervals_fold(struct fio_direction *into, const struct fio_direction *from, struct loss *loss)
{
	bool same = into->n_intervals == from->n_intervals;

	for (size_t i = 0; same && i < into->n_intervals; i++)
		same = into->interval[i].start == from->interval[i].start &&
		       into->interval[i].end == from->interval[i].end;
	for (size_t i = 0; same && i < into->n_intervals; i++) {
		into->interval[i].ios += from->interval[i].ios;
		into->interval[i].bytes += from->interval[i].bytes;
	}
	if (same)
		return;
	loss->intervals = true;
	free(into->interval);
	into->interval = NULL;
	into->n_intervals = 0;
}

static void
direction_fold(struct fio_direction *into, const struct fio_direction *from, struct loss *loss)
{
	for (size_t i = 0; i < FIO_LATENCIES; i++)
		if (!fio_latency_fold(&into->latency[i], into->ios, &from->latency[i], from->ios))
			loss->percentiles = true;
	intervals_fold(into, from, loss);
	samples_drop(&into->iops_samples, loss);
	samples_drop(&into->bw_samples, loss);
	into->used = into->used || from->used;
	into->bytes += from->bytes;
	into->ios += from->ios;
	into->iops += from->iops;
	into->bw += from->bw;
	into->short_ios += from->short_ios;
	into->dropped_ios += from->dropped_ios;
	into->runtime = fmax(into->runtime, from->runtime);
}

/* What a job's percentage counts against another's: its time, or else its clones. */
static double
weight(const struct fio_job *job)
{
	return isnan(job->cpu_runtime) ? (double)job->clones : job->cpu_runtime;
}

/* Percent of two lengths of time as percent of their sum. */
static double
share(double a, double a_s, double b, double b_s)
{
	return a_s + b_s > 0 ? (a * a_s + b * b_s) / (a_s + b_s) : (a + b) / 2;
}

/* Errors are counted as one kind only where they began with the same. */
static int
same_kind(int a, int b)
{
	if (a == 0 || b == 0 || a == b)
		return a ? a : b;
	return -1;
}

/* Bytes of the hosts' names together: a field of records must not grow without end. What is longer
 * ends in dots. */
enum { HOSTS_MAX = 10000 };
#define HOSTS_MORE " ..."

static void
host_fold(struct fio_job *into, const struct fio_job *from)
{
	if (!from->host || (into->host && strcmp(into->host, from->host) == 0))
		return;
	if (!into->host) {
		into->host = mem_dup(from->host);
		return;
	}
	struct view hosts = view_of(into->host);
	if (hosts.n + strlen(from->host) < HOSTS_MAX)
		mem_append(&into->host, " %s", from->host);
	else if (!view_ends(hosts, HOSTS_MORE))
		mem_append(&into->host, HOSTS_MORE);
}

static void
job_fold(struct fio_job *into, const struct fio_job *from, struct loss *loss)
{
	double before = weight(into), more = weight(from);

	for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
		if (into->direction[d].used && from->direction[d].used) {
			direction_fold(&into->direction[d], &from->direction[d], loss);
		} else if (from->direction[d].used) {
			/* What was not used had no I/O: the sum is the other one. */
			fio_direction_free(&into->direction[d]);
			fio_direction_copy(&from->direction[d], &into->direction[d]);
		}
	}
	if (!fio_latency_fold(&into->sync, into->syncs, &from->sync, from->syncs))
		loss->percentiles = true;
	host_fold(into, from);
	into->clones = into->clones && from->clones ? into->clones + from->clones : 0;
	into->averaged = into->averaged || from->averaged;
	into->cut = into->cut || from->cut;
	if (!into->error)
		into->error = from->error;
	if (!into->why)
		into->why = mem_dup(from->why);
	into->errors = plus(into->errors, from->errors);
	into->first_error = same_kind(into->first_error, from->first_error);
	into->start = fmin(into->start, from->start);
	into->elapsed = fmax(into->elapsed, from->elapsed);
	into->syncs = plus(into->syncs, from->syncs);
	into->cpu_user = share(into->cpu_user, before, from->cpu_user, more);
	into->cpu_system = share(into->cpu_system, before, from->cpu_system, more);
	into->cpu_runtime += from->cpu_runtime;
	into->switches += from->switches;
}

/* The jobs that become one. */
struct part {
	char *key;   /* group and name */
	size_t *job; /* their numbers in the result, ascending */
	size_t n;
};

static void
part_free(void *value)
{
	struct part *part = value;

	free(part->key);
	free(part->job);
	free(part);
}

static struct index
parts_of(const struct fio_result *result)
{
	struct index parts = {NULL};

	for (size_t i = 0; i < result->n_jobs; i++) {
		const struct fio_job *job = &result->job[i];
		char *key = mem_format("%zu %s", job->group, job->name);
		struct part *part = index_find(&parts, key, strlen(key));

		if (!part) {
			part = mem_alloc(1, sizeof(*part));
			part->key = mem_dup(key);
			index_add(&parts, part->key, strlen(key), part);
		}
		free(key);
		if ((part->n & (part->n - 1)) == 0)
			part->job =
			    mem_resize(part->job, part->n ? 2 * part->n : 1, sizeof(*part->job));
		part->job[part->n++] = i;
	}
	return parts;
}

static void
say_loss(const struct loss *loss, const struct fio_job *job, size_t n, const struct sink *sink)
{
	const char *const lost[] = {
	    loss->percentiles ? "percentiles (json+ has the buckets that they need)" : NULL,
	    loss->samples ? "the spread of the rates' samples" : NULL,
	    loss->intervals ? "intervals, which differ" : NULL,
	};
	char *list = mem_dup("");

	for (size_t i = 0; i < countof(lost); i++)
		if (lost[i])
			mem_append(&list, "%s%s", list[0] ? ", " : "", lost[i]);
	if (list[0])
		sink_note(sink, job->line,
			  "the %zu clones of '%s' are counted as one job, which cannot have from "
			  "its parts: %s",
			  n, job->name, list);
	free(list);
}

/* Appends the sum of the part's jobs to out, and with per_job each of them behind it. The jobs of
 * from are left empty. */
static void
take(struct fio_result *out, struct fio_result *from, const struct part *part, bool per_job,
     const struct sink *sink)
{
	struct fio_job *into = fio_result_add_job(out, "");
	struct loss loss = {false, false, false};
	size_t at = out->n_jobs - 1;

	fio_job_free(into);
	fio_job_copy(&from->job[part->job[0]], into);
	for (size_t i = 1; i < part->n; i++)
		job_fold(into, &from->job[part->job[i]], &loss);
	into->percentiles_lost = loss.percentiles;
	say_loss(&loss, into, part->n, sink);
	for (size_t i = 0; per_job && part->n > 1 && i < part->n; i++) {
		struct fio_job *clone = fio_result_add_job(out, "");
		fio_job_free(clone);
		fio_job_copy(&from->job[part->job[i]], clone);
		free(clone->name);
		clone->name = mem_format("%s/%zu", out->job[at].name, i + 1);
	}
}

void
fio_fold(struct fio_result *result, bool per_job, const struct sink *sink)
{
	struct index parts = parts_of(result);
	struct fio_result out;

	fio_result_init(&out, result->form, result->line);
	for (const struct index_entry *e = parts.first; e; e = index_next(e))
		take(&out, result, e->value, per_job, sink);
	index_free(&parts, part_free);
	for (size_t i = 0; i < result->n_jobs; i++)
		fio_job_free(&result->job[i]);
	free(result->job);
	result->job = out.job;
	result->n_jobs = out.n_jobs;
}
