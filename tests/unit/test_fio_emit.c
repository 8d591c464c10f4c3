/* A result of fio as rows: names, units, and the numbers that fio does not print itself. */
#include "collect/fio/emit.h"

#include "collect/base/lines.h"
#include "tests/unit/check.h"

struct emitted {
	char *text;
	UT_array *notes;
};

static void
on_note(void *ctx, const struct where *what)
{
	lines_add(ctx, what->why);
}

/* A host and a disk of more than 40 letters. */
#define LONG_NAME "storage-node-0123456789.rack-0123456789.building-0123456789:nvme0123456789n"

static struct emitted
emit_job(const struct fio_result *result, size_t job)
{
	struct emitted emitted = {NULL, lines_new()};
	size_t n = 0;
	const struct sink sink = {"f", NULL, on_note, emitted.notes};
	const struct rows rows = {open_memstream(&emitted.text, &n), "c", "r", "t"};

	struct where thin;
	fio_emit(&rows, result, &result->job[job], "a.json", &sink, &thin);
	if (thin.why[0])
		lines_add(emitted.notes, thin.why);
	fclose(rows.out);
	return emitted;
}

static struct emitted
emit(const struct fio_result *result)
{
	return emit_job(result, 0);
}

static void
emitted_free(struct emitted *emitted)
{
	free(emitted->text);
	lines_free(emitted->notes);
}

static void
check_has(const struct emitted *emitted, const char *row)
{
	char line[256];

	snprintf(line, sizeof(line), "c,t,r,%s\n", row);
	cr_expect(strstr(emitted->text, line) != NULL, "no row '%s' in\n%s", row, emitted->text);
}

static void
check_lacks(const struct emitted *emitted, const char *part)
{
	cr_expect(strstr(emitted->text, part) == NULL, "'%s' in\n%s", part, emitted->text);
}

static bool
noted(const struct emitted *emitted, const char *part)
{
	for (size_t i = 0; i < list_n(emitted->notes); i++)
		if (strstr(lines_at(emitted->notes, i), part))
			return true;
	return false;
}

static struct fio_job *
start(struct fio_result *result)
{
	fio_result_init(result, "fio json", 1);
	struct fio_job *job = fio_result_add_job(result, "t");
	job->clones = 1;
	job->direction[FIO_READ].used = true;
	return job;
}

Test(fio_emit, rates_are_counts_by_time)
{
	struct fio_result result;
	struct fio_direction *read = &start(&result)->direction[FIO_READ];

	read->ios = 601;
	read->bytes = 601 * 4096;
	read->runtime = 1.5;
	read->iops = 400; /* what fio prints is rounded */
	read->iops_samples = (struct fio_samples){4, 1, 10, 5, 2};
	result.job[0].cpu_user = 50;
	result.job[0].cpu_system = 10;
	result.job[0].switches = 9;
	struct emitted emitted = emit(&result);
	check_has(&emitted, "read.ios,1,,,,,601");
	check_has(&emitted, "read.bytes,B,,,,,2461696");
	/* 601 / 1.5 and 2461696 / 1.5 */
	check_has(&emitted, "read.iops,iops,,,,,400.6666666666667");
	check_has(&emitted, "read.bw,B/s,,,,,1641130.6666666667");
	check_has(&emitted, "read.iops.n,1,,,,,4");
	/* 2 * sqrt(3 / 4) */
	check_has(&emitted, "read.iops.stdev,iops,,,,,1.7320508075688772");
	/* Without job_runtime the percentages are of runtime. */
	check_has(&emitted, "cpu.user,s,,,,,0.75");
	check_has(&emitted, "cpu.switches,1,,,,,9");
	check_has(&emitted, "runtime,s,,,,,1.5");
	check_has(&emitted, "errors,1,,,,,0");
	check_has(&emitted, "meta.source,text,,,,,fio json");
	check_has(&emitted, "meta.source.file,text,,,,,a.json");
	check_has(&emitted, "meta.complete,1,,,,,1");
	check_lacks(&emitted, "write.");
	check_lacks(&emitted, "meta.fio.iops");
	check_int(list_n(emitted.notes), 0);
	emitted_free(&emitted);
	fio_result_free(&result);
}

Test(fio_emit, rates_that_are_not_counted_say_so)
{
	struct fio_result result;
	struct fio_direction *read = &start(&result)->direction[FIO_READ];

	read->iops = 400;
	read->bw_samples.mean = 4096;
	struct emitted emitted = emit(&result);
	check_has(&emitted, "read.iops,iops,,,,,400");
	check_has(&emitted, "meta.fio.iops,text,,,,,printed");
	check_has(&emitted, "read.bw,B/s,,,,,4096");
	check_has(&emitted, "meta.fio.bw,text,,,,,samples");
	cr_expect(noted(&emitted, "means of samples"));
	emitted_free(&emitted);
	fio_result_free(&result);
}

