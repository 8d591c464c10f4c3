/* The way from the command line to the campaign. */
#include "collect/campaign/run_command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/source.h"
#include "collect/base/utf8.h"
#include "collect/base/where.h"
#include "collect/campaign/cells.h"
#include "collect/campaign/commits.h"
#include "collect/campaign/git.h"
#include "collect/campaign/remote.h"
#include "collect/campaign/resume.h"
#include "collect/campaign/run.h"
#include "collect/campaign/stop.h"
#include "collect/campaign/test_name.h"
#include "collect/job/command_line.h"
#include "collect/job/file.h"
#include "collect/job/value.h"
#include "collect/machine/machine.h"
#include "collect/machine/range.h"
#include "collect/machine/warnings.h"

const char run_no_job[] = "no job: name a job file, or give --name=JOB and its options";

FILE *
run_open_job_file(const char *path, const struct options *options, const char **name,
		  struct where *why)
{
	FILE *in = source_open(path, name, why);

	if (!in)
		where_set(why, path, 0, "cannot open this job file: %s%s", strerror(errno),
			  options->jobs.n ? " (job options take their values with =: --name=JOB)"
					  : "");
	return in;
}

static bool
read_job_file(const char *path, const struct options *options, struct job_list *jobs,
	      UT_array *warnings, struct where *why)
{
	const char *name;
	FILE *in = run_open_job_file(path, options, &name, why);

	if (!in)
		return false;
	bool good = job_file_read(in, name, job_open_file, NULL, jobs, warnings, why);
	source_close(in);
	return good;
}

static void
warn(const struct run_command *command, const char *text)
{
	struct where what;

	where_set(&what, NULL, 0, "%s", text);
	command->say(NULL, true, &what);
}

/* Says the warnings and frees their list. */
static void
say_warnings(const struct run_command *command, UT_array *warnings)
{
	for (size_t i = 0; i < list_n(warnings); i++)
		warn(command, lines_at(warnings, i));
	lines_free(warnings);
}

/* The jobs of all files, then those of the command line; warnings are said. */
static bool
read_jobs(const struct run_command *command, const struct options *options, struct job_list *jobs,
	  struct where *why)
{
	UT_array *warnings = lines_new();
	bool good = true;

	for (size_t i = 0; good && i < options->files.n; i++)
		good = read_job_file(options->files.word[i], options, jobs, warnings, why);
	if (good && options->jobs.n)
		good =
		    job_command_line_read(options->jobs.word, options->jobs.n, jobs, warnings, why);
	say_warnings(command, warnings);
	if (good && !jobs->n)
		return where_set(why, NULL, 0, "%s", run_no_job);
	return good;
}

bool
run_name_commits(struct options *options, char **described, struct where *why)
{
	*described = NULL;
	if (options->commits.n)
		return true;
	if (options->repo && !(*described = git_describe(options->repo)))
		return where_set(why, NULL, 0,
				 "--repo '%s': git cannot describe it: say --commit NAME",
				 options->repo);
	if (*described && !utf8_is_valid(view_of(*described)))
		return where_set(why, NULL, 0,
				 "--repo '%s': its commit's name is not UTF-8: say --commit NAME",
				 options->repo);
	options->commits.word[options->commits.n++] = *described ? *described : "unnamed";
	return true;
}

/* Whether some file of some clone is called so. */
static bool
has_target(const struct job_list *jobs, const char *path)
{
	bool found = false;

	for (size_t i = 0; !found && i < jobs->n; i++) {
		const struct job *job = &jobs->job[i];
		/* All clones work on files that have names. */
		unsigned clones = job->n_filenames ? 1 : job->numjobs;

		for (unsigned clone = 0; !found && clone < clones; clone++) {
			for (unsigned k = 0; !found && k < range_n_files(job); k++) {
				char *name = range_path(job, clone, k);
				found = strcmp(name, path) == 0;
				free(name);
			}
		}
	}
	return found;
}

void
run_check_allowed(const struct options *options, const struct campaign_commit *commits,
		  UT_array *warnings)
{
	for (size_t i = 0; !options->precondition_ns && i < options->allow_write.n; i++) {
		const char *path = options->allow_write.word[i];
		bool found = false;

		for (size_t k = 0; !found && k < options->commits.n; k++)
			found = has_target(&commits[k].jobs, path);
		if (!found)
			lines_note(warnings,
				   "--allow-write '%s' is no target of any job, letter for letter",
				   path);
	}
}

static uint64_t
random_seed(void)
{
	uint64_t seed = 0;

	if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed))
		seed = (uint64_t)getpid();
	return seed;
}

/* The seed of the runs that there are, else what the options say. */
static bool
take_seed(const struct options *options, const struct resume *resume, uint64_t *seed,
	  struct where *why)
{
	const struct name *before = resume->logbook.seed;

	*seed = options->has_seed ? options->seed : random_seed();
	if (!before)
		return true;
	uint64_t asked = *seed;
	if (!value_unsigned(before->text, seed))
		return where_set(why, resume->path, 0, "the seed '%s' is no whole number",
				 before->text);
	if (!options->has_seed || asked == *seed)
		return true;
	return where_set(why, resume->path, 0,
			 "another campaign: its seed is %s, that of --seed %" PRIu64, before->text,
			 asked);
}

