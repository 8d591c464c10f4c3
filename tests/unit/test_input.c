/* What render takes from a stream. */
#include "render/model/input.h"

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "tests/unit/check.h"

#define RECORDS "commit,test,run,metric,unit,start,end,low,high,value\n"

/* Reads the parts as streams one after another; false with *why. */
static bool
read_parts(struct input *input, const char *const *parts, size_t n, struct where *why)
{
	input_init(input);
	for (size_t i = 0; i < n; i++) {
		FILE *in = check_input(parts[i], strlen(parts[i]));
		bool ok = input_read(input, in, i ? "b" : "a", why);

		fclose(in);
		if (!ok)
			return false;
	}
	input_finish(input, &(struct where){0});
	return true;
}

Test(input, sums_rings_over_complete_runs)
{
	static const char *const parts[] = {RECORDS "v1,t,r1,ring.standing,1,,,0,1,5\n"
						    "v1,t,r1,ring.standing,1,,,3,4,7\n"
						    "v1,,r1,meta.complete,1,,,,,1\n"
						    "v1,t,r2,ring.standing,1,,,3,4,100\n"
						    "v1,t,r2,ring.standing,1,0,1,3,4,9\n"
						    "v1,,r2,meta.complete,1,,,,,0\n",
					    RECORDS "v1,t,r3,ring.standing,1,,,3,4,1\n"
						    "v1,t,r3,ring.reaped,1,,,2,3,4\n"
						    "v1,t,r3,read.iops,iops,,,,,4\n"
						    "v1,,r3,meta.complete,1,,,,,1\n"};
	struct input input;
	struct where why = {0};

	cr_assert(read_parts(&input, parts, 2, &why), "%s", why.why);
	check_int(input.n_rings, 1);
	const struct input_ring *ring = input_ring(&input, view_of("v1"), view_of("t"));
	cr_assert(ring != NULL);
	check_int(ring->runs, 2);
	check_int(ring->standing.n, 4);
	check_close(ring->standing.count[0], 5, 0, "empty looks");
	check_close(ring->standing.count[3], 8, 0, "of the complete runs");
	check_close(ring->reaped.count[2], 4, 0, "reaped");
	cr_assert_eq(input.n_unfinished, 1);
	check_text(input.unfinished[0].run.p, "r2");
	check_text(input.unfinished[0].test.p, "");
	input_free(&input);
}

/* What a test says of itself counts before what its run says; a run without any test is none. */
Test(input, a_run_may_be_unfinished_in_a_single_test)
{
	static const char *const parts[] = {RECORDS "v2,,r1,meta.commit.index,1,,,,,2\n"
						    "v1,t,r1,ring.standing,1,,,3,4,7\n"
						    "v1,t,r1,meta.interrupted,text,,,,,EIO\n"
						    "v1,u,r1,ring.standing,1,,,3,4,5\n"
						    "v1,u,r1,meta.complete,1,,,,,1\n"
						    "v1,t,r2,ring.standing,1,,,3,4,2\n"
						    "v1,t,r2,meta.complete,1,,,,,0\n"
						    "v1,u,r2,job.bs,text,,,,,4k\n"
						    "v1,,r2,meta.complete,1,,,,,1\n"
						    "v1,t,r3,job.bs,text,,,,,4k\n"
						    "v1,u,r3,job.bs,text,,,,,4k\n"};
	static const char *const unfinished[][2] = {{"r1", "t"}, {"r2", "t"}, {"r3", ""}};
	struct input input;
	struct where why = {0};

	cr_assert(read_parts(&input, parts, 1, &why), "%s", why.why);
	cr_assert_eq(input.n_unfinished, countof(unfinished));
	for (size_t i = 0; i < countof(unfinished); i++) {
		check_text(input.unfinished[i].run.p, unfinished[i][0]);
		check_text(input.unfinished[i].test.p, unfinished[i][1]);
	}
	cr_expect(input_ring(&input, view_of("v1"), view_of("t")) == NULL);
	const struct input_ring *ring = input_ring(&input, view_of("v1"), view_of("u"));
	cr_assert(ring != NULL);
	check_int(ring->runs, 1);
	check_close(ring->standing.count[3], 5, 0, "of r1 alone");
	input_free(&input);
}

