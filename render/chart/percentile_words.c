/* Percentile curves in words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/percentile.h"
#include "render/chart/ring.h"
#include "render/draw/sign.h"
#include "render/model/remark.h"
#include "render/model/words.h"

enum { LABEL_MAX = 44 }; /* columns of a test's label in the title */

static bool
decided(enum verdict verdict)
{
	return verdict == VERDICT_REGRESSED || verdict == VERDICT_IMPROVED;
}

/* "is 34.0 % slower", "takes 2.1 times as long". The caller frees it. */
static char *
change_text(double change)
{
	char text[UNIT_TEXT];

	if (change > 1)
		return mem_format("takes %s times as long", words_factor(change, text) + 1);
	if (change < -0.9 && change > -1)
		return mem_format("takes 1/%s of the time", words_factor(change, text) + 1);
	return mem_format("is %s %% %s", unit_change(fabs(change), text) + 1,
			  change < 0 ? "faster" : "slower");
}

/* "p99 is 34.0 % slower [+32.0, +40.1]". The caller frees it. */
static char *
decided_text(double quantile, double change, double low, double high)
{
	char *what = change_text(change), *bounds = words_bounds(low, high);
	char *name = quantile == 0.5 ? mem_dup("the median") : percentile_name(quantile);
	char *text = mem_format("%s %s%s%s", name, what, *bounds ? " " : "", bounds);

	free(name);
	free(bounds);
	free(what);
	return text;
}

/* What the median did, by compare's finding where that knows more than all percentiles at once. The
 * caller frees it. */
static char *
median_text(const struct percentile_row *row)
{
	char text[UNIT_TEXT];

	if (decided(row->verdict))
		return decided_text(0.5, row->change, row->low, row->high);
	if (row->cell && decided(row->cell->verdict) && !isnan(row->cell->change))
		return decided_text(0.5, row->cell->change, row->cell->low, row->cell->high);
	unit_percent(row->change, text);
	if (row->verdict == VERDICT_SAME || row->verdict == VERDICT_SHIFTED)
		return mem_format("the median holds (%s)", text);
	return mem_format("the median is undecided (%s)", text);
}

/* Why there is no verdict, as far as a title has room: the first part of the note that is no
 * method. */
static char *
reason_text(const struct finding_compare *f, const char *change)
{
	char *parts = remark_parts(f->note, REMARK_OTHER);
	const char *reason = *parts ? parts : words_reason(f);
	const char *more = strstr(reason, ": no verdict");
	size_t n = strcspn(reason, ";");

	if (more && (size_t)(more - reason) < n)
		n = (size_t)(more - reason);
	char *text = mem_format("p99 has no verdict%s: %.*s", change, (int)n, reason);
	free(parts);
	return text;
}

/* What compare says of a percentile, in its own numbers. The caller frees it. */
static char *
cell_text(const struct finding_compare *f)
{
	char text[UNIT_TEXT], *bounds = words_bounds(f->low, f->high);
	char *change = isnan(f->change) ? mem_dup("")
					: mem_format(" (%s%s%s)", unit_percent(f->change, text),
						     *bounds ? " " : "", bounds);
	char *out;

	if (words_overloaded(f))
		out = mem_dup("overloaded: latency tells only how long it ran");
	else if (decided(f->verdict) && isnan(f->change))
		out = mem_format("p99 %s", verdict_name[f->verdict]);
	else if (decided(f->verdict))
		out = decided_text(0.99, f->change, f->low, f->high);
	else if (f->verdict == VERDICT_SAME)
		out = mem_format("p99 holds%s", change);
	else if (f->verdict == VERDICT_SHIFTED)
		out = mem_format("p99 shifted%s", change);
	else if (f->verdict == VERDICT_UNDECIDED)
		out = mem_format("p99 is undecided%s", change);
	else
		out = reason_text(f, change);
	free(change);
	free(bounds);
	return out;
}

/* Values alone, of one side or of two that nothing compares. */
static char *
values_text(const struct percentile *p)
{
	static const double shown[] = {0.5, 0.99, 0.999};
	char *out = mem_dup(""), from[UNIT_TEXT], to[UNIT_TEXT];

	for (size_t i = 0; i < countof(shown); i++) {
		const struct percentile_row *row = percentile_row_at(p, shown[i]);

		if (!row || (shown[i] > 0.5 && row->beyond < PERCENTILE_BEYOND))
			continue;
		char *name = shown[i] == 0.5 ? mem_dup("median") : percentile_name(shown[i]);
		unit_print(row->side[0].value, view_of("ns"), from);
		mem_append(&out, "%s%s %s", *out ? ", " : "", name, from);
		if (p->n_sides == 2)
			mem_append(&out, " -> %s",
				   unit_print(row->side[1].value, view_of("ns"), to));
		free(name);
	}
	return out;
}

/* Neighbouring rows that are certain and changed the same way. */
struct stretch {
	const struct percentile_row *from, *to; /* both within */
	const struct percentile_row *least, *most;
};

/* Whether a stretch is not ended by a row: one that nothing is known of ends none. */
static bool
goes_on(const struct percentile_row *at, const struct percentile_row *row)
{
	return !at->tested || at->verdict == row->verdict;
}

