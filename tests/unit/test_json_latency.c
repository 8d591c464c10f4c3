/* Latencies in fio's JSON: units, fillers, percentiles, bins. */
#include "collect/fio/bucket.h"
#include "tests/unit/json_text.h"

/* What `fio --ioengine=null --size=64k --bs=4k --rw=read --output-format=json+` of fio 3.33 printed
 * of its reads here: all but the rates. */
static const char null_read[] =
    "\"read\" : { \"io_bytes\" : 65536, \"io_kbytes\" : 64, \"runtime\" : 1, \"total_ios\" : 16,\n"
    "\"slat_ns\" : { \"min\" : 0, \"max\" : 0, \"mean\" : 0.000000, \"stddev\" : 0.000000, \"N\" : "
    "0 },\n"
    "\"clat_ns\" : { \"min\" : 10, \"max\" : 8133, \"mean\" : 525.812500, \"stddev\" : "
    "2028.589468, "
    "\"N\" : 16,\n"
    "\"percentile\" : { \"1.000000\" : 10, \"5.000000\" : 10, \"10.000000\" : 10, \"20.000000\" : "
    "20, "
    "\"30.000000\" : 20, \"40.000000\" : 20, \"50.000000\" : 20, \"60.000000\" : 20, \"70.000000\" "
    ": 20, "
    "\"80.000000\" : 20, \"90.000000\" : 30, \"95.000000\" : 8160, \"99.000000\" : 8160, "
    "\"99.500000\" : 8160, \"99.900000\" : 8160, \"99.950000\" : 8160, \"99.990000\" : 8160 },\n"
    "\"bins\" : { \"10\" : 3, \"20\" : 11, \"30\" : 1, \"8160\" : 1 } } }";

Test(json_latency, percentiles_follow_from_the_bins_as_fio_printed_them)
{
	struct json_text out;
	const struct fio_job *job = json_text_job("fio-3.33", null_read, &out);
	const struct fio_latency *clat = &job->direction[FIO_READ].latency[FIO_CLAT];

	check_text(out.result[0].form, "fio json+");
	check_int(clat->n_percentiles, 17);
	cr_assert(clat->n_bins == 4);
	for (size_t i = 0; i < clat->n_percentiles; i++)
		check_close(fio_percentile_of(&fio_scheme_ns, clat->bin, clat->n_bins,
					      clat->percentile[i].percent),
			    clat->percentile[i].ns, 0, "percentile");
	/* 8160 lies in the 64 buckets of [4096, 8192), each 64 ns wide. */
	check_close(clat->bin[3].low, 8128, 0, "low");
	check_close(clat->bin[3].high, 8192, 0, "high");
	check_close(clat->bin[3].count, 1, 0, "count");
	check_close(clat->n, 16, 0, "n");
	check_close(clat->min, 10, 0, "min");
	check_close(clat->max, 8133, 0, "max");
	check_close(clat->mean, 525.8125, 0, "mean");
	check_close(clat->stdev, 2028.589468, 0, "stdev");
	check_close(clat->ceiling, 17179869184.0, 0, "ceiling"); /* 2^34 */
	json_text_free(&out);
}

Test(json_latency, zeros_for_want_of_samples_are_not_said)
{
	struct json_text out;
	const struct fio_job *job = json_text_job("fio-3.33", null_read, &out);
	const struct fio_latency *slat = &job->direction[FIO_READ].latency[FIO_SLAT];

	check_close(slat->n, 0, 0, "n");
	check_nan(slat->min, "min");
	check_nan(slat->max, "max");
	check_nan(slat->mean, "mean");
	check_nan(slat->stdev, "stdev");
	check_nan(job->direction[FIO_READ].latency[FIO_LAT].ceiling, "no lat at all");
	json_text_free(&out);

	/* Up to 3.17 without N, and with a list of zeros. */
	job = json_text_job(
	    "fio-3.0",
	    "\"write\" : { \"clat_ns\" : { \"min\" : 0, \"max\" : 0, \"mean\" : 0.0, "
	    "\"stddev\" : 0.0, \"percentile\" : { \"1.000000\" : 0, \"99.000000\" : 0, "
	    "\"0.00\" : 0 } } }",
	    &out);
	const struct fio_latency *clat = &job->direction[FIO_WRITE].latency[FIO_CLAT];
	check_nan(clat->mean, "mean");
	check_int(clat->n_percentiles, 0);
	json_text_free(&out);
}

