/* What documents of fio say of jobs: counts, rates, options. */
#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/json_text.h"

Test(json_job, bytes_are_kib_where_there_is_no_io_kbytes)
{
	struct json_text out;
	const struct fio_job *job =
	    json_text_job("fio-2.1.10",
			  "\"read\" : { \"io_bytes\" : 2408, \"bw\" : 2405, \"iops\" : 601, "
			  "\"runtime\" : 1001 }",
			  &out);
	const struct fio_direction *read = &job->direction[FIO_READ];

	cr_expect(read->used);
	check_close(read->bytes, 2408 * 1024, 0, "bytes");
	check_close(read->bw, 2405 * 1024, 0, "bw");
	check_close(read->iops, 601, 0, "iops");
	check_close(read->runtime, 1.001, 1e-15, "runtime");
	check_nan(read->ios, "ios");
	check_nan(read->iops_samples.n, "iops_samples");
	json_text_free(&out);

	job = json_text_job("fio-3.33",
			    "\"write\" : { \"io_bytes\" : 2457600, \"io_kbytes\" : 2400, "
			    "\"bw_bytes\" : 2455144, \"bw\" : 2397, \"total_ios\" : 600, "
			    "\"short_ios\" : 1, \"drop_ios\" : 2 }",
			    &out);
	const struct fio_direction *write = &job->direction[FIO_WRITE];
	cr_expect(write->used && !job->direction[FIO_READ].used);
	check_close(write->bytes, 2457600, 0, "bytes");
	check_close(write->bw, 2455144, 0, "bw");
	check_close(write->ios, 600, 0, "ios");
	check_close(write->short_ios, 1, 0, "short");
	check_close(write->dropped_ios, 2, 0, "dropped");
	json_text_free(&out);
}

/* Any sign of a later fio says that bytes are bytes: the version, or one of its keys. */
Test(json_job, bytes_are_bytes_where_anything_says_so)
{
	static const struct {
		const char *version, *members;
		double bytes;
	} cases[] = {
	    {"fio-2.20", "\"read\" : { \"io_bytes\" : 4096 }", 4096.0 * 1024},
	    {"fio-2.21", "\"read\" : { \"io_bytes\" : 4096 }", 4096},
	    {"fio-3.33", "\"read\" : { \"io_bytes\" : 4096 }", 4096},
	    {"", "\"read\" : { \"io_bytes\" : 4096 }", 4096.0 * 1024},
	    {"", "\"read\" : { \"io_bytes\" : 4096, \"bw_bytes\" : 4096 }", 4096},
	    {"", "\"read\" : { \"io_bytes\" : 4096, \"clat_ns\" : {} }", 4096},
	    {"fio-2.1.10", "\"read\" : { \"io_bytes\" : 4096, \"lat_ns\" : {} }", 4096},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		struct json_text out;
		const struct fio_job *job = json_text_job(cases[i].version, cases[i].members, &out);
		check_close(job->direction[FIO_READ].bytes, cases[i].bytes, 0, cases[i].members);
		json_text_free(&out);
	}
}

