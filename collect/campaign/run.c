/* Targets first, so that a refusal comes before hours of work; then group by group. */
#include "collect/campaign/run.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/campaign/disks.h"
#include "collect/campaign/doubts.h"
#include "collect/campaign/emit.h"
#include "collect/campaign/engine_facts.h"
#include "collect/campaign/merge.h"
#include "collect/campaign/test_name.h"
#include "collect/engine/measure.h"
#include "collect/machine/device.h"
#include "collect/machine/facts.h"
#include "collect/machine/range.h"
#include "collect/machine/target.h"

struct run {
	const struct run_config *config;
	struct measure_task *task;
	size_t n_tasks;
	struct measure_file *file; /* of all tasks, one behind another */
	struct target *target;     /* of each file */
	size_t n_open;             /* files */
	FILE *out;
	const char *what; /* under way, for the watch */
	int error;        /* the first one that ended a clone, as errno */
};

void
run_not_started(const struct job *first, int error, const char *why, struct where *out)
{
	char *test = test_name(first);

	where_set(out, first->file, first->line, "test '%s': %s: %s", test, why, strerror(-error));
	free(test);
}

static void
say(const struct run *run, bool warning, const struct where *what)
{
	run->config->watch.say(run->config->watch.ctx, warning, what);
}

static void
show(const struct run *run, const char *what, const char *phase)
{
	run->config->watch.show(run->config->watch.ctx, what, phase, NULL);
}

static void
on_tick(void *ctx, const struct measure_progress *progress)
{
	const struct run *run = ctx;

	const char *phase = progress->settling ? "steady?" : "measuring";

	run->config->watch.show(run->config->watch.ctx, run->what,
				progress->measuring ? phase : "ramp", progress);
}

/* Opens the targets of one clone; what the first failure is was said. */
static bool
open_clone(struct run *run, const struct job *job, unsigned clone)
{
	struct measure_task *task = &run->task[run->n_tasks++];
	struct where why;

	*task = (struct measure_task){.job = job,
				      .clone = clone,
				      .file = &run->file[run->n_open],
				      .n_files = range_n_files(job)};
	for (unsigned i = 0; i < task->n_files; i++) {
		struct target *target = &run->target[run->n_open];

		show(run, job->name, "opening");
		if (!target_open(run->config->targets, job, clone, i, target, &why)) {
			/* Whoever stops it knows why. */
			if (!*run->config->stop)
				say(run, false, &why);
			return false;
		}
		run->file[run->n_open++] = (struct measure_file){
		    target->fd, target->range.start, target->range.size, target->trim_fd};
	}
	return true;
}

/* Opens all targets. */
static bool
open_targets(struct run *run)
{
	const struct job_list *jobs = run->config->jobs;
	size_t n_tasks = 0, n_files = 0;
	struct where why;

	if (!target_check_count(jobs, &why)) {
		say(run, false, &why);
		return false;
	}
	for (size_t i = 0; i < jobs->n; i++) {
		n_tasks += jobs->job[i].numjobs;
		n_files += (size_t)jobs->job[i].numjobs * range_n_files(&jobs->job[i]);
	}
	run->task = mem_alloc(n_tasks, sizeof(*run->task));
	run->file = mem_alloc(n_files, sizeof(*run->file));
	run->target = mem_alloc(n_files, sizeof(*run->target));
	for (size_t i = 0; i < jobs->n; i++)
		for (unsigned clone = 0; clone < jobs->job[i].numjobs; clone++)
			if (!open_clone(run, &jobs->job[i], clone))
				return false;
	return true;
}

/* The first target of a task. */
static const struct target *
target_of(const struct run *run, const struct measure_task *task)
{
	return &run->target[task->file - run->file];
}
/* What one test came to: n clones of a job, from the given target on, and their sum. */
struct outcome {
	const struct job *job;
	const struct target *target;
	const struct measure_result *clone, *sum;
	size_t n;
	bool overloaded; /* the job is, so that the test may be */
};

