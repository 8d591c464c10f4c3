/* Findings sorted into tests. */
#include "render/model/comparison.h"

#include "collect/base/where.h"
#include "render/chart/forest.h"
#include "render/model/cells.h"
#include "render/model/commit.h"
#include "tests/unit/check.h"

static struct finding_compare
finding(const char *test, const char *params, const char *metric, double change)
{
	bool lower = strstr(metric, "lat") != NULL;

	return (struct finding_compare){
	    .test = view_of(test),
	    .params = view_of(params),
	    .metric = view_of(metric),
	    .unit = view_of(lower                  ? "ns"
			    : strstr(metric, "bw") ? "B/s"
						   : "iops"),
	    .better = view_of(lower ? "lower" : "higher"),
	    .base = view_of("v1"),
	    .commit = view_of("v2"),
	    .base_value = 1000,
	    .value = 1000 * (1 + change),
	    .change = change,
	    .low = change - 0.01,
	    .high = change + 0.01,
	    .theta = 0.02,
	    .verdict = VERDICT_UNDECIDED,
	    .note = view_of(""),
	};
}

Test(comparison, takes_the_primary_metrics)
{
	struct finding_compare f[] = {
	    finding("a", "rw=randrw bs=4k iodepth=8", "read.bw", 0.1),
	    finding("a", "rw=randrw bs=4k iodepth=8", "read.iops", 0.2),
	    finding("a", "rw=randrw bs=4k iodepth=8", "write.iops", 0.3),
	    finding("a", "rw=randrw bs=4k iodepth=8", "read.clat.p99", 0.4),
	    finding("a", "rw=randrw bs=4k iodepth=8", "read.lat.p99", 0.5),
	    finding("a", "rw=randrw bs=4k iodepth=8", "read.lat.p99.9", 0.6),
	    finding("b", "rw=write bs=1m iodepth=2", "write.bw", 0.7),
	    finding("c", "", "cpu.per_io", 0.7)};
	struct input input = {.compare = f, .n_compare = sizeof(f) / sizeof(f[0])};
	struct comparison c;
	struct where why = {0};

	cr_assert(comparison_init(&c, &input, NULL, NULL, &why), "%s", why.why);
	check_int(c.n_tests, 2);
	check_int(c.n_rows, 4);
	check_int(c.n_panel[PANEL_RATE], 3);
	check_int(c.n_panel[PANEL_TAIL], 1);
	cr_expect(c.row[0].f == &f[1] && c.row[1].f == &f[2] && c.row[2].f == &f[6]);
	cr_expect(c.row[3].f == &f[4], "lat stands before clat");
	check_text(c.row[0].direction, "read");
	check_text(c.row[1].direction, "write");
	check_text(c.row[2].direction, "");
	check_text(c.test[0].label, "4k randrw qd 8");
	cr_expect(c.named == false);
	comparison_free(&c);
}

/* Flushes are named although the test has no other tail: its own p99 they are not. */
Test(comparison, rows_of_one_test_are_told_apart)
{
	struct finding_compare f[] = {
	    finding("a", "rw=write bs=4k iodepth=1", "write.clat.p99", 0.1),
	    finding("a", "rw=write bs=4k iodepth=1", "sync.lat.p99", 0.2),
	    finding("b", "rw=write bs=8k iodepth=1", "sync.lat.p99", 0.3),
	    finding("c", "rw=randrw bs=8k iodepth=1", "mixed.iops", 0.4),
	    finding("c", "rw=randrw bs=8k iodepth=1", "mixed.clat.p99", 0.4)};
	struct input input = {.compare = f, .n_compare = sizeof(f) / sizeof(f[0])};
	struct comparison c;
	struct where why = {0};

	cr_assert(comparison_init(&c, &input, NULL, NULL, &why), "%s", why.why);
	check_int(c.n_rows, 5);
	check_text(c.row[0].direction, "");
	check_text(c.row[1].direction, "write");
	check_text(c.row[2].direction, "sync");
	check_text(c.row[3].direction, "sync");
	check_text(c.row[4].direction, "");
	comparison_free(&c);
}

/* What a test came to whose lat (or, mirrored, iops) one side lacks, and which row it shows. */
static void
check_hidden(const char *missing, const char *decided, double p_holm, bool missing_first)
{
	struct finding_compare f[] = {finding("a", "", missing_first ? missing : decided, 1),
				      finding("a", "", missing_first ? decided : missing, 1)};
	struct finding_compare *lost = &f[missing_first ? 0 : 1], *found = &f[missing_first];
	struct input input = {.compare = f, .n_compare = 2};
	struct comparison c;
	struct where why = {0};

	lost->verdict = VERDICT_MISSING;
	lost->value = lost->change = lost->low = lost->high = lost->p_holm = NAN;
	found->verdict = VERDICT_REGRESSED;
	found->p_holm = p_holm;
	cr_assert(comparison_init(&c, &input, NULL, NULL, &why), "%s", why.why);
	check_int(c.n_rows, 1);
	cr_expect(c.row[0].f == found, "%s hides %s", missing, decided);
	check_int(c.count[OUTCOME_REGRESSED], 1);
	comparison_free(&c);
}

