/* The mail's line on how the engine was used: the same keys change for each commit and test, so
 * that they are told as ranges. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "render/text/mail.h"

static const struct {
	const char *key, *words;
} uses[] = {{"meta.engine.submit_max", "most submitted at once"},
	    {"meta.engine.reap_min", "least reaped at once"},
	    {"meta.engine.reap_max", "most reaped at once"},
	    {"meta.engine.ring_slots", "ring slots"}};
enum { USES = countof(uses) };

/* The values of one key, old and new, over all that is shown. */
struct span {
	double low[2], high[2];
};

/* Which use a key tells, USES for none. */
static size_t
use_of(struct view key)
{
	size_t u = 0;

	while (u < USES && !view_is(key, uses[u].key))
		u++;
	return u;
}

/* "2 -> 16", both numbers and nothing else. */
static bool
parse_pair(const char *note, double pair[2])
{
	static const char arrow[] = " -> ";
	char *end;

	pair[0] = strtod(note, &end);
	if (end == note || strncmp(end, arrow, strlen(arrow)) != 0)
		return false;
	const char *second = end + strlen(arrow);
	pair[1] = strtod(second, &end);
	return end != second && !*end && isfinite(pair[0]) && isfinite(pair[1]);
}

bool
mail_is_engine(const struct finding_compare *f)
{
	double pair[2];

	return f->verdict == VERDICT_CHANGED && use_of(f->metric) < USES &&
	       parse_pair(f->note.p, pair);
}

static void
take(struct span *span, const double pair[2])
{
	for (int side = 0; side < 2; side++) {
		span->low[side] = fmin(span->low[side], pair[side]);
		span->high[side] = fmax(span->high[side], pair[side]);
	}
}

/* "16", "16 to 64". */
static void
append_range(char **text, double low, double high)
{
	mem_append(text, "%.15g", low);
	if (low < high)
		mem_append(text, " to %.15g", high);
}

char *
mail_engine(const struct comparison *c, const struct input *input)
{
	struct span span[USES];
	char *text = mem_dup("");

	for (size_t u = 0; u < USES; u++)
		span[u] = (struct span){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];
		double pair[2];

		if (comparison_has(c, f) && mail_is_engine(f) && parse_pair(f->note.p, pair))
			take(&span[use_of(f->metric)], pair);
	}
	for (size_t u = 0; u < USES; u++) {
		if (span[u].low[0] > span[u].high[0])
			continue;
		mem_append(&text, "%s%s ", *text ? ", " : "", uses[u].words);
		append_range(&text, span[u].low[0], span[u].high[0]);
		mem_append(&text, " -> ");
		append_range(&text, span[u].low[1], span[u].high[1]);
	}
	return text;
}
