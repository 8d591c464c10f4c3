/* What fio says of a job, as records: all but the numbers of the directions. */
#include "collect/fio/emit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/base/mem.h"
#include "collect/base/name.h"
#include "collect/fio/emit_numbers.h"
#include "collect/fio/extra.h"
#include "collect/fio/parameter.h"

enum { METRIC = 64 };

static double
longest_runtime(const struct fio_job *job)
{
	double runtime = NAN;

	for (size_t i = 0; i < FIO_DIRECTIONS; i++)
		if (job->direction[i].used)
			runtime = fmax(runtime, job->direction[i].runtime);
	return runtime;
}

/* Fragments and pbench's files do not speak of errors. */
static bool
tells_errors(const struct fio_result *result)
{
	return strcmp(result->form, "fio fragment") != 0 &&
	       strcmp(result->form, "pbench json") != 0;
}

/* Without continue_on_error the first failed I/O ends the job; with it fio counts all kinds as one,
 * and says of which kind the first was. */
static void
errors(const struct emission *to)
{
	const struct fio_job *job = to->job;
	bool counted = !isnan(job->errors);
	double n = counted ? job->errors : job->error != 0;
	int kind = counted ? job->first_error : job->error;
	const char *name = n > 0 && kind > 0 ? strerrorname_np(kind) : NULL;
	char metric[METRIC];

	if (!counted && !tells_errors(to->result))
		return;
	rows_scalar(to->rows, "errors", "1", n);
	if (name) {
		snprintf(metric, sizeof(metric), "errors.%s", name);
		rows_scalar(to->rows, metric, "1", n);
	}
}

static void
run_itself(const struct emission *to)
{
	const struct fio_job *job = to->job;
	double runtime = longest_runtime(job), cpu_s = job->cpu_runtime;

	if (isnan(cpu_s) && job->clones >= 1)
		cpu_s = runtime * (double)job->clones;
	emission_latency(to, "sync.lat", &job->sync, job->syncs);
	rows_scalar(to->rows, "sync.ios", "1", job->syncs > 0 ? job->syncs : NAN);
	rows_scalar(to->rows, "runtime", "s", runtime);
	errors(to);
	rows_scalar(to->rows, "cpu.user", "s", job->cpu_user / 100 * cpu_s);
	rows_scalar(to->rows, "cpu.system", "s", job->cpu_system / 100 * cpu_s);
	rows_scalar(to->rows, "cpu.switches", "1", job->switches);
}

static void
disk_put(const struct emission *to, const struct fio_disk *disk, const char *suffix,
	 const char *unit, double value)
{
	bool one = to->result->n_disks == 1;
	char *metric = mem_format("disk.%s%s%s", one ? "" : disk->name, one ? "" : ".", suffix);

	rows_scalar(to->rows, metric, unit, value);
	free(metric);
}

/* fio's disks are those of all its jobs, so they tell of one only where all ran together. Rows with
 * each of them would say the same again: the first has them. */
static void
disks(const struct emission *to)
{
	const struct fio_result *result = to->result;
	struct index known = {NULL};

	if (to->job != result->job)
		return;
	for (size_t i = 1; i < result->n_jobs; i++)
		if (result->job[i].group != result->job[0].group)
			return;
	for (size_t i = 0; i < result->n_disks; i++) {
		const struct fio_disk *disk = &result->disk[i];

		if (name_find(&known, view_of(disk->name)))
			continue;
		name_get(&known, view_of(disk->name));
		disk_put(to, disk, "util", "%", disk->util);
		disk_put(to, disk, "read_ios", "1", disk->read_ios);
		disk_put(to, disk, "write_ios", "1", disk->write_ios);
	}
	name_set_free(&known);
}

static void
put_each(const struct emission *to, const char *prefix, struct fio_parameters all)
{
	for (size_t i = 0; i < all.n; i++) {
		char *metric = mem_format("%s%s", prefix, all.at[i].name);
		rows_text(to->rows, metric, all.at[i].value);
		free(metric);
	}
	fio_parameters_free(&all);
}

