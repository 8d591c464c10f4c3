/* Plans and self-checks as texts, of findings that lack numbers or repeat, too. */
#include "render/text/summary_text.h"

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "tests/unit/check.h"

#define PLAN                                                                                       \
	"test,params,metric,unit,commits,runs,sd,sd_low,sd_high,df,effect,power,alpha,tests,"      \
	"runs_needed,runs_high,detectable,sample_sd,samples,tau,run_variance,run_seconds,"         \
	"overhead_seconds,best_seconds,best_runs,note,role,length\n"
#define SELFCHECK                                                                                  \
	"kind,test,params,metric,unit,commit,runs,splits_by,seed,splits,alarms,alpha,rate,low,"    \
	"high,p,drift_p,grade,note,role,verdict,runs_needed,drift\n"

/* The text of a stream of findings; NULL with *why where it cannot be read or shown. The caller
 * frees it. */
static char *
text_of(const char *stream, struct where *why)
{
	struct input input;
	char *text = NULL;
	size_t n = 0;
	FILE *in = check_input(stream, strlen(stream)), *out = open_memstream(&text, &n);
	struct page page = {.out = out, .width = PAGE_WIDTH};

	input_init(&input);
	bool ok = input_read(&input, in, "findings", why);
	input_finish(&input, &(struct where){0});
	ok = ok && summary_text(&page, &input, why);
	fclose(in);
	fclose(out);
	input_free(&input);
	if (ok)
		return text;
	free(text);
	return NULL;
}

/* The text begins so and has part, if any, in it; no line is too wide, no number is none. */
static void
check_has(const char *stream, const char *beginning, const char *part)
{
	struct where why = {.line = 0};
	char *text = text_of(stream, &why);

	cr_assert(text != NULL, "%s", why.why);
	cr_expect(strncmp(text, beginning, strlen(beginning)) == 0, "got '%s', want '%s'", text,
		  beginning);
	cr_expect(strstr(text, part) != NULL, "got '%s', want '%s'", text, part);
	cr_expect(strstr(text, "nan") == NULL && strstr(text, "inf") == NULL, "%s", text);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		cr_expect(strlen(line) <= PAGE_WIDTH, "too wide: %s", line);
	free(text);
}

Test(plan_text, the_answer_comes_first)
{
	check_has(PLAN "t,bs=4k,read.iops,iops,1,5,0.02,0.01,0.05,4,0.02,0.8,0.05,1,12,40,0.031,,,,"
		       ",30,10,,,,primary,any\n",
		  "Take 12 runs a side (16 min for both sides) to see a change of 2 % in\n"
		  "read.iops of t. The 5 at hand only show 3.1 %.\n"
		  "Longer runs? As good as more of them: only the time of all runs together\n"
		  "counts, and fewer, longer ones save the time beside them.\n\n"
		  "t: bs=4k; 1 commit with 5 runs\n",
		  "any: runs differ by no more than their samples");
	check_has(PLAN "t,,read.iops,iops,1,5,0.02,,,4,0.02,0.8,0.05,2,12,,0.03,,,,,,,,,,primary,\n"
		       "t,,read.lat.p99,ns,1,5,0.02,,,4,0.05,0.8,0.05,2,30,,3,,,,,,,,,,primary,\n"
		       "t,,read.lat.p50,ns,1,5,0.02,,,4,0.05,0.8,0.05,1,90,,0.03,,,,,,,,,,,\n",
		  "Take 30 runs a side to see a change of 5 % in read.lat.p99 of t, which\n"
		  "needs the most of 2 rows. The 5 at hand only show a factor of 4.0. Rates\n"
		  "alone need 12, for 2 %.\n\nt: 1 commit with 5 runs\n",
		  "x4.0");
}

