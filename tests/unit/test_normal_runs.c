/* fio's normal output: invocations, states, clients, and text around it. */
#include "collect/text/normal.h"

#include "collect/base/mem.h"
#include "tests/unit/fio_text.h"
#include "tests/unit/text_sink.h"

#define HEAD(name, group, pid)                                                                     \
	name ": (groupid=" group ", jobs=1): err= 0: pid=" pid ": Mon Nov  6 04:07:30 2023\n"
#define JOB(name, group, pid, ios, msec)                                                           \
	HEAD(name, group, pid)                                                                     \
	"  read: IOPS=8, BW=32KiB/s (33kB/s)(" ios "KiB/" msec "msec)\n"                           \
	"     issued rwts: total=" ios ",0,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
#define BANNER(name, group)                                                                        \
	name ": (g=" group "): rw=read, bs=4K-4K/4K-4K/4K-4K, ioengine=sync, iodepth=1\n"

/* Jobs of two groups, in several states. */
#define A_HEAD HEAD("a", "0", "1")
#define A_16 JOB("a", "0", "1", "16", "1000")
#define A_32 JOB("a", "0", "1", "32", "2000")
#define A_8 JOB("a", "0", "1", "8", "1000")
#define A_OTHER JOB("a", "0", "9", "20", "1000")
#define B_5 JOB("b", "1", "2", "5", "1000")
#define SUMS "\nRun status group 0 (all jobs):\n"
#define DISKS(reads) "\nDisk stats (read/write):\n  sda: ios=" reads "/2, merge=0/0, util=5.00%\n"
#define DISKS_1 DISKS("1")
#define DISKS_3 DISKS("3")

/* fio 2.2 as its source prints it: K is 1024, no counts of samples, latencies in usec. */
static const char old_text[] = BANNER(
    "old",
    "0") "...\n"
	 "fio-2.2.10\n"
	 "Starting 2 processes\n"
	 "\n"
	 "old: (groupid=0, jobs=2): err= 0: pid=77: Fri Feb  9 12:56:50 2018\n"
	 "  read : io=1500.5KB, bw=700123B/s, iops=170, runt=  2196msec\n"
	 "    slat (usec): min=1, max=2029.2K, avg= 3.50, stdev=61.46\n"
	 "    clat (msec): min=87, max=16720, avg=3849.10, stdev=806.76\n"
	 "     lat (msec): min=87, max=16720, avg=3880.43, stdev=833.00\n"
	 "    clat percentiles (msec):\n"
	 "     |  1.00th=[   68], 50.00th=[ 4015],\n"
	 "     | 99.99th=[16712]\n"
	 "    bw (KB  /s): min=   64, max= 1980, per=51.99%, avg=165.50, stdev=87.25\n"
	 "  write: io=29854MB, bw=254727KB/s, iops=63647, runt=120014msec\n"
	 "    lat (usec) : 250=0.01%, 500=0.01%\n"
	 "  cpu          : usr=0.14%, sys=0.44%, ctx=277075, majf=0, minf=4128\n"
	 "     issued    : total=r=375/w=7638626/d=0, short=r=3/w=0/d=0, drop=r=0/w=2/d=0\n"
	 "     latency   : target=0, window=0, percentile=100.00%, depth=128\n"
	 "\n"
	 "Run status group 0 (all jobs):\n"
	 "   READ: io=29854MB, aggrb=254726KB/s, minb=254726KB/s, maxb=254726KB/s, mint=1msec\n";

Test(normal_runs, fio_2)
{
	struct kept *kept = kept_read(normal_read, old_text);
	const struct fio_direction *read = kept_direction(kept, FIO_READ);
	const struct fio_direction *write = kept_direction(kept, FIO_WRITE);

	check_text(kept->result[0].version, "fio-2.2.10");
	check_int(kept->result[0].job[0].clones, 2);
	check_int(kept->result[0].job[0].averaged, true);
	check_close(read->bytes, 1500.5 * 1024, 0, "bytes");
	check_close(read->bw, 700123, 0, "bw");
	check_close(read->iops, 170, 0, "iops");
	check_close(read->runtime, 2.196, 0, "runtime");
	check_close(read->ios, 375, 0, "ios");
	check_close(read->short_ios, 3, 0, "short");
	check_close(read->latency[FIO_SLAT].max, 2029200e3, 1e-15, "1000-based");
	check_close(read->latency[FIO_CLAT].mean, 3849.1e6, 1e-15, "clat");
	check_int(read->latency[FIO_CLAT].n_percentiles, 3);
	check_close(read->latency[FIO_CLAT].percentile[1].ns, 4015e6, 0, "p50");
	/* fio 2's last bucket, 16711680 us. */
	check_close(read->latency[FIO_CLAT].ceiling, 16712e6, 0, "ceiling");
	check_nan(read->bw_samples.n, "samples");
	check_close(read->bw_samples.mean, 165.5 * 1024, 0, "bw mean");
	check_nan(read->iops_samples.mean, "iops");
	check_close(write->bytes, 29854. * 1048576, 0, "bytes");
	check_close(write->bw, 254727. * 1024, 0, "bw");
	check_close(write->ios, 7638626, 0, "ios");
	check_close(write->dropped_ios, 2, 0, "dropped");
	check_nan(write->latency[FIO_LAT].mean, "lat");
	kept_free(kept);
}

