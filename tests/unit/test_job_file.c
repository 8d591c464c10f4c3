/* Job files: what fio's language means. */
#include "collect/job/file.h"

#include <unistd.h>

#include "collect/base/lines.h"
#include "tests/unit/job_text.h"

Test(job_file, fills_in_defaults)
{
	struct outcome out = read_text("[j]\nrw=randread\nfilename=/dev/x\n");

	cr_assert(out.good, "%s", out.why.why);
	check_int(out.list.n, 1);
	const struct job *job = &out.list.job[0];
	check_text(job->name, "j");
	check_text(job->file, "jobs/a.fio");
	check_text(job->stem, "a");
	check_text(job->filename[0], "/dev/x");
	cr_expect(job->directory == NULL);
	check_int(job->line, 1);
	check_int(job->group, 0);
	check_int(job->rw, JOB_RW_RANDREAD);
	check_int(job->rwmixread, 50);
	check_int(job->bs[0].min, 4096);
	check_int(job->size.bytes, 0);
	check_int(job->size.percent, 0);
	check_int(job->offset.bytes, 0);
	check_int(job->direct, 0);
	check_int(job->ioengine, JOB_ENGINE_PSYNC);
	check_int(job->iodepth, 1);
	check_int(job->numjobs, 1);
	check_int(job->loops, 1);
	check_int(job->runtime_ns, 0);
	check_int(job->time_based, 0);
	check_int(job->ramp_time_ns, 0);
	check_int(job->startdelay_ns, 0);
	check_int(job->randseed, 1);
	check_int(job->cpus_allowed_set, 0);
	check_int(job->continue_on_error, 0);
	check_int(job->iodepth_batch_submit, 0);
	check_int(job->iodepth_batch_complete_min, 0);
	check_int(job->iodepth_batch_complete_max, 0);
	check_int(job->userspace_reap, 1);
	check_text(warnings(&out), "");
	drop(&out);
}

Test(job_file, sets_every_option)
{
	struct outcome out = read_text("[global]\n"
				       "name=nobody\n"
				       "[section]\n"
				       "name=j\n"
				       "description=a remark with = and $dollars\n"
				       "readwrite=randrw\n"
				       "rwmixwrite=30\n"
				       "blocksize=0x2000\n"
				       "size=50%\n"
				       "fileoffset=1m\n"
				       "filename=pci-0000\\:00\n"
				       "directory=/mnt\n"
				       "buffered=0\n"
				       "ioengine=libaio\n"
				       "iodepth=32\n"
				       "numjobs=4\n"
				       "loops=3\n"
				       "timeout=1m\n"
				       "time_based=1\n"
				       "ramp_time=500ms\n"
				       "startdelay=250us\n"
				       "randseed=18446744073709551615\n"
				       "cpus_allowed=0,2-3\n"
				       "group_reporting\n"
				       "continue_on_error=io\n"
				       "iodepth_batch_submit=8\n"
				       "iodepth_batch_complete_min=2\n"
				       "iodepth_batch_complete_max=16\n"
				       "userspace_reap=0\n"
				       "norandommap\n"
				       "randrepeat=1\n"
				       "stonewall\n");

	cr_assert(out.good, "%s", out.why.why);
	const struct job *job = &out.list.job[0];
	check_text(job->name, "j");
	check_text(job->filename[0], "pci-0000:00");
	check_text(job->directory, "/mnt");
	check_int(job->rw, JOB_RW_RANDRW);
	check_int(job->rwmixread, 70);
	check_int(job->bs[0].min, 8192);
	check_int(job->size.bytes, 0);
	check_int(job->size.percent, 50);
	check_int(job->offset.bytes, 1048576);
	check_int(job->direct, 1);
	check_int(job->ioengine, JOB_ENGINE_LIBAIO);
	check_int(job->iodepth, 32);
	check_int(job->numjobs, 4);
	check_int(job->loops, 3);
	check_int(job->runtime_ns, 60000000000);
	check_int(job->time_based, 1);
	check_int(job->ramp_time_ns, 500000000);
	check_int(job->startdelay_ns, 250000);
	cr_expect(job->randseed == UINT64_MAX);
	check_int(job->cpus_allowed_set, 1);
	check_int(CPU_COUNT(&job->cpus_allowed), 3);
	check_int(CPU_ISSET(3, &job->cpus_allowed), 1);
	check_int(job->group_reporting, 1);
	check_int(job->continue_on_error, 1);
	check_int(job->iodepth_batch_submit, 8);
	check_int(job->iodepth_batch_complete_min, 2);
	check_int(job->iodepth_batch_complete_max, 16);
	check_int(job->userspace_reap, 0);
	check_int(job->norandommap, 1);
	check_text(warnings(&out), "");
	drop(&out);
}