/* What the tests share is said once, and what they do not, with each. */
Test(plan_text, one_table_for_all_tests)
{
	check_has(PLAN "a,rw=read bs=4k,read.iops,iops,1,5,0.02,,,4,0.02,0.8,0.05,2,12,,0.03,,,,,3,"
		       "0.5,1,15,,primary,shorter\n"
		       "b,rw=read bs=8k,read.iops,iops,1,5,0.02,,,4,0.02,0.8,0.05,2,10,,0.03,,,,,3,"
		       "0.5,,,,primary,any\n",
		  "Take 12 runs a side (3 min for both sides) to see a change of 2 % in\n"
		  "read.iops of a, which needs the most of 2 rows. The 5 at hand only show\n"
		  "3 %.\n",
		  "All tests: rw=read; 1 commit with 5 runs\n"
		  "              spread   to    runs  seen    best  runs   time\n"
		  "             of runs  see  a side   now  length  then  saved\n"
		  "a: bs=4k\n"
		  "  read.iops      2 %  2 %      12   3 %     1 s    15   46 %\n"
		  "b: bs=8k\n"
		  "  read.iops      2 %  2 %      10   3 %     any\n\n");
}

/* Columns that are not there are not explained. */
Test(plan_text, the_footer_fits_the_table)
{
	struct where why = {.line = 0};
	char *text =
	    text_of(PLAN ",,,,,,0.01,,,,0.02,0.8,0.05,1,14,,,0.1,,,0.0001,,20,44.7,14,,,\n", &why);

	cr_assert(text != NULL, "%s", why.why);
	cr_expect(strstr(text, "Take 14 runs a side, each of 44.7 s, to see a change of 2 %.\n") ==
		      text,
		  "%s", text);
	cr_expect(strstr(text, "best length: of a run's measured part, with 20 s beside each") !=
		      NULL,
		  "%s", text);
	cr_expect(strstr(text, "at most") == NULL && strstr(text, "seen now") == NULL &&
		      strstr(text, "runs then") == NULL,
		  "%s", text);
	free(text);
}

/* A remark that many rows share is made once. */
Test(plan_text, notes_are_shared)
{
	char *stream = mem_dup(PLAN);

	for (int i = 0; i < 9; i++)
		mem_append(&stream,
			   "t%d,,read.iops,iops,1,1,,,,0,0.02,0.8,0.05,1,,,,,,,,,,,,alone,"
			   "primary,\n",
			   i);
	check_has(stream, "No number of runs can be told: see the notes.\n",
		  "t0 read.iops, t1 read.iops, t2 read.iops and 6 more: alone.\n");
	free(stream);
}

/* Whatever a stream lacks, no number is made up. */
Test(plan_text, without_numbers)
{
	check_has(PLAN ",,,,,,,,,,,,,,,,,,,,,,,,,,,\n",
		  "No number of runs can be told: see the notes.\n", "");
	check_has(PLAN "t,,m,,,,,,,,,,,,9,,,,,,,,,,,,,\n",
		  "No number of runs can be told: see the notes.\n", "");
	check_has(PLAN "t,,m,,,,1e308,1e308,1e308,,1e4,1,0.5,9e15,,9e15,1e308,,,,,1e308"
		       ",,1e308,,,,longer\n",
		  "No number of runs can be told: see the notes.\n", "");
	check_has(PLAN "t,,m.iops,,5,3,1,1,1,,0.5,0.5,0.5,1e6,1e6,1e6,1e308,,,,,1e6,1e308,1e308,"
		       "9e15,,primary,longer\n",
		  "Take 1000000 runs a side", "");
	check_has(SELFCHECK "family,,,,,v,,,,,,,,,,,,,,,,,\n,t,,m,,v,,,,,,,,,,,,,,,,,\n",
		  "Nothing was tested.\n", "");
	check_has(SELFCHECK
		  "family,,,,,v,9e15,all,9e15,9e15,9e15,1,1,1,1,1,1,,,,too few,9e15,1e308\n",
		  "Nothing was tested.\n", "");
}

/* Streams that lack the newer columns, or a verdict, have no answer but their numbers. */
Test(plan_text, older_streams)
{
	check_has(
	    "kind,test,params,metric,unit,commit,runs,splits_by,seed,splits,alarms,alpha,rate,"
	    "low,high,p,drift_p,grade,note\n"
	    "family,,,,,v,7,all,,35,1,0.05,0.029,0,0.1,1,0.5,,1 test with 7 runs\n",
	    "Nothing was told of fitness: see the table.\n", "1 of 35");
}