/* fio 2.21 has the new lines, but the old buckets and averages; 3.0 the three counts. */
Test(normal_runs, between)
{
	static const char text[] =
	    "fio-2.21\n" A_HEAD "   read: IOPS=8, BW=32KiB/s (33kB/s)(64KiB/2000msec)\n"
	    "    clat percentiles (usec):\n"
	    "     | 99.99th=[16711680]\n"
	    "     issued rwt: total=16,0,0, short=1,0,0, dropped=0,0,0\n";
	struct kept *kept = kept_read(normal_read, text);
	const struct fio_direction *read = kept_direction(kept, FIO_READ);

	check_int(kept->result[0].job[0].averaged, true);
	check_close(read->ios, 16, 0, "ios");
	check_close(read->short_ios, 1, 0, "short");
	check_close(read->latency[FIO_CLAT].ceiling, 16711680e3, 0, "ceiling");
	kept_free(kept);
}

/* Rate samples of a group are averaged before fio 3.13. */
Test(normal_runs, averages)
{
	static const struct {
		const char *version;
		bool averaged;
	} cases[] = {{"fio-2.1.10", true},         {"fio-2.99", true},  {"fio-3.0", true},
		     {"fio-3.12-19-gbdf99", true}, {"fio-3.13", false}, {"fio-3.40", false},
		     {"fio-4.1", false},           {"fio-x", false},    {"fio-3", false}};

	for (size_t i = 0; i < countof(cases); i++) {
		char *text = mem_format("%s\n" A_16, cases[i].version);
		struct kept *kept = kept_read(normal_read, text);
		cr_expect(kept->result[0].job[0].averaged == cases[i].averaged, "%s",
			  cases[i].version);
		kept_free(kept);
		free(text);
	}
}

/* One after the other in one file, told by banners, versions, starts, or groups that begin again.
 */
Test(normal_runs, invocations)
{
	static const char *const between[] = {BANNER("a", "0"), "fio-3.34\n",
					      "Starting 1 process\n", "Starting 2 threads\n", ""};

	for (size_t i = 0; i < countof(between); i++) {
		char *text = mem_format("fio-3.33\n%s%s%s", A_16 B_5 DISKS_1, between[i], A_OTHER);
		struct kept *kept = kept_read(normal_read, text);
		cr_assert_eq(kept->n, 2, "case %zu", i);
		check_int(kept->notes, 0);
		check_int(kept->result[0].n_jobs, 2);
		check_int(kept->result[0].n_disks, 1);
		check_int(kept->result[1].n_jobs, 1);
		check_int(kept->result[1].n_disks, 0);
		check_text(kept->result[0].version, "fio-3.33");
		const char *version = kept->result[1].version;
		check_text(version ? version : "-", i == 1 ? "fio-3.34" : "-");
		kept_free(kept);
		free(text);
	}
}

/* Only the last state of each, and its disks. */
Test(normal_runs, states)
{
	static const char text[] = "fio-3.33\n" A_16 B_5 DISKS_1 A_32 B_5 DISKS_3;
	struct kept *kept = kept_read(normal_read, text);

	check_int(kept->n, 1);
	check_int(kept->notes, 1);
	check_int(kept->result[0].n_jobs, 2);
	check_close(kept_direction(kept, FIO_READ)->ios, 32, 0, "the last state");
	check_int(kept->result[0].n_disks, 1);
	check_close(kept->result[0].disk[0].read_ios, 3, 0, "reads");
	kept_free(kept);
	/* Fewer I/Os than before: another job. Clones of a group: all of them. */
	kept = kept_read(normal_read, A_16 A_8 A_OTHER);
	check_int(kept->n, 1);
	check_int(kept->notes, 0);
	check_int(kept->result[0].n_jobs, 3);
	kept_free(kept);
}