Test(comparison, a_metric_that_one_side_lacks_hides_no_decided_one)
{
	for (int missing_first = 0; missing_first < 2; missing_first++) {
		check_hidden("read.lat.p99", "read.clat.p99", 0.001, missing_first);
		check_hidden("read.clat.p99", "read.lat.p99", 0.001, missing_first);
		check_hidden("read.iops", "read.bw", 0.001, missing_first);
		check_hidden("read.lat.p99", "read.clat.p99", NAN, missing_first);
	}
}

Test(comparison, tests_with_the_same_parameters_are_named)
{
	struct finding_compare f[] = {finding("x/a", "rw=read bs=4k iodepth=8", "read.iops", 0.1),
				      finding("x/b", "rw=read bs=4k iodepth=8", "read.iops", 0.2)};
	struct input input = {.compare = f, .n_compare = 2};
	struct comparison c;
	struct where why = {0};

	cr_assert(comparison_init(&c, &input, NULL, NULL, &why), "%s", why.why);
	cr_expect(c.named == true);
	check_text(c.test[0].label, "x/a");
	comparison_free(&c);
}

Test(comparison, finds_commits_by_name_and_beginning)
{
	const struct view commits[] = {view_of("4f2c9e1a"), view_of("4f"), view_of("b81d")};
	struct view found;
	struct where why = {0};

	cr_expect(commit_find(commits, 3, NULL, &found, &why) && view_is(found, "4f2c9e1a"));
	cr_expect(commit_find(commits, 3, "4f", &found, &why) && view_is(found, "4f"));
	cr_expect(commit_find(commits, 3, "b", &found, &why) && view_is(found, "b81d"));
	cr_expect(commit_find(commits, 3, "4", &found, &why) == false);
	check_text(why.why, "more than one commit '4'; there are '4f2c9e1a', '4f', 'b81d'");
	cr_expect(commit_find(commits, 1, "c", &found, &why) == false);
	check_text(why.why, "no commit 'c'; there is '4f2c9e1a'");
	cr_expect(commit_find(commits, 0, "c", &found, &why) == false);
}

Test(comparison, shortens_only_shas)
{
	char *name = commit_short(view_of("4f2c9e1a7d03b1c2d3e4f5061728394a5b6c7d8e"));

	check_text(name, "4f2c9e1a7d03");
	free(name);
	name = commit_short(view_of("v9.1.0-12-g4f2c9e1a7d03-dirty"));
	check_text(name, "v9.1.0-12-g4f2c9e1a7d03-dirty");
	free(name);
	name = commit_short(view_of("deadbeef"));
	check_text(name, "deadbeef");
	free(name);
}

Test(comparison, says_what_is_missing)
{
	struct finding_compare f[] = {finding("a", "", "cpu.per_io", 0.1)};
	struct input none = {0}, input = {.compare = f, .n_compare = 1};
	struct comparison c;
	struct where why = {0};

	cr_expect(comparison_init(&c, &none, NULL, NULL, &why) == false);
	cr_expect(strstr(why.why, "no compare findings") != NULL, "%s", why.why);
	cr_expect(comparison_init(&c, &input, NULL, NULL, &why) == false);
	cr_expect(strstr(why.why, "no test of 'v2'") != NULL, "%s", why.why);
}

static struct forest_panel
panel_of(struct finding_compare *f, size_t n)
{
	struct input input = {.compare = f, .n_compare = n};
	struct comparison c;
	struct forest forest;
	struct where why = {0};

	cr_assert(comparison_init(&c, &input, NULL, NULL, &why), "%s", why.why);
	forest_init(&forest, &c);
	struct forest_panel panel = forest.panel[0];
	forest_free(&forest);
	comparison_free(&c);
	return panel;
}

Test(forest, an_outlier_does_not_squash_the_rest)
{
	struct finding_compare f[] = {finding("a", "", "read.iops", 4.5),
				      finding("b", "", "read.iops", 0.003),
				      finding("c", "", "read.iops", -0.02)};
	struct forest_panel panel = panel_of(f, 3);

	cr_expect(panel.high < 0.1, "%g", panel.high);
	/* A row alone has nobody to squash. */
	panel = panel_of(f, 1);
	cr_expect(panel.high > 4.5, "%g", panel.high);
	/* What is large but not alone stays in sight, and so does a change of a quarter. */
	f[1] = finding("b", "", "read.iops", 3);
	panel = panel_of(f, 3);
	cr_expect(panel.high > 4.5, "%g", panel.high);
	f[0] = finding("a", "", "read.iops", -0.253);
	f[1] = finding("b", "", "read.iops", 0.001);
	panel = panel_of(f, 3);
	cr_expect(panel.low < -0.253, "%g", panel.low);
}

