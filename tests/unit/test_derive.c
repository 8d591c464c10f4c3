/* One value a run and metric. */
#include "analyze/sample/derive.h"

#include "tests/unit/stream.h"

/* What is derived, with its jitter beside it: log_cv is NaN where there is none. */
struct seen {
	double value, floor, log_cv;
	struct moments samples;
	bool sampled, thin;
	struct jitter jitter;
};

/* The derived metric of the only run of the stream. */
static struct seen
derived_of(const char *rows, const char *name)
{
	struct metric_list metrics = metric_list_new();
	struct where why = {.line = 0};
	char *text = NULL;

	metric_list_better(&metrics, view_of("guest.exits"), BETTER_LOWER);
	cr_assert(asprintf(&text, "%sv,t,r,guest.exits,1,,,,,12345\n%s", STREAM_HEADER, rows) > 0);
	struct store store = stream_store(text);
	cr_assert(derive_all(&store, &metrics, &why) == true, "%s", why.why);
	const struct run *run =
	    group_run(store_group(&store, store_commit(&store, 0), store_test(&store, 0)), 0);
	struct derived derived = {.value = -1};
	struct seen seen = {.log_cv = NAN};
	for (size_t i = 0; i < metrics.n; i++) {
		if (strcmp(metrics.at[i].name, name) == 0)
			derived = *run->derived[i];
	}
	seen.value = derived.value;
	seen.floor = derived.floor;
	seen.samples = derived.samples;
	seen.thin = derived.thin;
	seen.sampled = derived.jitter != NULL;
	if (derived.jitter) {
		seen.jitter = *derived.jitter;
		seen.log_cv = seen.jitter.log_cv[JITTER_BY_MEAN];
	}
	store_free(&store);
	metric_list_free(&metrics);
	free(text);
	return seen;
}

Test(derive, rates_come_from_the_scalar_and_count_in_single_ios)
{
	static const char rows[] = "v,t,r,read.iops,iops,,,,,1000\nv,t,r,read.ios,1,,,,,10000\n"
				   "v,t,r,read.bw,B/s,,,,,4096000\n";

	check_close(derived_of(rows, "read.iops").value, 1000, 0, "iops");
	/* 10000 I/Os in 10 s: one more is 0.1 iops, and 409.6 B/s. */
	check_close(derived_of(rows, "read.iops").floor, 0.1 * 0.1 / 12, 1e-14, "iops' step");
	check_close(derived_of(rows, "read.bw").floor, 409.6 * 409.6 / 12, 1e-14, "bw's step");
	check_nan(derived_of(rows, "write.iops").value, "the other direction");
}

Test(derive, rates_without_a_scalar_are_the_samples_mean)
{
	static const char rows[] =
	    "v,t,r,read.iops,iops,0,1,,,100\nv,t,r,read.iops,iops,1,3,,,400\n";

	check_close(derived_of(rows, "read.iops").value, 300, 1e-15, "weighted by length");
}

/* Twelve full seconds, one before the measured part, one cut off by its end, one beyond it. */
Test(derive, jitter_takes_full_intervals_of_the_measured_part)
{
	char rows[2000] = "v,t,r,runtime,s,,,,,12.3\nv,t,r,read.iops,iops,,,,,100\n"
			  "v,t,r,read.iops,iops,12,12.3,,,30\n"
			  "v,t,r,read.iops,iops,12.3,13.3,,,9000\n";
	double sum = 0;

	for (int s = 0; s < 12; s++) {
		int rate = s % 2 ? 90 : 110;
		snprintf(rows + strlen(rows), sizeof(rows) - strlen(rows),
			 "v,t,r,read.iops,iops,%d,%d,,,%d\n", s, s + 1, rate);
		sum += (rate - 100.0) * (rate - 100.0);
	}
	struct seen d = derived_of(rows, "read.iops");
	check_close(d.samples.n, 12, 0, "samples");
	check_close(d.samples.min, 90, 0, "min");
	check_close(d.samples.max, 110, 0, "max");
	check_close(d.log_cv, log(sqrt(sum / 11) / 100), 1e-14, "log cv");
	/* Eleven steps of 20, six down and five up. */
	check_close(d.jitter.log_cv[JITTER_BY_STEP], log(sqrt((11 * 400 - 400.0 / 11) / 20) / 100),
		    1e-14, "steps");
	check_close(d.jitter.lag1, -11.0 / 12, 1e-14, "lag 1");
	check_close(d.jitter.n, 12, 0, "n");
	check_close(d.jitter.drift, 0, 1e-14, "drift");
	cr_expect(d.sampled == true);
}