/* Two runs in a mail that leaves out what stands before the jobs. */
Test(normal_runs, ends)
{
	struct kept *kept = kept_read(normal_read, A_16 SUMS A_OTHER);

	check_int(kept->n, 2);
	kept_free(kept);
	/* A job of a later group that is seen first in the second state. */
	kept = kept_read(normal_read, A_16 SUMS A_32 B_5);
	check_int(kept->n, 1);
	check_int(kept->result[0].n_jobs, 2);
	kept_free(kept);
}

Test(normal_runs, interrupted)
{
	struct kept *kept = kept_read(normal_read, "\nfio: terminating on signal 2\n\n" A_16);

	check_int(kept->result[0].interrupted, true);
	kept_free(kept);
}

/* Clients: one result, whose sum is left out. */
Test(normal_runs, clients)
{
	static const char start[] =
	    "hostname=h1, be=0, 64-bit, os=Linux, arch=x86-64, fio=fio-3.33, flags=1\n"
	    "hostname=h2, be=0, 64-bit, os=Linux, arch=x86-64, fio=fio-3.33, flags=1\n"
	    "<h1> " BANNER("a", "0") "<h2> " BANNER("a", "0");
	static const char begun[] = "<h1> Starting 1 process\n<h2> Starting 1 process\n"
				    "Jobs: 2 (f=2): [eta 01s]<h1> \n";
	static const char first[] = JOB("a", "0", "5", "16", "1000");
	static const char second[] = JOB("b", "1", "6", "17", "1000");
	static const char failed[] = "     errors    : total=1, first_error=5/<EIO>\n";
	static const char nobodys[] = JOB("a", "0", "7", "18", "1000");
	static const char sum[] = "All clients: (groupid=0, jobs=5): err= 0: pid=0: Mon\n"
				  "  read: IOPS=8, BW=32KiB/s (33kB/s)(84KiB/1000msec)\n";
	char *text = mem_format("%s%s%s%s<h2> \n%s%s%s%s%s", start, begun, first, second, first,
				second, failed, nobodys, sum);
	struct kept *kept = kept_read(normal_read, text);

	cr_assert_eq(kept->n, 1);
	check_int(kept->result[0].n_jobs, 5);
	check_text(kept->result[0].version, "fio-3.33");
	const struct fio_job *job = kept->result[0].job;
	check_text(job[0].host, "h1");
	check_text(job[1].host, "h1");
	check_text(job[2].host, "h2");
	check_text(job[3].host, "h2");
	cr_expect(job[4].host == NULL, "not said");
	check_text(fio_job_option(&job[2], "bs"), "4096");
	check_close(job[0].direction[FIO_READ].ios, 16, 0, "ios");
	check_close(job[3].direction[FIO_READ].ios, 17, 0, "ios");
	check_close(job[4].direction[FIO_READ].ios, 18, 0, "ios");
	check_close(job[3].errors, 1, 0, "errors");
	kept_free(kept);
	free(text);
}

/* As in a mail, from Windows, behind progress. */
Test(normal_runs, quoted)
{
	static const char text[] =
	    "> > hi,\r\n> > fio-3.33\r\n"
	    "| > a b: (groupid=0, jobs=1): err= 0: pid=1: Mon Nov  6 04:07:30 2023\r\n"
	    "> Jobs: 1 (f=1): [R(1)]\r  read: IOPS=8, BW=32KiB/s (33kB/s)(16KiB/2000msec)\n"
	    "> |     clat percentiles (usec):\r\n"
	    "> |      | 50.00th=[    2], 99.00th=[    4]\r\n"
	    ">      issued rwts: total=4,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n";
	struct kept *kept = kept_read(normal_read, text);
	const struct fio_direction *read = kept_direction(kept, FIO_READ);

	check_text(kept->result[0].job[0].name, "a b");
	check_text(kept->result[0].version, "fio-3.33");
	check_close(read->ios, 4, 0, "ios");
	check_int(read->latency[FIO_CLAT].n_percentiles, 2);
	kept_free(kept);
}

Test(normal_runs, only_an_error)
{
	static const struct {
		const char *text, *line;
		size_t number;
	} cases[] = {
	    {"", NULL, 0},
	    {"a: you need to specify size=\nfio: pid=0, err=22/file:f.c:1, error=Invalid\n",
	     "fio: pid=0, err=22/file:f.c:1, error=Invalid", 2},
	    {"fio-3.19\nerror: maximum number of jobs (8) reached.\n",
	     "error: maximum number of jobs (8) reached.", 2},
	    {"fio: failed to load engine\nfio: pid=0, err=22/x\n", "fio: pid=0, err=22/x", 2},
	    {"fio: one\nfio: two\n", "fio: one", 1},
	    {"fio: terminating on signal 2\nwe ran fio: it works\n", NULL, 0},
	    {"fio: one\n" A_HEAD, NULL, 0},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		struct view line = view_of("");
		size_t number = 0;
		bool is = normal_only_error(view_of(cases[i].text), &line, &number);
		check_int(is, cases[i].line != NULL);
		check_int(number, cases[i].number);
		cr_expect(view_is(line, cases[i].line ? cases[i].line : ""), "case %zu", i);
	}
}

