/* Percentile curves in numbers and words. */
#include "render/chart/percentile.h"

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "render/chart/percentile_part.h"
#include "tests/unit/check.h"

/* What a percentile chart is made from. */
struct made {
	struct input input;
	struct percentile *p;
	struct where why;
};

/* A run whose latencies are n times low and m times high ns. */
struct run_of {
	const char *commit, *test;
	double low, n, high, m;
};

static const char records_head[] = "commit,test,run,metric,unit,start,end,low,high,value\n";

static void
write_runs(FILE *out, const char *metric, const struct run_of *run, size_t n)
{
	fputs(records_head, out);
	for (size_t i = 0; i < n; i++) {
		const struct run_of *r = &run[i];

		fprintf(out, "%s,,r%zu,meta.complete,1,,,,,1\n", r->commit, i);
		fprintf(out, "%s,%s,r%zu,job.rw,text,,,,,randread\n", r->commit, r->test, i);
		fprintf(out, "%s,%s,r%zu,read.iops,iops,,,,,100\n", r->commit, r->test, i);
		if (r->n > 0)
			fprintf(out, "%s,%s,r%zu,%s,ns,,,%.17g,%.17g,%.17g\n", r->commit, r->test,
				i, metric, r->low, r->low + 1, r->n);
		if (r->m > 0)
			fprintf(out, "%s,%s,r%zu,%s,ns,,,%.17g,%.17g,%.17g\n", r->commit, r->test,
				i, metric, r->high, r->high + 1, r->m);
	}
}

static void
read_text(struct input *input, char *text, size_t n)
{
	struct where why = {0};
	FILE *in = check_input(text, n);

	cr_assert(input_read(input, in, "test", &why), "%s", why.why);
	fclose(in);
	free(text);
}

static void
make_from(struct made *made, const char *findings, const char *metric, const struct run_of *run,
	  size_t n)
{
	char *text;
	size_t size;
	FILE *out = mem_stream(&text, &size);

	write_runs(out, "read.lat", run, n);
	fclose(out);
	*made = (struct made){0};
	input_init(&made->input);
	input_want_data(&made->input);
	read_text(&made->input, text, size);
	if (*findings)
		read_text(&made->input, mem_dup(findings), strlen(findings));
	cr_assert(input_finish(&made->input, &made->why), "%s", made->why.why);
	const struct chart_request request = {
	    .input = &made->input, .data = made->input.data, .metric = metric, .why = &made->why};
	made->p = percentile_new(&request);
}

static void
made_free(struct made *made)
{
	percentile_free(made->p);
	input_free(&made->input);
}

static void
check_finding(const struct percentile *p, const char *want)
{
	char *finding = percentile_finding(p);

	check_text(finding, want);
	free(finding);
}

Test(percentile, the_axis_is_one_of_rarity)
{
	check_close(percentile_x(0), 0, 0, "0");
	check_close(percentile_x(0.5), 0.30102999566398120, 1e-15, "log10 2");
	check_close(percentile_x(0.9), 1, 1e-15, "1 in 10");
	check_close(percentile_x(0.999999), 6, 1e-10, "1 in 10^6");
	for (double x = 0; x < 9; x += 0.37)
		check_close(percentile_x(percentile_quantile(x)), x, 1e-7, "there and back");
	char *name = percentile_name(0.9999);
	check_text(name, "p99.99");
	free(name);
}

/* Of runs whose values are all alike every percentile is that value. R: x <- log(c(1000, 1100,
 * 1250)); exp(mean(x)); exp(t.test(x)$conf.int). */
Test(percentile, curves_are_means_of_runs_with_t_intervals)
{
	static const struct run_of run[] = {{"a", "t", 1000, 4000, 0, 0},
					    {"a", "t", 1100, 4000, 0, 0},
					    {"a", "t", 1250, 4000, 0, 0}};
	struct made m;

	make_from(&m, "", NULL, run, countof(run));
	cr_assert(m.p != NULL, "%s", m.why.why);
	check_int(m.p->n_sides, 1);
	check_int(m.p->side[0].runs, 3);
	check_text(m.p->metric, "read.lat");
	check_close(m.p->x_sure, log10(400), 1e-12, "12000 requests, 30 of them beyond");
	check_close(m.p->x_end, m.p->x_sure + 0.5, 1e-12, "end");
	for (size_t i = 0; i < PERCENTILE_POINTS; i++) {
		check_close(m.p->side[0].point[i].value, 1111.99004528466, 1e-12, "mean");
		check_close(m.p->side[0].point[i].low, 841.989303449732, 1e-12, "low");
		check_close(m.p->side[0].point[i].high, 1468.571935232427, 1e-12, "high");
		cr_expect(i == 0 || m.p->x[i] >= m.p->x[i - 1], "the axis goes back at %zu", i);
		check_int(i < m.p->n_sure, m.p->x[i] <= m.p->x_sure);
	}
	check_close(m.p->x[PERCENTILE_POINTS - 1], m.p->x_end, 1e-12, "the last point is the end");
	check_finding(m.p, "randread: median 1.112us, p99 1.112us");
	made_free(&m);
}

