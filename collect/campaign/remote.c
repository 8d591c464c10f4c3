/* A job file goes one way, records come the other. */
#include "collect/campaign/remote.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/where.h"
#include "collect/campaign/command.h"
#include "collect/campaign/emit.h"
#include "collect/campaign/part.h"
#include "collect/campaign/remote_command.h"
#include "collect/campaign/there.h"
#include "collect/campaign/vetting.h"
#include "collect/machine/facts.h"

enum { PARAMETERS = 64 };

static const size_t records_max = 1 << 30; /* bytes of one run's records: they are kept in memory */

struct transfer {
	const struct run_config *config;
	const struct remote *remote;
	FILE *out;
	struct fact **precondition;
	struct there there;
	struct vetting vetting;
	bool begun, refused;  /* a row was written; reading ended before the records did */
	char interrupted[64]; /* what ended the run there */
};

static void
say(const struct run_config *config, const struct where *what)
{
	config->watch.say(config->watch.ctx, false, what);
}

bool
remote_check(const struct job_list *jobs, struct where *why)
{
	for (size_t i = 0; i < jobs->n; i++) {
		const struct job *job = &jobs->job[i];

		if (job->text_partial || strpbrk(job->name, ";#\n"))
			return where_set(why, job->file, job->line,
					 "job '%s' cannot be sent by --on: a ';' or '#' in a value "
					 "would begin a comment",
					 job->name);
		for (size_t k = 0; k < i; k++)
			if (strcmp(jobs->job[k].name, job->name) == 0)
				return where_set(why, job->file, job->line,
						 "a second job '%s': --on sends all jobs in one "
						 "file",
						 job->name);
	}
	return true;
}

/* Whether name, of a test there, is the job's or (with clone) one of its clones'. */
static bool
is_named(const struct job *job, struct view name, bool clone)
{
	size_t n = strlen(job->name);

	if (!clone)
		return view_is(name, job->name);
	return view_starts(name, job->name) && name.n > n + 1 && name.p[n] == '/' &&
	       isdigit((unsigned char)name.p[n + 1]);
}

/* The job that a test there is of, or of whose clones; NULL = none. *name is the test's behind
 * standard input's, which is called so there. */
static const struct job *
job_of(const struct job_list *jobs, struct view test, struct view *name)
{
	static const char stem[] = "stdin/";
	size_t n_stem = sizeof(stem) - 1;

	if (!view_starts(test, stem))
		return NULL;
	*name = (struct view){test.p + n_stem, test.n - n_stem};
	for (int clone = 0; clone < 2; clone++)
		for (size_t i = 0; i < jobs->n; i++)
			if (is_named(&jobs->job[i], *name, clone))
				return &jobs->job[i];
	return NULL;
}

/* Whether what was asked for there is what we have asked for: both programs read the job file, and
 * may be of different versions. */
static bool
check_parameter(const struct job *job, const struct record *record, struct where *why)
{
	struct job_parameter parameter[PARAMETERS];

	if (!view_starts(record->metric, "job."))
		return true;
	const struct view name = {record->metric.p + 4, record->metric.n - 4};
	size_t n = job_parameters(job, parameter, PARAMETERS);
	for (size_t i = 0; i < n; i++)
		if (view_is(name, parameter[i].name) && !view_is(record->text, parameter[i].value))
			return where_set(why, NULL, 0, "job '%s' has %s %.*s there and %s here",
					 job->name, parameter[i].name, VIEW_ARGS(record->text),
					 parameter[i].value);
	return true;
}

/* Whether the metric tells of a campaign there: ours is another one. */
static bool
is_of_campaign(struct view metric)
{
	static const char *const ours[] = {"meta.block", "meta.order", "meta.seed", "meta.command",
					   "meta.complete"};

	for (size_t i = 0; i < countof(ours); i++)
		if (view_is(metric, ours[i]))
			return true;
	return view_starts(metric, "meta.commit.");
}

/* Takes what a row says of the run as a whole; whether it is not to be written. */
static bool
take_end(struct transfer *transfer, const struct record *record)
{
	char number[NUM_TEXT];
	struct view text = record_text(record, number);

	if (record->test.n)
		return false;
	if (view_is(record->metric, "meta.interrupted")) {
		snprintf(transfer->interrupted, sizeof(transfer->interrupted), "%.*s",
			 text.n > 60 ? 60 : (int)text.n, text.p);
		return true;
	}
	return is_of_campaign(record->metric);
}

static void
take_precondition(struct transfer *transfer, const struct record *record)
{
	char *metric = mem_copy(record->metric.p, record->metric.n);

	if (view_is(record->unit, "text"))
		facts_add(transfer->precondition, metric, "%.*s", VIEW_ARGS(record->text));
	else
		facts_add_number(transfer->precondition, metric,
				 view_is(record->unit, "B") ? "B" : "s", record->value);
	free(metric);
}

/* Writes the row as one of ours. */
static bool
pass_on(const struct transfer *transfer, struct record *record, struct where *why)
{
	const struct run_config *config = transfer->config;
	struct view name = {"", 0};
	char *test = NULL;

	if (record->test.n) {
		const struct job *job = job_of(config->jobs, record->test, &name);
		if (!job)
			return where_set(why, NULL, 0, "test '%.*s' was not asked for",
					 VIEW_ARGS(record->test));
		if (!check_parameter(job, record, why))
			return false;
		test = mem_format("%s/%.*s", job->stem, VIEW_ARGS(name));
		record->test = view_of(test);
	}
	record->commit = view_of(config->commit);
	record->run = view_of(config->id);
	record_write(transfer->out, record);
	free(test);
	return true;
}

