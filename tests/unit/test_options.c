/* The command line: options of collect, options of jobs and files, in any order. */
#include "collect/options.h"

#include "collect/base/where.h"
#include "tests/unit/check.h"

enum { WORDS = 12 };

static bool
read_words(const char *const *words, struct options *out, struct where *why)
{
	char *argv[WORDS + 2] = {(char *)(size_t) "run"};
	int argc = 1;

	for (; words[argc - 1]; argc++)
		argv[argc] = (char *)(size_t)words[argc - 1];
	why->why[0] = '\0';
	return options_read(argc, argv, out, why);
}

Test(options, defaults)
{
	const char *const words[WORDS] = {"a.fio"};
	struct options options;
	struct where why;

	cr_assert(read_words(words, &options, &why) == true, "%s", why.why);
	check_int(options.ask, OPTIONS_RUN);
	check_int(options.files.n, 1);
	check_int(options.runs, 1);
	check_int(options.shuffle, 1);
	check_int(options.has_seed, 0);
	check_close(options.interval_s, 1, 0, "interval");
	options_free(&options);
}

Test(options, several_commits_are_run_five_times)
{
	const char *const words[WORDS] = {"--commit", "a", "--commit=b"}, *const fewer[WORDS] = {
									      "--commit=a",
									      "--runs=2",
									      "--commit=b"};
	struct options options;
	struct where why;

	cr_assert(read_words(words, &options, &why) == true, "%s", why.why);
	check_int(options.commits.n, 2);
	check_text(options.commits.word[1], "b");
	check_int(options.runs, 5);
	options_free(&options);
	cr_assert(read_words(fewer, &options, &why) == true, "%s", why.why);
	check_int(options.runs, 2);
	options_free(&options);
}

Test(options, words_are_sorted_by_what_they_are)
{
	const char *const words[WORDS] = {"a.fio",   "--name=x", "--rw=read", "--runs=3",
					  "--seed",  "0x10",     "b.fio",     "--time_based",
					  "--quiet", "--",       "--c.fio"};
	struct options options;
	struct where why;

	cr_assert(read_words(words, &options, &why) == true, "%s", why.why);
	check_int(options.files.n, 3);
	check_text(options.files.word[0], "a.fio");
	check_text(options.files.word[1], "b.fio");
	check_text(options.files.word[2], "--c.fio");
	check_int(options.jobs.n, 3);
	check_text(options.jobs.word[0], "--name=x");
	check_text(options.jobs.word[2], "--time_based");
	check_int(options.runs, 3);
	check_int(options.seed, 16);
	check_int(options.quiet, 1);
	options_free(&options);
}

Test(options, of_campaigns)
{
	const char *const words[WORDS] = {"--resume=r.csv",  "--next",           "--on",
					  "ssh guest",       "--serial",         "--heatmap",
					  "--allow-write=d", "--precondition=2m"};
	const char *const none[WORDS] = {"--resume", "r.csv", "--print-next"};
	struct options options;
	struct where why;

	cr_assert(read_words(words, &options, &why) == true, "%s", why.why);
	check_text(options.resume, "r.csv");
	check_text(options.on, "ssh guest");
	check_text(options.on_collect, "collect");
	check_int(options.next, 1);
	check_int(options.print_next, 0);
	check_int(options.serial, 1);
	check_int(options.heatmap, 1);
	check_int(options.precondition_ns, 120000000000);
	options_free(&options);
	cr_assert(read_words(none, &options, &why) == true, "%s", why.why);
	check_int(options.print_next, 1);
	check_int(options.precondition_ns, 0);
	cr_expect(options.on == NULL);
	options_free(&options);
}

Test(options, help_ends_the_reading)
{
	const char *const words[WORDS] = {"--help", "--no-such-option"};
	struct options options;
	struct where why;

	cr_expect(read_words(words, &options, &why) == true, "%s", why.why);
	check_int(options.ask, OPTIONS_HELP);
	options_free(&options);
}

Test(options, mistakes_are_named)
{
	static const struct {
		const char *word, *why;
	} rows[] = {
	    {"--runs", "option '--runs' needs a value"},
	    {"--runs=-1", "--runs '-1' is no number from 1 to 1000000"},
	    {"--runs=1000001", "--runs '1000001' is no number from 1 to 1000000"},
	    {"--seed=18446744073709551616", "--seed '18446744073709551616' is no whole number"},
	    {"--interval=999us",
	     "--interval '999us' is no time of 1ms or more, such as 500ms or 1s"},
	    {"--shuffle=true", "--shuffle 'true' is neither yes nor no"},
	    {"--keep-files=1", "option '--keep-files=1' takes no value"},
	    {"--keep_files", "unknown option '--keep_files' (did you mean '--keep-files'?)"},
	    {"-x", "unknown option '-x'"},
	    {"--next", "--next needs --resume FILE: the records say which runs are left"},
	    {"--print-next",
	     "--print-next needs --resume FILE: the records say which runs are left"},
	    {"--precondition=1h",
	     "--precondition needs --allow-write PATH: what may be overwritten"},
	    {"--precondition=999ms",
	     "--precondition '999ms' is no time of 1s or more, such as 30m or 2h"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *const words[WORDS] = {rows[i].word};
		struct options options;
		struct where why;

		cr_expect(read_words(words, &options, &why) == false, "%s", rows[i].word);
		check_text(why.why, rows[i].why);
		options_free(&options);
	}
}
