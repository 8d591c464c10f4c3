/* Settings of two sides and how they differ. */
#include "analyze/sample/setting.h"

#include "tests/unit/stream.h"

/* Runs of v (base) and w: bs differs, iodepth varies within w, rw agrees, extra is only in w. */
static const char text[] = STREAM_HEADER
    "v,t,r1,job.rw,text,,,,,read\nv,t,r1,job.bs,text,,,,,4k\nv,t,r1,job.iodepth,1,,,,,1\n"
    "v,t,r1,read.iops,iops,,,,,1\n"
    "w,t,r1,job.rw,text,,,,,read\nw,t,r1,job.bs,text,,,,,8k\nw,t,r1,job.iodepth,1,,,,,1\n"
    "w,t,r1,job.extra,text,,,,,x\nw,t,r1,read.iops,iops,,,,,1\n"
    "w,t,r2,job.rw,text,,,,,read\nw,t,r2,job.bs,text,,,,,8k\nw,t,r2,job.iodepth,1,,,,,2\n"
    "w,t,r2,job.extra,text,,,,,x\nw,t,r2,read.iops,iops,,,,,1\n";

Test(setting, differences_are_found_and_told)
{
	static const struct {
		const char *key, *text;
		bool differs, varies;
	} want[] = {
	    {"job.rw", "read -> read", false, false},
	    {"job.bs", "4k -> 8k", true, false},
	    {"job.iodepth", "1 -> 1 or 2", true, true},
	    {"job.extra", "(absent) -> x", true, false},
	};
	struct store store = stream_store(text);
	const struct name *test = store_test(&store, 0);
	const struct group *base = store_group(&store, store_commit(&store, 0), test);
	const struct group *group = store_group(&store, store_commit(&store, 1), test);
	UT_array list;

	setting_list(&store, &base->runs, &group->runs, "job.", &list);
	check_int(list_n(&list), sizeof(want) / sizeof(want[0]));
	for (size_t i = 0; i < list_n(&list); i++) {
		const struct setting *setting = (const struct setting *)list_data(&list) + i;
		char *told = setting_text(setting);
		check_text(setting->key->text, want[i].key);
		check_text(told, want[i].text);
		cr_expect(setting_differs(setting) == want[i].differs, "%s", want[i].key);
		cr_expect(setting_varies(setting) == want[i].varies, "%s", want[i].key);
		free(told);
	}
	list_done(&list);
	store_free(&store);
}

Test(setting, params_are_those_of_all_runs)
{
	struct store store = stream_store(text);
	char *params =
	    setting_params(store_group(&store, store_commit(&store, 1), store_test(&store, 0)));

	check_text(params, "rw=read bs=8k extra=x");
	free(params);
	store_free(&store);
}

Test(setting, sides_that_vary_alike_are_told_once)
{
	static const char several[] = STREAM_HEADER "a,t,1,read.iops,iops,,,,,5\n"
						    "a,t,1,job.iodepth,text,,,,,1\n"
						    "a,t,2,read.iops,iops,,,,,5\n"
						    "a,t,2,job.iodepth,text,,,,,8\n"
						    "b,t,1,read.iops,iops,,,,,5\n"
						    "b,t,1,job.iodepth,text,,,,,1\n"
						    "b,t,2,read.iops,iops,,,,,5\n"
						    "b,t,2,job.iodepth,text,,,,,8\n";
	struct store store = stream_store(several);
	const struct name *test = store_test(&store, 0);
	UT_array list;

	setting_list(&store, &store_group(&store, store_commit(&store, 0), test)->runs,
		     &store_group(&store, store_commit(&store, 1), test)->runs, "job.", &list);
	check_int(list_n(&list), 1);
	char *told = setting_text(list_data(&list));
	check_text(told, "1 or 8 on both sides");
	free(told);
	list_done(&list);
	store_free(&store);
}

/* v's source leaves time_based and thread out; w gives time_based, and thread only in one run. What
 * is not among them, and what a run says in spite of that, is compared. */
Test(setting, what_a_source_leaves_out_is_unknown)
{
	static const char partly[] =
	    STREAM_HEADER "v,t,1,meta.fio.options_unknown,text,,,,,time_based thread\n"
			  "v,t,1,read.iops,iops,,,,,5\n"
			  "w,t,1,read.iops,iops,,,,,5\nw,t,1,job.time_based,text,,,,,1\n"
			  "w,t,1,job.time,text,,,,,x\nw,t,1,job.thread,text,,,,,1\n"
			  "w,t,2,read.iops,iops,,,,,5\nw,t,2,job.time_based,text,,,,,1\n"
			  "w,t,2,job.time,text,,,,,x\n";
	static const struct {
		const char *key, *text;
		bool unknown, differs, varies, one_sided;
	} want[] = {
	    {"job.time_based", "(not known) -> 1", true, false, false, false},
	    {"job.time", "(absent) -> x", false, true, false, true},
	    {"job.thread", "(not known) -> 1 or (absent)", true, false, true, false},
	};
	struct store store = stream_store(partly);
	const struct name *test = store_test(&store, 0);
	UT_array list;

	setting_list(&store, &store_group(&store, store_commit(&store, 0), test)->runs,
		     &store_group(&store, store_commit(&store, 1), test)->runs, "job.", &list);
	check_int(list_n(&list), sizeof(want) / sizeof(want[0]));
	for (size_t i = 0; i < list_n(&list); i++) {
		const struct setting *setting = (const struct setting *)list_data(&list) + i;
		char *told = setting_text(setting);
		check_text(setting->key->text, want[i].key);
		check_text(told, want[i].text);
		cr_expect(setting->unknown[SETTING_BASE] == want[i].unknown, "%s", want[i].key);
		cr_expect(setting->unknown[SETTING_NEW] == false, "%s", want[i].key);
		cr_expect(setting_differs(setting) == want[i].differs, "%s", want[i].key);
		cr_expect(setting_varies(setting) == want[i].varies, "%s", want[i].key);
		cr_expect(setting_one_sided(setting) == want[i].one_sided, "%s", want[i].key);
		free(told);
	}
	list_done(&list);
	store_free(&store);
}
