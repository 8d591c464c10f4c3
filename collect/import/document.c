/* The readers of all forms over one text, the best form first. */
#include "collect/import/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/name.h"
#include "collect/fio/sink.h"
#include "collect/json/json.h"
#include "collect/text/normal.h"
#include "collect/text/terse.h"

/* Text between the JSON documents. */
struct stretch {
	struct view text;
	size_t line;
};

struct reading {
	struct document *document;
	struct sink sink;
	UT_array stretches;
	struct index told;         /* names of jobs that better forms have */
	size_t n_kept, n_left_out; /* jobs of the form that is read */
	size_t n_noted;            /* jobs left out, of forms that tell others, too */
	char *silent;              /* the first job of text of which nothing is said; NULL = none */
	size_t n_silent, silent_line;
};

static const UT_icd result_icd = {sizeof(struct fio_result), NULL, NULL, NULL};
static const UT_icd stretch_icd = {sizeof(struct stretch), NULL, NULL, NULL};

static void
on_note(void *ctx, const struct where *what)
{
	const struct reading *reading = ctx;

	reading->document->note(reading->document->ctx, what);
}

static void
on_text(void *ctx, struct view text, size_t line)
{
	struct reading *reading = ctx;
	const struct stretch stretch = {text, line};

	list_push(&reading->stretches, &stretch);
}

/* Takes out the jobs that better forms have told. */
static void
leave_out_told(struct reading *reading, struct fio_result *result)
{
	size_t kept = 0;

	for (size_t i = 0; i < result->n_jobs; i++) {
		if (name_find(&reading->told, view_of(result->job[i].name))) {
			fio_job_free(&result->job[i]);
			reading->n_left_out++;
		} else {
			result->job[kept++] = result->job[i];
		}
	}
	reading->n_kept += kept;
	result->n_jobs = kept;
}

/* A job's first line, and neither a number nor an error behind it. */
static bool
is_silent(const struct fio_job *job)
{
	for (size_t d = 0; d < FIO_DIRECTIONS; d++)
		if (job->direction[d].used)
			return false;
	return !job->error && !job->why && isnan(job->cpu_user) && isnan(job->switches) &&
	       isnan(job->errors) && isnan(job->syncs) && isnan(job->sync.n) &&
	       isnan(job->sync.mean) && !job->sync.n_percentiles;
}

static void
leave_out_silent(struct reading *reading, struct fio_result *result)
{
	size_t kept = 0;

	for (size_t i = 0; i < result->n_jobs; i++) {
		struct fio_job *job = &result->job[i];
		if (!is_silent(job)) {
			result->job[kept++] = *job;
			continue;
		}
		if (!reading->n_silent++) {
			reading->silent = mem_dup(job->name);
			reading->silent_line = job->line;
		}
		fio_job_free(job);
	}
	result->n_jobs = kept;
}

static void
on_result(void *ctx, struct fio_result *result)
{
	struct reading *reading = ctx;

	leave_out_told(reading, result);
	if (strcmp(result->form, "fio normal") == 0)
		leave_out_silent(reading, result);
	if (result->n_jobs > 0)
		list_push(&reading->document->results, result);
	else
		fio_result_free(result);
}

/* From here on what has been found so far is the better form. */
static void
remember_told(struct reading *reading)
{
	for (size_t i = 0; i < list_n(&reading->document->results); i++) {
		const struct fio_result *result = document_result(reading->document, i);
		for (size_t k = 0; k < result->n_jobs; k++)
			name_get(&reading->told, view_of(result->job[k].name));
	}
}

static size_t
read_stretches(struct reading *reading,
	       size_t (*read)(struct view text, size_t first_line, const struct sink *sink))
{
	size_t n = 0;

	reading->n_kept = reading->n_left_out = 0;
	for (size_t i = 0; i < list_n(&reading->stretches); i++) {
		const struct stretch *stretch =
		    (const struct stretch *)list_data(&reading->stretches) + i;
		n += read(stretch->text, stretch->line, &reading->sink);
	}
	remember_told(reading);
	if (reading->n_kept)
		reading->n_noted += reading->n_left_out;
	return n;
}

static bool
fail_without(struct document *document, struct view text, struct where *why)
{
	struct view line;
	size_t number;

	if (normal_only_error(text, &line, &number))
		return where_set(why, document->file, number, "nothing but an error of fio: %.*s",
				 line.n < 400 ? (int)line.n : 400, line.p);
	if (normal_only_banner(text, &number))
		return where_set(why, document->file, number,
				 "no job: fio's first lines without a result");
	document->foreign = true;
	return where_set(why, document->file, 0, "no output of fio");
}

/* Jobs of which nothing is said are no results. */
static bool
judge_silent(const struct reading *reading, struct where *why)
{
	size_t more = reading->n_silent - 1;
	const char *file = reading->document->file;

	if (!reading->n_silent)
		return true;
	if (list_n(&reading->document->results) == 0)
		return where_set(why, file, reading->silent_line,
				 "no job: '%s' has neither a number nor an error", reading->silent);
	if (more)
		sink_note(&reading->sink, reading->silent_line,
			  "left out: job '%s' and %zu more have neither a number nor an error",
			  reading->silent, more);
	else
		sink_note(&reading->sink, reading->silent_line,
			  "left out: job '%s' has neither a number nor an error", reading->silent);
	return true;
}

/* All forms in turn; false: nothing was found, with *why where JSON is broken. */
static bool
read_forms(struct reading *reading, struct view text, enum json_found *json, struct where *why)
{
	struct document *document = reading->document;

	*json = json_read(text, &reading->sink, on_text, reading, why);
	if (*json == JSON_NONE && list_n(&reading->stretches) == 0)
		on_text(reading, text, 1);
	remember_told(reading);
	size_t n = read_stretches(reading, terse_read);
	n += read_stretches(reading, normal_read);
	if (reading->n_noted)
		sink_note(&reading->sink, 0,
			  "%zu job%s left out that the same file tells in a better form, too",
			  reading->n_noted, reading->n_noted > 1 ? "s are" : " is");
	if (*json == JSON_BROKEN && n > 0)
		document->note(document->ctx, why);
	return *json == JSON_SOME || n > 0;
}

bool
document_read(struct document *document, struct view text, struct where *why)
{
	struct reading reading = {.document = document};
	enum json_found json = JSON_NONE;

	reading.sink = (struct sink){document->file, on_result, on_note, &reading};
	list_init(&document->results, &result_icd);
	list_init(&reading.stretches, &stretch_icd);
	document->foreign = false;
	bool found = read_forms(&reading, text, &json, why);
	bool good = found && judge_silent(&reading, why);
	list_done(&reading.stretches);
	name_set_free(&reading.told);
	free(reading.silent);
	return good || (!found && json != JSON_BROKEN && fail_without(document, text, why));
}

void
document_free(struct document *document)
{
	for (size_t i = 0; i < list_n(&document->results); i++)
		fio_result_free(document_result(document, i));
	list_done(&document->results);
}
