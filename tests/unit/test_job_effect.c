/* What a whole job file says: options that have no effect, what is settled, what records tell. */
#include "collect/base/mem.h"
#include "tests/unit/job_text.h"

/* All parameters of a job as one line. */
static const char *
parameters(const struct job *job)
{
	static char all[4096];
	struct job_parameter list[64];
	size_t n = job_parameters(job, list, 64);

	all[0] = '\0';
	for (size_t i = 0; i < n; i++)
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s=%s", i ? " " : "",
			 list[i].name, list[i].value);
	return all;
}

#define HEAD "iodepth=1 numjobs=1 ioengine=psync direct=0"

Test(job_effect, parameters_tell_what_applies)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
	    {"rw=read\nbs=4k,8k\n", "rw=read bs=4k " HEAD},
	    {"rw=write\nbs=4k,8k\n", "rw=write bs=8k " HEAD},
	    {"rw=rw\nbs=4k,8k\n", "rw=rw bs=4k,8k " HEAD " rwmixread=50"},
	    {"rw=rw\nbs=4k,8k,16k\n", "rw=rw bs=4k,8k " HEAD " rwmixread=50"},
	    {"rw=rw\nbsrange=1k-2k,4k-4k\n", "rw=rw bs=1k-2k,4k " HEAD " rwmixread=50"},
	    {"rw=trim\nbs=4k,8k,16k\n", "rw=trim bs=16k " HEAD},
	    {"rw=trimwrite\nbs=4k,8k\nfsync=3\n", "rw=trimwrite bs=8k " HEAD " fsync=3"},
	    {"rw=read\nbssplit=4k\n", "rw=read bs=4k " HEAD},
	    {"rw=read\nbssplit=4k/60:64k/40\n", "rw=read bs=4k/60:64k/40 " HEAD},
	    {"rw=read\nfsync=3\nsync=dsync\nzero_buffers\nrate=,1m\n", "rw=read bs=4k " HEAD},
	    {"rw=write\nfsync=3\nfdatasync=2\nsync=dsync\nend_fsync=1\nfsync_on_close=1\n"
	     "zero_buffers\nrefill_buffers\nbuffer_compress_percentage=30\ninvalidate=0\n",
	     "rw=write bs=4k " HEAD " sync=dsync fsync=3 fdatasync=2 end_fsync=1 fsync_on_close=1 "
	     "invalidate=0 zero_buffers=1 refill_buffers=1 buffer_compress_percentage=30"},
	    {"rw=read\ninvalidate=0\ndirect=1\n",
	     "rw=read bs=4k iodepth=1 numjobs=1 ioengine=psync direct=1"},
	    {"rw=randrw\nrate=1m,2m\nrate_process=poisson\n",
	     "rw=randrw bs=4k " HEAD " rwmixread=50 rate=1m,2m rate_process=poisson"},
	    {"rw=randread\nrate_iops=3000,1\n", "rw=randread bs=4k " HEAD " rate_iops=3000"},
	    {"rw=read\nrate_process=poisson\nthinktime_blocks=3\n", "rw=read bs=4k " HEAD},
	    {"rw=read\nthinktime=3ms\nthinktime_blocks=3\n",
	     "rw=read bs=4k " HEAD " thinktime=3ms thinktime_blocks=3"},
	    {"rw=randread\nnorandommap\nblockalign=64k\npercentage_random=90\n",
	     "rw=randread bs=4k " HEAD " blockalign=64k percentage_random=90 norandommap=1"},
	    {"rw=read\nnorandommap\nblockalign=64k\npercentage_random=90\n"
	     "random_distribution=zipf\n",
	     "rw=read bs=4k " HEAD},
	    {"rw=randread\nrandom_distribution=zipf:1.25\nnorandommap\n",
	     "rw=randread bs=4k " HEAD " random_distribution=zipf:1.25"},
	    {"rw=read\nfilename=/b:/c\nnrfiles=7\n", "rw=read bs=4k " HEAD " nrfiles=3"},
	    {"rw=read\nsize=10%\noffset=5%\noffset_increment=1g\nio_size=50%\nnumber_ios=7\n"
	     "filesize=1g\nnice=-3\n",
	     "rw=read bs=4k " HEAD " size=10% filesize=1g offset=5% offset_increment=1g "
	     "io_size=50% number_ios=7 nice=-3"},
	    {"rw=read\nruntime=9\nss=bw_slope:0.5%\nss_dur=5\nss_ramp=2\n",
	     "rw=read bs=4k " HEAD " runtime=9s steadystate=bw_slope:0.5% steadystate_duration=5s "
	     "steadystate_ramp_time=2s"},
	    {"rw=read\nss_dur=5\nhipri=0\nfixedbufs\nno_latency\niodepth_low=1\n",
	     "rw=read bs=4k " HEAD},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		char *text = mem_format("[j]\nfilename=/dev/x\n%s", rows[i].text);
		struct outcome out = read_text(text);
		cr_assert(out.good, "%s: %s", rows[i].text, out.why.why);
		check_text(parameters(&out.list.job[0]), rows[i].want);
		drop(&out);
		free(text);
	}
}

