/* Plans from records: spreads pooled over commits, numbers of runs, their length. */
#include "analyze/plan/options.h"
#include "analyze/plan/overhead.h"
#include "analyze/plan/plan.h"

#include "analyze/finding.h"
#include "tests/unit/stream.h"

enum { FINDINGS = 64 };

struct planned {
	struct finding_plan at[FINDINGS]; /* their texts lie in text */
	size_t n;
	char *text[5 * FINDINGS];
	size_t n_texts;
	bool ok;
	struct where why;
};

static struct view
keep(struct planned *p, struct view view)
{
	char *text = mem_copy(view.p, view.n);

	p->text[p->n_texts++] = text;
	return (struct view){text, view.n};
}

static bool
take(void *ctx, const struct table_row *row, struct where *why)
{
	struct planned *p = ctx;
	struct finding_plan *f = &p->at[p->n++];

	cr_assert(p->n <= FINDINGS);
	if (!finding_plan_parse(row, f, why))
		return false;
	f->test = keep(p, f->test);
	f->metric = keep(p, f->metric);
	f->note = keep(p, f->note);
	f->role = keep(p, f->role);
	f->length = keep(p, f->length);
	return true;
}

static void
read_findings(struct planned *p, const char *findings, size_t n)
{
	static const struct table_kind *const kind[] = {&finding_plan_kind};
	FILE *in = check_input(findings, n);

	cr_assert(table_read(in, "findings", kind, 1, take, p, &p->why) == true, "%s", p->why.why);
	fclose(in);
}

static struct planned
plan_stream(const char *rows, struct plan_config config)
{
	struct planned p = {.n = 0};
	char *text = mem_format("%s%s", STREAM_HEADER, rows), *findings = NULL;
	struct store store = stream_store(text);
	struct metric_list metrics = metric_list_new();
	size_t n = 0;
	FILE *out = mem_stream(&findings, &n);

	config.metrics = &metrics;
	p.ok = derive_all(&store, &metrics, &p.why) && plan_write(&store, &config, out, &p.why);
	fclose(out);
	if (p.ok)
		read_findings(&p, findings, n);
	free(findings);
	metric_list_free(&metrics);
	store_free(&store);
	free(text);
	return p;
}

static void
planned_free(struct planned *p)
{
	for (size_t i = 0; i < p->n_texts; i++)
		free(p->text[i]);
}

static void
add_runs(char **rows, const char *commit, const char *test, const double *iops, size_t n)
{
	for (size_t i = 0; i < n; i++)
		mem_append(rows,
			   "%s,%s,r%zu,read.iops,iops,,,,,%.17g\n"
			   "%s,%s,r%zu,read.ios,1,,,,,1e9\n",
			   commit, test, i, iops[i], commit, test, i);
}

static const double five[] = {1000, 1013, 992, 1021, 1003}, three[] = {520, 500, 511};

/* By R 4.2.2: the variances of the logarithms pooled by their degrees of freedom, qchisq,
 * power.t.test. */
Test(planning, pools_the_commits)
{
	char *rows = mem_dup("");

	add_runs(&rows, "v", "t", five, countof(five));
	add_runs(&rows, "w", "t", three, countof(three));
	struct planned p = plan_stream(rows, plan_defaults());
	cr_assert(p.ok == true && p.n == 1, "%s", p.why.why);
	const struct finding_plan *f = &p.at[0];
	check_text(f->test.p, "t");
	check_text(f->metric.p, "read.iops");
	check_close(f->commits, 2, 0, "commits");
	check_close(f->runs, 3, 0, "runs");
	check_close(f->df, 6, 0, "df");
	check_close(f->sd, 0.0146067652305534, 1e-10, "sd");
	check_close(f->sd_low, 0.00941250322578441, 1e-10, "sd_low");
	check_close(f->sd_high, 0.0321650627321419, 1e-10, "sd_high");
	check_close(f->effect, 0.02, 1e-15, "effect");
	check_close(f->power, 0.8, 1e-15, "power");
	check_close(f->tests, 1, 0, "tests");
	check_close(f->runs_needed, 10, 0, "runs_needed");
	check_close(f->runs_high, 43, 0, "runs_high");
	check_close(f->detectable, 0.0458770448796, 1e-6, "detectable");
	check_nan(f->run_variance, "no samples");
	check_text(f->note.p, "");
	planned_free(&p);
	free(rows);
}

