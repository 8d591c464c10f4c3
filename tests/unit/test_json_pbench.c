/* pbench's result.json. Its shape is that of pbench's agent (fio-postprocess,
 * process-iteration-samples, generate-benchmark-summary); the numbers are made up. */
#include "tests/unit/json_text.h"

#define PARAMETERS(version, rw)                                                                    \
	"\"parameters\" : { \"benchmark\" : [ { \"benchmark_name\" : \"fio\", "                    \
	"\"benchmark_version\" : "                                                                 \
	"\"" version                                                                               \
	"\", \"bs\" : \"4k\", \"max_stddevpct\" : 5, \"primary_metric\" : \"iops_sec\", "          \
	"\"rw\" : \"" rw "\", \"uid\" : \"benchmark_name:%benchmark_name%\" } ] }"

Test(json_pbench, samples_are_runs_and_iterations_are_jobs)
{
	struct json_text out = json_text_read("[\n   {\n      \"iteration_data\" : {\n" PARAMETERS(
	    "fio-3.3",
	    "randread") ",\n"
			"\"latency\" : { \"clat\" : [ { \"client_hostname\" : \"all\", "
			"\"description\" : \"Average "
			"completion latency per I/O operation\", \"mean\" : 150, \"role\" : "
			"\"aggregate\", "
			"\"samples\" : [ { \"value\" : 100 }, { \"value\" : 200 } ] } ] },\n"
			"\"throughput\" : { \"iops_sec\" : [ { \"client_hostname\" : \"all\", "
			"\"closest sample\" : 1, "
			"\"mean\" : 11, \"role\" : \"aggregate\", \"stddev\" : 1, \"stddevpct\" : "
			"9, \"samples\" : [ "
			"{ \"timeseries\" : [ { \"date\" : 1000, \"value\" : 9 }, { \"date\" : "
			"2000, \"value\" : 11 }, "
			"{ \"date\" : 2000, \"value\" : 99 }, { \"date\" : 4000, \"value\" : 10 } "
			"], \"value\" : 10 }, "
			"{ \"value\" : 12 } ] }, { \"client_hostname\" : \"h-1\", \"role\" : "
			"\"client\", \"samples\" : [ { "
			"\"value\" : 1 }, { \"value\" : 2 } ] } ] }\n"
			"      },\n      \"iteration_name\" : \"randread-4KiB\",\n      "
			"\"iteration_number\" : 1\n   },\n"
			"{ \"iteration_data\" : { " PARAMETERS(
			    "fio-3.3",
			    "write") ", \"throughput\" : { \"iops_sec\" : [ { "
				     "\"role\" : \"client\", \"samples\" : [ { \"value\" : 7 } ] "
				     "}, { \"role\" : \"client\", \"samples\" "
				     ": [ { \"value\" : 8 } ] } ] } }, \"iteration_name\" : "
				     "\"write-4KiB\" }\n]\n");

	cr_assert(out.found == JSON_SOME && out.n == 2, "%zu results", out.n);
	check_text(out.result[0].run, "sample1");
	check_text(out.result[1].run, "sample2");
	check_text(out.result[0].form, "pbench json");
	check_text(out.result[0].version, "fio-3.3");
	cr_assert(out.result[0].n_jobs == 2 && out.result[1].n_jobs == 1);
	const struct fio_job *job = &out.result[0].job[0];
	const struct fio_direction *read = &job->direction[FIO_READ];
	check_text(job->name, "randread-4KiB");
	check_int(job->n_options, 2);
	check_text(fio_job_option(job, "bs"), "4k");
	check_text(fio_job_option(job, "rw"), "randread");
	cr_expect(read->used && !job->direction[FIO_WRITE].used);
	check_close(read->iops, 10, 0, "iops");
	check_nan(read->ios, "ios");
	check_close(read->latency[FIO_CLAT].mean, 100, 0, "clat");
	check_nan(read->latency[FIO_LAT].mean, "lat");
	static const struct fio_interval want[] = {{0, 1, 9, 0}, {1, 2, 11, 0}, {2, 4, 20, 0}};
	cr_assert(read->n_intervals == 3);
	for (size_t i = 0; i < 3; i++) {
		check_close(read->interval[i].start, want[i].start, 0, "start");
		check_close(read->interval[i].end, want[i].end, 0, "end");
		check_close(read->interval[i].ios, want[i].ios, 0, "ios");
		check_nan(read->interval[i].bytes, "bytes");
	}
	check_close(read->runtime, 4, 0, "runtime");
	/* Without an entry over all the clients' rates add up. */
	check_close(out.result[0].job[1].direction[FIO_WRITE].iops, 15, 0, "sum");
	check_close(out.result[1].job[0].direction[FIO_READ].iops, 12, 0, "iops");
	check_close(out.result[1].job[0].direction[FIO_READ].latency[FIO_CLAT].mean, 200, 0,
		    "clat");
	check_text(out.notes, "1: pbench says no unit of latencies; they are taken as ns\n");
	json_text_free(&out);
}

