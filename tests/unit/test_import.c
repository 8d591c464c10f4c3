/* The smaller parts of the import: names of runs and tests, notes by kind, what comes twice, what a
 * file is by its beginning, and the command line. */
#include <stdint.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/import/document.h"
#include "collect/import/importer.h"
#include "collect/import/naming.h"
#include "collect/import/notes.h"
#include "collect/import/options.h"
#include "collect/import/seen.h"
#include "collect/import/sniff.h"
#include "tests/unit/check.h"

static void
check_time(double time, const char *text, const char *want)
{
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	result.time = time;
	result.time_text = text ? strdup(text) : NULL;
	char *got = naming_time(&result);
	check_text(got ? got : "(none)", want);
	free(got);
	fio_result_free(&result);
}

/* date -u -d @1699243650 says 2023-11-06 04:07:30. */
Test(import, runs_are_named_by_their_time)
{
	check_time(1699243650.123, "Thu Jan  1 00:00:00 1970", "20231106T040730.123Z");
	check_time(1699243650, NULL, "20231106T040730Z");
	check_time(NAN, "Mon Nov  6 04:07:30 2023", "20231106T040730");
	check_time(NAN, "Mon Nov  6 04:07:30 2023\n", "20231106T040730");
	check_time(NAN, "Mon Nov  6 04:07:30 2023 x", "(none)");
	check_time(NAN, "yesterday", "(none)");
	check_time(NAN, NULL, "(none)");
	check_time(1e300, NULL, "(none)");
	check_time(-5, NULL, "(none)");
}

Test(import, tests_are_named_by_label_job_and_options)
{
	const char *const options[] = {"iodepth", "blocksize", "cow"};
	bool had[3] = {false};
	const struct naming_by by = {options, 3, had}, one = {options, 1, NULL};
	UT_array *names = lines_new();
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	struct fio_job *job = fio_result_add_job(&result, "rr");
	fio_job_add_option(job, "iodepth", "4");
	fio_job_add_option(job, "bs", "4096");
	check_int(naming_tests(&result, NULL, &by, names), 0);
	cr_expect(had[0] && had[1] && !had[2]);
	check_int(naming_tests(&result, "disk", &one, names), 0);
	fio_result_add_job(&result, "rr");
	fio_result_add_job(&result, "rr");
	check_int(naming_tests(&result, "disk", NULL, names), 2);
	char *all = lines_join(names, "|");
	check_text(all, "rr iodepth=4 blocksize=4k|disk iodepth=4|disk/rr|disk/rr#2|disk/rr#3");
	free(all);
	lines_free(names);
	fio_result_free(&result);
}

/* Clones beside their sum do not make its name another. */
Test(import, clones_are_no_other_jobs)
{
	UT_array *names = lines_new();
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	fio_result_add_job(&result, "rr");
	fio_result_add_job(&result, "rr/1");
	fio_result_add_job(&result, "rr/2");
	check_int(naming_tests(&result, "disk", NULL, names), 0);
	fio_result_add_job(&result, "rr/x");
	check_int(naming_tests(&result, "disk", NULL, names), 0);
	char *all = lines_join(names, "|");
	check_text(all, "disk|disk/1|disk/2|disk/rr|disk/rr/1|disk/rr/2|disk/rr/x");
	free(all);
	lines_free(names);
	fio_result_free(&result);
}

/* The square of their number would take minutes. */
Test(import, very_many_jobs_of_one_name, .timeout = 30)
{
	enum { N = 100000 };
	UT_array *names = lines_new();
	struct fio_result result;

	fio_result_init(&result, "fio json", 1);
	fio_result_add_job(&result, "rr#3");
	for (size_t i = 1; i < N; i++)
		fio_result_add_job(&result, "rr")->group = i;
	check_int(naming_tests(&result, NULL, NULL, names), N - 2);
	check_text(lines_at(names, 0), "rr#3");
	check_text(lines_at(names, 1), "rr");
	check_text(lines_at(names, 2), "rr#2");
	check_text(lines_at(names, 3), "rr#4");
	check_text(lines_at(names, N - 1), "rr#100000");
	lines_free(names);
	fio_result_free(&result);
}