Test(fio_emit, samples_of_several_or_of_single_ios_are_no_spread)
{
	struct fio_result result;
	struct fio_job *job = start(&result);
	struct fio_direction *read = &job->direction[FIO_READ];

	read->ios = 600;
	read->runtime = 1;
	read->iops_samples = (struct fio_samples){600, 1, 1, 1, 0};
	read->bw_samples = (struct fio_samples){600, 1e6, 5e9, 1e8, 1e7};
	struct emitted emitted = emit(&result);
	check_has(&emitted, "read.iops,iops,,,,,600");
	check_lacks(&emitted, "read.iops.");
	check_lacks(&emitted, "read.bw.");
	cr_expect(noted(&emitted, "single I/Os"));
	emitted_free(&emitted);
	job->clones = 2;
	read->iops_samples = (struct fio_samples){4, 100, 200, 150, 10};
	emitted = emit(&result);
	check_lacks(&emitted, "read.iops.");
	emitted_free(&emitted);
	fio_result_free(&result);
}

/* n = 1: fio's deviation is 0; n = 2: fio's, by n - 1, is sqrt(2) times that by n. */
Test(fio_emit, latencies_by_number)
{
	static const struct {
		double n, mean, min, max, stdev;
		const char *row; /* NULL = no row of it at all */
	} rows[] = {{0, 0, 0, 0, 0, NULL},
		    {1, 7, 7, 7, 0, "read.lat.stdev,ns,,,,,0"},
		    {2, 2, 1, 3, 2, "read.lat.stdev,ns,,,,,1.4142135623730951"}};

	for (size_t i = 0; i < 3; i++) {
		struct fio_result result;
		struct fio_latency *lat = &start(&result)->direction[FIO_READ].latency[FIO_LAT];
		lat->n = rows[i].n;
		lat->mean = rows[i].mean;
		lat->min = rows[i].min;
		lat->max = rows[i].max;
		lat->stdev = rows[i].stdev;
		struct emitted emitted = emit(&result);
		if (rows[i].row)
			check_has(&emitted, rows[i].row);
		else
			check_lacks(&emitted, "read.lat");
		emitted_free(&emitted);
		fio_result_free(&result);
	}
}

Test(fio_emit, percentiles_are_scalars_where_there_are_no_buckets)
{
	struct fio_result result;
	struct fio_latency *clat = &start(&result)->direction[FIO_READ].latency[FIO_CLAT];

	clat->n = 1000;
	clat->mean = 900;
	clat->max = 17e9;
	clat->ceiling = 17112760320.0;
	fio_latency_add_percentile(clat, 50, 800);
	fio_latency_add_percentile(clat, 99.9, 5000);
	fio_latency_add_percentile(clat, 99.9, 6000);
	fio_latency_add_percentile(clat, 99.99, 17112760320.0);
	struct emitted emitted = emit(&result);
	check_has(&emitted, "read.clat.p50,ns,,,,,800");
	check_has(&emitted, "read.clat.p99.9,ns,,,,,5000");
	check_lacks(&emitted, "6000");
	cr_expect(noted(&emitted, "p99.9 and above of read.clat: fewer than 10 of 1000 I/Os"));
	cr_expect(noted(&emitted, "above 17.11 s"));
	emitted_free(&emitted);
	fio_latency_add_bin(clat, (struct fio_bin){800, 808, 1000});
	emitted = emit(&result);
	check_has(&emitted, "read.clat,ns,,,800,808,1000");
	check_lacks(&emitted, "read.clat.p");
	emitted_free(&emitted);
	fio_result_free(&result);
}

Test(fio_emit, the_end_of_a_failed_job)
{
	struct fio_result result;
	struct fio_job *job = start(&result);

	job->error = 5;
	struct emitted emitted = emit(&result);
	check_has(&emitted, "meta.interrupted,text,,,,,EIO");
	check_has(&emitted, "errors,1,,,,,1");
	check_has(&emitted, "errors.EIO,1,,,,,1");
	check_lacks(&emitted, "meta.complete");
	emitted_free(&emitted);
	job->error = 0;
	job->errors = 12;
	emitted = emit(&result);
	check_has(&emitted, "errors,1,,,,,12");
	check_has(&emitted, "meta.complete,1,,,,,1");
	emitted_free(&emitted);
	result.interrupted = true;
	emitted = emit(&result);
	check_has(&emitted, "meta.interrupted,text,,,,,signal");
	emitted_free(&emitted);
	fio_result_free(&result);
}