static void
parameters(const struct emission *to)
{
	char *unknown = fio_options_unknown(to->result, to->job);

	put_each(to, "job.", fio_parameters_of(to->job));
	put_each(to, "meta.fio.", fio_ways_of(to->job));
	if (unknown)
		rows_text(to->rows, "meta.fio.options_unknown", unknown);
	free(unknown);
}

enum { TARGETS = 8 }; /* that are named; jobs may have thousands of files */

/* The job's files or devices, colons between them as in fio's own option; else its directory with a
 * slash at the end. */
static void
target(const struct emission *to)
{
	const struct fio_job *job = to->job;
	const char *directory = fio_job_option(job, "directory");
	char *path = mem_dup("");

	for (size_t i = 0, n = 0; i < job->n_options && n < TARGETS; i++) {
		const struct fio_option *option = &job->option[i];
		if (strcmp(option->name, "filename") != 0 || !option->value[0])
			continue;
		mem_append(&path, "%s%s", n++ ? ":" : "", option->value);
	}
	bool below = path[0] != '/' && !strchr(path, ':') && directory && directory[0];
	char *whole = mem_format("%s%s%s", below ? directory : "", below ? "/" : "", path);
	if (whole[0])
		rows_text(to->rows, "meta.target", whole);
	free(whole);
	free(path);
}

/* The disk, where all that fio saw busy is one. */
static void
device(const struct emission *to)
{
	const struct fio_result *result = to->result;

	for (size_t i = 1; i < result->n_disks; i++)
		if (strcmp(result->disk[i].name, result->disk[0].name) != 0)
			return;
	if (result->n_disks)
		rows_text(to->rows, "meta.device", result->disk[0].name);
}

/* As collect run writes it: "2026-11-30T12:01:02.345Z". */
static void
start(const struct emission *to)
{
	const struct fio_job *job = to->job;
	double at = isnan(job->start) ? to->result->time - job->elapsed : job->start;
	char text[48], whole[32];
	struct tm utc;

	if (!(at >= 0 && at < 253402300800.0)) /* the year 10000 */
		return;
	long long ms = llround(at * 1000);
	time_t seconds = (time_t)(ms / 1000);
	gmtime_r(&seconds, &utc);
	strftime(whole, sizeof(whole), "%Y-%m-%dT%H:%M:%S", &utc);
	snprintf(text, sizeof(text), "%s.%03dZ", whole, (int)(ms % 1000));
	rows_text(to->rows, "meta.start", text);
}

static void
sources(const struct emission *to, const char *file)
{
	rows_text(to->rows, "meta.source", to->result->form);
	rows_text(to->rows, "meta.source.file", file);
	if (to->result->version)
		rows_text(to->rows, "meta.fio.version", to->result->version);
	if (to->job->host)
		rows_text(to->rows, "meta.host", to->job->host);
	start(to);
}

/* Of a document that we exported: whether it is complete is among its own records. */
static void
own_records(const struct emission *to)
{
	struct where why;

	if (!fio_extra_write(to->job, to->rows, &why))
		sink_note(to->sink, to->job->line, "'%s': a record beside it is none: %s",
			  to->job->name, why.why);
}

static void
end(const struct emission *to)
{
	const struct fio_job *job = to->job;
	const char *name = job->error ? strerrorname_np(job->error) : NULL;

	if (job->error && name)
		rows_text(to->rows, "meta.interrupted", name);
	else if (job->error || job->why)
		rows_text(to->rows, "meta.interrupted", job->why ? job->why : "error");
	else if (to->result->interrupted)
		rows_text(to->rows, "meta.interrupted", "signal");
	else if (job->cut)
		rows_text(to->rows, "meta.interrupted", "cut off");
	else
		rows_scalar(to->rows, "meta.complete", "1", 1);
}

void
fio_emit(const struct rows *rows, const struct fio_result *result, const struct fio_job *job,
	 const char *file, const struct sink *sink, struct where *thin)
{
	struct emission emission = {
	    .rows = rows, .result = result, .job = job, .sink = sink, .thin = thin};

	if (thin)
		thin->why[0] = '\0';

	if (job->extra) {
		own_records(&emission);
		return;
	}
	parameters(&emission);
	target(&emission);
	device(&emission);
	sources(&emission, file);
	emission_directions(&emission);
	run_itself(&emission);
	disks(&emission);
	end(&emission);
}
