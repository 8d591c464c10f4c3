/* collect: measures jobs on real devices and files, and writes records to standard output. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/report.h"
#include "collect/base/source.h"
#include "collect/base/where.h"
#include "collect/campaign/campaign.h"
#include "collect/campaign/command.h"
#include "collect/campaign/commits.h"
#include "collect/campaign/git.h"
#include "collect/campaign/run.h"
#include "collect/campaign/stop.h"
#include "collect/export/options.h"
#include "collect/job/command_line.h"
#include "collect/job/file.h"
#include "collect/machine/facts.h"
#include "collect/machine/machine.h"
#include "collect/options.h"
#include "version.h"

static void
on_say(void *ctx, bool warning, const struct where *what)
{
	(void)ctx;
	if (warning)
		report_where_warning(what);
	else
		report_where(what);
}

static bool
read_job_file(const char *path, bool after_job_options, struct job_list *jobs, UT_array *warnings,
	      struct where *why)
{
	const char *name;
	FILE *in = source_open(path, &name, why);

	if (!in)
		return where_set(
		    why, path, 0, "cannot open this job file: %s%s", strerror(errno),
		    after_job_options ? " (job options take their values with =: --name=JOB)" : "");
	bool good = job_file_read(in, name, job_open_file, NULL, jobs, warnings, why);
	source_close(in);
	return good;
}

/* Says the warnings and frees their list. */
static void
say_warnings(UT_array *warnings)
{
	for (size_t i = 0; i < list_n(warnings); i++)
		report_warning("%s", lines_at(warnings, i));
	lines_free(warnings);
}

/* The jobs of all files, then those of the command line; warnings are said. */
static bool
read_jobs(const struct options *options, struct job_list *jobs, struct where *why)
{
	UT_array *warnings = lines_new();
	bool good = true;

	for (size_t i = 0; good && i < options->files.n; i++)
		good =
		    read_job_file(options->files.word[i], options->jobs.n > 0, jobs, warnings, why);
	if (good && options->jobs.n)
		good =
		    job_command_line_read(options->jobs.word, options->jobs.n, jobs, warnings, why);
	say_warnings(warnings);
	if (good && !jobs->n)
		return where_set(why, NULL, 0,
				 "no job: name a job file, or give --name=JOB and its options");
	return good;
}

/* Without a name given there is one commit: what the repository's working tree is at. */
static bool
name_commits(struct options *options, char **described, struct where *why)
{
	*described = NULL;
	if (options->commits.n)
		return true;
	if (options->repo && !(*described = git_describe(options->repo)))
		return where_set(why, NULL, 0,
				 "--repo '%s': git cannot describe it: say --commit NAME",
				 options->repo);
	options->commits.word[options->commits.n++] = *described ? *described : "unnamed";
	return true;
}

static uint64_t
random_seed(void)
{
	uint64_t seed = 0;

	if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed))
		seed = (uint64_t)getpid();
	return seed;
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
	case CAMPAIGN_FAILED:
		break;
	}
	return EXIT_ERROR;
}

static int
run_campaign(const struct options *options, const struct campaign_commit *commits,
	     const char *command_line)
{
	char boot_id[MACHINE_BOOT_ID];
	const struct campaign_config config = {
	    .commit = commits,
	    .n_commits = options->commits.n,
	    .n_runs = options->runs,
	    .shuffle = options->shuffle,
	    .seed = options->has_seed ? options->seed : random_seed(),
	    .prepare = options->prepare,
	    .cleanup = options->cleanup,
	    .repo = options->repo,
	    .session = options->session ? options->session : machine_boot_id(boot_id),
	    .command_line = command_line,
	    .tool = "ringside " RINGSIDE_VERSION,
	    .interval_s = options->interval_s,
	    .per_job = options->per_job,
	    .allow_write = options->allow_write.word,
	    .n_allow_write = options->allow_write.n,
	    .keep_files = options->keep_files,
	    .out = stdout,
	    .terminal = isatty(STDERR_FILENO) && !options->quiet ? stderr : NULL,
	    .stop = stop_catch(),
	    .say = on_say,
	};

	return exit_status(campaign_run(&config), config.stop);
}

/* Gives each commit its jobs and measures them. */
static int
run_commits(const struct options *options, const struct job_list *jobs, const char *command_line)
{
	struct campaign_commit *commits = mem_alloc(options->commits.n, sizeof(*commits));
	UT_array *warnings = lines_new();
	struct where why;
	bool good = run_check_names(jobs, options->per_job, &why) &&
		    commits_make(options->commits.word, options->commits.n, jobs, commits, &why);
	for (size_t i = 0; good && i < options->sets.n; i++)
		good =
		    commits_set(commits, options->commits.n, options->sets.word[i], warnings, &why);
	say_warnings(warnings);
	if (!good)
		report_where(&why);
	else if (options->commits.n > 1 && !options->prepare && !options->sets.n)
		report_warning("without --prepare or --set all commits measure the same thing");
	int status = good ? run_campaign(options, commits, command_line) : EXIT_ERROR;
	commits_free(commits, options->commits.n);
	free(commits);
	return status;
}

static int
print_version(void)
{
	puts("ringside " RINGSIDE_VERSION);
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
	struct options options;
	struct job_list jobs = {NULL, 0};
	struct where why;
	char *described = NULL;
	int status = EXIT_ERROR;

	bool good = options_read(argc, argv, &options, &why);
	if (good && options.ask == OPTIONS_HELP)
		status = print_usage();
	else if (good && options.ask == OPTIONS_VERSION)
		status = print_version();
	else if (good && read_jobs(&options, &jobs, &why) &&
		 name_commits(&options, &described, &why))
		status = run_commits(&options, &jobs, command_line);
	else
		report_where(&why);
	free(described);
	job_list_free(&jobs);
	options_free(&options);
	return status;
}

/* collect machine: the fingerprint that each run records, for people. */
static int
machine(int argc)
{
	struct fact *facts = NULL;

	if (argc > 1) {
		report_error("machine takes no arguments");
		return EXIT_ERROR;
	}
	machine_facts(&facts);
	machine_load(&facts);
	for (const struct fact *f = facts; f; f = f->next)
		printf("%s %s\n", f->metric + strlen("meta."), f->value);
	facts_free(&facts);
	return EXIT_DONE;
}

/* collect export: argv[0] is "export". */
static int export(int argc, char **argv)
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

static int
unknown(const char *word)
{
	static const char *const known[] = {"run", "export", "machine", "--help", "--version"};
	const char *nearest = nearest_word(word, known, countof(known));

	if (nearest)
		report_error("unknown command '%s' (did you mean '%s'?)", word, nearest);
	else
		report_error("unknown command '%s' (--help lists them)", word);
	return EXIT_ERROR;
}

int
main(int argc, char **argv)
{
	int status;

	report_start(argv[0]);
	char *command_line = command_quote((const char *const *)argv, (size_t)argc);
	if (argc < 2) {
		options_usage(stderr);
		status = EXIT_ERROR;
	} else if (strcmp(argv[1], "run") == 0) {
		status = run(argc - 1, argv + 1, command_line);
	} else if (strcmp(argv[1], "export") == 0) {
		status = export(argc - 1, argv + 1);
	} else if (strcmp(argv[1], "machine") == 0) {
		status = machine(argc - 1);
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
