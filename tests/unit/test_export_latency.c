/* Latencies and samples on their way into fio's words. */
#include "collect/export/latency.h"

#include "collect/export/samples.h"
#include "tests/unit/export.h"

/* Buckets of fio's grid: 100 is exact, [11264, 11392) is one of 128 ns. */
Test(export_latency, buckets_of_the_grid_become_bins)
{
	struct export_store store =
	    export_store_of("v,t,r,read.clat,ns,,,11264,11392,5\nv,t,r,read.clat,ns,,,100,101,4\n"
			    "v,t,r,read.clat.n,1,,,,,9\nv,t,r,read.clat.mean,ns,,,,,6337.7\n"
			    "v,t,r,read.lat,ns,,,100,101,1\nv,t,r,read.clat,ns,0,1,100,101,3\n");
	const struct export_test *test = export_first_test(&store);
	struct export_latency latency;

	export_latency_of(test, "read.clat", &latency);
	cr_expect(latency.exact == true);
	check_int(latency.n_bins, 2);
	check_close(latency.bin[0].low, 100, 0, "ascending");
	check_close(latency.bin[0].count, 4, 0, "without the cell");
	check_close(latency.bin[1].high, 11392, 0, "high");
	check_close(latency.n, 9, 0, "n");
	check_nan(latency.min, "min");
	/* Of 9 I/Os the 50th percentile is the 5th: in the second bucket, whose middle fio prints.
	 */
	check_close(export_latency_percentile(test, "read.clat", &latency, 50), 11328, 0, "p50");
	check_close(export_latency_percentile(test, "read.clat", &latency, 40), 100, 0, "p40");
	export_latency_free(&latency);
	export_latency_of(test, "write.clat", &latency);
	check_int(latency.n_bins, 0);
	check_nan(export_latency_percentile(test, "write.clat", &latency, 50), "none");
	export_latency_free(&latency);
	export_store_free(&store);
}

Test(export_latency, other_buckets_lie_where_their_middle_does)
{
	static const struct {
		const char *row;
		double low, count;
	} rows[] = {
	    {"v,t,r,read.lat,ns,,,11264,11390,5\n", 11264, 5}, /* a narrower one */
	    {"v,t,r,read.lat,ns,,,99,102,5\n", 100, 5},        /* middle 100.5 */
	    {"v,t,r,read.lat,ns,,,100,101,0.5\n", 100, 0.5},   /* half an I/O */
	    {"v,t,r,read.lat,ns,,,1e308,1.5e308,5\n", 17045651456,
	     5}, /* 127 * 2^27: the last one */
	    {"v,t,r,read.lat,ns,,,17179869184,17448304640,5\n", 17045651456, 5}, /* from 2^34 on */
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct export_store store = export_store_of(rows[i].row);
		struct export_latency latency;
		export_latency_of(export_first_test(&store), "read.lat", &latency);
		cr_expect(latency.exact == false, "row %zu", i);
		cr_assert(latency.n_bins == 1);
		check_close(latency.bin[0].low, rows[i].low, 0, rows[i].row);
		check_close(latency.bin[0].count, rows[i].count, 0, rows[i].row);
		export_latency_free(&latency);
		export_store_free(&store);
	}
}

Test(export_latency, percentiles_may_be_scalars)
{
	struct export_store store =
	    export_store_of("v,t,r,sync.lat.p99,ns,,,,,7\nv,t,r,sync.lat.p99.95,ns,,,,,8\n");
	const struct export_test *test = export_first_test(&store);
	struct export_latency latency;

	export_latency_of(test, "sync.lat", &latency);
	check_close(export_latency_percentile(test, "sync.lat", &latency, 99), 7, 0, "p99");
	check_close(export_latency_percentile(test, "sync.lat", &latency, 99.95), 8, 0, "p99.95");
	check_nan(export_latency_percentile(test, "sync.lat", &latency, 50), "p50");
	export_latency_free(&latency);
	export_store_free(&store);
}

/* 2 reads of 100 ns, 2 writes of 5000 ns that only have clat. */
Test(export_latency, shares_are_of_all_transfers)
{
	static const double bound[] = {50, 100, 1000, 5024, 10000};
	struct export_store store = export_store_of(
	    "v,t,r,read.lat,ns,,,100,101,2\nv,t,r,read.clat,ns,,,90,91,2\n"
	    "v,t,r,write.clat,ns,,,4992,5056,1\nv,t,r,write.clat,ns,,,20480,20736,1\n"
	    "v,t,r,mixed.lat,ns,,,100,101,4\n");
	double share[5];

	export_latency_shares(export_first_test(&store), bound, share, 5);
	check_close(share[0], 0, 0, "to 50");
	check_close(share[1], 0, 0, "to 100: the middle of [100, 101) is above");
	check_close(share[2], 50, 0, "to 1000");
	check_close(share[3], 25, 0, "to 5024");
	check_close(share[4], 0, 0, "to 10000");
	export_store_free(&store);
	store = export_store_of("v,t,r,mixed.lat,ns,,,40,41,4\n");
	export_latency_shares(export_first_test(&store), bound, share, 5);
	check_close(share[0], 100, 0, "mixed alone");
	export_store_free(&store);
}

/* 2, 4, 6 in seconds, 40 in the tenth that the end leaves. */
Test(export_samples, are_of_full_length)
{
	struct export_store store =
	    export_store_of("v,t,r,read.iops,iops,0,1,,,2\nv,t,r,read.iops,iops,1,2,,,4\n"
			    "v,t,r,read.iops,iops,2,3,,,6\nv,t,r,read.iops,iops,3,3.1,,,40\n"
			    "v,t,r,read.iops.n,1,,,,,9\nv,t,r,write.iops,iops,0,1,,,5\n");
	struct fio_samples samples = export_samples(export_first_test(&store), "read.iops");

	check_close(samples.n, 3, 0, "n");
	check_close(samples.mean, 4, 1e-15, "mean");
	check_close(samples.min, 2, 0, "min");
	check_close(samples.max, 6, 0, "max");
	check_close(samples.stdev, 2, 1e-15, "stdev: sqrt((4 + 0 + 4) / 2)");
	samples = export_samples(export_first_test(&store), "write.iops");
	check_close(samples.n, 1, 0, "one");
	check_close(samples.stdev, 0, 0, "stdev of one");
	samples = export_samples(export_first_test(&store), "trim.iops");
	check_close(samples.n, 0, 0, "none");
	check_nan(samples.mean, "mean of none");
	export_store_free(&store);
}

/* stdev 3 with denominator 4 is sqrt(9 * 4 / 3) = sqrt(12) with 3. */
Test(export_samples, may_be_their_statistics)
{
	struct export_store store = export_store_of("v,t,r,read.bw.n,1,,,,,4\nv,t,r,read.bw.mean,B/"
						    "s,,,,,10\nv,t,r,read.bw.stdev,B/s,,,,,3\n");
	struct fio_samples samples = export_samples(export_first_test(&store), "read.bw");

	check_close(samples.n, 4, 0, "n");
	check_close(samples.mean, 10, 0, "mean");
	check_close(samples.stdev, sqrt(12), 1e-15, "stdev");
	check_nan(samples.min, "min");
	check_nan(export_stdev(3, 0), "none");
	check_close(export_stdev(3, 1), 0, 0, "one");
	check_close(export_stdev(3, 2), 3 * sqrt(2), 1e-15, "two");
	export_store_free(&store);
}