Test(fio_emit, intervals_disks_syncs_and_times)
{
	struct fio_result result;
	struct fio_job *job = start(&result);

	fio_direction_add_interval(&job->direction[FIO_READ], (struct fio_interval){0, 2, 10, NAN});
	fio_direction_add_interval(&job->direction[FIO_READ], (struct fio_interval){2, 2, 1, 1});
	job->syncs = 3;
	job->sync.mean = job->sync.max = job->sync.min = 500;
	job->elapsed = 10;
	result.time = 1699243650.25; /* date -u -d @1699243640.25: 2023-11-06 04:07:20.250 */
	fio_result_add_disk(&result, "sda")->util = 12.5;
	struct emitted emitted = emit(&result);
	check_has(&emitted, "read.iops,iops,0,2,,,5");
	check_lacks(&emitted, "read.iops,iops,2,2");
	check_lacks(&emitted, "read.bw");
	check_has(&emitted, "sync.lat.mean,ns,,,,,500");
	check_has(&emitted, "sync.ios,1,,,,,3");
	check_has(&emitted, "disk.util,%,,,,,12.5");
	check_has(&emitted, "meta.start,text,,,,,2023-11-06T04:07:20.250Z");
	emitted_free(&emitted);
	fio_result_add_disk(&result, "sdb")->util = 1;
	emitted = emit(&result);
	check_has(&emitted, "disk.sda.util,%,,,,,12.5");
	check_has(&emitted, "disk.sdb.util,%,,,,,1");
	emitted_free(&emitted);
	/* Long names stay apart. */
	fio_result_add_disk(&result, LONG_NAME "1")->util = 2;
	fio_result_add_disk(&result, LONG_NAME "2")->util = 3;
	fio_result_add_disk(&result, "sda")->util = 4;
	emitted = emit(&result);
	check_has(&emitted, "disk." LONG_NAME "1.util,%,,,,,2");
	check_has(&emitted, "disk." LONG_NAME "2.util,%,,,,,3");
	check_lacks(&emitted, "%,,,,,4");
	emitted_free(&emitted);
	/* They are of all jobs, and said once. */
	fio_result_add_job(&result, "v");
	emitted = emit(&result);
	check_has(&emitted, "disk.sdb.util,%,,,,,1");
	emitted_free(&emitted);
	emitted = emit_job(&result, 1);
	check_lacks(&emitted, "disk.");
	emitted_free(&emitted);
	/* Disks are fio's as a whole: not of one of two groups. */
	fio_result_add_job(&result, "u")->group = 1;
	emitted = emit(&result);
	check_lacks(&emitted, "disk.");
	emitted_free(&emitted);
	fio_result_free(&result);
}

static char *
target_of(const char *directory, const char *const *files, size_t n)
{
	struct fio_result result;
	struct fio_job *job = start(&result);
	char *value = NULL;

	for (size_t i = 0; i < n; i++)
		fio_job_add_option(job, "filename", files[i]);
	if (directory)
		fio_job_add_option(job, "directory", directory);
	struct emitted emitted = emit(&result);
	const char *at = strstr(emitted.text, "meta.target,text,,,,,");
	if (at)
		value = strndup(at + strlen("meta.target,text,,,,,"),
				strcspn(at + strlen("meta.target,text,,,,,"), "\n"));
	emitted_free(&emitted);
	fio_result_free(&result);
	return value ? value : strdup("(none)");
}

static void
check_target(const char *directory, const char *const *files, size_t n, const char *want)
{
	char *got = target_of(directory, files, n);

	check_text(got, want);
	free(got);
}

Test(fio_emit, where_it_was_done)
{
	static const char *const one[] = {"f"}, *const two[] = {"/dev/a", "/dev/b"};
	struct fio_result result;

	check_target(NULL, NULL, 0, "(none)");
	check_target("/data", NULL, 0, "/data/");
	check_target("/data", one, 1, "/data/f");
	check_target(NULL, one, 1, "f");
	check_target("/data", two, 2, "/dev/a:/dev/b");
	start(&result);
	struct emitted emitted = emit(&result);
	check_lacks(&emitted, "meta.device");
	emitted_free(&emitted);
	fio_result_add_disk(&result, "nvme0n1");
	emitted = emit(&result);
	check_has(&emitted, "meta.device,text,,,,,nvme0n1");
	emitted_free(&emitted);
	fio_result_add_disk(&result, "nvme1n1");
	emitted = emit(&result);
	check_lacks(&emitted, "meta.device");
	emitted_free(&emitted);
	fio_result_free(&result);
}

