/* Records grouped for exports. */
#include "collect/export/store.h"

#include "tests/unit/export.h"

Test(export_store, runs_and_tests_keep_their_order_wherever_their_rows_stand)
{
	struct export_store store = export_store_of(
	    "w,,r,meta.commit.index,1,,,,,2\nv,b,r,read.iops,iops,,,,,1\n"
	    "w,a,r,read.iops,iops,,,,,2\nv,a,r,job.rw,text,,,,,read\nv,b,r,read.iops,iops,0,1,,,7\n"
	    "v,b,s,read.iops,iops,,,,,3\n");
	const struct index_entry *e = store.runs.first;
	const struct export_run *w = e->value, *v = index_next(e)->value;
	const struct export_run *s = index_next(index_next(e))->value;

	check_text(w->key.commit->text, "w");
	check_text(v->key.commit->text, "v");
	check_text(s->key.name->text, "s");
	check_int(list_n(&w->tests), 1);
	cr_expect(w->common != NULL && v->common == NULL);
	check_int(list_n(&v->tests), 2);
	check_text(export_run_test(v, 0)->name->text, "b");
	check_int(list_n(&export_run_test(v, 0)->scalars), 1);
	check_int(list_n(&export_run_test(v, 0)->others), 1);
	cr_expect(export_run_test(v, 0)->measured == true);
	cr_expect(export_run_test(v, 1)->measured == false, "only settings");
	cr_expect(export_store_measured(&store) == true);
	export_store_free(&store);
}

Test(export_store, finds_scalars_and_texts)
{
	struct export_store store = export_store_of(
	    "v,t,r,read.lat.p99.9,ns,,,,,12\nv,t,r,job.bs,text,,,,,4k\nv,t,r,read.lat,ns,,,1,2,3\n"
	    "v,,r,meta.kernel,text,,,,,6.1\nv,,r,job.bs,text,,,,,8k\nv,,r,meta.block,1,,,,,2\n");
	const struct export_run *run = export_first_run(&store);
	const struct export_test *test = export_first_test(&store);
	char number[NUM_TEXT];

	check_close(export_scalar(&store, test, "%s.p%s", "read.lat", "99.9"), 12, 0, "p99.9");
	check_nan(export_scalar(&store, test, "read.lat"), "a bucket is no scalar");
	check_nan(export_scalar(&store, test, "write.iops"), "none");
	check_nan(export_scalar(&store, NULL, "read.lat.p99.9"), "no test");
	check_text(export_text(&store, run, test, "job.bs", number), "4k");
	check_text(export_text(&store, run, test, "meta.kernel", number), "6.1");
	check_text(export_text(&store, run, test, "meta.block", number), "2");
	cr_expect(export_text(&store, run, test, "job.rw", number) == NULL);
	export_store_free(&store);
}

Test(export_store, a_test_may_say_itself_whether_it_is_complete)
{
	static const struct {
		const char *rows;
		bool complete;
	} cases[] = {
	    {"v,t,r,read.ios,1,,,,,1\n", false},
	    {"v,t,r,read.ios,1,,,,,1\nv,,r,meta.complete,1,,,,,1\n", true},
	    {"v,t,r,read.ios,1,,,,,1\nv,t,r,meta.complete,text,,,,,1\n", true},
	    {"v,t,r,meta.complete,1,,,,,0\nv,,r,meta.complete,1,,,,,1\n", false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct export_store store = export_store_of(cases[i].rows);
		cr_expect(export_complete(&store, export_first_run(&store),
					  export_first_test(&store)) == cases[i].complete,
			  "case %zu", i);
		export_store_free(&store);
	}
}

Test(export_store, refuses_rows_of_nothing)
{
	static const char *const rows[][2] = {
	    {EXPORT_HEADER ",t,r,read.ios,1,,,,,1\n", "no commit"},
	    {EXPORT_HEADER "v,t,,read.ios,1,,,,,1\n", "no run"},
	    {EXPORT_HEADER "v,t,r,read.ios,1,,,,,x\n", "'x'"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct export_store store = {.latest = NULL};
		struct where why = {.line = 0};
		FILE *in = check_input(rows[i][0], strlen(rows[i][0]));
		cr_expect(export_store_read(&store, in, "rows", &why) == false);
		cr_expect(strstr(why.why, rows[i][1]) != NULL, "%s", why.why);
		check_int(why.line, 2);
		fclose(in);
		export_store_free(&store);
	}
}
