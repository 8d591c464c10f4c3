/* Each way in which runs can be too few, too alike or too apart has its own stated outcome. */
#include "collect/base/mem.h"
#include "tests/unit/findings.h"

/* One cell: the base's runs and the commit's, with more records. */
static struct findings
cell_with(const double *a, size_t n_a, const double *b, size_t n_b, const char *more)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	fputs("v,u,r0,meta.commit.index,1,,,,,1\n", out);
	findings_runs(out, "v", "t", a, n_a);
	findings_runs(out, "w", "t", b, n_b);
	fputs(more, out);
	fclose(out);
	struct findings findings = findings_of(text, NULL, (struct compare_config){0});
	free(text);
	return findings;
}

static const struct finding_compare *
the_cell(const struct findings *findings)
{
	return findings_find(findings, FINDING_CELL, "t", "read.iops", "w");
}

Test(outcomes, few_runs)
{
	static const double a[] = {100, 101, 102}, b[] = {90, 92, 91};
	static const struct {
		size_t n_a, n_b;
		const char *grade, *note;
		enum verdict verdict;
	} rows[] = {
	    {1, 1, "", "1 run: no verdict", VERDICT_NONE},
	    {1, 3, "", "1 run of v: no verdict", VERDICT_NONE},
	    {3, 1, "", "1 run of w: no verdict", VERDICT_NONE},
	    {2, 2, "w", "", VERDICT_REGRESSED},
	    {3, 3, "w", "", VERDICT_REGRESSED},
	    {0, 2, "", "v has no run of this test", VERDICT_MISSING},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		/* A second test, for there must be something to compare. */
		struct findings findings =
		    cell_with(a, rows[i].n_a, b, rows[i].n_b,
			      "v,u,r0,read.iops,iops,,,,,5\nv,u,r0,meta.complete,1,,,,,1\n"
			      "w,u,r0,read.iops,iops,,,,,5\nw,u,r0,meta.complete,1,,,,,1\n");
		const struct finding_compare *f = the_cell(&findings);
		check_int(f->verdict, rows[i].verdict);
		check_grade(f, rows[i].grade);
		check_note(f, rows[i].note);
		cr_expect(isnan(f->p) == (rows[i].grade[0] == '\0'));
		findings_free(&findings);
	}
}

Test(outcomes, no_variance)
{
	static const double a[] = {100, 100, 100}, b[] = {90, 90, 90}, zero[] = {0, 0, 0},
			    some[] = {0, 5, 10};
	struct findings findings = cell_with(a, 3, b, 3, "");

	/* One I/O a second is the step in which such rates are known. */
	check_int(the_cell(&findings)->verdict, VERDICT_REGRESSED);
	check_close(the_cell(&findings)->df, 4, 0, "df");
	cr_expect(the_cell(&findings)->p > 1e-6);
	findings_free(&findings);
	findings = cell_with(a, 3, a, 3, "");
	check_int(the_cell(&findings)->verdict, VERDICT_SAME);
	check_close(the_cell(&findings)->p, 1, 0, "p");
	findings_free(&findings);
	findings = cell_with(zero, 3, zero, 3, "");
	check_int(the_cell(&findings)->verdict, VERDICT_SAME);
	check_nan(the_cell(&findings)->p, "no test is needed");
	findings_free(&findings);
	findings = cell_with(zero, 3, some, 3, "");
	check_nan(the_cell(&findings)->change, "from 0");
	check_int(the_cell(&findings)->verdict, VERDICT_UNDECIDED);
	cr_expect(strstr(findings.text, "arithmetic means: a run has 0 or less") != NULL);
	findings_free(&findings);
}

Test(outcomes, numbers_at_their_ends)
{
	static const double huge[] = {1e308, 1.5e308, 1.7e308}, tiny[] = {5e-324, 1e-323, 5e-324},
			    mixed[] = {0, 1.7e308, 1e308};
	const double *const sides[] = {huge, tiny, mixed};

	for (int i = 0; i < 9; i++) {
		struct findings findings = cell_with(sides[i / 3], 3, sides[i % 3], 3, "");
		cr_expect(strstr(findings.text, "nan") == NULL &&
			      strstr(findings.text, "inf") == NULL,
			  "%s", findings.text);
		the_cell(&findings);
		findings_free(&findings);
	}
}

