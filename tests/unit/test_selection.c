/* Filters and projections over a store. */
#include "analyze/filter/selection.h"

#include "analyze/sample/setting.h"
#include "tests/unit/stream.h"

/* A row that is a scalar or a setting. */
#define ROW(commit, test, run, metric, unit, value)                                                \
	commit "," test "," run "," metric "," unit ",,,,," value "\n"

/* Two commits, two tests and three depths; the depths are told in an order of their own. v2 has one
 * run, and a kernel of its own. */
static const char records[] = STREAM_HEADER ROW("v1", "", "r1", "meta.kernel", "text", "6.1") ROW(
    "v1", "", "r1", "meta.kernel.build", "text", "a") ROW("v1", "a/x", "r1", "job.bs", "text", "4k")
    ROW("v1", "a/x", "r1", "job.iodepth", "text",
	"16") ROW("v1", "a/x", "r1", "job.same", "text",
		  "job") ROW("v1", "a/x", "r1", "meta.same", "text",
			     "meta") ROW("v1", "a/x", "r1", "read.iops", "iops", "100")
	ROW("v1", "a/x", "r1", "read.bw",
	    "B/s", "4096") ROW("v1", "a/x", "r1", "write.iops", "iops",
			       "50") ROW("v1", "a/x", "r2", "job.bs", "text", "4k")
	    ROW("v1", "a/x", "r2", "job.iodepth", "text", "4")
		ROW("v1", "a/x", "r2", "meta.sched", "text", "mq \"\"x\"\"")
		    ROW("v1", "a/x", "r2", "read.iops", "iops", "90")
			ROW("v1", "a/y", "r1", "job.bs", "text", "64k")
			    ROW("v1", "a/y", "r1", "job.iodepth", "text", "1")
				ROW("v1", "a/y", "r1", "read.iops", "iops", "10")
				    ROW("v2", "", "r3", "meta.kernel", "text", "6.2")
					ROW("v2", "a/x", "r3", "job.bs", "text", "4k")
					    ROW("v2", "a/x", "r3", "job.iodepth", "text", "4")
						ROW("v2", "a/x", "r3", "read.iops", "iops", "95");

/* The quoted field must be so in the stream, too. */
static struct store
new_store(void)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	for (const char *p = records; *p; p++) {
		if (strncmp(p, "mq \"\"x\"\"", 8) == 0) {
			fputs("\"mq \"\"x\"\"\"", out);
			p += 7;
		} else {
			fputc(*p, out);
		}
	}
	fclose(out);
	struct store store = stream_store(text);
	free(text);
	return store;
}

/* "test|commit: run=metric,metric ..." of every group, in the order of tests and commits, with
 * "; " between them. The caller frees it. */
static char *
print(const struct store *store, const struct metric_list *metrics)
{
	char *text = mem_dup("");

	for (size_t t = 0; t < list_n(&store->tests); t++) {
		for (size_t c = 0; c < list_n(&store->commits); c++) {
			const struct group *group =
			    store_group(store, store_commit(store, c), store_test(store, t));
			if (!group)
				continue;
			mem_append(&text, "%s%s|%s:", *text ? "; " : "", store_test(store, t)->text,
				   store_commit(store, c)->text);
			for (size_t r = 0; r < group_runs(group); r++) {
				const struct run *run = group_run(group, r);
				mem_append(&text, " %s", run->key.name->text);
				for (size_t i = 0; metrics && i < metrics->n; i++) {
					if (!isnan(run->derived[i]->value))
						mem_append(&text, ",%s", metrics->at[i].name);
				}
			}
		}
	}
	return text;
}

struct options {
	const char *filter, *row, *col, *ignore;
};

/* What is left of the records, or why nothing is. The caller frees it. */
static char *
selected(struct options options, bool show_metrics)
{
	struct store store = new_store();
	struct selection selection = selection_new();
	struct metric_list metrics = metric_list_new();
	struct where why = {.line = 0};
	bool ok = true;

	if (options.filter)
		ok = selection_add_filter(&selection, options.filter, &why);
	if (ok && options.row)
		ok = selection_set_axis(&selection, SELECTION_ROW, options.row, &why);
	if (ok && options.col)
		ok = selection_set_axis(&selection, SELECTION_COL, options.col, &why);
	if (ok && options.ignore)
		ok = selection_set_axis(&selection, SELECTION_IGNORE, options.ignore, &why);
	ok = ok && selection_runs(&selection, &store, &why);
	if (ok) {
		store_select(&store, true);
		ok = derive_all(&store, &metrics, &why) &&
		     selection_metrics(&selection, &metrics, &store, &why);
	}
	char *text = ok ? print(&store, show_metrics ? &metrics : NULL) : mem_dup(why.why);
	selection_free(&selection);
	metric_list_free(&metrics);
	store_free(&store);
	return text;
}

