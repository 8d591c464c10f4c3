/* What the cells of a comparison know of each other. */
#include "analyze/compare/contrast.h"

#include "collect/base/mem.h"
#include "tests/unit/findings.h"

/* n tests with three runs a side, whose spreads are alike; with bw that says the same as iops where
 * twice is set. */
static struct findings
tests_of(int n, bool twice)
{
	static const double noise[] = {-1, 0.2, 0.8, -0.7, 0.9, -0.2};
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	for (int t = 0; t < n; t++) {
		char *test = mem_format("t%d", t);
		double x[6];
		for (int i = 0; i < 6; i++)
			x[i] = 1e5 * (1 + 0.02 * noise[(i + t) % 6] * (1 + 0.1 * (t % 3)));
		findings_runs(out, "v", test, x, 3);
		findings_runs(out, "w", test, x + 3, 3);
		for (int i = 0; i < 6 && twice; i++)
			fprintf(out, "%s,%s,r%d,read.bw,B/s,,,,,%.17g\n", i < 3 ? "v" : "w", test,
				i % 3, 4096 * x[i]);
		free(test);
	}
	fclose(out);
	struct findings findings = findings_of(text, NULL, (struct compare_config){0});
	free(text);
	return findings;
}

Test(contrast, ten_like_cells_make_a_prior)
{
	for (int n = MODERATE_CELLS_MIN - 1; n <= MODERATE_CELLS_MIN; n++) {
		for (int twice = 0; twice < 2; twice++) {
			struct findings findings = tests_of(n, twice);
			const char *grade = n < MODERATE_CELLS_MIN ? "w" : "m";
			const struct finding_compare *iops =
			    findings_find(&findings, FINDING_CELL, "t1", "read.iops", "w");
			check_grade(iops, grade);
			if (twice)
				check_grade(
				    findings_find(&findings, FINDING_CELL, "t1", "read.bw", "w"),
				    grade);
			/* What is moderated is never known better than by all cells together. */
			cr_expect(iops->df <= 4 * n, "df are %g", iops->df);
			cr_expect(n < MODERATE_CELLS_MIN || iops->df > 4);
			findings_free(&findings);
		}
	}
}

/* Bandwidth that repeats the rate is no second observation: 5 tests with both are 5 cells. */
Test(contrast, what_is_said_twice_counts_once)
{
	struct findings findings = tests_of(5, true);

	check_grade(findings_find(&findings, FINDING_CELL, "t0", "read.iops", "w"), "w");
	findings_free(&findings);
}