Test(job_file, global_sections_hold_for_later_jobs_only)
{
	struct outcome out =
	    read_text("[first]\n" JOB "[global]\nbs=8k\n[second]\n" JOB
		      "[global2]\niodepth_batch=3\nbs=16k\n[third]\n" JOB "bs=32k\nbs=64k\n");

	cr_assert(out.good, "%s", out.why.why);
	check_int(out.list.n, 3);
	check_int(out.list.job[0].bs[0].min, 4096);
	check_int(out.list.job[1].bs[0].min, 8192);
	check_int(out.list.job[2].bs[0].min, 65536);
	drop(&out);
}

Test(job_file, reads_comments_blanks_and_any_line_end)
{
	struct outcome out = read_text("# one\r\n; two\r\n\r\n  [a job] ; three\r\n"
				       "\trw = read # four\r\n  size=1m\r\nfilename=/a#b\r\n"
				       "iodepth =1");

	cr_assert(out.good, "%s", out.why.why);
	check_text(out.list.job[0].name, "a job");
	check_text(out.list.job[0].filename[0], "/a");
	check_int(out.list.job[0].line, 4);
	check_text(warnings(&out),
		   "jobs/a.fio:5: a blank behind '=': fio itself may refuse this\n"
		   "jobs/a.fio:7: the value ends before '#', which begins a comment\n");
	drop(&out);
}

Test(job_file, section_names_end_at_the_last_bracket)
{
	struct outcome out = read_text("[x]y]\n" JOB);

	cr_assert(out.good, "%s", out.why.why);
	check_text(out.list.job[0].name, "x]y");
	drop(&out);
}

Test(job_file, includes_are_relative_to_their_file)
{
	struct outcome out = read_text("[j]\ninclude common.inc\ninclude=deep/outer.inc\n");

	cr_assert(out.good, "%s", out.why.why);
	check_int(out.list.job[0].bs[0].min, 8192);
	check_int(out.list.job[0].rw, JOB_RW_READ);
	check_text(warnings(&out), "jobs/deep/inner.inc:1: iodepth 7 is 1 with ioengine psync, "
				   "which does one I/O at a time\n");
	check_int(out.list.job[0].iodepth, 1);
	drop(&out);
}

Test(job_file, expands_variables)
{
	setenv("RINGSIDE_DEV", "/dev/nvme0n1", 1);
	setenv("RINGSIDE_SIZE", "2", 1);
	struct outcome out = read_text("[j]\nrw=read\nfilename=${RINGSIDE_DEV}p${RINGSIDE_SIZE}\n"
				       "size=${RINGSIDE_SIZE}m\nbs=$pagesize\nnumjobs=$ncpus\n");

	cr_assert(out.good, "%s", out.why.why);
	check_text(out.list.job[0].filename[0], "/dev/nvme0n1p2");
	check_int(out.list.job[0].size.bytes, 2097152);
	check_int(out.list.job[0].bs[0].min, sysconf(_SC_PAGESIZE));
	check_int(out.list.job[0].numjobs, sysconf(_SC_NPROCESSORS_ONLN));
	drop(&out);
}

Test(job_file, stonewalls_and_files_start_groups)
{
	static const unsigned groups[] = {0, 0, 1, 1, 2, 3};
	struct outcome out = read_text("[a]\nstonewall\n" JOB "[b]\n" JOB "[c]\n" JOB
				       "wait_for_previous\n[d]\n" JOB);

	cr_assert(out.good, "%s", out.why.why);
	read_more(&out, "b.fio", "[global]\nstonewall\n[a]\n" JOB "[b]\n" JOB);
	cr_assert(out.good, "%s", out.why.why);
	check_int(out.list.n, 6);
	for (size_t i = 0; i < out.list.n; i++)
		check_int(out.list.job[i].group, groups[i]);
	check_text(out.list.job[4].stem, "b");
	drop(&out);
}

