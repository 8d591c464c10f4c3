/* Numbers and texts that cannot be. */
#include "collect/fio/sanity.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/base/utf8.h"

/* Differences below zero, written as 64 bits without a sign, begin here. */
#define LIMIT 0x1p63

/* What is looked at, and what was said about it. */
struct look {
	const struct sink *sink;
	const char *name; /* of the job or disk */
	size_t line;
	double slack;    /* by which a mean may pass min or max: its part, and ns */
	double slack_ns; /* of rounding */
	bool doubted, cut, mended;
};

/* Of prefix.suffix; "" = no prefix. */
static void
doubt(struct look *look, const char *prefix, const char *suffix, double value)
{
	char number[NUM_TEXT];

	if (!look->doubted)
		sink_note(look->sink, look->line,
			  "'%s': %s%s%s is %s, which cannot be: such numbers are taken as not said",
			  look->name, prefix, *prefix ? "." : "", suffix, num_write(value, number));
	look->doubted = true;
}

static void
number_check(struct look *look, const char *prefix, const char *suffix, double *value)
{
	if (!(*value < 0) && !(*value >= LIMIT))
		return;
	doubt(look, prefix, suffix, *value);
	*value = NAN;
}

static void
moments_check(struct look *look, const char *name, struct fio_latency *l)
{
	const double more = 1 + look->slack, ns = look->slack_ns;

	number_check(look, name, "n", &l->n);
	number_check(look, name, "min", &l->min);
	number_check(look, name, "max", &l->max);
	number_check(look, name, "mean", &l->mean);
	number_check(look, name, "stdev", &l->stdev);
	/* Which of them is wrong, nobody can tell. */
	if (l->mean > l->max * more + ns || l->min > l->mean * more + ns ||
	    l->min > l->max * more + ns) {
		doubt(look, name, isnan(l->mean) ? "min" : "mean",
		      isnan(l->mean) ? l->min : l->mean);
		l->min = l->max = l->mean = l->stdev = NAN;
	}
}

static void
bins_check(struct look *look, const char *name, struct fio_latency *l)
{
	double sum = 0;
	size_t i = 0;

	while (i < l->n_bins && l->bin[i].count >= 0 && l->bin[i].count < LIMIT &&
	       l->bin[i].count == trunc(l->bin[i].count))
		sum += l->bin[i++].count;
	if (i < l->n_bins) {
		doubt(look, name, "bucket", l->bin[i].count);
		free(l->bin);
		l->bin = NULL;
		l->n_bins = 0;
	} else if (l->n_bins && (l->n < sum || l->n > sum)) {
		doubt(look, name, "n", l->n);
		l->n = NAN;
	}
}

static void
latency_check(struct look *look, const char *name, struct fio_latency *latency)
{
	moments_check(look, name, latency);
	bins_check(look, name, latency);
}

static void
samples_check(struct look *look, const char *direction, const char *rate,
	      struct fio_samples *samples)
{
	char name[32];

	snprintf(name, sizeof(name), "%s.%s", direction, rate);
	number_check(look, name, "n", &samples->n);
	number_check(look, name, "min", &samples->min);
	number_check(look, name, "max", &samples->max);
	number_check(look, name, "mean", &samples->mean);
	number_check(look, name, "stdev", &samples->stdev);
}

static void
direction_check(struct look *look, const char *name, struct fio_direction *d)
{
	char latency[32];

	number_check(look, name, "ios", &d->ios);
	number_check(look, name, "bytes", &d->bytes);
	number_check(look, name, "runtime", &d->runtime);
	number_check(look, name, "iops", &d->iops);
	number_check(look, name, "bw", &d->bw);
	number_check(look, name, "short", &d->short_ios);
	number_check(look, name, "dropped", &d->dropped_ios);
	samples_check(look, name, "iops", &d->iops_samples);
	samples_check(look, name, "bw", &d->bw_samples);
	for (size_t i = 0; i < FIO_LATENCIES; i++) {
		snprintf(latency, sizeof(latency), "%s.%s", name, fio_latency_name[i]);
		latency_check(look, latency, &d->latency[i]);
	}
	for (size_t i = 0; i < d->n_intervals; i++) {
		number_check(look, name, "ios", &d->interval[i].ios);
		number_check(look, name, "bytes", &d->interval[i].bytes);
	}
}

