/* The command line of collect export. */
#include "collect/export/options.h"

#include "collect/base/where.h"
#include "tests/unit/check.h"

enum { WORDS = 6 };

static bool
read_words(const char *const words[WORDS], struct export_options *out, struct where *why)
{
	static char name[] = "export";
	char *argv[WORDS + 2] = {name};
	int argc = 1;

	for (int i = 0; i < WORDS && words[i]; i++)
		argv[argc++] = (char *)(size_t)words[i];
	argv[argc] = NULL;
	return export_options_read(argc, argv, out, why);
}

Test(export_options, forms_and_files)
{
	struct export_options options;
	struct where why = {.line = 0};

	cr_assert(read_words((const char *[WORDS]){"a.csv", "--as", "benchstat", "--", "--b"},
			     &options, &why));
	check_int(options.form, EXPORT_BENCHSTAT);
	check_int(options.n_paths, 2);
	check_text(options.path[0], "a.csv");
	check_text(options.path[1], "--b");
	export_options_free(&options);
	cr_assert(read_words((const char *[WORDS]){"--as=fio-json"}, &options, &why));
	check_int(options.form, EXPORT_FIO_JSON);
	check_int(options.n_paths, 1);
	check_text(options.path[0], "-");
	export_options_free(&options);
	cr_assert(read_words((const char *[WORDS]){"--help", "--nonsense"}, &options, &why));
	check_int(options.ask, EXPORT_ASK_HELP);
	export_options_free(&options);
}

Test(export_options, mistakes_are_named)
{
	static const struct {
		const char *words[WORDS];
		const char *why;
	} cases[] = {
	    {{"a.csv"}, "which form? --as fio-json or --as benchstat"},
	    {{"--as", "fio-jsn"},
	     "--as 'fio-jsn' is neither fio-json nor benchstat (did you mean "
	     "'fio-json'?)"},
	    {{"--as"}, "option '--as' needs a value"},
	    {{"--az", "x"}, "unknown option '--az' (did you mean '--as'?)"},
	    {{"--help=x"}, "option '--help=x' takes no value"},
	    {{"-x"}, "unknown option '-x'"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct export_options options;
		struct where why = {.line = 0};
		cr_expect(read_words(cases[i].words, &options, &why) == false);
		check_text(why.why, cases[i].why);
		export_options_free(&options);
	}
}