Test(forest, a_wild_interval_is_cut)
{
	struct finding_compare f[] = {finding("a", "", "read.iops", 0.01),
				      finding("b", "", "read.iops", 0.003)};

	f[0].low = -0.999;
	f[0].high = 1e6;
	struct forest_panel panel = panel_of(f, 2);
	cr_expect(panel.high < 0.2 && panel.low > -0.2, "%g %g", panel.low, panel.high);
	panel = panel_of(f, 1);
	cr_expect(panel.high < 6, "%g", panel.high);
}

Test(forest, right_is_better)
{
	struct finding_compare f[] = {finding("a", "", "read.lat.p99", 0.31)};
	struct forest_panel panel = panel_of(f, 1);
	double worse, better;

	cr_expect(panel.turned == true);
	check_close(forest_position(&panel, 0.31), -0.31, 0, "slower stands left");
	cr_expect(forest_interval(&panel, &f[0], &worse, &better) == true);
	check_close(worse, -0.32, 1e-12, "worse end");
	check_close(better, -0.30, 1e-12, "better end");
	f[0].low = NAN;
	cr_expect(forest_interval(&panel, &f[0], &worse, &better) == false);
}

Test(cells, sizes_have_their_unit)
{
	static const char *const cases[][2] = {
	    {"4k", "4 KiB"}, {"1m", "1 MiB"}, {"512", "512 B"}, {"4k-8k", "4k-8k"},
	    {"", ""},        {"k", "k"},      {"4x", "4x"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *text = cells_size(view_of(cases[i][0]));
		check_text(text, cases[i][1]);
		free(text);
	}
}

Test(cells, parameters_are_found_by_whole_words)
{
	struct view params = view_of("rw=randread rwmixread=70 bs=4k");

	cr_expect(view_is(comparison_param(params, "rw"), "randread"));
	cr_expect(view_is(comparison_param(params, "bs"), "4k"));
	cr_expect(view_is(comparison_param(params, "mixread"), ""));
	cr_expect(view_is(comparison_param(params, "iodepth"), ""));
	char *label = comparison_label(view_of("rw=read bs=1m iodepth=4 numjobs=8"));
	check_text(label, "1m read qd 4 jobs 8");
	free(label);
	cr_expect(comparison_label(view_of("bs=4k")) == NULL);
}

static struct finding_compare
finding_on(const char *commit, const char *test, const char *metric, enum verdict verdict)
{
	struct finding_compare f = finding(test, "", metric, 0.1);

	f.commit = view_of(commit);
	f.verdict = verdict;
	return f;
}

/* The rows of two commits may come mixed; each commit's tests lie together all the same. */
Test(comparison, of_several_commits_lies_commit_by_commit)
{
	static const char a[] = "a", b[] = "b";
	struct finding_compare f[] = {finding_on("v2", a, "read.iops", VERDICT_REGRESSED),
				      finding_on("v3", a, "read.iops", VERDICT_SAME),
				      finding_on("v2", b, "read.iops", VERDICT_SAME),
				      finding_on("v3", b, "read.iops", VERDICT_IMPROVED),
				      finding_on("v2", b, "read.lat.p99", VERDICT_SAME),
				      finding_on("v4", b, "errors", VERDICT_SAME)};
	struct input input = {.compare = f, .n_compare = sizeof(f) / sizeof(f[0])};
	struct comparison c;
	struct where why = {0};

	cr_assert(comparison_init_all(&c, &input, NULL, &why), "%s", why.why);
	cr_expect(comparison_several(&c));
	check_int(c.n_commits, 3);
	check_int(c.n_names, 2);
	check_int(c.n_others, 0);
	check_int(c.n_tests, 4);
	check_int(c.count[OUTCOME_REGRESSED], 1);
	check_int(c.count[OUTCOME_IMPROVED], 1);
	check_int(c.count[OUTCOME_SAME], 2);
	check_text(c.test[1].commit.p, "v2");
	check_text(c.test[2].commit.p, "v3");
	check_int(c.n_panel[PANEL_RATE], 4);
	cr_expect(c.row[1].f == &f[2] && c.row[2].f == &f[1] && c.row[4].f == &f[4]);
	for (size_t i = 0; i < input.n_compare; i++)
		cr_expect(comparison_has(&c, &f[i]) && comparison_shows(&c, f[i].commit));
	cr_expect(comparison_shows(&c, view_of("v1")) == false);
	comparison_free(&c);
}

Test(comparison, of_all_commits_is_the_pair_where_there_is_one)
{
	struct finding_compare f[] = {finding_on("v2", "a", "read.iops", VERDICT_SAME)};
	struct input input = {.compare = f, .n_compare = 1};
	struct comparison c;
	struct where why = {0};

	cr_assert(comparison_init_all(&c, &input, NULL, &why), "%s", why.why);
	cr_expect(comparison_several(&c) == false);
	check_text(c.commit.p, "v2");
	comparison_free(&c);
	cr_expect(comparison_init_all(&c, &input, "v7", &why) == false);
	f[0].metric = view_of("errors");
	cr_expect(comparison_init_all(&c, &input, NULL, &why) == false);
	check_text(why.why, "no test of 'v2' has iops, bw or a p99 latency");
}
