/* fio's normal output: jobs and their numbers. */
#include "collect/text/normal.h"

#include "collect/base/mem.h"
#include "tests/unit/fio_text.h"
#include "tests/unit/text_sink.h"

/* A latency line has whole units, cut; from a million on rounded to thousands; two decimals of
 * means.
 */
static void
check_latency(const struct fio_latency *got, const double want[4], double unit)
{
	check_close(got->min, floor(want[0] / unit) * unit, 0, "min");
	if (want[1] < 1e6 * unit)
		check_close(got->max, floor(want[1] / unit) * unit, 0, "max");
	else
		cr_expect(fabs(got->max - want[1]) <= 500 * unit, "max %g", got->max);
	cr_expect(fabs(got->mean - want[2]) <= 0.0051 * unit, "mean %g", got->mean);
	cr_expect(fabs(got->stdev - want[3]) <= 0.0051 * unit, "stdev %g", got->stdev);
}

Test(normal, agrees_with_the_json_of_its_run)
{
	/* ns, as the text has them: slat, clat and lat of reads and writes. */
	static const double unit[2][FIO_LATENCIES] = {{1, 1, 1000}, {1000, 1000, 1000}};
	struct kept *kept = kept_read(normal_read, one_normal);

	check_int(kept->n, 1);
	check_int(kept->notes, 0);
	const struct fio_job *job = &kept->result[0].job[0];
	for (size_t d = 0; d < 2; d++) {
		const struct fio_direction *got = &job->direction[d];
		const struct one_json *want = &one_json[d];
		check_int(got->used, true);
		check_close(got->bytes, want->bytes, 0, "bytes");
		check_close(got->ios, want->ios, 0, "ios");
		check_close(got->runtime, want->msec / 1000, 1e-15, "runtime");
		check_close(got->iops, 299, 0, "iops"); /* 330 / 1.101 s, cut */
		check_close(got->bw, 1199 * 1024, 0, "bw");
		check_close(got->short_ios, 0, 0, "short");
		check_close(got->dropped_ios, 0, 0, "dropped");
		for (size_t l = 0; l < FIO_LATENCIES; l++)
			check_latency(&got->latency[l], want->latency[l], unit[d][l]);
		check_close(got->bw_samples.n, 2, 0, "samples");
		check_close(got->bw_samples.min, want->bw[0] * 1024, 0, "bw min");
		check_close(got->bw_samples.max, want->bw[1] * 1024, 0, "bw max");
		check_close(got->bw_samples.mean, want->bw[2] * 1024, 0, "bw mean");
		check_close(got->bw_samples.stdev, want->bw[3] * 1024, 0.005 / 11, "bw stdev");
		check_close(got->iops_samples.n, 2, 0, "samples");
		check_close(got->iops_samples.min, want->iops[0], 0, "iops min");
		check_close(got->iops_samples.max, want->iops[1], 0, "iops max");
		check_close(got->iops_samples.mean, want->iops[2], 0, "iops mean");
		check_close(got->iops_samples.stdev, want->iops[3], 0.005 / 2, "iops stdev");
		const struct fio_latency *clat = &got->latency[FIO_CLAT];
		check_int(clat->n_percentiles, 17);
		for (size_t i = 0; i < 17; i++) { /* in usec, rounded up */
			check_close(clat->percentile[i].percent, want->percentile[i][0], 0, "of");
			check_close(clat->percentile[i].ns,
				    ceil(want->percentile[i][1] / 1000) * 1000, 0, "percentile");
		}
	}
	kept_free(kept);
}

Test(normal, what_a_job_says)
{
	struct kept *kept = kept_read(normal_read, one_normal);

	cr_assert_eq(kept->n, 1);
	const struct fio_result *result = &kept->result[0];
	check_text(result->form, "fio normal");
	check_int(result->line, 6);
	check_text(result->version, "fio-3.33");
	check_text(result->time_text, "Mon Nov 30 15:17:13 2026");
	check_nan(result->time, "time");
	check_int(result->interrupted, false);
	const struct fio_job *job = &result->job[0];
	check_text(job->name, "one");
	check_int(job->group, 0);
	check_int(job->clones, 1);
	check_int(job->averaged, false);
	check_text(fio_job_option(job, "rw"), "randrw");
	check_text(fio_job_option(job, "bs"), "4096");
	check_text(fio_job_option(job, "ioengine"), "libaio");
	check_text(fio_job_option(job, "iodepth"), "4");
	check_text(fio_job_option(job, "description"), "a small; run");
	check_int(job->options_known, false);
	check_close(job->cpu_user, 0, 0, "user");
	check_close(job->cpu_system, 3.18, 0, "system");
	check_close(job->switches, 481, 0, "switches");
	check_nan(job->syncs, "syncs");
	check_int(result->n_disks, 1);
	check_text(result->disk[0].name, "vda");
	check_close(result->disk[0].read_ios, 161, 0, "reads");
	check_close(result->disk[0].write_ios, 144, 0, "writes");
	check_close(result->disk[0].util, 16.11, 0, "util");
	kept_free(kept);
}

