/* Words for what findings say beside a change and its verdict. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/model/input.h"
#include "render/model/words.h"

char *
words_of_metric(struct view metric)
{
	static const struct {
		const char *part, *words;
	} known[] = {
	    {"iops", "IOPS"},    {"bw", "bandwidth"},          {"lat", "latency"},
	    {"clat", "latency"}, {"lat.mean", "mean latency"}, {"clat.mean", "mean latency"}};
	const char *dot = memchr(metric.p, '.', metric.n);
	size_t head = dot ? (size_t)(dot - metric.p) : 0;
	struct view rest = {metric.p + (dot ? head + 1 : 0), metric.n - (dot ? head + 1 : 0)};

	for (size_t i = 0; i < countof(known); i++) {
		if (view_is(rest, known[i].part))
			return mem_format("%.*s%s%s", (int)head, metric.p, head ? " " : "",
					  known[i].words);
	}
	const char *p = view_starts(rest, "lat.p")    ? rest.p + strlen("lat.")
			: view_starts(rest, "clat.p") ? rest.p + strlen("clat.")
						      : NULL;
	if (!p)
		return mem_copy(metric.p, metric.n);
	return mem_format("%.*s%s%.*s latency", (int)head, metric.p, head ? " " : "",
			  (int)(metric.p + metric.n - p), p);
}

/* What the metric's name begins with, "read" of "read.iops"; empty where it has one part. */
static struct view
direction_of(struct view metric)
{
	const char *dot = memchr(metric.p, '.', metric.n);

	return (struct view){metric.p, dot ? (size_t)(dot - metric.p) : 0};
}

char *
words_of_metric_in(const struct comparison *c, struct view metric)
{
	struct view direction = direction_of(metric);
	bool alone = direction.n > 0 && c->n_rows > 0;

	for (size_t i = 0; i < c->n_rows && alone; i++)
		alone =
		    view_eq(direction_of(c->row[i].f->metric), direction) && !*c->row[i].direction;
	char *words = words_of_metric(metric);
	/* A metric of another kind is called by its own name, which stays whole. */
	if (alone && strlen(words) > direction.n && words[direction.n] == ' ')
		memmove(words, words + direction.n + 1, strlen(words) - direction.n);
	return words;
}

enum { FORCED_MOST = 3 }; /* keys that are named */

char *
words_forced(const struct comparison *c, const struct input *input)
{
	const char *key[FORCED_MOST];
	char *text = mem_dup("");
	size_t n = 0;

	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];
		size_t at = 0;

		if (f->verdict != VERDICT_CHANGED || !view_starts(f->metric, "job.") ||
		    !comparison_has(c, f))
			continue;
		while (at < n && at < FORCED_MOST && key[at] != f->metric.p)
			at++;
		if (at < n && at < FORCED_MOST)
			continue;
		if (n++ < FORCED_MOST) {
			key[at] = f->metric.p;
			mem_append(&text, "%s%s", at ? ", " : "Compared by --force: ", f->metric.p);
		}
	}
	if (n)
		mem_append(&text, "%s differ%s", n > FORCED_MOST ? ", ..." : "", n == 1 ? "s" : "");
	return text;
}

/* Beyond these, percentages are rows of digits, or of nines. */
static const double wide_above = 9.995, wide_below = -0.99;

bool
words_wide(double low, double high)
{
	return high > wide_above || low < wide_below;
}

char *
words_factor(double change, char out[UNIT_TEXT])
{
	double ratio = 1 + change, factor = ratio < 1 ? 1 / ratio : ratio;

	if (!(ratio > 0) || !isfinite(1 / ratio))
		snprintf(out, UNIT_TEXT, "x0");
	else
		snprintf(out, UNIT_TEXT, "%c%.*f", ratio < 1 ? '/' : 'x', factor < 9.95, factor);
	if (factor >= 1e6 && ratio > 0 && isfinite(1 / ratio))
		snprintf(out, UNIT_TEXT, "%c%.2g", ratio < 1 ? '/' : 'x', fmin(factor, 1e300));
	return out;
}

char *
words_bounds(double low, double high)
{
	char from[UNIT_TEXT], to[UNIT_TEXT];

	if (isnan(low) || isnan(high))
		return mem_dup("");
	if (words_wide(low, high))
		return mem_format("[%s, %s]", words_factor(low, from), words_factor(high, to));
	return mem_format("[%s, %s]", unit_change(low, from), unit_change(high, to));
}

/* A share as a percentage without a sign it does not need: "87", "-4". */
static char *
percent_of(double share, char out[UNIT_TEXT])
{
	snprintf(out, UNIT_TEXT, fabs(share) < 100 ? "%.0f" : "%.3g", unit_hundredths(share));
	return out;
}

char *
words_share(const struct finding_compare *f)
{
	char share[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT];

	percent_of(f->change, share);
	if (isnan(f->change))
		return mem_dup("an unknown share");
	if (isnan(f->low) || isnan(f->high))
		return mem_format("%s %%", share);
	return mem_format("%s %% [%s %%, %s %%]", share, percent_of(f->low, low),
			  percent_of(f->high, high));
}

static const struct {
	const char *grade, *words, *number;
} grade_words[] = {
    {"w", "each side's own variance", NULL},
    {"m", "both sides' pooled and moderated by like cells", NULL},
    {"h", "pooled with earlier runs", "degrees of freedom, earlier ones included"},
    {"b", "differences within blocks", "blocks"},
};
enum { KNOWN = countof(grade_words) };

/* What is known of the rows of one grade: how many, and the range of a number that belongs to it.
 */
struct grade_use {
	size_t n;
	double low, high;
};

static void
count_use(struct grade_use *use, double number)
{
	use->low = use->n ? fmin(use->low, number) : number;
	use->high = use->n ? fmax(use->high, number) : number;
	use->n++;
}

/* " (23 degrees of freedom)", " (5 blocks)". */
static void
append_number(char **text, const char *what, const struct grade_use *use)
{
	if (!what || isnan(use->low))
		return;
	if (use->low < use->high)
		mem_append(text, " (%.0f to %.0f %s)", use->low, use->high, what);
	else
		mem_append(text, " (%.0f %s)", use->low, what);
}

char *
words_grades(const struct comparison *c)
{
	struct grade_use use[KNOWN] = {{0}};
	size_t all = 0;
	char *text = mem_dup("");

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct finding_compare *f = c->row[i].f;

		all += f->grade.n > 0;
		for (size_t g = 0; g < KNOWN; g++) {
			if (view_is(f->grade, grade_words[g].grade))
				count_use(&use[g], view_is(f->grade, "h") ? f->df : f->blocks);
		}
	}
	if (use[0].n == all) /* what the interval's own words say */
		return text;
	for (size_t g = 0; g < KNOWN; g++) {
		if (use[g].n == 0)
			continue;
		mem_append(&text, "%s%s", *text ? "; " : "Standard errors: ", grade_words[g].words);
		append_number(&text, grade_words[g].number, &use[g]);
		mem_append(&text, " [%s]", grade_words[g].grade);
		if (use[g].n < all)
			mem_append(&text, " for %zu comparison%s", use[g].n,
				   use[g].n == 1 ? "" : "s");
	}
	return text;
}