/* Names the commit of the next run on standard output. */
static enum campaign_end
print_next(const struct campaign_config *config)
{
	struct cells cells;

	cells_make(config, &cells);
	size_t cell = cells_next(&cells, 0);
	bool left = cell < cells.n;
	if (left)
		printf("%s\n", config->commit[cells.plan.commit[cell]].name);
	cells_free(&cells);
	return left ? CAMPAIGN_DONE : CAMPAIGN_NONE_LEFT;
}

/* Says where the records go, or what there is of them. */
static void
tell(const struct run_command *command, const struct options *options,
     const struct campaign_config *config)
{
	struct cells cells;
	struct where what;

	if (!options->resume) {
		where_set(&what, NULL, 0,
			  "records go to standard output; 'collect run ... | analyze summary | "
			  "render summary' shows them");
		if (isatty(STDOUT_FILENO))
			command->say(NULL, false, &what);
		return;
	}
	cells_make(config, &cells);
	where_set(&what, options->resume, 0, "%zu of %zu runs are complete, %zu left",
		  cells.n - cells.n_left, cells.n, cells.n_left);
	cells_free(&cells);
	command->say(NULL, false, &what);
}

static enum campaign_end
run_campaign(struct run_command *command, const struct options *options,
	     const struct campaign_commit *commits, const struct resume *resume, uint64_t seed)
{
	char boot_id[MACHINE_BOOT_ID];
	const struct remote remote = {
	    .command = options->on, .collect = options->on_collect, .session = options->session};
	struct campaign_config config = {
	    .commit = commits,
	    .n_commits = options->commits.n,
	    .n_runs = options->runs,
	    .shuffle = options->shuffle,
	    .seed = seed,
	    .prepare = options->prepare,
	    .cleanup = options->cleanup,
	    .repo = options->repo,
	    .session = options->session ? options->session : machine_boot_id(boot_id),
	    .command_line = command->command_line,
	    .tool = command->tool,
	    .interval_s = options->interval_s,
	    .per_job = options->per_job,
	    .heatmap = options->heatmap,
	    .serial = options->serial,
	    .allow_write = options->allow_write.word,
	    .n_allow_write = options->allow_write.n,
	    .keep_files = options->keep_files,
	    .precondition_ns = options->precondition_ns,
	    .remote = options->on ? &remote : NULL,
	    .next = options->next,
	    .resume = options->resume ? resume : NULL,
	    .out = resume->out ? resume->out : stdout,
	    .terminal = isatty(STDERR_FILENO) && !options->quiet ? stderr : NULL,
	    .stop = command->stop = stop_catch(),
	    .say = command->say,
	};

	if (options->print_next)
		return print_next(&config);
	if (!options->quiet)
		tell(command, options, &config);
	char *unsteady = options->on ? NULL : machine_warnings(&commits[0].jobs);
	config.unsteady = unsteady;
	enum campaign_end end = campaign_run(&config);
	free(unsteady);
	return end;
}

/* Goes on with the runs that the records of --resume lack. */
static enum campaign_end
resume_campaign(struct run_command *command, const struct options *options,
		const struct campaign_commit *commits)
{
	struct resume resume = {.path = NULL};
	struct where why;
	uint64_t seed;
	bool good =
	    !options->resume || resume_open(options->resume, options->print_next, &resume, &why);

	good = good && resume_check(&resume, commits, options->commits.n, options->per_job, &why) &&
	       take_seed(options, &resume, &seed, &why);
	enum campaign_end end = CAMPAIGN_FAILED;
	if (good)
		end = run_campaign(command, options, commits, &resume, seed);
	else
		command->say(NULL, false, &why);
	resume_close(&resume);
	return end;
}

/* Gives each commit its jobs and measures them. */
static enum campaign_end
run_commits(struct run_command *command, const struct options *options, const struct job_list *jobs)
{
	struct campaign_commit *commits = mem_alloc(options->commits.n, sizeof(*commits));
	UT_array *warnings = lines_new();
	struct where why;
	bool good = test_names_check(jobs, options->per_job, &why) &&
		    commits_make(options->commits.word, options->commits.n, jobs, commits, &why);
	for (size_t i = 0; good && i < options->sets.n; i++)
		good =
		    commits_set(commits, options->commits.n, options->sets.word[i], warnings, &why);
	for (size_t i = 0; good && options->on && i < options->commits.n; i++)
		good = remote_check(&commits[i].jobs, &why);
	if (good)
		commits_differ(commits, options->commits.n, warnings);
	if (good)
		run_check_allowed(options, commits, warnings);
	say_warnings(command, warnings);
	if (!good)
		command->say(NULL, false, &why);
	else if (options->commits.n > 1 && !options->prepare && !options->sets.n &&
		 !options->next && !options->print_next)
		warn(command, "without --prepare or --set all commits measure the same thing");
	enum campaign_end end = good ? resume_campaign(command, options, commits) : CAMPAIGN_FAILED;
	commits_free(commits, options->commits.n);
	free(commits);
	return end;
}

enum campaign_end
run_command(struct run_command *command, struct options *options)
{
	struct job_list jobs = {NULL, 0};
	struct where why;
	char *described = NULL;
	enum campaign_end end = CAMPAIGN_FAILED;

	if (read_jobs(command, options, &jobs, &why) && run_name_commits(options, &described, &why))
		end = run_commits(command, options, &jobs);
	else
		command->say(NULL, false, &why);
	free(described);
	job_list_free(&jobs);
	return end;
}