Test(percentile, two_runs_are_shown_and_one_has_no_band)
{
	static const struct run_of run[] = {{"a", "t", 1000, 4000, 0, 0},
					    {"a", "t", 4000, 4000, 0, 0},
					    {"b", "t", 3000, 100, 0, 0}};
	struct made m;

	make_from(&m, "", "read.lat.p99", run, countof(run));
	cr_assert(m.p != NULL, "%s", m.why.why);
	check_int(m.p->n_sides, 2);
	check_close(m.p->side[0].point[50].value, 2000, 1e-12, "geometric mean");
	check_close(m.p->side[0].point[50].low, 1000, 0, "one run");
	check_close(m.p->side[0].point[50].high, 4000, 0, "the other");
	check_nan(m.p->side[1].point[50].low, "of one run no band");
	check_close(m.p->x_sure, log10(100.0 / 30), 1e-12, "the side with fewer requests");
	check_close(percentile_row_at(m.p, 0.5)->change, 0.5, 1e-12, "change");
	check_int(m.p->tested, false);
	check_int(percentile_row_at(m.p, 0.5)->verdict, VERDICT_NONE);
	cr_expect(percentile_row_at(m.p, 0.999) == NULL, "a tenth of a request lies beyond");
	check_finding(m.p, "randread: median 2.000us -> 3.000us (not compared)");
	made_free(&m);
}

/* A run with few requests: where its maximum would stand for it, nothing is sure. */
Test(percentile, a_short_run_ends_the_curve)
{
	static const struct run_of run[] = {{"a", "t", 1000, 1000000, 0, 0},
					    {"a", "t", 1000, 50, 0, 0}};
	struct made m;

	make_from(&m, "", NULL, run, countof(run));
	cr_assert(m.p != NULL, "%s", m.why.why);
	check_close(m.p->x_sure, log10(50), 1e-12, "one request of the short run beyond");
	made_free(&m);
}

Test(percentile, hostile_distributions_give_numbers)
{
	static const struct run_of run[][4] = {
	    {{"a", "t", 0, 10, 0, 0}, {"b", "t", 0, 10, 0, 0}},
	    {{"a", "t", 0, 10, 1e6, 1}, {"b", "t", 1e6, 1, 0, 0}},
	    {{"a", "t", 5, 1, 0, 0}, {"b", "t", 7, 1, 0, 0}},
	    {{"a", "t", 5, 1e300, 1e15, 3}, {"b", "t", 1, 1e307, 0, 0}},
	    {{"a", "t", 5, 10, 1e15, 3}, {"a", "t", 5, 1, 0, 0}, {"a", "t", 5, 1, 0, 0}},
	};

	for (size_t i = 0; i < countof(run); i++) {
		struct made m;
		size_t n = 0;

		while (n < countof(run[i]) && run[i][n].commit)
			n++;
		make_from(&m, "", NULL, run[i], n);
		cr_assert(m.p != NULL, "%zu: %s", i, m.why.why);
		cr_expect(isfinite(m.p->x_sure) && isfinite(m.p->x_end) && m.p->x_end >= 2);
		for (size_t k = 0; k < PERCENTILE_POINTS; k++)
			cr_expect(isfinite(m.p->side[0].point[k].value), "%zu: point %zu", i, k);
		char *finding = percentile_finding(m.p);
		cr_expect(strstr(finding, "nan") == NULL, "%s", finding);
		cr_expect(strstr(finding, "inf") == NULL, "%s", finding);
		free(finding);
		made_free(&m);
	}
}

