/* fio's options in our own words. */
#include "collect/fio/parameter.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

/* "rw=randread bs=4k ...": all parameters of a job with these options, on the heap. */
static char *
parameters_of(bool known, const char *const (*options)[2], size_t n)
{
	struct fio_result result;
	char *text = mem_dup("");

	fio_result_init(&result, "fio json", 1);
	struct fio_job *job = fio_result_add_job(&result, "a");
	job->options_known = known;
	for (size_t i = 0; i < n; i++)
		fio_job_add_option(job, options[i][0], options[i][1]);
	struct fio_parameters all = fio_parameters_of(job);
	for (size_t i = 0; i < all.n; i++)
		mem_append(&text, "%s%s=%s", i ? " " : "", all.at[i].name, all.at[i].value);
	fio_parameters_free(&all);
	fio_result_free(&result);
	return text;
}

static void
check_parameters(bool known, const char *const (*options)[2], size_t n, const char *want)
{
	char *text = parameters_of(known, options, n);

	check_text(text, want);
	free(text);
}

Test(parameter, native_names_values_and_defaults)
{
	static const char *const options[][2] = {
	    {"rw", "randread"},      {"bs", " 4096"},       {"iodepth", "32"},
	    {"ioengine", "libaio"},  {"buffered", "0"},     {"timeout", "60"},
	    {"size", "1g"},          {"time_based", ""},    {"filename", "/dev/x"},
	    {"name", "a"},           {"write_bw_log", "x"}, {"log_avg_msec", "5"},
	    {"percentile_list", "1"}};

	check_parameters(true, options, countof(options),
			 "rw=randread bs=4k iodepth=32 numjobs=1 ioengine=libaio direct=1 size=1g "
			 "runtime=60s time_based=1");
}

/* A piece of a mail does not say what the defaults were. */
Test(parameter, only_what_is_said_where_not_all_is_known)
{
	static const char *const options[][2] = {{"bs", "8192"}, {"buffered", "1"}};

	check_parameters(false, options, 2, "bs=8k direct=0");
	check_parameters(false, options, 0, "");
	check_parameters(true, options, 0,
			 "rw=read bs=4k iodepth=1 numjobs=1 ioengine=psync direct=0");
}

Test(parameter, values_that_only_fio_has_stand_as_they_are)
{
	static const char *const options[][2] = {
	    {"rw", "readtrim"},   {"bs", "4k-64k"},     {"ioengine", "rados"}, {"size", "5z"},
	    {"rate_iops", "100"}, {"rate_iops", "200"}, {"fancy", ""},         {"nrfiles", "1"}};

	/* One file is what each clone has anyway. */
	check_parameters(true, options, countof(options),
			 "rw=readtrim bs=4k-64k iodepth=1 numjobs=1 ioengine=rados direct=0 "
			 "size=5z rate_iops=200 fancy=1");
}

/* "thread=1 ...": how a job with these options was done, on the heap. */
static char *
ways_of(const char *const (*options)[2], size_t n)
{
	struct fio_result result;
	char *text = mem_dup("");

	fio_result_init(&result, "fio json", 1);
	struct fio_job *job = fio_result_add_job(&result, "a");
	job->options_known = true;
	for (size_t i = 0; i < n; i++)
		fio_job_add_option(job, options[i][0], options[i][1]);
	struct fio_parameters ways = fio_ways_of(job);
	for (size_t i = 0; i < ways.n; i++)
		mem_append(&text, "%s%s=%s", i ? " " : "", ways.at[i].name, ways.at[i].value);
	fio_parameters_free(&ways);
	fio_result_free(&result);
	return text;
}

/* Options that collect run takes without recording them as job.* must not keep its runs from being
 * compared; those by which it refuses the job do no harm there. */
Test(parameter, what_is_asked_for_and_how_it_is_done)
{
	static const char *const taken[][2] = {{"rw", "randwrite"},
					       {"direct", "1"},
					       {"iodepth_batch_submit", "4"},
					       {"thread", ""},
					       {"cpus_allowed", "0-1"},
					       {"randrepeat", "0"},
					       {"norandommap", "1"},
					       {"end_fsync", "1"},
					       {"fallocate", "none"},
					       {"overwrite", "0"},
					       {"log_avg_msec", "1"},
					       {"write_hist_log", "x"},
					       {"invalidate", "1"},
					       {"group_reporting", "1"},
					       {"gtod_reduce", "1"},
					       {"userspace_reap", "0"},
					       {"fsync", "0"}};
	static const char *const refused[][2] = {{"rw", "write"},        {"write_barrier", "8"},
						 {"thinktime", "10"},    {"thinktime_blocks", "2"},
						 {"rate_cycle", "1000"}, {"hipri", "1"},
						 {"hipri", "0"},         {"mem_align", "4k"},
						 {"fallocate", "none"},  {"rwmixwrite", "3"}};
	/* Of this rw nothing is known: it may write. */
	static const char *const trims[][2] = {{"rw", "trimread"}, {"write_barrier", "4"}};
	char *ways = ways_of(taken, countof(taken));

	check_text(ways, "iodepth_batch=4 thread=1 cpus_allowed=0-1 randrepeat=0 fallocate=none "
			 "gtod_reduce=1");
	free(ways);
	check_parameters(true, taken, countof(taken),
			 "rw=randwrite bs=4k iodepth=1 numjobs=1 ioengine=psync direct=1 "
			 "norandommap=1 end_fsync=1");
	check_parameters(true, refused, countof(refused),
			 "rw=write bs=4k iodepth=1 numjobs=1 ioengine=psync direct=0 "
			 "thinktime=10us thinktime_blocks=2 write_barrier=8 iomem_align=4k "
			 "fallocate=none");
	ways = ways_of(refused, countof(refused));
	check_text(ways, "");
	free(ways);
	check_parameters(true, trims, countof(trims),
			 "rw=trimread bs=4k iodepth=1 numjobs=1 ioengine=psync direct=0 "
			 "write_barrier=4");
}