Test(json_latency, fio_2_says_microseconds)
{
	struct json_text out;
	const struct fio_job *job =
	    json_text_job("fio-2.21",
			  "\"read\" : { \"total_ios\" : 4, \"clat\" : { \"min\" : 0, \"max\" : "
			  "740, \"mean\" : 166.02, "
			  "\"stddev\" : 1.5, \"percentile\" : { \"99.000000\" : 740, \"1.000000\" "
			  ": 0, \"50.000000\" : 97, "
			  "\"0.00\" : 0, \"0.00\" : 0 }, \"bins\" : { \"740\" : 2, \"97\" : 1, "
			  "\"0\" : 1, \"3\" : 0 } } }",
			  &out);
	const struct fio_latency *clat = &job->direction[FIO_READ].latency[FIO_CLAT];
	static const struct fio_percentile percentile[] = {{1, 0}, {50, 97000}, {99, 740000}};
	/* [512, 1024) us has 64 buckets of 8 us; below 128 each us has its own. */
	static const struct fio_bin bin[] = {{0, 1000, 1}, {97000, 98000, 1}, {736000, 744000, 2}};

	check_nan(clat->n, "n");
	check_close(clat->min, 0, 0, "min");
	check_close(clat->max, 740000, 0, "max");
	check_close(clat->mean, 166020, 1e-15, "mean");
	check_close(clat->stdev, 1500, 0, "stdev");
	check_close(clat->ceiling, 16777216000.0, 0, "ceiling"); /* 2^24 us */
	cr_assert(clat->n_percentiles == 3 && clat->n_bins == 3);
	for (size_t i = 0; i < 3; i++) {
		check_close(clat->percentile[i].percent, percentile[i].percent, 0, "percent");
		check_close(clat->percentile[i].ns, percentile[i].ns, 0, "ns");
		check_close(clat->bin[i].low, bin[i].low, 0, "low");
		check_close(clat->bin[i].high, bin[i].high, 0, "high");
		check_close(clat->bin[i].count, bin[i].count, 0, "count");
	}
	json_text_free(&out);
}

Test(json_latency, up_to_2_19_the_keys_of_bins_are_indexes)
{
	struct json_text out;
	const struct fio_job *job = json_text_job(
	    "fio-2.2.12",
	    "\"read\" : { \"clat\" : { \"min\" : 1, \"max\" : 900, \"mean\" : 5.0, \"stddev\" : "
	    "1.0, \"bins\" : { "
	    "\"0\" : 0, \"127\" : 5, \"128\" : 6, \"300\" : 0, \"1215\" : 1, \"1216\" : 9, "
	    "\"FIO_IO_U_PLAT_BITS\" : 6, \"FIO_IO_U_PLAT_VAL\" : 64, \"FIO_IO_U_PLAT_NR\" : 1216 } "
	    "} }",
	    &out);
	const struct fio_latency *clat = &job->direction[FIO_READ].latency[FIO_CLAT];
	/* The last of 19 groups of 64 ends at 2^24 us; its buckets are 2^17 us wide. */
	static const struct fio_bin bin[] = {
	    {127e3, 128e3, 5}, {128e3, 130e3, 6}, {16646144e3, 16777216e3, 1}};

	cr_assert(clat->n_bins == 3);
	for (size_t i = 0; i < 3; i++) {
		check_close(clat->bin[i].low, bin[i].low, 0, "low");
		check_close(clat->bin[i].high, bin[i].high, 0, "high");
		check_close(clat->bin[i].count, bin[i].count, 0, "count");
	}
	json_text_free(&out);
}

Test(json_latency, what_cannot_be_a_count_or_a_percent_is_left_out)
{
	struct json_text out;
	const struct fio_job *job =
	    json_text_job("fio-3.6",
			  "\"read\" : { \"clat_ns\" : { \"max\" : 9, \"bins\" : { \"5\" : "
			  "18446744073709551615, \"7\" : -1, "
			  "\"-7\" : 1, \"x\" : 1, \"8\" : \"2\", \"9\" : 1, \"1e300\" : 2 }, "
			  "\"percentile\" : { \"101\" : 1, "
			  "\"x\" : 1, \"-1\" : 1, \"50\" : -1, \"60\" : null, \"100.000000\" : 9, "
			  "\"100\" : 9 } } }",
			  &out);
	const struct fio_latency *clat = &job->direction[FIO_READ].latency[FIO_CLAT];

	cr_assert(clat->n_bins == 2 && clat->n_percentiles == 1);
	check_close(clat->bin[0].low, 9, 0, "low");
	check_close(clat->bin[1].high, 17179869184.0, 0, "all beyond is in the last one");
	check_close(clat->bin[1].count, 2, 0, "count");
	check_close(clat->percentile[0].percent, 100, 0, "percent");
	check_text(out.notes, "1: bins with counts beyond 2^63, which cannot be, are left out\n");
	json_text_free(&out);
}

