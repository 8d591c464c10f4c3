/* Notes by their parts. The words are those of analyze; doc/ringside-findings.5 has them. */
#include "render/model/remark.h"

#include <string.h>

#include "collect/base/mem.h"

static const char separator[] = "; ";

/* What a part of a kind begins with; of steadiness what follows the commit's name. */
static const struct beginning {
	enum remark kind;
	const char *text;
} beginnings[] = {
    {REMARK_METHOD, "arithmetic means"},
    {REMARK_METHOD, finding_one_session},
    {REMARK_METHOD, "differences within "},
    {REMARK_METHOD, "sessions differ by "},
    {REMARK_METHOD, "jitter: drift taken out"},
    {REMARK_METHOD, "history: "},
    {REMARK_FAMILY, "p "},
};

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
		if (contains(part, steadiness[i]))
			return REMARK_STEADINESS;
	}
	for (size_t i = 0; i < countof(beginnings); i++) {
		if (view_starts(part, beginnings[i].text))
			return beginnings[i].kind;
	}
	return REMARK_OTHER;
}

/* Takes the first part off the rest. */
static struct view
next_part(struct view *rest)
{
	const size_t n = strlen(separator);
	const char *end = memmem(rest->p, rest->n, separator, n);
	struct view part = {rest->p, end ? (size_t)(end - rest->p) : rest->n};
	size_t taken = part.n + (end ? n : 0);

	rest->p += taken;
	rest->n -= taken;
	return part;
}

char *
remark_parts(struct view note, unsigned kinds)
{
	char *text = mem_dup("");

	while (note.n) {
		struct view part = next_part(&note);

		if (part.n && (kinds & kind_of(part)))
			mem_append(&text, "%s%.*s", *text ? separator : "", VIEW_ARGS(part));
	}
	return text;
}

bool
remark_has(struct view note, const char *beginning)
{
	while (note.n) {
		if (view_starts(next_part(&note), beginning))
			return true;
	}
	return false;
}