/* Of 16 writes all but the last were followed by fdatasync; fio 3.33 prints the 15 in the place of
 * short reads. */
Test(normal, syncs)
{
	struct kept *kept = kept_read(normal_read, sync_normal);
	const struct fio_direction *write = kept_direction(kept, FIO_WRITE);
	const struct fio_job *job = &kept->result[0].job[0];

	check_close(job->syncs, 15, 0, "syncs");
	check_close(job->sync.min, 1694e3, 0, "min");
	check_close(job->sync.max, 7951e3, 0, "max");
	check_close(job->sync.mean, 4220.75e3, 1e-15, "mean");
	check_close(job->sync.stdev, 1634.7e3, 1e-15, "stdev");
	check_int(job->sync.n_percentiles, 17);
	check_close(job->sync.percentile[16].ns, 7963e3, 0, "p99.99");
	check_close(write->ios, 16, 0, "ios");
	check_close(write->short_ios, 0, 0, "short");
	check_int(write->latency[FIO_CLAT].n_percentiles, 17);
	check_close(write->latency[FIO_CLAT].percentile[0].ns, 8384, 0, "p1");
	check_nan(write->latency[FIO_SLAT].mean, "slat");
	check_int(kept_direction(kept, FIO_READ)->used, false);
	kept_free(kept);
	/* As fio 3.42 prints them. */
	kept = kept_read(normal_read,
			 "a: (groupid=0, jobs=1): err= 0: pid=1: Mon\n"
			 "  write: IOPS=8, BW=32KiB/s (33kB/s)(64KiB/2000msec)\n"
			 "  fsync/fdatasync/sync_file_range/syncfs:\n"
			 "    sync (usec): min=1, max=3, avg= 2.00, stdev= 1.00\n"
			 "     issued rwts: total=0,16,0,14 short=0,1,0,0 dropped=0,2,0,0\n");
	check_close(kept->result[0].job[0].syncs, 14, 0, "syncs");
	check_close(kept_direction(kept, FIO_WRITE)->short_ios, 1, 0, "short");
	check_close(kept_direction(kept, FIO_WRITE)->dropped_ios, 2, 0, "dropped");
	kept_free(kept);
}

/* Every unit that the numbers of a direction come in. */
Test(normal, units)
{
	struct kept *kept =
	    kept_read(normal_read,
		      "a: (groupid=2, jobs=4): err= 0: pid=1: Mon Nov  6 04:07:30 2023\n"
		      "  read: IOPS=1048k, BW=4.00GiB/s (4.29GB/s)(40.0GiB/10001msec)\n"
		      "    slat (nsec): min=10, max=1013.3k, avg=20.50, stdev= 1.25\n"
		      "    clat (msec): min=2, max=6048, avg=3849.10, stdev=806.76\n"
		      "     lat (sec): min=1, max=20, avg= 2.50, stdev= 0.50\n"
		      "    clat percentiles (msec):\n"
		      "     |  1.00th=[  371], 99.99th=[17113]\n"
		      "    lat percentiles (nsec):\n"
		      "     | 50.00th=[ 1004], 99.99th=[ 9984]\n"
		      "   bw (  MiB/s): min= 3990, max= 4010, per=100.00%, avg=4000.50, stdev= "
		      "2.50, samples=9\n"
		      "   iops        : min=1.0M, max=2M, avg=1048576.25, stdev= 8.00, samples=9\n"
		      "  trim: IOPS=0, BW=0B/s (0B/s)(4096B/10001msec)\n"
		      "  lat (usec)   : 4=9.17%, 10=37.50%\n");
	const struct fio_direction *read = kept_direction(kept, FIO_READ);
	const struct fio_direction *trim = kept_direction(kept, FIO_TRIM);

	check_int(kept->result[0].job[0].group, 2);
	check_int(kept->result[0].job[0].clones, 4);
	check_close(read->iops, 1048000, 0, "iops");
	check_close(read->bw, 4294967296., 0, "bw");
	check_close(read->bytes, 42949672960., 0, "bytes");
	check_nan(read->ios, "not said");
	const struct fio_latency *latency = read->latency;
	check_close(latency[FIO_SLAT].max, 1013300, 1e-15, "k is 1000");
	check_close(latency[FIO_CLAT].min, 2e6, 0, "ms");
	check_close(latency[FIO_CLAT].mean, 3849.1e6, 1e-15, "ms");
	check_close(latency[FIO_LAT].mean, 2.5e9, 0, "s");
	check_close(latency[FIO_CLAT].percentile[0].ns, 371e6, 0, "p1");
	/* The last bucket, 17.11276032 s: what is longer is in it too. */
	check_close(latency[FIO_CLAT].ceiling, latency[FIO_CLAT].percentile[1].ns, 0, "ceiling");
	check_close(latency[FIO_LAT].percentile[1].ns, 9984, 0, "p99.99");
	check_close(latency[FIO_LAT].ceiling, 17112760320., 0, "ceiling");
	check_close(read->bw_samples.mean, 4000.5 * 1048576, 1e-15, "bw");
	check_close(read->iops_samples.min, 1e6, 0, "iops");
	check_close(trim->bytes, 4096, 0, "trimmed");
	check_close(trim->bw, 0, 0, "B/s");
	check_nan(trim->latency[FIO_LAT].min, "shares of intervals are no latency");
	kept_free(kept);
}

