/* What the store takes, what it refuses, and which lines it names. */
#include <stdlib.h>

#include "analyze/sample/intake.h"

#include "tests/unit/stream.h"

Test(intake, groups_by_commit_test_and_run_in_order_of_appearance)
{
	struct store store = stream_store(STREAM_HEADER "v2,t/b,r1,read.iops,iops,,,,,10\n"
							"v2,t/a,r1,read.iops,iops,,,,,11\n"
							"v1,t/b,r1,read.iops,iops,,,,,12\n"
							"v2,t/b,r2,read.iops,iops,,,,,13\n"
							"v2,,r2,meta.kernel,text,,,,,6.1\n");

	check_int(list_n(&store.commits), 2);
	check_text(store_commit(&store, 0)->text, "v2");
	check_text(store_commit(&store, 1)->text, "v1");
	check_int(list_n(&store.tests), 2);
	check_text(store_test(&store, 0)->text, "t/b");
	const struct group *group =
	    store_group(&store, store_commit(&store, 0), store_test(&store, 0));
	check_int(group_runs(group), 2);
	check_close(store_scalar(&store, group_run(group, 1), "read.iops"), 13, 0, "second run");
	check_nan(store_scalar(&store, group_run(group, 1), "read.bw"), "absent");
	cr_assert(group_run(group, 1)->common != NULL);
	check_text(store_series(&store, group_run(group, 1)->common, "meta.kernel")->text->text,
		   "6.1");
	cr_expect(group_run(group, 0)->common == NULL);
	check_int(group_runs(store_group(&store, store_commit(&store, 1), store_test(&store, 1))),
		  0);
	store_free(&store);
}

Test(intake, settings_alone_are_no_run)
{
	struct store store =
	    stream_store(STREAM_HEADER "v1,t,r1,job.bs,text,,,,,4k\n"
				       "v1,t,r1,meta.engine.reap,text,,,,,syscall\n"
				       "v1,t,r2,read.iops,iops,,,,,1\n");

	check_int(group_runs(store_group(&store, store_commit(&store, 0), store_test(&store, 0))),
		  1);
	store_free(&store);
}