/* Writes one test: its parameters, what it ran on, what was measured. */
static void
emit_test(const struct run *run, const char *test, const struct outcome *outcome)
{
	const struct rows rows = {run->out, run->config->commit, run->config->id, test};
	struct fact *facts = NULL;
	struct where what;

	device_facts(outcome->target, run->config->serial, &facts);
	if (range_n_files(outcome->job) > 1)
		facts_add_number(&facts, "meta.target.files", "1", range_n_files(outcome->job));
	engine_facts(&outcome->sum->engine, &facts);
	emit_job(&rows, outcome->job);
	emit_facts(&rows, facts);
	emit_result(&rows, outcome->sum);
	emit_against_job(&rows, outcome->job, outcome->clone, outcome->n);
	if (outcome->sum != outcome->clone &&
	    doubts_punted(outcome->job, outcome->sum, facts, &what))
		say(run, true, &what);
	if (outcome->overloaded)
		emit_overload(&rows, outcome->job, outcome->sum, outcome->n);
	facts_free(&facts);
}

/* Says what went wrong in one clone; returns whether it ended early by it. */
static bool
say_errors(struct run *run, const struct job *job, const struct target *target,
	   const struct measure_result *result)
{
	struct where what;
	unsigned long long failed = 0;
	const char *more = range_n_files(job) > 1 ? " or its other files" : "";

	for (size_t i = 0; i < MEASURE_ERRNOS; i++)
		failed += result->errors[i];
	if (result->error) {
		run->error = run->error ? run->error : -result->error;
		where_set(&what, job->file, job->line, "job '%s' on '%s'%s ended early: %s: %s",
			  job->name, target->path, more, result->why, strerror(-result->error));
		say(run, false, &what);
	} else if (failed) {
		where_set(&what, job->file, job->line, "job '%s' on '%s'%s: %llu I/Os failed",
			  job->name, target->path, more, failed);
		say(run, true, &what);
	}
	return result->error != 0;
}

/* Says what of a test's numbers is to be taken with care. */
static void
say_doubts(struct run *run, const struct outcome *outcome)
{
	const struct job *job = outcome->job;
	struct where what;

	if (outcome->sum->intervals_lost || outcome->sum->cells_lost) {
		where_set(&what, job->file, job->line,
			  "job '%s': the samples end before the run: a longer --interval keeps "
			  "them all",
			  job->name);
		say(run, true, &what);
	}
	if (doubts_overload_warning(job, outcome->sum, outcome->n, &what))
		say(run, true, &what);
	/* Whoever stops it knows why it was not. */
	if (!*run->config->stop && doubts_steady(job, outcome->sum, &what))
		say(run, true, &what);
	if (doubts_accounting(job, outcome->clone, outcome->n, &what))
		say(run, true, &what);
}

/* Says what of the engine's options was asked for and not granted. */
static void
say_declined(const struct run *run, const struct job *job, const struct measure_engine *engine)
{
	struct where what;

	if (!engine->declined[0])
		return;
	where_set(&what, job->file, job->line, "job '%s' runs without: %s", job->name,
		  engine->declined);
	say(run, true, &what);
}

/* Writes the clones of one job, merged and where asked each by itself. Returns whether none ended
 * by an error. */
static bool
finish_job(struct run *run, const struct measure_task *task, const struct measure_result *result)
{
	const struct job *job = task->job;
	char *test = test_name(job);
	struct measure_result merged;
	struct outcome all = {job, target_of(run, task), result, &merged, job->numjobs, false};
	char overload[DOUBTS_TEXT];
	bool good = true;

	merge_results(result, job->numjobs, &merged);
	all.overloaded = doubts_overload(job, &merged, job->numjobs, overload);
	say_declined(run, job, &merged.engine);
	emit_test(run, test, &all);
	for (unsigned i = 0; i < job->numjobs; i++) {
		const struct target *target = target_of(run, &task[i]);
		const struct outcome one = {job, target, &result[i], &result[i], 1, all.overloaded};
		good &= !say_errors(run, job, target, &result[i]);
		if (!run->config->per_job)
			continue;
		char *clone = mem_format("%s/%u", test, i);
		emit_test(run, clone, &one);
		free(clone);
	}
	say_doubts(run, &all);
	measure_result_free(&merged);
	free(test);
	return good;
}

