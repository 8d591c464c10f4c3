/* Tables of shifts, from records to rows. */
#include "analyze/compare/shift.h"

#include "analyze/finding.h"
#include "collect/engine/hist.h"
#include "tests/unit/stream.h"

enum { QUANTILES = 13, ROWS_MOST = 600 };

/* What a stream says of shifts; the views lie in the findings. */
struct shifts {
	char *findings;
	struct finding_shift row[ROWS_MOST];
	size_t n;
};

static bool
take(void *ctx, const struct table_row *row, struct where *why)
{
	struct shifts *s = ctx;

	if (row->kind != &finding_shift_kind)
		return true;
	cr_assert(s->n < ROWS_MOST);
	struct finding_shift *f = &s->row[s->n++];
	if (!finding_shift_parse(row, f, why))
		return false;
	struct view *texts[] = {&f->test, &f->params, &f->metric, &f->unit,
				&f->base, &f->commit, &f->shape,  &f->note};
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		texts[i]->p = mem_copy(texts[i]->p, texts[i]->n);
	return true;
}

/* Takes the heap string text over. */
static struct shifts *
shifts_of(char *text)
{
	static const struct table_kind *const kinds[] = {&finding_compare_kind,
							 &finding_shift_kind};
	struct shifts *s = calloc(1, sizeof(*s));
	struct where why = {.line = 0};

	s->findings = stream_findings(text, strlen(text), false, NULL, &why);
	cr_assert(s->findings != NULL, "%zu: %s", why.line, why.why);
	FILE *in = check_input(s->findings, strlen(s->findings));
	cr_assert(table_read(in, "findings", kinds, 2, take, s, &why) == true, "%s", why.why);
	fclose(in);
	free(text);
	return s;
}

static void
shifts_free(struct shifts *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct finding_shift *f = &s->row[i];
		const char *const texts[] = {f->test.p, f->params.p, f->metric.p, f->unit.p,
					     f->base.p, f->commit.p, f->shape.p,  f->note.p};
		for (size_t k = 0; k < sizeof(texts) / sizeof(texts[0]); k++)
			free((void *)(size_t)texts[k]);
	}
	free(s->findings);
	free(s);
}

/* What a commit's runs of a test measured: log-normal latencies. */
struct side {
	const char *commit, *test, *metric;
	int runs;
	double median, sigma, ios;
};

/* Each run's median is off by a fixed part of a percent, its sigma too. */
static void
write_side(FILE *out, const struct side *side)
{
	for (int r = 0; r < side->runs; r++) {
		double median = side->median * (1 + 0.001 * (r * 7 % 5 - 2));
		double sigma = side->sigma * (1 + 0.002 * (r * 4 % 7 - 3)), before = 0;
		for (size_t i = 0; i < HIST_BUCKETS; i++) {
			double z = log(hist_high(i) / median) / sigma;
			double upto = nearbyint(side->ios * 0.5 * erfc(-z / sqrt(2)));
			if (upto > before)
				fprintf(out, "%s,%s,r%d,%s,ns,,,%.0f,%.0f,%.0f\n", side->commit,
					side->test, r, side->metric, hist_low(i), hist_high(i),
					upto - before);
			before = upto;
		}
	}
}

static char *
stream_of(const struct side *sides, size_t n, const char *extra)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	fputs(STREAM_HEADER, out);
	for (size_t i = 0; i < n; i++) {
		write_side(out, &sides[i]);
		bool first = true;
		for (size_t k = 0; k < i; k++)
			first = first && strcmp(sides[k].commit, sides[i].commit) != 0;
		for (int r = 0; first && r < sides[i].runs; r++)
			fprintf(out, "%s,,r%d,meta.complete,1,,,,,1\n", sides[i].commit, r);
	}
	fputs(extra, out);
	fclose(out);
	return text;
}

static struct shifts *
two_sides(int base, int runs, double factor, double sigma)
{
	struct side sides[] = {{"v", "t", "read.lat", base, 80000, 0.2, 1e6},
			       {"w", "t", "read.lat", runs, 80000 * factor, sigma, 1e6}};

	return shifts_of(stream_of(sides, 2, ""));
}

