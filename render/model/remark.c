/* Notes by their parts. The words are those of analyze; doc/ringside-findings.5 has them. */
#include "render/model/remark.h"

#include <string.h>

#include "collect/base/mem.h"

static const char separator[] = "; ";

const char remark_too_many[] = "more than 1000 runs";

/* What a part of a kind begins with; that of steadiness stands apart. */
static const struct beginning {
	enum remark kind;
	const char *text;
} beginnings[] = {
    {REMARK_METHOD, "arithmetic means"},
    {REMARK_METHOD, finding_one_session},
    {REMARK_METHOD, finding_more_sessions},
    {REMARK_METHOD, finding_unnamed},
    {REMARK_METHOD, "differences within "},
    {REMARK_METHOD, "sessions differ by "},
    {REMARK_METHOD, "jitter: drift taken out"},
    {REMARK_METHOD, "history: "},
    {REMARK_FAMILY, "p "},
    {REMARK_RUNS, remark_too_many},
    {REMARK_THIN, "thin tail: "},
};

/* In comparisons behind the commit's name. */
static const char *const steadiness[] = {": two levels: ", ": not steady: ", ": warm-up: "};

static bool
contains(struct view text, const char *word)
{
	return memmem(text.p, text.n, word, strlen(word)) != NULL;
}

static enum remark
kind_of(struct view part)
{
	for (size_t i = 0; i < countof(steadiness); i++) {
		if (contains(part, steadiness[i]) || view_starts(part, steadiness[i] + 2))
			return REMARK_STEADINESS;
	}
	for (size_t i = 0; i < countof(beginnings); i++) {
		if (view_starts(part, beginnings[i].text))
			return beginnings[i].kind;
	}
	return REMARK_OTHER;
}

bool
remark_next(struct view *note, struct view *part, enum remark *kind)
{
	const size_t n = strlen(separator);

	if (note->n == 0)
		return false;
	const char *end = memmem(note->p, note->n, separator, n);
	*part = (struct view){note->p, end ? (size_t)(end - note->p) : note->n};
	size_t taken = part->n + (end ? n : 0);
	note->p += taken;
	note->n -= taken;
	*kind = kind_of(*part);
	return true;
}

char *
remark_parts(struct view note, unsigned kinds)
{
	char *text = mem_dup("");
	struct view part;
	enum remark kind;

	while (remark_next(&note, &part, &kind)) {
		if (part.n && (kinds & kind))
			mem_append(&text, "%s%.*s", *text ? separator : "", VIEW_ARGS(part));
	}
	return text;
}

bool
remark_has(struct view note, const char *beginning)
{
	struct view part;
	enum remark kind;

	while (remark_next(&note, &part, &kind)) {
		if (view_starts(part, beginning))
			return true;
	}
	return false;
}
