/* Jobs are read, their targets opened to look only, their engines set up on /dev/null: by the code
 * that does so in a run. */
#include "collect/campaign/check_command.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/campaign/check_jobs.h"
#include "collect/campaign/commits.h"
#include "collect/campaign/duration.h"
#include "collect/campaign/explain.h"
#include "collect/campaign/precondition.h"
#include "collect/campaign/run.h"
#include "collect/campaign/run_command.h"
#include "collect/campaign/test_name.h"
#include "collect/engine/measure.h"
#include "collect/machine/range.h"
#include "collect/machine/target.h"

struct check {
	const struct check_command *command;
	const struct options *options;
	struct target_set *targets; /* NULL = they are not looked at */
	bool refused;
};

/* What a clone does, in words, one for each of its files; alike for the clones first .. last. */
struct clones {
	UT_array *texts;
	unsigned first, last;
};

static void
refuse(struct check *check, const struct where *why)
{
	check->refused = true;
	fflush(check->command->out); /* both may be the same terminal */
	check->command->say(check->command->ctx, false, why);
}

static void
print_clones(const struct check *check, const struct job *job, struct clones *clones)
{
	char label[64] = "";

	if (job->numjobs > 1 && clones->first == clones->last)
		snprintf(label, sizeof(label), "clone %u ", clones->first);
	else if (job->numjobs > 1)
		snprintf(label, sizeof(label), "clones %u to %u: each ", clones->first,
			 clones->last);
	for (size_t i = 0; i < list_n(clones->texts); i++)
		fprintf(check->command->out, "  %s%s\n", label, lines_at(clones->texts, i));
	lines_free(clones->texts);
	*clones = (struct clones){.texts = NULL};
}

static bool
same_texts(const UT_array *a, const UT_array *b)
{
	if (!a || list_n(a) != list_n(b))
		return false;
	for (size_t i = 0; i < list_n(a); i++)
		if (strcmp(lines_at(a, i), lines_at(b, i)) != 0)
			return false;
	return true;
}

/* Looks at the targets of one clone. What is refused is said once a job. */
static UT_array *
look_at_clone(struct check *check, const struct job *job, unsigned clone, UT_array *said)
{
	UT_array *texts = lines_new();

	for (unsigned i = 0; i < range_n_files(job); i++) {
		struct target target;
		struct where why;

		if (target_open(check->targets, job, clone, i, &target, &why)) {
			char *text = explain_target(job, &target);
			lines_add(texts, text);
			free(text);
			target_close(&target);
		} else if (!lines_have(said, why.why)) {
			lines_add(said, why.why);
			refuse(check, &why);
		}
	}
	return texts;
}

static void
look_at_targets(struct check *check, const struct job *job)
{
	struct clones clones = {.texts = NULL};
	UT_array *said = lines_new();

	for (unsigned clone = 0; clone < job->numjobs; clone++) {
		UT_array *texts = look_at_clone(check, job, clone, said);

		if (same_texts(clones.texts, texts)) {
			clones.last = clone;
			lines_free(texts);
			continue;
		}
		if (clones.texts)
			print_clones(check, job, &clones);
		clones = (struct clones){texts, clone, clone};
	}
	if (clones.texts)
		print_clones(check, job, &clones);
	if (list_n(said))
		fprintf(check->command->out, "  refused\n");
	lines_free(said);
}

/* One paragraph. */
static void
check_job(struct check *check, const struct job *job, unsigned n_groups)
{
	FILE *out = check->command->out;
	char time[EXPLAIN_TIME];

	explain_job(out, job, n_groups);
	if (check->targets)
		look_at_targets(check, job);
	else
		fprintf(out, "  accepted; targets are not looked at\n");
	fprintf(out, "  runs %s%s\n\n", explain_time(duration_job_s(job), time),
		job->runtime_ns && (!job->time_based || job->steadystate.duration_ns) ? " at most"
										      : "");
}

/* Fills in the clones of a group with a file each that swallows all; how many there are. */
static size_t
fill_tasks(const struct job *job, size_t n_jobs, struct measure_task *task,
	   struct measure_file *file, int fd)
{
	size_t n = 0;

	for (size_t i = 0; i < n_jobs; i++) {
		for (unsigned clone = 0; clone < job[i].numjobs; clone++, n++) {
			file[n] = (struct measure_file){fd, 0, job_bs_max(&job[i]), fd};
			task[n] = (struct measure_task){&job[i], clone, &file[n], 1};
		}
	}
	return n;
}

/* Sets up the engines of a group as a run does, all clones together, and ends at once. */
static void
set_up_group(struct check *check, const struct job *job, size_t n_jobs)
{
	static const volatile sig_atomic_t stop = SIGINT;
	const struct measure_config config = {.interval_s = check->options->interval_s,
					      .stop = &stop};
	size_t n = 0;
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (size_t i = 0; i < n_jobs; i++)
		n += job[i].numjobs;
	struct measure_task *task = mem_alloc(n, sizeof(*task));
	struct measure_file *file = mem_alloc(n, sizeof(*file));
	struct measure_result *result = mem_alloc(n, sizeof(*result));
	char reason[MEASURE_WHY] = "cannot open '/dev/null'";
	struct where why;

	fill_tasks(job, n_jobs, task, file, fd);
	int error = fd < 0 ? -errno : measure_run(task, n, &config, result, reason);
	if (error) {
		run_not_started(job, error, reason, &why);
		refuse(check, &why);
	}
	for (size_t i = 0; i < n; i++)
		measure_result_free(&result[i]);
	free(result);
	free(file);
	free(task);
	if (fd >= 0)
		close(fd);
}

