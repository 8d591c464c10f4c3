/* The forest as a display list. */
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/chart/forest_layout.h"
#include "render/chart/mark.h"
#include "render/chart/picture.h"
#include "render/model/context.h"
#include "render/model/words.h"

enum {
	ARROW = 8,       /* length of an arrow head */
	TICK_WIDTH = 44, /* of a number below the axis, with its gap */
	PANEL_FOOT = 4,  /* between the last row and the axis */
};

/* What drawing a panel needs. */
struct drawing {
	struct draw_list *list;
	const struct forest *forest;
	const struct forest_panel *panel;
	const struct forest_layout *layout;
	struct scale axis; /* of this panel */
};

static void
draw_cell(const struct drawing *d, enum cells_column cell, struct type type, double y,
	  const char *text)
{
	const struct forest_layout *layout = d->layout;

	if (cell == CELL_NAME) {
		char *cut =
		    picture_cut(d->list, type, layout->right[cell] - layout->left[cell], text);
		draw_textf(d->list, (struct point){layout->left[cell], y}, ANCHOR_START, type, "%s",
			   cut);
		free(cut);
	} else if (layout->right[cell] > layout->left[cell]) {
		draw_textf(d->list, (struct point){layout->right[cell], y}, ANCHOR_END, type, "%s",
			   text);
	}
}

/* Column heads, the panel's title in front of them, and which way is better. */
static void
draw_head(const struct drawing *d, double y)
{
	const struct comparison_row *row = d->forest->comparison->row + d->panel->first;
	struct type worse = {FACE_SANS, 10, COLOUR_BAD}, better = {FACE_SANS, 10, COLOUR_GOOD};
	double zero = scale_at(&d->axis, 0);

	draw_cell(d, CELL_NAME, picture_strong, y, d->panel->title);
	for (enum cells_column cell = CELL_BS; cell < CELLS; cell++) {
		char *head = cells_head(cell, &d->panel->scale, row->f->unit);
		draw_cell(d, cell, picture_head_type, y, head);
		free(head);
	}
	/* Nothing may run into the columns where zero is near the axis' end. */
	double word = draw_width(d->list, worse, "worse");
	if (zero - 24 - word > d->axis.from - FOREST_AXIS_MARGIN / 2.0) {
		draw_textf(d->list, (struct point){zero - 10, y}, ANCHOR_END, worse, "worse");
		mark_arrow(d->list, (struct point){zero - 22 - word, y - 3.5}, -1, 7, COLOUR_BAD);
	}
	word = draw_width(d->list, better, "better");
	if (zero + 24 + word < d->axis.to + FOREST_AXIS_MARGIN / 2.0) {
		draw_textf(d->list, (struct point){zero + 10, y}, ANCHOR_START, better, "better");
		mark_arrow(d->list, (struct point){zero + 22 + word, y - 3.5}, 1, 7, COLOUR_GOOD);
	}
}

/* The band of changes that do not matter: one rectangle for neighbours that share it. */
static void
draw_bands(const struct drawing *d, double top)
{
	const struct comparison_row *row = d->forest->comparison->row + d->panel->first;

	for (size_t i = 0, next; i < d->panel->n; i = next) {
		double theta = row[i].f->theta;
		/* As the verdict has it: half as much and twice as much are one size. */
		double less = forest_position(d->panel, -theta / (1 + theta));
		double more = forest_position(d->panel, theta);
		double from = scale_at(&d->axis, fmin(less, more));
		double to = scale_at(&d->axis, fmax(less, more));

		for (next = i + 1; next < d->panel->n && row[next].f->theta == theta;)
			next++;
		double height = (double)(next - i) * d->layout->row_height;
		height += next == d->panel->n ? PANEL_FOOT : 0;
		if (theta > 0)
			draw_rect(d->list,
				  (struct point){from, top + (double)i * d->layout->row_height},
				  (struct point){to - from, height}, COLOUR_BAND);
	}
}

/* What the axis shows: below its middle, or as far right as the margin allows. */
static void
draw_caption(const struct drawing *d, double y)
{
	bool other = d->forest->n_panels > 1 && !d->forest->shared &&
		     d->panel->panel != d->forest->panel[0].panel;
	char *text = mem_format("change of %s%s%s", d->panel->title,
				d->panel->turned ? "; lower is better: the axis is turned" : "",
				other ? "; another scale than above" : "");
	double half = draw_width(d->list, picture_head_type, text) / 2;
	double x = fmin((d->axis.from + d->axis.to) / 2, d->list->width - PICTURE_MARGIN - half);

	draw_textf(d->list, (struct point){x, y}, ANCHOR_MIDDLE, picture_head_type, "%s", text);
	free(text);
}