/* What fio rounds is made exact from I/Os of one size. Older versions lose a carry: 21.9993 MiB. */
Test(normal, bytes)
{
	static const struct {
		const char *ios, *bs, *bytes;
		double want;
	} cases[] = {
	    {"10029", "2300B-2300B", "21.0MiB", 23066700}, /* lost */
	    {"10029", "2300B-2300B", "22.0MiB", 23066700},
	    {"210000", "4096B-4096B", "820MiB", 860160000},
	    {"2404", "1024B-1024B", "2404KiB", 2404 * 1024},
	    {"10029", "2300B-4096B", "21.0MiB", 21 * 1048576.}, /* no single size */
	    {"9900", "2300B-2300B", "21.0MiB", 21 * 1048576.},  /* 21.7 would not be 21.0 */
	    {"59162", "512KiB-512KiB", "31613MB", 31613e6},     /* of more than these */
	    {"0", "4096B-4096B", "0B", 0},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		char *text = mem_format("a: (g=0): rw=read, bs=%s, ioengine=sync, iodepth=1\n"
					"a: (groupid=0, jobs=1): err= 0: pid=1: Mon\n"
					"  read: IOPS=8, BW=11.0MiB/s (12.6MB/s)(%s/2000msec)\n"
					"     issued rwts: total=%s,0,0,0 short=0,0,0,0\n",
					cases[i].bs, cases[i].bytes, cases[i].ios);
		struct kept *kept = kept_read(normal_read, text);
		check_close(kept_direction(kept, FIO_READ)->bytes, cases[i].want, 0,
			    cases[i].bytes);
		check_close(kept_direction(kept, FIO_READ)->bw, 12.6e6, 0, "bw");
		kept_free(kept);
		free(text);
	}
}

/* Percentiles of one priority belong to no latency here. */
Test(normal, other_percentiles)
{
	struct kept *kept =
	    kept_read(normal_read, "a: (groupid=0, jobs=1): err= 0: pid=1: Mon\n"
				   "    clat (usec): min=1, max=3, avg= 2.00, stdev= 1.00\n"
				   "  read: IOPS=8, BW=32KiB/s (33kB/s)(64KiB/2000msec)\n"
				   "    clat percentiles (usec):\n"
				   "     | 50.00th=[    2], 40.00th=[    3], 99.00th=[    4]\n"
				   "    clat prio 2/0 (50.00% of IOs) percentiles (usec):\n"
				   "     | 99.90th=[    9]\n");
	const struct fio_latency *clat = &kept_direction(kept, FIO_READ)->latency[FIO_CLAT];

	check_nan(clat->min, "before any direction");
	check_int(clat->n_percentiles, 2); /* ascending */
	check_close(clat->percentile[1].ns, 4000, 0, "p99");
	kept_free(kept);
}