/* The square of their number would take minutes; a few are told. */
Test(import, very_many_parameters_that_differ, .timeout = 30)
{
	enum { N = 200000 };
	struct fio_parameters one = {mem_alloc(N, sizeof(*one.at)), N};
	struct fio_parameters two = {mem_alloc(N, sizeof(*two.at)), N};
	struct seen seen = {0};
	struct where what;

	for (size_t i = 0; i < N; i++) {
		one.at[i] = (struct fio_parameter){mem_format("x%zu", i), mem_dup("1")};
		two.at[i] = (struct fio_parameter){mem_format("x%zu", i), mem_dup("2")};
	}
	seen_parameters(&seen, "c", "t", &one, true, "f");
	cr_expect(seen_mixture(&seen, &what) == false);
	seen_parameters(&seen, "c", "t", &two, true, "g");
	cr_assert(seen_mixture(&seen, &what));
	cr_expect(strstr(what.why, "test 't' has runs that differ in x0, x1, ") != NULL, "%s",
		  what.why);
	seen_free(&seen);
	fio_parameters_free(&one);
	fio_parameters_free(&two);
}

static void
on_say(void *ctx, bool warning, const struct where *what)
{
	char *text;

	cr_expect(warning);
	cr_assert(asprintf(&text, "%s:%zu: %s", what->file, what->line, what->why) > 0);
	lines_add(ctx, text);
	free(text);
}

Test(import, notes_of_one_kind_are_told_once)
{
	struct notes notes = {{NULL}};
	UT_array *said = lines_new();
	struct where what;

	where_set(&what, "a", 3, "job 'x' has 12 rows");
	notes_add(&notes, &what);
	where_set(&what, "a", 9, "job 'y' has 7.5 rows");
	notes_add(&notes, &what);
	where_set(&what, "b", 1, "job '' has 1 rows");
	notes_add(&notes, &what);
	where_set(&what, "b", 1, "job '' has 1 rows");
	notes_add(&notes, &what);
	where_set(&what, "c", 1, "job 'z' has 2 rows");
	notes_add(&notes, &what);
	where_set(&what, "c", 1, "other's");
	notes_add(&notes, &what);
	notes_say(&notes, on_say, said);
	check_int(list_n(said), 2);
	check_text(lines_at(said, 0), "a:3: job 'x' has 12 rows (and 2 more files)");
	check_text(lines_at(said, 1), "c:1: other's");
	cr_expect(notes.kinds.first == NULL);
	lines_free(said);
}

/* These are told by their kind alone, whatever their words. */
Test(import, notes_on_tests_are_told_once)
{
	struct notes notes = {{NULL}};
	UT_array *said = lines_new();
	struct where what;

	for (size_t i = 0; i < 3; i++) {
		where_set(&what, "a", i + 1, "%s", i ? "other words" : "words");
		notes_add_often(&notes, "kind", i ? "t" : "u", &what);
	}
	where_set(&what, "a", 9, "of another kind");
	notes_add_often(&notes, "another", "t", &what);
	notes_say(&notes, on_say, said);
	check_int(list_n(said), 2);
	check_text(lines_at(said, 0), "a:1: words (2 tests in 3 runs)");
	check_text(lines_at(said, 1), "a:9: of another kind");
	lines_free(said);
}

/* The same jobs at the same time, as normal output beside JSON in the same folder. */
static bool
told_of(struct importer *importer, const char *commit, const char *file, const char *form,
	const char *time, const char *jobs)
{
	struct fio_result result;
	struct import_item item = {.path = strdup(file), .commit = commit};

	fio_result_init(&result, form, 1);
	result.time_text = time ? strdup(time) : NULL;
	for (const char *p = jobs; *p; p++)
		fio_result_add_job(&result, (const char[]){*p, '\0'});
	bool is = import_told(importer, &item, file, &result);
	fio_result_free(&result);
	free(item.path);
	return is;
}

static bool
told(struct importer *importer, const char *file, const char *form, const char *time,
     const char *jobs)
{
	return told_of(importer, NULL, file, form, time, jobs);
}