static bool
take_row(void *ctx, const struct table_row *row, struct where *why)
{
	struct transfer *transfer = ctx;
	const struct run_config *config = transfer->config;
	const struct rows common = {transfer->out, config->commit, config->id, ""};
	struct record record;

	if (!record_parse(row, &record, why))
		return false;
	if (!vetting_take(&transfer->vetting, &record, why))
		return false;
	if (!transfer->begun)
		emit_facts(&common, config->facts);
	transfer->begun = true;
	if (take_end(transfer, &record))
		return true;
	if (!vetting_is_new(config->facts, &record, why))
		return false;
	if (view_starts(record.metric, "meta.precondition"))
		take_precondition(transfer, &record);
	return pass_on(transfer, &record, why);
}

/* The last row of what has come. */
static void
write_end(const struct transfer *transfer, enum run_end end)
{
	const struct run_config *config = transfer->config;
	const struct rows rows = {transfer->out, config->commit, config->id, ""};
	struct fact *facts = NULL;

	if (end == RUN_COMPLETE)
		facts_add_number(&facts, "meta.complete", "1", 1);
	else if (transfer->interrupted[0])
		facts_add(&facts, "meta.interrupted", "%s", transfer->interrupted);
	else if (end == RUN_STOPPED)
		facts_add(&facts, "meta.interrupted", "SIG%s", sigabbrev_np(*config->stop));
	else
		facts_add(&facts, "meta.interrupted", "EREMOTEIO");
	emit_facts(&rows, facts);
	facts_free(&facts);
}

/* Says why the run did not come to its end; what the program there had to say it has said. */
static void
say_failure(const struct transfer *transfer, int status, const struct where *read)
{
	const struct run_config *config = transfer->config;
	const char *command = transfer->remote->command;
	struct where what;

	/* A command that nobody reads from fails, too. */
	if (transfer->refused && read)
		status = 0;
	if (status < 0)
		where_set(&what, NULL, 0, "commit '%s': '%s' cannot be run: %s", config->commit,
			  command, strerror(-status));
	else if (status > 128 && status < 255)
		where_set(&what, NULL, 0, "commit '%s': '%s' was ended by signal %d",
			  config->commit, command, status - 128);
	else if (status)
		where_set(&what, NULL, 0, "commit '%s': '%s' failed with status %d", config->commit,
			  command, status);
	else if (read && read->line)
		where_set(&what, NULL, 0, "commit '%s': the records of '%s', line %zu: %s",
			  config->commit, command, read->line, read->why);
	else if (read)
		where_set(&what, NULL, 0, "commit '%s': the records of '%s': %s", config->commit,
			  command, read->why);
	else
		where_set(&what, NULL, 0, "commit '%s': '%s' has not come to its end",
			  config->commit, command);
	say(config, &what);
}

/* Whether each job has said at least how many of its I/Os failed. */
static bool
check_jobs(const struct transfer *transfer, struct where *why)
{
	const struct job_list *jobs = transfer->config->jobs;
	bool good = true;

	for (size_t i = 0; good && transfer->vetting.complete && i < jobs->n; i++) {
		char *test = mem_format("stdin/%s", jobs->job[i].name);

		good =
		    vetting_has_errors(&transfer->vetting, test) ||
		    where_set(why, NULL, 0, "job '%s' has no row of its errors", jobs->job[i].name);
		free(test);
	}
	return good;
}

/* Reads all rows, if there are not too many. */
static bool
read_records(struct transfer *transfer, FILE *in, struct where *why)
{
	const struct table_kind *const kinds[] = {&record_kind};
	struct part part = {in, records_max};
	FILE *records = part_open(&part);

	if (!records)
		return where_set(why, NULL, 0, "cannot read: %s", strerror(errno));
	bool good = table_read(records, "records", kinds, countof(kinds), take_row, transfer, why);
	fclose(records);
	transfer->refused = !feof(in);
	if (!part.left)
		return where_set(why, NULL, 0, "more than %zu MiB", records_max >> 20);
	return good && check_jobs(transfer, why);
}

static enum run_end
receive(struct transfer *transfer, FILE *in, struct command_pipe *pipe)
{
	const struct run_config *config = transfer->config;
	struct where why;
	bool good = read_records(transfer, in, &why);
	int status = command_pipe_close(pipe, in);
	there_end(&transfer->there);
	enum run_end end = RUN_FAILED;

	if (good && status == 0 && transfer->vetting.complete)
		end = RUN_COMPLETE;
	else if (*config->stop)
		end = RUN_STOPPED;
	else
		say_failure(transfer, status, good ? NULL : &why);
	if (transfer->begun)
		write_end(transfer, end);
	vetting_free(&transfer->vetting);
	return end;
}

enum run_end
remote_measure(const struct run_config *config, const struct remote *remote, FILE *out,
	       struct fact **precondition)
{
	struct transfer transfer = {
	    .config = config,
	    .remote = remote,
	    .out = out,
	    .precondition = precondition,
	    .there = {.program = remote->collect, .said = remote->said, .watch = &config->watch}};
	const struct command_listener listener = {there_hear, &transfer.there};
	struct command_pipe pipe;
	FILE *in = NULL;

	if (!config->watch.begin(config->watch.ctx))
		return RUN_REFUSED;
	char *jobs = remote_job_file(config->jobs);
	char *command = remote_command(config, remote);
	int error = command_pipe_open(command, jobs, config->stop, &listener, &pipe, &in);
	free(jobs);
	free(command);
	if (!error)
		return receive(&transfer, in, &pipe);
	say_failure(&transfer, error, NULL);
	return RUN_FAILED;
}