/* Of sides that do not overlap p is 2 / C(8, 4). */
Test(outcomes, ranks_are_a_check)
{
	static const double a[] = {100, 101, 102, 103}, b[] = {90, 91, 92, 93};
	struct findings findings = cell_with(a, 4, b, 4, "");

	check_close(the_cell(&findings)->p_exact, 2.0 / 70, 1e-13, "exact p");
	check_note(the_cell(&findings), "");
	findings_free(&findings);
	findings = cell_with(a, 3, b, 3, "");
	check_nan(the_cell(&findings)->p_exact, "3 against 3 cannot decide");
	findings_free(&findings);
	static const double above[] = {103.5, 104, 104.5, 190};
	findings = cell_with(a, 4, above, 4, "");
	check_note(the_cell(&findings), "a rank test disagrees: p 0.029; "
					"mean and median disagree: run r3 of w is far out; more "
					"than 1000 runs a side would show a change of 2 %");
	findings_free(&findings);
}

/* In the second side's run r3 everything stood still once. */
Test(outcomes, mean_and_median_disagree)
{
	static const double a[] = {100, 100.1, 99.9, 100.05, 99.95, 100, 100.02, 99.98, 100.01};
	static const double b[] = {100, 100.1, 99.9, 20, 99.95, 100, 100.02, 99.98, 100.01};
	struct findings findings = cell_with(a, 9, b, 9, "");

	check_note(the_cell(&findings), "mean and median disagree: run r3 of w is far out; more "
					"than 1000 runs a side would show a change of 2 %");
	findings_free(&findings);
	findings = cell_with(b, 9, a, 9, "");
	check_note(the_cell(&findings), "mean and median disagree: run r3 of v is far out; more "
					"than 1000 runs a side would show a change of 2 %");
	findings_free(&findings);
	findings = cell_with(a, 9, a, 9, "");
	check_note(the_cell(&findings), "");
	findings_free(&findings);
	/* They do, by 0.01 %: nothing to speak of where 2 % count. */
	static const double even[] = {4000, 4000, 4000}, near[] = {5000, 4999, 5000};
	findings = cell_with(near, 3, even, 3, "");
	check_note(the_cell(&findings), "");
	findings_free(&findings);
}

static char *
meta(const char *metric, const char *const values[2][6])
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	for (int s = 0; s < 2; s++) {
		for (int r = 0; r < 6; r++) {
			if (values[s][r])
				fprintf(out, "%s,,r%d,%s,text,,,,,%s\n", s ? "w" : "v", r, metric,
					values[s][r]);
		}
	}
	fclose(out);
	return text;
}

static const double a6[] = {100, 100.4, 99.7, 100.2, 99.9, 100.3};
static const double b6[] = {98, 98.3, 97.6, 98.2, 97.7, 98.4};

Test(outcomes, sessions_are_counted_and_said)
{
	static const struct {
		const char *const session[2][6];
		double base, commit;
		const char *note;
	} rows[] = {
	    {{{"s", "s", "s", "s", "s", "s"}, {"s", "s", "s", "s", "s", "s"}}, 1, 1, ""},
	    {{{"s", "s", "s", "s", "s", "s"}, {"z", "z", "z", "z", "z", "z"}},
	     1,
	     1,
	     "one session each: session effects not covered"},
	    {{{"s", "s", "s", "z", "z", "z"}, {"z", "z", "z", "s", "s", "s"}}, 2, 2, ""},
	    {{{"s", "s", "s", "z", "z", NULL}, {"z", "z", "z", "s", "s", "s"}}, NAN, NAN, ""},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		for (int boot = 0; boot < 2; boot++) {
			char *more = meta(boot ? "meta.boot" : "meta.session", rows[i].session);
			struct findings findings = cell_with(a6, 6, b6, 6, more);
			const struct finding_compare *f = the_cell(&findings);
			check_note(f, rows[i].note);
			cr_expect(f->base_sessions == rows[i].base || isnan(rows[i].base));
			cr_expect(f->sessions == rows[i].commit || isnan(rows[i].commit));
			findings_free(&findings);
			free(more);
		}
	}
}

Test(outcomes, sessions_of_their_own_add_their_spread)
{
	static const char *const sessions[2][6] = {{"1", "1", "1", "2", "2", "2"},
						   {"3", "3", "3", "4", "4", "4"}};
	static const double a[] = {100, 100.4, 99.7, 104.2, 103.9, 104.3};
	char *more = meta("meta.session", sessions);
	struct findings findings = cell_with(a, 6, b6, 6, more);
	const struct finding_compare *f = the_cell(&findings);

	check_close(f->base_sessions, 2, 0, "sessions");
	check_int(f->verdict, VERDICT_UNDECIDED);
	cr_expect(f->df < 2.1, "df are %g", f->df);
	cr_expect(strstr(findings.text, "sessions differ by ") != NULL, "%s", findings.text);
	findings_free(&findings);
	free(more);
}