/* Jobs that differ beyond the end of the text are told apart all the same. The hashes are those of
 * a program of its own, which gives the published values of FNV-1a for "", "a" and "foobar". */
Test(job_effect, long_parameters_end_in_a_hash)
{
	static const struct {
		unsigned last; /* the 24th size */
		const char *want;
	} rows[] = {
	    {12288, "512/77:1k/1:1536/1:2k/1:2560/1:3k/1:3584/1:4k/1:4608/1:5k/1:5632/1:6k/1:6656/"
		    "1:7k/1:7680/1:8k/1:8704/1:9k/1:9728/1:1...07f3e78f"},
	    {32768, "512/77:1k/1:1536/1:2k/1:2560/1:3k/1:3584/1:4k/1:4608/1:5k/1:5632/1:6k/1:6656/"
		    "1:7k/1:7680/1:8k/1:8704/1:9k/1:9728/1:1...a6098d91"},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct job_parameter list[64];
		char *text = mem_dup("[j]\nrw=read\nfilename=x\nbssplit=512/77");
		for (unsigned j = 2; j < 24; j++)
			mem_append(&text, ":%u/1", 512 * j);
		mem_append(&text, ":%u/1\n", rows[i].last);
		struct outcome out = read_text(text);
		cr_assert(out.good, "%s", out.why.why);
		job_parameters(&out.list.job[0], list, 64);
		check_text(list[1].name, "bs");
		check_text(list[1].value, rows[i].want);
		check_int(strlen(list[1].value), JOB_VALUE - 1);
		drop(&out);
		free(text);
	}
}

Test(job_effect, warns_of_what_does_nothing)
{
	static const struct {
		const char *text, *warning; /* behind the place */
	} rows[] = {
	    {"rw=read\nfsync=2\n", "fsync has no effect with an rw that does not write"},
	    {"rw=trim\nzero_buffers\n",
	     "zero_buffers has no effect with an rw that does not write"},
	    {"rw=read\npercentage_random=5\n",
	     "percentage_random has no effect with an rw in order"},
	    {"rw=randread\nrandom_distribution=zipf\nnorandommap\n",
	     "norandommap has no effect with offsets that are not uniformly random"},
	    {"rw=read\nthinktime_blocks=2\n", "thinktime_blocks has no effect with no thinktime"},
	    {"rw=read\nrate_process=poisson\n", "rate_process has no effect with no rate"},
	    {"rw=read\nss_ramp=2\n", "steadystate_ramp_time has no effect with no steadystate"},
	    {"rw=read\nnrfiles=2\n", "nrfiles has no effect with a filename"},
	    {"rw=read\nfilename_format=a\n", "filename_format has no effect with a filename"},
	    {"rw=read\niodepth_low=1\n", "iodepth_low has no effect with ioengine psync"},
	    {"rw=read\nsqthread_poll\n",
	     "sqthread_poll has no effect with an ioengine other than io_uring"},
	    {"rw=read\nioengine=io_uring\nsqthread_poll_cpu=1\n",
	     "sqthread_poll_cpu has no effect with no sqthread_poll"},
	    {"rw=read\nioengine=io_uring\niodepth_batch_complete=0\n",
	     "iodepth_batch_complete_min 0 is as 1: one completion is waited for"},
	    {"rw=read\nioengine=vsync\n",
	     "ioengine vsync runs as psync: both do one I/O at a time, "
	     "by a system call that waits for it"},
	    {"rw=read\nrate_iops=1k\n", "rate_iops '1k' is 1024, as in fio: k is 1024"},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		char *text = mem_format("[j]\nfilename=x\n%s", rows[i].text);
		struct outcome out = read_text(text);
		cr_assert(out.good, "%s: %s", rows[i].text, out.why.why);
		check_int(list_n(out.warnings), 1);
		const char *warning = lines_at(out.warnings, 0);
		check_text(strstr(warning ? warning : "", ": ") + 2, rows[i].warning);
		drop(&out);
		free(text);
	}
}

