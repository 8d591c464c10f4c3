/* What records say of a campaign: its runs, their settings, its seed. */
#include "collect/campaign/logbook.h"

#include "collect/base/where.h"
#include "collect/campaign/changed.h"
#include "collect/machine/facts.h"
#include "collect/machine/machine.h"
#include "tests/unit/check.h"

#define HEADER "commit,test,run,metric,unit,start,end,low,high,value\n"

static const char two_blocks[] = HEADER "a,,T.1,meta.commit.index,1,,,,,1\n"
					"b,,T.1,meta.commit.index,1,,,,,2\n"
					"b,,T.1,meta.block,1,,,,,1\n"
					"b,,T.1,meta.order,1,,,,,1\n"
					"b,,T.1,meta.seed,text,,,,,18446744073709551615\n"
					"b,x/y,T.1,job.bs,text,,,,,4k\n"
					"b,x/y,T.1,read.iops,iops,,,,,7\n"
					"b,x/y,T.1,read.iops,iops,0,1,,,7\n"
					"b,,T.1,meta.complete,1,,,,,1\n"
					"a,,T.2,meta.block,1,,,,,2\n"
					"a,,T.2,meta.seed,text,,,,,18446744073709551615\n"
					"a,x/y,T.2,job.bs,text,,,,,4k\n"
					"a,x/y,T.2,job.bs,text,,,,,8k\n"
					"a,,T.2,meta.interrupted,text,,,,,SIGINT\n";

static bool
read_text(const char *text, size_t n, struct logbook *logbook, struct where *why)
{
	FILE *in = check_input(text, n);
	bool good = logbook_read(in, "r.csv", logbook, why);

	fclose(in);
	return good;
}

Test(logbook, nothing_is_an_empty_one)
{
	struct logbook logbook = {.seed = NULL};
	struct where why = {.why = ""};

	cr_assert(read_text("", 0, &logbook, &why) == true, "%s", why.why);
	cr_expect(logbook.runs.first == NULL);
	cr_expect(logbook.seed == NULL);
	cr_expect(logbook_has_complete(&logbook, NULL) == false);
	cr_expect(logbook_has_start(&logbook, "T") == false);
	cr_expect(logbook_block_id(&logbook, "a", 1) == NULL);
	logbook_free(&logbook);
}

Test(logbook, runs_are_known_by_commit_and_id)
{
	struct logbook logbook = {.seed = NULL};
	struct where why = {.why = ""};

	cr_assert(read_text(two_blocks, sizeof(two_blocks) - 1, &logbook, &why) == true, "%s",
		  why.why);
	cr_expect(logbook_has_complete(&logbook, NULL) == true);
	cr_expect(logbook_has_complete(&logbook, "b") == true);
	cr_expect(logbook_has_complete(&logbook, "a") == false);
	cr_expect(logbook_has_complete(&logbook, "c") == false);
	check_text(logbook.seed->text, "18446744073709551615");
	cr_expect(logbook_has_start(&logbook, "T") == true);
	cr_expect(logbook_has_start(&logbook, "T.2") == true);
	cr_expect(logbook_has_start(&logbook, "T.") == false);
	cr_expect(logbook_has_start(&logbook, "S") == false);
	logbook_free(&logbook);
}

/* A commit takes the id that its block has, unless it has begun a run of that id. That it was
 * numbered there before all runs is no beginning. */
Test(logbook, a_block_has_one_id)
{
	struct logbook logbook = {.seed = NULL};
	struct where why = {.why = ""};

	cr_assert(read_text(two_blocks, sizeof(two_blocks) - 1, &logbook, &why) == true, "%s",
		  why.why);
	check_text(logbook_block_id(&logbook, "a", 1), "T.1");
	check_text(logbook_block_id(&logbook, "c", 1), "T.1");
	check_text(logbook_block_id(&logbook, "b", 2), "T.2");
	cr_expect(logbook_block_id(&logbook, "b", 1) == NULL);
	cr_expect(logbook_block_id(&logbook, "a", 2) == NULL);
	cr_expect(logbook_block_id(&logbook, "a", 3) == NULL);
	logbook_free(&logbook);
}

