/* The kinds of text and picture that there are. */
#ifndef RENDER_KIND_H
#define RENDER_KIND_H

#include <stdbool.h>
#include <stdio.h>

#include "collect/base/lines.h"
#include "render/arguments.h"
#include "render/model/input.h"

struct where;

enum format { FORMAT_TXT, FORMAT_MD, FORMAT_HTML, FORMAT_PNG, FORMAT_SVG, FORMAT_PDF, FORMATS };

extern const char *const format_name[FORMATS]; /* the extensions */

struct chart;
struct kind_request;

struct kind {
	const char *name;
	const char *shows;
	const char *needs;         /* what the input must hold */
	const char *example;       /* a command line that makes one */
	unsigned formats;          /* 1 << enum format, of files that it can go to */
	unsigned options;          /* ARGUMENT_* that mean something to it */
	bool records;              /* is drawn from the records: the input keeps them */
	const struct chart *chart; /* what it draws; NULL for texts and pages */
	bool (*write)(const struct kind_request *request); /* of texts and pages */
};

/* All kinds, n_kinds of them. */
extern const struct kind kinds[];
extern const size_t n_kinds;

/* The kind of that name; NULL with *why naming the nearest or all. */
const struct kind *kind_find(const char *name, struct where *why);

/* The format of an output file by its extension, for that kind. */
bool kind_format(const struct kind *kind, const char *file, enum format *out, struct where *why);

/* What to render, and to where. */
struct kind_request {
	const struct input *input;
	const struct arguments *arguments;
	enum format format;
	const char *epoch;  /* the text of SOURCE_DATE_EPOCH, or NULL */
	FILE *out;          /* write errors may be left to ferror */
	UT_array *warnings; /* lines.h: what the user should know although the work is done */
	struct where *why;  /* filled on failure */
};

bool kind_render(const struct kind *kind, const struct kind_request *request);

#endif
