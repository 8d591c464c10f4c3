/* Splits of one commit's runs: what is counted, and against what. */
#include "analyze/selfcheck/selfcheck.h"

#include "analyze/finding.h"
#include "tests/unit/stream.h"

enum { FINDINGS = 64 };

/* Copies of findings, whose texts lie in text. */
struct checked {
	struct finding_selfcheck at[FINDINGS];
	size_t n;
	char *text[FINDINGS * 6];
	size_t n_texts;
	bool ok, alarms;
	struct where why;
};

static struct view
keep(struct checked *c, struct view view)
{
	char *text = mem_copy(view.p, view.n);

	cr_assert(c->n_texts < countof(c->text));
	c->text[c->n_texts++] = text;
	return (struct view){text, view.n};
}

static bool
take(void *ctx, const struct table_row *row, struct where *why)
{
	struct checked *c = ctx;
	struct finding_selfcheck *f = &c->at[c->n++];

	cr_assert(c->n <= FINDINGS);
	if (!finding_selfcheck_parse(row, f, why))
		return false;
	f->kind = keep(c, f->kind);
	f->metric = keep(c, f->metric);
	f->note = keep(c, f->note);
	f->test = keep(c, f->test);
	f->role = keep(c, f->role);
	f->verdict = keep(c, f->verdict);
	return true;
}

static struct checked
check_stream(const char *rows, size_t splits, bool all)
{
	static const struct table_kind *const kind[] = {&finding_selfcheck_kind};
	struct checked c = {.n = 0};
	char *text = mem_format("%s%s", STREAM_HEADER, rows), *findings = NULL;
	struct store store = stream_store(text);
	struct metric_list metrics = metric_list_new();
	struct compare_config config = {.metrics = &metrics};
	size_t n = 0;
	FILE *out = mem_stream(&findings, &n);

	c.ok = derive_all(&store, &metrics, &c.why) &&
	       selfcheck_write(&store, &config, splits, all, out, &c.alarms, &c.why);
	fclose(out);
	if (c.ok) {
		FILE *in = check_input(findings, n);
		cr_assert(table_read(in, "findings", kind, 1, take, &c, &c.why) == true, "%s",
			  c.why.why);
		fclose(in);
	}
	free(findings);
	metric_list_free(&metrics);
	store_free(&store);
	free(text);
	return c;
}

static void
checked_free(struct checked *c)
{
	for (size_t i = 0; i < c->n_texts; i++)
		free(c->text[i]);
}

/* Appends the n runs of a test, in another order than that of their starts where turned is set. */
static void
add_runs(char **rows, const char *test, const double *iops, size_t n, bool turned)
{
	for (size_t i = 0; i < n; i++) {
		size_t run = turned ? (i * 3 + 1) % n : i;
		mem_append(rows,
			   "v,%s,r%zu,read.iops,iops,,,,,%.17g\nv,%s,r%zu,read.ios,1,,,,,1000000\n"
			   "v,%s,r%zu,meta.start,text,,,,,2026-11-30T12:%02zu:00.000Z\n",
			   test, run, iops[run], test, run, test, run, run);
	}
}

/* By R 4.2.2: t.test of the logarithms of all 35 splits of these 8 values by combn(); p < 0.05 in
 * 1 of them, binom.test's interval, and the p of the first four against the last four. */
static const double eight[] = {1000, 1013, 992, 1021, 1003, 1040, 985, 1010};

Test(selfcheck, counts_as_r_does)
{
	for (int turned = 0; turned < 2; turned++) {
		char *rows = mem_dup("");
		add_runs(&rows, "t", eight, countof(eight), turned);
		struct checked c = check_stream(rows, 2000, false);

		cr_assert(c.ok == true, "%s", c.why.why);
		check_int(c.n, 2);
		check_text(c.at[0].metric.p, "read.iops");
		check_close(c.at[0].splits, 35, 0, "splits");
		check_close(c.at[0].alarms, 1, 0, "alarms");
		check_close(c.at[0].rate, 1 / 35.0, 1e-15, "rate");
		check_close(c.at[0].low, 0.000723104376338095, 1e-12, "low");
		check_close(c.at[0].high, 0.149172079656432, 1e-12, "high");
		check_close(c.at[0].drift_p, 0.835820520672272, 1e-9, "drift");
		check_nan(c.at[0].seed, "nothing at random");
		check_text(c.at[1].kind.p, "family");
		check_text(c.at[1].note.p, "1 test with 8 runs");
		cr_expect(c.alarms == false);
		checked_free(&c);
		free(rows);
	}
}

/* A drift hides from splits at random, for which all runs are alike, and shows in the order of
 * time. */