#define FAMILY "family,,,,,"

Test(plan_text, a_check_says_whether_to_trust)
{
	check_has(SELFCHECK
		  ",t,bs=4k,read.iops,iops,v,20,random,1,2000,170,0.05,0.085,0.07,0.1,,0.01,"
		  "w,,primary,,,-0.091\n" FAMILY
		  "v,20,random,1,2000,180,0.05,0.09,0.08,0.1,1e-9,0.001,,1 test with 20 "
		  "runs,,alarms,,\n",
		  "Not fit to compare: runs of v differ among themselves more often than\n"
		  "chance lets them. Find out what disturbs them first.\n"
		  "Beware of drift: the later half of the runs of v differs from the\n"
		  "earlier one (most: read.iops of t, -9.1 %). Compare only in randomised\n"
		  "blocks, as 'collect run --commit A --commit B' does.\n\nt: bs=4k\n",
		  "v: 20 runs, split at random (seed 1)\n"
		  "  read.iops      170 of 2000   8.5 %                  -9.1 %   0.01\n"
		  "  any of them    180 of 2000   9.0 %  [8, 10]                 0.001\n");
	check_has(SELFCHECK FAMILY "v,7,all,,35,1,0.05,0.029,0,0.1,1,0.5,,,,fit,,\n" FAMILY
				   "w,5,all,,10,1,0.05,0.1,0,0.45,1,0.5,,,,too few,7,\n" FAMILY
				   "x,5,all,,10,1,0.05,0.1,0,0.45,1,0.5,,,,too few,7,\n",
		  "Too few runs of w, x to tell (5): take 7 or more.\n"
		  "Fit to compare, as far as the runs of v tell: halves of them look alike,\n"
		  "and nothing drifts.\n",
		  "1 of 35");
	check_has(SELFCHECK FAMILY "v,20,random,1,10,1,0.05,0.1,0,0.45,1,0.5,,,,too few,,\n",
		  "Too few splits of v to tell: make more of them (--splits).\n", "1 of 10");
}

/* Metrics that decide nothing are told apart where they are there. */
Test(plan_text, primary_metrics_are_marked)
{
	check_has(SELFCHECK
		  ",t,,read.iops,iops,v,7,all,,35,1,0.05,0.029,0,0.1,,0.5,w,,primary,,,0\n"
		  ",t,,read.bw,iops,v,7,all,,35,1,0.05,0.029,0,0.1,,0.5,w,,,,,-0.0001\n" FAMILY
		  "v,7,all,,35,1,0.05,0.029,0,0.1,1,0.5,,,,fit,,\n",
		  "Fit to compare",
		  "  read.iops*           1 of 35   2.9 %                  +0.0 %  0.5\n"
		  "  read.bw              1 of 35   2.9 %                  +0.0 %  0.5\n"
		  "  any * of them        1 of 35   2.9 %  [0, 10]                 0.5\n");
}

/* A command that failed leaves nothing behind, and has said why itself. */
Test(plan_text, nothing_came)
{
	struct where why = {.line = 0};

	cr_expect(text_of("", &why) == NULL);
	check_text(why.why, "the input is empty: there is nothing to show");
}

Test(plan_text, the_same_finding_twice)
{
	struct where why = {.line = 0};

	cr_expect(text_of(PLAN "t,,m,,,,,,,,,,,,,,,,,,,,,,,,,\nt,,m,,,,,,,,,,,,,,,,,,,,,,,,,\n",
			  &why) == NULL);
	cr_expect(strstr(why.why, "the same plan finding has been read already") != NULL, "%s",
		  why.why);
	cr_expect(text_of(SELFCHECK ",t,,m,,v,5,,,,,,,,,,,,,,,,\n,t,,m,,v,5,,,,,,,,,,,,,,,,\n",
			  &why) == NULL);
	cr_expect(strstr(why.why, "the same selfcheck finding has been read already") != NULL, "%s",
		  why.why);
}
