/* The finding stream: what is written reads back equal, and wrong rows are named. */
#include "analyze/finding.h"

#include "collect/base/where.h"
#include "tests/unit/check.h"

#define V(text) ((struct view){text, sizeof(text) - 1})

static const struct table_kind *const kinds[] = {&finding_compare_kind, &finding_summary_kind};

/* What the reader gave, as rows of text: views end with the callback, so it is written again. */
struct seen {
	FILE *out;
	struct finding_compare compare;
	struct finding_summary summary;
	size_t n;
};

static bool
take(void *ctx, const struct table_row *row, struct where *why)
{
	struct seen *seen = ctx;

	if (row->kind == &finding_compare_kind) {
		if (!finding_compare_parse(row, &seen->compare, why))
			return false;
		finding_compare_write(seen->out, &seen->compare);
	} else {
		if (!finding_summary_parse(row, &seen->summary, why))
			return false;
		finding_summary_write(seen->out, &seen->summary);
	}
	seen->n++;
	return true;
}

static bool
read_text(const char *text, size_t n, struct seen *seen, struct where *why)
{
	FILE *in = check_input(text, n);
	bool ok = table_read(in, "stdin", kinds, 2, take, seen, why);

	fclose(in);
	return ok;
}

static const struct finding_compare compare = {
    .test = V("nvme/read-4KiB"),
    .params = V("rw=randread bs=4k, \"quoted\""),
    .metric = V("read.iops"),
    .unit = V("iops"),
    .better = V("higher"),
    .base = V("v1"),
    .commit = V("v2"),
    .base_runs = 5,
    .runs = 4,
    .base_value = 70123.4,
    .value = 65916,
    .change = -0.06,
    .low = -0.071,
    .high = -0.049,
    .p = 1.25e-7,
    .p_holm = 2.5e-7,
    .q = 1.5e-7,
    .grade = V("w"),
    .theta = 0.02,
    .verdict = VERDICT_REGRESSED,
    .runs_needed = NAN,
    .jitter_base = 0.01,
    .jitter = 0.02,
    .jitter_ratio = 2,
    .jitter_low = 1.5,
    .jitter_high = 2.75,
    .jitter_p = 0.001,
    .jitter_verdict = JITTER_MORE,
    .note = V("line one\nline two"),
    .runs_for_change = 9,
    .kind = FINDING_GEOMEAN,
    .df = 6.5,
    .p_exact = 0.0125,
    .base_sessions = 1,
    .sessions = 2,
    .blocks = 5,
    .history_df = 12,
    .spread_base = 0.01,
    .spread = 0.03,
    .spread_ratio = 3,
    .spread_low = 1.5,
    .spread_high = 6,
    .spread_p = 0.03,
    .jitter_by = V("within"),
};

static const char compare_text[] =
    "test,params,metric,unit,better,base,commit,base_runs,runs,base_value,value,change,low,high,p,"
    "p_holm,q,grade,theta,verdict,runs_needed,jitter_base,jitter,jitter_ratio,jitter_low,"
    "jitter_high,jitter_p,jitter_verdict,note,runs_for_change,kind,df,p_exact,base_sessions,"
    "sessions,"
    "blocks,history_df,spread_base,spread,spread_ratio,spread_low,spread_high,spread_p,jitter_by\n"
    "nvme/read-4KiB,\"rw=randread bs=4k, \"\"quoted\"\"\",read.iops,iops,higher,v1,v2,5,4,70123.4,"
    "65916,-0.06,-0.071,-0.049,1.25e-07,2.5e-07,1.5e-07,w,0.02,regressed,,0.01,0.02,2,1.5,2.75,"
    "0.001,more jittery,\"line one\nline "
    "two\",9,geomean,6.5,0.0125,1,2,5,12,0.01,0.03,3,1.5,6,0.03,within\n";

