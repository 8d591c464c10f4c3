/* Looking for documents, and what to do with each. */
#include <jansson.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/json/cumulative.h"
#include "collect/json/document.h"
#include "collect/json/field.h"
#include "collect/json/json.h"
#include "collect/json/mend.h"
#include "collect/json/pbench.h"
#include "collect/json/said.h"
#include "collect/json/span.h"

enum { PROBLEMS_SHOWN = 5 };

struct problem {
	size_t line;
	char *why;
};

struct reader {
	struct view text;
	const struct sink *sink;
	void (*other_text)(void *ctx, struct view text, size_t line);
	void *ctx;
	size_t at, line;              /* where it is */
	size_t outside, outside_line; /* what is behind the last document begins here */
	struct json_said said;
	bool interrupted; /* the text before the next document says so */
	size_t mended, mended_line;
	struct fio_result last; /* a document that the next one may continue */
	bool has_last;
	size_t results;
	struct problem problem[PROBLEMS_SHOWN];
	size_t problems;
};

static bool
holds(struct view text, const char *word)
{
	return memmem(text.p, text.n, word, strlen(word)) != NULL;
}

static size_t
lines_in(const char *p, size_t n)
{
	size_t lines = 0;
	const char *end = p + n;

	while ((p = memchr(p, '\n', (size_t)(end - p)))) {
		lines++;
		p++;
	}
	return lines;
}

static void
go_to(struct reader *r, size_t at)
{
	r->line += lines_in(r->text.p + r->at, at - r->at);
	r->at = at;
}

static void
go_to_next_line(struct reader *r, size_t from)
{
	const char *end = memchr(r->text.p + from, '\n', r->text.n - from);

	go_to(r, end ? (size_t)(end - r->text.p) + 1 : r->text.n);
}

static void __attribute__((format(printf, 3, 4)))
problem(struct reader *r, size_t line, const char *format, ...)
{
	va_list ap;

	if (r->problems < PROBLEMS_SHOWN) {
		va_start(ap, format);
		r->problem[r->problems] = (struct problem){line, mem_vformat(format, ap)};
		va_end(ap);
	}
	r->problems++;
}

static bool
is_blank_text(struct view text)
{
	for (size_t i = 0; i < text.n; i++) {
		if (!text.p[i] || !strchr(" \t\r\n", text.p[i]))
			return false;
	}
	return true;
}

/* Passes on the text between the last document and the one that begins here. */
static void
leave_outside(struct reader *r)
{
	struct view text = {r->text.p + r->outside, r->at - r->outside};

	if (is_blank_text(text))
		return;
	if (json_said(text, r->outside_line, r->sink, &r->said))
		r->interrupted = true;
	if (r->other_text)
		r->other_text(r->ctx, text, r->outside_line);
}

/* The document before this place is done with. */
static void
go_outside(struct reader *r, size_t end)
{
	go_to(r, end);
	r->outside = r->at;
	r->outside_line = r->line;
}

static void
give_last(struct reader *r)
{
	if (r->has_last)
		sink_result(r->sink, &r->last);
	r->results += r->has_last;
	r->has_last = false;
}

static void
take_fio(struct reader *r, const json_t *root, const UT_array *job_lines)
{
	struct fio_result result;
	const char *why;

	if (!json_document_read(root, r->line, job_lines, r->sink, &result, &why)) {
		problem(r, r->line, "%s", why);
		r->interrupted = false;
		return;
	}
	result.interrupted = r->interrupted;
	r->interrupted = false;
	if (r->has_last && json_cumulative(&r->last, &result))
		json_cumulative_merge(&r->last, &result);
	else
		give_last(r);
	r->last = result;
	r->has_last = true;
}

/* Parses a whole document; NULL with the problem in *error. */
static json_t *
parse(struct reader *r, struct view document, UT_array *job_lines, json_error_t *error)
{
	size_t n, mended;
	char *clean = json_mend(document, r->line, &n, &mended, job_lines);
	json_t *root = json_loadb(clean, n, JSON_DECODE_INT_AS_REAL, error);

	free(clean);
	if (root && mended) {
		r->mended_line = r->mended ? r->mended_line : r->line;
		r->mended += mended;
	}
	return root;
}

