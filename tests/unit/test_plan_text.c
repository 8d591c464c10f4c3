/* Plans and self-checks as texts, of findings that lack numbers or repeat, too. */
#include "render/text/summary_text.h"

#include "collect/base/where.h"
#include "tests/unit/check.h"

#define PLAN                                                                                       \
	"test,params,metric,unit,commits,runs,sd,sd_low,sd_high,df,effect,power,alpha,tests,"      \
	"runs_needed,runs_high,detectable,sample_sd,samples,tau,run_variance,run_seconds,"         \
	"overhead_seconds,best_seconds,best_runs,note\n"
#define SELFCHECK                                                                                  \
	"kind,test,params,metric,unit,commit,runs,splits_by,seed,splits,alarms,alpha,rate,low,"    \
	"high,p,drift_p,grade,note\n"

/* The text of a stream of findings; NULL with *why where it cannot be read or shown. The caller
 * frees it. */
static char *
text_of(const char *stream, struct where *why)
{
	struct input input;
	char *text = NULL;
	size_t n = 0;
	FILE *in = check_input(stream, strlen(stream)), *out = open_memstream(&text, &n);
	struct page page = {out, PAGE_WIDTH};

	input_init(&input);
	bool ok = input_read(&input, in, "findings", why);
	input_finish(&input);
	ok = ok && summary_text(&page, &input, why);
	fclose(in);
	fclose(out);
	input_free(&input);
	if (ok)
		return text;
	free(text);
	return NULL;
}

static void
check_begins(const char *stream, const char *beginning)
{
	struct where why = {.line = 0};
	char *text = text_of(stream, &why);

	cr_assert(text != NULL, "%s", why.why);
	cr_expect(strncmp(text, beginning, strlen(beginning)) == 0, "got '%s', want '%s'", text,
		  beginning);
	cr_expect(strstr(text, "nan") == NULL && strstr(text, "inf") == NULL, "%s", text);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		cr_expect(strlen(line) <= PAGE_WIDTH, "too wide: %s", line);
	free(text);
}

Test(plan_text, the_answer_comes_first)
{
	check_begins(PLAN "t,,read.iops,iops,1,5,0.02,0.01,0.05,4,0.02,0.8,0.05,1,12,40,0.031,,,,,"
			  ",,,,\n",
		     "12 runs a side show 2 % of t's read.iops at 80 % power (5 would show\n"
		     "3.1 %).\n\nt; 1 commit with 5 runs\n");
	check_begins(PLAN "t,,read.iops,iops,1,5,0.02,,,4,0.02,0.8,0.05,2,12,,0.03,,,,,,,,,\n"
			  "t,,read.lat.p99,ns,1,5,0.02,,,4,0.05,0.8,0.05,2,30,,0.03,,,,,,,,,\n",
		     "30 runs a side show 5 % of t's read.lat.p99, which needs most of 2\n"
		     "cells, at 80 % power (5 would show 3 %).\n");
}

/* Whatever a stream lacks, no number is made up. */
Test(plan_text, without_numbers)
{
	check_begins(PLAN ",,,,,,,,,,,,,,,,,,,,,,,,,\n",
		     "No number of runs can be told: see the notes.\n");
	check_begins(PLAN "t,,m,,,,,,,,,,,,9,,,,,,,,,,,\n",
		     "No number of runs can be told: see the notes.\n");
	check_begins(PLAN "t,,m,,,,1e308,1e308,1e308,,1e4,1,0.5,9e15,,9e15,1e308,,,,,1e308"
			  ",,1e308,,\n",
		     "No number of runs can be told: see the notes.\n");
	check_begins(SELFCHECK "family,,,,,v,,,,,,,,,,,,,\n,t,,m,,v,,,,,,,,,,,,,\n",
		     "v against itself: nothing was tested.\n");
}

Test(plan_text, a_check_says_what_was_found_and_what_may_be)
{
	check_begins(
	    SELFCHECK
	    "family,,,,,v,20,random,1,2000,180,0.05,0.09,0.08,0.1,1e-9,0.001,,1 test with "
	    "20 runs; more alarms than the level allows\n"
	    ",t,,read.iops,iops,v,20,random,1,2000,170,0.05,0.085,0.07,0.1,,0.01,w,\n",
	    "v against itself: 180 of 2000 splits find a change (9 %, [8, 10]); 5 %\n  may.\n"
	    "  Splits at random (seed 1), of 1 test with 20 runs; more alarms than\n"
	    "  the level allows.\n\nv: t\n");
}

Test(plan_text, the_same_finding_twice)
{
	struct where why = {.line = 0};

	cr_expect(text_of(PLAN "t,,m,,,,,,,,,,,,,,,,,,,,,,,\nt,,m,,,,,,,,,,,,,,,,,,,,,,,\n",
			  &why) == NULL);
	cr_expect(strstr(why.why, "the same plan finding has been read already") != NULL, "%s",
		  why.why);
	cr_expect(text_of(SELFCHECK ",t,,m,,v,5,,,,,,,,,,,,\n,t,,m,,v,5,,,,,,,,,,,,\n", &why) ==
		  NULL);
	cr_expect(strstr(why.why, "the same selfcheck finding has been read already") != NULL, "%s",
		  why.why);
}