/* b follows a closely: t.test(log(b), log(a), paired = TRUE) of R 4.2.2. */
Test(outcomes, blocks_are_used_where_they_help)
{
	static const char *const blocks[2][6] = {{"1", "2", "3", "4", "5", "6"},
						 {"1", "2", "3", "4", "5", "6"}};
	static const double a[] = {100e3, 110e3, 95e3, 120e3, 105e3, 90e3},
			    b[] = {98e3, 108.3e3, 92.9e3, 117e3, 103.2e3, 88.4e3};
	char *more = meta("meta.block", blocks);
	struct findings findings = cell_with(a, 6, b, 6, more);
	const struct finding_compare *f = the_cell(&findings);

	check_grade(f, "b");
	check_close(f->blocks, 6, 0, "blocks");
	check_close(f->df, 5, 0, "df");
	check_close(f->p, 4.04497358817991e-05, 1e-9, "p");
	check_close(f->low, -2.32804838278021e-02, 1e-10, "low");
	check_close(f->high, -1.58762574773569e-02, 1e-10, "high");
	check_note(f, "differences within 6 blocks");
	check_nan(f->p_exact, "ranks know no blocks");
	findings_free(&findings);
	free(more);
	/* Blocks of different campaigns are not the same. */
	char *seeds = mem_format("%s%s", (more = meta("meta.block", blocks)),
				 "v,,r0,meta.seed,text,,,,,1\nv,,r1,meta.seed,text,,,,,1\n"
				 "v,,r2,meta.seed,text,,,,,1\nv,,r3,meta.seed,text,,,,,1\n");
	findings = cell_with(a, 6, b, 6, seeds);
	check_grade(the_cell(&findings), "w");
	findings_free(&findings);
	free(more);
	free(seeds);
}

static char *
two_rates(const char *more)
{
	static const double a[] = {100, 101, 102}, b[] = {80, 81, 82};
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	findings_runs(out, "v", "t", a, 3);
	findings_runs(out, "w", "t", b, 3);
	fputs(more, out);
	fclose(out);
	return text;
}

/* What was compared although it differs is told, one row a key. */
Test(outcomes, what_was_forced_is_told)
{
	char *text =
	    two_rates("v,t,r0,job.rate_iops,text,,,,,5000\nw,t,r0,job.rate_iops,text,,,,,4000\n"
		      "v,t,r1,job.rate_iops,text,,,,,5000\nw,t,r1,job.rate_iops,text,,,,,4000\n"
		      "v,t,r2,job.rate_iops,text,,,,,5000\nw,t,r2,job.rate_iops,text,,,,,4000\n"
		      "v,t,r0,job.bs,text,,,,,4k\nw,t,r0,job.bs,text,,,,,4k\n"
		      "v,t,r1,job.bs,text,,,,,8k\nw,t,r1,job.bs,text,,,,,8k\n"
		      "v,t,r2,job.bs,text,,,,,8k\nw,t,r2,job.bs,text,,,,,8k\n"
		      "v,t,r0,job.rw,text,,,,,read\nw,t,r0,job.rw,text,,,,,read\n"
		      "v,t,r1,job.rw,text,,,,,read\nw,t,r1,job.rw,text,,,,,read\n"
		      "v,t,r2,job.rw,text,,,,,read\nw,t,r2,job.rw,text,,,,,read\n");
	struct findings findings = findings_of(text, NULL, (struct compare_config){.force = true});

	const struct finding_compare *rate =
	    findings_find(&findings, FINDING_CELL, "t", "job.rate_iops", "w");
	const struct finding_compare *bs =
	    findings_find(&findings, FINDING_CELL, "t", "job.bs", "w");
	size_t changed = 0;

	check_int(rate->verdict, VERDICT_CHANGED);
	check_note(rate, "5000 -> 4000 (forced)");
	check_note(bs, "4k or 8k on both sides (forced)");
	for (size_t i = 0; i < findings.n; i++)
		changed += findings.at[i].verdict == VERDICT_CHANGED;
	check_int(changed, 2);
	findings_free(&findings);
	free(text);
}

/* Terse output tells no option. */
Test(outcomes, a_source_that_tells_nothing_is_compared)
{
	char *text = two_rates("v,t,r0,job.direct,text,,,,,1\nv,t,r1,job.direct,text,,,,,1\n"
			       "v,t,r2,job.direct,text,,,,,1\n"
			       "w,t,r0,meta.fio.options_unknown,text,,,,,*\n"
			       "w,t,r1,meta.fio.options_unknown,text,,,,,*\n"
			       "w,t,r2,meta.fio.options_unknown,text,,,,,*\n");
	struct findings findings = findings_of(text, NULL, (struct compare_config){0});

	check_int(the_cell(&findings)->verdict, VERDICT_REGRESSED);
	check_note(findings_find(&findings, FINDING_CELL, "t", "meta.fio.options_unknown", "w"),
		   "not known of one side: direct");
	findings_free(&findings);
	free(text);
}