static void
say_nothing(void *ctx, bool warning, const struct where *what)
{
	(void)ctx;
	(void)warning;
	(void)what;
}

Test(import, text_that_tee_wrote_beside_json)
{
	struct importer importer = {0};
	const char *const then = "Mon Nov  6 04:07:30 2023", *const later =
								 "Mon Nov  6 04:07:31 2023";

	cr_expect(told(&importer, "d/1.txt", "fio normal", then, "ab") == false);
	cr_expect(told(&importer, "d/1.json", "fio json+", then, "ab") == false);
	cr_expect(told(&importer, "d/1.txt", "fio normal", "Mon Nov  6 04:07:30 2023\n", "ab"));
	cr_expect(told(&importer, "d/1.txt", "fio normal", later, "ab") == false);
	cr_expect(told(&importer, "d/1.txt", "fio normal", NULL, "ab") == false);
	cr_expect(told(&importer, "d/1.txt", "fio normal", then, "a") == false);
	cr_expect(told(&importer, "e/1.txt", "fio normal", then, "ab") == false);
	cr_expect(told(&importer, "d/2.json", "fio json", then, "ab") == false);
	cr_expect(told(&importer, "d/1.txt", "fio terse 3", then, "ab") == false);
	cr_expect(told(&importer, "./d/./1.txt", "fio normal", then, "ab"));
	cr_expect(told_of(&importer, "v1", "d/1.txt", "fio normal", then, "ab") == false);
	import_told_free(&importer);
	notes_say(&importer.notes, say_nothing, NULL);
}

Test(import, what_comes_twice)
{
	struct seen seen = {0};
	const struct view rows = view_of("c,t,r,a,1,,,,,1\nc,t,r,meta.source.file,text,,,,,x\nz\n");
	const struct view copy = view_of("c,t,r,a,1,,,,,1\nc,t,r,meta.source.file,text,,,,,y\nz\n");
	const struct view other =
	    view_of("c,t,r,a,1,,,,,2\nc,t,r,meta.source.file,text,,,,,x\nz\n");
	const char *file = NULL;

	cr_expect(seen_digest(rows) == seen_digest(copy));
	cr_expect(seen_digest(rows) != seen_digest(other));
	check_int(seen_run(&seen, "c", "t", "r", 1, &file), SEEN_NEVER);
	check_int(seen_number(&seen, "c", "t", "r"), 0);
	seen_add_run(&seen, "c", "t", "r", 1, 1, "f");
	check_int(seen_run(&seen, "c", "t", "r", 1, &file), SEEN_SAME);
	check_int(seen_run(&seen, "c", "t", "r", 2, &file), SEEN_OTHER);
	check_text(file, "f");
	seen_add_run(&seen, "c", "t", "r", 2, 2, "g");
	check_int(seen_run(&seen, "c", "t", "r", 2, &file), SEEN_SAME);
	check_text(file, "g");
	check_int(seen_run(&seen, "c", "t", "r", 1, &file), SEEN_SAME);
	check_int(seen_number(&seen, "c", "t", "r"), 2);
	/* The names are apart, not only what they are together. */
	check_int(seen_run(&seen, "ct", "", "r", 1, &file), SEEN_NEVER);
	check_int(seen_run(&seen, "", "ct", "r", 1, &file), SEEN_NEVER);
	seen_add_records(&seen, "c", "t", "s", "j");
	check_int(seen_run(&seen, "c", "t", "s", 1, &file), SEEN_RECORDS);
	check_text(file, "j");
	check_int(seen_number(&seen, "c", "t", "s"), 1);
	seen_free(&seen);
}

