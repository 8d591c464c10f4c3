/* Two jobs a target, through the same rules and the same engine as all others. */
#include "collect/campaign/precondition.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/where.h"
#include "collect/campaign/explain.h"
#include "collect/engine/clock.h"
#include "collect/job/option.h"
#include "collect/machine/facts.h"
#include "collect/machine/target.h"

enum {
	DEPTH = 32,
	DEVIATION = 10, /* percent of the mean */
};

static const uint64_t window_ns = 60000000000; /* in which the rate is steady */

/* What the two jobs have done. */
struct done {
	double bytes;
	bool steady; /* the last one */
};

/* The job's defaults, and what both have in common. */
static struct job
new_job(const char *name, const char *path, bool direct)
{
	struct option_values values = {.stonewall = false};

	option_preset(&values);
	struct job *job = &values.job;
	free(job->name);
	free(job->file);
	free(job->stem);
	job->name = mem_dup(name);
	job->file = mem_dup("--precondition");
	job->stem = mem_dup("precondition");
	job->filename = mem_alloc(1, sizeof(*job->filename));
	job->filename[0] = mem_dup(path);
	job->n_filenames = 1;
	job->direct = direct;
	job->ioengine = direct ? JOB_ENGINE_LIBAIO : JOB_ENGINE_PSYNC;
	job->iodepth = direct ? DEPTH : 1;
	job->end_fsync = !direct;
	return *job;
}

static void
set_size(struct job *job, uint64_t bytes)
{
	for (size_t d = 0; d < DIRECTIONS; d++)
		job->bs[d] = (struct job_sizes){.min = bytes, .max = bytes};
}

static struct job
fill_job(const char *path, bool direct)
{
	struct job job = new_job("fill", path, direct);

	job.rw = JOB_RW_WRITE;
	set_size(&job, 1 << 20);
	return job;
}

static struct job
random_job(const char *path, bool direct, uint64_t limit_ns)
{
	struct job job = new_job("random", path, direct);

	job.rw = JOB_RW_RANDWRITE;
	set_size(&job, 4096);
	job.norandommap = true;
	job.time_based = true;
	job.runtime_ns = limit_ns;
	job.steadystate = (struct job_steadystate){
	    .metric = JOB_STEADY_IOPS,
	    .limit = DEVIATION,
	    .percent = true,
	    .duration_ns = window_ns < limit_ns / 2 ? window_ns : limit_ns / 2};
	return job;
}

static bool
take_row(void *ctx, const struct table_row *row, struct where *why)
{
	struct done *done = ctx;
	struct record record;

	if (!record_parse(row, &record, why))
		return false;
	if (record_shape(&record) != RECORD_SCALAR)
		return true;
	if (view_is(record.metric, "write.bytes"))
		done->bytes += record.value;
	else if (view_is(record.metric, "meta.steadystate"))
		done->steady = record.value > 0;
	return true;
}

/* Runs one job and adds to done what it did. */
static enum run_end
run_job(const struct run_config *config, const struct job *job, struct done *done)
{
	const struct table_kind *const kinds[] = {&record_kind};
	struct job_list jobs = {(struct job *)(size_t)job, 1};
	struct run_config run = *config;
	char *text = NULL;
	size_t n = 0;
	struct where why;
	FILE *out = mem_stream(&text, &n);

	run.commit = run.id = "precondition";
	run.jobs = &jobs;
	run.facts = NULL;
	run.per_job = run.heatmap = false;
	record_write_header(out);
	enum run_end end = run_measure(&run, out);
	fclose(out);
	FILE *in = fmemopen(text, n, "r");
	if (in) {
		table_read(in, "precondition", kinds, countof(kinds), take_row, done, &why);
		fclose(in);
	}
	free(text);
	return end;
}

/* Nothing is made here: what is not there needs no preconditioning. */
static bool
check_path(const char *path, struct where *why)
{
	struct stat info;

	if (stat(path, &info) != 0)
		return where_set(why, NULL, 0, "cannot precondition '%s': %s", path,
				 strerror(errno));
	if (!S_ISBLK(info.st_mode) && !(S_ISREG(info.st_mode) && info.st_size >= 1 << 20))
		return where_set(why, NULL, 0,
				 "cannot precondition '%s': neither a block device nor a file of "
				 "1 MiB or more",
				 path);
	return true;
}

/* Before the first of them is overwritten. */
static bool
check_paths(const struct run_config *config, const struct precondition *precondition)
{
	struct where why;

	for (size_t i = 0; i < precondition->n_paths; i++) {
		if (check_path(precondition->path[i], &why))
			continue;
		config->watch.say(config->watch.ctx, false, &why);
		return false;
	}
	return true;
}

static enum run_end
precondition_path(const struct run_config *config, const char *path, bool direct, uint64_t limit_ns,
		  struct done *done)
{
	struct job fill = fill_job(path, direct), random = random_job(path, direct, limit_ns);
	enum run_end end = run_job(config, &fill, done);

	if (end == RUN_COMPLETE)
		end = run_job(config, &random, done);
	job_free(&fill);
	job_free(&random);
	return end;
}

static bool
any_direct(const struct job_list *jobs)
{
	bool direct = false;

	for (size_t i = 0; i < jobs->n; i++)
		direct |= jobs->job[i].direct;
	return direct;
}

enum run_end
precondition_run(const struct run_config *config, const struct precondition *precondition,
		 struct fact **facts)
{
	uint64_t start_ns = clock_monotonic_ns();
	struct done done = {.bytes = 0};
	enum run_end end = RUN_COMPLETE;
	bool steady = true;

	if (!check_paths(config, precondition))
		return RUN_REFUSED;
	for (size_t i = 0; i < precondition->n_paths && end == RUN_COMPLETE; i++) {
		done.steady = false;
		end = precondition_path(config, precondition->path[i], any_direct(config->jobs),
					precondition->limit_ns, &done);
		steady &= done.steady;
	}
	if (end != RUN_COMPLETE)
		return end;
	facts_add(facts, "meta.precondition", "%s", steady ? "steady" : "not steady");
	facts_add_number(facts, "meta.precondition.time", "s",
			 (double)(clock_monotonic_ns() - start_ns) * 1e-9);
	facts_add_number(facts, "meta.precondition.bytes", "B", done.bytes);
	return RUN_COMPLETE;
}

char *
precondition_explain(struct target_set *targets, const char *path, const struct job_list *jobs,
		     struct where *why)
{
	struct target target;
	char *text = NULL;

	if (!targets)
		return mem_format("overwrites all of '%s'; it is not looked at", path);
	if (!check_path(path, why))
		return NULL;
	struct job fill = fill_job(path, any_direct(jobs));
	if (target_open(targets, &fill, 0, 0, &target, why)) {
		text = explain_target(&fill, &target);
		target_close(&target);
		mem_append(&text, ", all of it");
	}
	job_free(&fill);
	return text;
}