/* Writes what all jobs of a group have in common, with the test of the first one, as where it is
 * imported: the disks' own counts. */
static void
finish_disks(struct run *run, const char *test, const struct disks *disks, size_t first, size_t n,
	     const struct measure_result *result)
{
	const struct rows rows = {run->out, run->config->commit, run->config->id, test};
	struct where what;

	disks_emit(disks, &rows);
	if (disks_shared(disks, run->task + first, target_of(run, run->task + first), result, n,
			 &what))
		say(run, true, &what);
}

/* Files that the n tasks have open. */
static size_t
n_files(const struct measure_task *task, size_t n)
{
	size_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += task[i].n_files;
	return sum;
}

/* Measures the n tasks from the first on, which are all of one group. */
static bool
measure_group(struct run *run, size_t first, size_t n)
{
	const struct measure_task *task = run->task + first;
	const struct measure_config config = {.interval_s = run->config->interval_s,
					      .heatmap = run->config->heatmap,
					      .stop = run->config->stop,
					      .tick = on_tick,
					      .ctx = run};
	struct measure_result *result = mem_alloc(n, sizeof(*result));
	char *test = test_name(task->job), why[MEASURE_WHY];
	struct disks disks;
	bool good = true;

	run->what = test;
	show(run, test, "starting");
	disks_begin(&disks, target_of(run, task), n_files(task, n));
	int error = measure_run(task, n, &config, result, why);
	disks_end(&disks);
	for (size_t i = 0; !error && i < n; i += task[i].job->numjobs)
		good &= finish_job(run, &task[i], &result[i]);
	if (!error)
		finish_disks(run, test, &disks, first, n, result);
	if (error) {
		struct where what;
		run->error = run->error ? run->error : -error;
		run_not_started(task->job, error, why, &what);
		say(run, false, &what);
	}
	for (size_t i = 0; i < n; i++)
		measure_result_free(&result[i]);
	disks_free(&disks);
	free(result);
	free(test);
	return good && !error;
}

/* Measures all groups, one after another, until one fails or somebody stops it. */
static enum run_end
measure_groups(struct run *run)
{
	for (size_t first = 0, n; first < run->n_tasks; first += n) {
		unsigned group = run->task[first].job->group;

		for (n = 1; first + n < run->n_tasks; n++)
			if (run->task[first + n].job->group != group)
				break;
		if (*run->config->stop)
			return RUN_STOPPED;
		if (!measure_group(run, first, n))
			return *run->config->stop ? RUN_STOPPED : RUN_FAILED;
	}
	return *run->config->stop ? RUN_STOPPED : RUN_COMPLETE;
}

/* The last row of a run says how it ended. */
static void
emit_end(const struct rows *rows, enum run_end end, int signal, int error)
{
	struct fact *facts = NULL;

	if (end == RUN_STOPPED)
		facts_add(&facts, "meta.interrupted", "SIG%s", sigabbrev_np(signal));
	else if (end == RUN_FAILED)
		facts_add(&facts, "meta.interrupted", "%s", strerrorname_np(error));
	else
		facts_add_number(&facts, "meta.complete", "1", 1);
	emit_facts(rows, facts);
	facts_free(&facts);
}

enum run_end
run_measure(const struct run_config *config, FILE *out)
{
	struct run run = {.config = config, .out = out};
	const struct rows rows = {out, config->commit, config->id, ""};
	enum run_end end = RUN_REFUSED;

	if (open_targets(&run) && config->watch.begin(config->watch.ctx)) {
		emit_facts(&rows, config->facts);
		end = measure_groups(&run);
		emit_end(&rows, end, *config->stop, run.error);
	} else if (*config->stop) {
		end = RUN_STOPPED;
	}
	for (size_t i = 0; i < run.n_open; i++)
		target_close(&run.target[i]);
	target_set_release(config->targets);
	free(run.target);
	free(run.task);
	free(run.file);
	return end;
}