static void
check_selected(struct options options, bool show_metrics, const char *want)
{
	char *got = selected(options, show_metrics);

	cr_expect(strcmp(got, want) == 0, "%s %s %s %s: got '%s', want '%s'",
		  options.filter ? options.filter : "", options.row ? options.row : "",
		  options.col ? options.col : "", options.ignore ? options.ignore : "", got, want);
	free(got);
}

Test(selection, filters_take_runs)
{
	static const struct {
		const char *filter, *left;
	} rows[] = {
	    {"*", "a/x|v1: r1 r2; a/x|v2: r3; a/y|v1: r1"},
	    {"commit:v1", "a/x|v1: r1 r2; a/y|v1: r1"},
	    {"commit:v", "--filter 'commit:v': column 1: no commit is 'v' (there is 'v1', 'v2')"},
	    {"commit:/2/", "a/x|v2: r3"},
	    {"test:a/y", "a/y|v1: r1"},
	    {"test:/^a/ run:r1", "a/x|v1: r1; a/y|v1: r1"},
	    {"-run:r1", "a/x|v1: r2; a/x|v2: r3"},
	    {"job.bs:64k OR run:(r2 OR r3)", "a/x|v1: r2; a/x|v2: r3; a/y|v1: r1"},
	    {"bs:4k -(iodepth:4 commit:v1)", "a/x|v1: r1; a/x|v2: r3"},
	    /* What holds for all tests of a run. */
	    {"meta.kernel:6.1", "a/x|v1: r1; a/y|v1: r1"},
	    /* A key that a run lacks is empty. */
	    {"sched:\"\"", "a/x|v1: r1; a/x|v2: r3; a/y|v1: r1"},
	    {"-sched:\"\"", "a/x|v1: r2"},
	    {"sched:\"mq \\\"x\\\"\"", "a/x|v1: r2"},
	    {"-sched:/./", "a/x|v1: r1; a/x|v2: r3; a/y|v1: r1"},
	    {"-*", "--filter '-*': no run matches"},
	    {"bs:64k commit:v2", "--filter 'bs:64k commit:v2': no run matches"},
	    {"commit:v1 bs:(8k OR 16k)",
	     "--filter 'commit:v1 bs:(8k OR 16k)': column 11: no job.bs is '8k' (did you mean "
	     "'4k'?)"},
	    {"test:/zz/",
	     "--filter 'test:/zz/': column 1: no test is /zz/ (there is 'a/x', 'a/y')"},
	    {"bss:4k", "--filter 'bss:4k': column 1: no record has 'bss' (did you mean 'bs'?)"},
	    {"job.kernel:6", "--filter 'job.kernel:6': column 1: no record has 'job.kernel' (did "
			     "you mean 'meta.kernel'?)"},
	    {"read.iops:90", "--filter 'read.iops:90': column 1: no record has 'read.iops'"},
	    {"run:r1 same:x",
	     "--filter 'run:r1 same:x': column 8: 'same' is 'job.same' or 'meta.same': say which"},
	    {"run:r1 job.same:job", "a/x|v1: r1"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_selected((struct options){.filter = rows[i].filter}, false, rows[i].left);
}

Test(selection, filters_take_metrics)
{
	static const struct {
		const char *filter, *left;
	} rows[] = {
	    {"metric:iops run:r1 test:a/x", "a/x|v1: r1,read.iops,write.iops"},
	    {"metric:read.iops", "a/x|v1: r1,read.iops r2,read.iops; a/x|v2: r3,read.iops; "
				 "a/y|v1: r1,read.iops"},
	    {"metric:bw", "a/x|v1: r1,read.bw"},
	    {"metric:/^iops/ -direction:read", "a/x|v1: r1,write.iops"},
	    {"unit:B/s", "a/x|v1: r1,read.bw"},
	    {"-unit:iops", "a/x|v1: r1,read.bw"},
	    /* What depends on the metric in some runs only. */
	    {"run:r3 OR metric:(bw OR write.iops)",
	     "a/x|v1: r1,read.bw,write.iops; a/x|v2: r3,read.iops"},
	    {"-(metric:iops run:(r1 OR r2))", "a/x|v1: r1,read.bw; a/x|v2: r3,read.iops"},
	    {"metric:lat.p99", "--filter 'metric:lat.p99': column 1: no metric is 'lat.p99' (there "
			       "is 'read.iops', 'read.bw', 'write.iops', 'iops', 'bw')"},
	    {"metric:iosp",
	     "--filter 'metric:iosp': column 1: no metric is 'iosp' (did you mean 'iops'?)"},
	    {"unit:B", "--filter 'unit:B': column 1: no unit is 'B' (there is 'iops', 'B/s')"},
	    {"direction:trim", "--filter 'direction:trim': column 1: no direction is 'trim' (there "
			       "is 'read', 'write')"},
	    {"metric:bw run:r2", "--filter 'metric:bw run:r2': column 1: no metric is 'bw' (there "
				 "is 'read.iops', 'iops')"},
	    {"metric:iops -direction:read run:r3",
	     "--filter 'metric:iops -direction:read run:r3': no metric of any run matches"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_selected((struct options){.filter = rows[i].filter}, true, rows[i].left);
}

Test(selection, several_filters_must_all_match)
{
	struct store store = new_store();
	struct selection selection = selection_new();
	struct where why = {.line = 0};

	cr_assert(selection_add_filter(&selection, "commit:v1", &why) == true);
	cr_assert(selection_add_filter(&selection, "run:r1", &why) == true);
	cr_assert(selection_runs(&selection, &store, &why) == true, "%s", why.why);
	char *text = print(&store, NULL);
	check_text(text, "a/x|v1: r1; a/y|v1: r1");
	free(text);
	selection_free(&selection);
	store_free(&store);
}

Test(selection, rows_and_columns_are_what_was_asked_for)
{
	static const struct {
		struct options options;
		const char *left;
	} rows[] = {
	    {{.row = "test"}, "a/x|v1: r1 r2; a/x|v2: r3; a/y|v1: r1"},
	    {{.col = "commit@(v2 v1)"}, "a/x|v2: r3; a/x|v1: r1 r2; a/y|v1: r1"},
	    {{.row = "test@(a/y)"}, "a/y|v1: r1"},
	    {{.filter = "commit:v1", .col = "job.iodepth"},
	     "a/x|iodepth=16: r1; a/x|iodepth=4: r2; a/y|iodepth=1: r1"},
	    {{.filter = "commit:v1", .col = "iodepth@num"},
	     "a/x|iodepth=4: r2; a/x|iodepth=16: r1; a/y|iodepth=1: r1"},
	    {{.filter = "commit:v1", .col = "iodepth@alpha"},
	     "a/x|iodepth=16: r1; a/x|iodepth=4: r2; a/y|iodepth=1: r1"},
	    {{.filter = "commit:v1", .col = "iodepth@(4 16)"},
	     "a/x|iodepth=4: r2; a/x|iodepth=16: r1"},
	    {{.row = "test,commit", .col = "iodepth@num"},
	     "a/x v1|iodepth=4: r2; a/x v1|iodepth=16: r1; a/x v2|iodepth=4: r3; "
	     "a/y v1|iodepth=1: r1"},
	    {{.row = "commit", .col = "test", .ignore = "bs"},
	     "v1|a/x: r1 r2; v1|a/y: r1; v2|a/x: r3"},
	    {{.row = "bs@num", .col = "commit"}, "bs=4k|v1: r1 r2; bs=4k|v2: r3; bs=64k|v1: r1"},
	    {{.row = "test", .col = "kernel", .ignore = "commit"},
	     "a/x|kernel=6.1: r1; a/x|kernel=(absent): r2; a/x|kernel=6.2: r3; "
	     "a/y|kernel=6.1: r1"},
	    {{.filter = "commit:v1", .col = "sched,run"},
	     "a/x|sched=(absent) run=r1: r1; a/x|sched=\"mq \\\"x\\\"\" run=r2: r2; "
	     "a/y|sched=(absent) run=r1: r1"},
	    {{.filter = "commit:v1", .col = "sched@(\"\")"},
	     "a/x|sched=(absent): r1; a/y|sched=(absent): r1"},
	    {{.row = "kernel@(6.1 6.2)", .ignore = "test"},
	     "kernel=6.1|v1: r1 r1; kernel=6.2|v2: r3"},
	    {{.col = "iodepth"},
	     "--col 'iodepth': nothing tells the commits 'v1' and 'v2' apart: take one by --filter "
	     "'commit:\"v1\"', add commit to --row, or pool them by --ignore commit"},
	    {{.row = "kernel"},
	     "--row 'kernel': nothing tells the tests 'a/x' and 'a/y' apart: take one by --filter "
	     "'test:\"a/x\"', add test to --row, or pool them by --ignore test"},
	    {{.row = "metric"},
	     "--row 'metric': column 1: 'metric' tells metrics apart, not runs: "
	     "only --filter takes it"},
	    {{.col = "commit,iodpth"},
	     "--col 'commit,iodpth': column 8: no record has 'iodpth' (did you mean 'iodepth'?)"},
	    {{.col = "commit@(v1 v3)"},
	     "--col 'commit@(v1 v3)': column 12: no commit is 'v3' (did you mean 'v1'?)"},
	    {{.filter = "run:r2", .col = "bs@(64k)"},
	     "--col 'bs@(64k)': column 5: no job.bs is '64k' (did you mean '4k'?)"},
	    {{.row = "test@(a/y)", .col = "commit@(v2)"},
	     "--col 'commit@(v2)': no run has the values that it and --row list"},
	    {{.ignore = "krenel"},
	     "--ignore 'krenel': column 1: no record has 'krenel' (did you mean 'kernel'?)"},
	    {{.ignore = "commit,unit"},
	     "--ignore 'commit,unit': column 8: 'unit' is nothing that "
	     "--ignore takes: commit, test, job.* or meta.*"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_selected(rows[i].options, false, rows[i].left);
}

/* The settings of one run as a comparison sees them, "job.bs meta.kernel". */
static char *
settings_left(struct options options)
{
	struct store store = new_store();
	struct selection selection = selection_new();
	struct where why = {.line = 0};
	char *text = mem_dup("");

	cr_assert(selection_set_axis(&selection, SELECTION_IGNORE, options.ignore, &why) == true);
	if (options.row)
		cr_assert(selection_set_axis(&selection, SELECTION_ROW, options.row, &why) == true);
	cr_assert(selection_runs(&selection, &store, &why) == true, "%s", why.why);
	for (const struct index_entry *e = store.runs.first; e; e = index_next(e)) {
		struct run *run = e->value;
		UT_array runs, list;
		if (!name_is(run->key.name, view_of("r1")))
			continue;
		list_init(&runs, &ut_ptr_icd);
		list_push(&runs, &run);
		setting_list(&store, &runs, &runs, "", &list);
		for (size_t i = 0; i < list_n(&list); i++) {
			const struct name *key = ((struct setting *)list_data(&list))[i].key;
			if (!strchr(key->text, '.') || strncmp(key->text, "read", 4) == 0 ||
			    strncmp(key->text, "write", 5) == 0)
				continue;
			mem_append(&text, "%s%s", *text ? " " : "", key->text);
		}
		mem_append(&text, "/");
		list_done(&list);
		list_done(&runs);
	}
	selection_free(&selection);
	store_free(&store);
	return text;
}

Test(selection, what_is_expected_to_differ_is_not_compared)
{
	static const struct {
		struct options options;
		const char *left;
	} rows[] = {
	    {{.ignore = "commit"},
	     "meta.kernel meta.kernel.build/ job.bs job.iodepth job.same meta.same/ job.bs "
	     "job.iodepth/"},
	    {{.ignore = "meta.kernel"},
	     "/ job.bs job.iodepth job.same meta.same/ job.bs job.iodepth/"},
	    {{.ignore = "kernel.build"},
	     "meta.kernel/ job.bs job.iodepth job.same meta.same/ job.bs job.iodepth/"},
	    {{.ignore = "job.*"}, "meta.kernel meta.kernel.build/ meta.same//"},
	    {{.ignore = "meta,bs"}, "/ job.iodepth job.same/ job.iodepth/"},
	    {{.ignore = "job.same", .row = "test,bs"},
	     "meta.kernel meta.kernel.build/ job.iodepth meta.same/ job.iodepth/"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *got = settings_left(rows[i].options);
		check_text(got, rows[i].left);
		free(got);
	}
}

/* As sizes or as times, whichever more of them are; words come behind numbers. */
Test(selection, numbers_with_units_have_an_order)
{
	static const struct {
		const char *value[5];
		const char *want;
	} rows[] = {
	    {{"1m", "512", "4k", "x", "64k"}, "512 4k 64k 1m x"},
	    {{"5m", "30s", "1500ms", "2", "10us"}, "10us 1500ms 2 30s 5m"},
	    {{"1e3", "-1", "0.5", "10", "9"}, "-1 0.5 9 10 1e3"},
	    {{"b", "a", "c", "1", "0"}, "0 1 b a c"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct where why = {.line = 0};
		struct selection selection = selection_new();
		char *text = mem_dup(STREAM_HEADER), *got = mem_dup("");
		for (int v = 0; v < 5; v++)
			mem_append(&text,
				   "c,t,r%d,job.x,text,,,,,%s\nc,t,r%d,read.iops,iops,,,,,1\n", v,
				   rows[i].value[v], v);
		struct store store = stream_store(text);
		cr_assert(selection_set_axis(&selection, SELECTION_COL, "x@num", &why) == true);
		cr_assert(selection_runs(&selection, &store, &why) == true, "%s", why.why);
		for (size_t c = 0; c < list_n(&store.commits); c++)
			mem_append(&got, "%s%s", c ? " " : "", store_commit(&store, c)->text + 2);
		check_text(got, rows[i].want);
		free(got);
		free(text);
		selection_free(&selection);
		store_free(&store);
	}
}

/* An unfinished run is told of as such where the filter takes it, and not at all where it does not.
 */
Test(selection, unfinished_runs_are_counted_where_they_are_put)
{
	struct store store = new_store();
	struct selection selection = selection_new();
	struct where why = {.line = 0};

	cr_assert(selection_add_filter(&selection, "run:(r1 OR r2)", &why) == true);
	cr_assert(selection_set_axis(&selection, SELECTION_COL, "iodepth", &why) == true);
	cr_assert(selection_runs(&selection, &store, &why) == true, "%s", why.why);
	store_select(&store, false);
	check_int(list_n(&store.unfinished), 2);
	const struct name *depth = name_find(&store.names, view_of("iodepth=4"));
	const struct group *group =
	    store_group(&store, depth, name_find(&store.names, view_of("a/x")));
	cr_assert(group != NULL);
	check_int(group->unfinished, 1);
	check_int(group_runs(group), 0);
	selection_free(&selection);
	store_free(&store);
}

Test(selection, too_hard_a_pattern_is_an_error)
{
	struct store store = stream_store(
	    STREAM_HEADER "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab,t,r,read.iops,iops,,,,,1\n");
	struct selection selection = selection_new();
	struct where why = {.line = 0};

	cr_assert(selection_add_filter(&selection, "*  commit:/^(a+)+$/", &why) == true);
	cr_expect(selection_runs(&selection, &store, &why) == false);
	check_text(why.why, "--filter '*  commit:/^(a+)+$/': column 4: /^(a+)+$/ takes too long to "
			    "match 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'");
	selection_free(&selection);
	store_free(&store);
}

/* The groups of the records as a history, or why they are none. */
static char *
history_of_records(struct options options)
{
	struct store store = new_store();
	struct selection selection = selection_new();
	struct where why = {.line = 0};
	bool ok =
	    (!options.row || selection_set_axis(&selection, SELECTION_ROW, options.row, &why)) &&
	    (!options.col || selection_set_axis(&selection, SELECTION_COL, options.col, &why)) &&
	    (!options.ignore ||
	     selection_set_axis(&selection, SELECTION_IGNORE, options.ignore, &why)) &&
	    (!options.filter || selection_add_filter(&selection, options.filter, &why)) &&
	    selection_history(&selection, &store, &why);
	char *text = ok ? print(&store, NULL) : mem_dup(why.why);

	selection_free(&selection);
	store_free(&store);
	return text;
}

Test(selection, a_history_has_the_same_rows_and_its_own_commits)
{
	static const struct {
		struct options options;
		const char *left;
	} rows[] = {
	    {{.row = NULL}, "a/x|v1: r1 r2; a/x|v2: r3; a/y|v1: r1"},
	    {{.filter = "commit:v9 meta.absent:1"}, "a/x|v1: r1 r2; a/x|v2: r3; a/y|v1: r1"},
	    {{.col = "commit@(v7 v8)", .ignore = "nothing.of.it"},
	     "a/x|v1: r1 r2; a/x|v2: r3; a/y|v1: r1"},
	    {{.row = "bs@(16k 4k)"}, "bs=4k|v1: r1 r2; bs=4k|v2: r3; bs=64k|v1: r1"},
	    {{.col = "iodepth"},
	     "--col 'iodepth': a history tells how commits vary, it needs --col commit"},
	    {{.row = "nothing"},
	     "in the history: --row 'nothing': column 1: no record has 'nothing'"},
	    {{.row = "kernel"},
	     "in the history: --row 'kernel': nothing tells the tests 'a/x' and 'a/y' apart: take "
	     "one by --filter 'test:\"a/x\"', add test to --row, or pool them by --ignore test"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *got = history_of_records(rows[i].options);
		check_text(got, rows[i].left);
		free(got);
	}
}
