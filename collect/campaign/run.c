/* Targets first, so that a refusal comes before hours of work; then group by group. */
#include "collect/campaign/run.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/campaign/emit.h"
#include "collect/campaign/merge.h"
#include "collect/engine/measure.h"
#include "collect/machine/device.h"
#include "collect/machine/facts.h"
#include "collect/machine/target.h"

struct run {
	const struct run_config *config;
	struct target *target; /* of each task */
	struct measure_task *task;
	struct measure_file *file; /* of each task */
	size_t n_tasks, n_open;
	FILE *out;
	const char *what; /* under way, for the watch */
	int error;        /* the first one that ended a clone, as errno */
};

/* A heap string: what the job's records are called. */
static char *
test_name(const struct job *job)
{
	return mem_format("%s/%s", job->stem, job->name);
}

/* Whether the job is called like a clone of the other one. */
static bool
is_clone_name(const struct job *job, const struct job *other)
{
	size_t n = strlen(other->name);
	char *end;

	if (strcmp(job->stem, other->stem) != 0 || strncmp(job->name, other->name, n) != 0 ||
	    job->name[n] != '/' || !isdigit((unsigned char)job->name[n + 1]))
		return false;
	unsigned long clone = strtoul(job->name + n + 1, &end, 10);
	return *end == '\0' && clone < other->numjobs;
}

bool
run_check_names(const struct job_list *jobs, bool per_job, struct where *why)
{
	for (size_t i = 0; per_job && i < jobs->n; i++) {
		for (size_t k = 0; k < jobs->n; k++) {
			if (is_clone_name(&jobs->job[i], &jobs->job[k]))
				return where_set(
				    why, jobs->job[i].file, jobs->job[i].line,
				    "with --per-job a clone of the job '%s' is called '%s' too",
				    jobs->job[k].name, jobs->job[i].name);
		}
	}
	return true;
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

	run->config->watch.show(run->config->watch.ctx, run->what,
				progress->measuring ? "measuring" : "warming up", progress);
}

/* Opens all targets; what the first failure is was said. */
static bool
open_targets(struct run *run)
{
	const struct job_list *jobs = run->config->jobs;
	struct where why;

	for (size_t i = 0; i < jobs->n; i++) {
		const struct job *job = &jobs->job[i];

		for (unsigned clone = 0; clone < job->numjobs; clone++) {
			struct target *target = &run->target[run->n_open];

			show(run, job->name, "opening");
			if (!target_open(run->config->targets, job, clone, target, &why)) {
				/* Whoever stops it knows why. */
				if (!*run->config->stop)
					say(run, false, &why);
				return false;
			}
			struct measure_file *file = &run->file[run->n_open];
			*file = (struct measure_file){target->fd, target->range.start,
						      target->range.size};
			run->task[run->n_open++] = (struct measure_task){
			    .job = job, .clone = clone, .file = file, .n_files = 1};
		}
	}
	return true;
}

static void
engine_facts(const struct measure_engine *engine, struct fact **facts)
{
	facts_add(facts, "meta.engine.reap", "%s", engine->reap);
	facts_add(facts, "meta.engine.taskrun", "%s", engine->taskrun);
	facts_add(facts, "meta.engine.clock", "%s", engine->clock);
	facts_add(facts, "meta.engine.submit_max", "%u", engine->submit_max);
	facts_add(facts, "meta.engine.reap_min", "%u", engine->reap_min);
	facts_add(facts, "meta.engine.reap_max", "%u", engine->reap_max);
	if (engine->ring_slots)
		facts_add(facts, "meta.engine.ring_slots", "%u", engine->ring_slots);
	facts_add(facts, "meta.engine.fixed_buffers", "%d", engine->fixed_buffers);
	facts_add(facts, "meta.engine.fixed_files", "%d", engine->fixed_files);
}

/* Writes one test: its parameters, what it ran on, what was measured. */
static void
emit_test(const struct run *run, const char *test, const struct job *job,
	  const struct target *target, const struct measure_result *result)
{
	const struct rows rows = {run->out, run->config->commit, run->config->id, test};
	struct fact *facts = NULL;

	device_facts(target, &facts);
	engine_facts(&result->engine, &facts);
	emit_job(&rows, job);
	emit_facts(&rows, facts);
	emit_result(&rows, result);
	facts_free(&facts);
}

/* Says what went wrong in one clone; returns whether it ended early by it. */
static bool
say_errors(struct run *run, const struct job *job, const struct target *target,
	   const struct measure_result *result)
{
	struct where what;
	unsigned long long failed = 0;

	for (size_t i = 0; i < MEASURE_ERRNOS; i++)
		failed += result->errors[i];
	if (result->error) {
		run->error = run->error ? run->error : -result->error;
		where_set(&what, job->file, job->line, "job '%s' on '%s' ended early: %s: %s",
			  job->name, target->path, result->why, strerror(-result->error));
		say(run, false, &what);
	} else if (failed) {
		where_set(&what, job->file, job->line, "job '%s' on '%s': %llu I/Os failed",
			  job->name, target->path, failed);
		say(run, true, &what);
	}
	if (result->intervals_lost) {
		where_set(&what, job->file, job->line,
			  "job '%s': the samples end before the run: a longer --interval keeps "
			  "them all",
			  job->name);
		say(run, true, &what);
	}
	return result->error != 0;
}

/* Writes the clones of one job, merged and where asked each by itself. Returns whether none ended
 * by an error. */
static bool
finish_job(struct run *run, const struct measure_task *task, const struct target *target,
	   const struct measure_result *result)
{
	const struct job *job = task->job;
	char *test = test_name(job);
	struct measure_result merged;
	bool good = true;

	merge_results(result, job->numjobs, &merged);
	emit_test(run, test, job, target, &merged);
	measure_result_free(&merged);
	for (unsigned i = 0; i < job->numjobs; i++) {
		good &= !say_errors(run, job, &target[i], &result[i]);
		if (!run->config->per_job)
			continue;
		char *clone = mem_format("%s/%u", test, i);
		emit_test(run, clone, job, &target[i], &result[i]);
		free(clone);
	}
	free(test);
	return good;
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
	bool good = true;

	run->what = test;
	show(run, test, "starting");
	int error = measure_run(task, n, &config, result, why);
	for (size_t i = 0; !error && i < n; i += task[i].job->numjobs)
		good &= finish_job(run, &task[i], &run->target[first + i], &result[i]);
	if (error) {
		struct where what;
		run->error = run->error ? run->error : -error;
		where_set(&what, task->job->file, task->job->line, "test '%s': %s: %s", test, why,
			  strerror(-error));
		say(run, false, &what);
	}
	for (size_t i = 0; i < n; i++)
		measure_result_free(&result[i]);
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

	for (size_t i = 0; i < config->jobs->n; i++)
		run.n_tasks += config->jobs->job[i].numjobs;
	run.target = mem_alloc(run.n_tasks, sizeof(*run.target));
	run.task = mem_alloc(run.n_tasks, sizeof(*run.task));
	run.file = mem_alloc(run.n_tasks, sizeof(*run.file));
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