Test(percentile, sides_without_the_latency_are_left_out)
{
	static const struct run_of run[] = {{"a", "t", 1000, 0, 0, 0}, {"b", "t", 1000, 50, 0, 0}};
	static const struct run_of none[] = {{"a", "t", 1000, 0, 0, 0}};
	struct made m;

	make_from(&m, "", NULL, run, countof(run));
	cr_assert(m.p != NULL, "%s", m.why.why);
	check_int(m.p->n_sides, 1);
	cr_expect(view_is(m.p->side[0].commit, "b"), "the other commit is shown");
	char *subtitle = percentile_subtitle(m.p, false);
	cr_expect(strstr(subtitle, "The other commit has no distribution of it.") != NULL, "%s",
		  subtitle);
	free(subtitle);
	made_free(&m);

	make_from(&m, "", NULL, none, countof(none));
	cr_expect(m.p == NULL, "there is no distribution");
	cr_expect(strstr(m.why.why, "buckets") != NULL, "%s", m.why.why);
	made_free(&m);

	make_from(&m, "", "write.lat", run, countof(run));
	cr_expect(m.p == NULL, "nor one of writes");
	made_free(&m);
}

/* Findings of compare and shift in the stream's form: p99's verdict, and of each quantile the
 * change with its interval. */
struct shifted {
	double quantile, change, low, high;
	const char *note;
};

static char *
findings_of(const char *verdict, double change, const char *shape, const struct shifted *shift,
	    size_t n)
{
	char *text;
	size_t size;
	FILE *out = mem_stream(&text, &size);
	struct finding_compare cell = {.test = view_of("t"),
				       .params = view_of("rw=randread bs=4k"),
				       .metric = view_of("read.lat.p99"),
				       .unit = view_of("ns"),
				       .better = view_of("lower"),
				       .base = view_of("a"),
				       .commit = view_of("b"),
				       .base_runs = 3,
				       .runs = 3,
				       .base_value = 1000,
				       .value = 1000 * (1 + change),
				       .change = change,
				       .low = change - 0.01,
				       .high = change + 0.01,
				       .theta = 0.05};

	for (enum verdict v = 0; v < VERDICTS; v++)
		cell.verdict = strcmp(verdict, verdict_name[v]) == 0 ? v : cell.verdict;
	cell.grade = cell.note = cell.jitter_by = (struct view){"", 0};
	table_write_header(out, &finding_compare_kind);
	finding_compare_write(out, &cell);
	table_write_header(out, &finding_shift_kind);
	for (size_t i = 0; i < n; i++) {
		const struct finding_shift f = {.test = cell.test,
						.params = cell.params,
						.metric = view_of("read.lat"),
						.unit = cell.unit,
						.base = cell.base,
						.commit = cell.commit,
						.base_runs = 3,
						.runs = 3,
						.quantile = shift[i].quantile,
						.base_value = 1000,
						.value = 1000 * (1 + shift[i].change),
						.change = shift[i].change,
						.low = shift[i].low,
						.high = shift[i].high,
						.shape_p = 0.01,
						.shape = view_of(shape),
						.note = view_of(shift[i].note)};

		finding_shift_write(out, &f);
	}
	fclose(out);
	return text;
}

static const struct run_of three[] = {
    {"a", "t", 1000, 990, 3000, 10}, {"a", "t", 1000, 990, 3000, 10},
    {"a", "t", 1000, 990, 3000, 10}, {"b", "t", 1000, 990, 3000, 10},
    {"b", "t", 1000, 990, 3000, 10}, {"b", "t", 1000, 990, 3000, 10}};

static void
check_words(const char *verdict, double change, const char *shape, const struct shifted *shift,
	    size_t n, const char *want)
{
	char *findings = findings_of(verdict, change, shape, shift, n);
	struct made m;

	make_from(&m, findings, NULL, three, countof(three));
	cr_assert(m.p != NULL, "%s", m.why.why);
	check_finding(m.p, want);
	made_free(&m);
	free(findings);
}

