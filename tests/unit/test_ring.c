/* The ring in numbers. */
#include "render/chart/ring.h"

#include "collect/base/where.h"
#include "tests/unit/check.h"

/* One commit's ring in the records' form. */
struct look {
	const char *commit, *test;
	int depth;
	const int *count; /* by completions, from 0 */
	int n;
};

static void
fill(struct input *input, const struct look *looks, size_t n)
{
	char *text = NULL;
	size_t size;
	struct where why = {0};
	FILE *out = open_memstream(&text, &size);

	fputs("commit,test,run,metric,unit,start,end,low,high,value\n", out);
	for (size_t i = 0; i < n; i++) {
		fprintf(out, "%s,,r,meta.complete,1,,,,,1\n", looks[i].commit);
		fprintf(out, "%s,%s,r,job.iodepth,1,,,,,%d\n", looks[i].commit, looks[i].test,
			looks[i].depth);
		for (int k = 0; k < looks[i].n; k++)
			fprintf(out, "%s,%s,r,ring.standing,1,,,%d,%d,%d\n", looks[i].commit,
				looks[i].test, k, k + 1, looks[i].count[k]);
	}
	fclose(out);
	FILE *in = check_input(text, size);
	input_init(input);
	cr_assert(input_read(input, in, "test", &why), "%s", why.why);
	input_finish(input, &(struct where){0});
	fclose(in);
	free(text);
}

/* Ten empty looks; of 100 reaps 20 find 1, 30 find 2, 50 find 4. */
static const int four[] = {10, 20, 30, 0, 50};
static const int one[] = {0, 100};

Test(ring, counts_reaps_and_requests)
{
	const struct look looks[] = {{"v1", "t", 4, four, 5}, {"v2", "t", 4, one, 2}};
	struct input input;
	struct ring ring;
	struct where why = {0};

	fill(&input, looks, 2);
	cr_assert(ring_init(&ring, &input, NULL, NULL, NULL, &why), "%s", why.why);
	check_int(ring.n_sides, 2);
	check_int(ring.top, 4);
	check_int(ring.full, 4);
	check_close(ring.side[0].reaps, 100, 0, "reaps");
	check_close(ring.side[0].empty, 10, 0, "empty");
	check_close(ring.side[0].mean, 2.8, 1e-15, "(20 + 2 * 30 + 4 * 50) / 100");
	check_close(ring.side[0].full, 0.5, 0, "full");
	check_close(ring.side[0].request_mean, 940.0 / 280, 1e-15, "(20 + 4 * 30 + 16 * 50) / 280");
	check_close(ring.side[0].request_full, 200.0 / 280, 1e-15, "4 * 50 / 280");
	check_close(ring_empty(&ring.side[0]), 10.0 / 110, 1e-15, "empty");
	check_nan(ring.side[0].taken, "nothing is known of what was taken");
	check_int(ring_quantile(&ring, 0, 0.01), 1);
	check_int(ring_quantile(&ring, 0, 0.2), 1);
	check_int(ring_quantile(&ring, 0, 0.21), 2);
	check_int(ring_quantile(&ring, 0, 0.5), 2);
	check_int(ring_quantile(&ring, 0, 0.51), 4);
	check_int(ring_quantile(&ring, 0, 1), 4);
	char *finding = ring_finding(&ring);
	check_text(finding, "The ring held all 4 requests at 50 % of reaps, now at 0.0 %");
	free(finding);
	ring_free(&ring);
	input_free(&input);
}

/* The row of that name. */
static size_t
row_of(const struct numbers *t, const char *name)
{
	size_t i = 0;

	while (i < t->n_rows && strcmp(numbers_cell(t, i, 0), name) != 0)
		i++;
	cr_assert(i < t->n_rows, "no row '%s'", name);
	return i;
}

Test(ring, the_table_has_every_number)
{
	const struct look looks[] = {{"v1", "t", 4, four, 5}, {"v2", "t", 4, one, 2}};
	struct input input;
	struct ring ring;
	struct where why = {0};
	struct numbers t;

	fill(&input, looks, 2);
	cr_assert(ring_init(&ring, &input, NULL, NULL, NULL, &why), "%s", why.why);
	ring_numbers(&ring, &t);
	check_int(t.n_columns, 5);
	check_text(numbers_cell(&t, row_of(&t, "looks that found none"), 1), "9.1 %");
	check_text(numbers_cell(&t, row_of(&t, "found, median"), 1), "2");
	check_text(numbers_cell(&t, row_of(&t, "requests in reaps that found all"), 1), "71 %");
	size_t two = row_of(&t, "found 2"), last = row_of(&t, "found 4");
	check_text(numbers_cell(&t, two, 1), "30 %");
	check_text(numbers_cell(&t, two, 3), "50 %");
	check_text(numbers_cell(&t, two, 4), "100 %");
	check_text(numbers_cell(&t, last, 2), "0.0 %");
	check_close(t.raw[last * t.n_columns + 3], 1, 0, "cumulative shares end at 1");
	numbers_free(&t);
	ring_free(&ring);
	input_free(&input);
}

