/* The document and its jobs. */
#include "collect/export/fio_json.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/base/mem.h"
#include "collect/export/fio_direction.h"
#include "collect/export/latency.h"
#include "collect/export/object.h"
#include "collect/fio/result.h"

/* The fio whose form this is. Tools choose by it how they read, so it is as fio writes it; who
 * really wrote the document says "ringside". */
static const char form_version[] = "fio-3.33";

/* The number that n digits are. */
static int
number_of(const char *digits, size_t n)
{
	int number = 0;

	while (n--)
		number = number * 10 + (*digits++ - '0');
	return number;
}

/* "2026-11-30T12:01:02.345Z" or "20261130T120102.345Z", whatever is behind it; NaN = neither. */
static double
parse_time(const char *text)
{
	char digits[18] = "00000000000000000"; /* to the millisecond */
	size_t n = 0;

	for (; text && *text && n < sizeof(digits) - 1; text++) {
		if (*text >= '0' && *text <= '9')
			digits[n++] = *text;
		else if (!strchr("-T:.", *text))
			break;
	}
	if (n < 14)
		return NAN;
	struct tm utc = {.tm_year = number_of(digits, 4) - 1900,
			 .tm_mon = number_of(digits + 4, 2) - 1,
			 .tm_mday = number_of(digits + 6, 2),
			 .tm_hour = number_of(digits + 8, 2),
			 .tm_min = number_of(digits + 10, 2),
			 .tm_sec = number_of(digits + 12, 2)};
	return (double)timegm(&utc) + number_of(digits + 14, 3) / 1000.0;
}

double
fio_json_start(const struct export_run *run, const struct export_test *test)
{
	char number[NUM_TEXT];
	double start = parse_time(export_text(run, test, "meta.start", number));

	return isnan(start) ? parse_time(run->key.name->text) : start;
}

/* A run that did not come to its end has an error: the one that it names, or that it was
 * interrupted. */
static int
error_of(const struct export_run *run, const struct export_test *test)
{
	char number[NUM_TEXT];
	const char *why = export_text(run, test, "meta.interrupted", number);

	if (export_complete(run, test))
		return 0;
	for (int i = 1; why && i < 134; i++) {
		const char *name = strerrorname_np(i);

		if (name && strcmp(name, why) == 0)
			return i;
	}
	return EINTR;
}