Test(finding, compare_is_written_as_documented_and_reads_back_equal)
{
	char *text = NULL, *again = NULL;
	size_t n = 0, again_n = 0;
	struct where why;
	FILE *out = open_memstream(&text, &n);

	table_write_header(out, &finding_compare_kind);
	finding_compare_write(out, &compare);
	fclose(out);
	check_text(text, compare_text);

	struct seen seen = {.out = open_memstream(&again, &again_n)};
	table_write_header(seen.out, &finding_compare_kind);
	cr_assert(read_text(text, n, &seen, &why) == true, "%s", why.why);
	fclose(seen.out);
	check_text(again, text);
	check_int(seen.n, 1);
	check_nan(seen.compare.runs_needed, "an empty field");
	check_int(seen.compare.verdict, VERDICT_REGRESSED);
	check_int(seen.compare.jitter_verdict, JITTER_MORE);
	check_close(seen.compare.p, 1.25e-7, 0, "p");
	free(text);
	free(again);
}

Test(finding, summary_is_written_as_documented_and_reads_back_equal)
{
	static const struct finding_summary summary = {
	    .test = V("t"),
	    .params = V("bs=4k"),
	    .metric = V("read.lat.p99"),
	    .unit = V("ns"),
	    .better = V("lower"),
	    .commit = V("v1"),
	    .run = V(""),
	    .runs = 3,
	    .value = 1000,
	    .sd = 10,
	    .cv = 0.01,
	    .low = 990,
	    .high = 1010,
	    .samples = 1e6,
	    .sample_min = NAN,
	    .sample_max = NAN,
	    .sample_mean = NAN,
	    .sample_sd = NAN,
	    .sample_cv = NAN,
	    .note = V(""),
	    .lag1 = NAN,
	    .effective_samples = NAN,
	    .drift = NAN,
	    .drift_p = NAN,
	    .between_share = 0.25,
	};
	static const char want[] =
	    "test,params,metric,unit,better,commit,run,runs,value,sd,cv,low,high,samples,sample_"
	    "min,"
	    "sample_max,sample_mean,sample_sd,sample_cv,note,lag1,effective_samples,drift,drift_p,"
	    "between_share\n"
	    "t,bs=4k,read.lat.p99,ns,lower,v1,,3,1000,10,0.01,990,1010,1000000,,,,,,,,,,,0.25\n";
	char *text = NULL;
	size_t n = 0;
	struct where why;
	struct seen seen = {.out = open_memstream(&text, &n)};

	table_write_header(seen.out, &finding_summary_kind);
	finding_summary_write(seen.out, &summary);
	fflush(seen.out);
	check_text(text, want);
	char *copy = strdup(text);
	cr_assert(read_text(copy, strlen(copy), &seen, &why) == true, "%s", why.why);
	fclose(seen.out);
	cr_expect(strcmp(text + strlen(want), strchr(want, '\n') + 1) == 0,
		  "the row read back as '%s'", text + strlen(want));
	check_nan(seen.summary.sample_cv, "an empty field");
	free(text);
	free(copy);
}

static const struct finding_shift shift = {
    .test = V("t"),
    .params = V("bs=4k"),
    .metric = V("read.lat"),
    .unit = V("ns"),
    .base = V("v1"),
    .commit = V("v2"),
    .base_runs = 5,
    .runs = 4,
    .quantile = 0.999,
    .base_value = 1000,
    .value = 1100,
    .change = 0.1,
    .low = 0.05,
    .high = 0.15,
    .merged_base = 1001,
    .merged_base_low = 990,
    .merged_base_high = 1010,
    .merged = 1101,
    .merged_low = 1090,
    .merged_high = NAN,
    .shape_p = 0.03,
    .shape = V("changed"),
    .note = V(""),
};

static bool
take_shift(void *ctx, const struct table_row *row, struct where *why)
{
	return finding_shift_parse(row, ctx, why);
}