Test(intake, what_is_wrong_is_named_with_its_lines)
{
	static const struct {
		const char *rows;
		size_t line;
		const char *why;
	} cases[] = {
	    {"v,t,r,read.iops,iops,,,,,1\nv,t,r,read.bw,B/s,,,,,1\nv,t,r,read.iops,iops,,,,,2\n", 4,
	     "this repeats line 2: commit 'v', test 't', run 'r', metric 'read.iops'"},
	    {"v,t,r,read.iops,iops,0,1,,,1\nv,t,r,read.iops,iops,1,2,,,1\n"
	     "v,t,r,read.iops,iops,0,1,,,1\n",
	     4, "this repeats line 2: commit 'v', test 't', run 'r', metric 'read.iops'"},
	    {"v,t,r,read.lat,ns,,,128,130,1\nv,t,r,read.lat,ns,,,130,132,1\n"
	     "v,t,r,read.lat,ns,,,130,132,1\n",
	     4, "this repeats line 3: commit 'v', test 't', run 'r', metric 'read.lat'"},
	    {"v,t,r,read.lat,ns,,,128,130,1\nv,t,r,read.lat,ns,,,129,131,1\n", 3,
	     "this bucket overlaps that of line 2: commit 'v', test 't', run 'r', metric "
	     "'read.lat'"},
	    {"v,t,r,guest.exits,ns,,,,,1\nv,u,r,guest.exits,us,,,,,1\n", 3,
	     "the unit of 'guest.exits' is 'us', on line 2 it was 'ns'"},
	    {"v,t,r,guest.exits,1,,,,,1\nv,t,r,guest.exits,%,0,1,,,1\n", 3,
	     "the unit of 'guest.exits' is '%', on line 2 it was '1'"},
	    {"v,t,r,read.lat,ns,,,128,130,1\nw,t,r,read.lat.p99,us,,,,,10.1\n", 3,
	     "the unit of 'read.lat.p99' is 'us', it must be 'ns'"},
	    {"v,t,r,read.iops,iops,,,,,1\nv,t,r,read.iops,1,0,1,,,1\n", 3,
	     "the unit of 'read.iops' is '1', it must be 'iops'"},
	    {"v,t,r,cpu.user,ms,,,,,1\n", 2, "the unit of 'cpu.user' is 'ms', it must be 's'"},
	    {"v,t,r,runtime,text,,,,,1\n", 2, "the unit of 'runtime' is 'text', it must be 's'"},
	    {"\"v\nw\",t,r,errors,1,,,,,1\n\"v\nw\",t,r,errors,1,,,,,1\n", 4,
	     "this repeats line 2: commit 'v?w', test 't', run 'r', metric 'errors'"},
	    {",t,r,read.iops,iops,,,,,1\n", 2, "no commit"},
	    {"v,t,,read.iops,iops,,,,,1\n", 2, "no run"},
	    {"v,t,r,read.iops,iops,,,,,fast\n", 2, "value 'fast' is not a number"},
	    {"v,t,r,read.iops,iops,,,,,\n", 2, "no value"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct store store;
		struct where why = {.line = 0};
		char *text = NULL;

		cr_assert(asprintf(&text, "%s%s", STREAM_HEADER, cases[i].rows) > 0);
		store_init(&store);
		cr_expect(stream_read(&store, "stdin", text, strlen(text), &why) == false,
			  "case %zu was taken", i);
		check_text(why.why, cases[i].why);
		check_text(why.file, "stdin");
		check_int(why.line, cases[i].line);
		store_free(&store);
		free(text);
	}
}

Test(intake, a_repetition_in_another_file_names_both_files)
{
	static const char text[] = STREAM_HEADER "v,t,r,read.iops,iops,,,,,1\n";
	struct store store;
	struct where why = {.line = 0};

	store_init(&store);
	cr_assert(stream_read(&store, "a.csv", text, strlen(text), &why) == true);
	cr_expect(stream_read(&store, "b.csv", text, strlen(text), &why) == false);
	check_text(why.file, "b.csv");
	check_int(why.line, 2);
	check_text(why.why,
		   "this repeats a.csv:2: commit 'v', test 't', run 'r', metric 'read.iops'");
	store_free(&store);
}

Test(intake, what_may_repeat_is_taken)
{
	struct store store =
	    stream_store(STREAM_HEADER
			 /* The same interval of another metric, test, run or commit. */
			 "v,t,r,read.iops,iops,0,1,,,1\nv,t,r,read.bw,B/"
			 "s,0,1,,,1\nv,u,r,read.iops,iops,0,1,,,1\n"
			 "v,t,s,read.iops,iops,0,1,,,1\nw,t,r,read.iops,iops,0,1,,,1\n"
			 /* Another interval, and the whole run. */
			 "v,t,r,read.iops,iops,0,2,,,1\nv,t,r,read.iops,iops,,,,,1\n"
			 /* Settings may be text here and a number there. */
			 "v,t,r,job.iodepth,1,,,,,32\nw,t,r,job.iodepth,text,,,,,32\n");

	check_int(store.n_records, 9);
	store_free(&store);
}

/* Out of order, points are sorted; buckets may touch. */
Test(intake, points_are_sorted)
{
	struct store store = stream_store(
	    STREAM_HEADER "v,t,r,read.iops,iops,2,3,,,30\nv,t,r,read.iops,iops,0,1,,,10\n"
			  "v,t,r,read.iops,iops,1,2,,,20\nv,t,r,read.lat,ns,,,130,132,2\n"
			  "v,t,r,read.lat,ns,,,128,130,1\n");
	const struct run *run =
	    group_run(store_group(&store, store_commit(&store, 0), store_test(&store, 0)), 0);
	struct series_point *samples =
	    points_unpack(&store_series(&store, run, "read.iops")->samples);
	struct series_point *buckets =
	    points_unpack(&store_series(&store, run, "read.lat")->buckets);

	for (int i = 0; i < 3; i++)
		check_close(samples[i].value, 10 * (i + 1), 0, "sample");
	check_close(buckets[0].value, 1, 0, "first bucket");
	check_close(buckets[1].value, 2, 0, "second bucket");
	free(samples);
	free(buckets);
	store_free(&store);
}

Test(intake, unfinished_runs_are_listed_once_and_left_out)
{
	static const char text[] =
	    STREAM_HEADER "v,t,r1,read.iops,iops,,,,,1\nv,u,r1,read.iops,iops,,,,,1\n"
			  "v,,r1,meta.kernel,text,,,,,6.1\nv,t,r2,read.iops,iops,,,,,1\n"
			  "v,,r2,meta.complete,text,,,,,1\nv,t,r3,read.iops,iops,,,,,1\n"
			  "v,t,r3,meta.complete,1,,,,,1\n";

	for (int incomplete = 0; incomplete <= 1; incomplete++) {
		struct store store = stream_store(text);
		store_select(&store, incomplete != 0);
		const struct group *group =
		    store_group(&store, store_commit(&store, 0), store_test(&store, 0));
		check_int(group_runs(group), incomplete ? 3 : 2);
		check_int(group->unfinished, incomplete ? 0 : 1);
		check_int(list_n(&store.unfinished), incomplete ? 0 : 1);
		if (!incomplete) {
			const struct run *run = list_pointer(&store.unfinished, 0);
			check_text(run->key.name->text, "r1");
		}
		store_free(&store);
	}
}

/* Whatever the spelling; what a test says of itself counts before what holds for all. */
Test(intake, a_run_whose_complete_is_0_is_unfinished)
{
	static const struct {
		const char *rows;
		bool complete;
	} cases[] = {
	    {"v,,r,meta.complete,text,,,,,1\n", true},
	    {"v,,r,meta.complete,1,,,,,1\n", true},
	    {"v,t,r,meta.complete,text,,,,,yes\n", true},
	    {"v,,r,meta.complete,text,,,,,0\n", false},
	    {"v,,r,meta.complete,1,,,,,0\n", false},
	    {"v,t,r,meta.complete,1,,,,,0.0\n", false},
	    {"v,t,r,meta.complete,text,,,,,0.0\n", false},
	    {"v,t,r,meta.complete,text,,,,,\n", false},
	    {"v,t,r,meta.complete,1,,,,,0\nv,,r,meta.complete,1,,,,,1\n", false},
	    {"v,t,r,meta.complete,1,,,,,1\nv,,r,meta.complete,1,,,,,0\n", true},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		char *text = NULL;

		cr_assert(asprintf(&text, "%sv,t,r,read.iops,iops,,,,,1\n%s", STREAM_HEADER,
				   cases[i].rows) > 0);
		struct store store = stream_store(text);
		store_select(&store, false);
		check_int(list_n(&store.unfinished), !cases[i].complete);
		store_free(&store);
		free(text);
	}
}
