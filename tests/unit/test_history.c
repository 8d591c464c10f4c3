/* Runs of earlier commits. */
#include "analyze/history/history.h"

#include "collect/base/mem.h"
#include "tests/unit/findings.h"

enum { COMMITS = 4, RUNS = 4 };

/* In thousands, so that the step of one I/O does not matter. */
static const double earlier[COMMITS][RUNS] = {{100e3, 102e3, 101e3, 99e3},
					      {110e3, 111e3, 108e3, 109e3},
					      {95e3, 96e3, 97e3, 94e3},
					      {120e3, 118e3, 119e3, 121e3}};
static const double now[] = {100e3, 101e3, 90e3};

/* Records of earlier commits; each run has the lines of facts, too, by printf's rules from commit
 * and run. */
static char *
records_of(const double runs[COMMITS][RUNS], const char *facts)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	for (int c = 0; c < COMMITS; c++) {
		char *name = mem_format("c%d", c);
		findings_runs(out, name, "t", runs[c], RUNS);
		for (int r = 0; r < RUNS; r++) {
			for (const char *line = facts; *line; line = strchr(line, '\n') + 1)
				fprintf(out, "%s,t,r%d,%.*s\n", name, r, (int)strcspn(line, "\n"),
					line);
		}
		free(name);
	}
	fclose(out);
	return text;
}

/* Two runs of v against one of w. */
static char *
new_records(const char *facts_v, const char *facts_w)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	findings_runs(out, "v", "t", now, 2);
	findings_runs(out, "w", "t", now + 2, 1);
	fputs(facts_v, out);
	fputs(facts_w, out);
	fclose(out);
	return text;
}

static struct findings
compared(const char *facts_v, const char *facts_w, const char *earlier_facts)
{
	char *records = new_records(facts_v, facts_w), *old = records_of(earlier, earlier_facts);
	struct findings findings = findings_of(records, old, (struct compare_config){0});

	free(records);
	free(old);
	return findings;
}

static const struct finding_compare *
the_cell(const struct findings *findings)
{
	return findings_find(findings, FINDING_CELL, "t", "read.iops", "w");
}

/* R 4.2.2: anova(lm(log(x) ~ commit)) has the residual mean square 0.00015089 at 12 df; pooled with
 * var(log(a)) at 1 df, t at 13. */
Test(history, one_run_is_judged_by_earlier_ones)
{
	struct findings findings = compared("", "", "");
	const struct finding_compare *f = the_cell(&findings);

	check_grade(f, "h");
	check_close(f->history_df, 12, 0, "df of the history");
	check_close(f->df, 13, 0, "df");
	check_close(f->p, 4.30375115196849e-06, 1e-9, "p");
	check_close(f->low, -0.13236664184252, 1e-10, "low");
	check_close(f->high, -0.075669243834863, 1e-10, "high");
	check_int(f->verdict, VERDICT_REGRESSED);
	check_note(f, "1 run of w: judged by earlier runs");
	findings_free(&findings);
}

Test(history, counts_only_what_is_alike)
{
	static const struct {
		const char *v, *w, *earlier, *note;
	} rows[] = {
	    /* The same job and fingerprint. */
	    {"v,t,r0,job.bs,text,,,,,4k\nv,t,r1,job.bs,text,,,,,4k\n",
	     "w,t,r0,job.bs,text,,,,,4k\n", "job.bs,text,,,,,4k\n", NULL},
	    {"v,t,r0,job.bs,text,,,,,4k\nv,t,r1,job.bs,text,,,,,4k\n",
	     "w,t,r0,job.bs,text,,,,,4k\n", "job.bs,text,,,,,8k\n",
	     "history: none of 16 runs is alike: job.bs 8k, here 4k"},
	    {"v,t,r0,meta.host,text,,,,,x\nv,t,r1,meta.host,text,,,,,x\n",
	     "w,t,r0,meta.host,text,,,,,x\n", "",
	     "history: none of 16 runs is alike: meta.host (absent), here x"},
	    {"", "", "meta.host,text,,,,,x\n",
	     "history: none of 16 runs is alike: meta.host, which is not known here"},
	    /* Facts of the moment, and what the sides differ in themselves. */
	    {"", "", "meta.start,text,,,,,x\nmeta.load,1,,,,,3\n", NULL},
	    {"v,t,r0,meta.kernel,text,,,,,1\nv,t,r1,meta.kernel,text,,,,,1\n",
	     "w,t,r0,meta.kernel,text,,,,,2\n", "meta.kernel,text,,,,,0\n", NULL},
	    /* Options that a source does not tell. */
	    {"v,t,r0,meta.fio.options_unknown,text,,,,,direct\n"
	     "v,t,r1,meta.fio.options_unknown,text,,,,,direct\n",
	     "w,t,r0,meta.fio.options_unknown,text,,,,,direct\n", "job.direct,text,,,,,1\n", NULL},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct findings findings = compared(rows[i].v, rows[i].w, rows[i].earlier);
		const struct finding_compare *f = the_cell(&findings);
		check_grade(f, rows[i].note ? "" : "h");
		if (rows[i].note)
			cr_expect(view_starts(f->note, rows[i].note), "row %zu: '%.*s'", i,
				  VIEW_ARGS(f->note));
		findings_free(&findings);
	}
}