Test(json_job, samples_of_rates_are_in_bytes_and_none_where_there_were_none)
{
	struct json_text out;
	const struct fio_job *job = json_text_job(
	    "fio-3.33",
	    "\"read\" : { \"total_ios\" : 1, \"bw_min\" : 2400, \"bw_max\" : 2416, \"bw_agg\" : "
	    "100.0, "
	    "\"bw_mean\" : 2408.5, \"bw_dev\" : 8.25, \"bw_samples\" : 2, \"iops_min\" : 600, "
	    "\"iops_max\" : 604, \"iops_mean\" : 602.0, \"iops_stddev\" : 2.5, \"iops_samples\" : "
	    "3 "
	    "}, \"write\" : { \"total_ios\" : 1, \"iops_min\" : 0, \"iops_max\" : 0, \"iops_mean\" "
	    ": 0.0, "
	    "\"iops_stddev\" : 0.0, \"iops_samples\" : 0 }",
	    &out);
	const struct fio_samples *bw = &job->direction[FIO_READ].bw_samples;
	const struct fio_samples *iops = &job->direction[FIO_READ].iops_samples;

	check_close(bw->n, 2, 0, "n");
	check_close(bw->min, 2400 * 1024, 0, "min");
	check_close(bw->max, 2416 * 1024, 0, "max");
	check_close(bw->mean, 2408.5 * 1024, 0, "mean");
	check_close(bw->stdev, 8.25 * 1024, 0, "stdev");
	check_close(iops->n, 3, 0, "n");
	check_close(iops->min, 600, 0, "min");
	check_close(iops->max, 604, 0, "max");
	check_close(iops->mean, 602, 0, "mean");
	check_close(iops->stdev, 2.5, 0, "stdev");
	iops = &job->direction[FIO_WRITE].iops_samples;
	check_close(iops->n, 0, 0, "n");
	check_nan(iops->mean, "mean");
	check_nan(iops->stdev, "stdev");
	json_text_free(&out);
}

Test(json_job, a_direction_is_used_where_it_did_something_or_was_asked_to)
{
	static const struct {
		const char *rw;
		bool read, write, trim;
	} rows[] = {
	    {"read", true, false, false},      {"randread", true, false, false},
	    {"write:8", false, true, false},   {"rw", true, true, false},
	    {"randrw", true, true, false},     {"readwrite", true, true, false},
	    {"trimwrite", false, true, true},  {"randtrim", false, false, true},
	    {"nonsense", false, false, false},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		char text[256];
		struct json_text out;
		snprintf(text, sizeof(text),
			 "\"job options\" : { \"rw\" : \"%s\" }, \"read\" : { \"total_ios\" : 0 }, "
			 "\"write\" : { \"total_ios\" : 0 }, \"trim\" : { }",
			 rows[i].rw);
		const struct fio_job *job = json_text_job("fio-3.33", text, &out);
		cr_expect(job->direction[FIO_READ].used == rows[i].read, "%s", rows[i].rw);
		cr_expect(job->direction[FIO_WRITE].used == rows[i].write, "%s", rows[i].rw);
		cr_expect(job->direction[FIO_TRIM].used == rows[i].trim, "%s", rows[i].rw);
		cr_expect(job->direction[FIO_MIXED].used == false, "%s", rows[i].rw);
		json_text_free(&out);
	}
	struct json_text out;
	const struct fio_job *job = json_text_job(
	    "fio-3.33",
	    "\"job options\" : { \"rw\" : \"randrw\" }, \"mixed\" : { \"total_ios\" : 9 }", &out);
	cr_expect(job->direction[FIO_MIXED].used && !job->direction[FIO_READ].used);
	json_text_free(&out);
}

Test(json_job, errors_times_and_cpu)
{
	struct json_text out;
	const struct fio_job *job = json_text_job(
	    "fio-3.36",
	    "\"groupid\" : 2, \"job_start\" : 1796032249658, \"error\" : 28, \"elapsed\" : 3, "
	    "\"job_runtime\" : 4000, \"usr_cpu\" : 1.5, \"sys_cpu\" : 0.25, \"ctx\" : 2402, "
	    "\"total_err\" : 7, \"first_error\" : 28, \"sync\" : { \"lat_ns\" : { \"min\" : 5, "
	    "\"max\" : 9, \"mean\" : 7.0, \"stddev\" : 2.0, \"N\" : 3 }, \"total_ios\" : 3 }",
	    &out);

	check_int(job->group, 2);
	check_int(job->line, 4);
	check_int(job->error, 28);
	check_close(job->errors, 7, 0, "errors");
	check_int(job->first_error, 28);
	check_close(job->start, 1796032249.658, 1e-15, "start");
	check_close(job->elapsed, 3, 0, "elapsed");
	check_close(job->cpu_runtime, 4, 0, "cpu_runtime");
	check_close(job->cpu_user, 1.5, 0, "usr");
	check_close(job->cpu_system, 0.25, 0, "sys");
	check_close(job->switches, 2402, 0, "ctx");
	check_close(job->syncs, 3, 0, "syncs");
	check_close(job->sync.mean, 7, 0, "sync");
	cr_expect(job->averaged == false && !job->options_known && !job->host && !job->why);
	json_text_free(&out);

	job = json_text_job("fio-2.18-59-g618e", "\"groupid\" : -1", &out);
	check_int(job->group, 0);
	check_int(job->error, 0);
	cr_expect(job->averaged);
	check_nan(job->errors, "errors");
	check_nan(job->start, "start");
	check_nan(job->elapsed, "elapsed");
	check_nan(job->cpu_runtime, "cpu_runtime");
	check_nan(job->syncs, "syncs");
	json_text_free(&out);
}

