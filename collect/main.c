/* collect: measures jobs on real devices and files, or reads what fio measured, and writes records
 * to standard output. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/base/interrupt.h"
#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/report.h"
#include "collect/base/where.h"
#include "collect/campaign/check_command.h"
#include "collect/campaign/command.h"
#include "collect/campaign/run_command.h"
#include "collect/export/options.h"
#include "collect/import/options.h"
#include "collect/machine/machine_command.h"
#include "collect/machine/warnings.h"
#include "collect/options.h"
#include "version.h"

static const char tool[] = "ringside " RINGSIDE_VERSION;

static void
on_say(void *ctx, bool warning, const struct where *what)
{
	(void)ctx;
	if (warning)
		report_where_warning(what);
	else
		report_where(what);
}

static void
on_say_errors(void *ctx, bool warning, const struct where *what)
{
	if (!warning)
		on_say(ctx, warning, what);
}

/* The exit status that the campaign's end asks for; a reader that went away ends us quietly. */
static int
exit_status(enum campaign_end end, const volatile sig_atomic_t *stop)
{
	switch (end) {
	case CAMPAIGN_DONE:
		return EXIT_DONE;
	case CAMPAIGN_STOPPED:
		return 128 + *stop;
	case CAMPAIGN_NO_READER:
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
		return 128 + SIGPIPE;
	case CAMPAIGN_NONE_LEFT:
		return EXIT_YES;
	case CAMPAIGN_FAILED:
		break;
	}
	return EXIT_ERROR;
}

static int
print_version(void)
{
	puts(tool);
	return EXIT_DONE;
}

static int
print_usage(void)
{
	options_usage(stdout);
	return EXIT_DONE;
}

/* collect run: argv[0] is "run"; command_line is all of it. */
static int
run(int argc, char **argv, const char *command_line)
{
	struct run_command command = {.command_line = command_line, .tool = tool, .say = on_say};
	struct options options;
	struct where why;
	int status = EXIT_ERROR;

	if (!options_read(argc, argv, &options, &why)) {
		report_where(&why);
	} else if (options.ask == OPTIONS_HELP) {
		status = print_usage();
	} else if (options.ask == OPTIONS_VERSION) {
		status = print_version();
	} else {
		enum campaign_end end = run_command(&command, &options);
		status = exit_status(end, command.stop);
	}
	options_free(&options);
	return status;
}

/* collect check: argv[0] is "check". */
static int
check(int argc, char **argv)
{
	const struct check_command command = {.out = stdout, .say = on_say};
	struct options options;
	struct where why;
	int status = EXIT_DONE;

	if (!options_read(argc, argv, &options, &why)) {
		report_where(&why);
		status = EXIT_ERROR;
	} else if (options.ask == OPTIONS_HELP) {
		status = print_usage();
	} else if (options.ask == OPTIONS_VERSION) {
		status = print_version();
	} else if (!check_command(&command, &options)) {
		status = EXIT_ERROR;
	}
	options_free(&options);
	return status;
}

/* collect import: argv[0] is "import". */
static int
import(int argc, char **argv)
{
	struct import_options options;
	struct where why;
	int status = EXIT_DONE;

	if (!import_options_read(argc, argv, isatty(STDIN_FILENO), &options, &why)) {
		report_where(&why);
		status = EXIT_ERROR;
	} else if (options.ask == IMPORT_HELP) {
		import_options_usage(stdout);
	} else if (options.ask == IMPORT_VERSION) {
		status = print_version();
	} else {
		struct import_config config = import_options_config(&options);
		/* fio ends with its results when the terminal interrupts both. */
		interrupt_outlive_writer();
		config.tool = tool;
		config.out = stdout;
		config.say = options.quiet ? on_say_errors : on_say;
		status = import_run(&config) == IMPORT_DONE ? EXIT_DONE : EXIT_ERROR;
	}
	import_options_free(&options);
	return status;
}

