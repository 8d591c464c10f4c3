/* What is made of several cells: geometric means over tests, and what was recovered. */
#include "tests/unit/findings.h"

#include "collect/base/mem.h"

static const double base[][3] = {{100, 102, 101}, {200, 203, 198}};
static const double bad[][3] = {{90, 91, 92.5}, {181, 185, 183}};
static const double fixed[][3] = {{99, 98, 100}, {200, 196, 199}};

/* Three commits with two tests, and more. */
static char *
three_commits(const char *more)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	for (int t = 0; t < 2; t++) {
		findings_runs(out, "base", t ? "b" : "a", base[t], 3);
		findings_runs(out, "bad", t ? "b" : "a", bad[t], 3);
		findings_runs(out, "fix", t ? "b" : "a", fixed[t], 3);
	}
	fputs(more, out);
	fclose(out);
	return text;
}

static struct findings
findings_with(const char *more, struct compare_config config)
{
	char *text = three_commits(more);
	struct findings findings = findings_of(text, NULL, config);

	free(text);
	return findings;
}

/* R 4.2.2: t.test of the logarithms gives d, V and nu of each test; G, its se and df by the formula
 * of doc/statistics.md. */
Test(combined, geomean_is_the_mean_of_the_tests)
{
	struct findings findings = findings_with("", (struct compare_config){0});
	const struct finding_compare *f =
	    findings_find(&findings, FINDING_GEOMEAN, "", "read.iops", "bad");

	check_close(f->change, -0.0919654438228163, 1e-11, "change");
	check_close(f->low, -0.106374852186629, 1e-10, "low");
	check_close(f->high, -0.0773236885404966, 1e-10, "high");
	check_close(f->p, 1.1253755067317e-06, 1e-9, "p");
	check_close(f->df, 7.52978568317679, 1e-10, "df");
	check_grade(f, "w");
	check_int(f->verdict, VERDICT_REGRESSED);
	cr_expect(view_is(f->params, "2 tests"));
	check_note(f, "2 regressed");
	check_nan(f->p_holm, "it is in no family");
	check_close(f->value / f->base_value - 1, f->change, 1e-12, "values");
	findings_free(&findings);
}

Test(combined, geomean_names_what_it_leaves_out)
{
	struct findings findings = findings_with("base,c,r0,read.iops,iops,,,,,5\n"
						 "base,c,r0,meta.complete,1,,,,,1\n"
						 "bad,d,r0,read.iops,iops,,,,,5\n"
						 "bad,d,r0,meta.complete,1,,,,,1\n"
						 "base,d,r0,read.iops,iops,,,,,5\n"
						 "base,d,r0,meta.complete,1,,,,,1\n"
						 "base,e,r0,read.iops,iops,,,,,0\n"
						 "base,e,r0,meta.complete,1,,,,,1\n"
						 "bad,e,r0,read.iops,iops,,,,,5\n"
						 "bad,e,r0,meta.complete,1,,,,,1\n"
						 "base,f,r0,read.iops,iops,,,,,7\n"
						 "base,f,r0,meta.complete,1,,,,,1\n"
						 "base,f,r0,job.bs,text,,,,,4k\n"
						 "bad,f,r0,read.iops,iops,,,,,5\n"
						 "bad,f,r0,meta.complete,1,,,,,1\n"
						 "bad,f,r0,job.bs,text,,,,,8k\n"
						 "bad,g,r0,write.iops,iops,,,,,5\n"
						 "bad,g,r0,meta.complete,1,,,,,1\n",
						 (struct compare_config){0});

	check_note(
	    findings_find(&findings, FINDING_GEOMEAN, "", "read.iops", "bad"),
	    "2 regressed; without c (missing), d (no variance), e (has 0), f (incomparable)");
	findings_free(&findings);
}

/* R 4.2.2: the roots of (num - rho den)^2 = t^2 (v_fix + rho^2 v_base + (1 - rho)^2 v_bad), by
 * uniroot, with t at Satterthwaite's df for the estimated share; num and den are differences of
 * geometric means g, each v is g^2 var(log(x)) / n. */