Test(input, keeps_facts_once)
{
	static const char *const parts[] = {RECORDS "v1,,r1,meta.kernel,text,,,,,6.1\n"
						    "v1,,r2,meta.kernel,text,,,,,6.1\n"
						    "v2,,r1,meta.kernel,text,,,,,6.2\n"
						    "v1,t,r1,job.iodepth,1,,,,,32\n"
						    "v1,u,r1,job.iodepth,1,,,,,4\n"};
	struct view none = {"", 0};
	struct input input;
	struct where why = {0};

	cr_assert(read_parts(&input, parts, 1, &why), "%s", why.why);
	check_int(input.n_facts, 4);
	check_int(input.n_commits, 2);
	cr_expect(view_is(input_fact(&input, view_of("v1"), view_of("t"), "meta.kernel"), "6.1"));
	cr_expect(view_is(input_fact(&input, view_of("v2"), none, "meta.kernel"), "6.2"));
	cr_expect(view_is(input_fact(&input, none, none, "meta.kernel"), "6.1"));
	cr_expect(view_is(input_fact(&input, view_of("v1"), view_of("u"), "job.iodepth"), "4"));
	cr_expect(view_is(input_fact(&input, view_of("v2"), view_of("u"), "job.iodepth"), ""));
	input_free(&input);
}

Test(input, refuses_what_comes_twice)
{
	static const char bucket[] = RECORDS "v1,t,r1,ring.standing,1,,,3,4,7\n";
	const char *const parts[] = {bucket, bucket};
	struct input input;
	struct where why = {0};

	cr_expect(read_parts(&input, parts, 2, &why) == false);
	check_text(why.why, "the same record has been read already (a:2)");
	check_text(why.file, "b");
	check_int(why.line, 2);
	input_free(&input);
}

Test(input, refuses_buckets_that_are_no_counts)
{
	static const char *const rows[] = {"v1,t,r1,ring.standing,1,,,3,5,7\n",
					   "v1,t,r1,ring.standing,1,,,0.5,1.5,7\n",
					   "v1,t,r1,ring.reaped,1,,,1e9,1000000001,7\n"};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[256];
		const char *const parts[] = {text};
		struct input input;
		struct where why = {0};

		snprintf(text, sizeof(text), RECORDS "%s", rows[i]);
		cr_expect(read_parts(&input, parts, 1, &why) == false, "%s", rows[i]);
		cr_expect(strstr(why.why, "one whole number") != NULL, "%s", why.why);
		check_int(why.line, 2);
		input_free(&input);
	}
}

/* The header of compare findings, from the table itself. */
static char *
compare_table(const struct finding_compare *findings, size_t n)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	table_write_header(out, &finding_compare_kind);
	for (size_t i = 0; i < n; i++)
		finding_compare_write(out, &findings[i]);
	fclose(out);
	return text;
}

Test(input, equal_texts_have_equal_pointers_and_findings_come_once)
{
	struct view v1 = view_of("v1"), none = {"", 0};
	struct finding_compare f = {.test = v1,
				    .params = none,
				    .metric = view_of("read.iops"),
				    .unit = view_of("iops"),
				    .better = none,
				    .base = v1,
				    .commit = view_of("v2"),
				    .grade = none,
				    .note = none,
				    .verdict = VERDICT_SAME};
	struct finding_compare changed = f;
	changed.verdict = VERDICT_CHANGED;
	changed.metric = view_of("meta.kernel");
	struct finding_compare rows[] = {f, changed, changed};
	char *text = compare_table(rows, 3), *twice = compare_table(rows, 1);
	const char *const parts[] = {text, twice};
	struct input input;
	struct where why = {0};

	cr_assert(read_parts(&input, parts, 1, &why), "%s", why.why);
	check_int(input.n_compare, 3);
	cr_expect(input.compare[0].test.p == input.compare[0].base.p);
	cr_expect(input.compare[0].test.p[2] == '\0', "texts end in NUL");
	input_free(&input);
	cr_expect(read_parts(&input, parts, 2, &why) == false);
	check_text(why.why, "the same compare finding has been read already (a:2)");
	input_free(&input);
	free(twice);
	free(text);
}