/* 3 * 0.1 is not 0.3, and a share of the last count may be lost: sums still end at 1. */
Test(ring, shares_come_to_one)
{
	double sum = 0;

	for (int i = 0; i < 10; i++)
		sum = ring_share_sum(sum, 0.1);
	check_close(sum, 1, 0, "ten tenths");
	check_close(ring_share_sum(0.25, 0.25), 0.5, 0, "before the end nothing is changed");
}

/* In reaps that found more than can be in flight all requests count. */
Test(ring, fuller_than_full)
{
	static const int more[] = {0, 2, 0, 1};
	const struct look looks[] = {{"v1", "t", 2, more, 4}};
	struct input input;
	struct ring ring;
	struct where why = {0};

	fill(&input, looks, 1);
	cr_assert(ring_init(&ring, &input, NULL, NULL, NULL, &why), "%s", why.why);
	check_close(ring.side[0].request_full, 0.6, 1e-15, "3 of 5 requests");
	ring_free(&ring);
	input_free(&input);
}

Test(ring, words_follow_the_numbers)
{
	static const int low[] = {0, 60, 40}, high[] = {0, 40, 60}, wide[] = {0, 60, 30, 0, 0, 10};
	static const int nothing[] = {5};
	const struct {
		const struct look looks[2];
		size_t n;
		const char *want;
	} cases[] = {
	    {{{"a", "t", 8, low, 3}, {"b", "t", 8, high, 3}},
	     2,
	     "Half of the reaps found 1 completion or fewer, now 2"},
	    {{{"a", "t", 8, low, 3}, {"b", "t", 8, wide, 6}},
	     2,
	     "A reap found 1.4 completions on average, now 1.7"},
	    {{{"a", "t", 8, low, 3}, {"b", "t", 8, low, 3}},
	     2,
	     "Reaps found as much as before: 1.4 completions on average, now 1.4"},
	    {{{"a", "t", 1, one, 2}, {"b", "t", 1, one, 2}},
	     2,
	     "Every reap found 1 completion, before and now"},
	    {{{"a", "t", 4, four, 5}}, 1, "The ring held all 4 requests at 50 % of reaps"},
	    {{{"a", "t", 8, low, 3}}, 1, "Half of the reaps found 1 completion or fewer"},
	    {{{"a", "t", 8, nothing, 1}}, 1, "No reap found a completion in the ring"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct input input;
		struct ring ring;
		struct where why = {0};

		fill(&input, cases[i].looks, cases[i].n);
		cr_assert(ring_init(&ring, &input, NULL, NULL, NULL, &why), "%s", why.why);
		char *finding = ring_finding(&ring);
		check_text(finding, cases[i].want);
		free(finding);
		ring_free(&ring);
		input_free(&input);
	}
}

Test(ring, chooses_sides_and_test)
{
	const struct look looks[] = {{"v1", "t", 4, four, 5},
				     {"v1", "u", 4, one, 2},
				     {"v2", "u", 4, four, 5},
				     {"v3", "u", 4, four, 5}};
	struct input input;
	struct ring ring;
	struct where why = {0};

	fill(&input, looks, 4);
	cr_assert(ring_init(&ring, &input, NULL, NULL, NULL, &why), "%s", why.why);
	check_text(ring.test.p, "t");
	check_int(ring.tests, 2);
	check_int(ring.n_sides, 1);
	ring_free(&ring);
	cr_assert(ring_init(&ring, &input, "v3", "v1", "u", &why), "%s", why.why);
	check_text(ring.side[0].commit.p, "v3");
	check_text(ring.side[1].commit.p, "v1");
	check_int(ring.others, 1);
	ring_free(&ring);
	cr_expect(ring_init(&ring, &input, NULL, NULL, "w", &why) == false);
	check_text(why.why, "no ring of test 'w'; the first test with one is 't'");
	cr_expect(ring_init(&ring, &input, "v9", NULL, NULL, &why) == false);
	check_text(why.why, "no commit 'v9'; there are 'v1', 'v2', 'v3'");
	input_free(&input);
	input_init(&input);
	cr_expect(ring_init(&ring, &input, NULL, NULL, NULL, &why) == false);
	cr_expect(strstr(why.why, "no ring records") != NULL, "%s", why.why);
	input_free(&input);
}

Test(ring, an_axis_is_broken_only_for_what_dwarfs_the_rest)
{
	double dwarf[20] = {0.6, 0.1, 0.05, 0.05}, alike[20] = {0.3, 0.25, 0.2};
	double nearly_all[20] = {0.95, 0.01, 0.01}, two[20] = {0.45, 0.4, 0.02, 0.02};
	double few[4] = {0.8, 0.1, 0.05, 0.05}, none[1] = {0};

	check_close(ring_axis_end(dwarf, 20, 1), 0.1, 0, "one dwarfs the rest");
	check_close(ring_axis_end(two, 20, 1), 0.02, 0, "two do");
	check_close(ring_axis_end(alike, 20, 1), 0.3, 0, "none does");
	check_close(ring_axis_end(nearly_all, 20, 1), 0.95, 0, "the rest is not worth it");
	check_close(ring_axis_end(few, 4, 1), 0.8, 0, "few bars");
	check_close(ring_axis_end(none, 1, 1), 0, 0, "nothing");
}

Test(ring, percent_says_when_there_is_a_little)
{
	char text[RING_TEXT];

	check_text(ring_percent(0.6, text), "60 %");
	check_text(ring_percent(0.041, text), "4.1 %");
	check_text(ring_percent(0.0001, text), "<0.1 %");
	check_text(ring_percent(0, text), "0.0 %");
	check_text(ring_percent(0.0996, text), "10 %");
	check_text(ring_percent(0.9996, text), ">99.9 %");
	check_text(ring_percent(0.998, text), "99.8 %");
	check_text(ring_percent(1, text), "100 %");
	check_text(ring_percent(NAN, text), "-");
	check_text(ring_count(9, text), "9");
	check_text(ring_count(127900, text), "127.9k");
}

/* The records name the commits in the order that was asked for, and the shuffled runs follow. */
Test(ring, the_base_is_the_commit_that_is_named_first)
{
	static const char text[] = "commit,test,run,metric,unit,start,end,low,high,value\n"
				   "old,,r,meta.commit.index,1,,,,,1\n"
				   "new,,r,meta.commit.index,1,,,,,2\n"
				   "new,,r,meta.complete,1,,,,,1\n"
				   "new,t,r,ring.standing,1,,,1,2,7\n"
				   "old,,r,meta.complete,1,,,,,1\n"
				   "old,t,r,ring.standing,1,,,1,2,9\n";
	struct where why = {0};
	struct input input;
	struct ring ring;
	FILE *in = check_input(text, sizeof(text) - 1);

	input_init(&input);
	cr_assert(input_read(&input, in, "test", &why), "%s", why.why);
	input_finish(&input, &(struct where){0});
	fclose(in);
	cr_assert(ring_init(&ring, &input, NULL, NULL, NULL, &why), "%s", why.why);
	check_text(ring.side[0].commit.p, "old");
	check_text(ring.side[1].commit.p, "new");
	ring_free(&ring);
	input_free(&input);
}

/* A commit is named by whatever its first record is; one without a ring is no side. */
Test(ring, any_record_names_a_commit)
{
	static const char text[] = "commit,test,run,metric,unit,start,end,low,high,value\n"
				   "none,t,r,read.iops,iops,,,,,5\n"
				   "old,t,r,read.iops,iops,,,,,5\n"
				   "new,,r,meta.complete,1,,,,,1\n"
				   "new,t,r,ring.standing,1,,,1,2,7\n"
				   "old,,r,meta.complete,1,,,,,1\n"
				   "old,t,r,ring.standing,1,,,1,2,9\n";
	struct where why = {0};
	struct input input;
	struct ring ring;
	FILE *in = check_input(text, sizeof(text) - 1);

	input_init(&input);
	cr_assert(input_read(&input, in, "test", &why), "%s", why.why);
	input_finish(&input, &(struct where){0});
	fclose(in);
	cr_assert(ring_init(&ring, &input, NULL, NULL, NULL, &why), "%s", why.why);
	check_text(ring.side[0].commit.p, "old");
	check_int(ring.others, 0);
	ring_free(&ring);
	input_free(&input);
}