static void
draw_axis(const struct drawing *d, double top, double bottom)
{
	struct ticks ticks =
	    forest_ticks(d->panel, (size_t)((d->axis.to - d->axis.from) / TICK_WIDTH));
	int decimals = ticks_decimals(&ticks);
	double zero = scale_at(&d->axis, 0);

	for (size_t i = 0; i < ticks.n; i++) {
		double value = ticks_at(&ticks, i), x = scale_at(&d->axis, value / 100);
		double shown = d->panel->turned ? 0.0 - value : value;

		draw_line(d->list, (struct point){x, top}, (struct point){x, bottom}, COLOUR_GRID,
			  1);
		draw_line(d->list, (struct point){x, bottom}, (struct point){x, bottom + 4},
			  COLOUR_MUTED, 1);
		if (value == 0)
			draw_textf(d->list, (struct point){x, bottom + 16}, ANCHOR_MIDDLE,
				   picture_row_second, "0");
		else
			draw_textf(d->list, (struct point){x, bottom + 16}, ANCHOR_MIDDLE,
				   picture_row_second, "%+.*f %%", decimals, shown);
	}
	draw_line(d->list, (struct point){d->axis.from, bottom}, (struct point){d->axis.to, bottom},
		  COLOUR_MUTED, 1);
	draw_line(d->list, (struct point){zero, top}, (struct point){zero, bottom}, COLOUR_SECOND,
		  1.25);
	draw_caption(d, bottom + 31);
}

/* The interval, with arrow heads where it goes on beyond the axis, and the estimate. */
static void
draw_estimate(const struct drawing *d, const struct finding_compare *f, double y)
{
	double worse, better, at = forest_position(d->panel, f->change);
	enum colour colour = mark_colour(f->verdict);
	bool beyond_left = at < d->axis.low;
	bool beyond_right = at > d->axis.high;

	if (isnan(at))
		return;
	if (forest_interval(d->panel, f, &worse, &better)) {
		double from = scale_at(&d->axis, worse), to = scale_at(&d->axis, better);

		beyond_left = worse < d->axis.low;
		beyond_right = better > d->axis.high;
		if (to > from)
			draw_line(d->list, (struct point){from + (beyond_left ? ARROW - 2 : 0), y},
				  (struct point){to - (beyond_right ? ARROW - 2 : 0), y}, colour,
				  3);
	}
	if (beyond_left)
		mark_arrow(d->list, (struct point){d->axis.from, y}, -1, ARROW, colour);
	if (beyond_right)
		mark_arrow(d->list, (struct point){d->axis.to, y}, 1, ARROW, colour);
	/* An estimate beyond the axis stands beside the arrow head: its shape is the verdict. */
	double x = scale_at(&d->axis, at);
	if (at < d->axis.low)
		x += 2 * ARROW;
	else if (at > d->axis.high)
		x -= 2 * ARROW;
	mark_draw(d->list, (struct point){x, y}, 5.5, f->verdict);
}

/* Why there is no interval: in the axis' place, or beside a lone estimate. */
static void
draw_reason(const struct drawing *d, const struct finding_compare *f, double baseline)
{
	double x = d->axis.from, room = d->axis.to - d->axis.from, gap = 10;
	double at = forest_position(d->panel, f->change);
	bool right = true;

	if (!isnan(at)) {
		x = scale_at(&d->axis, at);
		right = x - d->axis.from < d->axis.to - x;
		/* Beyond the axis the mark stands beside its arrow head. */
		gap += at < d->axis.low || at > d->axis.high ? 2 * ARROW : 0;
		room = (right ? d->axis.to - x : x - d->axis.from) - gap;
		x += right ? gap : -gap;
	}
	char *cut = picture_cut(d->list, picture_head_type, room, words_reason(f));
	double width = draw_width(d->list, picture_head_type, cut);
	/* Grid and zero line would run through the words. */
	draw_rect(d->list, (struct point){right ? x - 2 : x - width - 2, baseline - 11},
		  (struct point){width + 4, 15}, COLOUR_PAPER);
	draw_textf(d->list, (struct point){x, baseline}, right ? ANCHOR_START : ANCHOR_END,
		   picture_head_type, "%s", cut);
	free(cut);
}

