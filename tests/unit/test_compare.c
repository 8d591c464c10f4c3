/* Whole comparisons of small streams. */
#include "analyze/compare/compare.h"

#include "tests/unit/stream.h"

/* Two commits with n runs each: iops and p99, and what every run has. */
static char *
two_commits(int n, double factor, const char *extra)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	fputs(STREAM_HEADER, out);
	for (int side = 0; side < 2; side++) {
		for (int r = 0; r < n; r++) {
			const char *c = side ? "w" : "v";
			double noise = 1 + 0.001 * (r * 7 % 5 - 2), f = side ? factor : 1;
			fprintf(out, "%s,t,r%d,read.iops,iops,,,,,%.3f\n", c, r, 1000 * noise * f);
			fprintf(out, "%s,t,r%d,read.ios,1,,,,,100000\n", c, r);
			fprintf(out, "%s,t,r%d,read.lat.p99,ns,,,,,%.0f\n", c, r, 1e6 * noise / f);
			fprintf(out, "%s,,r%d,meta.complete,text,,,,,1\n", c, r);
		}
	}
	fputs(extra, out);
	fclose(out);
	return text;
}

/* The field of the finding whose first fields are test t and metric, counted from 0; static. */
static const char *
field_of(const char *findings, const char *metric, int field)
{
	static char copy[512];
	char *start = NULL;

	cr_assert(asprintf(&start, ",%s,", metric) > 0);
	const char *at = strstr(findings, start);
	cr_assert(at != NULL, "no finding on %s in: %s", metric, findings);
	free(start);
	/* The metric is field 2, and none before the note is quoted. */
	for (int i = 2; i <= field; i++)
		at = strchr(at, ',') + 1;
	snprintf(copy, sizeof(copy), "%.*s", (int)strcspn(at, ",\n"), at);
	return copy;
}

static double
number_of(const char *findings, const char *metric, int field)
{
	return strtod(field_of(findings, metric, field), NULL);
}

enum { COMMIT = 6, BASE_RUNS = 7, CHANGE = 11, P = 14, P_HOLM = 15, VERDICT = 19, NOTE = 28 };

static char *
findings_of(char *text, size_t *regressed)
{
	struct where why = {.line = 0};
	char *findings = stream_findings(text, strlen(text), false, regressed, &why);

	cr_assert(findings != NULL, "%zu: %s", why.line, why.why);
	free(text);
	return findings;
}

Test(compare, finds_a_regression)
{
	size_t regressed = 0;
	char *findings = findings_of(two_commits(5, 0.94, ""), &regressed);

	check_text(field_of(findings, "read.iops", VERDICT), "regressed");
	check_text(field_of(findings, "read.lat.p99", VERDICT), "regressed");
	check_close(number_of(findings, "read.iops", CHANGE), -0.06, 1e-6, "change");
	check_int(regressed, 2);
	free(findings);
}

Test(compare, gains_and_copies_are_no_regression)
{
	static const double factors[] = {1.06, 1};
	static const char *const verdicts[] = {"improved", "same"};

	for (int i = 0; i < 2; i++) {
		size_t regressed = 9;
		char *findings = findings_of(two_commits(5, factors[i], ""), &regressed);
		check_text(field_of(findings, "read.iops", VERDICT), verdicts[i]);
		check_int(regressed, 0);
		free(findings);
	}
}

Test(compare, one_run_has_a_change_but_no_verdict)
{
	size_t regressed = 9;
	char *findings = findings_of(two_commits(1, 0.5, ""), &regressed);

	check_text(field_of(findings, "read.iops", VERDICT), "none");
	check_text(field_of(findings, "read.iops", P), "");
	check_text(field_of(findings, "read.iops", NOTE), "1 run: no verdict");
	check_close(number_of(findings, "read.iops", CHANGE), -0.5, 1e-12, "change");
	check_int(regressed, 0);
	free(findings);
}

Test(compare, one_run_on_one_side_is_told)
{
	char *findings = findings_of(two_commits(1, 1,
						 "w,t,x,read.iops,iops,,,,,990\n"
						 "w,,x,meta.complete,text,,,,,1\n"),
				     NULL);

	check_text(field_of(findings, "read.iops", NOTE), "1 run of v: no verdict");
	check_text(field_of(findings, "read.iops", VERDICT), "none");
	free(findings);
}

Test(compare, two_runs_are_tested)
{
	char *findings = findings_of(two_commits(2, 0.5, ""), NULL);

	check_text(field_of(findings, "read.iops", VERDICT), "regressed");
	free(findings);
}