/* Two primary cells share the level; --tests and --effect go before. */
Test(planning, options_change_the_question)
{
	char *rows = mem_dup("");
	struct plan_config config = plan_defaults();
	struct where why;

	add_runs(&rows, "v", "t", five, countof(five));
	add_runs(&rows, "v", "u", five, countof(five));
	struct planned p = plan_stream(rows, config);
	check_int(p.n, 2);
	check_close(p.at[1].tests, 2, 0, "tests");
	double both = p.at[1].detectable;
	planned_free(&p);
	cr_assert(plan_option(&config, "tests", "1", &why) == true);
	cr_assert(plan_option(&config, "effect", "1%", &why) == true);
	cr_assert(plan_option(&config, "power", "95", &why) == true);
	p = plan_stream(rows, config);
	check_close(p.at[1].tests, 1, 0, "tests");
	check_close(p.at[1].effect, 0.01, 1e-15, "effect");
	check_close(p.at[1].runs_needed, 35, 0, "runs_needed");
	cr_expect(p.at[1].detectable > 0 && both > 0);
	planned_free(&p);
	free(rows);
}

Test(planning, options_out_of_range)
{
	static const struct {
		const char *name, *text, *why;
	} rows[] = {
	    {"power", "100", "--power '100' is no percentage from 1 to 99.99"},
	    {"alpha", "0", "--alpha '0' is no percentage from 1e-06 to 50"},
	    {"effect", "x", "--effect 'x' is no percentage from 0.001 to 10000"},
	    {"overhead", "-1", "--overhead '-1' is no number from 0 to 1e+06"},
	    {"tests", "2%", "--tests '2%' is no number from 1 to 1e+06"},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct plan_config config = plan_defaults();
		struct where why = {.line = 0};
		cr_expect(plan_option(&config, rows[i].name, rows[i].text, &why) == false);
		check_text(why.why, rows[i].why);
	}
}

/* One run a commit tells nothing; nor does one whose latencies overload spoilt. */
Test(planning, what_cannot_be_planned)
{
	char *rows = mem_dup("");

	add_runs(&rows, "v", "t", five, 1);
	add_runs(&rows, "w", "t", five, 1);
	struct planned p = plan_stream(rows, plan_defaults());
	cr_expect(p.ok == false);
	check_text(p.why.why, "nothing to plan from: no test has two runs of one commit (--sd "
			      "PERCENT plans without records)");
	add_runs(&rows, "v", "u", five, 5);
	mem_append(&rows, "v,u,r1,read.lat.p99,ns,,,,,100000\nv,u,r2,read.lat.p99,ns,,,,,110000\n"
			  "v,u,r2,meta.overloaded,text,,,,,read: slow\n");
	p = plan_stream(rows, plan_defaults());
	cr_assert(p.ok == true && p.n == 3, "%zu", p.n);
	check_text(p.at[0].note.p, "one run of each commit: two would tell how runs differ");
	check_nan(p.at[0].runs_needed, "one run");
	check_close(p.at[1].tests, 1, 0, "what is planned counts");
	check_text(p.at[2].metric.p, "read.lat.p99");
	check_text(p.at[2].note.p, "overloaded: latencies tell how long the run was");
	check_nan(p.at[2].sd, "overloaded");
	planned_free(&p);
	free(rows);
}

/* Runs that were asked for something else are no evidence of spread. */
Test(planning, other_jobs_are_left_out)
{
	char *rows = mem_dup("");

	add_runs(&rows, "v", "t", five, 5);
	add_runs(&rows, "w", "t", three, 3);
	for (int i = 0; i < 3; i++)
		mem_append(&rows, "w,t,r%d,job.bs,text,,,,,8k\n", i);
	struct planned p = plan_stream(rows, plan_defaults());
	cr_assert(p.ok == true && p.n == 1);
	check_close(p.at[0].df, 4, 0, "df");
	check_text(p.at[0].note.p, "1 commit left out: other job.*");
	planned_free(&p);
	free(rows);
}

/* A run of twelve seconds, which lie s around its mean; ten seconds later comes the next one. */
static void
add_sampled(char **rows, int run, double mean, double s)
{
	static const int order[] = {1, -1, -1, 1, 1, -1, 1, -1, -1, 1, -1, 1};

	for (int i = 0; i < 12; i++)
		mem_append(rows, "v,t,r%d,read.iops,iops,%d,%d,,,%.17g\n", run, i, i + 1,
			   mean * (1 + s * order[i]));
	mem_append(rows,
		   "v,t,r%d,read.iops,iops,,,,,%.17g\nv,t,r%d,read.ios,1,,,,,1e9\n"
		   "v,t,r%d,runtime,s,,,,,12\n"
		   "v,,r%d,meta.start,text,,,,,2026-11-30T12:%02d:%02d.500Z\n",
		   run, mean, run, run, run, run * 22 / 60, run * 22 % 60);
}