/* All that a row says, for the mouse. */
static char *
row_title(const struct comparison_row *row)
{
	char base[UNIT_TEXT], value[UNIT_TEXT], change[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT];
	const struct finding_compare *f = row->f;
	bool interval = !isnan(f->low) && !isnan(f->high);

	return mem_format("%.*s: %.*s\n%.*s\n%s to %s: %s%s%s%s%s%s\n%s%s%s, %.0f + %.0f runs",
			  VIEW_ARGS(row->test->name), VIEW_ARGS(f->metric),
			  VIEW_ARGS(row->test->params), unit_print(f->base_value, f->unit, base),
			  unit_print(f->value, f->unit, value), unit_percent(f->change, change),
			  interval ? " [" : "", interval ? unit_change(f->low, low) : "",
			  interval ? ", " : "", interval ? unit_change(f->high, high) : "",
			  interval ? "]" : "", verdict_name[f->verdict], f->note.n ? ": " : "",
			  f->note.n ? f->note.p : "", isnan(f->base_runs) ? 0 : f->base_runs,
			  isnan(f->runs) ? 0 : f->runs);
}

static void
draw_row(const struct drawing *d, const struct comparison_row *row, double top)
{
	double middle = top + d->layout->row_height / 2, baseline = middle + 4;
	enum verdict verdict = row->f->verdict;
	struct type type = picture_row_second;
	char *title = row_title(row);

	draw_group(d->list, title);
	draw_rect(d->list, (struct point){PICTURE_MARGIN, top},
		  (struct point){d->list->width - 2 * PICTURE_MARGIN, d->layout->row_height},
		  COLOUR_NONE);
	for (enum cells_column cell = 0; cell < CELLS; cell++) {
		char *text = cells_text(d->forest->comparison, row, cell, &d->panel->scale, true);

		type = cell >= CELL_BASE && cell != CELL_NEW ? picture_row_second : picture_row;
		if (cell == CELL_CHANGE && mark_colour(verdict) != COLOUR_BASE)
			type = (struct type){FACE_BOLD, type.size, mark_colour(verdict)};
		draw_cell(d, cell, type, baseline, text);
		free(text);
	}
	draw_estimate(d, row->f, middle);
	if (verdict == VERDICT_MISSING || verdict == VERDICT_INCOMPARABLE ||
	    verdict == VERDICT_NONE)
		draw_reason(d, row->f, baseline);
	draw_group_end(d->list);
	free(title);
}

/* The mean over all tests of the panel, in a row below them. */
static void
draw_mean(const struct drawing *d, const struct finding_compare *f, double top)
{
	double middle = top + d->layout->row_height / 2, baseline = middle + 4;
	struct type type = {FACE_BOLD, 11, mark_colour(f->verdict)};
	char change[UNIT_TEXT], *bounds = words_bounds(f->low, f->high);
	char *title = mem_format("%.*s over %.*s\n%s: %s", VIEW_ARGS(f->metric),
				 VIEW_ARGS(f->params), verdict_name[f->verdict], f->note.p);

	draw_group(d->list, title);
	draw_rect(d->list, (struct point){PICTURE_MARGIN, top},
		  (struct point){d->list->width - 2 * PICTURE_MARGIN, d->layout->row_height},
		  COLOUR_NONE);
	draw_textf(d->list, (struct point){d->layout->left[CELL_NAME], baseline}, ANCHOR_START,
		   picture_strong, "geometric mean of %.*s", VIEW_ARGS(f->params));
	draw_cell(d, CELL_CHANGE, type, baseline, unit_percent(f->change, change));
	draw_cell(d, CELL_INTERVAL, picture_row_second, baseline, bounds);
	draw_estimate(d, f, middle);
	draw_group_end(d->list);
	free(title);
	free(bounds);
}

static double
draw_panel(struct draw_list *list, const struct forest *forest, const struct forest_layout *layout,
	   const struct forest_panel *panel, const struct finding_compare *mean, double y)
{
	struct drawing d = {list,
			    forest,
			    panel,
			    layout,
			    {panel->low, panel->high, layout->axis_from, layout->axis_to}};
	size_t rows = panel->n + (mean ? 1 : 0);
	double top = y + 8, bottom = top + (double)rows * layout->row_height + PANEL_FOOT;

	draw_bands(&d, top);
	draw_axis(&d, top, bottom);
	draw_head(&d, y);
	draw_line(list, (struct point){PICTURE_MARGIN, top},
		  (struct point){list->width - PICTURE_MARGIN, top}, COLOUR_GRID, 1);
	for (size_t i = 0; i < panel->n; i++)
		draw_row(&d, &forest->comparison->row[panel->first + i],
			 top + (double)i * layout->row_height + 1);
	if (mean)
		draw_mean(&d, mean, top + (double)panel->n * layout->row_height + 1);
	return bottom + 62;
}