/* fio 3.13 says no number of flushes; from 3.18 to 3.37 total_ios is 0 and N is right. */
Test(json_job, flushes_whose_count_is_0)
{
	static const char *const n[] = {"", ", \"N\" : 1112"};

	for (size_t i = 0; i < countof(n); i++) {
		struct json_text out;
		char *members =
		    mem_format("\"sync\" : { \"lat_ns\" : { \"min\" : 5, \"max\" : 9, \"mean\" : "
			       "7.0, \"stddev\" : 2.0%s }, \"total_ios\" : 0 }",
			       n[i]);
		const struct fio_job *job = json_text_job("fio-3.13", members, &out);
		free(members);
		check_close(job->sync.mean, 7, 0, "sync");
		if (i == 0)
			check_nan(job->syncs, "syncs");
		else
			check_close(job->syncs, 1112, 0, "syncs");
		json_text_free(&out);
	}
	struct json_text none;
	const struct fio_job *job =
	    json_text_job("fio-3.33", "\"sync\" : { \"total_ios\" : 0 }", &none);
	check_close(job->syncs, 0, 0, "syncs");
	json_text_free(&none);
}

Test(json_job, rate_samples_of_groups_were_averaged_before_3_13)
{
	static const struct {
		const char *version;
		bool averaged;
	} rows[] = {{"fio-2.21", true}, {"fio-3.12", true}, {"fio-3.13", false},
		    {"fio-4.0", false}, {"fio-git", false}, {"fio-3.8-5-g464b-dirty", true}};

	for (size_t i = 0; i < countof(rows); i++) {
		struct json_text out;
		const struct fio_job *job = json_text_job(rows[i].version, "\"error\" : 0", &out);
		cr_expect(job->averaged == rows[i].averaged, "%s", rows[i].version);
		check_text(out.result[0].version, rows[i].version);
		json_text_free(&out);
	}
}

Test(json_job, options_are_kept_as_text_the_jobs_own_last)
{
	struct json_text out = json_text_read(
	    "{\n\"fio version\" : \"fio-3.33\",\n\"global options\" : { \"bs\" : \"4k\", "
	    "\"filename\" : "
	    "\"/dev/a\", \"size\" : \" 1k\", \"filename\" : \"/dev/b\", \"filename\" : \"/dev/a\" "
	    "},\n"
	    "\"jobs\" : [ { \"jobname\" : \"a\", \"job options\" : { \"bs\" : \"8k\", "
	    "\"time_based\" : \"\", "
	    "\"runtime\" : 5, \"x\" : null, \"name\" : \"one\", \"name\" : \"two\" } } ]\n}\n");
	static const char *const want[][2] = {
	    {"bs", "4k"}, {"filename", "/dev/a"}, {"size", " 1k"},  {"filename", "/dev/b"},
	    {"bs", "8k"}, {"time_based", ""},     {"runtime", "5"}, {"name", "two"}};

	cr_assert(out.n == 1);
	const struct fio_job *job = &out.result[0].job[0];
	cr_expect(job->options_known);
	cr_assert(job->n_options == countof(want), "%zu", job->n_options);
	for (size_t i = 0; i < countof(want); i++) {
		check_text(job->option[i].name, want[i][0]);
		check_text(job->option[i].value, want[i][1]);
	}
	check_text(fio_job_option(job, "bs"), "8k");
	json_text_free(&out);
}