/* What of meta.fio.* is none of the job's options. */
static bool
is_of_import(const char *name)
{
	static const char *const names[] = {"version", "options_unknown", "iops", "bw"};

	for (size_t i = 0; i < countof(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* The option that a metric records; NULL = none. */
static const char *
option_of(const char *metric)
{
	static const char job[] = "job.", fio[] = "meta.fio.";

	if (strncmp(metric, job, strlen(job)) == 0)
		return metric + strlen(job);
	if (strncmp(metric, fio, strlen(fio)) == 0 && !is_of_import(metric + strlen(fio)))
		return metric + strlen(fio);
	return NULL;
}

/* A folder has a slash at its end. */
static void
put_target(json_t *options, const char *target)
{
	size_t n = target ? strlen(target) : 0;
	char *folder = n > 1 && target[n - 1] == '/' ? mem_copy(target, n - 1) : NULL;

	if (folder)
		object_put_text(options, "directory", folder);
	else if (n)
		object_put_text(options, "filename", target);
	free(folder);
}

static void
put_options(json_t *job, const struct export_run *run, const struct export_test *test)
{
	json_t *options = object_put(job, "job options", object_new());
	char number[NUM_TEXT];

	object_put_text(options, "name", test->name->text);
	for (size_t i = 0; i < list_n(&test->scalars); i++) {
		const struct export_row *row = &export_rows(&test->scalars)[i];
		const char *option = option_of(row->metric->text);

		if (option)
			object_put_text(options, option,
					row->text ? row->text->text
						  : num_write(row->value, number));
	}
	put_target(options, export_text(run, test, "meta.target", number));
}

/* usr_cpu and sys_cpu are percent of the time that all clones took together, job_runtime. */
static void
put_cpu(json_t *job, const struct export_run *run, const struct export_test *test)
{
	char number[NUM_TEXT];
	const char *numjobs = export_text(run, test, "job.numjobs", number);
	double clones = 1, runtime = export_scalar(test, "runtime");
	double user = export_scalar(test, "cpu.user");
	double system = export_scalar(test, "cpu.system");

	if (!numjobs || !num_parse(view_of(numjobs), &clones) || !(clones >= 1))
		clones = 1;
	double all = runtime * clones;
	object_put_count(job, "job_runtime", round(all * 1000));
	object_put_number(job, "usr_cpu", all > 0 && !isnan(user) ? user / all * 100 : 0);
	object_put_number(job, "sys_cpu", all > 0 && !isnan(system) ? system / all * 100 : 0);
	object_put_count(job, "ctx", export_scalar(test, "cpu.switches"));
	object_put_count(job, "majf", 0);
	object_put_count(job, "minf", 0);
}

/* Of how many I/Os, in percent, the latency is at most the key and above the one before, in three
 * units; the tables go on where the one before ends. */
static void
put_shares(json_t *job, const struct export_test *test)
{
	static const double steps[] = {2, 4, 10, 20, 50, 100, 250, 500, 750, 1000, 2000, INFINITY};
	static const struct {
		const char *name;
		double unit_ns;
		size_t n;
	} tables[] = {{"latency_ns", 1, 10}, {"latency_us", 1e3, 10}, {"latency_ms", 1e6, 12}};
	double bound[32], share[32];
	size_t n = 0;

	for (size_t t = 0; t < countof(tables); t++)
		for (size_t i = 0; i < tables[t].n; i++)
			bound[n++] = steps[i] * tables[t].unit_ns;
	export_latency_shares(test, bound, share, n);
	n = 0;
	for (size_t t = 0; t < countof(tables); t++) {
		json_t *table = object_put(job, tables[t].name, object_new());

		for (size_t i = 0; i < tables[t].n; i++) {
			char key[NUM_TEXT];

			snprintf(key, sizeof(key), i == 11 ? ">=2000" : "%.0f", steps[i]);
			object_put_number(table, key, share[n++]);
		}
	}
}

static bool
has_any(const UT_array *rows, const char *prefix)
{
	for (size_t i = 0; i < list_n(rows); i++)
		if (view_starts(name_view(export_rows(rows)[i].metric), prefix))
			return true;
	return false;
}

static void
put_directions(json_t *job, const struct export_test *test)
{
	for (size_t d = FIO_READ; d <= FIO_TRIM; d++)
		object_put(job, fio_direction_name[d], fio_direction(test, fio_direction_name[d]));
	/* Only fio's unified reporting has it. */
	if (has_any(&test->scalars, "mixed.") || has_any(&test->others, "mixed."))
		object_put(job, fio_direction_name[FIO_MIXED],
			   fio_direction(test, fio_direction_name[FIO_MIXED]));
	json_t *sync = object_put(job, "sync", object_new());
	object_put_count(sync, "total_ios", export_scalar(test, "sync.ios"));
	object_put(sync, "lat_ns", fio_latency_object(test, "sync.lat"));
}

/* before: seconds that the jobs before this one took. Returns how long it took itself. */
static double
put_job(json_t *jobs, const struct export_run *run, const struct export_test *test, double before)
{
	json_t *job = object_append(jobs, object_new());
	double runtime = export_scalar(test, "runtime");

	if (!(runtime > 0 && isfinite(runtime)))
		runtime = 0;
	object_put_text(job, "jobname", test->name->text);
	object_put_count(job, "groupid", (double)json_array_size(jobs) - 1);
	object_put_count(job, "error", error_of(run, test));
	object_put_count(job, "eta", 0);
	object_put_count(job, "elapsed", ceil(before + runtime));
	put_options(job, run, test);
	put_directions(job, test);
	put_cpu(job, run, test);
	put_shares(job, test);
	object_put(job, "ringside", fio_json_rows(run, test));
	return runtime;
}

static json_t *
jobs_of(const struct export_run *run, double *length_s)
{
	json_t *jobs = object_array_new();

	*length_s = 0;
	for (size_t i = 0; i < list_n(&run->tests); i++)
		if (export_run_test(run, i)->measured)
			*length_s += put_job(jobs, run, export_run_test(run, i), *length_s);
	if (run->common && run->common->measured)
		*length_s += put_job(jobs, run, run->common, *length_s);
	return jobs;
}

/* When fio would have printed it, in its three ways: the local time is that of UTC. */
static void
put_time(json_t *document, double end_s)
{
	char text[40];
	struct tm utc;
	time_t whole;

	if (!(end_s >= 0 && end_s < 253402300800)) /* the year 10000 */
		return;
	whole = (time_t)end_s;
	object_put_count(document, "timestamp", end_s);
	object_put_count(document, "timestamp_ms", round(end_s * 1000));
	if (gmtime_r(&whole, &utc) && strftime(text, sizeof(text), "%a %b %e %H:%M:%S %Y", &utc))
		object_put_text(document, "time", text);
}

/* The first test that has a beginning says when the run's was. */
static double
start_of(const struct export_run *run)
{
	double start = fio_json_start(run, run->common);

	for (size_t i = 0; isnan(start) && i < list_n(&run->tests); i++)
		start = fio_json_start(run, export_run_test(run, i));
	return start;
}

json_t *
fio_json_document(const struct export_run *run)
{
	double length_s;
	json_t *jobs = jobs_of(run, &length_s);

	if (json_array_size(jobs) == 0) {
		json_decref(jobs);
		return NULL;
	}
	json_t *document = object_new();
	object_put_text(document, "fio version", form_version);
	put_time(document, start_of(run) + length_s);
	json_t *ringside = object_put(document, "ringside", object_new());
	object_put_text(ringside, "commit", run->key.commit->text);
	object_put_text(ringside, "run", run->key.name->text);
	object_put(document, "global options", object_new());
	object_put(document, "jobs", jobs);
	object_put(document, "disk_util", fio_json_disks(run));
	return document;
}

void
fio_json_write(const json_t *document, FILE *out)
{
	/* 17 digits bring every number back. */
	json_dumpf(document, out, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
	fputc('\n', out);
}
