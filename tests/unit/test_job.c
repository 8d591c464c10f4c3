/* Jobs as data: their parameters, copies, and one option set in all of them. */
#include "collect/job/job.h"

#include "collect/job/override.h"
#include "tests/unit/job_text.h"

/* All parameters as one line. */
static const char *
parameters(const struct job *job)
{
	static char all[1024];
	struct job_parameter list[32];
	size_t n = job_parameters(job, list, 32);

	all[0] = '\0';
	for (size_t i = 0; i < n; i++)
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s=%s", i ? " " : "",
			 list[i].name, list[i].value);
	return all;
}

Test(job, parameters_are_canonical)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
	    {"rw=randread\nfilename=/dev/x\nbs=0x1000\n",
	     "rw=randread bs=4k iodepth=1 numjobs=1 ioengine=psync direct=0"},
	    {"rw=readwrite\nfilename=/dev/x\nbs=1000\nsize=50%\noffset=1048576\nioengine=libaio\n"
	     "iodepth=32\nnumjobs=4\ndirect=1\nbs=131072\nruntime=1m\ntime_based\nramp_time="
	     "1500ms\n"
	     "startdelay=7us\nloops=2\nrwmixwrite=30\n",
	     "rw=rw bs=128k iodepth=32 numjobs=4 ioengine=libaio direct=1 size=50% offset=1m "
	     "runtime=60s time_based=1 ramp_time=1500ms startdelay=7us rwmixread=70 loops=2"},
	    {"rw=write\nsize=1g\nioengine=io_uring\nrandseed=5\n",
	     "rw=write bs=4k iodepth=1 numjobs=1 ioengine=io_uring direct=0 size=1g"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[512];
		snprintf(text, sizeof(text), "[j]\n%s", rows[i].text);
		struct outcome out = read_text(text);
		cr_assert(out.good, "%s", out.why.why);
		check_text(parameters(&out.list.job[0]), rows[i].want);
		drop(&out);
	}
}

/* The parameters, written as a section, are the same job again. */
Test(job, parameters_read_back_equal)
{
	static const char *const rws[] = {"read", "write", "rw", "randread", "randwrite", "randrw"};
	static const char *const engines[] = {"libaio", "io_uring", "psync"};

	for (size_t i = 0; i < 18; i++) {
		char text[512], again[1024] = "[j]\nfilename=/dev/x\n", first[1024];
		snprintf(text, sizeof(text), "[j]\nfilename=/dev/x\nrw=%s\nioengine=%s\nbs=%d\n",
			 rws[i % 6], engines[i / 6], 512 << i % 12);
		struct outcome out = read_text(text);
		cr_assert(out.good, "%s", out.why.why);
		snprintf(first, sizeof(first), "%s", parameters(&out.list.job[0]));
		drop(&out);

		strcat(again, first);
		for (char *p = strstr(again, "rw="); *p; p++)
			*p = *p == ' ' ? '\n' : *p;
		out = read_text(again);
		cr_assert(out.good, "%s", out.why.why);
		check_text(parameters(&out.list.job[0]), first);
		drop(&out);
	}
}

Test(job, gives_no_more_parameters_than_there_is_room_for)
{
	struct outcome out = read_text("[j]\n" JOB);
	struct job_parameter list[3] = {{.name = NULL}};

	check_int(job_parameters(&out.list.job[0], list, 2), 2);
	cr_expect(list[2].name == NULL);
	check_text(direction_name[DIRECTION_READ], "read");
	check_text(direction_name[DIRECTION_WRITE], "write");
	drop(&out);
}

Test(job, copies_share_nothing)
{
	struct outcome out = read_text("[a]\nrw=read\nfilename=x\ndirectory=y\n[b]\n" JOB);
	struct job_list copy;

	job_list_copy(&out.list, &copy);
	drop(&out);
	check_int(copy.n, 2);
	check_text(copy.job[0].filename[0], "x");
	check_text(copy.job[0].directory, "y");
	check_text(copy.job[1].name, "b");
	check_text(copy.job[1].file, "jobs/a.fio");
	check_text(copy.job[1].stem, "a");
	job_list_free(&copy);
	check_int(copy.n, 0);
}

Test(job, one_option_is_set_in_every_job)
{
	struct outcome out =
	    read_text("[a]\n" JOB "iodepth=32\nioengine=libaio\ndirect=1\n[b]\n" JOB
		      "stonewall\nfilename=/dev/x\n");
	struct job_list set;

	cr_assert(
	    job_override(&out.list, "iodepth_batch_complete_max=32", &set, out.warnings, &out.why));
	check_int(set.n, 2);
	check_int(set.job[0].iodepth_batch_complete_max, 32);
	check_int(set.job[0].iodepth, 32);
	check_int(set.job[1].group, 1);
	check_int(out.list.job[0].iodepth_batch_complete_max, 0);
	check_text(set.job[1].filename[0], "/dev/x");
	job_list_free(&set);

	cr_assert(job_override(&out.list, "filename=/dev/y", &set, out.warnings, &out.why));
	check_text(set.job[0].filename[0], "/dev/y");
	check_text(set.job[1].filename[0], "/dev/y");
	job_list_free(&set);

	cr_assert(job_override(&out.list, "continue_on_error=all", &set, out.warnings, &out.why));
	job_list_free(&set);
	utarray_clear(out.warnings);
	cr_assert(job_override(&out.list, "ioengine=io_uring", &set, out.warnings, &out.why));
	check_int(set.job[0].iodepth, 32);
	check_int(set.job[1].iodepth, 1);
	check_text(warnings(&out), "job 'b' keeps iodepth 1, which it had with psync\n");
	job_list_free(&set);
	cr_assert(job_override(&out.list, "userspace_reap", &set, out.warnings, &out.why));
	check_int(set.job[0].userspace_reap, 1);
	job_list_free(&set);
	drop(&out);
}

Test(job, what_cannot_be_set_is_refused)
{
	static const struct {
		const char *assignment, *message;
		size_t line; /* of the job that it does not fit */
	} rows[] = {
	    {"iodepth=0", "iodepth '0' is not between 1 and 32768", 0},
	    {"iodpeth=4", "unknown option 'iodpeth' (did you mean 'iodepth'?)", 0},
	    {"", "unknown option ''", 0},
	    {"bs", "bs needs a value", 0},
	    {"name=x", "option 'name' cannot differ between commits", 0},
	    {"wait_for_previous", "option 'wait_for_previous' cannot differ between commits", 0},
	    {"fallocate=none", "option 'fallocate' has no effect here", 0},
	    {"rate_min=1m",
	     "option 'rate_min' is not supported: a job that is slower goes on; its records tell "
	     "the rate that it reached",
	     0},
	    {"size=1k", "size 1k is less than bs 4k", 0},
	    {"bs=2m", "size 1m is less than bs 2m", 1},
	};
	struct outcome out = read_text("[a]\n" JOB);

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct job_list set = {0};
		cr_expect(job_override(&out.list, rows[i].assignment, &set, out.warnings,
				       &out.why) == false,
			  "%s", rows[i].assignment);
		check_text(out.why.why, rows[i].message);
		check_int(out.why.line, rows[i].line);
		check_text(out.why.file, rows[i].line ? "jobs/a.fio" : "");
		cr_expect(set.job == NULL);
	}
	drop(&out);
}