Test(job_file, a_refused_file_leaves_earlier_jobs)
{
	struct outcome out = read_text("[a]\n" JOB);

	read_more(&out, "b.fio", "[a]\n" JOB "[b]\nbs=x\n");
	cr_expect(out.good == false);
	check_int(out.list.n, 1);
	check_text(out.list.job[0].stem, "a");
	read_more(&out, "other/a.fio", "[a]\n" JOB);
	check_text(out.why.why, "a second job 'a/a' after that of jobs/a.fio:1");
	drop(&out);
}

Test(job_file, names_ignored_options_once)
{
	struct outcome out =
	    read_text("[global]\nthread\nfallocate=none\nwritefua=1\nlog_avg_msec=500\n"
		      "direct=1\nmem=shm\nthreads=1\nrandom_generator=lfsr\n[a]\n" JOB
		      "writefua=0\n[b]\n" JOB "write_bw_log=x\nfallocate=none\nnew_group\n");

	cr_assert(out.good, "%s", out.why.why);
	check_text(warnings(&out),
		   "jobs/a.fio: without effect here, ignored: fallocate, writefua\n"
		   "jobs/a.fio: the records hold samples and all latencies anyway (--interval), "
		   "ignored: log_avg_msec, write_bw_log\n");
	drop(&out);
}

Test(job_file, warns_of_what_has_no_effect)
{
	struct outcome out =
	    read_text("[global]\nsize=1m\nrwmixread=70\niodepth=8\nuserspace_reap=1\n"
		      "[a]\nrw=randrw\nioengine=libaio\n"
		      "[b]\nrw=randread\nrwmixread=60\nioengine=psync\niodepth_batch=2\n"
		      "[c]\nrw=read\nioengine=io_uring\nuserspace_reap\nbs=4KiB\n"
		      "[d]\nrw=read\n");

	cr_assert(out.good, "%s", out.why.why);
	check_text(
	    warnings(&out),
	    "jobs/a.fio:8: ioengine libaio without direct=1 does one I/O at a time\n"
	    "jobs/a.fio:11: rwmixread has no effect with an rw that does not mix reads and writes\n"
	    "jobs/a.fio:13: iodepth_batch has no effect with ioengine psync\n"
	    "jobs/a.fio:4: iodepth 8 is 1 with ioengine psync, which does one I/O at a time\n"
	    "jobs/a.fio:18: bs '4KiB' is 4000 bytes, as in fio: kib, mib ... are powers of 1000 "
	    "there, k, m ... of 1024\n"
	    "jobs/a.fio:17: userspace_reap has no effect with an ioengine other than libaio\n");
	check_int(out.list.job[1].iodepth, 1);
	check_int(out.list.job[2].iodepth, 8);
	drop(&out);
}

Test(job_file, randrepeat_0_takes_another_seed_each_time)
{
	struct outcome a = read_text("[j]\n" JOB "randrepeat=0\n");
	struct outcome b = read_text("[j]\n" JOB "randrepeat=0\n");
	struct outcome c = read_text("[j]\n" JOB "randrepeat=0\nrandseed=5\n");

	cr_expect(a.list.job[0].randseed != b.list.job[0].randseed);
	check_int(c.list.job[0].randseed, 5);
	drop(&a);
	drop(&b);
	drop(&c);
}

/* Runs from the repository's root, as make does. */
Test(job_file, samples_are_read_and_quick_is_safe)
{
	static const char *const paths[] = {"samples/quick.fio", "samples/qd-sweep.fio",
					    "samples/nvme-release.fio"};
	static const size_t jobs[] = {4, 8, 15};

	setenv("DEVICE", "/dev/nvme0n1", 1);
	for (size_t i = 0; i < 3; i++) {
		struct outcome out = {.warnings = lines_new()};
		FILE *in = job_open_file(NULL, paths[i]);
		cr_assert(in != NULL, "%s", paths[i]);
		cr_expect(job_file_read(in, paths[i], job_open_file, NULL, &out.list, out.warnings,
					&out.why),
			  "%s: %s", paths[i], out.why.why);
		fclose(in);
		check_int(out.list.n, jobs[i]);
		check_text(warnings(&out), "");
		for (size_t j = 0; i == 0 && j < out.list.n; j++) {
			cr_expect(out.list.job[j].filename == NULL);
			cr_expect(out.list.job[j].rw == JOB_RW_READ ||
				  out.list.job[j].rw == JOB_RW_RANDREAD);
			check_int(out.list.job[j].group, j);
		}
		drop(&out);
	}
}
