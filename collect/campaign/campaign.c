/* The loop over blocks and commits. */
#include "collect/campaign/campaign.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/campaign/cells.h"
#include "collect/campaign/changed.h"
#include "collect/campaign/command.h"
#include "collect/campaign/duration.h"
#include "collect/campaign/output.h"
#include "collect/campaign/precondition.h"
#include "collect/campaign/remote.h"
#include "collect/campaign/resume.h"
#include "collect/campaign/run.h"
#include "collect/campaign/run_facts.h"
#include "collect/campaign/status.h"
#include "collect/engine/measure.h"
#include "collect/machine/facts.h"
#include "collect/machine/target.h"

struct campaign {
	const struct campaign_config *config;
	struct target_set *targets;
	struct status status;
	char started[RUN_FACTS_TIME]; /* UTC, the first part of all runs' ids */
	bool *dropped;                /* by commit: something failed */
	size_t n_begun, n_complete;   /* runs of the cells that were left */
	size_t n_before;              /* runs that had been made before */
	UT_array *changes;            /* lines.h: told differences from the runs before */
	UT_array *there;              /* lines.h: warnings that a remote has said */
	struct fact *preconditioned;  /* meta.precondition...; NULL = not done */
	bool began;                   /* the header is written */
	bool failed;                  /* something did not go as asked */
	bool over;                    /* nothing more is to be measured */
	int output_error;             /* errno of the first lost output */
};

static void
say(struct campaign *campaign, bool warning, const struct where *what)
{
	status_erase(&campaign->status);
	campaign->config->say(campaign->config->ctx, warning, what);
}

static void
on_say(void *ctx, bool warning, const struct where *what)
{
	say(ctx, warning, what);
}

static void
on_show(void *ctx, const char *what, const char *phase, const struct measure_progress *progress)
{
	struct campaign *campaign = ctx;

	if (!progress) {
		status_show(&campaign->status, what, phase);
		return;
	}
	const struct status_done done = {progress->ios, progress->bytes, progress->p99_ns};
	status_progress(&campaign->status, what, phase, &done);
}

/* Shows how far a file is filled, every 16 MiB. */
static void
on_layout(void *ctx, const char *path, uint64_t done, uint64_t total)
{
	struct campaign *campaign = ctx;
	char phase[32];

	if (done % (16 << 20) != 0)
		return;
	snprintf(phase, sizeof(phase), "filling, %" PRIu64 " %%", done * 100 / total);
	status_show(&campaign->status, path, phase);
}

/* Has n bytes, and what was written before, reach the reader. When they do not, says so once, and
 * ends the campaign. */
static bool
put(struct campaign *campaign, const char *bytes, size_t n)
{
	struct where what;

	/* Both may be the same terminal. */
	status_erase(&campaign->status);
	int error = output_put(campaign->config->out, bytes, n);
	if (!error)
		return true;
	campaign->output_error = error;
	campaign->over = true;
	if (error != EPIPE) {
		where_set(&what, NULL, 0, "cannot write the records: %s", strerror(error));
		say(campaign, false, &what);
	}
	return false;
}

/* The header goes out before anything is measured: a full disk shows before the work is done. */
static bool
on_begin(void *ctx)
{
	struct campaign *campaign = ctx;
	struct where what;

	if (campaign->began)
		return true;
	campaign->began = true;
	char *id = mem_format("%s.1", campaign->started);
	/* Both may be the same terminal. */
	status_erase(&campaign->status);
	campaign->over = !output_begin(campaign->config, id);
	free(id);
	if (campaign->over || !put(campaign, "", 0))
		return false;
	if (campaign->config->unsteady) {
		where_set(&what, NULL, 0, "%s", campaign->config->unsteady);
		say(campaign, true, &what);
	}
	return true;
}

/* Leaves the commit out of what follows. Without a prepare command all meet the same target. */
static void
drop(struct campaign *campaign, size_t commit)
{
	campaign->dropped[commit] = true;
	campaign->failed = true;
	if (!campaign->config->prepare)
		campaign->over = true;
}