Test(finding, shift_is_written_as_documented_and_reads_back_equal)
{
	static const struct table_kind *const kind[] = {&finding_shift_kind};
	static const char want[] =
	    "test,params,metric,unit,base,commit,base_runs,runs,quantile,base_value,value,change,"
	    "low,high,merged_base,merged_base_low,merged_base_high,merged,merged_low,merged_high,"
	    "shape_p,shape,note\n"
	    "t,bs=4k,read.lat,ns,v1,v2,5,4,0.999,1000,1100,0.1,0.05,0.15,1001,990,1010,1101,1090,,"
	    "0.03,changed,\n";
	struct finding_shift back = {.quantile = NAN};
	struct where why;
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	table_write_header(out, &finding_shift_kind);
	finding_shift_write(out, &shift);
	fclose(out);
	check_text(text, want);
	FILE *in = check_input(text, n);
	cr_assert(table_read(in, "stdin", kind, 1, take_shift, &back, &why) == true, "%s", why.why);
	fclose(in);
	check_close(back.quantile, 0.999, 0, "quantile");
	check_nan(back.merged_high, "an empty field");
	free(text);
}

static bool
take_plan(void *ctx, const struct table_row *row, struct where *why)
{
	return finding_plan_parse(row, ctx, why);
}

Test(finding, plan_is_written_as_documented_and_reads_back_equal)
{
	static const struct table_kind *const kind[] = {&finding_plan_kind};
	static const char want[] =
	    "test,params,metric,unit,commits,runs,sd,sd_low,sd_high,df,effect,power,alpha,tests,"
	    "runs_needed,runs_high,detectable,sample_sd,samples,tau,run_variance,run_seconds,"
	    "overhead_seconds,best_seconds,best_runs,note,role,length\n"
	    "t,bs=4k,read.iops,iops,2,5,0.02,0.01,0.05,8,0.03,0.8,0.05,3,9,40,0.04,0.1,30,2.5,"
	    "-0.001,30.5,20,,,any,primary,longer\n";
	static const struct finding_plan plan = {
	    .test = V("t"),
	    .params = V("bs=4k"),
	    .metric = V("read.iops"),
	    .unit = V("iops"),
	    .commits = 2,
	    .runs = 5,
	    .sd = 0.02,
	    .sd_low = 0.01,
	    .sd_high = 0.05,
	    .df = 8,
	    .effect = 0.03,
	    .power = 0.8,
	    .alpha = 0.05,
	    .tests = 3,
	    .runs_needed = 9,
	    .runs_high = 40,
	    .detectable = 0.04,
	    .sample_sd = 0.1,
	    .samples = 30,
	    .tau = 2.5,
	    .run_variance = -0.001,
	    .run_seconds = 30.5,
	    .overhead_seconds = 20,
	    .best_seconds = NAN,
	    .best_runs = NAN,
	    .note = V("any"),
	    .role = V("primary"),
	    .length = V("longer"),
	};
	struct finding_plan back = {.sd = NAN};
	struct where why;
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	table_write_header(out, &finding_plan_kind);
	finding_plan_write(out, &plan);
	fclose(out);
	check_text(text, want);
	FILE *in = check_input(text, n);
	cr_assert(table_read(in, "stdin", kind, 1, take_plan, &back, &why) == true, "%s", why.why);
	fclose(in);
	check_close(back.run_variance, -0.001, 0, "run_variance");
	check_nan(back.best_runs, "an empty field");
	free(text);
}

static bool
take_selfcheck(void *ctx, const struct table_row *row, struct where *why)
{
	return finding_selfcheck_parse(row, ctx, why);
}