/* The parts come together: the spread of the runs is that of their samples and T^2. */
Test(planning, levels_of_runs)
{
	char *rows = mem_dup("");

	for (int i = 0; i < 5; i++)
		add_sampled(&rows, i, five[i], 0.01);
	struct planned p = plan_stream(rows, plan_defaults());
	cr_assert(p.ok == true && p.n == 1, "%s", p.why.why);
	const struct finding_plan *f = &p.at[0];
	check_close(f->samples, 12, 1e-12, "samples");
	check_close(f->sample_sd, 0.01 * sqrt(12.0 / 11), 1e-9, "sample_sd");
	check_close(f->run_seconds, 12, 1e-12, "run_seconds");
	check_close(f->overhead_seconds, 10, 1e-9, "overhead_seconds");
	double tau = f->tau, within = 0.0001 * 12 / 11 * tau / 12 * 11 / (12 - tau);
	cr_expect(tau > 0 && tau < 1.2, "tau %g", tau);
	check_close(f->run_variance, f->sd * f->sd - within, 1e-9, "T^2");
	check_close(f->best_seconds, fmax(1, sqrt(10 * within * 12 / f->run_variance)), 1e-9,
		    "best_seconds");
	cr_expect(f->best_runs >= 2);
	check_text(f->length.p, "shorter");
	planned_free(&p);
	free(rows);
}

Test(planning, samples_explain_all)
{
	char *rows = mem_dup("");

	for (int i = 0; i < 5; i++)
		add_sampled(&rows, i, five[i], 0.2);
	struct planned p = plan_stream(rows, plan_defaults());
	cr_assert(p.ok == true && p.n == 1, "%s", p.why.why);
	cr_expect(p.at[0].run_variance < 0);
	check_nan(p.at[0].best_seconds, "any length");
	check_text(p.at[0].note.p, "");
	check_text(p.at[0].length.p, "any");
	check_text(p.at[0].role.p, "primary");
	planned_free(&p);
	free(rows);
}

/* 10 % of a second, 1 % between runs, 20 s beside them: sqrt(20 * 0.1^2 / 0.01^2) seconds; then
 * power.t.test(delta = log(1.02), sd = sqrt(0.01^2 + 0.1^2 / 44.72), power = .8). */
Test(planning, of_a_given_spread)
{
	struct planned p = {.n = 0};
	struct plan_config config = plan_defaults();
	char *findings = NULL;
	size_t n = 0;
	FILE *out = mem_stream(&findings, &n);

	config.sd = 0.01;
	config.sample_sd = 0.1;
	config.overhead = 20;
	plan_write_given(&config, out);
	fclose(out);
	read_findings(&p, findings, n);
	check_int(p.n, 1);
	check_close(p.at[0].best_seconds, sqrt(2000), 1e-12, "best_seconds");
	check_close(p.at[0].runs_needed, 14, 0, "runs_needed");
	check_close(p.at[0].best_runs, 14, 0, "best_runs");
	check_text(p.at[0].length.p, "");
	planned_free(&p);
	free(findings);
}

/* Two tests that share a run share what it costs; a pause between campaigns is none. */
Test(planning, overhead_is_a_median)
{
	struct store store =
	    stream_store(STREAM_HEADER "v,,a,meta.start,text,,,,,2026-11-30T23:59:50Z\n"
				       "v,t,a,runtime,s,,,,,10\nv,u,a,runtime,s,,,,,20\n"
				       "v,,b,meta.start,text,,,,,2026-12-01T00:00:30Z\n"
				       "v,t,b,runtime,s,,,,,10\nv,u,b,runtime,s,,,,,20\n"
				       "v,,c,meta.start,text,,,,,2026-12-01T00:01:10.250Z\n"
				       "v,t,c,runtime,s,,,,,10\nv,u,c,runtime,s,,,,,20\n"
				       "v,,d,meta.start,text,,,,,2026-12-02T00:00:00Z\n"
				       "v,t,d,runtime,s,,,,,10\n");
	struct store silent = stream_store(STREAM_HEADER "v,t,a,runtime,s,,,,,10\n");

	check_close(overhead_seconds(&store), 5.125, 1e-9, "of 5, 5.125 and a day");
	check_nan(overhead_seconds(&silent), "no start");
	store_free(&store);
	store_free(&silent);
}

/* Nothing that a stream may hold makes a number that it may not. */
Test(planning, extreme_values)
{
	static const double wild[] = {1e308, 5e-324, 1e300, 1}, zeros[] = {0, 0, 0, 0},
			    mixed[] = {0, 1e308, 5, 1e308}, equal[] = {7, 7, 7, 7};
	static const double *const sets[] = {wild, zeros, mixed, equal};
	struct plan_config config = plan_defaults();

	config.all = true;
	for (size_t i = 0; i < countof(sets); i++) {
		char *rows = mem_dup("");
		add_runs(&rows, "v", "t", sets[i], 4);
		for (int r = 0; r < 4; r++)
			mem_append(&rows, "v,t,r%d,read.lat.mean,ns,,,,,%g\n", r, sets[i][r]);
		add_runs(&rows, "v", "usual", five, 5);
		struct planned p = plan_stream(rows, config);
		cr_assert(p.ok == true && p.n >= 2, "%zu: %s", i, p.why.why);
		planned_free(&p);
		free(rows);
	}
}