/* A test, a metric that one side lacks: never a change. */
Test(compare, what_is_missing_is_told)
{
	size_t regressed = 9;
	char *findings = findings_of(
	    two_commits(3, 1,
			"v,gone,r0,read.iops,iops,,,,,5\nv,gone,r0,read.bw,B/s,,,,,5\n"
			"w,half,r9,write.iops,iops,,,,,5\nw,t,r0,cpu.user,s,,,,,1\n"
			"w,t,r0,cpu.system,s,,,,,1\nv,late,r0,trim.iops,iops,,,,,1\n"
			"w,late,r9,trim.iops,iops,,,,,1\nw,,r8,meta.complete,text,,,,,1\n"
			"w,new,r8,errors,1,,,,,3\n"),
	    &regressed);

	cr_expect(strstr(findings,
			 "gone,,read.iops,iops,higher,v,w,1,0,5,,,,,,,,,0.02,missing,,,,,,,,,"
			 "w has no run of this test,,,,,,,,,,,,,,,\n") != NULL);
	cr_expect(strstr(findings, "gone,,read.bw") == NULL);
	cr_expect(strstr(findings, "new,,errors,1,lower,v,w,0,1,,3,,,,,,,,0,missing,,,,,,,,,"
				   "v has no run of this test,,,,,,,,,,,,,,,\n") != NULL);
	cr_expect(strstr(findings,
			 "late,,trim.iops,iops,higher,v,w,1,0,1,,,,,,,,,0.02,missing,,,,,,"
			 ",,,w has no finished run of this test,,,,,,,,,,,,,,,\n") != NULL);
	check_text(field_of(findings, "cpu.per_io", NOTE), "v has no such metric");
	cr_expect(strstr(findings, "half") == NULL, "a test that only has unfinished runs");
	check_int(regressed, 0);
	free(findings);
}

Test(compare, tests_asked_for_differently_are_not_compared)
{
	size_t regressed = 9;
	char *findings =
	    findings_of(two_commits(2, 0.5,
				    "v,t,r0,job.bs,text,,,,,4k\nv,t,r1,job.bs,text,,,,,4k\n"
				    "w,t,r0,job.bs,text,,,,,8k\nw,t,r1,job.bs,text,,,,,8k\n"
				    "w,t,r0,job.loops,1,,,,,2\nw,t,r1,job.loops,1,,,,,2\n"
				    "v,u,r0,read.iops,iops,,,,,5\nv,u,r1,read.iops,iops,,,,,5\n"
				    "w,u,r0,read.iops,iops,,,,,5\nw,u,r1,read.iops,iops,,,,,5\n"),
			&regressed);

	check_text(field_of(findings, "read.iops", VERDICT), "incomparable");
	check_text(field_of(findings, "read.iops", NOTE),
		   "job.bs 4k -> 8k; job.loops (absent) -> 2");
	cr_expect(strstr(findings, "read.lat.p99") == NULL, "one row for the test");
	check_int(regressed, 0);
	free(findings);
}

Test(compare, a_comparison_of_nothing_is_an_error)
{
	size_t regressed = 9;
	struct where why = {.line = 0};
	char *text = two_commits(2, 0.5,
				 "v,t,r0,job.bs,text,,,,,4k\nv,t,r1,job.bs,text,,,,,4k\n"
				 "w,t,r0,job.bs,text,,,,,8k\nw,t,r1,job.bs,text,,,,,8k\n");
	char *findings = stream_findings(text, strlen(text), false, &regressed, &why);

	cr_expect(findings == NULL);
	check_text(
	    why.why,
	    "nothing could be compared: no test has finished runs of the same job on "
	    "both sides (--force compares unlike jobs, --ignore KEY lets one setting differ)");
	check_int(regressed, 0);
	free(findings);
	free(text);
}

/* Natively measured: nothing to say of imports. The first missing row and the error say the same.
 */
Test(compare, names_that_no_two_tests_share_are_told)
{
	static const char rows[] = STREAM_HEADER
	    "v,a,1,read.iops,iops,,,,,5\nv,b,1,read.iops,iops,,,,,5\nv,,1,meta.complete,1,,,,,1\n"
	    "w,p/a,1,read.iops,iops,,,,,5\nw,,1,meta.complete,1,,,,,1\n";
	struct where why = {.line = 0};
	char *findings = stream_findings(rows, sizeof(rows) - 1, false, NULL, &why);

	cr_expect(findings == NULL);
	check_text(why.why, "nothing could be compared: no test has the same name on both sides: "
			    "'a' against 'p/a'");
	free(findings);
}

