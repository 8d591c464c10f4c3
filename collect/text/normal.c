/* fio's normal output: lines into results. */
#include "collect/text/normal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "collect/base/list.h"
#include "collect/base/num.h"
#include "collect/text/amend.h"
#include "collect/text/fragment.h"
#include "collect/text/normal_line.h"
#include "collect/text/scan.h"
#include "collect/text/states.h"

enum { BANNERS_BACK = 4096 }; /* most jobs fio takes: how far back a job's banner is looked for */

static const UT_icd banner_icd = {.sz = sizeof(struct normal_banner)};

struct reader {
	const struct sink *sink;
	size_t number;
	/* What the lines before an invocation's first job say. */
	UT_array banners; /* struct normal_banner, whose views lie in the text */
	struct view version;
	bool interrupted;
	bool client;
	struct view host; /* whose jobs come next; empty = not known */
	bool hosts_differ;
	bool new_host; /* it has been named since the last job */
	/* The result, which has a job, or form is NULL. */
	struct fio_result result;
	struct states states;
	size_t pid; /* of the last job */
	/* Where the next line belongs. */
	bool in_job;
	bool ended; /* the sums of a group stand behind the last job */
	bool in_disks;
	bool old;                    /* the last job is of fio 2 */
	bool counted;                /* its I/Os have been told, almost the last that it has */
	size_t told;                 /* number of the last line that is a job's */
	double step[FIO_DIRECTIONS]; /* of the bytes, as the last job has them */
	size_t direction;            /* FIO_DIRECTIONS = none yet */
	struct normal_percentiles percentiles;
	bool in_percentiles;
	size_t found;
};

static struct fio_job *
last_job(struct reader *reader)
{
	return &reader->result.job[reader->result.n_jobs - 1];
}

static void
close_job(struct reader *reader)
{
	if (!reader->in_job)
		return;
	struct fio_job *job = last_job(reader);
	const char *option = fio_job_option(job, "bs");
	double bs = NAN;
	if (option)
		num_parse(view_of(option), &bs);
	for (size_t d = 0; d < FIO_DIRECTIONS; d++)
		amend_bytes(&job->direction[d], bs, reader->step[d], !reader->old);
	amend_mixed(job);
	job->averaged = reader->old || amend_averages(reader->result.version);
	reader->in_job = false;
	states_settle(&reader->states, &reader->result, reader->pid);
}

/* Hands the result over and forgets what was said before it. */
static void
flush(struct reader *reader)
{
	close_job(reader);
	if (!reader->result.form)
		return;
	states_end(&reader->states, &reader->result, reader->sink);
	reader->found += reader->result.n_jobs;
	sink_result(reader->sink, &reader->result);
	fio_result_init(&reader->result, NULL, 0);
	list_done(&reader->banners);
	list_init(&reader->banners, &banner_icd);
	reader->version.n = 0;
	reader->host.n = 0;
	reader->interrupted = reader->client = false;
	reader->hosts_differ = reader->new_host = false;
}

static void
open_result(struct reader *reader)
{
	fio_result_init(&reader->result, "fio normal", reader->number);
	if (reader->version.n)
		reader->result.version = mem_copy(reader->version.p, reader->version.n);
}

/* The options of the last banner with the job's name and group. */
static void
add_options(struct reader *reader, const struct normal_head *head, struct fio_job *job)
{
	const struct normal_banner *banner = list_data(&reader->banners);
	size_t n = list_n(&reader->banners);

	for (size_t i = n; i > 0 && n - i < BANNERS_BACK; i--)
		if (banner[i - 1].group == head->group && view_eq(banner[i - 1].name, head->name)) {
			normal_banner_options(&banner[i - 1], job);
			return;
		}
}

/* Group numbers fall, or do not rise behind a run's end: another client's jobs, a later state of
 * the same ones, or another run. */
static void
restart(struct reader *reader, const struct fio_job *like, size_t pid)
{
	if (!reader->client) {
		if (!states_know(&reader->states, like, pid))
			flush(reader);
	} else if (reader->hosts_differ && !reader->new_host) {
		reader->host.n = 0;
	}
}