/* How it was done stands beside what was done. */
Test(fio_emit, ways_are_of_fio)
{
	struct fio_result result;
	struct fio_job *job = start(&result);

	job->options_known = true;
	fio_job_add_option(job, "hipri", "1");
	fio_job_add_option(job, "rate", "1m");
	struct emitted emitted = emit(&result);
	check_has(&emitted, "meta.fio.hipri,text,,,,,1");
	check_has(&emitted, "job.rate,text,,,,,1m");
	check_lacks(&emitted, "job.hipri");
	/* Options that fio may have dropped are in the records alone. */
	check_has(&emitted, "meta.fio.options_unknown,text,,,,,time_based group_reporting "
			    "norandommap thread refill_buffers zero_buffers");
	check_int(list_n(emitted.notes), 0);
	emitted_free(&emitted);
	fio_result_free(&result);
}

/* 12000 I/Os have 12 beyond p99.9, and 1.2 beyond p99.99. */
Test(fio_emit, percentiles_that_rest_on_few_ios)
{
	struct fio_result result;
	struct fio_job *job = start(&result);
	struct fio_latency *clat = &job->direction[FIO_READ].latency[FIO_CLAT];

	job->direction[FIO_READ].ios = 12000;
	fio_latency_add_percentile(clat, 99.9, 5);
	struct emitted emitted = emit(&result);
	check_int(list_n(emitted.notes), 0);
	emitted_free(&emitted);
	fio_latency_add_percentile(clat, 99.99, 6);
	emitted = emit(&result);
	check_int(list_n(emitted.notes), 1);
	check_text(lines_at(emitted.notes, 0),
		   "p99.99 of read.clat: fewer than 10 of 12000 I/Os lie beyond");
	emitted_free(&emitted);
	fio_latency_add_percentile(clat, 99.999, 7);
	fio_latency_copy(clat, &job->direction[FIO_READ].latency[FIO_LAT]);
	emitted = emit(&result);
	check_int(list_n(emitted.notes), 1);
	check_text(lines_at(emitted.notes, 0),
		   "p99.99 and above of read.clat: fewer than 10 of 12000 I/Os lie beyond");
	emitted_free(&emitted);
	fio_result_free(&result);
}

Test(fio_emit, flushes_of_unknown_number)
{
	struct fio_result result;
	struct fio_job *job = start(&result);

	job->sync.mean = job->sync.max = job->sync.min = 500;
	job->sync.stdev = 7;
	fio_latency_add_percentile(&job->sync, 99, 490);
	struct emitted emitted = emit(&result);
	check_has(&emitted, "sync.lat.mean,ns,,,,,500");
	check_has(&emitted, "sync.lat.stdev,ns,,,,,7");
	check_has(&emitted, "sync.lat.p99,ns,,,,,490");
	check_lacks(&emitted, "sync.lat.n,");
	check_lacks(&emitted, "sync.ios");
	check_int(list_n(emitted.notes), 0);
	emitted_free(&emitted);
	fio_result_free(&result);
}

Test(fio_emit, one_io_is_one)
{
	struct fio_result result;
	struct fio_latency *clat = &start(&result)->direction[FIO_READ].latency[FIO_CLAT];

	clat->n = 1;
	clat->mean = clat->max = clat->min = 900;
	fio_latency_add_percentile(clat, 99, 900);
	struct emitted emitted = emit(&result);
	check_text(lines_at(emitted.notes, 0),
		   "p99 of read.clat: fewer than 10 of 1 I/O lie beyond");
	emitted_free(&emitted);
	fio_result_free(&result);
}

/* That the clones' percentiles are lost has been said where they were folded. */
Test(fio_emit, lost_percentiles_are_said_once)
{
	for (int lost = 0; lost <= 1; lost++) {
		struct fio_result result;
		struct fio_job *job = start(&result);
		struct fio_latency *clat = &job->direction[FIO_READ].latency[FIO_CLAT];
		clat->n = 2;
		clat->mean = clat->max = clat->min = 900;
		job->percentiles_lost = lost;
		struct emitted emitted = emit(&result);
		check_int(noted(&emitted, "no percentiles of read"), !lost);
		emitted_free(&emitted);
		fio_result_free(&result);
	}
}

/* The square of their number would take minutes. */
Test(fio_emit, very_many_disks, .timeout = 30)
{
	enum { N = 200000 };
	struct fio_result result;
	char name[16];

	start(&result);
	for (size_t i = 0; i < N; i++) {
		snprintf(name, sizeof(name), "sd%zu", i);
		fio_result_add_disk(&result, name)->util = 1;
	}
	struct emitted emitted = emit(&result);
	check_has(&emitted, "disk.sd0.util,%,,,,,1");
	check_has(&emitted, "disk.sd199999.util,%,,,,,1");
	emitted_free(&emitted);
	fio_result_free(&result);
}
