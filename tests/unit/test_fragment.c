/* Single lines of fio's output in a mail. */
#include "collect/text/normal.h"

#include "collect/base/mem.h"
#include "tests/unit/text_sink.h"

/* Three runs each, as people paste them. */
static const char mail[] =
    "> Before the patch:\n"
    "> iops        : min=58000, max=62000, avg=60282.57, stdev=1081.11, samples=30\n"
    "> clat percentiles (usec):\n"
    ">  |  1.00th=[  490], 50.00th=[  520],\n"
    ">  | 99.99th=[  775]\n"
    ">\n"
    "> iops : min=59000, max=63000, avg=61001.50, stdev=900.25, samples=30\n"
    "> clat percentiles (usec):\n"
    ">  |  1.00th=[  480], 99.99th=[  700]\n"
    "> After:\n"
    "> iops : min=70000, max=73000, avg=71000.00, stdev=800.00, samples=29\n";

Test(fragment, a_mail)
{
	struct kept *kept = kept_read(normal_read, mail);

	cr_assert_eq(kept->n, 3);
	check_int(kept->notes, 1);
	check_int(kept->note.line, 2);
	cr_expect(strstr(kept->note.why, "taken to be of reads, and of one job") != NULL, "%s",
		  kept->note.why);
	for (size_t i = 0; i < 3; i++) {
		check_text(kept->result[i].form, "fio fragment");
		check_int(kept->result[i].n_jobs, 1);
		check_text(kept->result[i].job[0].name, "fragment");
		check_int(kept->result[i].job[0].clones, 1);
	}
	const struct fio_direction *read = kept_direction(kept, FIO_READ);
	check_int(read->used, true);
	check_close(read->iops_samples.mean, 60282.57, 0, "mean");
	check_close(read->iops_samples.stdev, 1081.11, 0, "stdev");
	check_close(read->iops_samples.min, 58000, 0, "min");
	check_close(read->iops_samples.n, 30, 0, "n");
	check_nan(read->iops, "not said");
	check_int(read->latency[FIO_CLAT].n_percentiles, 3);
	check_close(read->latency[FIO_CLAT].percentile[2].ns, 775e3, 0, "p99.99");
	check_int(kept->result[1].line, 7);
	read = &kept->result[1].job[0].direction[FIO_READ];
	check_int(read->latency[FIO_CLAT].n_percentiles, 2);
	check_close(read->iops_samples.mean, 61001.5, 0, "mean");
	check_int(kept->result[2].line, 11);
	read = &kept->result[2].job[0].direction[FIO_READ];
	check_int(read->latency[FIO_CLAT].n_percentiles, 0);
	kept_free(kept);
}

/* Rates, both directions of one job, latencies and bandwidths. */
Test(fragment, directions)
{
	struct kept *kept =
	    kept_read(normal_read, "  read: IOPS=600, BW=2400KiB/s (2458kB/s)(2404KiB/1001msec)\n"
				   "    clat (usec): min=3, max=159, avg=20.50, stdev=15.75\n"
				   "   bw (  KiB/s): min= 10, max= 30, per=1.00%, avg=20.00, "
				   "stdev= 1.00, samples=3\n"
				   "  write: IOPS=300, BW=1200KiB/s (1229kB/s)(1202KiB/1001msec)\n"
				   "    clat (msec): min=1, max=4, avg= 2.00, stdev= 0.50\n"
				   "  read: IOPS=700, BW=2800KiB/s (2867kB/s)(2804KiB/1001msec)\n");

	cr_assert_eq(kept->n, 2);
	check_int(kept->notes, 1);
	cr_expect(strstr(kept->note.why, "taken to be of one job") != NULL, "%s", kept->note.why);
	check_close(kept_direction(kept, FIO_READ)->iops, 600, 0, "iops");
	check_close(kept_direction(kept, FIO_READ)->runtime, 1.001, 0, "runtime");
	check_close(kept_direction(kept, FIO_READ)->latency[FIO_CLAT].mean, 20500, 0, "clat");
	check_close(kept_direction(kept, FIO_READ)->bw_samples.max, 30720, 0, "bw");
	check_close(kept_direction(kept, FIO_WRITE)->iops, 300, 0, "iops");
	check_close(kept_direction(kept, FIO_WRITE)->latency[FIO_CLAT].max, 4e6, 0, "clat");
	check_close(kept->result[1].job[0].direction[FIO_READ].bytes, 2804 * 1024, 0, "bytes");
	check_int(kept->result[1].job[0].direction[FIO_WRITE].used, false);
	kept_free(kept);
}

/* What a command line in the mail says of the direction. */
Test(fragment, options)
{
	static const struct {
		const char *before;
		size_t direction;
		bool guessed;
	} cases[] = {
	    {"", FIO_READ, true},
	    {"fio --rw=randwrite --name=a\n", FIO_WRITE, false},
	    {"fio --name=a -rw=trim\n", FIO_TRIM, false},
	    {"rw=read,\n", FIO_READ, false},
	    {"rw=randrw\n", FIO_READ, true},
	    {"rw=readwrite\n", FIO_READ, true},
	    {"crw=write\n", FIO_READ, true},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		char *text = mem_format("%siops : min=1, max=3, avg=2.00, stdev=1.00, samples=2\n",
					cases[i].before);
		struct kept *kept = kept_read(normal_read, text);
		check_int(kept->n, 1);
		check_int(kept->notes, 1);
		check_int(strstr(kept->note.why, "to be of reads") != NULL, cases[i].guessed);
		check_close(kept_direction(kept, cases[i].direction)->iops_samples.mean, 2, 0,
			    cases[i].before);
		kept_free(kept);
		free(text);
	}
}

/* With a job in the text a line without one says nothing. */
Test(fragment, not_beside_jobs)
{
	struct kept *kept =
	    kept_read(normal_read, "iops : min=1, max=3, avg=2.00, stdev=1.00, samples=2\n"
				   "a: (groupid=0, jobs=1): err= 0: pid=1: Mon\n"
				   "Run status group 0 (all jobs):\n"
				   "iops : min=1, max=3, avg=2.00, stdev=1.00, samples=2\n");

	check_int(kept->n, 1);
	check_text(kept->result[0].form, "fio normal");
	check_int(kept_direction(kept, FIO_READ)->used, false);
	kept_free(kept);
}

/* Less than a whole line, and lines of other programs. */
Test(fragment, none)
{
	static const char *const texts[] = {
	    "iops : 5000\n",  "iops: min=1, max=2\n", "bw (mm): min=1, max=2, avg=1.5\n",
	    "read: IOPS=5\n", "clat (usec): fine\n",  "rtt min=1, max=2, avg=1.5\n",
	    "| 1.00th=[ 5]\n"};

	for (size_t i = 0; i < countof(texts); i++) {
		struct kept *kept = kept_read(normal_read, texts[i]);
		cr_expect(kept->n == 0 && kept->notes == 0, "%s", texts[i]);
		kept_free(kept);
	}
}