Test(compare, what_it_ran_on_is_compared_key_by_key)
{
	char *findings = findings_of(
	    two_commits(
		2, 1,
		"v,,r0,meta.kernel,text,,,,,6.1\nv,,r1,meta.kernel,text,,,,,6.1\n"
		"w,,r0,meta.kernel,text,,,,,6.2\nw,,r1,meta.kernel,text,,,,,6.3\n"
		"v,,r0,meta.start,text,,,,,1\nw,,r0,meta.start,text,,,,,2\n"
		"v,,r0,meta.boot,text,,,,,1\nw,,r0,meta.boot,text,,,,,2\n"
		"v,,r0,meta.load.pressure.io,%,,,,,1\nw,,r0,meta.load.pressure.io,%,,,,,2\n"
		"v,,r0,meta.commit.subject,text,,,,,a\nw,,r0,meta.commit.subject,text,,,,,b\n"
		"v,,r0,meta.governor,text,,,,,x\nw,,r0,meta.governor,text,,,,,x\n"
		"v,,r1,meta.governor,text,,,,,x\nw,,r1,meta.governor,text,,,,,x\n"
		"v,t,r0,meta.engine.reap,text,,,,,a\nw,t,r0,meta.engine.reap,text,,,,,b\n"
		"v,t,r1,meta.engine.reap,text,,,,,a\nw,t,r1,meta.engine.reap,text,,,,,b\n"),
	    NULL);

	cr_expect(strstr(findings, "\n,,meta.kernel,text,,v,w,,,,,,,,,,,,,changed,,,,,,,,,"
				   "6.1 -> 6.2 or 6.3,,,,,,,,,,,,,,,\n") != NULL);
	cr_expect(strstr(findings, "\nt,,meta.engine.reap,text,,v,w,,,,,,,,,,,,,changed,,,,,,,,,"
				   "a -> b,,,,,,,,,,,,,,,\n") != NULL);
	cr_expect(strstr(findings, "meta.start") == NULL, "a fact of the run");
	cr_expect(strstr(findings, "meta.boot") == NULL, "a fact of the moment");
	cr_expect(strstr(findings, "meta.load") == NULL, "a fact of the moment");
	cr_expect(strstr(findings, "meta.commit") == NULL, "a fact of the commit");
	cr_expect(strstr(findings, "meta.governor") == NULL, "no change");
	free(findings);
}

Test(compare, clat_decides_only_without_lat)
{
	static const char clat[] = "v,t,r0,read.clat.p99,ns,,,,,9\nv,t,r1,read.clat.p99,ns,,,,,9\n"
				   "w,t,r0,read.clat.p99,ns,,,,,9\nw,t,r1,read.clat.p99,ns,,,,,9\n"
				   "v,u,r0,read.clat.p99,ns,,,,,9\nv,u,r1,read.clat.p99,ns,,,,,9\n"
				   "w,u,r0,read.clat.p99,ns,,,,,9\nw,u,r1,read.clat.p99,ns,,,,,9\n";
	char *findings = findings_of(two_commits(2, 1, clat), NULL);
	const char *second = strstr(findings, "\nu,");

	cr_assert(second != NULL);
	cr_expect(field_of(findings, "read.lat.p99", P_HOLM)[0] != '\0');
	check_text(field_of(findings, "read.clat.p99", P_HOLM), "");
	cr_expect(field_of(second, "read.clat.p99", P_HOLM)[0] != '\0');
	free(findings);
}

/* Runs of test u on both sides that have what stands in, and on the sides of has_first what it
 * stands in for; the second side is worse by far. */
static char *
stand_ins(const char *has_first, const char *first, const char *second, bool higher)
{
	char *rows = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&rows, &size);

	for (int side = 0; side < 2; side++) {
		for (int r = 0; r < 3; r++) {
			char c = "vw"[side];
			double value = (100 + r) * (side == higher ? 1.0 : 2.0);
			fprintf(out, "%c,u,r%d,%s,,,,,%g\n", c, r, second, value);
			if (strchr(has_first, c))
				fprintf(out, "%c,u,r%d,%s,,,,,%g\n", c, r, first, value);
		}
	}
	fclose(out);
	char *text = two_commits(3, 1, rows);
	free(rows);
	return text;
}

static void
check_decides(const char *findings, const char *metric, bool decides)
{
	bool has = field_of(findings, metric, P_HOLM)[0] != '\0';

	cr_expect(has == decides, "%s %s p_holm", metric, has ? "has a" : "has no");
}