Test(json_job, clients_have_hosts_and_no_sum)
{
	struct json_text out = json_text_read(
	    "{\n\"fio version\" : \"fio-3.42\",\n\"global options\" : [ { \"hostname\" : \"a\", "
	    "\"port\" : "
	    "8765, \"bs\" : \"4k\" }, { \"hostname\" : \"b\", \"port\" : 8766, \"bs\" : \"8k\" } "
	    "],\n"
	    "\"client_stats\" : [ {\n\"jobname\" : \"j\", \"job options\" : { }, \"hostname\" : "
	    "\"b\", "
	    "\"port\" : 8766 },\n{ \"jobname\" : \"j\", \"hostname\" : \"a\", \"port\" : 8765 },\n"
	    "{ \"jobname\" : \"j\", \"hostname\" : \"c\", \"port\" : 8765 },\n"
	    "{ \"jobname\" : \"All clients\", \"hostname\" : \"a\", \"port\" : 8765 } ],\n"
	    "\"disk_util\" : [ { \"name\" : \"sda\", \"hostname\" : \"a\", \"util\" : 1.5, "
	    "\"write_ios\" : 3 } "
	    "]\n}\n");
	static const struct {
		const char *host, *bs;
		size_t line;
	} want[] = {{"b:8766", "8k", 4}, {"a", "4k", 6}, {"c", "4k", 7}};

	cr_assert(out.n == 1 && out.result[0].n_jobs == countof(want));
	for (size_t i = 0; i < countof(want); i++) {
		const struct fio_job *job = &out.result[0].job[i];
		check_text(job->host, want[i].host);
		check_text(fio_job_option(job, "bs"), want[i].bs);
		check_int(job->n_options, 1);
		check_int(job->line, want[i].line);
		check_int(job->clones, 1);
	}
	cr_assert(out.result[0].n_disks == 1);
	check_text(out.result[0].disk[0].name, "a:sda");
	check_close(out.result[0].disk[0].util, 1.5, 0, "util");
	check_close(out.result[0].disk[0].write_ios, 3, 0, "write_ios");
	check_nan(out.result[0].disk[0].read_ios, "read_ios");
	json_text_free(&out);
}