/* Four full seconds of 100 or 110, and one interval between from 4 s on. */
static struct seen
derived_beside(double to, double rate, double runtime)
{
	char rows[1000];

	snprintf(rows, sizeof(rows),
		 "v,t,r,runtime,s,,,,,%g\nv,t,r,read.iops,iops,,,,,100\n"
		 "v,t,r,read.iops,iops,0,1,,,100\nv,t,r,read.iops,iops,1,2,,,110\n"
		 "v,t,r,read.iops,iops,2,3,,,100\nv,t,r,read.iops,iops,3,4,,,110\n"
		 "v,t,r,read.iops,iops,4,%g,,,%g\n%s",
		 runtime, to, rate, runtime > 6 ? "v,t,r,read.iops,iops,6,7,,,110\n" : "");
	return derived_of(rows, "read.iops");
}

Test(derive, a_stall_is_the_minimum_wherever_it_falls)
{
	struct seen d = derived_beside(4.4, 0, 7);

	/* Of the five full seconds: 530 / 5. */
	check_close(d.samples.n, 5, 0, "samples of full length");
	check_close(d.samples.mean, 106, 1e-12, "their mean");
	check_close(d.samples.min, 0, 0, "the stall");
	check_close(derived_beside(6, 0, 7).samples.min, 0, 0, "a long stall");
	check_close(derived_beside(4.4, 0, 7).samples.max, 110, 0, "max");
}

Test(derive, what_is_no_stall)
{
	check_close(derived_beside(4.05, 0, 7).samples.min, 100, 0, "between two intervals");
	check_close(derived_beside(4.4, 20, 7).samples.min, 100, 0, "slow but not still");
	check_close(derived_beside(4.4, 0, 4.4).samples.min, 100, 0, "cut off by the end");
	check_close(derived_beside(4.4, 0, 4.2).samples.min, 100, 0, "beyond the end");
	check_close(derived_beside(5, 0, 5).samples.min, 0, 0, "the last, of full length");
}

/* Deviations -10 and 10 ten times: the stream's stdev (denominator n) is 10. */
Test(derive, jitter_comes_from_statistics_where_there_are_no_samples)
{
	static const char rows[] =
	    "v,t,r,read.iops,iops,,,,,101\nv,t,r,read.iops.n,1,,,,,20\n"
	    "v,t,r,read.iops.mean,iops,,,,,100\nv,t,r,read.iops.stdev,iops,,,,,10\n"
	    "v,t,r,read.iops.min,iops,,,,,90\nv,t,r,read.iops.max,iops,,,,,110\n";
	struct seen d = derived_of(rows, "read.iops");

	check_close(d.value, 101, 0, "the rate itself");
	check_close(d.samples.n, 20, 0, "samples");
	check_close(d.samples.mean, 100, 0, "mean");
	check_close(d.samples.variance, 2000.0 / 19, 1e-15, "variance");
	check_close(d.samples.min, 90, 0, "min");
	check_close(d.samples.max, 110, 0, "max");
	check_close(d.log_cv, log(sqrt(2000.0 / 19) / 100), 1e-14, "log cv");
	check_nan(d.jitter.log_cv[JITTER_BY_STEP], "their order is not known");
	check_nan(d.jitter.drift_p, "nor their drift");
	cr_expect(d.sampled == true);
}

