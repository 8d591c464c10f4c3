/* Which runs of a campaign are left. */
#include "collect/campaign/cells.h"

#include "collect/base/where.h"
#include "collect/campaign/resume.h"
#include "tests/unit/check.h"

#define HEADER "commit,test,run,metric,unit,start,end,low,high,value\n"

static const struct campaign_commit commits[] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};

static struct resume
resume_of(const char *text)
{
	struct resume resume = {.path = "r.csv"};
	struct where why = {.why = ""};
	FILE *in = check_input(text, strlen(text));

	cr_assert(logbook_read(in, "r.csv", &resume.logbook, &why) == true, "%s", why.why);
	fclose(in);
	return resume;
}

Test(cells, all_are_left_of_a_new_campaign)
{
	const struct campaign_config config = {
	    .commit = commits, .n_commits = 3, .n_runs = 2, .shuffle = true, .seed = 4};
	struct resume none = resume_of("");
	struct campaign_config resumed = config;
	struct cells cells;

	cells_make(&config, &cells);
	check_int(cells.n, 6);
	check_int(cells.n_left, 6);
	check_int(cells_next(&cells, 0), 0);
	check_int(cells_next(&cells, 5), 5);
	check_int(cells_next(&cells, 6), 6);
	cells_free(&cells);
	resumed.resume = &none;
	cells_make(&resumed, &cells);
	check_int(cells.n_left, 6);
	cells_free(&cells);
	resume_close(&none);
}

/* A run counts for its commit and block when it is complete, wherever it stood. */
Test(cells, complete_runs_are_done)
{
	struct resume resume = resume_of(HEADER "b,,T,meta.block,1,,,,,1\n"
						"b,,T,meta.complete,1,,,,,1\n"
						"a,,T,meta.block,1,,,,,1\n"
						"a,,T,meta.complete,1,,,,,0\n"
						"c,,U,meta.block,1,,,,,2\n"
						"c,,U,meta.complete,1,,,,,1\n"
						"c,,V,meta.block,1,,,,,3\n"
						"c,,V,meta.complete,1,,,,,1\n"
						"d,,V,meta.block,1,,,,,1\n"
						"d,,V,meta.complete,1,,,,,1\n"
						"a,,W,meta.complete,1,,,,,1\n");
	const struct campaign_config config = {
	    .commit = commits, .n_commits = 3, .n_runs = 2, .resume = &resume};
	const bool done[] = {false, true, false, false, false, true};
	struct cells cells;

	cells_make(&config, &cells);
	check_int(cells.n_left, 4);
	for (size_t i = 0; i < 6; i++)
		cr_expect(cells.done[i] == done[i], "cell %zu", i);
	check_int(cells_next(&cells, 1), 2);
	check_int(cells_next(&cells, 5), 6);
	cells_free(&cells);
	resume_close(&resume);
}

/* The records' order wins over what is asked for, where it is one of the two that there are. */
Test(cells, the_order_goes_on_as_it_was_begun)
{
	struct resume plain =
	    resume_of(HEADER "a,,T,meta.block,1,,,,,1\na,,T,meta.order,1,,,,,1\n"
			     "b,,T,meta.block,1,,,,,1\nb,,T,meta.order,1,,,,,2\n"
			     "c,,T,meta.block,1,,,,,1\nc,,T,meta.order,1,,,,,3\n");
	struct campaign_config config = {
	    .commit = commits, .n_commits = 3, .n_runs = 50, .shuffle = true};
	struct plan shuffled;
	struct cells cells;

	/* A seed whose first block is shuffled. */
	do {
		config.seed++;
		plan_make(3, 50, true, config.seed, &shuffled);
		if (shuffled.commit[0] != 0)
			break;
		plan_free(&shuffled);
	} while (config.seed < 1000);
	cells_make(&config, &cells);
	cr_expect(memcmp(cells.plan.commit, shuffled.commit, 150 * sizeof(size_t)) == 0);
	cells_free(&cells);
	config.resume = &plain;
	cells_make(&config, &cells);
	for (size_t i = 0; i < 150; i++)
		check_int(cells.plan.commit[i], i % 3);
	cells_free(&cells);
	plan_free(&shuffled);
	resume_close(&plain);
}

Test(cells, a_plan_tells_places)
{
	struct plan plan;

	plan_make(5, 3, true, 8, &plan);
	for (size_t block = 0; block < 3; block++)
		for (size_t i = 0; i < 5; i++)
			check_int(plan_place(&plan, block, plan.commit[block * 5 + i]), i);
	plan_free(&plan);
}