Test(percentile, the_title_is_what_the_marks_say)
{
	static const struct shifted tail[] = {{0.5, 0.001, -0.01, 0.015, ""},
					      {0.99, 0.34, 0.32, 0.4, ""},
					      {0.999, 0.1, -0.3, 0.6, ""}};
	static const struct shifted all[] = {
	    {0.5, 0.1, 0.08, 0.12, ""}, {0.9, 0.2, 0.18, 0.22, ""}, {0.99, 0.12, 0.1, 0.14, ""}};
	static const struct shifted both[] = {
	    {0.5, -0.2, -0.25, -0.15, ""}, {0.9, 0.0, -0.2, 0.2, ""}, {0.99, 2, 1.8, 2.2, ""}};

	check_words("regressed", 0.34, "changed", tail, 3,
		    "4k randread: the median holds (+0.1 %), p99 is 34.0 % slower [+32.0, +40.0]; "
		    "the shape changed");
	check_words("regressed", 0.12, "undecided", all, 3,
		    "4k randread: p50 to p99 are 10.0 to 20.0 % slower, most at p90 "
		    "[+18.0, +22.0]");
	check_words("regressed", 2, "changed", both, 3,
		    "4k randread: p99 takes 3.0 times as long [+180.0, +220.0], the median is "
		    "20.0 % faster [-25.0, -15.0]; the shape changed");
}

/* compare's own word, which knows of all tests and of blocks, comes before the band's. */
Test(percentile, the_title_never_contradicts_compare)
{
	static const struct shifted p99[] = {{0.5, 0.001, -0.01, 0.015, ""},
					     {0.99, 0.34, 0.32, 0.4, ""}};
	static const struct shifted thin[] = {
	    {0.5, 0.5, 0.48, 0.52, ""},
	    {0.999, 4, 3, 5, "thin tail: fewer than 10 I/Os beyond it in 6 of 6 runs"}};
	static const struct shifted small[] = {{0.5, 0.03, 0.01, 0.05, ""}};

	check_words("undecided", 0.34, "unknown", p99, 2,
		    "4k randread: p99 is undecided (+34.0 % [+33.0, +35.0])");
	check_words("same", 0.0, "unknown", p99, 2, "4k randread: p99 holds (+0.0 % [-1.0, +1.0])");
	check_words("regressed", 0.34, "unknown", thin, 2,
		    "4k randread: the median is 50.0 % slower [+48.0, +52.0], p99 is 34.0 % "
		    "slower [+33.0, +35.0]");
	/* Some of the interval is within theta (2 %): not certain. */
	check_words("same", 0.0, "unknown", small, 1,
		    "4k randread: p99 holds (+0.0 % [-1.0, +1.0])");
	check_words("none", 0.34, "unknown", p99, 0,
		    "4k randread: p99 has no verdict (+34.0 % [+33.0, +35.0]): no verdict");
}

Test(percentile, points_on_a_line_are_left_out)
{
	struct point at[] = {{0, 0}, {1, 0.05}, {2, -0.05}, {3, 0}, {4, 5}, {5, 10}, {6, 10}};
	struct point one[] = {{3, 4}};

	check_int(percentile_thin_out(at, countof(at), 0.1), 4);
	check_close(at[1].x, 3, 0, "the corner stays");
	check_close(at[2].x, 5, 0, "and the next");
	check_close(at[3].x, 6, 0, "and the end");
	check_int(percentile_thin_out(one, 1, 0.1), 1);
	check_int(percentile_thin_out(one, 0, 0.1), 0);
}

Test(percentile, every_number_is_in_the_table)
{
	static const struct shifted shift[] = {{0.5, 0.001, -0.01, 0.015, ""},
					       {0.99, 0.34, 0.32, 0.4, ""}};
	char *findings = findings_of("regressed", 0.34, "changed", shift, 2);
	struct numbers t;
	struct made m;

	make_from(&m, findings, NULL, three, countof(three));
	cr_assert(m.p != NULL, "%s", m.why.why);
	percentile_numbers(m.p, &t);
	check_int(t.n_columns, 7);
	check_int(t.n_rows, m.p->n_rows);
	for (size_t i = 0; i < t.n_rows; i++) {
		check_close(t.raw[i * t.n_columns], m.p->row[i].quantile, 0, "quantile");
		check_close(t.raw[i * t.n_columns + 1], m.p->row[i].side[0].value, 0, "base");
	}
	check_text(numbers_cell(&t, 4, 0), "p50");
	check_text(numbers_cell(&t, 4, 3), "+0.1");
	check_text(numbers_cell(&t, 4, 4), "[-1.0, +1.5]");
	check_text(numbers_cell(&t, 4, 5), "same");
	check_text(numbers_cell(&t, 4, 6), "1.500k");
	check_text(numbers_cell(&t, 3, 4), "");
	numbers_free(&t);
	made_free(&m);
	free(findings);
}