Test(combined, a_share_of_a_regression_is_recovered)
{
	struct findings findings = findings_with("", (struct compare_config){0});
	const struct finding_compare *a =
	    findings_find(&findings, FINDING_RECOVERED, "a", "read.iops", "fix");
	const struct finding_compare *b =
	    findings_find(&findings, FINDING_RECOVERED, "b", "read.iops", "fix");

	check_close(a->change, 0.796654645640278, 1e-11, "share");
	check_close(a->low, 0.591770004404613, 1e-8, "low");
	check_close(a->high, 1.028066379432813, 1e-8, "high");
	check_close(b->change, 0.884779428179210, 1e-11, "share");
	check_close(b->low, 0.633445374375919, 1e-8, "low");
	check_close(b->high, 1.231775887420910, 1e-8, "high");
	cr_expect(view_is(a->base, "bad"));
	check_int(a->verdict, VERDICT_NONE);
	check_note(a, "recovered 80 % [59, 103]");
	findings_free(&findings);
}

/* 4800 of 5000, of which 4000 were left, is 80 % whatever the logarithms say; so it is for the
 * largest numbers there are. */
Test(combined, a_share_is_one_of_values)
{
	static const double scale[] = {1, 1e304};

	for (size_t s = 0; s < countof(scale); s++) {
		char *text = NULL;
		size_t size = 0;
		FILE *out = open_memstream(&text, &size);
		static const struct {
			const char *commit;
			double value;
		} sides[] = {{"base", 5000}, {"bad", 4000}, {"fix", 4800}};
		for (size_t i = 0; i < countof(sides); i++) {
			double runs[3];
			for (int r = 0; r < 3; r++)
				runs[r] = sides[i].value * scale[s] * (1 + 0.001 * (r - 1));
			findings_runs(out, sides[i].commit, "a", runs, 3);
		}
		fclose(out);
		struct findings findings = findings_of(text, NULL, (struct compare_config){0});
		const struct finding_compare *f =
		    findings_find(&findings, FINDING_RECOVERED, "a", "read.iops", "fix");
		check_close(f->change, 0.8, 1e-9, "share");
		cr_expect(strstr(findings.text, "nan") == NULL &&
			  strstr(findings.text, "inf") == NULL);
		findings_free(&findings);
		free(text);
	}
}

static size_t
count_recovered(const struct findings *findings)
{
	size_t n = 0;

	for (size_t i = 0; i < findings->n; i++)
		n += findings->at[i].kind == FINDING_RECOVERED;
	return n;
}

Test(combined, recovery_is_told_of_the_commit_that_was_named)
{
	static const char fourth[] = "later,a,r0,read.iops,iops,,,,,100\n"
				     "later,a,r0,meta.complete,1,,,,,1\n"
				     "later,a,r1,read.iops,iops,,,,,101\n"
				     "later,a,r1,meta.complete,1,,,,,1\n";
	struct findings findings = findings_with(fourth, (struct compare_config){0});

	check_int(count_recovered(&findings), 0);
	findings_free(&findings);
	findings = findings_with(fourth, (struct compare_config){.regressed = "bad"});
	check_int(count_recovered(&findings), 3);
	findings_find(&findings, FINDING_RECOVERED, "a", "read.iops", "later");
	findings_free(&findings);
	/* The last one has none behind it; another base makes the middle one no regression. */
	findings = findings_with("", (struct compare_config){.regressed = "fix"});
	check_int(count_recovered(&findings), 0);
	findings_free(&findings);
	findings = findings_with("", (struct compare_config){.base = "fix"});
	check_int(count_recovered(&findings), 0);
	findings_free(&findings);
}

Test(combined, a_share_of_hardly_anything_has_no_interval)
{
	static const double before[] = {100, 100.5, 99.8, 100.2},
			    after[] = {97.9, 98.4, 97.5, 98.2}, wild[] = {60, 200};
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	findings_runs(out, "base", "t", before, 4);
	findings_runs(out, "bad", "t", after, 4);
	findings_runs(out, "fix", "t", wild, 2);
	fclose(out);
	struct findings findings = findings_of(text, NULL, (struct compare_config){0});
	const struct finding_compare *f =
	    findings_find(&findings, FINDING_RECOVERED, "t", "read.iops", "fix");
	/* At 1 degree of freedom of the wild side the base's distance is not clear of 0. */
	check_nan(f->low, "low");
	check_nan(f->high, "high");
	cr_expect(isfinite(f->change));
	findings_free(&findings);
	free(text);
}
