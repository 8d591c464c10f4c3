/* Texts with JSON in them, for the tests of what is read from them. */
#ifndef TESTS_UNIT_JSON_TEXT_H
#define TESTS_UNIT_JSON_TEXT_H

#include "collect/json/json.h"

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

struct json_text json_text_read(const char *text);
struct json_text json_text_read_n(const char *text, size_t n);

/* The only job, with these members, of a document of this version; out is to be freed. */
const struct fio_job *json_text_job(const char *version, const char *members,
				    struct json_text *out);

void json_text_free(struct json_text *out);

#endif