Test(json_job, how_many_jobs_an_entry_stands_for)
{
	static const struct {
		const char *version, *options, *runtimes; /* of jobs 1000 ms long */
		size_t clones;
	} rows[] = {
	    {"fio-3.33", "", "1000", 1},
	    {"fio-3.33", "", "4000", 0}, /* other sections were folded in */
	    {"fio-3.33", "\"numjobs\" : \"4\"", "3990", 4},
	    {"fio-3.33", "\"numjobs\" : \"4\"", "1000", 0},
	    {"fio-3.33", "\"numjobs\" : \"4\", \"group_reporting\" : \"1\"", "4000", 4},
	    {"fio-3.33", "\"numjobs\" : \"4\", \"group_reporting\" : \"1\"", "8000", 0},
	    {"fio-3.33", "\"numjobs\" : \"1\"", "990", 1},
	    {"fio-3.33", "\"numjobs\" : \"x\"", "1000", 0},
	    {"fio-3.42", "\"numjobs\" : \"4\", \"group_reporting\" : \"\"", "4000", 4},
	    {"fio-3.42", "\"group_reporting\" : \"0\"", "1000", 1},
	    {"fio-3.1", "", NULL, 1},
	    {"fio-3.1", "\"numjobs\" : \"4\"", NULL, 0},
	    {"fio-3.1", "\"numjobs\" : \"4\", \"group_reporting\" : \"\"", NULL, 4},
	    {"fio-3.0", "", NULL, 0},                            /* numjobs is never printed */
	    {"fio-3.0", "\"group_reporting\" : \"1\"", NULL, 0}, /* the same */
	};

	for (size_t i = 0; i < countof(rows); i++) {
		char text[256];
		struct json_text out;
		snprintf(text, sizeof(text),
			 "\"job options\" : { %s }, \"read\" : { \"runtime\" : 1000 }%s%s",
			 rows[i].options, rows[i].runtimes ? ", \"job_runtime\" : " : "",
			 rows[i].runtimes ? rows[i].runtimes : "");
		const struct fio_job *job = json_text_job(rows[i].version, text, &out);
		cr_expect(job->clones == rows[i].clones, "row %zu: %zu", i, job->clones);
		json_text_free(&out);
	}
	struct json_text out = json_text_read("{\n\"fio version\" : \"fio-2.1\", \"jobs\" : [ { "
					      "\"jobname\" : \"a\" }, { \"jobname\" : \"a\" },"
					      "{ \"jobname\" : \"a\", \"groupid\" : 1 }, { "
					      "\"jobname\" : \"b\", \"groupid\" : 1 } ] }\n");
	cr_assert(out.n == 1 && out.result[0].n_jobs == 4);
	for (size_t i = 0; i < 4; i++)
		check_int(out.result[0].job[i].clones, i < 2 ? 1 : 0);
	json_text_free(&out);
}

Test(json_job, what_export_added_comes_back)
{
	struct json_text out = json_text_read(
	    "{\n\"fio version\" : \"fio-3.33\", \"timestamp\" : 1700000000, \"ringside\" : { "
	    "\"commit\" : "
	    "\"v1,2\", \"run\" : \"r 1\" },\n\"jobs\" : [ { \"jobname\" : \"a\", \"ringside\" : [\n"
	    "[\"read.iops\",\"iops\",0,0.5,null,null,254.1],\n"
	    "[\"meta.kernel\",\"text\",null,null,null,null,\"6.1, \\\"x\\\"\"],\n"
	    "[\"read.clat\",\"ns\",null,null,128,130,3],\n"
	    "[\"too\",\"short\"], [\"\",\"1\",null,null,null,null,1], 7\n] } ]\n}\n");

	cr_assert(out.n == 1);
	check_text(out.result[0].commit, "v1,2");
	check_text(out.result[0].run, "r 1");
	check_close(out.result[0].time, 1700000000, 0, "time");
	check_text(out.result[0].job[0].extra,
		   "read.iops,iops,0,0.5,,,254.1\nmeta.kernel,text,,,,,\"6.1, \"\"x\"\"\"\n"
		   "read.clat,ns,,,128,130,3\n");
	check_text(out.notes, "1: rows below 'ringside' that are no records are left out (metric, "
			      "unit, start, end, low, high, value)\n");
	json_text_free(&out);
}

Test(json_job, the_time_is_a_number_and_text)
{
	struct json_text out = json_text_read(
	    "{\n\"fio version\" : \"fio-3.1\", \"time\" : \"Mon Nov 30 09:40:23 2026\", "
	    "\"jobs\" : [ { \"jobname\" : \"a\" } ]\n}\n{\n\"fio version\" : \"fio-3.1\", "
	    "\"timestamp_ms\" : 1796031623341, \"timestamp\" : 1, \"time\" : \"x\", \"jobs\" : [ { "
	    "\"jobname\" : \"b\" } ] }\n");

	cr_assert(out.n == 2);
	check_nan(out.result[0].time, "time");
	check_text(out.result[0].time_text, "Mon Nov 30 09:40:23 2026");
	check_close(out.result[1].time, 1796031623.341, 1e-15, "time");
	check_text(out.result[1].time_text, "x");
	json_text_free(&out);
}
