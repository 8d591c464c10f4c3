/* Iterations and samples of pbench as jobs and results. */
#include "collect/json/pbench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/json/choices.h"
#include "collect/json/field.h"
#include "collect/json/series.h"

enum { SAMPLES_MAX = 10000 };

static const json_t *
benchmark_of(const json_t *data)
{
	const json_t *parameters = json_object_get(data, "parameters");

	return json_array_get(json_object_get(parameters, "benchmark"), 0);
}

static bool
is_of_fio(const json_t *data)
{
	const json_t *throughput = json_object_get(data, "throughput");
	const char *name = json_field_text(benchmark_of(data), "benchmark_name");

	return json_is_array(json_object_get(throughput, "iops_sec")) &&
	       (!name || strcmp(name, "fio") == 0);
}

/* The i-th iteration, NULL behind the last; *name is its name, if it has one. */
static const json_t *
iteration_at(const json_t *root, size_t i, const char **name)
{
	const json_t *entry = json_array_get(root, i);

	*name = json_field_text(entry, "iteration_name");
	if (json_is_object(root))
		return i == 0 ? root : NULL;
	return json_object_get(entry, "iteration_data");
}

static size_t
iterations_n(const json_t *root)
{
	return json_is_object(root) ? 1 : json_array_size(root);
}

bool
json_pbench_fits(const json_t *root)
{
	const char *name;

	for (size_t i = 0; i < iterations_n(root); i++) {
		if (is_of_fio(iteration_at(root, i, &name)))
			return true;
	}
	return false;
}

/* How many samples there are; 0 where the file is of a single one. */
static size_t
samples_n(const json_t *data)
{
	size_t i, n = 0;
	const json_t *entry, *throughput = json_object_get(data, "throughput");

	json_array_foreach(json_object_get(throughput, "iops_sec"), i, entry)
	{
		size_t has = json_array_size(json_object_get(entry, "samples"));
		n = has > n ? has : n;
	}
	return n < SAMPLES_MAX ? n : SAMPLES_MAX;
}

/* Parameters that pbench added to fio's options. */
static bool
is_of_pbench(const char *key)
{
	static const char *const keys[] = {"benchmark_name",
					   "benchmark_version",
					   "controller_host",
					   "max_failures",
					   "max_stddevpct",
					   "primary_metric",
					   "uid"};

	for (size_t i = 0; i < countof(keys); i++) {
		if (strcmp(key, keys[i]) == 0)
			return true;
	}
	return false;
}

static void
options_read(const json_t *benchmark, struct fio_job *job)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)benchmark, key, value)
	{
		char *text = is_of_pbench(key) ? NULL : json_field_copy(value);
		if (text) {
			fio_job_add_option(job, key, text);
			job->options_known = true;
		}
		free(text);
	}
}

/* pbench has "fio-3.3" and "3.3". */
static char *
version_of(const json_t *benchmark)
{
	const char *text = json_field_text(benchmark, "benchmark_version");

	if (!text)
		return NULL;
	return strncmp(text, "fio-", 4) == 0 ? mem_dup(text) : mem_format("fio-%s", text);
}

/* ns of a unit of this latency, and its name. */
static double
unit_of(const char *description, const char *version, const char **name)
{
	int major, minor;

	if (description && strstr(description, "msec"))
		return *name = "ms", 1e6;
	if (description && strstr(description, "usec"))
		return *name = "us", 1e3;
	json_field_version(version, &major, &minor);
	if (major > 0 && major < 3)
		return *name = "us", 1e3;
	return *name = "ns", 1;
}

/* Reads and writes that stand in one series are told apart by its own key. */
static void
direction_read(const json_t *data, size_t sample, enum json_series_of of, const char *version,
	       struct fio_direction *out, const char **unit)
{
	const json_t *iops = json_object_get(json_object_get(data, "throughput"), "iops_sec");
	const json_t *latencies = json_object_get(data, "latency");

	out->used = true;
	out->iops = json_series_value(iops, sample, of, false);
	json_series_intervals(iops, sample, of, out);
	if (out->n_intervals)
		out->runtime = out->interval[out->n_intervals - 1].end;
	for (size_t i = 0; i < FIO_LATENCIES; i++) {
		const json_t *entries = json_object_get(latencies, fio_latency_name[i]);
		const char *description =
		    json_field_text(json_array_get(entries, 0), "description");
		double mean = json_series_value(entries, sample, of, true);
		if (!isnan(mean))
			out->latency[i].mean = mean * unit_of(description, version, unit);
	}
}

static void
job_read(const json_t *data, size_t sample, const char *version, struct fio_job *job,
	 const char **unit)
{
	const json_t *iops = json_object_get(json_object_get(data, "throughput"), "iops_sec");
	bool reads = json_choices_asks(job, FIO_READ), writes = json_choices_asks(job, FIO_WRITE);
	struct fio_direction *direction = job->direction;

	if (reads && writes && json_series_tells(iops, sample)) {
		direction_read(data, sample, JSON_SERIES_READ, version, &direction[FIO_READ], unit);
		direction_read(data, sample, JSON_SERIES_WRITE, version, &direction[FIO_WRITE],
			       unit);
		return;
	}
	size_t only = reads == writes ? FIO_MIXED : reads ? FIO_READ : FIO_WRITE;
	direction_read(data, sample, JSON_SERIES_ALL, version, &direction[only], unit);
}

static char *
name_of(const char *name, const json_t *benchmark)
{
	const char *rw = json_field_text(benchmark, "rw"), *bs = json_field_text(benchmark, "bs");

	if (name)
		return mem_dup(name);
	return rw && bs ? mem_format("%s-%s", rw, bs) : mem_dup(rw ? rw : "pbench");
}

static void
sample_read(const json_t *root, size_t sample, struct fio_result *result, const char **unit)
{
	const char *name;

	for (size_t i = 0; i < iterations_n(root); i++) {
		const json_t *data = iteration_at(root, i, &name);
		size_t n = samples_n(data);
		if (!is_of_fio(data) || sample >= (n ? n : 1))
			continue;
		const json_t *benchmark = benchmark_of(data);
		char *own = name_of(name, benchmark), *version = version_of(benchmark);
		struct fio_job *job = fio_result_add_job(result, own);
		job->group = i;
		job->line = result->line;
		options_read(benchmark, job);
		job_read(data, sample, version, job, unit);
		free(own);
		if (result->version)
			free(version);
		else
			result->version = version;
	}
}

size_t
json_pbench_read(const json_t *root, size_t line, const struct sink *sink)
{
	const char *name, *unit = NULL;
	size_t n = 0, given = 0;
	bool single = true;

	for (size_t i = 0; i < iterations_n(root); i++) {
		const json_t *data = iteration_at(root, i, &name);
		size_t has = is_of_fio(data) ? samples_n(data) : 0;
		single &= has == 0;
		n = has > n ? has : n;
	}
	for (size_t sample = 0; sample < (single ? 1 : n); sample++) {
		struct fio_result result;
		fio_result_init(&result, "pbench json", line);
		sample_read(root, sample, &result, &unit);
		if (!result.n_jobs) {
			fio_result_free(&result);
			continue;
		}
		if (!single)
			result.run = mem_format("sample%zu", sample + 1);
		sink_result(sink, &result);
		given++;
	}
	if (given && unit)
		sink_note(sink, line, "pbench says no unit of latencies; they are taken as %s",
			  unit);
	return given;
}