Test(history, of_the_commits_compared_is_none)
{
	char *records = new_records("", "");
	struct findings findings = findings_of(records, records, (struct compare_config){0});

	check_note(the_cell(&findings),
		   "history has no run of this test on another commit; 1 run of w: no verdict");
	findings_free(&findings);
	findings = findings_of(records,
			       "c,t,r0,read.iops,iops,,,,,5\nc,t,r0,meta.complete,1,,,,,1\n"
			       "c,t,r1,read.iops,iops,,,,,6\nc,t,r1,meta.complete,1,,,,,1\n",
			       (struct compare_config){0});
	check_note(the_cell(&findings),
		   "1 run of w: no verdict; history: 1 of 10 degrees of freedom: 9 more "
		   "commits with 2 runs");
	findings_free(&findings);
	free(records);
}

Test(history, that_varies_otherwise_is_not_used)
{
	static const double a[] = {50e3, 150e3, 100e3}, b[] = {40e3, 120e3, 80e3};
	char *text = NULL, *old = records_of(earlier, "");
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	findings_runs(out, "v", "t", a, 3);
	findings_runs(out, "w", "t", b, 3);
	fclose(out);
	struct findings findings = findings_of(text, old, (struct compare_config){0});
	check_grade(the_cell(&findings), "w");
	check_note(the_cell(&findings), "history not used: its runs vary otherwise; more than 1000 "
					"runs a side would show a change of 2 %");
	findings_free(&findings);
	free(text);
	free(old);
}

/* Two depths of one job on each earlier commit: their difference is no spread. */
Test(history, runs_that_differ_as_the_sides_do_are_not_pooled)
{
	static const double two_depths[COMMITS][RUNS] = {{100e3, 50e3, 101e3, 50.5e3},
							 {110e3, 54e3, 108e3, 55e3},
							 {95e3, 46e3, 97e3, 45e3},
							 {120e3, 61e3, 119e3, 60e3}};
	char *records = new_records("v,t,r0,job.iodepth,1,,,,,1\nv,t,r1,job.iodepth,1,,,,,1\n",
				    "w,t,r0,job.iodepth,1,,,,,2\n");
	char *old = records_of(two_depths, "");

	for (int c = 0; c < COMMITS; c++) {
		for (int r = 0; r < RUNS; r++)
			mem_append(&old, "c%d,t,r%d,job.iodepth,1,,,,,%d\n", c, r, 2 - r % 2);
	}
	struct findings findings =
	    findings_of(records, old, (struct compare_config){.force = true});
	/* 4 commits, 2 depths, 2 runs of each. */
	check_note(the_cell(&findings),
		   "1 run of w: no verdict; history: 8 of 10 degrees of freedom: 2 more "
		   "commits with 2 runs");
	findings_free(&findings);
	free(records);
	free(old);
}

static struct grade_history
spread_by_sessions(int runs_a_session)
{
	static const double runs[COMMITS][RUNS] = {{100e3, 102e3, 106e3, 107e3},
						   {110e3, 111e3, 106e3, 105e3},
						   {95e3, 96e3, 93e3, 92.5e3},
						   {120e3, 118e3, 124e3, 126e3}};
	static const struct metric iops = {.source = METRIC_RATE};
	struct metric_list metrics = metric_list_new();
	char *text = records_of(runs, ""), *all = mem_format("%s%s", STREAM_HEADER, text);

	for (int c = 0; c < COMMITS; c++) {
		for (int r = 0; r < RUNS; r++)
			mem_append(&all, "c%d,t,r%d,meta.session,text,,,,,c%d-%d\n", c, r, c,
				   r / runs_a_session);
	}
	struct store store = stream_store(all);
	derive_runs(&store, &metrics);
	/* What is compared is of no matter here. */
	struct store sides = stream_store(STREAM_HEADER "v,t,r,read.iops,iops,,,,,1\n"
							"w,t,r,read.iops,iops,,,,,1\n");
	const struct name *test = store_test(&sides, 0);
	struct history history =
	    history_of(&store, &sides, store_group(&sides, store_commit(&sides, 0), test),
		       store_group(&sides, store_commit(&sides, 1), test));
	struct grade_history spread = history_spread(&history, &iops, 0, true);
	check_text(metrics.at[0].name, "read.iops");
	history_free(&history);
	store_free(&store);
	store_free(&sides);
	metric_list_free(&metrics);
	free(text);
	free(all);
	return spread;
}

/* R 4.2.2: anova(lm(log(x) ~ commit + session)), two runs a session; the component's df by
 * Satterthwaite. */
Test(history, sessions_within_commits_have_their_own_spread)
{
	struct grade_history spread = spread_by_sessions(2);

	check_close(spread.variance, 8.30785562988141e-05, 1e-10, "within");
	check_close(spread.df, 8, 0, "its df");
	check_close(spread.session_variance, 0.000987582055994181, 1e-10, "between");
	check_close(spread.session_df, 3.68060802372017, 1e-10, "its df");
	cr_expect(spread.total == false);
}

/* R 4.2.2: the mean of var(log(x)) over the commits. */
Test(history, of_one_run_a_session_only_the_whole_spread_is_known)
{
	struct grade_history spread = spread_by_sessions(1), one = spread_by_sessions(RUNS);

	check_close(spread.variance, 0.0007414665936282092, 1e-12, "total");
	check_close(spread.df, 12, 0, "its df");
	check_close(spread.session_df, 0, 0, "what sessions add is not known apart");
	cr_expect(spread.total == true);
	check_close(one.variance, spread.variance, 1e-14, "one session a commit");
	cr_expect(one.total == false);
}