/* Takes the document; false where it is neither fio's nor pbench's. */
static bool
take(struct reader *r, struct view document, bool is_fio)
{
	static const UT_icd size_icd = {sizeof(size_t), NULL, NULL, NULL};
	UT_array job_lines;
	json_error_t error;
	bool taken = true;

	list_init(&job_lines, &size_icd);
	json_t *root = parse(r, document, &job_lines, &error);
	if (!root && is_fio) {
		leave_outside(r);
		problem(r, r->line + (size_t)(error.line > 0 ? error.line - 1 : 0),
			"the document that begins on line %zu is no JSON: %s", r->line, error.text);
	} else if (is_fio && json_is_string(json_object_get(root, "fio version"))) {
		leave_outside(r);
		take_fio(r, root, &job_lines);
	} else if (root && !is_fio && json_pbench_fits(root)) {
		leave_outside(r);
		give_last(r);
		r->results += json_pbench_read(root, r->line, r->sink);
	} else {
		taken = false;
	}
	json_decref(root);
	list_done(&job_lines);
	return taken;
}

/* The run did not end with the last document if the one that is cut off is a later state of it. */
static void
cut_last(struct reader *r, struct view document)
{
	if (!r->has_last || !json_cumulative_cut(&r->last, document))
		return;
	for (size_t i = 0; i < r->last.n_jobs; i++)
		r->last.job[i].cut = true;
}

/* A document that is not whole. */
static void
refuse(struct reader *r, enum json_span_end how, size_t end)
{
	size_t begun = r->line;

	leave_outside(r);
	r->interrupted = false;
	if (how == JSON_SPAN_DEEP) {
		problem(r, begun, "the document is nested more than %d levels deep", JSON_DEEP);
		return;
	}
	size_t last = begun + lines_in(r->text.p + r->at, end - r->at);
	cut_last(r, (struct view){r->text.p + r->at, end - r->at});
	if (how == JSON_SPAN_NEXT)
		problem(r, begun, "the document is cut off: another begins on line %zu", last);
	else
		problem(r, last - (r->text.p[end - 1] == '\n'),
			"the file ends in the document that begins on line %zu", begun);
}

static bool
is_pbench(struct view document)
{
	return holds(document, "\"throughput\"") && holds(document, "\"iops_sec\"");
}

/* At a brace or bracket with which a document may begin. Goes on behind what was looked at. */
static void
look(struct reader *r, size_t open)
{
	size_t end;
	enum json_span_end how = json_span_find(r->text, open, &end);
	struct view document = {r->text.p + open, end - open};
	bool is_fio = holds(document, "\"fio version\"");

	if (!is_fio && !is_pbench(document)) {
		/* There is nothing for us up to end. */
		if (how == JSON_SPAN_DEEP)
			go_to_next_line(r, open);
		else
			go_to(r, end);
	} else if (is_fio && r->text.p[open] == '[') {
		go_to(r, open + 1); /* an array of documents */
	} else if (how == JSON_SPAN_WHOLE && take(r, document, is_fio)) {
		go_outside(r, end + (end < r->text.n && r->text.p[end] == ','));
	} else if (how == JSON_SPAN_WHOLE) {
		go_to_next_line(r, open); /* there may be others in it */
	} else {
		refuse(r, how, end);
		go_outside(r, how == JSON_SPAN_DEEP ? open + 1 : end);
	}
}

/* Problems beside good documents are notes; without one the first of them is the answer. */
static enum json_found
conclude(struct reader *r, struct where *why)
{
	size_t shown = r->problems < PROBLEMS_SHOWN ? r->problems : PROBLEMS_SHOWN;

	for (size_t i = 0; i < shown; i++) {
		if (i == 0 && !r->results)
			where_set(why, r->sink->file, r->problem[i].line, "%s", r->problem[i].why);
		else
			sink_note(r->sink, r->problem[i].line, "%s", r->problem[i].why);
		free(r->problem[i].why);
	}
	if (r->problems > shown)
		sink_note(r->sink, 0, "%zu more document%s cannot be read", r->problems - shown,
			  r->problems - shown == 1 ? "" : "s");
	if (r->mended)
		sink_note(r->sink, r->mended_line,
			  "%zu %s no JSON %s mended: control characters, bytes that are no UTF-8, "
			  "and numbers such as nan, which count as not said",
			  r->mended, r->mended == 1 ? "place that is" : "places that are",
			  r->mended == 1 ? "was" : "were");
	if (r->results)
		return JSON_SOME;
	return r->problems ? JSON_BROKEN : JSON_NONE;
}

enum json_found
json_read(struct view text, const struct sink *sink,
	  void (*other_text)(void *ctx, struct view text, size_t line), void *ctx,
	  struct where *why)
{
	size_t open;
	struct reader r = {.text = text,
			   .sink = sink,
			   .other_text = other_text,
			   .ctx = ctx,
			   .line = 1,
			   .outside_line = 1};

	while (r.at < text.n) {
		if (json_span_begins(text, r.at, &open))
			look(&r, open);
		else
			go_to_next_line(&r, r.at);
	}
	give_last(&r);
	if (r.results || r.problems) {
		leave_outside(&r);
		json_said_end(&r.said, sink);
	}
	return conclude(&r, why);
}