/* The same in [global] may be meant for other jobs. */
Test(job_effect, says_nothing_of_what_is_inherited)
{
	struct outcome out = read_text("[global]\nfilename=x\nfsync=2\nnrfiles=3\nss_ramp=2\n"
				       "sqthread_poll\npercentage_random=5\n[j]\nrw=read\n");

	cr_assert(out.good, "%s", out.why.why);
	check_text(warnings(&out), "");
	check_int(out.list.job[0].nrfiles, 1);
	drop(&out);
}

Test(job_effect, filenames_are_added_to_those_in_effect)
{
	struct outcome out = read_text("[global]\nfilename=/a\nrw=read\n[j]\nfilename=/b:/c\n"
				       "filename=/d\n[k]\n[l]\nfilename=/a\n");

	cr_assert(out.good, "%s", out.why.why);
	check_int(out.list.job[0].n_filenames, 4);
	check_int(out.list.job[0].nrfiles, 4);
	check_text(out.list.job[0].filename[3], "/d");
	check_int(out.list.job[1].n_filenames, 1);
	check_int(out.list.job[2].n_filenames, 1);
	check_text(warnings(&out), "jobs/a.fio:5: the filename is added to '/a', as in fio\n"
				   "jobs/a.fio:9: the filename is added to '/a', as in fio\n"
				   "jobs/a.fio:9: filename '/a' is given twice, and taken once\n");
	drop(&out);
}

Test(job_effect, without_rw_a_job_reads_as_in_fio)
{
	struct outcome out = read_text("[j]\nfilename=x\n");

	cr_assert(out.good, "%s", out.why.why);
	check_int(out.list.job[0].rw, JOB_RW_READ);
	check_text(warnings(&out), "jobs/a.fio:1: job 'j' has no rw, so it reads, as in fio\n");
	drop(&out);
}

/* A size is not needed where files say theirs, or have names and may be there. */
Test(job_effect, files_without_a_size)
{
	struct outcome out = read_text("[j]\nrw=read\nfilesize=1m\nnrfiles=4\n"
				       "[k]\nrw=read\nfilename_format=f.$filenum\n");

	cr_assert(out.good, "%s", out.why.why);
	check_int(out.list.job[0].filesize, 1048576);
	check_int(out.list.job[0].nrfiles, 4);
	check_text(out.list.job[1].filename_format, "f.$filenum");
	drop(&out);
}

Test(job_effect, there_are_16384_jobs_at_most)
{
	char *text = mem_dup("[global]\nrw=read\nfilename=x\n");
	size_t n;
	FILE *out_text = NULL;
	char *all = NULL;

	out_text = mem_stream(&all, &n);
	fputs(text, out_text);
	for (int i = 0; i < 16384; i++)
		fprintf(out_text, "[%d]\n", i);
	fclose(out_text);
	struct outcome out = read_text(all);
	cr_assert(out.good, "%s", out.why.why);
	check_int(out.list.n, 16384);
	drop(&out);
	mem_append(&all, "[x]\n");
	out = read_text(all);
	check_text(out.why.why, "more than 16384 jobs");
	check_int(out.list.n, 0);
	drop(&out);
	free(all);
	free(text);
}