/* Neither a stream that says less nor one that lies. */
Test(derive, statistics_of_samples_may_be_incomplete)
{
	static const struct {
		const char *n, *mean, *stdev;
		bool sampled, jitter;
	} rows[] = {
	    {"20", "100", "10", true, true},      {"10", "100", "10", true, true},
	    {"9", "100", "10", true, false},      {"2", "100", "10", true, false},
	    {"1", "100", "0", true, false},       {"0", "0", "0", false, false},
	    {"1e300", "100", "10", false, false}, {"20", "0", "10", true, false},
	    {"20", "100", "1e308", true, true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[400];
		snprintf(text, sizeof(text),
			 "v,t,r,read.bw,B/s,,,,,101\nv,t,r,read.bw.n,1,,,,,%s\n"
			 "v,t,r,read.bw.mean,B/s,,,,,%s\nv,t,r,read.bw.stdev,B/s,,,,,%s\n",
			 rows[i].n, rows[i].mean, rows[i].stdev);
		struct seen d = derived_of(text, "read.bw");
		cr_expect(d.sampled == rows[i].sampled, "row %zu", i);
		cr_expect(isnan(d.log_cv) == !rows[i].jitter, "row %zu: %g", i, d.log_cv);
	}
	check_nan(
	    derived_of("v,t,r,read.bw,B/s,,,,,1\nv,t,r,read.bw.n,1,,,,,20\n", "read.bw").log_cv,
	    "a count alone");
}

/* 1000 I/Os in samples of half a second, as fio takes them: none is finer than 2 an s. */
Test(derive, jitter_of_constant_statistics_is_that_of_one_io)
{
	static const char rows[] =
	    "v,t,r,read.iops,iops,,,,,100\nv,t,r,read.iops.n,1,,,,,20\n"
	    "v,t,r,read.iops.mean,iops,,,,,100\nv,t,r,read.iops.stdev,iops,,,,,0\n";

	check_close(derived_of(rows, "read.iops").log_cv, log(2 / sqrt(12) / 100), 1e-14, "floor");
}

Test(derive, samples_count_before_their_statistics)
{
	struct seen d = derived_of("v,t,r,read.iops,iops,0,1,,,100\nv,t,r,read.iops.n,1,,,,,20\n"
				   "v,t,r,read.iops.mean,iops,,,,,7\n",
				   "read.iops");

	check_close(d.samples.n, 1, 0, "n");
	check_close(d.samples.mean, 100, 0, "mean");
}

/* What fio prints of a latency, and nothing else. */
Test(derive, percentiles_may_be_scalars)
{
	static const char *const names[] = {"mixed.clat.p50", "mixed.clat.p90", "mixed.clat.p99",
					    "mixed.clat.p99.9", "mixed.clat.p99.99"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char rows[100];
		snprintf(rows, sizeof(rows), "v,t,r,%s,ns,,,,,%zu\n", names[i], 1000 + i);
		check_close(derived_of(rows, names[i]).value, 1000.0 + (double)i, 0, names[i]);
	}
}

Test(derive, few_samples_have_no_jitter)
{
	struct seen d = derived_of("v,t,r,read.iops,iops,0,1,,,100\n", "read.iops");

	check_nan(d.log_cv, "one sample");
	cr_expect(d.sampled == true);
	cr_expect(derived_of("v,t,r,read.iops,iops,,,,,100\n", "read.iops").sampled == false);
}

/* Rates that never change are known to one I/O an interval, which is 4096 bytes of the bandwidth.
 */
Test(derive, jitter_of_constant_rates_is_that_of_one_io)
{
	char rows[2000] = "v,t,r,read.iops,iops,,,,,100\nv,t,r,read.bw,B/s,,,,,409600\n";

	for (int s = 0; s < 10; s++)
		snprintf(rows + strlen(rows), sizeof(rows) - strlen(rows),
			 "v,t,r,read.iops,iops,%d,%d,,,100\nv,t,r,read.bw,B/s,%d,%d,,,409600\n",
			 2 * s, 2 * s + 2, 2 * s, 2 * s + 2);
	check_close(derived_of(rows, "read.iops").log_cv, log(0.5 / sqrt(12) / 100), 1e-14, "iops");
	check_close(derived_of(rows, "read.bw").log_cv, log(2048 / sqrt(12) / 409600), 1e-14, "bw");
}

Test(derive, percentiles_come_from_buckets_before_scalars)
{
	static const char buckets[] =
	    "v,t,r,read.lat,ns,,,100,101,990\nv,t,r,read.lat,ns,,,110,111,9\n"
	    "v,t,r,read.lat,ns,,,120,121,1\nv,t,r,read.lat.p99,ns,,,,,5\n";

	check_close(derived_of(buckets, "read.lat.p99").value, 100, 0, "p99");
	check_close(derived_of(buckets, "read.lat.p99.9").value, 110, 0, "p99.9");
	check_close(derived_of(buckets, "read.lat.p99").samples.n, 1000, 0, "I/Os");
	cr_expect(derived_of(buckets, "read.lat.p90").thin == false);
	cr_expect(derived_of(buckets, "read.lat.p99.9").thin == true);
	/* 1000 values, all ranks around the median in one bucket: its width is the bucket scheme's.
	 */
	double width = log1p(1.0 / 64);
	check_close(derived_of(buckets, "read.lat.p50").floor, 100 * 100 * width * width / 12,
		    1e-12, "floor");
	check_close(derived_of("v,t,r,read.clat.p99,ns,,,,,5\n", "read.clat.p99").value, 5, 0,
		    "scalar");
	/* Of 5 ns the nanosecond is coarser than the bucket. */
	check_close(derived_of("v,t,r,read.clat.p99,ns,,,,,5\n", "read.clat.p99").floor, 1.0 / 12,
		    1e-14, "a nanosecond");
}

Test(derive, percentiles_stay_between_min_and_max)
{
	static const char rows[] =
	    "v,t,r,read.lat,ns,,,1024,1040,10\nv,t,r,read.lat.max,ns,,,,,1025\n"
	    "v,t,r,read.lat.min,ns,,,,,1024\n";

	check_close(derived_of(rows, "read.lat.p99").value, 1025, 0, "p99");
}

/* The stream's standard deviation has denominator n: 10 for n = 5 is 10 * sqrt(5/4) for n - 1. */
Test(derive, means_carry_the_moments_of_their_ios)
{
	static const char rows[] = "v,t,r,read.lat.mean,ns,,,,,100\nv,t,r,read.lat.n,1,,,,,5\n"
				   "v,t,r,read.lat.stdev,ns,,,,,10\nv,t,r,read.lat.min,ns,,,,,90\n"
				   "v,t,r,read.lat.max,ns,,,,,120\n";
	struct seen d = derived_of(rows, "read.lat.mean");

	check_close(d.value, 100, 0, "mean");
	check_close(moments_sd(d.samples), 10 * sqrt(1.25), 1e-15, "sd");
	check_close(d.samples.max, 120, 0, "max");
	check_nan(moments_sd(derived_of("v,t,r,read.lat.mean,ns,,,,,1\n", "read.lat.mean").samples),
		  "nothing but a mean");
}

Test(derive, cpu_is_per_io_of_all_directions)
{
	static const char rows[] = "v,t,r,cpu.user,s,,,,,1\nv,t,r,cpu.system,s,,,,,2\n"
				   "v,t,r,read.ios,1,,,,,1000\nv,t,r,write.ios,1,,,,,500\n";

	check_close(derived_of(rows, "cpu.per_io").value, 2e6, 1e-15, "ns an I/O");
	check_nan(
	    derived_of("v,t,r,cpu.user,s,,,,,1\nv,t,r,read.ios,1,,,,,9\n", "cpu.per_io").value,
	    "half of the CPU");
	check_nan(derived_of("v,t,r,cpu.user,s,,,,,1\nv,t,r,cpu.system,s,,,,,1\n"
			     "v,t,r,read.ios,1,,,,,0\n",
			     "cpu.per_io")
		      .value,
		  "no I/O");
}

/* Mixed I/Os are those of the directions once more, where a source tells both. */
Test(derive, cpu_counts_mixed_ios_once)
{
#define CPU "v,t,r,cpu.user,s,,,,,1\nv,t,r,cpu.system,s,,,,,2\nv,t,r,mixed.ios,1,,,,,1500\n"
	check_close(derived_of(CPU, "cpu.per_io").value, 2e6, 1e-15, "mixed alone");
	check_close(
	    derived_of(CPU "v,t,r,read.ios,1,,,,,1500\nv,t,r,sync.ios,1,,,,,99\n", "cpu.per_io")
		.value,
	    2e6, 1e-15, "both");
#undef CPU
}

Test(derive, other_scalars)
{
	check_close(derived_of("v,t,r,errors,1,,,,,0\n", "errors").value, 0, 0, "errors");
	check_close(derived_of("v,t,r,errors,1,,,,,0\n", "errors").floor, 1.0 / 12, 1e-15, "step");
	check_close(derived_of("", "guest.exits").value, 12345, 0, "the user's own");
	check_nan(derived_of("v,t,r,read.iops,iops,,,3,4,5\n", "read.iops").value, "a bucket only");
}