/* Engines that collect run would replace keep their names, and the job is no other one for it. */
Test(parameter, sizes_and_engines)
{
	static const char *const options[][2] = {{"rw", "randrw"},
						 {"ioengine", "pvsync"},
						 {"bs", "4k"},
						 {"bsrange", "1k-4k,8k-8k"},
						 {"fallocate", "none"}};
	char *ways = ways_of(options, countof(options));

	check_text(ways, "fallocate=none");
	free(ways);
	check_parameters(true, options, countof(options),
			 "rw=randrw bs=1k-4k,8k iodepth=1 numjobs=1 ioengine=pvsync direct=0 "
			 "rwmixread=50");
}

/* Normal output tells no options, but how many jobs a line is of. */
Test(parameter, numjobs_is_the_clones_where_no_option_can_say_it)
{
	struct fio_result result;

	fio_result_init(&result, "fio normal", 1);
	struct fio_job *job = fio_result_add_job(&result, "a");
	job->clones = 4;
	struct fio_parameters all = fio_parameters_of(job);
	check_int(all.n, 1);
	check_text(fio_parameter(&all, job, "numjobs"), "4");
	fio_parameters_free(&all);
	job->clones_assumed = true;
	all = fio_parameters_of(job);
	check_int(all.n, 0);
	fio_parameters_free(&all);
	job->clones_assumed = false;
	fio_job_add_option(job, "numjobs", "2");
	all = fio_parameters_of(job);
	check_text(fio_parameter(&all, job, "numjobs"), "2");
	fio_parameters_free(&all);
	job->options_known = true;
	free(job->option[0].name);
	job->option[0].name = mem_dup("iodepth");
	all = fio_parameters_of(job);
	check_text(fio_parameter(&all, job, "numjobs"), "1");
	fio_parameters_free(&all);
	fio_result_free(&result);
}

Test(parameter, is_found_by_any_of_its_names)
{
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	struct fio_job *job = fio_result_add_job(&result, "a");
	fio_job_add_option(job, "bs", "4096");
	fio_job_add_option(job, "filename", "/dev/x");
	struct fio_parameters all = fio_parameters_of(job);
	check_text(fio_parameter(&all, job, "bs"), "4k");
	check_text(fio_parameter(&all, job, "blocksize"), "4k");
	check_text(fio_parameter(&all, job, "filename"), "/dev/x");
	cr_expect(fio_parameter(&all, job, "iodepth") == NULL);
	fio_parameters_free(&all);
	fio_result_free(&result);
}

Test(parameter, options_that_fio_drops)
{
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	struct fio_job *job = fio_result_add_job(&result, "a");
	char *none = fio_options_unknown(&result, job);
	check_text(none, "*");
	free(none);
	job->options_known = true;
	fio_job_add_option(job, "thread", "1");
	char *unknown = fio_options_unknown(&result, job);
	check_text(unknown, "time_based group_reporting norandommap refill_buffers zero_buffers");
	free(unknown);
	/* One without a value shows that they are not dropped here. */
	fio_job_add_option(job, "time_based", "");
	cr_expect(fio_options_unknown(&result, job) == NULL);
	result.form = "fio normal";
	cr_expect(fio_options_unknown(&result, job) == NULL);
	fio_result_free(&result);
}

/* The square of their number would take minutes. */
Test(parameter, very_many_options, .timeout = 30)
{
	enum { N = 200000 };
	struct fio_result result;
	char name[16];

	fio_result_init(&result, "fio json", 1);
	struct fio_job *job = fio_result_add_job(&result, "a");
	for (size_t i = 0; i < N; i++) {
		snprintf(name, sizeof(name), "x%zu", i % (N - 1));
		fio_job_add_option(job, name, i < N - 1 ? "1" : "2");
	}
	struct fio_parameters all = fio_parameters_of(job);
	check_int(all.n, N - 1);
	/* The last one of a name holds, where the first one stands. */
	check_text(all.at[0].name, "x0");
	check_text(all.at[0].value, "2");
	check_text(all.at[N - 2].name, "x199998");
	fio_parameters_free(&all);
	fio_result_free(&result);
}