static void
job_check(struct look *look, struct fio_job *job)
{
	for (size_t i = 0; i < FIO_DIRECTIONS; i++)
		direction_check(look, fio_direction_name[i], &job->direction[i]);
	latency_check(look, "sync.lat", &job->sync);
	number_check(look, "sync", "ios", &job->syncs);
	number_check(look, "", "errors", &job->errors);
	number_check(look, "", "elapsed", &job->elapsed);
	number_check(look, "cpu", "user", &job->cpu_user);
	number_check(look, "cpu", "system", &job->cpu_system);
	number_check(look, "cpu", "runtime", &job->cpu_runtime);
	number_check(look, "cpu", "switches", &job->switches);
}

/* FNV-1a with 64 bits (Fowler, Noll and Vo). */
static uint64_t
hash_of(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325U;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3U;
	return hash;
}

static void
text_check(struct look *look, char *text, size_t most)
{
	enum { HASH = 17 }; /* "~" and 16 digits */

	if (!text)
		return;
	if (utf8_mend(text) && !look->mended) {
		sink_note(look->sink, look->line,
			  "bytes that are no UTF-8 are replaced by '?', as in '%.80s'", text);
		look->mended = true;
	}
	size_t n = strnlen(text, most + 1), at = most - HASH;
	if (n <= most)
		return;
	/* Not within a character. */
	while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80)
		at--;
	uint64_t hash = hash_of(text + at);
	snprintf(text + at, HASH + 1, "~%016" PRIx64, hash);
	if (!look->cut)
		sink_note(look->sink, look->line,
			  "texts of more than %zu bytes are cut, as '%.80s...'", most, text);
	look->cut = true;
}

static void
texts_check(struct look *look, struct fio_job *job)
{
	text_check(look, job->name, SANITY_NAME_MAX);
	text_check(look, job->host, SANITY_NAME_MAX);
	text_check(look, job->why, SANITY_VALUE_MAX);
	for (size_t i = 0; i < job->n_options; i++) {
		text_check(look, job->option[i].name, SANITY_NAME_MAX);
		text_check(look, job->option[i].value, SANITY_VALUE_MAX);
	}
}

static void
disk_check(struct look *look, struct fio_disk *disk)
{
	text_check(look, disk->name, SANITY_NAME_MAX);
	number_check(look, "disk", "util", &disk->util);
	number_check(look, "disk", "read_ios", &disk->read_ios);
	number_check(look, "disk", "write_ios", &disk->write_ios);
}

/* The forms for people and for terse have min and max in whole units, a us or a ms, cut down, and
 * three or four digits. */
static bool
is_json(const struct fio_result *result)
{
	return strncmp(result->form, "fio json", strlen("fio json")) == 0;
}

void
fio_sanity(struct fio_result *result, const struct sink *sink)
{
	struct look look = {.sink = sink, .line = result->line};

	look.slack = is_json(result) ? 1e-6 : 0.5;
	look.slack_ns = is_json(result) ? 1 : 1000;
	text_check(&look, result->version, SANITY_NAME_MAX);
	text_check(&look, result->commit, SANITY_NAME_MAX);
	text_check(&look, result->run, SANITY_NAME_MAX);
	for (size_t i = 0; i < result->n_jobs; i++) {
		struct fio_job *job = &result->job[i];
		look.line = job->line;
		texts_check(&look, job);
		look.name = job->name;
		/* Of what we exported the records beside it count. */
		if (!job->extra)
			job_check(&look, job);
	}
	look.line = result->line;
	for (size_t i = 0; i < result->n_disks; i++) {
		look.name = result->disk[i].name;
		disk_check(&look, &result->disk[i]);
	}
}