Test(import, settings_that_differ_within_a_test)
{
	struct seen seen = {0};
	struct where what;
	char bs[] = "bs", rw[] = "rw", small[] = "4k", large[] = "8k", read[] = "read";
	struct fio_parameter a[] = {{bs, small}, {rw, read}};
	struct fio_parameter b[] = {{bs, large}};
	const struct fio_parameters all_a = {a, 2}, all_b = {b, 1}, few_a = {a, 1};

	seen_parameters(&seen, "c", "t", &all_a, true, "f");
	seen_parameters(&seen, "c", "t", &all_a, true, "g");
	seen_parameters(&seen, "c", "t", &few_a, false, "g");
	seen_parameters(&seen, "d", "t", &all_b, true, "g");
	cr_expect(seen_mixture(&seen, &what) == false);
	seen_parameters(&seen, "c", "t", &all_b, true, "h");
	cr_expect(seen_mixture(&seen, &what));
	check_text(what.file, "h");
	check_text(what.why, "test 't' has runs that differ in bs, rw, as this file and 'f' do: "
			     "--by or --label tells them apart");
	seen_free(&seen);
}

Test(import, a_file_is_what_it_holds)
{
	static const struct {
		const char *text;
		size_t n;
		enum sniffed is;
		const char *other;
	} rows[] = {
	    {"", 0, SNIFFED_EMPTY, "text"},
	    {" \n", 2, SNIFFED_EMPTY, "text"},
	    {"value,commit,test,run,metric,unit,start,end,low,high\n", 53, SNIFFED_RECORDS, "text"},
	    {"\xEF\xBB\xBF"
	     "commit,test,run,metric,unit,start,end,low,high,value\n",
	     56, SNIFFED_RECORDS, "text"},
	    {"0, 1, 0, 4096\n1, 1, 0, 4096\n", 28, SNIFFED_LOG, "CSV"},
	    {"\x1f\x8b\x08", 3, SNIFFED_GZIP, "gzip"},
	    {"fio version 3 iolog\n", 20, SNIFFED_OTHER, "a trace of I/Os (iolog), not a result"},
	    {"\x07tae\0\0", 6, SNIFFED_OTHER, "a trace of I/Os (blktrace), not a result"},
	    {"# x\n[a]\n rw=read\n", 17, SNIFFED_DOCUMENT, "a job file, not a result"},
	    {"[global]\nbs = 4k\n", 17, SNIFFED_DOCUMENT, "a job file, not a result"},
	    {"[core]\n\tbare = 1\n", 17, SNIFFED_DOCUMENT, "text"},
	    {"rw=read\n[a]\n", 12, SNIFFED_DOCUMENT, "text"},
	    {"a\0b", 3, SNIFFED_DOCUMENT, "binary data"},
	    {"[{}]", 4, SNIFFED_DOCUMENT, "JSON that is not fio's"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		/* Memory of its own, so that a sanitizer sees each byte behind the end. */
		char *text = malloc(rows[i].n + 1);
		memcpy(text, rows[i].text, rows[i].n);
		const struct view view = {text, rows[i].n};
		check_int(sniff(view), rows[i].is);
		check_text(sniff_other(view), rows[i].other);
		free(text);
	}
}

/* getopt_long wants them without const, and does not write into them. */
static char *const *
words(const char *const *argv)
{
	return (char *const *)(uintptr_t)argv;
}

Test(import, commits_are_of_the_inputs_behind_them)
{
	const char *const argv[] = {"import",   "a", "--commit", "x",   "b", "c",
				    "--commit", "y", "--",       "--d", "e", NULL};
	struct import_options options;
	struct where why;

	cr_assert(import_options_read(11, words(argv), true, &options, &why));
	check_int(options.n_inputs, 5);
	cr_expect(options.input[0].commit == NULL);
	check_text(options.input[2].commit, "x");
	check_text(options.input[3].path, "--d");
	check_text(options.input[4].commit, "y");
	import_options_free(&options);
}

Test(import, without_an_input_it_is_standard_input)
{
	const char *const argv[] = {"import", "--by", "bs,rw", "--interval", "100ms", NULL};
	struct import_options options;
	struct where why;

	cr_assert(import_options_read(5, words(argv), false, &options, &why));
	check_text(options.input[0].path, "-");
	check_int(options.n_by, 2);
	check_text(options.by[1], "rw");
	check_close(options.log.interval_s, 0.1, 1e-15, "interval");
	import_options_free(&options);
	cr_expect(import_options_read(5, words(argv), true, &options, &why) == false);
	cr_expect(strstr(why.why, "no input") != NULL);
	import_options_free(&options);
}

/* What the words are refused for; "" = they are not. */
static const char *
refused(const char *const *argv, int n, struct where *why)
{
	struct import_options options;

	why->why[0] = '\0';
	bool good = import_options_read(n, words(argv), false, &options, why);
	cr_expect(good == !why->why[0]);
	import_options_free(&options);
	return why->why;
}

Test(import, names_are_of_some_input_and_from_one_place)
{
	const char *const none[] = {"import", "a", "--commit", "x", NULL};
	const char *const between[] = {"import", "--test", "x", "--test", "y", "a", NULL};
	const char *const both[] = {"import",  "--commit",     "x", "a",
				    "--label", "(?<commit>.)", NULL};
	const char *const tests[] = {"import", "--label=(?<test>.)", "--test=x", "a", NULL};
	const char *const good[] = {"import", "--commit=x", "--label=(?<test>.)(?<run>.)", NULL};
	const char *const apart[] = {"import", "--label=(?<commit>.)", "--test=x", "a", NULL};
	struct where why;

	check_text(refused(none, 4, &why),
		   "--commit 'x' has no input behind it: it names those that follow");
	check_text(refused(between, 6, &why),
		   "--test 'x' has no input behind it: it names those that follow");
	check_text(refused(both, 6, &why),
		   "--commit and (?<commit>...) of --label name the same: one of them is enough");
	check_text(refused(tests, 4, &why),
		   "--test and (?<test>...) of --label name the same: one of them is enough");
	/* It is of standard input. */
	check_text(refused(good, 3, &why), "");
	check_text(refused(apart, 4, &why), "");
}

Test(import, tests_are_of_the_inputs_behind_them)
{
	const char *const argv[] = {"import", "a",      "--test", "x",      "b",     "--quiet",
				    "--glob", "*.json", "c",      "--glob", "*.txt", NULL};
	struct import_options options;
	struct where why;

	cr_assert(import_options_read(11, words(argv), true, &options, &why));
	check_int(options.n_inputs, 3);
	cr_expect(options.input[0].test == NULL);
	check_text(options.input[2].test, "x");
	cr_expect(options.quiet);
	const struct import_config config = import_options_config(&options);
	check_text(config.glob[0], "*.json");
	check_text(config.glob[1], "*.txt");
	cr_expect(config.glob[2] == NULL);
	import_options_free(&options);
}

static void
on_note(void *ctx, const struct where *what)
{
	lines_add(ctx, what->why);
}

/* fio's first lines are its own, but not those of a result. */
Test(import, a_banner_without_a_result_holds_no_job)
{
	static const char text[] = "# fio a.fio\na: (g=0): rw=randrw, bs=4K-4K/4K-4K/4K-4K, "
				   "ioengine=libaio, iodepth=4\nfio-2.2.12\nStarting 1 process\n";
	struct where why;
	struct document document = {.file = "f", .note = on_note};

	cr_expect(document_read(&document, view_of(text), &why) == false);
	check_int(document.foreign, false);
	check_int(why.line, 2);
	check_text(why.why, "no job: fio's first lines without a result");
	document_free(&document);
}

/* Of a job nothing is said but that it did not fail; what fio says of errors needs no more. */
Test(import, a_job_without_numbers_is_none)
{
	static const struct {
		const char *text, *why, *note;
		size_t n;
	} rows[] = {
	    {"\na: (groupid=0, jobs=1): err= 0:\n", "no job: 'a' has neither a number nor an error",
	     "", 0},
	    {"a: (groupid=0, jobs=1): err= 0: pid=1: Mon Nov  6 04:07:30 2023\n\n",
	     "no job: 'a' has neither a number nor an error", "", 0},
	    {"a: (groupid=0, jobs=1): err= 0: pid=1:\nb: (groupid=0, jobs=1): err= 0: pid=2:\n"
	     "  cpu          : usr=1.00%, sys=2.00%, ctx=3, majf=0, minf=5\n\n",
	     "", "left out: job 'a' has neither a number nor an error", 1},
	    {"a: (groupid=0, jobs=1): err= 0:\nc: (groupid=0, jobs=1): err= 0:\n"
	     "b: (groupid=0, jobs=1): err= 0: pid=2:\n"
	     "  read: IOPS=600, BW=2402KiB/s (2459kB/s)(2404KiB/1001msec)\n\n",
	     "", "left out: job 'a' and 1 more have neither a number nor an error", 1},
	    {"a: (groupid=0, jobs=1): err= 5:\n\n", "", "", 1},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct where why = {.why = ""};
		UT_array *notes = lines_new();
		struct document document = {.file = "f", .note = on_note, .ctx = notes};
		bool good = document_read(&document, view_of(rows[i].text), &why);
		char *all = lines_join(notes, "|");
		cr_expect(good == (rows[i].n > 0), "row %zu", i);
		cr_expect(document.foreign == false);
		check_text(good ? "" : why.why, rows[i].why);
		check_int(list_n(&document.results), rows[i].n);
		cr_expect(strstr(all, rows[i].note) != NULL, "row %zu: %s", i, all);
		if (good)
			check_int(document_result(&document, 0)->n_jobs, 1);
		if (good && document_result(&document, 0)->job[0].error)
			cr_expect(document_result(&document, 0)->job[0].why == NULL);
		free(all);
		lines_free(notes);
		document_free(&document);
	}
}

/* No text is too broken for an answer. */
Test(import, documents_cut_anywhere)
{
	static const char text[] =
	    "fio: x\n{\n  \"fio version\" : \"fio-3.33\",\n  \"jobs\" : [ { \"jobname\" : \"a\", "
	    "\"read\" : { \"total_ios\" : 3, \"runtime\" : 5 } } ]\n}\n"
	    "a: (groupid=0, jobs=1): err= 0: pid=1: Mon Nov  6 04:07:30 2023\n"
	    "  read: IOPS=600, BW=2402KiB/s (2459kB/s)(2404KiB/1001msec)\n";

	for (size_t n = 0; n < sizeof(text); n++) {
		char *cut = malloc(n + 1);
		struct where why;
		UT_array *notes = lines_new();
		struct document document = {.file = "f", .note = on_note, .ctx = notes};
		memcpy(cut, text, n);
		cut[n] = '\0';
		bool good = document_read(&document, (struct view){cut, n}, &why);
		cr_expect(good == (list_n(&document.results) > 0), "cut at %zu", n);
		cr_expect(good || why.why[0], "cut at %zu", n);
		if (n + 1 == sizeof(text))
			/* The normal text tells job a again. */
			check_int(list_n(&document.results), 1);
		document_free(&document);
		lines_free(notes);
		free(cut);
	}
}

/* That a form tells what a better one tells, too, is worth a word only where it tells more. */
Test(import, jobs_that_a_better_form_tells)
{
	static const char json[] =
	    "{\n\"fio version\" : \"fio-3.33\",\n\"jobs\" : [ { \"jobname\" : "
	    "\"a\", \"read\" : { \"total_ios\" : 3, \"runtime\" : 5 } } ]\n}\n";
	static const char *const jobs[] = {"a", "b"};

	for (size_t n = 1; n <= 2; n++) {
		struct where why;
		UT_array *notes = lines_new();
		struct document document = {.file = "f", .note = on_note, .ctx = notes};
		char *text = mem_dup(json);
		for (size_t i = 0; i < n; i++)
			mem_append(
			    &text,
			    "%s: (groupid=0, jobs=1): err= 0: pid=1: Mon Nov  6 04:07:30 2023\n"
			    "  read: IOPS=600, BW=2402KiB/s (2459kB/s)(2404KiB/1001msec)\n"
			    "    issued rwts: total=601,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n",
			    jobs[i]);
		bool good = document_read(&document, view_of(text), &why);
		char *all = lines_join(notes, "|");
		cr_expect(good);
		check_int(list_n(&document.results), n);
		bool noted = strstr(all, "1 job is left out") != NULL;
		cr_expect(noted == (n == 2), "%s", all);
		document_free(&document);
		lines_free(notes);
		free(all);
		free(text);
	}
}