/* ln(value / median) = sigma * z, z by R 4.2.2's qnorm. */
Test(shift, quantiles_of_a_wider_distribution_move_as_they_must)
{
	static const double z[QUANTILES] = {-1.2815515655446,
					    -0.841621233572914,
					    -0.524400512708041,
					    -0.2533471031358,
					    0,
					    0.2533471031358,
					    0.524400512708041,
					    0.841621233572914,
					    1.2815515655446,
					    1.64485362695147,
					    2.32634787404084,
					    3.09023230616781,
					    3.71901648545571};
	static const double levels[QUANTILES] = {0.1, 0.2, 0.3,  0.4,  0.5,   0.6,   0.7,
						 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999};
	struct shifts *s = two_sides(5, 5, 1.1, 0.24);

	check_int(s->n, QUANTILES);
	for (size_t i = 0; i < s->n; i++) {
		const struct finding_shift *f = &s->row[i];
		double change = 1.1 * exp(0.04 * z[i]);
		check_close(f->quantile, levels[i], 0, "quantile");
		check_close(f->base_value, 80000 * exp(0.2 * z[i]), 0.01, "base");
		check_close(f->value, 88000 * exp(0.24 * z[i]), 0.01, "value");
		check_close(1 + f->change, change, 0.01, "change");
		cr_expect(1 + f->low < change && change < 1 + f->high, "q %g: %g [%g, %g]",
			  levels[i], change - 1, f->low, f->high);
		check_close(f->merged_base, f->base_value, 0.003, "merged base");
		check_close(f->merged, f->value, 0.003, "merged");
		cr_expect(f->merged_low < f->merged && f->merged < f->merged_high);
		cr_expect(f->merged_base_low < f->merged_base &&
			  f->merged_base < f->merged_base_high);
		check_close(f->shape_p, 2.0 / 252, 1e-12, "p of the shape");
		cr_expect(view_is(f->shape, "changed") == true);
		cr_expect(view_is(f->metric, "read.lat") && view_is(f->unit, "ns"));
		check_close(f->runs, 5, 0, "runs");
	}
	cr_expect(view_is(s->row[0].note,
			  "shape moved most at 99.99 %: +16.0 % against the median") == true,
		  "%.*s", VIEW_ARGS(s->row[0].note));
	shifts_free(s);
}

/* Whatever the size changes by, be it that all buckets change: the shape is the same. */
Test(shift, a_distribution_that_is_only_slower_keeps_its_shape)
{
	for (int i = 0; i < 12; i++) {
		struct shifts *s = two_sides(6, 6, 1 + 0.007 * i, 0.2);
		cr_expect(view_is(s->row[0].shape, "undecided") == true, "factor %g: %.*s, %.*s",
			  1 + 0.007 * i, VIEW_ARGS(s->row[0].shape), VIEW_ARGS(s->row[0].note));
		shifts_free(s);
	}
}

/* Values 100000, 103000, 98000 against 110000, 119000, 114000, each in a bucket of its own, with
 * Welch's t at 0.95^(1/13); R 4.2.2. */
