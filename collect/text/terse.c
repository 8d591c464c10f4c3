/* fio's terse output: lines into results. */
#include "collect/text/terse.h"

#include <stdlib.h>
#include <string.h>

#include "collect/text/scan.h"
#include "collect/text/states.h"
#include "collect/text/terse_line.h"

struct reader {
	const struct sink *sink;
	struct terse_line line;
	size_t number;
	struct fio_result result; /* form NULL = none begun, else it has a job */
	struct states states;
	size_t refused; /* lines */
	size_t found;
	bool interrupted;  /* the line before says so */
	bool clients;      /* a line sums up clients, whose jobs may have the same name */
	struct view disks; /* of the line before */
	char *alone; /* the first job that came again without a hint whether as a clone; NULL */
	size_t alone_line, n_alone;
};

static void
flush(struct reader *reader)
{
	if (!reader->result.form)
		return;
	states_end(&reader->states, &reader->result, reader->sink);
	reader->found += reader->result.n_jobs;
	sink_result(reader->sink, &reader->result);
	fio_result_init(&reader->result, NULL, 0);
}

/* Begins a result, or goes on with one of the same form and version. */
static void
open_result(struct reader *reader)
{
	const char *form = reader->line.layout->form;
	struct view version = terse_line_version(&reader->line);
	const char *held = reader->result.version ? reader->result.version : "";

	if (reader->result.form == form && view_is(version, held))
		return;
	flush(reader);
	fio_result_init(&reader->result, form, reader->number);
	if (version.n)
		reader->result.version = mem_copy(version.p, version.n);
	reader->result.interrupted = reader->interrupted;
	reader->interrupted = false;
}

/* Moves the last job of one to the end of the other. */
static void
move_job(struct fio_result *from, struct fio_result *to)
{
	struct fio_job *job = fio_result_add_job(to, "");

	fio_job_free(job);
	*job = from->job[--from->n_jobs];
}

/* The disks of the last line hold: each has those of the whole run, up to when it was printed. */
static void
take_disks(struct fio_result *from, struct fio_result *to)
{
	struct fio_disk *disk = to->disk;
	size_t n = to->n_disks;

	if (from->n_disks == 0)
		return;
	to->disk = from->disk;
	to->n_disks = from->n_disks;
	from->disk = disk;
	from->n_disks = n;
}

/* Whether the result's last job, which has come before, is a clone of the one before it, not of
 * another run. Behind each job of one run fio prints the same statistics of the disks, and clones
 * follow one another. */
static bool
is_clone(struct reader *reader, struct view disks)
{
	const struct fio_result *result = &reader->result;
	const struct fio_job *job = &result->job[result->n_jobs - 1], *before = job - 1;

	if (reader->clients)
		return true;
	if (before->group != job->group || strcmp(before->name, job->name) != 0)
		return false;
	if (disks.n || reader->disks.n)
		return view_eq(disks, reader->disks);
	if (reader->n_alone++ == 0) {
		reader->alone = mem_dup(job->name);
		reader->alone_line = job->line;
	}
	return false;
}

/* The job, alone in next, becomes one of the result, or the first of another. */
static void
settle(struct reader *reader, struct fio_result *next)
{
	struct view disks = terse_line_disks(&reader->line);
	bool known = states_know(&reader->states, next->job, 0);
	size_t before = reader->result.n_jobs;

	move_job(next, &reader->result);
	states_settle(&reader->states, &reader->result, 0);
	if (known && reader->result.n_jobs > before && !is_clone(reader, disks)) {
		move_job(&reader->result, next);
		flush(reader);
		open_result(reader);
		move_job(next, &reader->result);
		states_settle(&reader->states, &reader->result, 0);
	}
	take_disks(next, &reader->result);
	reader->disks = disks;
}

/* The line that sums up all clients says nothing that theirs do not. */
static void
add_job(struct reader *reader)
{
	struct fio_result next;

	open_result(reader);
	char *name = terse_line_name(&reader->line);
	if (reader->result.n_jobs == 0 || strcmp(name, "All clients") != 0) {
		fio_result_init(&next, reader->result.form, reader->number);
		next.version = mem_dup(reader->result.version);
		terse_line_job(&reader->line, name, &next);
		next.job[0].line = reader->number;
		settle(reader, &next);
		fio_result_free(&next);
	}
	free(name);
}

/* Version 2 puts a description on a line of its own. */
static void
add_description(struct reader *reader, struct view text)
{
	struct fio_job *job = &reader->result.job[reader->result.n_jobs - 1];
	char *copy = mem_copy(text.p, text.n);

	fio_job_add_option(job, "description", copy);
	free(copy);
}

/* Of a job that has such a line what is held is an earlier state, or not all of its clones. */
static void
mark_cut(struct reader *reader)
{
	const struct terse_line *line = &reader->line;
	size_t name = line->layout->head - 3;

	for (size_t i = 0; name < line->n && i < reader->result.n_jobs; i++)
		if (reader->result.form == line->layout->form &&
		    view_is(line->field[name], reader->result.job[i].name))
			reader->result.job[i].cut = true;
}

/* Says it of the first such line; how many more there are is said at the end. */
static void
refuse(struct reader *reader, struct view text)
{
	if (reader->refused++ == 0)
		sink_note(reader->sink, reader->number,
			  "left out: terse output of version %c with %zu fields, which cannot be "
			  "told apart",
			  text.p[0], reader->line.n);
	mark_cut(reader);
}

static void
take(struct reader *reader, struct view text)
{
	if (terse_line_begins(text)) {
		if (terse_line_cut(text, &reader->line))
			add_job(reader);
		else
			refuse(reader, text);
	} else if (reader->result.form && !reader->result.version && scan_skip(&text, ";")) {
		add_description(reader, text);
	} else {
		flush(reader);
		if (text.n)
			reader->interrupted = view_starts(text, "fio: terminating on signal");
	}
}

size_t
terse_read(struct view text, size_t first_line, const struct sink *sink)
{
	static const char clients[] = ";All clients;";
	struct reader *reader = mem_alloc(1, sizeof(*reader));

	reader->sink = sink;
	reader->number = first_line;
	reader->clients = text.n && memmem(text.p, text.n, clients, strlen(clients)) != NULL;
	bool ended = text.n && text.p[text.n - 1] == '\n';
	for (; text.n; reader->number++) {
		struct view line = scan_line(&text);
		reader->line.unended = !ended && !text.n;
		take(reader, line);
	}
	flush(reader);
	if (reader->refused > 1)
		sink_note(sink, 0, "left out for the same reason: %zu more line%s of terse output",
			  reader->refused - 1, reader->refused == 2 ? "" : "s");
	if (reader->n_alone)
		sink_note(
		    sink, reader->alone_line,
		    "'%s' comes again, without disks to show what it is (%zu line%s): taken to "
		    "be runs one after another: as clones of one run (numjobs) they would add "
		    "up",
		    reader->alone, reader->n_alone, reader->n_alone > 1 ? "s" : "");
	size_t found = reader->found;
	free(reader->alone);
	free(reader);
	return found;
}