/* All jobs of one commit. */
static void
check_jobs(struct check *check, const struct job_list *jobs)
{
	unsigned n_groups = jobs->job[jobs->n - 1].group + 1;
	struct where why;

	if (check->targets && !target_check_count(jobs, &why)) {
		refuse(check, &why);
		return;
	}
	for (size_t i = 0; i < jobs->n; i++)
		check_job(check, &jobs->job[i], n_groups);
	for (size_t first = 0, n; check->targets && first < jobs->n; first += n) {
		for (n = 1; first + n < jobs->n; n++)
			if (jobs->job[first + n].group != jobs->job[first].group)
				break;
		set_up_group(check, &jobs->job[first], n);
	}
}

static void
print_whole(const struct check *check, const struct campaign_commit *commits)
{
	const struct options *options = check->options;
	size_t n = options->runs * options->commits.n;
	double all_s = 0;
	char time[EXPLAIN_TIME];

	for (size_t i = 0; i < options->commits.n; i++)
		all_s += duration_s(&commits[i].jobs) * (double)options->runs;
	fprintf(check->command->out, "%zu run%s in all", n, n == 1 ? "" : "s");
	if (!isnan(all_s))
		fprintf(check->command->out, ", %s%s", explain_time(all_s, time),
			options->prepare || options->cleanup ? " and the commands around them"
							     : "");
	fputs("\n", check->command->out);
}

/* What is overwritten before the first run, which is the first commit's. */
static void
check_precondition(struct check *check, const struct job_list *jobs)
{
	const struct options *options = check->options;
	char time[EXPLAIN_TIME];

	if (!options->precondition_ns)
		return;
	fprintf(check->command->out, "preconditioning, before the first run:\n");
	for (size_t i = 0; i < options->allow_write.n; i++) {
		struct where why;
		char *text =
		    precondition_explain(check->targets, options->allow_write.word[i], jobs, &why);

		if (text)
			fprintf(check->command->out, "  %s, then at random for at most %s\n", text,
				explain_time((double)options->precondition_ns * 1e-9, time));
		else
			refuse(check, &why);
		free(text);
	}
	fputs("\n", check->command->out);
}

/* Commits differ in their jobs only where --set says so. */
static void
check_commits(struct check *check, const struct campaign_commit *commits)
{
	const struct options *options = check->options;

	check_precondition(check, &commits[0].jobs);
	for (size_t i = 0; i < (options->sets.n ? options->commits.n : 1); i++) {
		if (options->sets.n)
			fprintf(check->command->out, "commit '%s'\n\n", commits[i].name);
		check_jobs(check, &commits[i].jobs);
	}
	if (!check->refused)
		print_whole(check, commits);
}

static void
check_all(struct check *check, const struct job_list *jobs)
{
	const struct options *options = check->options;
	struct campaign_commit *commits = mem_alloc(options->commits.n, sizeof(*commits));
	UT_array *warnings = lines_new();
	struct where why;
	bool good = test_names_check(jobs, options->per_job, &why) &&
		    commits_make(options->commits.word, options->commits.n, jobs, commits, &why);

	for (size_t i = 0; good && i < options->sets.n; i++)
		good =
		    commits_set(commits, options->commits.n, options->sets.word[i], warnings, &why);
	if (good)
		commits_differ(commits, options->commits.n, warnings);
	if (good)
		run_check_allowed(options, commits, warnings);
	for (size_t i = 0; i < list_n(warnings); i++) {
		struct where what;
		where_set(&what, NULL, 0, "%s", lines_at(warnings, i));
		check->command->say(check->command->ctx, true, &what);
	}
	if (good)
		check_commits(check, commits);
	else
		refuse(check, &why);
	lines_free(warnings);
	commits_free(commits, options->commits.n);
	free(commits);
}

bool
check_command(const struct check_command *command, struct options *options)
{
	struct stat output;
	bool written = options->resume && stat(options->resume, &output) == 0;
	const struct target_rules rules = {.output = written ? &output : NULL,
					   .allow_write = options->allow_write.word,
					   .n_allow_write = options->allow_write.n,
					   .look_only = true};
	struct check check = {.command = command, .options = options};
	const struct check_listener listener = {command->say, command->ctx};
	struct job_list jobs = {NULL, 0};
	struct where why;
	char *described = NULL;

	check.targets = options->no_targets ? NULL : target_set_new(&rules);
	check.refused = !check_jobs_read(options, &jobs, &listener);
	if (!run_name_commits(options, &described, &why))
		refuse(&check, &why);
	else if (jobs.n)
		check_all(&check, &jobs);
	free(described);
	job_list_free(&jobs);
	target_set_free(check.targets);
	return !check.refused;
}