/* Runs the prepare or cleanup command, called name; whether it succeeded. */
static bool
run_command(struct campaign *campaign, const char *name, const char *command, const char *commit,
	    const volatile sig_atomic_t *stop)
{
	struct where what;
	char how[64];

	if (!command)
		return true;
	status_show(&campaign->status, "", name);
	status_keep(&campaign->status);
	int status = command_run(command, commit, stop);
	if (status == 0 || (stop && *stop))
		return status == 0;
	if (status < 0)
		snprintf(how, sizeof(how), "cannot be run: %.40s", strerror(-status));
	else if (status > 128)
		snprintf(how, sizeof(how), "was ended by signal %d", status - 128);
	else
		snprintf(how, sizeof(how), "failed with status %d", status);
	where_set(&what, NULL, 0, "commit '%s': the %s command %s%s", commit, name, how,
		  command == campaign->config->prepare ? "; the commit is left out" : "");
	say(campaign, false, &what);
	campaign->failed = true;
	return false;
}

/* All commits of a block have the same id, also where only some of them were measured before. A new
 * one, where a commit's run was begun and is measured again. */
static char *
run_id(const struct campaign *campaign, const struct run_cell *cell)
{
	const struct campaign_config *config = campaign->config;
	const char *known =
	    !config->resume ? NULL
			    : logbook_block_id(&config->resume->logbook,
					       config->commit[cell->commit].name, cell->block + 1);

	return known ? mem_dup(known) : mem_format("%s.%zu", campaign->started, cell->block + 1);
}

/* Tells what is different from the runs before, each difference once. */
static void
say_changes(struct campaign *campaign, const char *rows)
{
	const struct resume *resume = campaign->config->resume;
	size_t told = list_n(campaign->changes);
	struct where what;

	if (!resume || !logbook_has_complete(&resume->logbook, NULL))
		return;
	changed_find(&resume->logbook, rows, campaign->changes);
	for (const char *line; (line = lines_at(campaign->changes, told)); told++) {
		where_set(&what, NULL, 0, "not as in the runs before: %s", line);
		say(campaign, true, &what);
	}
}

/* What all runs of the campaign have in common. */
static struct run_config
common_config(struct campaign *campaign, const struct campaign_commit *commit)
{
	const struct campaign_config *config = campaign->config;

	return (struct run_config){
	    .commit = commit->name,
	    .jobs = &commit->jobs,
	    .interval_s = config->interval_s,
	    .per_job = config->per_job,
	    .heatmap = config->heatmap,
	    .serial = config->serial,
	    .targets = campaign->targets,
	    .stop = config->stop,
	    .watch = {.say = on_say, .show = on_show, .begin = on_begin, .ctx = campaign}};
}

/* Preconditions what is named for it, unless that was done before. Whether the run may begin. */
static bool
precondition(struct campaign *campaign, const struct campaign_commit *commit)
{
	const struct campaign_config *config = campaign->config;
	const struct precondition what = {config->precondition_ns, config->allow_write,
					  config->n_allow_write};
	const struct run_config run = common_config(campaign, commit);

	if (!config->precondition_ns || config->remote || campaign->preconditioned)
		return true;
	if (precondition_run(&run, &what, &campaign->preconditioned) == RUN_COMPLETE)
		return true;
	campaign->over = true;
	campaign->failed |= !*config->stop;
	return false;
}

/* Measures here, or there. */
static enum run_end
measure_run_into(struct campaign *campaign, const struct run_config *run, FILE *buffer)
{
	const struct campaign_config *config = campaign->config;

	if (!config->remote)
		return run_measure(run, buffer);
	struct remote remote = *config->remote;
	remote.precondition = campaign->preconditioned ? 0 : config->precondition_ns;
	remote.allow_write = config->allow_write;
	remote.n_allow_write = config->n_allow_write;
	remote.keep_files = config->keep_files;
	remote.said = campaign->there;
	/* The command may ask on our terminal for a password. */
	status_show(&campaign->status, remote.command, "measuring there");
	status_keep(&campaign->status);
	/* The facts of this run come with its rows. */
	struct fact *now = NULL;
	enum run_end end = remote_measure(run, &remote, buffer, &now);
	if (campaign->preconditioned || end != RUN_COMPLETE)
		facts_free(&now);
	else
		campaign->preconditioned = now;
	return end;
}

/* Measures a prepared commit into a buffer, and writes that in one piece: a kill in between leaves
 * no half run behind. */
