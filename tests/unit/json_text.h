/* Texts with JSON in them, for the tests of what is read from them. */
#ifndef TESTS_UNIT_JSON_TEXT_H
#define TESTS_UNIT_JSON_TEXT_H

#include "collect/base/mem.h"
#include "collect/json/json.h"
#include "tests/unit/check.h"

enum { JSON_TEXT_RESULTS = 8 };

/* All that one text gave. */
struct json_text {
	struct fio_result result[JSON_TEXT_RESULTS];
	size_t n;
	char *notes;  /* "LINE: why\n" each */
	char *others; /* "LINE: text" each */
	enum json_found found;
	struct where why;
};

static inline void
json_text_result(void *ctx, struct fio_result *result)
{
	struct json_text *out = ctx;

	cr_assert(out->n < JSON_TEXT_RESULTS);
	out->result[out->n++] = *result;
}

static inline void
json_text_note(void *ctx, const struct where *what)
{
	struct json_text *out = ctx;

	mem_append(&out->notes, "%zu: %s\n", what->line, what->why);
}

static inline void
json_text_other(void *ctx, struct view text, size_t line)
{
	struct json_text *out = ctx;

	mem_append(&out->others, "%zu: %.*s", line, VIEW_ARGS(text));
}

static inline struct json_text
json_text_read_n(const char *text, size_t n)
{
	struct json_text out = {.notes = mem_dup(""), .others = mem_dup("")};
	struct sink sink = {"a.json", json_text_result, json_text_note, &out};

	out.found = json_read((struct view){text, n}, &sink, json_text_other, &out, &out.why);
	return out;
}

static inline struct json_text
json_text_read(const char *text)
{
	return json_text_read_n(text, strlen(text));
}

static inline void
json_text_free(struct json_text *out)
{
	for (size_t i = 0; i < out->n; i++)
		fio_result_free(&out->result[i]);
	free(out->notes);
	free(out->others);
}

/* The first job's direction of a document whose only job has these members; out is to be freed. */
static inline const struct fio_job *
json_text_job(const char *version, const char *members, struct json_text *out)
{
	char *text = mem_format("{\n\"fio version\" : \"%s\",\n\"jobs\" : [\n{\n\"jobname\" : "
				"\"a\",\n%s\n}\n]\n}\n",
				version, members);

	*out = json_text_read(text);
	free(text);
	cr_assert(out->found == JSON_SOME && out->n == 1 && out->result[0].n_jobs == 1, "%s: %s",
		  members, out->why.why);
	return &out->result[0].job[0];
}

#endif
