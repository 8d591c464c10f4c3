/* Records in the Go benchmark format. */
#include "collect/export/benchstat.h"

#include "tests/unit/export.h"

static char *
lines_of(const char *rows)
{
	struct export_store store = export_store_of(rows);
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	benchstat_write(&store, out);
	fclose(out);
	export_store_free(&store);
	return text;
}

static void
check_lines(const char *rows, const char *want)
{
	char *got = lines_of(rows);

	check_text(got, want);
	free(got);
}

#define COMPLETE "v,,r,meta.complete,1,,,,,1\n"

Test(benchstat, a_run_is_a_line)
{
	check_lines(
	    "v,nvme/read,r,job.rw,text,,,,,randread\nv,nvme/read,r,job.bs,text,,,,,4k\n"
	    "v,nvme/read,r,job.direct,text,,,,,1\nv,nvme/read,r,read.iops,iops,,,,,70123.4\n"
	    "v,nvme/read,r,read.bw,B/s,,,,,287225446\nv,nvme/read,r,read.ios,1,,,,,1000\n"
	    "v,nvme/read,r,read.lat.mean,ns,,,,,450.5\nv,nvme/read,r,read.lat.p99,ns,,,,,900\n"
	    "v,nvme/read,r,cpu.user,s,,,,,0.25\nv,nvme/read,r,cpu.system,s,,,,,0.75\n"
	    "v,nvme/read,r,errors,1,,,,,0\nv,,r,meta.kernel,text,,,,,6.1\n" COMPLETE,
	    "Unit read-iops better=higher\nUnit read-B/s better=higher\n"
	    "commit: v\nkernel: 6.1\njob-direct: 1\n"
	    "BenchmarkNvme/read/rw=randread/bs=4k 1 70123.4 read-iops 287225446 read-B/s "
	    "450.5 read-lat-mean-ns 900 read-lat-p99-ns 0.001 cpu-sec/op 0 errors\n");
}

/* A line holds until it is said anew; an empty one ends it. */
Test(benchstat, configuration_is_said_when_it_changes)
{
	check_lines("v,t,r,errors,1,,,,,0\nv,t,r,job.size,text,,,,,1m\n" COMPLETE
		    "v,t,s,errors,1,,,,,1\nv,t,s,job.size,text,,,,,1m\nv,,s,meta.complete,1,,,,,1\n"
		    "w,t,r,errors,1,,,,,2\nw,,r,meta.complete,1,,,,,1\n",
		    "commit: v\njob-size: 1m\nBenchmarkT 1 0 errors\nBenchmarkT 1 1 errors\n"
		    "commit: w\njob-size:\nBenchmarkT 1 2 errors\n");
}

Test(benchstat, tests_that_would_share_a_name_keep_apart)
{
	check_lines("v,read,r,errors,1,,,,,0\nv,Read,r,errors,1,,,,,1\nv,re ad,r,errors,1,,,,,2\n"
		    "v,re\tad,r,errors,1,,,,,3\nv,write,r,errors,1,,,,,4\n"
		    "v,a%/ b,r,errors,1,,,,,5\nv,a%/_b,r,errors,1,,,,,6\n" COMPLETE
		    "w,read,r,errors,1,,,,,7\nw,,r,meta.complete,1,,,,,1\n",
		    "commit: v\nBenchmarkRead/test=read 1 0 errors\n"
		    "BenchmarkRead/test=Read 1 1 errors\nBenchmarkRe_ad/test=re%20ad 1 2 errors\n"
		    "BenchmarkRe_ad/test=re%09ad 1 3 errors\nBenchmarkWrite 1 4 errors\n"
		    "BenchmarkA%/_b/test=a%25%2f%20b 1 5 errors\n"
		    "BenchmarkA%/_b/test=a%25%2f_b 1 6 errors\n"
		    "commit: w\nBenchmarkRead/test=read 1 7 errors\n");
}

Test(benchstat, names_have_no_blanks_and_begin_with_a_capital)
{
	check_lines("v,4k read\tx,r,errors,1,,,,,0\nv,4k read\tx,r,job.rw,text,,,,,a/b c\n"
		    "v,4k read\tx,r,job.Odd Key,text,,,,,\" two\nlines \"\n" COMPLETE,
		    "commit: v\njob-odd-key: two lines\nBenchmarkTest4k_read_x/rw=a_b_c 1 0 "
		    "errors\n");
}

Test(benchstat, unfinished_runs_are_a_remark)
{
	check_lines("v,t,r,errors,1,,,,,0\nv,u,r,job.rw,text,,,,,read\n",
		    "# unfinished, left out: v t r\n");
}

/* Two of three I/Os in [11264, 11392), one flush. */
Test(benchstat, percentiles_are_fios)
{
	check_lines("v,t,r,write.clat,ns,,,11264,11392,2\nv,t,r,write.clat,ns,,,100,101,1\n"
		    "v,t,r,sync.lat.p50,ns,,,,,5\n" COMPLETE,
		    "commit: v\nBenchmarkT 1 11328 write-clat-p50-ns 11328 write-clat-p90-ns 11328 "
		    "write-clat-p99-ns 11328 write-clat-p99.9-ns 11328 write-clat-p99.99-ns "
		    "5 sync-lat-p50-ns\n");
}

/* Keys that only the first test has; their number times that of the tests would take minutes. */
Test(benchstat, very_many_keys, .timeout = 60)
{
	enum { KEYS = 400000, TESTS = 40000 };
	char *rows = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&rows, &n);

	for (int i = 0; i < KEYS; i++)
		fprintf(out, "v,t0,r,job.x%d,text,,,,,1\n", i);
	for (int i = 0; i < TESTS; i++)
		fprintf(out, "v,t%d,r,errors,1,,,,,0\n", i);
	fputs(COMPLETE, out);
	fclose(out);
	char *lines = lines_of(rows);
	const char *last =
	    strstr(lines, "job-x399999: 1\nBenchmarkT0 1 0 errors\njob-x0:\njob-x1:\n");
	cr_assert(last != NULL);
	cr_expect(strstr(last, "job-x399999:\nBenchmarkT1 1 0 errors\nBenchmarkT2 1") != NULL);
	free(lines);
	free(rows);
}
