/* A against A as a display list: one row per test and metric on a common axis. */
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/aa.h"
#include "render/chart/mark.h"
#include "render/chart/scale.h"
#include "render/model/context.h"
#include "render/model/words.h"
#include "render/text/plan_part.h"

enum { NAME = 280, COLUMN = 62, COLUMNS = 4, ROW = 22, GAP = 24 };

struct drawing {
	struct draw_list *list;
	const struct aa *aa;
	struct scale x;
	size_t first, n; /* rows of this page */
};

/* The right edge of a column of figures, counted from the right. */
static double
column(const struct drawing *d, size_t i)
{
	return d->list->width - PICTURE_MARGIN - (double)i * COLUMN;
}

/* A bar from as much less to as much more; an arrow head where it goes on. */
static void
draw_bar(const struct drawing *d, double change, double y, double width, enum colour colour)
{
	double low = -change / (1 + change);

	if (!(change > 0))
		return;
	draw_line(d->list, (struct point){scale_at(&d->x, low), y},
		  (struct point){scale_at(&d->x, change), y}, colour, width);
	if (change > d->x.high)
		mark_arrow(d->list, (struct point){d->x.to + 6, y}, 1, 8, colour);
}

static void
draw_row(const struct drawing *d, const struct aa_row *r, double top)
{
	const struct finding_plan *f = r->plan;
	double y = top + ROW / 2.0, baseline = y + 4;
	char text[PLAN_TEXT], number[UNIT_TEXT];
	char *cut = picture_cut(d->list, picture_row, NAME - 10, r->label);

	draw_group(d->list, r->label);
	draw_rect(d->list, (struct point){PICTURE_MARGIN, top},
		  (struct point){d->list->width - 2 * PICTURE_MARGIN, ROW}, COLOUR_NONE);
	draw_textf(d->list, (struct point){PICTURE_MARGIN, baseline}, ANCHOR_START, picture_row,
		   "%s", cut);
	free(cut);
	draw_bar(d, f->detectable, y, 2, COLOUR_MUTED);
	draw_bar(d, f->sd, y, 6, COLOUR_BASE);
	for (size_t i = 0; i < r->n_seen; i++)
		draw_circle(d->list, (struct point){scale_at(&d->x, r->seen[i]), y}, 4,
			    COLOUR_PAPER, COLOUR_NEW, 1.75);
	if (!isnan(f->sd))
		draw_textf(d->list, (struct point){column(d, 3), baseline}, ANCHOR_END, picture_row,
			   "%s", plan_percent(f->sd, text));
	if (!isnan(f->detectable))
		draw_textf(d->list, (struct point){column(d, 2), baseline}, ANCHOR_END,
			   picture_strong, "%s", plan_change(f->detectable, text));
	draw_textf(d->list, (struct point){column(d, 1), baseline}, ANCHOR_END, picture_row, "%s",
		   words_run_count(f->runs_needed, number));
	if (r->splits > 0)
		draw_textf(d->list, (struct point){column(d, 0), baseline}, ANCHOR_END,
			   picture_row_second, "%.0f of %.0f", r->alarms, r->splits);
	draw_group_end(d->list);
}

static void
draw_head(const struct drawing *d, double y)
{
	static const char *const heads[COLUMNS] = {"alarms", "needs", "shows", "sd"};

	for (size_t i = 0; i < COLUMNS; i++)
		draw_textf(d->list, (struct point){column(d, i), y}, ANCHOR_END, picture_head_type,
			   "%s", heads[i]);
	draw_line(d->list, (struct point){PICTURE_MARGIN, y + 8},
		  (struct point){d->list->width - PICTURE_MARGIN, y + 8}, COLOUR_GRID, 1);
}

static void
draw_axis(const struct drawing *d, double top, double bottom)
{
	struct ticks ticks =
	    ticks_for(d->x.low * 100, d->x.high * 100, (size_t)((d->x.to - d->x.from) / 56));
	double zero = scale_at(&d->x, 0), effect = d->aa->effect;
	int decimals = ticks_decimals(&ticks);

	if (effect > 0) {
		double from = scale_at(&d->x, -effect / (1 + effect)), to = scale_at(&d->x, effect);

		draw_rect(d->list, (struct point){from, top},
			  (struct point){to - from, bottom - top}, COLOUR_BAND);
	}
	for (size_t i = 0; i < ticks.n; i++) {
		double value = ticks_at(&ticks, i), x = scale_at(&d->x, value / 100);

		draw_line(d->list, (struct point){x, top}, (struct point){x, bottom}, COLOUR_GRID,
			  1);
		draw_textf(d->list, (struct point){x, bottom + 16}, ANCHOR_MIDDLE,
			   picture_row_second, value == 0 ? "0" : "%+.*f %%", decimals, value);
	}
	draw_line(d->list, (struct point){zero, top}, (struct point){zero, bottom}, COLOUR_SECOND,
		  1.25);
	draw_line(d->list, (struct point){d->x.from, bottom}, (struct point){d->x.to, bottom},
		  COLOUR_MUTED, 1);
	draw_textf(d->list, (struct point){(d->x.from + d->x.to) / 2, bottom + 32}, ANCHOR_MIDDLE,
		   picture_head_type, "difference between runs of the same code");
}

void
aa_draw(struct draw_list *list, const void *self, const struct input *input, const char *title,
	size_t page)
{
	const struct aa *aa = self;
	struct picture_side sides[2];
	char *subtitle = aa_subtitle(aa);
	struct drawing d = {.list = list, .aa = aa, .first = page * AA_PAGE};

	aa_chart.sides(aa, sides);
	if (aa_chart.pages(aa) > 1)
		mem_append(&subtitle, " Page %zu of %zu.", page + 1, aa_chart.pages(aa));
	char *foot = context_foot(input, sides[0].commit, sides[1].commit, " \u00b7 ");
	double y = picture_top(list, input, title, sides, subtitle) + 20;
	d.n = aa->n - d.first < AA_PAGE ? aa->n - d.first : AA_PAGE;
	d.x = (struct scale){-aa->end / (1 + aa->end), aa->end, PICTURE_MARGIN + NAME,
			     list->width - PICTURE_MARGIN - COLUMNS * COLUMN - GAP};
	draw_head(&d, y);
	double top = y + 9, bottom = top + (double)d.n * ROW + 4;
	draw_axis(&d, top, bottom);
	for (size_t i = 0; i < d.n; i++)
		draw_row(&d, &aa->row[d.first + i], top + (double)i * ROW + 2);
	picture_bottom(list, foot, bottom + 60);
	free(foot);
	free(subtitle);
}
