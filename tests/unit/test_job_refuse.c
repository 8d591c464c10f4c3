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
    {"[global]\nfilename=/dev/x\n[j]\nrw=read\ninclude filename.inc\n",
     "filename.inc:1: a second filename after '/dev/x': several files in one "
     "job are not supported"},

    /* variables */
    {"[j]\n" JOB "filename=${RINGSIDE_UNSET}\n",
     "a.fio:4: '${RINGSIDE_UNSET}' is not set in the environment"},
    {"[j]\n" JOB "filename=${HOME\n", "a.fio:4: '${' without its '}'"},
    {"[j]\n" JOB "filename=$jobname\n",
     "a.fio:4: '$' in filename '$jobname' is not supported, but for ${NAME}"},
    {"[j]\n" JOB "bs=2*$pagesize\n", "a.fio:4: bs '2*4096' is not a size (512, 4k, 1m, 2g)"},

    /* values */
    {"[j]\n" JOB "bs\n", "a.fio:4: bs needs a value"},
    {"[j]\n" JOB "bs=\n", "a.fio:4: bs '' is not a size (512, 4k, 1m, 2g)"},
    {"[j]\n" JOB "bs=0\n", "a.fio:4: bs '0' is not between 1 and 1073741824 bytes"},
    {"[j]\n" JOB "bs=4k,8k\n", "a.fio:4: bs '4k,8k' is more than one size: not supported"},
    {"[j]\n" JOB "bs=4k-64k\n", "a.fio:4: bs '4k-64k' is more than one size: not supported"},
    {"[j]\n" JOB "bs=-4k\n", "a.fio:4: bs '-4k' is not a size (512, 4k, 1m, 2g)"},
    {"[j]\n" JOB "size=1.5g\n", "a.fio:4: size '1.5g' is not a size (512, 4k, 1m, 2g)"},
    {"[j]\n" JOB "size=0%\n", "a.fio:4: size '0%' is not between 1% and 100%"},
    {"[j]\n" JOB "offset=5%\n", "a.fio:4: offset '5%' is not a size (512, 4k, 1m, 2g)"},
    {"[j]\n" JOB "iodepth=0\n", "a.fio:4: iodepth '0' is not between 1 and 32768"},
    {"[j]\n" JOB "iodepth=-1\n", "a.fio:4: iodepth '-1' is not a whole number"},
    {"[j]\n" JOB "rwmixwrite=101\n", "a.fio:4: rwmixwrite '101' is not between 0 and 100"},
    {"[j]\n" JOB "runtime=1min\n", "a.fio:4: runtime '1min' is not a time (30, 30s, 500ms, 5m)"},
    {"[j]\n" JOB "direct=yes\n", "a.fio:4: direct 'yes' is neither 0 nor 1"},
    {"[j]\n" JOB "cpus_allowed=1-\n", "a.fio:4: cpus_allowed '1-' is not a list of cpus (0,2-3)"},
    {"[j]\n" JOB "ioengine=sync\n", "a.fio:4: ioengine 'sync' is not one of libaio, io_uring, "
				    "psync, null (did you mean 'psync'?)"},
    {"[j]\n" JOB "ioengine=windowsaio\n",
     "a.fio:4: ioengine 'windowsaio' is not one of libaio, io_uring, psync, null"},
    {"[j]\nrw=trim\n", "a.fio:2: rw 'trim' is not one of read, write, rw, readwrite, randread, "
		       "randwrite, randrw"},
    {"[j]\n" JOB "filename=\n", "a.fio:4: filename needs a value"},
    {"[j]\n" JOB "filename=-\n", "a.fio:4: filename '-' is not supported: name a device or a file"},
    {"[j]\n" JOB "filename=/dev/a:/dev/b\n",
     "a.fio:4: filename '/dev/a:/dev/b' is more than one path: not supported"},
    {"[j]\n" JOB "filename=/dev/a\nfilename=/dev/b\n",
     "a.fio:5: a second filename after '/dev/a': several files in one job are "
     "not supported"},

    /* fio's options that would change the workload */
    {"[j]\n" JOB "rate_iops=100\n",
     "a.fio:4: option 'rate_iops' is not supported: rates are not limited"},
    {"[global]\nblocksize_range=1k-4k\n[j]\n" JOB,
     "a.fio:2: option 'bsrange' is not supported: all I/Os of a job have one size, bs"},
    {"[j]\nfsync=8\n[k]\nrw=write\n", "a.fio:1: job 'j' has no rw (read, write, rw, randread, "
				      "randwrite, randrw)"},
    {"[j]\nsize=1m\nfsync=8\nrw=write\n",
     "a.fio:3: option 'fsync' is not supported: writes are never synced"},
    {"[j]\n" JOB "invalidate=0\n",
     "a.fio:4: option 'invalidate' is not supported: a file leaves the page cache before each job"},
    {"[j]\nrw=randread\nsize=1m\nnorandommap=0\n", "a.fio:4: option 'norandommap' is not "
						   "supported: random offsets are drawn with "
						   "replacement"},

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
