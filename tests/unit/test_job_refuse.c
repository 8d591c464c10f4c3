/* Each way in which a job file is refused: the place and the reason. */
#include "tests/unit/job_text.h"

static const struct {
	const char *text, *message; /* after "jobs/" */
} refused[] = {
    /* syntax */
    {"", "a.fio: no job in this file"},
    {"[global]\nrw=read\n", "a.fio: no job in this file"},
    {"\xef\xbb\xbf[j]\n" JOB,
     "a.fio:1: a byte order mark (BOM) in front: save the file as UTF-8 without it"},
    {"\nbs=4k\n[j]\n", "a.fio:2: option 'bs=4k' before the first section"},
    {"[j\n" JOB, "a.fio:1: section '[j' without its ']'"},
    {"[j#1]\n" JOB, "a.fio:1: section '[j' without its ']'"},
    {"[j] bs=4k\n", "a.fio:1: ' bs=4k' behind the section's ']'"},
    {"[ ]\n" JOB, "a.fio:1: a section without a name"},
    {"[j\xC3\xA9]\n" JOB "=4k\n", "a.fio:4: '=4k' without the name of an option"},
    {"[j\xE9]\n" JOB, "a.fio:1: the job's name is not UTF-8"},
    {"[\xED\xA0\x80]\n" JOB, "a.fio:1: the job's name is not UTF-8"},
    {"[j]\n" JOB "number_ios=18446744073709551616\n",
     "a.fio:4: number_ios '18446744073709551616' is too large"},
    {"[j]\n" JOB "number_ios=1.5\n", "a.fio:4: number_ios '1.5' is not a whole number"},
    {"[j]\n" JOB "size=18446744073709551615\n",
     "a.fio:4: size '18446744073709551615' is too large"},
    {"[j]\n" JOB "size=9223372036854775808\n", "a.fio:4: size '9223372036854775808' is too large"},
    {"[j]\n" JOB "size=8192p\n", "a.fio:4: size '8192p' is too large"},
    {"[j]\n" JOB "iodepth=18446744073709551616\n",
     "a.fio:4: iodepth '18446744073709551616' is too large"},
    {"[j]\n" JOB "runtime=106752d\n", "a.fio:4: runtime '106752d' is too large"},
    {"[j]\n" JOB "runtime=1x\n", "a.fio:4: runtime '1x' is not a time (30, 30s, 500ms, 5m)"},
    {"[j]\n" JOB "=4k\n", "a.fio:4: '=4k' without the name of an option"},
    {"[j]\n" JOB "iodpeth=4\n", "a.fio:4: unknown option 'iodpeth' (did you mean 'iodepth'?)"},
    {"[j]\n" JOB "quite_unlike_any=4\n", "a.fio:4: unknown option 'quite_unlike_any'"},
    {"[j]\n" JOB "RW=read\n", "a.fio:4: unknown option 'RW'"},

    /* includes */
    {"include common.inc\n[j]\n", "a.fio:1: include before the first section"},
    {"[j]\ninclude\n", "a.fio:2: include without a file"},
    {"[j]\ninclude none.inc\n", "a.fio:2: include 'jobs/none.inc': No such file or directory"},
    {"[j]\ninclude sections.inc\n", "sections.inc:2: a section in an included file"},
    {"[j]\ninclude bad.inc\n", "bad.inc:2: bs 'x' is not a size (512, 4k, 1m, 2g)"},
    {"[j]\ninclude a.fio\n", "a.fio:2: 'jobs/a.fio' includes itself"},
    {"[j]\ninclude loop.inc\n", "loop.inc:1: 'jobs/loop.inc' includes itself"},
    {"[j]\ninclude a.inc\n", "b.inc:1: 'jobs/a.inc' includes itself"},
    {"[j]\nbs={{ size }}\n",
     "a.fio:2: 'bs={{ size }}' belongs to a template, which must be filled in first"},
    {"[j]\n" JOB "{%- if x %}\n",
     "a.fio:4: '{%- if x %}' belongs to a template, which must be filled in first"},

    /* variables */
    {"[j]\n" JOB "filename=${RINGSIDE_UNSET}\n",
     "a.fio:4: '${RINGSIDE_UNSET}' is not set in the environment"},
    {"[j]\n" JOB "filename=${HOME\n", "a.fio:4: '${' without its '}'"},
    {"[j]\n" JOB "filename=$jobname\n",
     "a.fio:4: '$' in filename '$jobname' is not supported, but for ${NAME}"},
    {"[j]\n" JOB "bs=2*$pagesize\n", "a.fio:4: bs '2*4096' is not a size (512, 4k, 1m, 2g)"},

    /* values */
    {"[j]\n" JOB "bs\n", "a.fio:4: bs needs a value"},
    {"[j]\n" JOB "bs=\n", "a.fio:4: bs '' holds no value"},
    {"[j]\n" JOB "bs=0\n", "a.fio:4: bs '0' is not between 1 and 1073741824 bytes"},
    {"[j]\n" JOB "bs=4k-64k\n", "a.fio:4: bs '4k-64k' is a range, for which there is bsrange"},
    {"[j]\n" JOB "bs=-4k\n", "a.fio:4: bs '-4k' is not a size (512, 4k, 1m, 2g)"},
    {"[j]\n" JOB "size=1.5g\n", "a.fio:4: size '1.5g' is not a whole number: fio itself "
				"would read no further than the point"},
    {"[j]\n" JOB "size=0%\n", "a.fio:4: size '0%' is not between 1% and 100%"},
    {"[j]\n" JOB "offset=101%\n", "a.fio:4: offset '101%' is not between 1% and 100%"},
    {"[j]\n" JOB "filesize=1m-2m\n",
     "a.fio:4: filesize '1m-2m' is more than one size: not supported"},
    {"[j]\n" JOB "startdelay=1-5\n",
     "a.fio:4: startdelay '1-5' is not a time (30, 30s, 500ms, 5m)"},
    {"[j]\n" JOB "iodepth=0\n", "a.fio:4: iodepth '0' is not between 1 and 32768"},
    {"[j]\n" JOB "iodepth=-1\n", "a.fio:4: iodepth '-1' is not a whole number"},
    {"[j]\n" JOB "rwmixwrite=101\n", "a.fio:4: rwmixwrite '101' is not between 0 and 100"},
    {"[j]\n" JOB "runtime=1min\n", "a.fio:4: runtime '1min' is not a time (30, 30s, 500ms, 5m)"},
    {"[j]\n" JOB "direct=yes\n", "a.fio:4: direct 'yes' is neither 0 nor 1"},
    {"[j]\n" JOB "cpus_allowed=1-\n", "a.fio:4: cpus_allowed '1-' is not a list of cpus (0,2-3)"},
    {"[j]\n" JOB "ioengine=iouring\n", "a.fio:4: ioengine 'iouring' is not one of libaio, "
				       "io_uring, psync, null (did you mean 'io_uring'?)"},
    {"[j]\n" JOB "ioengine=windowsaio\n",
     "a.fio:4: ioengine 'windowsaio' is not supported: it is not one of Linux"},
    {"[j]\nrw=read:8k\n", "a.fio:2: rw 'read:8k' is not supported: offsets follow one another, or "
			  "each is random"},
    {"[j]\nrw=RW\n", "a.fio:2: rw 'RW' is not one of read, write, rw, readwrite, randread, "
		     "randwrite, randrw, trim, randtrim, trimwrite, randtrimwrite"},
    {"[j]\n" JOB "filename=\n", "a.fio:4: filename needs a value"},
    {"[j]\n" JOB "filename=-\n", "a.fio:4: filename '-' is not supported: name a device or a file"},
    {"[j]\n" JOB "filename=/dev/a::/dev/b\n",
     "a.fio:4: filename '/dev/a::/dev/b' has an empty name"},
    {"[j]\n" JOB "directory=/a:/b\n",
     "a.fio:4: directory '/a:/b' is more than one path: not supported"},
    {"[j]\n" JOB "filename_format=a.$clientuid\n",
     "a.fio:4: '$' in filename_format 'a.$clientuid' begins none of $jobname, $jobnum, $filenum"},

    /* fio's options that would change the workload */
    {"[j]\n" JOB "rate_iops_min=100\n",
     "a.fio:4: option 'rate_iops_min' is not supported: a job that is slower goes on; its records "
     "tell the rate that it reached"},
    {"[global]\nbs_unaligned\n[j]\n" JOB,
     "a.fio:2: option 'bs_unaligned' is not supported: sizes are those of bs, bsrange or bssplit"},
    {"[j]\nsize=1m\nwrite_barrier=8\nrw=write\n", "a.fio:3: option 'write_barrier' is not "
						  "supported: writes are synced by sync, fsync "
						  "and fdatasync alone"},
    {"[j]\n" JOB "latency_target=500\n",
     "a.fio:4: option 'latency_target' is not supported: the queue depth does not follow the "
     "latency; run several values of iodepth or rate_iops and compare their latencies"},
    {"[j]\n" JOB "thinktime=5\nthinktime_spin=2\n",
     "a.fio:5: option 'thinktime_spin' is not supported: a pause uses no processor"},
    {"[j]\n" JOB "io_submit_mode=offload\n",
     "a.fio:4: option 'io_submit_mode' is not supported: each clone submits its own I/Os; with a "
     "rate their latency counts from when they were due"},
    {"[j]\nrw=write\nsize=1m\nbuffer_pattern=0x12\n",
     "a.fio:4: option 'buffer_pattern' is not supported: random bytes are written, or what "
     "buffer_compress_percentage and zero_buffers say"},
    {"[j]\n" JOB "nrfiles=2\nfile_service_type=random\n",
     "a.fio:5: option 'file_service_type' is not supported: a clone takes its files in turn"},
    {"[j]\n" JOB "hostname=x\n", "a.fio:4: option 'hostname' is not supported: it belongs to an "
				 "ioengine that is not built in"},

    /* contradictions */
    {"[global]\nrw=read\n[j]\n", "a.fio:3: job 'j' has neither filename nor size: a file to be "
				 "created needs a size"},
    {"[j]\nrw=read\nsize=50%\n", "a.fio:3: size 50% without a filename: percent of what?"},
    {"[j]\nrw=read\nsize=1k\nbs=4k\n", "a.fio:3: size 1k is less than bs 4k"},
    {"[j]\n" JOB "bs=1000\ndirect=1\n",
     "a.fio:4: direct=1 needs a bs in multiples of 512, not 1000"},
    {"[j]\n" JOB "offset=100\ndirect=1\n",
     "a.fio:4: direct=1 needs an offset in multiples of 512, not 100"},
    {"[j]\nrw=read\nsize=8191p\noffset=8191p\n", "a.fio:4: offset and size together are too large"},
    {"[j]\n" JOB "time_based\n", "a.fio:4: time_based needs a runtime"},
    {"[global]\ndirectory=/tmp\n[j]\nrw=read\nfilename=/dev/x\n",
     "a.fio:5: filename '/dev/x' is absolute, but directory '/tmp' is set"},
    {"[j]\n" JOB "ioengine=io_uring\niodepth=4\niodepth_batch_complete=8\n",
     "a.fio:6: iodepth_batch_complete_min 8 is more than iodepth 4"},
    {"[j]\n" JOB "ioengine=io_uring\niodepth=8\niodepth_batch_complete=8\n"
     "iodepth_batch_complete_max=4\n",
     "a.fio:7: iodepth_batch_complete_max 4 is less than iodepth_batch_complete_min 8"},
    {"[j]\nrw=randrw\nsize=8k\nbs=4k,16k\n", "a.fio:3: size 8k is less than bs 16k"},
    {"[j]\n" JOB "nrfiles=512\n", "a.fio:4: files of 2k are less than bs 4k"},
    {"[j]\n" JOB "filesize=2k\n", "a.fio:4: files of 2k are less than bs 4k"},
    {"[j]\nrw=read\nsize=1m\nfilename=a:b\nbssplit=4k/:1m/\n",
     "a.fio:4: files of 512k are less than bssplit 1m"},
    {"[j]\nrw=trimwrite\nsize=1m\nbs=4k,4k,8k\n",
     "a.fio:4: each block is trimmed and then written: writes and trims need the same sizes"},
    {"[j]\n" JOB "direct=1\nbssplit=4k/50:1000/50\n",
     "a.fio:1: direct=1 needs a bs in multiples of 512, not 1000"},
    {"[j]\nrw=randread\nsize=1m\ndirect=1\nblockalign=100\n",
     "a.fio:5: direct=1 needs a blockalign in multiples of 512, not 100"},
    {"[j]\n" JOB "direct=1\noffset_increment=100\n",
     "a.fio:5: direct=1 needs an offset_increment in multiples of 512, not 100"},
    {"[j]\n" JOB "numjobs=4096\noffset_increment=4096t\n",
     "a.fio:5: offset and size together are too large"},
    {"[j]\n" JOB "nrfiles=65536\nfilesize=4095t\nsize=1g\n",
     "a.fio:5: all files together are too large"},
    {"[j]\n" JOB "rate=1m\nrate_iops=5\n", "a.fio:5: rate and rate_iops exclude each other"},
    {"[j]\n" JOB "ss=iops:5%\nss_dur=10\n",
     "a.fio:4: steadystate needs a runtime, for a job that never is steady"},
    {"[j]\n" JOB "ss=iops:5%\nruntime=10\n",
     "a.fio:1: steadystate needs a steadystate_duration of 2s or more"},
    {"[j]\n" JOB "ioengine=libaio\nhipri\n",
     "a.fio:5: hipri is not supported: only io_uring polls for completions"},
    {"[j]\n" JOB "ioengine=io_uring\nhipri\n", "a.fio:5: hipri needs direct=1"},
    {"[j]\n" JOB "ioengine=io_uring\nsqthread_poll\ndefer_taskrun\n",
     "a.fio:6: defer_taskrun and sqthread_poll exclude each other"},
    {"[j]\n" JOB "ioengine=io_uring\nsqthread_poll\ncoop_taskrun\n",
     "a.fio:6: coop_taskrun and sqthread_poll exclude each other"},
    {"[j]\n" JOB "ioengine=io_uring\nsingle_issuer=0\ndefer_taskrun\n",
     "a.fio:6: defer_taskrun needs single_issuer"},
    {"[j]\n" JOB "ioengine=io_uring\niodepth=4\niodepth_low=5\n",
     "a.fio:6: iodepth_low 5 is more than iodepth 4"},
    {"[j]\n" JOB "[j]\n" JOB, "a.fio:4: a second job 'a/j' after that of jobs/a.fio:1"},
    {"[j]\n" JOB "[k]\nname=j\n" JOB, "a.fio:4: a second job 'a/j' after that of jobs/a.fio:1"},
};