Test(normal_runs, other_text_is_none)
{
	static const char *const texts[] = {
	    "",
	    "\n\n",
	    "# How we use fio\nRun `fio --rw=randread --name=a`; read: see below.\n",
	    "[global]\nioengine=libaio\nrw=read\nbs=4k\n[a]\niodepth=1\n",
	    "fio version 2 iolog\nf add\nf open\nf read 0 4096\n",
	    "name,iops,bw (KiB/s),lat (usec)\na,600,2400,20\n",
	    "500, 2400, 0, 4096, 0\n1000, 2410, 0, 4096, 0\n",
	    "{\n  \"fio version\" : \"fio-3.33\",\n  \"read\" : { \"iops\" : 600.0 }\n}\n",
	    "a: (g=0): rw=read, bs=4K-4K/4K-4K/4K-4K, ioengine=sync, iodepth=1\nfio-3.33\n",
	    "  lat (usec)   : 4=9.17%, 10=37.50%\n  READ: bw=2398KiB/s (2455kB/s), io=2MiB\n",
	    "clat percentiles (usec):\n",
	    "x: (groupid=, jobs=1): err= 0\ny: (groupid=0, jobs=1): err=\n",
	};

	for (size_t i = 0; i < countof(texts); i++) {
		struct kept *kept = kept_read(normal_read, texts[i]);
		cr_expect(kept->n == 0 && kept->notes == 0, "case %zu", i);
		kept_free(kept);
	}
}

/* A cut inside of a number makes another number, which is not taken. */
Test(normal_runs, no_part_of_a_number)
{
	const char *whole = "j: (groupid=0, jobs=1): err= 0: pid=1: Mon Nov  6 04:07:30 2023\n"
			    "  read: IOPS=600, BW=2402KiB/s (2459kB/s)(2404KiB/1001msec)\n"
			    "    slat (nsec): min=3000, max=324000, avg=3500.00, stdev=10.00\n";
	char *text = mem_copy(whole, (size_t)(strstr(whole, "4000, avg") - whole));
	struct kept *kept = kept_read(normal_read, text);

	cr_assert(kept->n == 1);
	check_close(kept->result[0].job[0].direction[FIO_READ].runtime, 1.001, 1e-12, "runtime");
	check_nan(kept->result[0].job[0].direction[FIO_READ].latency[FIO_SLAT].max, "slat.max");
	kept_free(kept);
	free(text);
}

/* Any piece of the text: an answer, never a crash. */
Test(normal_runs, cut_anywhere)
{
	for (size_t n = 0; n < sizeof(one_normal); n += 11) {
		char *text = mem_copy(one_normal, n);
		struct kept *kept = kept_read(normal_read, text);
		cr_expect(kept->n <= 1);
		kept_free(kept);
		kept_free(kept_read(normal_read, one_normal + n));
		free(text);
	}
}

/* A text that ends in a line of a job, or before its first number, is cut off; a part of whole
 * lines was chosen so, as was one that other words stand behind. */
Test(normal_runs, cut_inside_of_a_job)
{
	static const struct {
		const char *until, *behind; /* of the text up to there, and with this instead */
		bool cut;
		size_t notes;
	} rows[] = {
	    {"  read: IOPS", "", true, 1},
	    {"clat percentiles", "", true, 1},
	    {"clat percentiles", "Thanks,\nA.\n", false, 0},
	    {"clat percentiles", "\n", false, 0},
	    {"min= 1192", "", true, 1},
	    {"  lat (msec)", "", false, 1},
	    {"submit", "", true, 1},
	    {"latency   : target", "", false, 1},
	    {"Run status", "", false, 0},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		const char *end = strstr(one_normal, rows[i].until);
		cr_assert(end != NULL, "%s", rows[i].until);
		char *text =
		    mem_format("%.*s%s", (int)(end - one_normal), one_normal, rows[i].behind);
		struct kept *kept = kept_read(normal_read, text);
		cr_assert(kept->n == 1, "%s", rows[i].until);
		cr_expect(kept->result[0].job[0].cut == rows[i].cut, "%s", rows[i].until);
		check_int(kept->notes, rows[i].notes);
		kept_free(kept);
		free(text);
	}
}