/* collect export: argv[0] is "export". */
static int
export_records(int argc, char **argv)
{
	struct export_options options;
	struct where why;
	int status = EXIT_DONE;

	bool good = export_options_read(argc, argv, &options, &why);
	if (good && options.ask == EXPORT_ASK_HELP)
		export_options_usage(stdout);
	else if (good && options.ask == EXPORT_ASK_VERSION)
		status = print_version();
	else if (good)
		good = export_run(options.form, options.path, options.n_paths, stdout, &why);
	if (!good)
		report_where(&why);
	export_options_free(&options);
	return good ? status : EXIT_ERROR;
}

/* What makes numbers unsteady here, and what is so for good. */
static void
print_warnings(const struct machine_options *options)
{
	UT_array *warnings = machine_print_warnings(options), *notes = warnings_notes("");
	const char *line;

	for (size_t i = 0; (line = lines_at(warnings, i)); i++)
		report_warning("unsteady: %s", line);
	for (size_t i = 0; (line = lines_at(notes, i)); i++)
		report_error("note: %s", line);
	lines_free(notes);
	lines_free(warnings);
}

/* Whether all paths could be told of. */
static bool
print_machine(const struct machine_options *options)
{
	UT_array *errors = lines_new();
	const char *line;

	machine_print(options, stdout, errors);
	fflush(stdout); /* both may be the same terminal */
	if (!list_n(errors) || list_n(errors) < list_n(options->paths))
		print_warnings(options);
	for (size_t i = 0; (line = lines_at(errors, i)); i++)
		report_error("%s", line);
	bool good = !list_n(errors);
	lines_free(errors);
	return good;
}

/* collect machine: argv[0] is "machine". What each run records, for people. */
static int
machine(int argc, char **argv)
{
	struct machine_options options;
	struct where why;
	int status = EXIT_DONE;

	if (!machine_options_read(argc, argv, &options, &why)) {
		report_where(&why);
		status = EXIT_ERROR;
	} else if (options.ask == MACHINE_ASK_HELP) {
		machine_options_usage(stdout);
	} else if (options.ask == MACHINE_ASK_VERSION) {
		status = print_version();
	} else if (!print_machine(&options)) {
		status = EXIT_ERROR;
	}
	machine_options_free(&options);
	return status;
}

static void
print_hint(void)
{
	fputs(
	    "usage: collect run|check|import|export|machine ...\n"
	    "'collect --help' lists the options of a run and of its jobs, 'collect COMMAND --help' "
	    "a command's\n",
	    stderr);
}

static int
unknown(const char *word)
{
	static const char *const known[] = {"run",     "check",  "import",   "export",
					    "machine", "--help", "--version"};
	const char *nearest = nearest_word(word, known, countof(known));

	if (nearest) {
		report_error("unknown command '%s' (did you mean '%s'?)", word, nearest);
	} else {
		report_error("unknown command '%s'", word);
		print_hint();
	}
	return EXIT_ERROR;
}

int
main(int argc, char **argv)
{
	int status;

	report_start(argv[0]);
	char *command_line = command_quote((const char *const *)argv, (size_t)argc);
	if (argc < 2) {
		print_hint();
		status = EXIT_ERROR;
	} else if (strcmp(argv[1], "run") == 0) {
		status = run(argc - 1, argv + 1, command_line);
	} else if (strcmp(argv[1], "check") == 0) {
		status = check(argc - 1, argv + 1);
	} else if (strcmp(argv[1], "import") == 0) {
		status = import(argc - 1, argv + 1);
	} else if (strcmp(argv[1], "export") == 0) {
		status = export_records(argc - 1, argv + 1);
	} else if (strcmp(argv[1], "machine") == 0) {
		status = machine(argc - 1, argv + 1);
	} else if (strcmp(argv[1], "--help") == 0) {
		status = print_usage();
	} else if (strcmp(argv[1], "--version") == 0) {
		status = print_version();
	} else {
		status = unknown(argv[1]);
	}
	free(command_line);
	return report_close_stdout(status);
}