Test(json_latency, all_three_latencies_may_have_percentiles)
{
	struct json_text out;
	const struct fio_job *job =
	    json_text_job("fio-3.18",
			  "\"read\" : { \"slat_ns\" : { \"max\" : 1, \"percentile\" : { \"50\" : 1 "
			  "}, \"bins\" : { \"1\" : 1 } }, "
			  "\"clat_ns\" : { \"max\" : 2, \"percentile\" : { \"50\" : 2 }, \"bins\" "
			  ": { \"2\" : 1 } }, "
			  "\"lat_ns\" : { \"max\" : 3, \"percentile\" : { \"50\" : 3 }, \"bins\" : "
			  "{ \"3\" : 1 } } }",
			  &out);

	for (size_t i = 0; i < FIO_LATENCIES; i++) {
		const struct fio_latency *latency = &job->direction[FIO_READ].latency[i];
		cr_assert(latency->n_percentiles == 1 && latency->n_bins == 1);
		check_close(latency->percentile[0].ns, (double)i + 1, 0, "ns");
		check_close(latency->bin[0].low, (double)i + 1, 0, "low");
	}
	json_text_free(&out);
}

Test(json_latency, lat_percentiles_hung_below_clat_up_to_3_13)
{
	static const struct {
		const char *version, *asked;
		size_t clat, lat;
	} rows[] = {
	    {"fio-3.1", "1", 0, 1},  {"fio-3.13", "", 0, 1},  {"fio-3.13", "0", 1, 0},
	    {"fio-3.14", "1", 1, 0}, {"fio-2.21", "1", 1, 0},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		char text[512];
		struct json_text out;
		snprintf(
		    text, sizeof(text),
		    "\"job options\" : { \"lat_percentiles\" : \"%s\" }, \"read\" : { \"clat_ns\" "
		    ": { "
		    "\"max\" : 2, \"percentile\" : { \"50\" : 2 }, \"bins\" : { \"2\" : 1 } }, "
		    "\"lat_ns\" : { \"max\" : 3 } }",
		    rows[i].asked);
		const struct fio_job *job = json_text_job(rows[i].version, text, &out);
		const struct fio_latency *latency = job->direction[FIO_READ].latency;
		cr_expect(latency[FIO_CLAT].n_percentiles == rows[i].clat, "row %zu", i);
		cr_expect(latency[FIO_CLAT].n_bins == rows[i].clat, "row %zu", i);
		cr_expect(latency[FIO_LAT].n_percentiles == rows[i].lat, "row %zu", i);
		cr_expect(latency[FIO_LAT].n_bins == rows[i].lat, "row %zu", i);
		json_text_free(&out);
	}
}

Test(json_latency, latencies_by_priority_are_named_where_there_are_any)
{
	static const struct {
		const char *members;
		bool named;
	} rows[] = {
	    {"\"prios\" : [ { \"prio\" : 0, \"clat_ns\" : { \"N\" : 0 } } ]", false},
	    {"\"prios\" : [ { \"prio\" : 0, \"clat_ns\" : { \"N\" : 3 } } ]", true},
	    {"\"prios\" : [ { \"prio\" : 0, \"lat_ns\" : { \"N\" : 3 } } ]", true},
	    {"\"clat_high_prio\" : { \"N\" : 2 }, \"clat_low_prio\" : { \"N\" : 0 }", true},
	    {"\"clat_high_prio\" : { \"N\" : 0 }", false},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		char text[256];
		struct json_text out;
		snprintf(text, sizeof(text), "\"read\" : { %s }", rows[i].members);
		json_text_job("fio-3.30", text, &out);
		check_text(out.notes, rows[i].named
					  ? "1: latencies by I/O priority are left out: they "
					    "are parts of the whole\n"
					  : "");
		json_text_free(&out);
	}
}