Test(compare, one_of_two_decides_whichever_both_sides_have)
{
	static const char *const has_first[] = {"", "v", "w", "vw"};
	static const struct {
		const char *first, *first_unit, *second, *second_unit;
		bool higher;
	} metrics[] = {
	    {"write.iops", "write.iops,iops", "write.bw", "write.bw,B/s", true},
	    {"write.lat.p99", "write.lat.p99,ns", "write.clat.p99", "write.clat.p99,ns", false}};

	for (size_t i = 0; i < countof(metrics) * countof(has_first); i++) {
		size_t m = i / countof(has_first), regressed = 0;
		const char *has = has_first[i % countof(has_first)];
		bool both = strlen(has) == 2;
		char *findings = findings_of(stand_ins(has, metrics[m].first_unit,
						       metrics[m].second_unit, metrics[m].higher),
					     &regressed);

		check_text(field_of(findings, metrics[m].second, VERDICT), "regressed");
		check_decides(findings, metrics[m].second, !both);
		if (has[0]) {
			check_text(field_of(findings, metrics[m].first, VERDICT),
				   both ? "regressed" : "missing");
			check_decides(findings, metrics[m].first, both);
		}
		check_int(regressed, 1);
		free(findings);
	}
}

Test(compare, errors_are_counted_without_logarithms)
{
	static const struct {
		int base[3], new[3];
		const char *verdict;
	} rows[] = {
	    {{0, 0, 0}, {0, 0, 0}, "same"},        {{2, 2, 2}, {2, 2, 2}, "same"},
	    {{0, 0, 0}, {9, 10, 11}, "regressed"}, {{9, 10, 11}, {0, 0, 0}, "improved"},
	    {{0, 0, 0}, {0, 0, 1}, "undecided"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char extra[1000] = "";
		size_t regressed = 9;
		for (int r = 0; r < 3; r++)
			snprintf(extra + strlen(extra), sizeof(extra) - strlen(extra),
				 "v,t,r%d,errors,1,,,,,%d\nw,t,r%d,errors,1,,,,,%d\n", r,
				 rows[i].base[r], r, rows[i].new[r]);
		char *findings = findings_of(two_commits(3, 1, extra), &regressed);
		check_text(field_of(findings, "errors", VERDICT), rows[i].verdict);
		check_int(regressed, 0);
		free(findings);
	}
}

Test(compare, needs_two_commits_and_a_known_base)
{
	static const char one[] = STREAM_HEADER "v,t,r,read.iops,iops,,,,,1\n"
						"v,,r,meta.complete,text,,,,,1\n";
	struct where why = {.line = 0};

	cr_expect(stream_findings(one, strlen(one), false, NULL, &why) == NULL);
	check_text(why.why, "only one commit, 'v': compare needs records of two or more (summary "
			    "shows one)");
}

/* Cut after any byte, a stream gives findings or one error; so do streams with a byte changed. */
Test(compare, damaged_streams_give_findings_or_one_error, .timeout = 60)
{
	char *text = two_commits(2, 0.9,
				 "v,t,r0,read.iops,iops,0,1,,,10\nw,t,r0,read.lat,ns,,,128,130,7\n"
				 "v,t,r0,job.bs,text,,,,,\"4k, or so\"\n");
	size_t n = strlen(text), whole = 0;

	for (size_t cut = 0; cut <= n; cut++) {
		for (int change = 0; change < 4; change++) {
			struct where why = {.line = 0};
			char *damaged = mem_copy(text, cut);
			if (change && cut)
				damaged[cut * 2654435761U % cut] = ",\n\"9"[change];
			char *findings = stream_findings(damaged, cut, cut % 2 == 0, NULL, &why);
			cr_expect(findings != NULL || why.why[0] != '\0', "cut at %zu", cut);
			whole += findings != NULL;
			free(findings);
			free(damaged);
		}
	}
	cr_expect(whole > 10, "only %zu streams were analyzed at all", whole);
	free(text);
}

/* Findings do not depend on the order of rows, but for that of commits and tests. */
Test(compare, the_order_of_a_run_s_rows_does_not_matter)
{
	char *text = two_commits(3, 0.97, "");
	char *lines[64] = {NULL}, *shuffled = NULL;
	size_t n = 0, size = 0;
	FILE *out = open_memstream(&shuffled, &size);
	struct where why = {.line = 0};
	char *want = stream_findings(text, strlen(text), false, NULL, &why);

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		lines[n++] = line;
	cr_assert(n > 2);
	/* The header, the first commit's first row, and then all others backwards. */
	fprintf(out, "%s\n%s\n", lines[0], lines[1]);
	for (size_t i = n - 1; i > 1; i--)
		fprintf(out, "%s\n", lines[i]);
	fclose(out);
	char *got = stream_findings(shuffled, size, false, NULL, &why);
	cr_assert(want != NULL && got != NULL, "%s", why.why);
	/* Sums are taken in another order: the last digit may differ. */
	check_close(number_of(got, "read.iops", CHANGE), number_of(want, "read.iops", CHANGE),
		    1e-12, "change");
	check_close(number_of(got, "read.iops", P), number_of(want, "read.iops", P), 1e-9, "p");
	free(text);
	free(shuffled);
	free(want);
	free(got);
}