Test(finding, selfcheck_is_written_as_documented_and_reads_back_equal)
{
	static const struct table_kind *const kind[] = {&finding_selfcheck_kind};
	static const char want[] =
	    "kind,test,params,metric,unit,commit,runs,splits_by,seed,splits,alarms,alpha,rate,low,"
	    "high,p,drift_p,grade,note,role,verdict,runs_needed,drift\n"
	    ",t,bs=4k,read.iops,iops,v1,20,random,1,2000,90,0.05,0.045,0.036,0.055,,0.3,w,,"
	    "primary,fit,,-0.02\n";
	static const struct finding_selfcheck selfcheck = {
	    .kind = V(""),
	    .test = V("t"),
	    .params = V("bs=4k"),
	    .metric = V("read.iops"),
	    .unit = V("iops"),
	    .commit = V("v1"),
	    .runs = 20,
	    .splits_by = V("random"),
	    .seed = 1,
	    .splits = 2000,
	    .alarms = 90,
	    .alpha = 0.05,
	    .rate = 0.045,
	    .low = 0.036,
	    .high = 0.055,
	    .p = NAN,
	    .drift_p = 0.3,
	    .grade = V("w"),
	    .note = V(""),
	    .role = V("primary"),
	    .verdict = V("fit"),
	    .runs_needed = NAN,
	    .drift = -0.02,
	};
	struct finding_selfcheck back = {.rate = NAN};
	struct where why;
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	table_write_header(out, &finding_selfcheck_kind);
	finding_selfcheck_write(out, &selfcheck);
	fclose(out);
	check_text(text, want);
	FILE *in = check_input(text, n);
	cr_assert(table_read(in, "stdin", kind, 1, take_selfcheck, &back, &why) == true, "%s",
		  why.why);
	fclose(in);
	check_close(back.rate, 0.045, 0, "rate");
	check_nan(back.p, "an empty field");
	free(text);
}

/* Streams that were written before a column was added read as if it were empty. */
Test(finding, older_streams_read)
{
	char *text = NULL, *old = NULL;
	size_t n = 0, old_n = 0;
	struct seen seen = {.out = open_memstream(&text, &n)};
	struct where why;
	FILE *out = open_memstream(&old, &old_n);
	const char *row = strstr(compare_text, "nvme/");

	fprintf(out, "%.*s\n%.*s\n", (int)(strstr(compare_text, ",kind,df") - compare_text),
		compare_text, (int)(strstr(row, ",geomean") - row), row);
	fclose(out);
	cr_assert(read_text(old, old_n, &seen, &why) == true, "%s", why.why);
	fclose(seen.out);
	check_int(seen.compare.kind, FINDING_CELL);
	check_nan(seen.compare.df, "a column that is not there");
	check_close(seen.compare.runs_for_change, 9, 0, "the last one that is");
	free(text);
	free(old);
}

/* The text with its first occurrence of old replaced. */
static char *
edited(const char *old, const char *new)
{
	const char *at = strstr(compare_text, old);
	char *text = NULL;

	cr_assert(at != NULL, "'%s' is not in the text", old);
	cr_assert(asprintf(&text, "%.*s%s%s", (int)(at - compare_text), compare_text, new,
			   at + strlen(old)) > 0);
	return text;
}