Test(job_refuse, refuses_with_place_and_reason)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		struct outcome out = read_text(refused[i].text);
		char message[sizeof(struct where) + 32];

		cr_expect(out.good == false, "accepted:\n%s", refused[i].text);
		if (out.why.line)
			snprintf(message, sizeof(message), "%s:%zu: %s", out.why.file, out.why.line,
				 out.why.why);
		else
			snprintf(message, sizeof(message), "%s: %s", out.why.file, out.why.why);
		cr_expect(strncmp(message, "jobs/", 5) == 0, "got '%s'", message);
		check_text(message + 5, refused[i].message);
		check_int(out.list.n, 0);
		drop(&out);
	}
}

/* NUL and endless lines cannot stand in the table. */
Test(job_refuse, refuses_what_is_no_text)
{
	static const char nul[] = "[j]\nrw=\0read\n";
	static char endless[70000] = "[";
	struct outcome out = {0};

	utarray_new(out.warnings, &ut_str_icd);
	FILE *in = check_input(nul, sizeof(nul) - 1);
	cr_expect(job_file_read(in, "a.fio", open_memory, NULL, &out.list, out.warnings,
				&out.why) == false);
	fclose(in);
	check_int(out.why.line, 2);
	check_text(out.why.why, "a NUL byte: this is no job file");

	memset(endless + 1, 'x', sizeof(endless) - 2);
	read_more(&out, "a.fio", endless);
	check_text(out.why.why, "the line is longer than 65535 bytes");

	in = fopen("/", "r");
	cr_expect(job_file_read(in, "/", open_memory, NULL, &out.list, out.warnings, &out.why) ==
		  false);
	fclose(in);
	check_int(out.why.line, 0);
	check_text(out.why.why, "cannot be read: Is a directory");
	drop(&out);
}