Test(logbook, the_first_value_of_a_setting_stays)
{
	struct logbook logbook = {.seed = NULL};
	struct where why = {.why = ""};
	const struct view a = view_of("a"), test = view_of("x/y"), none = view_of("");

	cr_assert(read_text(two_blocks, sizeof(two_blocks) - 1, &logbook, &why) == true, "%s",
		  why.why);
	check_text(logbook_setting(&logbook, a, test, view_of("job.bs")), "4k");
	check_text(logbook_setting(&logbook, a, none, view_of("meta.block")), "2");
	check_text(logbook_setting(&logbook, a, none, view_of("meta.commit.index")), "1");
	cr_expect(logbook_setting(&logbook, a, none, view_of("job.bs")) == NULL);
	cr_expect(logbook_setting(&logbook, a, test, view_of("read.iops")) == NULL);
	cr_expect(logbook_setting(&logbook, view_of("c"), test, view_of("job.bs")) == NULL);
	logbook_free(&logbook);
}

Test(logbook, what_is_no_campaign_is_named)
{
	static const struct {
		const char *text, *why;
		size_t line;
	} rows[] = {
	    {HEADER "a,,T,meta.seed,text,,,,,1\nb,,T,meta.seed,text,,,,,2\n",
	     "a second campaign in it: its seed is 2, that of the first one is 1", 3},
	    {HEADER ",,T,meta.seed,text,,,,,1\n", "a record without a commit", 2},
	    {HEADER "a,,,meta.seed,text,,,,,1\n", "a record without a run", 2},
	    {HEADER "a,,T,x,1,,,,,one\n", "value 'one' is not a number", 2},
	    {"a,b\n1,2\n", "no header of a record table (commit,test,...)", 1},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct logbook logbook = {.seed = NULL};
		struct where why = {.why = ""};

		cr_expect(read_text(rows[i].text, strlen(rows[i].text), &logbook, &why) == false,
			  "row %zu", i);
		check_text(why.why, rows[i].why);
		check_int(why.line, rows[i].line);
		logbook_free(&logbook);
	}
}

/* Blocks that are no whole number from 1 on are as none. */
Test(logbook, hostile_numbers_are_no_blocks)
{
	static const char *const values[] = {"0", "-1", "1e308", "0.5", "1000001", "1e-308"};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		struct logbook logbook = {.seed = NULL};
		struct where why = {.why = ""};
		char text[256];
		int n =
		    snprintf(text, sizeof(text), HEADER "a,,T,meta.block,1,,,,,%s\n", values[i]);

		cr_assert(read_text(text, (size_t)n, &logbook, &why) == true, "%s", why.why);
		const struct logbook_run *run = logbook.runs.first->value;
		check_int(run->block, 0);
		logbook_free(&logbook);
	}
}

/* Whatever is missing of a stream, it is read or refused. */
Test(logbook, a_stream_cut_anywhere_is_safe)
{
	for (size_t n = 0; n < sizeof(two_blocks) - 1; n++) {
		struct logbook logbook = {.seed = NULL};
		struct where why = {.why = ""};
		bool whole = n == 0 || two_blocks[n - 1] == '\n';

		cr_expect(read_text(two_blocks, n, &logbook, &why) == whole, "cut at %zu: %s", n,
			  why.why);
		logbook_free(&logbook);
	}
}

/* Only a fingerprint is compared, with the same commit, and each difference is told once. */
Test(logbook, changes_of_the_machine_are_found)
{
	static const char before[] = HEADER "a,,T,meta.kernel,text,,,,,5\n"
					    "a,,T,meta.start,text,,,,,noon\n"
					    "a,x/y,T,meta.device.model,text,,,,,old\n"
					    "b,,T,meta.kernel,text,,,,,6\n";
	static const char now[] = "a,,U,meta.kernel,text,,,,,6\n"
				  "a,,U,meta.start,text,,,,,night\n"
				  "a,x/y,U,meta.device.model,text,,,,,new\n"
				  "a,x/z,U,meta.device.model,text,,,,,new\n"
				  "b,,U,meta.kernel,text,,,,,6\n";
	struct logbook logbook = {.seed = NULL};
	struct where why = {.why = ""};
	UT_array *lines = lines_new();

	cr_assert(read_text(before, sizeof(before) - 1, &logbook, &why) == true, "%s", why.why);
	changed_find(&logbook, "", lines);
	check_int(list_n(lines), 0);
	changed_find(&logbook, now, lines);
	changed_find(&logbook, now, lines);
	check_int(list_n(lines), 2);
	check_text(lines_at(lines, 0), "meta.kernel was '5' and is '6'");
	check_text(lines_at(lines, 1), "meta.device.model was 'old' and is 'new'");
	lines_free(lines);
	logbook_free(&logbook);
}