Test(selfcheck, a_drift_is_told)
{
	double iops[10];
	char *rows = mem_dup("");

	for (int i = 0; i < 10; i++)
		iops[i] = 1000 - 10 * i + (i % 3);
	add_runs(&rows, "t", iops, countof(iops), false);
	struct checked c = check_stream(rows, 2000, false);
	cr_assert(c.ok == true && c.n == 2, "%s", c.why.why);
	cr_expect(c.at[0].drift_p < 0.01, "%g", c.at[0].drift_p);
	/* The ratio of the geometric means, exp(mean(log())) in R, less 1. */
	check_close(c.at[0].drift, -0.05079218228668869, 1e-9, "drift");
	check_nan(c.at[1].drift, "of no metric");
	check_close(c.at[1].splits, 126, 0, "splits");
	cr_expect(strstr(c.at[1].note.p, "drift: the first runs differ from the last") != NULL,
		  "%s", c.at[1].note.p);
	checked_free(&c);
	free(rows);
}

/* Tests with another number of runs are split by themselves; those with too few are not. */
Test(selfcheck, tests_of_different_sizes)
{
	char *rows = mem_dup("");

	add_runs(&rows, "five", eight, 5, false);
	add_runs(&rows, "three", eight, 3, false);
	add_runs(&rows, "eight", eight, 8, false);
	add_runs(&rows, "other", eight, 5, false);
	struct checked c = check_stream(rows, 20, false);
	cr_assert(c.ok == true && c.n == 5, "%s", c.why.why);
	check_text(c.at[0].test.p, "five");
	check_text(c.at[1].test.p, "other");
	check_text(c.at[2].note.p, "2 tests with 5 runs; too few runs to tell: take 7 or more");
	check_text(c.at[2].verdict.p, "too few");
	check_close(c.at[2].runs_needed, 7, 0, "35 splits, of which one may alarm");
	check_close(c.at[2].splits, 10, 0, "all splits");
	check_text(c.at[3].test.p, "eight");
	check_close(c.at[3].splits, 20, 0, "as many as were asked for");
	check_text(c.at[4].verdict.p, "fit");
	check_nan(c.at[4].runs_needed, "enough");
	check_close(c.at[3].seed, 1, 0, "at random");
	checked_free(&c);
	free(rows);
}

Test(selfcheck, runs_without_spread_do_not_alarm)
{
	double iops[8];
	char *rows = mem_dup("");

	for (int i = 0; i < 8; i++)
		iops[i] = 5000;
	add_runs(&rows, "t", iops, countof(iops), false);
	struct checked c = check_stream(rows, 2000, false);
	cr_assert(c.ok == true && c.n == 2, "%s", c.why.why);
	check_close(c.at[0].alarms, 0, 0, "alarms");
	check_close(c.at[0].drift_p, 1, 1e-12, "drift");
	cr_expect(c.alarms == false);
	checked_free(&c);
	free(rows);
}

/* The least alarms that R 4.2.2's pbinom(k - 1, splits, 0.05, lower = FALSE) has below 0.01. */
Test(selfcheck, when_it_is_too_often)
{
	static const struct {
		double splits, least;
	} rows[] = {{20, 5}, {126, 14}, {2000, 124}};

	for (size_t i = 0; i < countof(rows); i++) {
		cr_expect(selfcheck_too_often(rows[i].least, rows[i].splits) == true);
		cr_expect(selfcheck_too_often(rows[i].least - 1, rows[i].splits) == false);
	}
	cr_expect(selfcheck_too_often(19, 19) == false);
	cr_expect(selfcheck_too_often(0, 0) == false);
}

Test(selfcheck, too_few_runs)
{
	char *rows = mem_dup("");

	add_runs(&rows, "t", eight, 3, false);
	struct checked c = check_stream(rows, 2000, false);
	cr_expect(c.ok == false);
	check_text(c.why.why, "nothing to split: no test has 4 runs or more of one commit");
	free(rows);
}

/* Metrics that decide nothing are there where they are asked for. */
Test(selfcheck, metrics_that_are_not_primary)
{
	char *rows = mem_dup("");

	add_runs(&rows, "t", eight, 8, false);
	for (int i = 0; i < 8; i++)
		mem_append(&rows, "v,t,r%d,read.lat.p50,ns,,,,,%d\n", i, 1000 + i * i % 5);
	for (int all = 0; all < 2; all++) {
		struct checked c = check_stream(rows, 100, all);
		cr_assert(c.ok == true, "%s", c.why.why);
		check_int(c.n, all ? 3 : 2);
		check_text(c.at[0].role.p, "primary");
		if (all) {
			check_text(c.at[1].metric.p, "read.lat.p50");
			check_text(c.at[1].role.p, "");
		}
		checked_free(&c);
	}
	free(rows);
}

/* Where few splits were asked for, more runs are no help. */
Test(selfcheck, too_few_splits)
{
	char *rows = mem_dup("");

	add_runs(&rows, "t", eight, 8, false);
	struct checked c = check_stream(rows, 10, false);
	cr_assert(c.ok == true && c.n == 2, "%s", c.why.why);
	check_text(c.at[1].verdict.p, "too few");
	check_nan(c.at[1].runs_needed, "runs are enough");
	check_text(c.at[1].note.p,
		   "1 test with 8 runs; too few splits to tell: one alarm is 10 % of them");
	checked_free(&c);
	free(rows);
}
