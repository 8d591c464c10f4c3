/* A run's distribution from its records. */
#include "analyze/sample/buckets.h"

#include "tests/unit/stream.h"

static const struct run *
run_of(struct store *store)
{
	return group_run(store_group(store, store_commit(store, 0), store_test(store, 0)), 0);
}

Test(buckets, are_those_of_the_records)
{
	struct store store = stream_store(
	    STREAM_HEADER "v,t,1,read.lat,ns,,,10,11,4\nv,t,1,read.lat,ns,,,128,130,6\n"
			  "v,t,1,read.lat.min,ns,,,,,10\nv,t,1,read.lat.max,ns,,,,,129\n"
			  "v,t,1,read.clat,ns,,,1,2,1\nv,t,1,read.clat.p50,ns,,,,,1\n");
	struct quantile_buckets b = buckets_of(&store, run_of(&store), "read.lat");
	struct quantile_buckets clat = buckets_of(&store, run_of(&store), "read.clat");
	struct quantile_buckets none = buckets_of(&store, run_of(&store), "write.lat");

	check_int(b.n, 2);
	check_close(b.low[1], 128, 0, "low");
	check_close(b.high[1], 130, 0, "high");
	check_close(b.upto[0], 4, 0, "count");
	check_close(b.upto[1], 10, 0, "count of both");
	check_close(b.min, 10, 0, "min");
	check_close(b.max, 129, 0, "max");
	check_int(clat.n, 1);
	check_nan(clat.min, "not known");
	check_int(none.n, 0);
	check_close(quantile_total(&none), 0, 0, "no buckets");
	cr_expect(buckets_exist(&store, run_of(&store), "read.lat") == true);
	cr_expect(buckets_exist(&store, run_of(&store), "read.lat.min") == false, "a scalar");
	cr_expect(buckets_exist(&store, run_of(&store), "write.lat") == false);
	quantile_free(&b);
	quantile_free(&clat);
	quantile_free(&none);
	store_free(&store);
}

/* w^2 / 12 with w = ln(1 + 1/64) = 0.0155042; below 64 ns a nanosecond is wider. */
Test(buckets, width_is_fio_s_or_a_nanosecond)
{
	check_close(buckets_width_variance(1e6), 2.0031650011833857e-05, 1e-12, "wide");
	check_close(buckets_width_variance(10), 0.01 / 12, 1e-12, "10 ns");
}

Test(buckets, tails_of_fewer_than_10_are_thin)
{
	struct store store = stream_store(STREAM_HEADER "v,t,1,read.lat,ns,,,128,130,1000\n");
	struct quantile_buckets b = buckets_of(&store, run_of(&store), "read.lat");

	cr_expect(buckets_thin(&b, 0.98) == false);
	cr_expect(buckets_thin(&b, 0.995) == true);
	double variance = buckets_log_variance(&b, 0.5, 129);
	check_close(variance, buckets_width_variance(129) + quantile_variance(&b, 0.5), 1e-15,
		    "width and sampling");
	quantile_free(&b);
	store_free(&store);
}