Test(json_pbench, one_sample_alone_has_no_run)
{
	struct json_text out = json_text_read("{\n" PARAMETERS(
	    "2.14", "rw") ",\n\"latency\" : { \"lat\" : [ { \"value\" : 5, \"timeseries\" : [ { "
			  "\"date\" : 500, \"value\" : 4, \"read(0) or write(1)\" : 0 }, { "
			  "\"date\" : 500, \"value\" : 6, "
			  "\"read(0) or write(1)\" : 1 } ], \"role\" : \"client\" } ] "
			  "},\n\"throughput\" : { \"iops_sec\" : [ "
			  "{ \"role\" : \"aggregate\", \"value\" : 20 }, { \"role\" : \"client\", "
			  "\"value\" : 20, "
			  "\"timeseries\" : [ { \"date\" : 1000, \"value\" : 10, \"read(0) or "
			  "write(1)\" : 0 }, "
			  "{ \"date\" : 1000, \"value\" : 30, \"read(0) or write(1)\" : 1 }, { "
			  "\"date\" : 2000, \"value\" : "
			  "20, \"read(0) or write(1)\" : 0 } ] } ] }\n}\n");

	cr_assert(out.found == JSON_SOME && out.n == 1);
	cr_expect(out.result[0].run == NULL);
	check_text(out.result[0].version, "fio-2.14");
	const struct fio_job *job = &out.result[0].job[0];
	check_text(job->name, "rw-4k");
	check_close(job->direction[FIO_READ].iops, 15, 0, "reads");
	check_close(job->direction[FIO_WRITE].iops, 30, 0, "writes");
	check_int(job->direction[FIO_READ].n_intervals, 2);
	check_close(job->direction[FIO_READ].interval[1].ios, 20, 0, "ios");
	check_int(job->direction[FIO_WRITE].n_intervals, 1);
	check_close(job->direction[FIO_READ].latency[FIO_LAT].mean, 4000, 0, "us");
	check_close(job->direction[FIO_WRITE].latency[FIO_LAT].mean, 6000, 0, "us");
	cr_expect(job->direction[FIO_MIXED].used == false);
	json_text_free(&out);
}

Test(json_pbench, reads_and_writes_that_cannot_be_told_apart_are_mixed)
{
	struct json_text out = json_text_read("{\n" PARAMETERS(
	    "3.3", "randrw,randrw") ", \"throughput\" : { \"iops_sec\" : [ { \"value\" : 20 } "
				    "] } }");

	cr_assert(out.n == 1 && out.result[0].n_jobs == 1);
	check_close(out.result[0].job[0].direction[FIO_MIXED].iops, 20, 0, "iops");
	cr_expect(out.result[0].job[0].direction[FIO_READ].used == false);
	check_text(out.notes, "");
	json_text_free(&out);
}

Test(json_pbench, other_benchmarks_are_not_taken)
{
	struct json_text out = json_text_read(
	    "[ { \"iteration_data\" : { \"parameters\" : { \"benchmark\" : [ { \"benchmark_name\" "
	    ": \"uperf\" } "
	    "] }, \"throughput\" : { \"iops_sec\" : [ { \"value\" : 1 } ] } } } ]\n");

	cr_expect(out.found == JSON_NONE && out.n == 0);
	json_text_free(&out);
}