static void
begin_job(struct reader *reader, const struct normal_head *head)
{
	char *name = mem_copy(head->name.p, head->name.n);
	const struct fio_job like = {.name = name, .group = head->group};

	close_job(reader);
	if (reader->result.form && head->group < last_job(reader)->group + reader->ended)
		restart(reader, &like, head->pid);
	if (!reader->result.form)
		open_result(reader);
	struct fio_job *job = fio_result_add_job(&reader->result, name);
	free(name);
	job->line = reader->number;
	job->group = head->group;
	job->clones = head->clones;
	job->error = head->error;
	if (head->why.n)
		job->why = mem_copy(head->why.p, head->why.n);
	if (reader->host.n)
		job->host = mem_copy(reader->host.p, reader->host.n);
	if (head->time.n && !reader->result.time_text)
		reader->result.time_text = mem_copy(head->time.p, head->time.n);
	reader->result.interrupted |= reader->interrupted;
	add_options(reader, head, job);
	reader->pid = head->pid;
	reader->in_job = true;
	reader->in_disks = reader->in_percentiles = reader->new_host = false;
	reader->old = reader->ended = reader->counted = false;
	reader->told = reader->number;
	reader->direction = FIO_DIRECTIONS;
}

/* "All clients: (groupid=...": the sum over clients, whose jobs stand before it. */
static bool
is_sum(const struct reader *reader, const struct normal_head *head)
{
	return reader->client && reader->result.form && view_is(head->name, "All clients");
}

/* "Starting 4 processes", "Starting 1 thread" */
static bool
is_start(struct view line)
{
	size_t n;

	return scan_skip(&line, "Starting ") && scan_count(&line, &n) &&
	       (view_starts(line, " process") || view_starts(line, " thread"));
}

/* "hostname=h, be=0, 64-bit, os=Linux, arch=x86-64, fio=fio-3.33, flags=1" */
static void
add_client(struct reader *reader, struct view line)
{
	struct view host, version, before;

	reader->client = true;
	scan_skip(&line, "hostname=");
	if (!scan_split(&line, ",", &host))
		return;
	reader->hosts_differ |= reader->host.n && !view_eq(reader->host, host);
	reader->host = host;
	if (scan_split(&line, ", fio=", &before) && scan_split(&line, ",", &version) &&
	    normal_version(version))
		reader->version = version;
}

/* Lines that stand before an invocation's jobs. true: it was one. */
static bool
take_opening(struct reader *reader, struct view line)
{
	struct normal_banner banner;
	bool is_banner = normal_banner(line, &banner), is_version = normal_version(line);
	bool is_client = view_starts(line, "hostname=");

	if (!is_banner && !is_version && !is_client && !is_start(line))
		return false;
	flush(reader);
	if (is_banner)
		list_push(&reader->banners, &banner);
	if (is_client)
		add_client(reader, line);
	if (is_version) {
		reader->version = line;
		reader->interrupted = false;
	}
	return true;
}

/* The latency that a kind means here; NULL before the first direction. */
static struct fio_latency *
latency_of(struct reader *reader, size_t kind)
{
	if (kind == NORMAL_SYNC)
		return &last_job(reader)->sync;
	if (reader->direction == FIO_DIRECTIONS)
		return NULL;
	return &last_job(reader)->direction[reader->direction].latency[kind];
}

/* Lines of latencies. Percentiles of anything else (of one priority) are passed over. */
static bool
take_latency(struct reader *reader, struct view line)
{
	struct normal_latency latency;
	struct fio_latency *to;

	if (reader->in_percentiles && normal_percentile_row(line)) {
		to = latency_of(reader, reader->percentiles.kind);
		if (to)
			normal_percentile_store(line, reader->percentiles.unit, reader->old, to);
		return true;
	}
	reader->in_percentiles = normal_percentiles(line, &reader->percentiles);
	if (reader->in_percentiles)
		return true;
	if (!normal_latency(line, &latency))
		return false;
	to = latency_of(reader, latency.kind);
	if (to)
		normal_latency_store(&latency, to);
	return true;
}

