/* The forest in ASCII. */
#include "render/text/forest_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/mark.h"
#include "render/draw/sign.h"
#include "render/model/context.h"
#include "render/model/words.h"
#include "render/text/commits.h"
#include "render/text/mail.h"

enum {
	LABEL_MAX = 26,    /* columns of a test's label */
	CHANGE_WIDTH = 10, /* with its gap */
	TICK_WIDTH = 7,    /* columns a number of the axis needs */
	TAIL = 2,          /* behind the axis: half a number */
};

/* The label of a row, with its direction. The caller frees it. */
static char *
label_of(const struct comparison_row *row)
{
	char *label =
	    mem_format("%s%s%s", row->test->label, *row->direction ? " " : "", row->direction);
	char *beginning = page_beginning(label);

	free(label);
	return beginning;
}

static size_t
label_width(const struct comparison_row *row, size_t n, const char *title)
{
	size_t widest = strlen(title) + 3;

	for (size_t i = 0; i < n; i++) {
		char *label = label_of(&row[i]);

		widest = sign_width(label) > widest ? sign_width(label) : widest;
		free(label);
	}
	return widest > LABEL_MAX ? LABEL_MAX : widest;
}

static size_t
column_at(const struct scale *axis, double value)
{
	return (size_t)lround(scale_at(axis, value));
}

/* The numbers above an axis, each centred over its column. */
static void
write_numbers(char *line, const struct scale *axis, const struct ticks *ticks, bool turned)
{
	size_t width = strlen(line), used = 0;

	for (size_t i = 0; i < ticks->n; i++) {
		char text[UNIT_TEXT];
		double value = ticks_at(ticks, i);
		size_t column = column_at(axis, value / 100);

		if (value == 0)
			snprintf(text, sizeof(text), "0");
		else
			snprintf(text, sizeof(text), "%+.*f", ticks_decimals(ticks),
				 turned ? 0.0 - value : value);
		size_t n = strlen(text), from = column > n / 2 ? column - n / 2 : 0;

		if (from < used || from + n > width)
			continue;
		for (size_t at = 0; at < n; at++)
			line[from + at] = text[at];
		used = from + n + 1;
	}
}

/* An axis' line without a row: ticks, the edges of the band, zero. */
static void
write_axis(char *line, const struct scale *axis, const struct ticks *ticks, double theta)
{
	for (size_t i = 0; i < ticks->n; i++)
		line[column_at(axis, ticks_at(ticks, i) / 100)] = '.';
	if (theta > 0) {
		line[column_at(axis, -theta)] = ':';
		line[column_at(axis, theta)] = ':';
	}
	line[column_at(axis, 0)] = '|';
}

static void
write_estimate(char *line, const struct scale *axis, const struct forest_panel *panel,
	       const struct finding_compare *f)
{
	double worse, better, at = forest_position(panel, f->change);

	if (isnan(at))
		return;
	size_t mark = column_at(axis, at);
	if (forest_interval(panel, f, &worse, &better)) {
		size_t from = column_at(axis, worse), to = column_at(axis, better);

		/* Brackets beside the mark even where the interval is narrower than that. */
		from = from == mark && mark > 0 ? mark - 1 : from;
		to = to == mark && mark < column_at(axis, INFINITY) ? mark + 1 : to;
		/* Findings may say anything: an interval from right to left is none. */
		to = to > from ? to : from;
		memset(line + from, '-', to - from + 1);
		line[from] = worse < axis->low ? '<' : '[';
		line[to] = better > axis->high ? '>' : ']';
	}
	if (at >= axis->low && at <= axis->high)
		line[mark] = mark_character[f->verdict];
}

