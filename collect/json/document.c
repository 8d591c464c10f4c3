/* The root of fio's JSON, its jobs and disks; the keys are those of fio's stat.c and client.c. */
#include "collect/json/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/json/choices.h"
#include "collect/json/direction.h"
#include "collect/json/latency.h"
#include "collect/json/rows.h"

enum { FIO_PORT = 8765 }; /* where a fio server listens if not told otherwise */

/* Versions that say no number count as new. */
static bool
is_since(const struct json_context *context, int major, int minor)
{
	return !context->major || context->major > major ||
	       (context->major == major && context->minor >= minor);
}

/* From 3.1 to 3.13 percentiles of lat hung below clat. */
static void
move_percentiles(const struct json_context *context, const struct fio_job *job,
		 struct fio_direction *direction)
{
	struct fio_latency *clat = &direction->latency[FIO_CLAT],
			   *lat = &direction->latency[FIO_LAT];
	const char *asked = fio_job_option(job, "lat_percentiles");

	if (!is_since(context, 3, 1) || is_since(context, 3, 14) || !asked ||
	    strcmp(asked, "0") == 0 || lat->n_percentiles || lat->n_bins)
		return;
	lat->percentile = clat->percentile;
	lat->n_percentiles = clat->n_percentiles;
	lat->bin = clat->bin;
	lat->n_bins = clat->n_bins;
	clat->percentile = NULL;
	clat->bin = NULL;
	clat->n_percentiles = clat->n_bins = 0;
}

static void
directions_read(const json_t *object, struct json_context *context, struct fio_job *job)
{
	for (size_t i = 0; i < FIO_DIRECTIONS; i++) {
		const json_t *of = json_object_get(object, fio_direction_name[i]);
		struct fio_direction *direction = &job->direction[i];
		/* That it is there at all says that fio was asked to mix. */
		bool asked = i == FIO_MIXED || json_choices_asks(job, (enum fio_direction_index)i);
		json_direction_read(of, asked, context, direction);
		move_percentiles(context, job, direction);
	}
}

static void
sync_read(const json_t *sync, struct json_context *context, struct fio_job *job)
{
	if (!json_is_object(sync))
		return;
	job->syncs = json_field_number(sync, "total_ios");
	json_latency_read(sync, "lat", context, &job->sync);
	/* From 3.13 to 3.37 at least the count is 0 whatever was done; N is there from 3.18 on. */
	if (job->syncs == 0 && job->sync.max > 0)
		job->syncs = job->sync.n;
}

static size_t
group_of(const json_t *object)
{
	int group = json_field_int(object, "groupid", 0);

	return group > 0 ? (size_t)group : 0;
}

static char *
host_of(const char *hostname, double port)
{
	if (!hostname)
		return NULL;
	if (!(port >= 1 && port <= 65535) || port == FIO_PORT)
		return mem_dup(hostname);
	return mem_format("%s:%.0f", hostname, port);
}

static void
job_read(const json_t *object, const json_t *global, struct json_context *context,
	 struct fio_job *job)
{
	const char *hostname = json_field_text(object, "hostname");
	double port = json_field_number(object, "port");

	job->group = group_of(object);
	job->host = host_of(hostname, port);
	job->averaged =
	    context->major && (context->major < 3 || (context->major == 3 && context->minor < 13));
	job->error = json_field_int(object, "error", 0);
	job->errors = json_field_number(object, "total_err");
	job->first_error = json_field_int(object, "first_error", 0);
	job->start = json_field_number(object, "job_start") / 1000;
	job->elapsed = json_field_number(object, "elapsed");
	job->cpu_user = json_field_number(object, "usr_cpu");
	job->cpu_system = json_field_number(object, "sys_cpu");
	job->cpu_runtime = json_field_number(object, "job_runtime") / 1000;
	job->switches = json_field_number(object, "ctx");
	json_choices_read(global, json_object_get(object, "job options"), hostname, port, job);
	directions_read(object, context, job);
	sync_read(json_object_get(object, "sync"), context, job);
	job->extra = json_rows_read(json_object_get(object, "ringside"), &context->rows);
}

/* fio's own sum over the clients; it takes phases that ran one after another for parallel ones. */
static bool
is_sum(const json_t *object)
{
	const char *name = json_field_text(object, "jobname");

	return name && strcmp(name, "All clients") == 0 && !json_object_get(object, "job options");
}

static void
jobs_read(const json_t *root, const json_t *list, const UT_array *lines,
	  struct json_context *context, struct fio_result *result)
{
	size_t i;
	const json_t *object, *global = json_object_get(root, "global options");
	bool clients = list == json_object_get(root, "client_stats");

	json_array_foreach(list, i, object)
	{
		const char *name = json_field_text(object, "jobname");
		if (!json_is_object(object) || (clients && is_sum(object)))
			continue;
		struct fio_job *job = fio_result_add_job(result, name ? name : "");
		job->line =
		    i < list_n(lines) ? ((const size_t *)list_data(lines))[i] : result->line;
		job_read(object, global, context, job);
	}
	json_choices_clones(result, is_since(context, 3, 1));
}

static void
disks_read(const json_t *list, struct fio_result *result)
{
	size_t i;
	const json_t *object;

	json_array_foreach(list, i, object)
	{
		const char *name = json_field_text(object, "name");
		const char *host = json_field_text(object, "hostname");
		if (!name)
			continue;
		char *full = host ? mem_format("%s:%s", host, name) : mem_dup(name);
		struct fio_disk *disk = fio_result_add_disk(result, full);
		free(full);
		disk->read_ios = json_field_number(object, "read_ios");
		disk->write_ios = json_field_number(object, "write_ios");
		disk->util = json_field_number(object, "util");
	}
}

static void
root_read(const json_t *root, struct fio_result *result)
{
	const json_t *own = json_object_get(root, "ringside");

	result->version = mem_dup(json_field_text(root, "fio version"));
	result->time = json_field_number(root, "timestamp_ms") / 1000;
	if (isnan(result->time))
		result->time = json_field_number(root, "timestamp");
	result->time_text = mem_dup(json_field_text(root, "time"));
	result->commit = mem_dup(json_field_text(own, "commit"));
	result->run = mem_dup(json_field_text(own, "run"));
}

static void
remark(const struct json_context *context, size_t line, const struct sink *sink)
{
	if (context->priorities)
		sink_note(sink, line,
			  "latencies by I/O priority are left out: they are parts of the whole");
	if (context->impossible)
		sink_note(sink, line,
			  "bins with counts beyond 2^63, which cannot be, are left out");
	if (context->rows)
		sink_note(sink, line,
			  "rows below 'ringside' that are no records are left out (metric, unit, "
			  "start, end, low, high, value)");
}

bool
json_document_read(const json_t *root, size_t line, const UT_array *job_lines,
		   const struct sink *sink, struct fio_result *result, const char **why)
{
	struct json_context context = {0};
	const json_t *clients = json_object_get(root, "client_stats");
	const json_t *list = json_is_array(clients) ? clients : json_object_get(root, "jobs");

	fio_result_init(result, "fio json", line);
	json_field_version(json_field_text(root, "fio version"), &context.major, &context.minor);
	jobs_read(root, list, job_lines, &context, result);
	if (!result->n_jobs) {
		fio_result_free(result);
		*why = list == clients && list
			   ? "the document holds no client's results: the servers were gone before "
			     "they sent any"
			   : "the document holds no job: fio ended before any began";
		return false;
	}
	root_read(root, result);
	disks_read(json_object_get(root, "disk_util"), result);
	if (context.bins)
		result->form = "fio json+";
	remark(&context, line, sink);
	return true;
}