static void
measure(struct campaign *campaign, const struct run_cell *cell)
{
	const struct campaign_config *config = campaign->config;
	struct run_config run = common_config(campaign, &config->commit[cell->commit]);
	char *id = run_id(campaign, cell), *text = NULL;
	struct fact *facts = NULL;
	size_t n = 0;
	FILE *buffer = mem_stream(&text, &n);

	if (config->remote)
		run_facts_controller(config->remote->command, &facts);
	else
		run_facts_machine(config, &facts);
	run_facts_campaign(config, cell, &facts);
	run_facts_copy(campaign->preconditioned, &facts);
	run.id = id;
	run.facts = facts;
	enum run_end end = measure_run_into(campaign, &run, buffer);

	campaign->n_complete += end == RUN_COMPLETE;
	if (end == RUN_FAILED || end == RUN_REFUSED)
		drop(campaign, cell->commit);
	fclose(buffer);
	put(campaign, text, n);
	say_changes(campaign, text);
	free(text);
	facts_free(&facts);
	free(id);
}

/* One commit in one block: prepare, measure, clean up, which undoes a half-done prepare too. */
static void
visit(struct campaign *campaign, const struct run_cell *cell)
{
	const struct campaign_config *config = campaign->config;
	const struct campaign_commit *c = &config->commit[cell->commit];

	status_begin_run(&campaign->status, ++campaign->n_begun, c->name, duration_s(&c->jobs));
	bool prepared = run_command(campaign, "prepare", config->prepare, c->name, config->stop);
	bool stopped = *config->stop != 0;
	if (prepared && !stopped && precondition(campaign, c))
		measure(campaign, cell);
	else if (!prepared && !stopped)
		drop(campaign, cell->commit);
	/* Not to be stopped: it leaves the machine as it was. */
	run_command(campaign, "cleanup", config->cleanup, c->name, NULL);
	status_end_run(&campaign->status);
}

/* Measures what is left, or only the first of it. */
static void
visit_cells(struct campaign *campaign, const struct cells *cells)
{
	const struct campaign_config *config = campaign->config;

	for (size_t i = cells_next(cells, 0); i < cells->n; i = cells_next(cells, i + 1)) {
		const struct run_cell cell = {i / config->n_commits, i % config->n_commits,
					      cells->plan.commit[i]};

		if (campaign->over || *config->stop)
			return;
		if (campaign->dropped[cell.commit])
			continue;
		visit(campaign, &cell);
		campaign->over |= config->next;
	}
}

static enum campaign_end
ending(struct campaign *campaign)
{
	const struct campaign_config *config = campaign->config;
	struct where what;

	if (campaign->output_error == EPIPE)
		return CAMPAIGN_NO_READER;
	if (*config->stop) {
		where_set(&what, NULL, 0, "interrupted by SIG%s: %zu of %zu runs are complete",
			  sigabbrev_np(*config->stop), campaign->n_before + campaign->n_complete,
			  config->n_runs * config->n_commits);
		say(campaign, false, &what);
		return CAMPAIGN_STOPPED;
	}
	if (campaign->failed || campaign->output_error)
		return CAMPAIGN_FAILED;
	return config->next && !campaign->n_begun ? CAMPAIGN_NONE_LEFT : CAMPAIGN_DONE;
}

enum campaign_end
campaign_run(const struct campaign_config *config)
{
	struct campaign campaign = {.config = config, .changes = lines_new(), .there = lines_new()};
	struct stat output;
	const struct target_rules rules = {
	    .allow_write = config->allow_write,
	    .output = output_stat(config, &output) ? &output : NULL,
	    .n_allow_write = config->n_allow_write,
	    .keep_files = config->keep_files,
	    .watch = {.stop = config->stop, .tick = on_layout, .ctx = &campaign}};
	struct cells cells;

	campaign.targets = target_set_new(&rules);
	campaign.dropped = mem_alloc(config->n_commits, sizeof(*campaign.dropped));
	run_facts_start(config->resume ? &config->resume->logbook : NULL, campaign.started);
	if (config->resume)
		run_facts_precondition(&config->resume->logbook, &campaign.preconditioned);
	cells_make(config, &cells);
	campaign.n_before = cells.n - cells.n_left;
	status_begin(&campaign.status, config->terminal, config->next ? 1 : cells.n_left);
	campaign.failed = !output_check(config);
	if (!campaign.failed)
		visit_cells(&campaign, &cells);
	cells_free(&cells);
	target_set_free(campaign.targets);
	free(campaign.dropped);
	lines_free(campaign.changes);
	lines_free(campaign.there);
	facts_free(&campaign.preconditioned);
	return ending(&campaign);
}
