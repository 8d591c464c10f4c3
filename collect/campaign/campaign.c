/* The loop over blocks and commits. */
#include "collect/campaign/campaign.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/where.h"
#include "collect/campaign/command.h"
#include "collect/campaign/duration.h"
#include "collect/campaign/emit.h"
#include "collect/campaign/git.h"
#include "collect/campaign/plan.h"
#include "collect/campaign/run.h"
#include "collect/campaign/status.h"
#include "collect/engine/clock.h"
#include "collect/engine/measure.h"
#include "collect/machine/facts.h"
#include "collect/machine/machine.h"

struct campaign {
	const struct campaign_config *config;
	struct target_set *targets;
	struct status status;
	char started[40];  /* UTC, the first part of all runs' ids */
	bool *dropped;     /* by commit: something failed */
	size_t n_complete; /* runs */
	bool began;        /* the header is written */
	bool failed;       /* something did not go as asked */
	bool over;         /* nothing more is to be measured */
	int output_error;  /* errno of the first lost output */
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

/* Has n bytes, and what was written before, reach the reader. When they do not, says so once, ends
 * the campaign, and clears the stream's error, since all is said. */
static bool
put(struct campaign *campaign, const char *bytes, size_t n)
{
	FILE *out = campaign->config->out;
	struct where what;

	/* Both may be the same terminal. */
	status_erase(&campaign->status);
	errno = 0;
	if (fwrite(bytes, 1, n, out) == n && fflush(out) == 0 && !ferror(out))
		return true;
	campaign->output_error = errno ? errno : EIO;
	campaign->over = true;
	if (campaign->output_error != EPIPE) {
		where_set(&what, NULL, 0, "cannot write the records: %s",
			  strerror(campaign->output_error));
		say(campaign, false, &what);
	}
	clearerr(out);
	return false;
}

/* Names the commits in the order in which they were asked for: the blocks shuffle them, and readers
 * take the first one that they see for the base. */
static void
list_commits(const struct campaign *campaign)
{
	const struct campaign_config *config = campaign->config;
	char *id = mem_format("%s.1", campaign->started);

	for (size_t i = 0; config->n_commits > 1 && i < config->n_commits; i++) {
		struct rows rows = {config->out, config->commit[i].name, id, ""};
		struct fact *facts = NULL;

		facts_add_number(&facts, "meta.commit.index", "1", (double)i + 1);
		emit_facts(&rows, facts);
		facts_free(&facts);
	}
	free(id);
}

/* The header goes out before anything is measured: a full disk shows before the work is done. */
static bool
on_begin(void *ctx)
{
	struct campaign *campaign = ctx;

	if (campaign->began)
		return true;
	campaign->began = true;
	record_write_header(campaign->config->out);
	list_commits(campaign);
	return put(campaign, "", 0);
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

/* UTC in ISO 8601, in the basic form with milliseconds or the extended one. */
static void
print_now(char *out, size_t size, bool basic)
{
	struct timespec now;
	struct tm utc;
	char text[32];

	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &utc);
	strftime(text, sizeof(text), basic ? "%Y%m%dT%H%M%S" : "%Y-%m-%dT%H:%M:%S", &utc);
	snprintf(out, size, "%.20s.%03uZ", text, (unsigned)(now.tv_nsec / 1000000) % 1000);
}

/* What holds for all tests of a run and is known when it begins. */
static struct fact *
run_facts(const struct campaign *campaign, size_t block, size_t place, const char *commit)
{
	const struct campaign_config *config = campaign->config;
	struct fact *facts = NULL;
	char start[40];
	double monotonic_s = (double)clock_monotonic_ns() / 1e9;

	print_now(start, sizeof(start), false);
	facts_add_number(&facts, "meta.format", "1", 1);
	facts_add(&facts, "meta.tool", "%s", config->tool);
	facts_add(&facts, "meta.start", "%s", start);
	facts_add_number(&facts, "meta.start_monotonic", "s", monotonic_s);
	facts_add(&facts, "meta.session", "%s", config->session);
	facts_add_number(&facts, "meta.block", "1", (double)block + 1);
	facts_add_number(&facts, "meta.order", "1", (double)place + 1);
	/* 64 bits are more than a number of the stream holds exactly. */
	facts_add(&facts, "meta.seed", "%" PRIu64, config->seed);
	facts_add(&facts, "meta.command", "%s", config->command_line);
	machine_load(&facts);
	machine_facts(&facts);
	if (config->repo)
		git_facts(config->repo, commit, &facts);
	return facts;
}

/* Measures a prepared commit into a buffer, and writes that in one piece: a kill in between leaves
 * no half run behind. */
static void
measure(struct campaign *campaign, size_t block, size_t place, size_t commit)
{
	const struct campaign_config *config = campaign->config;
	const struct campaign_commit *c = &config->commit[commit];
	char *id = mem_format("%s.%zu", campaign->started, block + 1), *text = NULL;
	struct fact *facts = run_facts(campaign, block, place, c->name);
	size_t n = 0;
	FILE *buffer = mem_stream(&text, &n);
	const struct run_config run = {
	    .commit = c->name,
	    .id = id,
	    .jobs = &c->jobs,
	    .facts = facts,
	    .interval_s = config->interval_s,
	    .per_job = config->per_job,
	    .targets = campaign->targets,
	    .stop = config->stop,
	    .watch = {.say = on_say, .show = on_show, .begin = on_begin, .ctx = campaign}};
	enum run_end end = run_measure(&run, buffer);

	campaign->n_complete += end == RUN_COMPLETE;
	if (end == RUN_FAILED || end == RUN_REFUSED)
		drop(campaign, commit);
	fclose(buffer);
	put(campaign, text, n);
	free(text);
	facts_free(&facts);
	free(id);
}

/* One commit in one block: prepare, measure, clean up, which undoes a half-done prepare too. */
static void
visit(struct campaign *campaign, size_t block, size_t place, size_t commit)
{
	const struct campaign_config *config = campaign->config;
	const struct campaign_commit *c = &config->commit[commit];

	status_begin_run(&campaign->status, block * config->n_commits + place + 1, c->name,
			 duration_s(&c->jobs));
	bool prepared = run_command(campaign, "prepare", config->prepare, c->name, config->stop);
	if (prepared && !*config->stop)
		measure(campaign, block, place, commit);
	else if (!*config->stop)
		drop(campaign, commit);
	/* Not to be stopped: it leaves the machine as it was. */
	run_command(campaign, "cleanup", config->cleanup, c->name, NULL);
	status_end_run(&campaign->status);
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
			  sigabbrev_np(*config->stop), campaign->n_complete,
			  config->n_runs * config->n_commits);
		say(campaign, false, &what);
		return CAMPAIGN_STOPPED;
	}
	return campaign->failed || campaign->output_error ? CAMPAIGN_FAILED : CAMPAIGN_DONE;
}

enum campaign_end
campaign_run(const struct campaign_config *config)
{
	struct campaign campaign = {.config = config};
	const struct target_rules rules = {
	    .allow_write = config->allow_write,
	    .n_allow_write = config->n_allow_write,
	    .keep_files = config->keep_files,
	    .watch = {.stop = config->stop, .tick = on_layout, .ctx = &campaign}};
	struct plan plan;

	campaign.targets = target_set_new(&rules);
	campaign.dropped = mem_alloc(config->n_commits, sizeof(*campaign.dropped));
	print_now(campaign.started, sizeof(campaign.started), true);
	status_begin(&campaign.status, config->terminal, config->n_runs * config->n_commits);
	plan_make(config->n_commits, config->n_runs, config->shuffle, config->seed, &plan);
	for (size_t i = 0; i < config->n_runs * config->n_commits; i++) {
		if (campaign.over || *config->stop)
			break;
		if (!campaign.dropped[plan.commit[i]])
			visit(&campaign, i / config->n_commits, i % config->n_commits,
			      plan.commit[i]);
	}
	plan_free(&plan);
	target_set_free(campaign.targets);
	free(campaign.dropped);
	return ending(&campaign);
}