/* "grey band = +-2 %, the smallest change of interest". The caller frees it. */
static char *
band_words(const struct forest *forest)
{
	char *text = mem_dup("grey band = ");

	for (size_t p = 0; p < forest->n_panels; p++) {
		const struct forest_panel *panel = &forest->panel[p];
		const struct comparison_row *row = forest->comparison->row + panel->first;
		bool one = true;

		for (size_t i = 1; i < panel->n; i++)
			one = one && row[i].f->theta == row[0].f->theta;
		if (one && row[0].f->theta > 0)
			mem_append(&text, "%s+-%.3g %% for %s", p ? ", " : "",
				   row[0].f->theta * 100, panel->title);
		else
			mem_append(&text, "%sper row for %s", p ? ", " : "", panel->title);
	}
	mem_append(&text, ": the smallest change of interest");
	return text;
}

static double
draw_legend(struct draw_list *list, const struct forest *forest, double y)
{
	static const enum verdict shown[] = {VERDICT_REGRESSED, VERDICT_IMPROVED,  VERDICT_SAME,
					     VERDICT_SHIFTED,   VERDICT_UNDECIDED, VERDICT_NONE};
	double x = PICTURE_MARGIN + 6;

	for (size_t i = 0; i < countof(shown); i++) {
		const char *word = shown[i] == VERDICT_NONE ? "no verdict" : verdict_name[shown[i]];
		bool present = false;

		for (size_t r = 0; r < forest->comparison->n_rows && !present; r++)
			present = forest->comparison->row[r].f->verdict == shown[i];
		if (!present)
			continue;
		mark_draw(list, (struct point){x, y - 3.5}, 5, shown[i]);
		draw_textf(list, (struct point){x + 11, y}, ANCHOR_START, picture_row_second, "%s",
			   word);
		x += 11 + draw_width(list, picture_row_second, word) + 24;
	}
	char *band = band_words(forest);
	bool fits = x + draw_width(list, picture_head_type, band) < list->width - PICTURE_MARGIN;
	draw_textf(list,
		   fits ? (struct point){list->width - PICTURE_MARGIN, y}
			: (struct point){PICTURE_MARGIN, y + 18},
		   fits ? ANCHOR_END : ANCHOR_START, picture_head_type, "%s", band);
	free(band);
	return y + (fits ? 0 : 18);
}

void
forest_draw(struct draw_list *list, const struct forest *forest, const struct input *input,
	    const char *title, size_t page)
{
	const struct comparison *c = forest->comparison;
	struct picture_side sides[2] = {{"base", c->base, COLOUR_BASE},
					{"new", c->commit, COLOUR_NEW}};
	struct forest_layout layout = forest_lay_out(list, forest);
	char *runs = words_runs(c);
	char *corrected = words_corrected(c, input);
	char *others = words_others(c);
	char *forced = words_forced(c, input);
	char *subtitle = mem_format(
	    "Change from base to new. Mark: estimate%s%s; n = %s.%s%s%s%s%s%s%s%s%s",
	    *words_interval(c) ? ". Bar: " : ", without an interval", words_interval(c), runs,
	    *corrected ? " " : "", corrected, *corrected ? "." : "", *others ? " " : "", others,
	    *others ? "." : "", *forced ? " " : "", forced, *forced ? "." : "");
	char *foot = context_foot(input, sides[0].commit, sides[1].commit, " \u00b7 ");

	if (forest_pages(forest) > 1)
		mem_append(&subtitle, " Page %zu of %zu.", page + 1, forest_pages(forest));
	double y = picture_top(list, input, title, sides, subtitle) + 24;
	for (size_t i = 0; i < forest->n_panels; i++) {
		const struct forest_panel part = forest_part(&forest->panel[i], page);
		bool last = part.first + part.n == forest->panel[i].first + forest->panel[i].n;

		if (part.n)
			y = draw_panel(list, forest, &layout, &part,
				       last ? forest_mean(forest, &part, input) : NULL, y);
	}
	y = draw_legend(list, forest, y - 6);
	picture_bottom(list, foot, y + 26);
	free(foot);
	free(subtitle);
	free(forced);
	free(others);
	free(corrected);
	free(runs);
}