static bool
take_rate(struct reader *reader, struct view line)
{
	struct fio_job *job = last_job(reader);
	struct fio_direction *direction;
	struct normal_rate rate;

	if (normal_rate(line, &rate)) {
		reader->direction = rate.direction;
		reader->step[rate.direction] = rate.step;
		reader->old = rate.old || view_starts(reader->version, "fio-2.");
		normal_rate_store(&rate, &job->direction[rate.direction]);
		return true;
	}
	if (reader->direction == FIO_DIRECTIONS)
		return false;
	direction = &job->direction[reader->direction];
	return normal_bw_samples(line, &direction->bw_samples) ||
	       normal_iops_samples(line, &direction->iops_samples);
}

static void
take_job_line(struct reader *reader, struct view line)
{
	struct fio_job *job = last_job(reader);

	if (view_starts(line, "Run status group")) {
		close_job(reader);
		reader->ended = true;
		return;
	}
	bool issued = normal_issued(line, job);
	reader->counted = reader->counted || issued;
	if (issued || take_latency(reader, line) || take_rate(reader, line) ||
	    normal_cpu(line, job) || normal_remark(line, job) || normal_share(line))
		reader->told = reader->number;
}

/* Each state of a run prints the disks anew; each client has its own. */
static void
take_disk_line(struct reader *reader, struct view line)
{
	struct fio_result *result = &reader->result;

	if (!view_starts(line, "Disk stats (")) {
		if (reader->in_disks && result->form)
			reader->in_disks = normal_disk(line, result);
		return;
	}
	close_job(reader);
	reader->in_disks = result->form != NULL;
	if (reader->client)
		return;
	while (result->n_disks)
		free(result->disk[--result->n_disks].name);
}

/* In a client's output a line may begin with "<host> ", or end so before a job's. */
static struct view
take_host(struct reader *reader, struct view line)
{
	struct view host = line, before = scan_trim(line);
	const char *open = before.n ? memrchr(before.p, '<', before.n) : NULL;

	if (!reader->client || !open)
		return line;
	if (scan_skip(&host, "<") && scan_split(&host, ">", &before)) {
		reader->host = before;
		reader->new_host = true;
		return scan_trim(host);
	}
	bool path = open > before.p && open[-1] == '/'; /* "first_error=28/<No space left>" */
	if (!path && view_ends(before, ">")) {
		reader->host = (struct view){open + 1, (size_t)(before.p + before.n - open) - 2};
		reader->new_host = true;
	}
	return line;
}

static void
take(struct reader *reader, struct view line)
{
	struct normal_head head;

	if (!line.n) {
		reader->in_disks = reader->in_percentiles = false;
		return;
	}
	line = take_host(reader, line);
	if (normal_head(line, &head)) {
		if (is_sum(reader, &head))
			close_job(reader);
		else
			begin_job(reader, &head);
	} else if (take_opening(reader, line)) {
		reader->in_disks = false;
	} else if (view_starts(line, "fio: terminating on signal")) {
		reader->interrupted = true;
	} else if (reader->in_job && !view_starts(line, "Disk stats (")) {
		take_job_line(reader, line);
	} else {
		take_disk_line(reader, line);
	}
}

static bool
any_used(const struct fio_job *job)
{
	for (size_t d = 0; d < FIO_DIRECTIONS; d++)
		if (job->direction[d].used)
			return true;
	return false;
}

/* Says that the text ends among the lines of a job. Where other words follow, or all lines are
 * whole, it is a part that somebody chose, and what it says holds; else the job is cut off. */
static void
mark_cut(struct reader *reader, bool part)
{
	bool inside = reader->in_job && !reader->counted && reader->number - reader->told == 1;
	struct fio_job *job = inside ? last_job(reader) : NULL;

	if (inside && !part)
		sink_note(reader->sink, reader->number - 1, "the text ends inside of job '%s'",
			  job->name);
	if (inside)
		job->cut = part || !any_used(job);
}

size_t
normal_read(struct view text, size_t first_line, const struct sink *sink)
{
	struct reader reader = {.sink = sink, .number = first_line};
	bool part = scan_drop_part(&text);
	struct view rest = text;

	list_init(&reader.banners, &banner_icd);
	for (; rest.n; reader.number++)
		take(&reader, scan_line(&rest));
	mark_cut(&reader, part);
	flush(&reader);
	list_done(&reader.banners);
	size_t found = reader.found ? reader.found : fragment_read(text, first_line, sink);
	if (part && found)
		sink_note(sink, reader.number,
			  "left out: the last line has no newline, so a number in it may be cut");
	return found;
}