Test(shift, the_band_holds_for_all_quantiles_at_once)
{
	static const int values[] = {100000, 103000, 98000, 110000, 119000, 114000};
	char *text = mem_dup(STREAM_HEADER);

	for (int i = 0; i < 6; i++) {
		const char *commit = i < 3 ? "v" : "w";
		mem_append(&text,
			   "%s,t,%d,read.lat,ns,,,%d,%d,1000000\n%s,,%d,meta.complete,1,,,,,1\n",
			   commit, i, values[i], values[i] + 1, commit, i);
	}
	struct shifts *s = shifts_of(text);
	check_int(s->n, QUANTILES);
	for (size_t i = 0; i < s->n; i++) {
		check_close(s->row[i].change, 0.1391836219849286, 1e-12, "change");
		check_close(s->row[i].low, -0.05709411169884555, 1e-10, "low");
		check_close(s->row[i].high, 0.37631903745649398, 1e-10, "high");
	}
	shifts_free(s);
}
Test(shift, few_runs_have_no_band_or_no_shape)
{
	static const struct {
		int base, runs;
		bool band, base_merged, merged;
		const char *shape;
	} rows[] = {{1, 1, false, false, false, "unknown"}, {1, 4, false, false, true, "unknown"},
		    {2, 2, true, true, true, "unknown"},    {3, 3, true, true, true, "unknown"},
		    {4, 3, true, true, true, "changed"},    {30, 1, false, true, false, "changed"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct shifts *s = two_sides(rows[i].base, rows[i].runs, 1, 0.25);
		const struct finding_shift *f = &s->row[8];
		check_int(s->n, QUANTILES);
		cr_expect(isnan(f->low) == !rows[i].band && isnan(f->high) == !rows[i].band,
			  "row %zu: band [%g, %g]", i, f->low, f->high);
		cr_expect(isnan(f->merged_base_low) == !rows[i].base_merged, "row %zu", i);
		cr_expect(isnan(f->merged_high) == !rows[i].merged, "row %zu", i);
		cr_expect(isfinite(f->change) && isfinite(f->merged), "row %zu", i);
		cr_expect(view_is(f->shape, rows[i].shape) == true, "row %zu: %.*s", i,
			  VIEW_ARGS(f->shape));
		cr_expect(isnan(f->shape_p) == (rows[i].shape[0] == 'u'), "row %zu: p %g", i,
			  f->shape_p);
		shifts_free(s);
	}
}

/* 5 runs a side can have p = 0.0079 at least: 0.048 over 6 tests, 0.056 over 7. */
Test(shift, shapes_are_corrected_for_the_number_of_tests)
{
	static const char *const tests[] = {"a", "b", "c", "d", "e", "f", "g"};
	static const char *const want[] = {"changed", "unknown"};
	static const char *const note[] = {
	    "shape moved most at 99.9 %: +36.1 % against the median",
	    "shape: p cannot be below 0.0079: too much for 7 tests (Holm)"};

	for (size_t n = 6; n <= 7; n++) {
		struct side sides[14];
		for (size_t i = 0; i < n; i++) {
			sides[2 * i] = (struct side){"v", tests[i], "read.lat", 5, 80000, 0.2, 5e4};
			sides[2 * i + 1] =
			    (struct side){"w", tests[i], "read.lat", 5, 80000, 0.3, 5e4};
		}
		struct shifts *s = shifts_of(stream_of(sides, 2 * n, ""));
		check_int(s->n, n * QUANTILES);
		for (size_t i = 0; i < s->n; i++)
			cr_expect(view_is(s->row[i].shape, want[n - 6]) == true, "%zu tests: %.*s",
				  n, VIEW_ARGS(s->row[i].shape));
		cr_expect(view_is(s->row[0].note, note[n - 6]) == true, "%.*s",
			  VIEW_ARGS(s->row[0].note));
		cr_expect(view_is(s->row[12].note,
				  "thin tail: fewer than 10 I/Os beyond it in 10 of 10 runs"));
		shifts_free(s);
	}
}

/* Nine tests of equals beside one that changed: 6 runs a side can tell it (p = 0.0022 over 10). */
Test(shift, one_changed_shape_among_equals_is_named)
{
	static const char *const tests[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
	struct side sides[20];

	for (size_t i = 0; i < 10; i++) {
		double sigma = i == 3 ? 0.25 : 0.2;
		sides[2 * i] = (struct side){"v", tests[i], "read.lat", 6, 80000, 0.2, 1e6};
		sides[2 * i + 1] = (struct side){"w", tests[i], "read.lat", 6, 70000, sigma, 1e6};
	}
	struct shifts *s = shifts_of(stream_of(sides, 20, ""));
	for (size_t i = 0; i < s->n; i++)
		cr_expect(view_is(s->row[i].shape,
				  view_is(s->row[i].test, "d") ? "changed" : "undecided"));
	shifts_free(s);
}

/* lat where both sides have its buckets, else clat; flushes too; nothing of a side without, of
 * other jobs, of runs that could not keep their rate. */
Test(shift, which_distributions_are_compared)
{
	static const struct side sides[] = {
	    {"v", "both", "read.lat", 2, 80000, 0.2, 1e4},
	    {"w", "both", "read.lat", 2, 80000, 0.2, 1e4},
	    {"v", "both", "read.clat", 2, 70000, 0.2, 1e4},
	    {"w", "both", "read.clat", 2, 70000, 0.2, 1e4},
	    {"v", "both", "sync.lat", 2, 70000, 0.2, 1e4},
	    {"w", "both", "sync.lat", 2, 70000, 0.2, 1e4},
	    {"v", "both", "lag", 2, 70000, 0.2, 1e4},
	    {"w", "both", "lag", 2, 70000, 0.2, 1e4},
	    {"v", "half", "write.lat", 2, 80000, 0.2, 1e4},
	    {"v", "half", "write.clat", 2, 80000, 0.2, 1e4},
	    {"w", "half", "write.clat", 2, 80000, 0.2, 1e4},
	    {"v", "job", "read.lat", 2, 80000, 0.2, 1e4},
	    {"w", "job", "read.lat", 2, 80000, 0.2, 1e4},
	    {"v", "late", "read.lat", 2, 80000, 0.2, 1e4},
	    {"w", "late", "read.lat", 2, 80000, 0.2, 1e4},
	    {"v", "gone", "read.lat", 2, 80000, 0.2, 1e4},
	    {"x", "both", "read.lat", 2, 80000, 0.2, 1e4},
	};
	static const char *const want[][3] = {{"both", "read.lat", "w"},
					      {"both", "sync.lat", "w"},
					      {"half", "write.clat", "w"},
					      {"both", "read.lat", "x"}};
	struct shifts *s = shifts_of(
	    stream_of(sides, sizeof(sides) / sizeof(sides[0]),
		      "v,job,r0,job.bs,1,,,,,1\nv,job,r1,job.bs,1,,,,,1\n"
		      "w,job,r0,job.bs,1,,,,,2\nw,job,r1,job.bs,1,,,,,2\n"
		      "w,late,r1,meta.overloaded,text,,,,,read: late\n"
		      "v,scalar,r0,read.lat.p50,ns,,,,,2\nw,scalar,r0,read.lat.p50,ns,,,,,2\n"));

	check_int(s->n, 4 * QUANTILES);
	for (size_t i = 0; i < s->n; i++) {
		const struct finding_shift *f = &s->row[i];
		const char *const *w = want[i / QUANTILES];
		cr_expect(view_is(f->test, w[0]) && view_is(f->metric, w[1]) &&
			      view_is(f->commit, w[2]) && view_is(f->base, "v"),
			  "row %zu: %.*s %.*s %.*s", i, VIEW_ARGS(f->test), VIEW_ARGS(f->metric),
			  VIEW_ARGS(f->commit));
	}
	shifts_free(s);
}

Test(shift, no_distributions_no_table)
{
	static const char rows[] =
	    STREAM_HEADER "v,t,1,read.iops,iops,,,,,5\nv,,1,meta.complete,1,,,,,1\n"
			  "w,t,1,read.iops,iops,,,,,5\nw,,1,meta.complete,1,,,,,1\n";
	struct shifts *s = shifts_of(mem_dup(rows));

	check_int(s->n, 0);
	cr_expect(strstr(s->findings, "quantile") == NULL);
	shifts_free(s);
}

/* Buckets of two schemes in one side's runs: everything but the sum. */
Test(shift, buckets_that_do_not_align_are_not_merged)
{
	static const char rows[] =
	    STREAM_HEADER "v,t,1,read.lat,ns,,,128,130,50\nv,,1,meta.complete,1,,,,,1\n"
			  "v,t,2,read.lat,ns,,,129,131,50\nv,,2,meta.complete,1,,,,,1\n"
			  "w,t,1,read.lat,ns,,,130,132,50\nw,,1,meta.complete,1,,,,,1\n"
			  "w,t,2,read.lat,ns,,,130,132,50\nw,,2,meta.complete,1,,,,,1\n";
	struct shifts *s = shifts_of(mem_dup(rows));

	check_int(s->n, QUANTILES);
	check_nan(s->row[4].merged_base, "no sum");
	check_nan(s->row[4].merged_base_low, "no sum");
	check_close(s->row[4].merged, sqrt(130 * 132), 1e-12, "the other side's");
	check_close(s->row[4].base_value, sqrt(sqrt(128.0 * 130 * 129 * 131)), 1e-12, "mean");
	cr_expect(view_starts(s->row[0].note, "buckets of the runs do not align: not merged"));
	shifts_free(s);
}

Test(shift, hostile_buckets_give_numbers_or_nothing)
{
	static const char *const buckets[] = {
	    "5e-324,1e308,1e308", "0,1,5",           "0,5e-324,1e308", "0,1e-9,7",
	    "1e307,1e308,1",      "1e308,1.7e308,1", "5,6,0",          "0,1e308,1e-300"};
	enum { N = sizeof(buckets) / sizeof(buckets[0]) };

	for (size_t i = 0; i < N * N; i++) {
		char *text = mem_dup(STREAM_HEADER
				     "v,t,0,read.iops,iops,,,,,5\nw,t,0,read.iops,iops,,,,,5\n");
		for (int r = 0; r < 4; r++)
			mem_append(&text,
				   "v,t,%d,read.lat,ns,,,%s\nv,,%d,meta.complete,1,,,,,1\n"
				   "w,t,%d,read.lat,ns,,,%s\nw,,%d,meta.complete,1,,,,,1\n",
				   r, buckets[i % N], r, r, buckets[r % 2 ? i / N : 1], r);
		struct shifts *s = shifts_of(text);
		cr_expect(s->n == 0 || s->n == QUANTILES);
		cr_expect(strstr(s->findings, "nan") == NULL && strstr(s->findings, "inf,") == NULL,
			  "%s", s->findings);
		shifts_free(s);
	}
}