/* One that failed at once has no numbers, but counts. */
Test(normal, failed)
{
	struct kept *kept = kept_read(
	    normal_read,
	    "fio: pid=9, err=28/file:io_u.c:1876, func=io_u error, error=No space left on device\n"
	    "\n"
	    "full: (groupid=0, jobs=1): err=28 (file:io_u.c:1876, func=io_u error, "
	    "error=No space left on device): pid=9: Mon Nov 30 15:04:46 2026\n"
	    "  cpu          : usr=0.00%, sys=0.00%, ctx=3, majf=0, minf=15\n"
	    "     issued rwts: total=0,1,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
	    "     errors    : total=16, first_error=28/<No space left on device>\n");
	const struct fio_job *job = &kept->result[0].job[0];

	check_int(job->error, 28);
	check_text(job->why, "file:io_u.c:1876, func=io_u error, error=No space left on device");
	check_close(job->errors, 16, 0, "errors");
	check_text(kept->result[0].time_text, "Mon Nov 30 15:04:46 2026");
	for (size_t d = 0; d < FIO_DIRECTIONS; d++)
		check_int(job->direction[d].used, false);
	kept_free(kept);
}

/* All directions together: the counts' sum; before fio 3.39 "both" has zeros there. */
Test(normal, mixed)
{
	struct kept *kept = kept_read(
	    normal_read, "a: (groupid=0, jobs=1): err= 0: pid=1: Mon\n"
			 "  read: IOPS=100, BW=400KiB/s (410kB/s)(800KiB/2000msec)\n"
			 "  write: IOPS=50, BW=200KiB/s (205kB/s)(400KiB/2000msec)\n"
			 "  mixed: IOPS=0, BW=0 (0)(0B/2000msec)\n"
			 "    clat (usec): min=1, max=3, avg= 2.00, stdev= 1.00\n"
			 "     issued rwts: total=200,100,0,0 short=1,2,0,0 dropped=0,0,0,0\n");
	const struct fio_direction *mixed = kept_direction(kept, FIO_MIXED);

	check_close(mixed->ios, 300, 0, "ios");
	check_close(mixed->short_ios, 3, 0, "short");
	check_close(mixed->bytes, 1200 * 1024, 0, "bytes");
	check_close(mixed->iops, 150, 0, "iops");
	check_close(mixed->bw, 600 * 1024, 0, "bw");
	check_close(mixed->runtime, 2, 0, "runtime");
	check_close(mixed->latency[FIO_CLAT].max, 3000, 0, "clat");
	kept_free(kept);
	kept = kept_read(normal_read,
			 "a: (groupid=0, jobs=1): err= 0: pid=1: Mon\n"
			 "  mixed: IOPS=150, BW=600KiB/s (614kB/s)(1200KiB/2000msec)\n"
			 "     issued rwts: total=300,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n");
	check_close(kept_direction(kept, FIO_MIXED)->ios, 300, 0, "ios");
	check_int(kept_direction(kept, FIO_READ)->used, false);
	kept_free(kept);
}

/* Block sizes of banners. */
Test(normal, block_sizes)
{
	static const struct {
		const char *said, *option;
	} cases[] = {
	    {"(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B", "4096"},
	    {"(R) 64.0KiB-64.0KiB, (W) 64.0KiB-64.0KiB, (T) 64.0KiB-64.0KiB", "65536"},
	    {"(R) 1024KiB-1024KiB, (W) 1024KiB-1024KiB, (T) 1024KiB-1024KiB", "1048576"},
	    {"4K-4K/4K-4K/4K-4K", "4096"},
	    {"1M-1M/1M-1M/1M-1M", "1048576"},
	    {"512-512/512-512/512-512", "512"},
	    /* A range, two sizes, and one that is rounded. */
	    {"4K-16K/4K-16K/4K-16K", "4K-16K/4K-16K/4K-16K"},
	    {"4K-4K/8K-8K/4K-4K", "4K-4K/8K-8K/4K-4K"},
	    {"97.7KiB-97.7KiB", "97.7KiB-97.7KiB"},
	    {"", ""},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		char *text = mem_format("a: (g=1): rw=write, bs=x, ioengine=other, iodepth=9\n"
					"a: (g=0): rw=read, bs=%s, ioengine=sync, iodepth=1\n"
					"b: (g=0): rw=trim, bs=1, ioengine=other, iodepth=9\n"
					"a: (groupid=0, jobs=1): err= 0: pid=1: Mon\n",
					cases[i].said);
		struct kept *kept = kept_read(normal_read, text);
		cr_assert_eq(kept->n, 1);
		check_text(fio_job_option(&kept->result[0].job[0], "bs"), cases[i].option);
		check_text(fio_job_option(&kept->result[0].job[0], "rw"), "read");
		check_text(fio_job_option(&kept->result[0].job[0], "iodepth"), "1");
		kept_free(kept);
		free(text);
	}
}