Test(finding, wrong_rows_are_named)
{
	static const struct {
		const char *old, *new;
		size_t line;
		const char *why;
	} rows[] = {
	    {",regressed,", ",regresed,", 2, "verdict 'regresed' is not known"},
	    {",more jittery,", ",jittery,", 2, "jitter_verdict 'jittery' is not known"},
	    {",70123.4,", ",7o123.4,", 2, "base_value '7o123.4' is not a number"},
	    {",higher,", ",upward,", 2, "better 'upward' is not known"},
	    {",w,0.02", ",x,0.02", 2, "grade 'x' is not known"},
	    {",within\n", ",without\n", 2, "jitter_by 'without' is not known"},
	    {",v2,5,", ",v2,-1,", 2, "base_runs -1 is not a count"},
	    {",v2,5,", ",v2,5e-324,", 2, "base_runs 4.94065645841247e-324 is not a count"},
	    {",v2,5,", ",v2,2.5,", 2, "base_runs 2.5 is not a count"},
	    {",v2,5,", ",v2,1e308,", 2, "base_runs 1e+308 is not a count"},
	    {",-0.071,", ",-0.01,", 2, "low -0.01 lies above high -0.049"},
	    {",-0.071,", ",-0.05,", 2, "low -0.05 lies above change -0.06"},
	    {",-0.049,", ",-0.065,", 2, "high -0.065 lies below change -0.06"},
	    {",1.25e-07,", ",1.25,", 2, "p 1.25 is not between 0 and 1"},
	    {",2.5e-07,", ",-1,", 2, "p_holm -1 is not between 0 and 1"},
	    {",1.5e-07,", ",1e308,", 2, "q 1e+308 is not between 0 and 1"},
	    {",w,0.02,", ",w,-0.02,", 2, "theta -0.02 is not between 0 and 10000"},
	    {",w,0.02,", ",w,1e9,", 2, "theta 1000000000 is not between 0 and 10000"},
	    {",0.01,0.02,2,", ",-0.01,0.02,2,", 2, "jitter_base -0.01 is not 0 or more"},
	    {",2,1.5,2.75,", ",3,1.5,2.75,", 2, "jitter_high 2.75 lies below jitter_ratio 3"},
	    {"two\",9,", "two\",-9,", 2, "runs_for_change -9 is not a count"},
	    {",1,2,5,12,", ",1,2,-5,12,", 2, "blocks -5 is not a count"},
	    {",1,2,5,12,", ",1,2,5,-12,", 2, "history_df -12 is not 0 or more"},
	    {",3,1.5,6,", ",3,3.5,6,", 2, "spread_low 3.5 lies above spread_ratio 3"},
	    {",theta,", ",", 1, "the compare finding header lacks column 'theta'"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *text = edited(rows[i].old, rows[i].new);
		struct where why;
		struct seen seen = {.out = fopen("/dev/null", "w")};

		cr_expect(read_text(text, strlen(text), &seen, &why) == false, "'%s' was read",
			  rows[i].new);
		check_text(why.why, rows[i].why);
		check_int(why.line, rows[i].line);
		fclose(seen.out);
		free(text);
	}
}

/* Ends and value come of different formulas, and are rounded apart. */
Test(finding, intervals_may_be_off_by_rounding)
{
	char *text = edited("-0.06,-0.071,-0.049", "-0.06,-0.0599999999999999,-0.0600000000000001");
	struct where why;
	struct seen seen = {.out = fopen("/dev/null", "w")};

	cr_expect(read_text(text, strlen(text), &seen, &why) == true, "%s", why.why);
	fclose(seen.out);
	free(text);
	text = edited("-0.06,-0.071,-0.049", "-0.06,-1e308,1e308");
	seen.out = fopen("/dev/null", "w");
	cr_expect(read_text(text, strlen(text), &seen, &why) == true, "%s", why.why);
	fclose(seen.out);
	free(text);
}

Test(finding, a_quantile_lies_between_the_ends)
{
	static const struct table_kind *const kind[] = {&finding_shift_kind};
	static const double wrong[] = {0, 1, -0.5, 99};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct finding_shift row = shift, back;
		struct where why;
		char *text = NULL;
		size_t n = 0;
		FILE *out = open_memstream(&text, &n);

		row.quantile = wrong[i];
		table_write_header(out, &finding_shift_kind);
		finding_shift_write(out, &row);
		fclose(out);
		FILE *in = check_input(text, n);
		cr_expect(table_read(in, "in", kind, 1, take_shift, &back, &why) == false, "%g",
			  wrong[i]);
		cr_expect(strstr(why.why, "quantile") && strstr(why.why, "is not between 0 and 1"),
			  "%s", why.why);
		check_int(why.line, 2);
		fclose(in);
		free(text);
	}
}

/* Every word of both enums survives the stream. */
Test(finding, all_verdicts_survive)
{
	for (unsigned v = 0; v < VERDICTS; v++) {
		struct finding_compare finding = compare;
		char *text = NULL;
		size_t n = 0;
		struct where why;
		FILE *out = open_memstream(&text, &n);

		finding.verdict = (enum verdict)v;
		finding.jitter_verdict = (enum jitter_verdict)(v % JITTER_VERDICTS);
		table_write_header(out, &finding_compare_kind);
		finding_compare_write(out, &finding);
		fclose(out);
		struct seen seen = {.out = fopen("/dev/null", "w")};
		cr_expect(read_text(text, n, &seen, &why) == true, "%s", why.why);
		check_int(seen.compare.verdict, v);
		check_int(seen.compare.jitter_verdict, v % JITTER_VERDICTS);
		fclose(seen.out);
		free(text);
	}
}
