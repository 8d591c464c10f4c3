/* Runs as documents of fio. */
#include "collect/export/fio_json.h"

#include "tests/unit/export.h"

/* The first run's document. */
static json_t *
document_of(const char *rows)
{
	struct export_store store = export_store_of(rows);
	json_t *document = fio_json_document(export_first_run(&store));

	export_store_free(&store);
	return document;
}

/* What lies at a path such as "read/clat_ns/bins" of the first job. */
static const json_t *
at(const json_t *document, const char *path)
{
	const json_t *value = json_array_get(json_object_get(document, "jobs"), 0);
	char *copy = strdup(path), *rest = copy;

	for (char *key; (key = strsep(&rest, "/")) != NULL;)
		value = json_object_get(value, key);
	free(copy);
	return value;
}

static double
number_at(const json_t *document, const char *path)
{
	const json_t *value = at(document, path);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *
text_at(const json_t *document, const char *path)
{
	const char *text = json_string_value(at(document, path));

	return text ? text : "(none)";
}

static const char run[] =
    "v,,r,meta.start,text,,,,,2026-11-30T12:01:02.250Z\nv,,r,meta.kernel,text,,,,,6.1\n"
    "v,t,r,job.rw,text,,,,,randread\nv,t,r,job.numjobs,text,,,,,2\nv,t,r,read.ios,1,,,,,3000\n"
    "v,t,r,read.bytes,B,,,,,12288000\nv,t,r,read.iops,iops,,,,,1499.5\n"
    "v,t,r,read.bw,B/s,,,,,6141952\nv,t,r,read.iops,iops,0,1,,,1500\n"
    "v,t,r,read.iops,iops,1,2,,,1499\nv,t,r,read.clat.n,1,,,,,4\nv,t,r,read.clat.min,ns,,,,,100\n"
    "v,t,r,read.clat.max,ns,,,,,11300\nv,t,r,read.clat.mean,ns,,,,,5000.25\n"
    "v,t,r,read.clat.stdev,ns,,,,,3\nv,t,r,read.clat,ns,,,100,101,3\n"
    "v,t,r,read.clat,ns,,,11264,11392,1\nv,t,r,ring.reaped,1,,,1,2,3\nv,t,r,runtime,s,,,,,2.0007\n"
    "v,t,r,cpu.user,s,,,,,0.20007\nv,t,r,cpu.system,s,,,,,0.40014\nv,t,r,cpu.switches,1,,,,,17\n"
    "v,t,r,errors,1,,,,,0\nv,,r,meta.complete,1,,,,,1\n";

Test(export_fio_json, numbers_have_fios_units)
{
	json_t *document = document_of(run);

	check_close(number_at(document, "read/io_bytes"), 12288000, 0, "io_bytes");
	check_close(number_at(document, "read/io_kbytes"), 12000, 0, "io_kbytes");
	check_close(number_at(document, "read/bw_bytes"), 6141952, 0, "bw_bytes");
	check_close(number_at(document, "read/bw"), 5998, 0, "bw in KiB/s");
	check_close(number_at(document, "read/iops"), 1499.5, 0, "iops");
	check_close(number_at(document, "read/runtime"), 2001, 0, "runtime in ms");
	check_close(number_at(document, "read/total_ios"), 3000, 0, "total_ios");
	check_close(number_at(document, "read/iops_mean"), 1499.5, 0, "samples' mean");
	check_close(number_at(document, "read/iops_samples"), 2, 0, "samples");
	check_close(number_at(document, "read/bw_samples"), 0, 0, "none of bw");
	check_close(number_at(document, "read/clat_ns/mean"), 5000.25, 0, "mean");
	check_close(number_at(document, "read/clat_ns/stddev"), sqrt(12), 1e-15, "n - 1");
	check_close(number_at(document, "read/clat_ns/N"), 4, 0, "N");
	check_close(number_at(document, "read/clat_ns/percentile/50.000000"), 100, 0, "p50");
	check_close(number_at(document, "read/clat_ns/percentile/99.990000"), 11328, 0, "p99.99");
	check_close(number_at(document, "read/clat_ns/bins/100"), 3, 0, "bin");
	check_close(number_at(document, "read/clat_ns/bins/11328"), 1, 0, "bin by its middle");
	/* Two clones: 4.0014 s of threads. */
	check_close(number_at(document, "job_runtime"), 4001, 0, "job_runtime");
	check_close(number_at(document, "usr_cpu"), 5, 1e-12, "usr_cpu");
	check_close(number_at(document, "sys_cpu"), 10, 1e-12, "sys_cpu");
	check_close(number_at(document, "ctx"), 17, 0, "ctx");
	check_close(number_at(document, "latency_ns/250"), 75, 0, "3 of 4 above 100 ns");
	check_close(number_at(document, "latency_us/20"), 25, 0, "1 of 4 above 10 us");
	json_decref(document);
}

/* Tools take for granted that each direction and latency is there. */
Test(export_fio_json, what_was_not_used_is_zero)
{
	json_t *document = document_of(run);

	check_close(number_at(document, "write/total_ios"), 0, 0, "write");
	check_close(number_at(document, "write/runtime"), 0, 0, "runtime");
	check_close(number_at(document, "trim/iops"), 0, 0, "trim");
	check_close(number_at(document, "read/slat_ns/N"), 0, 0, "slat");
	check_close(number_at(document, "read/lat_ns/mean"), 0, 0, "lat");
	cr_expect(at(document, "read/lat_ns/percentile") == NULL);
	cr_expect(at(document, "read/lat_ns/bins") == NULL, "an empty one has no first bin");
	check_close(number_at(document, "sync/total_ios"), 0, 0, "sync");
	cr_expect(at(document, "mixed") == NULL);
	json_decref(document);
}

Test(export_fio_json, names_and_times)
{
	json_t *document = document_of(run);

	check_text(json_string_value(json_object_get(document, "fio version")), "fio-3.33");
	/* date -u -d 2026-11-30T12:01:02 +%s gives 1796040062; 2.0007 s later it was printed. */
	check_close(json_number_value(json_object_get(document, "timestamp_ms")), 1796040064251, 0,
		    "timestamp_ms");
	check_text(json_string_value(json_object_get(document, "time")),
		   "Mon Nov 30 12:01:04 2026");
	check_text(text_at(document, "jobname"), "t");
	check_text(text_at(document, "job options/rw"), "randread");
	check_text(text_at(document, "job options/numjobs"), "2");
	check_text(text_at(document, "job options/name"), "t");
	check_close(number_at(document, "error"), 0, 0, "error");
	check_close(number_at(document, "elapsed"), 3, 0, "elapsed");
	const json_t *own = json_object_get(document, "ringside");
	check_text(json_string_value(json_object_get(own, "commit")), "v");
	check_text(json_string_value(json_object_get(own, "run")), "r");
	json_decref(document);
}

/* All records but the buckets that bins hold: 24 rows less 2, and none twice. */
Test(export_fio_json, everything_else_stands_in_rows)
{
	json_t *document = document_of(run);
	const json_t *rows = at(document, "ringside");
	char *text = json_dumps(rows, JSON_COMPACT | JSON_REAL_PRECISION(17));

	check_int(json_array_size(rows), 22);
	cr_expect(strstr(text, "[\"meta.kernel\",\"text\",null,null,null,null,\"6.1\"]") != NULL);
	cr_expect(strstr(text, "[\"read.iops\",\"iops\",0,1,null,null,1500]") != NULL);
	cr_expect(strstr(text, "[\"ring.reaped\",\"1\",null,null,1,2,3]") != NULL);
	cr_expect(strstr(text, "[\"runtime\",\"s\",null,null,null,null,2.0007000000000001]") !=
		  NULL);
	cr_expect(strstr(text, "\"read.clat\",") == NULL, "%s", text);
	free(text);
	json_decref(document);
}

/* fio's last bucket takes what is beyond its grid; where it was is not lost. */
Test(export_fio_json, buckets_off_the_grid_stand_in_rows_too)
{
	json_t *document = document_of("v,t,r,sync.lat,ns,,,100,101,3\n"
				       "v,t,r,sync.lat,ns,,,17179869184,17448304640,1\n");
	const json_t *rows = at(document, "ringside");

	check_int(json_array_size(rows), 2);
	check_close(number_at(document, "sync/lat_ns/bins/17112760320"), 1, 0, "the last bin");
	json_decref(document);
}

Test(export_fio_json, mixed_is_there_where_it_was_measured)
{
	json_t *document =
	    document_of("v,t,r,mixed.clat.p99,ns,,,,,900\nv,t,r,mixed.clat.n,1,,,,,5\n");

	check_close(number_at(document, "mixed/clat_ns/percentile/99.000000"), 900, 0, "p99");
	check_close(number_at(document, "mixed/clat_ns/N"), 5, 0, "N");
	cr_expect(at(document, "mixed/clat_ns/mean") == NULL, "not known is not zero");
	check_close(number_at(document, "read/total_ios"), 0, 0, "read");
	json_decref(document);
}

Test(export_fio_json, unfinished_runs_have_an_error)
{
	json_t *document = document_of("v,t,r,read.ios,1,,,,,1\n");
	check_close(number_at(document, "error"), 4, 0, "EINTR");
	json_decref(document);
	document = document_of("v,t,r,read.ios,1,,,,,1\nv,,r,meta.interrupted,text,,,,,EIO\n");
	check_close(number_at(document, "error"), 5, 0, "EIO");
	json_decref(document);
}

Test(export_fio_json, settings_alone_are_no_document)
{
	json_t *document = document_of("v,t,r,job.rw,text,,,,,read\nv,,r,meta.complete,1,,,,,1\n");

	cr_expect(document == NULL);
	json_decref(document);
}

/* What holds for all tests comes first, unless the test says otherwise; a measurement that holds
 * for all tests is a job without a name. */
Test(export_fio_json, common_rows_go_to_each_job)
{
	json_t *document = document_of(
	    "v,t,r,errors,1,,,,,0\nv,t,r,meta.kernel,text,,,,,own\nv,,r,errors,1,,,,,2\n"
	    "v,,r,meta.kernel,text,,,,,all\nv,,r,meta.arch,text,,,,,a\n");
	json_t *jobs = json_object_get(document, "jobs");
	char *first = json_dumps(at(document, "ringside"), JSON_COMPACT);
	char *second =
	    json_dumps(json_object_get(json_array_get(jobs, 1), "ringside"), JSON_COMPACT);

	check_int(json_array_size(jobs), 2);
	check_text(first, "[[\"meta.arch\",\"text\",null,null,null,null,\"a\"],"
			  "[\"errors\",\"1\",null,null,null,null,0],"
			  "[\"meta.kernel\",\"text\",null,null,null,null,\"own\"]]");
	cr_expect(strstr(second, "[[\"errors\",\"1\",null,null,null,null,2],") == second);
	free(first);
	free(second);
	json_decref(document);
}

Test(export_fio_json, the_start_is_that_of_the_run_or_in_its_name)
{
	static const struct {
		const char *rows;
		double start;
	} cases[] = {
	    {"v,t,20261130T120102.345Z.1,errors,1,,,,,0\n", 1796040062.345},
	    {"v,t,20261130T120102,errors,1,,,,,0\n", 1796040062},
	    {"v,t,19700101,errors,1,,,,,0\n", NAN},
	    {"v,t,run7,errors,1,,,,,0\n", NAN},
	    {"v,t,r,meta.start,text,,,,,1970-01-01T00:00:01Z\nv,t,r,errors,1,,,,,0\n", 1},
	    {"v,t,r,meta.start,text,,,,,soon\nv,t,r,errors,1,,,,,0\n", NAN},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct export_store store = export_store_of(cases[i].rows);
		double start = fio_json_start(export_first_run(&store), export_first_test(&store));
		if (isnan(cases[i].start))
			check_nan(start, cases[i].rows);
		else
			check_close(start, cases[i].start, 1e-15, cases[i].rows);
		export_store_free(&store);
	}
}

/* Places and ways of imports go back to where fio has them. */
Test(export_fio_json, targets_ways_and_disks_of_fio)
{
	json_t *document = document_of(
	    "v,t,r,meta.target,text,,,,,/data/\nv,t,r,meta.device,text,,,,,sda\n"
	    "v,t,r,meta.fio.thread,text,,,,,1\nv,t,r,meta.fio.version,text,,,,,fio-3.1\n"
	    "v,t,r,read.ios,1,,,,,1\nv,t,r,disk.util,%,,,,,12.5\nv,t,r,disk.read_ios,1,,,,,7\n"
	    "v,u,r,meta.target,text,,,,,/dev/sdb\nv,u,r,read.ios,1,,,,,1\n"
	    "v,u,r,disk.util,%,,,,,50\nv,u,r,disk.dm-0.x.write_ios,1,,,,,9\n"
	    "v,u,r,disk.dm-0.x.idle,1,,,,,9\n");
	const json_t *disks = json_object_get(document, "disk_util");
	char *text = json_dumps(disks, JSON_COMPACT | JSON_SORT_KEYS);

	check_text(text_at(document, "job options/directory"), "/data");
	check_text(text_at(document, "job options/filename"), "(none)");
	check_text(text_at(document, "job options/thread"), "1");
	check_text(text_at(document, "job options/version"), "(none)");
	/* The second test does not say which one its disk is. */
	check_text(text, "[{\"name\":\"sda\",\"read_ios\":7.0,\"util\":12.5},"
			 "{\"name\":\"dm-0.x\",\"write_ios\":9.0}]");
	free(text);
	json_decref(document);
}
