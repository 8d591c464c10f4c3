/* Release notes: versions against the oldest one, cell by cell, and what changed in words. */
#ifndef RENDER_TEXT_NOTES_H
#define RENDER_TEXT_NOTES_H

#include "collect/base/lines.h"
#include "render/model/comparison.h"
#include "render/model/input.h"
#include "render/text/page.h"

/* What rows are grouped by, of a test's rw. */
enum notes_group {
	NOTES_SEQUENTIAL_READ,
	NOTES_SEQUENTIAL_WRITE,
	NOTES_SEQUENTIAL_MIXED,
	NOTES_RANDOM_READ,
	NOTES_RANDOM_WRITE,
	NOTES_RANDOM_MIXED,
	NOTES_OTHER,
	NOTES_GROUPS,
};
extern const char *const notes_group_name[NOTES_GROUPS];

/* One primary metric of one test in all versions. */
struct notes_line {
	const struct comparison_row *row; /* the first that has it: label, panel, direction */
	enum notes_group group;
	const struct finding_compare **at; /* [version]; NULL where it has none */
	size_t place;
};

struct notes {
	const struct comparison *comparison; /* of comparison_init_all: commits are the versions */
	struct notes_line *line;             /* by panel, then group, then as they came */
	size_t n;
};

enum notes_section {
	NOTES_FASTER,
	NOTES_SLOWER,
	NOTES_JITTERY,
	NOTES_STEADIER,
	NOTES_BETWEEN, /* decided in an older version, not in the newest */
	NOTES_SECTIONS,
};

void notes_init(struct notes *notes, const struct comparison *comparison);
void notes_free(struct notes *notes);

/* "4k randread qd 32". The caller frees it. */
char *notes_label(const struct notes_line *line);

/* The oldest version's own value: "254.1k", "-". The caller frees it. */
char *notes_base(const struct notes_line *line, size_t versions);

/* A version relative to the oldest: "0.86 v" (regressed), "1.03 ^", "1.00" (same, or shifted),
 * "0.97
 * ~" (not decided), "-". The caller frees it. */
char *notes_ratio(const struct finding_compare *finding);

/* "Faster in v9.0", of the newest version. The caller frees it. */
char *notes_head(const struct notes *notes, enum notes_section section);

/* The sentences of a section, one a line; lines_free frees them. */
UT_array *notes_sentences(const struct notes *notes, enum notes_section section);

/* As text: what changed, then a table a panel, wrapped into blocks of columns where versions are
 * many, then runs, machine and job. */
void notes_text(const struct page *page, const struct comparison *comparison,
		const struct input *input);

/* Likewise in Markdown. */
void notes_markdown(FILE *out, const struct comparison *comparison, const struct input *input);

#endif