/* The stretch around a row. */
static struct stretch
stretch_of(const struct percentile *p, const struct percentile_row *row)
{
	const struct percentile_row *end = p->row + p->n_rows;
	struct stretch s = {row, row, row, row};

	for (const struct percentile_row *at = row; at > p->row && goes_on(&at[-1], row);)
		s.from = (--at)->tested ? at : s.from;
	for (const struct percentile_row *at = row; at + 1 < end && goes_on(&at[1], row);)
		s.to = (++at)->tested ? at : s.to;
	for (const struct percentile_row *at = s.from; at <= s.to; at++) {
		if (!at->tested)
			continue;
		s.least = at->change < s.least->change ? at : s.least;
		s.most = at->change > s.most->change ? at : s.most;
	}
	return s;
}

static bool
within(const struct stretch *s, const struct percentile_row *row)
{
	return row && row >= s->from && row <= s->to;
}

/* Changes that differ by less are told as one. */
static const double even = 0.002;

/* What several percentiles did that changed by least to most, one way: "are 16.1 to 18.3 % slower".
 * The caller frees it. */
static char *
range_text(double least, double most)
{
	bool factors = most > 1 || (least < -0.9 && least > -1), slower = (most > 0);
	double first = slower ? least : most, last = slower ? most : least;
	char low[UNIT_TEXT], high[UNIT_TEXT];

	if (factors) {
		words_factor(first, low);
		words_factor(last, high);
	} else {
		unit_change(fabs(first), low);
		unit_change(fabs(last), high);
	}
	bool one = strcmp(low, high) == 0 || most - least < even;
	const char *to = one ? "" : " to ", *from = one ? "" : low + 1;
	if (!factors)
		return mem_format("are %s%s%s %% %s", from, to, high + 1,
				  slower ? "slower" : "faster");
	if (slower)
		return mem_format("take %s%s%s times as long", from, to, high + 1);
	return mem_format("take %s%s%s1/%s of the time", one ? "" : "1/", from, to, high + 1);
}

/* "p90 to p99 are 16.1 to 18.3 % slower". The caller frees it. */
static char *
stretch_text(const struct stretch *s)
{
	char *from = percentile_name(s->from->quantile), *to = percentile_name(s->to->quantile);
	double least = s->least->change, most = s->most->change;
	char *out, *range = NULL;

	if (s->from == s->to)
		out = decided_text(s->from->quantile, s->from->change, s->from->low, s->from->high);
	else
		out = mem_format("%s to %s %s", from, to, range = range_text(least, most));
	free(range);
	free(to);
	free(from);
	return out;
}

/* Behind what is said already. Takes text. */
static void
say(char **out, char *text)
{
	mem_append(out, "%s%s", **out ? ", " : "", text);
	free(text);
}

/* Of a stretch that changed unevenly, where most. */
static void
say_most(char **out, const struct stretch *s, const struct percentile_row *largest)
{
	double a = fabs(log1p(s->least->change)), b = fabs(log1p(s->most->change));

	if (fmax(a, b) > 1.5 * fmin(a, b)) {
		char *name = percentile_name(largest->quantile);
		char *bounds = words_bounds(largest->low, largest->high);

		say(out, mem_format("most at %s %s", name, bounds));
		free(bounds);
		free(name);
	}
}

/* The certain change against the stretch's way that is largest, so that none is hidden. */
static const struct percentile_row *
opposite(const struct percentile *p, const struct percentile_row *largest)
{
	const struct percentile_row *found = NULL;

	for (size_t i = 0; i < p->n_rows; i++) {
		const struct percentile_row *row = &p->row[i];

		if (decided(row->verdict) && row->verdict != largest->verdict &&
		    (!found || fabs(log1p(row->change)) > fabs(log1p(found->change))))
			found = row;
	}
	return found;
}

/* The certain changes: the largest with its neighbours, what the median and p99 did beside it. */
static void
say_certain(char **out, const struct percentile *p, const struct percentile_row *largest)
{
	const struct percentile_row *median = percentile_row_at(p, 0.5);
	const struct percentile_row *p99 = percentile_row_at(p, 0.99);
	struct stretch s = stretch_of(p, largest);
	const struct percentile_row *against = opposite(p, largest);
	struct stretch other = against ? stretch_of(p, against) : (struct stretch){0};

	if (median && median->tested && !within(&s, median) && !(against && within(&other, median)))
		say(out, median_text(median));
	say(out, stretch_text(&s));
	say_most(out, &s, largest);
	if (against)
		say(out, stretch_text(&other));
	if (!p->p99 || within(&s, p99) || (against && within(&other, p99)))
		return;
	say(out,
	    p->p99->verdict == VERDICT_UNDECIDED ? mem_dup("p99 is undecided") : cell_text(p->p99));
}

static char *
finding_of_pair(const struct percentile *p)
{
	const struct percentile_row *largest = percentile_largest(p);
	char *out = mem_dup("");

	if (largest) {
		say_certain(&out, p, largest);
	} else if (p->p99) {
		say(&out, cell_text(p->p99));
	} else {
		char *values = values_text(p);

		say(&out, mem_format("%s (not compared)", values));
		free(values);
	}
	if (view_is(p->shape, "changed"))
		mem_append(&out, "; the shape changed");
	return out;
}

char *
percentile_finding(const struct percentile *p)
{
	char *what = p->n_sides == 2 ? finding_of_pair(p) : values_text(p);
	char *label = sign_cut(p->scope.label, LABEL_MAX);
	char *out = mem_format("%s: %s", label, what);

	free(label);
	free(what);
	return out;
}