/* Returns whether the edges of the band can be seen. */
static bool
write_row(const struct page *page, const struct comparison_row *row,
	  const struct forest_panel *panel, const struct scale *axis, const struct ticks *ticks,
	  size_t label_room, bool changes)
{
	size_t width = (size_t)axis->to + 1;
	char *line = mem_alloc(width + 1, 1), *label = label_of(row);
	char *cut = sign_cut(label, label_room), change[UNIT_TEXT] = "";
	const struct finding_compare *f = row->f;
	/* In bytes. */
	const int room = (int)(label_room + strlen(cut) - sign_width(cut));

	memset(line, ' ', width);
	write_axis(line, axis, ticks, f->theta);
	write_estimate(line, axis, panel, f);
	/* A change of what means nothing is not shown. */
	bool shown = !isnan(f->change) && !words_overloaded(f);
	bool colons = shown && strchr(line, ':');
	if (!shown) {
		char *why = sign_cut(words_reason(f), width);

		page_line(page, "%-*s %s", room, cut, why);
		free(why);
	} else {
		if (changes)
			snprintf(change, sizeof(change), "%.14s %%",
				 unit_change(f->change, (char[UNIT_TEXT]){0}));
		page_line(page, "%-*s %s%*s", room, cut, line, changes ? CHANGE_WIDTH + TAIL : 0,
			  change);
	}
	free(cut);
	free(label);
	free(line);
	return colons;
}

bool
forest_text_panel(const struct page *page, const struct forest *forest,
		  const struct forest_panel *panel, bool changes)
{
	const struct comparison_row *row = forest->comparison->row + panel->first;
	size_t label_room = label_width(row, panel->n, panel->title);
	size_t width = page->width - label_room - 1 - TAIL - (changes ? CHANGE_WIDTH : 0);
	struct scale axis = {panel->low, panel->high, 0, (double)(width - 1)};
	struct ticks ticks = forest_ticks(panel, width / TICK_WIDTH);
	char *numbers = mem_alloc(width + TAIL + 1, 1);
	char *head = mem_format("%s, %%", panel->title);

	bool colons = false;

	memset(numbers, ' ', width + TAIL);
	write_numbers(numbers, &axis, &ticks, panel->turned);
	page_line(page, "%-*s %s%s", (int)label_room, head, numbers, changes ? "    change" : "");
	for (size_t i = 0; i < panel->n; i++)
		colons |= write_row(page, &row[i], panel, &axis, &ticks, label_room, changes);
	free(head);
	free(numbers);
	return colons;
}

char *
forest_text_marks(void)
{
	static const enum verdict marks[] = {VERDICT_REGRESSED, VERDICT_IMPROVED, VERDICT_SAME,
					     VERDICT_SHIFTED, VERDICT_UNDECIDED};
	char *text = mem_dup("");

	for (size_t i = 0; i < countof(marks); i++)
		mem_append(&text, "%s%c %s", i ? ", " : "", mark_character[marks[i]],
			   verdict_name[marks[i]]);
	return text;
}

void
forest_text_legend(const struct page *page, const struct comparison *c, bool colons)
{
	char *text = forest_text_marks();
	bool none = false;

	for (size_t i = 0; i < c->n_rows; i++)
		none |= c->row[i].f->verdict == VERDICT_NONE && !isnan(c->row[i].f->change) &&
			!words_overloaded(c->row[i].f);
	if (none)
		mem_append(&text, ", %c no verdict", mark_character[VERDICT_NONE]);
	page_wrap(page, 0, "%s; right is better%s.", text,
		  colons ? "; between the colons: changes that do not matter" : "");
	free(text);
}

void
forest_text(const struct page *page, const struct forest *forest, const struct input *input,
	    const char *title)
{
	const struct comparison *c = forest->comparison;
	char *runs = words_runs(c);
	char *foot = context_foot(input, c->base, c->commit, ", ");
	char *corrected = words_corrected(c, input);
	bool colons = false;

	page_wrap(page, 0, "%s", title);
	page_blank(page);
	commits_compared(page, input, c);
	mail_forced(page, c, input);
	for (size_t i = 0; i < forest->n_panels; i++) {
		page_blank(page);
		colons |= forest_text_panel(page, forest, &forest->panel[i], true);
	}
	page_blank(page);
	forest_text_legend(page, c, colons);
	page_wrap(page, 0, "%s%s%sn = %s.", *words_interval(c) ? "Brackets: " : "",
		  words_interval(c), *words_interval(c) ? "; " : "", runs);
	if (*corrected)
		page_wrap(page, 0, "%s.", corrected);
	if (*foot)
		page_wrap(page, 0, "%s", foot);
	free(corrected);
	free(foot);
	free(runs);
}
