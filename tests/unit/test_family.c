/* Corrections over a whole comparison. */
#include "analyze/compare/family.h"

#include "tests/unit/check.h"

static const struct metric iops = {.better = BETTER_HIGHER};

static struct row
cell(bool primary, double change, double reach, double p)
{
	struct row row = row_new();

	row.metric = &iops;
	row.primary = primary;
	row.theta_sds = 1;
	row.change_sds = fabs(change) / 0.02;
	row.finding.base_runs = row.finding.runs = 5;
	row.finding.theta = 0.02;
	row.finding.change = change;
	row.finding.low = change - reach;
	row.finding.high = change + reach;
	row.finding.p = p;
	return row;
}

static void
free_rows(struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		row_free(&rows[i]);
}

Test(family, a_claim_that_does_not_survive_becomes_undecided)
{
	struct row rows[] = {
	    cell(true, -0.06, 0.02, 0.001), cell(true, -0.06, 0.05, 0.03),  cell(true, 0, 0.1, 0.9),
	    cell(false, -0.06, 0.05, 0.03), cell(false, 0.06, 0.02, 0.002),
	};

	check_int(family_decide(rows, 5), 1);
	check_int(rows[0].finding.verdict, VERDICT_REGRESSED);
	check_close(rows[0].finding.p_holm, 0.003, 1e-15, "holm");
	check_int(rows[1].finding.verdict, VERDICT_UNDECIDED);
	check_close(rows[1].finding.p_holm, 0.06, 1e-15, "holm");
	check_text(rows[1].note, "p 0.03 alone, 0.06 over 3 primary cells (Holm)");
	check_int(rows[2].finding.verdict, VERDICT_UNDECIDED);
	check_text(rows[2].note, "");
	/* The fourth has q = 0.03 * 5 / 4. */
	check_int(rows[3].finding.verdict, VERDICT_REGRESSED);
	check_close(rows[3].finding.q, 0.0375, 1e-15, "q");
	check_nan(rows[3].finding.p_holm, "no primary cell");
	check_int(rows[4].finding.verdict, VERDICT_IMPROVED);
	free_rows(rows, 5);
}

Test(family, other_cells_are_judged_by_their_q)
{
	struct row rows[] = {cell(false, -0.06, 0.05, 0.03), cell(false, 0, 0.01, 0.9),
			     cell(false, 0, 0.5, 0.9)};

	check_int(family_decide(rows, 3), 0);
	check_int(rows[0].finding.verdict, VERDICT_UNDECIDED);
	check_text(rows[0].note, "p 0.03 alone, 0.09 over 3 cells (Benjamini-Hochberg)");
	check_int(rows[1].finding.verdict, VERDICT_SAME);
	check_nan(rows[1].finding.runs_needed, "decided");
	check_close(rows[2].finding.runs_needed, 17, 0, "at .05");
	check_nan(rows[2].finding.runs_for_change, "the change is not above theta");
	/* What failed by the correction needs the runs of the stricter level. */
	cr_expect(rows[0].finding.runs_needed > 17);
	cr_expect(rows[0].finding.runs_for_change > 0);
	cr_expect(rows[0].finding.runs_for_change < rows[0].finding.runs_needed);
	free_rows(rows, 3);
}

/* R 4.2.2, power.t.test(d = 1, power = .8): n = 22.42 at 0.05 / 3, 16.71 at 0.05; d = 3: 4.05; d =
 * .1 at 0.05: 1570.7. */
Test(family, primary_cells_share_the_level_that_runs_are_planned_at)
{
	struct row rows[] = {cell(true, 0, 0.5, 0.9), cell(true, -0.06, 0.5, 0.9),
			     cell(true, 0.06, 0.5, 0.9), cell(false, 0, 0.5, 0.9)};

	rows[2].theta_sds = 0.1;
	rows[3].theta_sds = 0.1;
	family_decide(rows, 4);
	check_close(rows[0].finding.runs_needed, 23, 0, "theta");
	check_nan(rows[0].finding.runs_for_change, "the change is not above theta");
	check_text(rows[0].note, "");
	check_close(rows[1].finding.runs_needed, 23, 0, "theta");
	check_close(rows[1].finding.runs_for_change, 6, 0, "more than there are");
	check_nan(rows[2].finding.runs_needed, "too many");
	check_close(rows[2].finding.runs_for_change, 6, 0, "enough for the change");
	check_text(rows[2].note, "more than 1000 runs a side would show a change of 2 %");
	check_nan(rows[3].finding.runs_needed, "too many");
	check_text(rows[3].note, "more than 1000 runs a side would show a change of 2 %");
	free_rows(rows, 4);
}

Test(family, rows_without_a_test_are_left_alone)
{
	struct row rows[] = {row_new(), cell(true, -0.06, 0.02, NAN),
			     cell(true, -0.06, 0.02, 0.04)};

	rows[0].finding.verdict = VERDICT_MISSING;
	check_int(family_decide(rows, 3), 1);
	check_int(rows[0].finding.verdict, VERDICT_MISSING);
	check_int(rows[1].finding.verdict, VERDICT_NONE);
	check_close(rows[2].finding.p_holm, 0.04, 0, "a family of one");
	check_int(family_decide(NULL, 0), 0);
	free_rows(rows, 3);
}

Test(family, jitter_is_corrected_over_the_jitter_tests)
{
	struct row rows[] = {cell(true, 0, 0.01, 0.9), cell(false, 0, 0.01, 0.9)};

	for (size_t i = 0; i < 2; i++)
		rows[i].jitter = (struct row_jitter){i ? 0.04 : 0.02, 2, 1.1, 4, "history"};
	family_decide(rows, 2);
	check_int(rows[0].finding.jitter_verdict, JITTER_MORE);
	check_int(rows[1].finding.jitter_verdict, JITTER_MORE);
	cr_expect(view_is(rows[1].finding.jitter_by, "history"));
	rows[0].jitter.p = 0.03;
	family_decide(rows, 2);
	check_int(rows[0].finding.jitter_verdict, JITTER_UNDECIDED);
	cr_expect(view_is(rows[0].finding.jitter_by, ""));
	check_close(rows[0].jitter_p_holm, 0.06, 1e-15, "twice");
	free_rows(rows, 2);
}
