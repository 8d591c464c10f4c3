/* The difference of two sides' runs: its interval and the density of the confidence in it. */
#include <math.h>

#include "render/chart/dist.h"
#include "render/chart/mark.h"
#include "render/chart/picture.h"
#include "render/chart/scale.h"
#include "render/model/words.h"

enum { DIFFERENCE_HEIGHT = 84, CURVE = 80 };

/* The changes that the axis of the difference shows, in betterness where lower is better. */
static void
difference_range(const struct dist *d, double *low, double *high)
{
	const struct finding_compare *f = d->f;
	double margin;

	*low = fmin(fmin(0, f->change), -f->theta);
	*high = fmax(fmax(0, f->change), f->theta);
	margin = *high - *low;
	if (!isnan(f->low)) {
		*low = fmin(*low, fmax(f->low - (f->high - f->low) / 3, *low - 4 * margin));
		*high = fmax(*high, fmin(f->high + (f->high - f->low) / 3, *high + 4 * margin));
	}
	if (d->geometric)
		*low = fmax(*low, -1);
	if (!(*high > *low))
		*high = *low + 0.01;
}

static void
draw_density(struct draw_list *list, const struct dist *d, const struct scale *x, double bottom,
	     double height)
{
	enum colour colour = mark_colour(d->f->verdict);
	struct point corner[CURVE + 2];
	const struct finding_compare *f = d->f;
	double most = 0, density[CURVE];

	if (isnan(f->low) || isnan(f->high))
		return;
	/* Where there is something to see: an interval's width on both sides of it. */
	double from = fmax(x->low, f->low - (f->high - f->low));
	double to = fmin(x->high, f->high + (f->high - f->low));
	for (size_t i = 0; i < CURVE; i++) {
		double change = from + (to - from) * (double)i / (CURVE - 1);

		density[i] = dist_density(d, change);
		if (isnan(density[i]))
			density[i] = 0;
		most = fmax(most, density[i]);
	}
	if (!(most > 0))
		return;
	for (size_t i = 0; i < CURVE; i++) {
		double change = from + (to - from) * (double)i / (CURVE - 1);

		corner[i + 1] =
		    (struct point){scale_at(x, change), bottom - density[i] / most * height};
	}
	corner[0] = (struct point){corner[1].x, bottom};
	corner[CURVE + 1] = (struct point){corner[CURVE].x, bottom};
	draw_polygon(list, corner, countof(corner), colour);
	draw_opacity(list, 0.2);
	draw_polyline(list, corner + 1, CURVE, colour, 1.5);
}

static void
draw_change_axis(struct draw_list *list, const struct scale *x, double top, double bottom)
{
	struct ticks ticks =
	    ticks_for(x->low * 100, x->high * 100, (size_t)(fabs(x->to - x->from) / 80));
	int decimals = ticks_decimals(&ticks);
	double zero = scale_at(x, 0);

	for (size_t i = 0; i < ticks.n; i++) {
		double value = ticks_at(&ticks, i), at = scale_at(x, value / 100);

		draw_line(list, (struct point){at, bottom}, (struct point){at, bottom + 4},
			  COLOUR_MUTED, 1);
		draw_textf(list, (struct point){at, bottom + 17}, ANCHOR_MIDDLE, picture_row_second,
			   value == 0 ? "0" : "%+.*f %%", decimals, value);
	}
	draw_line(list, (struct point){x->from, bottom}, (struct point){x->to, bottom},
		  COLOUR_MUTED, 1);
	draw_line(list, (struct point){zero, top}, (struct point){zero, bottom}, COLOUR_SECOND,
		  1.25);
}

/* Right is better: the axis of a latency is turned. */
double
dist_difference(struct draw_list *list, const struct dist *d, double top)
{
	const struct finding_compare *f = d->f;
	double low, high, bottom = top + DIFFERENCE_HEIGHT, middle = bottom - 8;
	double left = DIST_LEFT, right = list->width - PICTURE_MARGIN - 20;
	enum colour colour = mark_colour(f->verdict);
	struct type strong = {FACE_BOLD, 12, colour};
	char change[UNIT_TEXT];

	difference_range(d, &low, &high);
	struct scale x = {low, high, d->lower ? right : left, d->lower ? left : right};
	double from = scale_at(&x, -f->theta / (1 + f->theta)), to = scale_at(&x, f->theta);
	draw_rect(list, (struct point){fmin(from, to), top},
		  (struct point){fabs(to - from), DIFFERENCE_HEIGHT}, COLOUR_BAND);
	draw_change_axis(list, &x, top, bottom);
	draw_density(list, d, &x, bottom, DIFFERENCE_HEIGHT - 26);
	if (!isnan(f->low)) {
		double a = scale_at(&x, f->low), b = scale_at(&x, f->high);

		draw_line(list, (struct point){fmin(a, b), middle},
			  (struct point){fmax(a, b), middle}, colour, 4);
	}
	double at = scale_at(&x, f->change);
	mark_draw(list, (struct point){at, middle}, 6, f->verdict);
	unit_percent(f->change, change);
	double half = draw_width(list, strong, change) / 2;
	draw_textf(list, (struct point){fmax(left + half, fmin(right - half, at)), top + 10},
		   ANCHOR_MIDDLE, strong, "%s", change);
	draw_textf(list, (struct point){DIST_LEFT - 16, top + 38}, ANCHOR_END, strong,
		   "difference");
	draw_textf(list, (struct point){DIST_LEFT - 16, top + 54}, ANCHOR_END, picture_head_type,
		   "%s", f->verdict == VERDICT_NONE ? "no verdict" : verdict_name[f->verdict]);
	draw_textf(list, (struct point){(left + right) / 2, bottom + 34}, ANCHOR_MIDDLE,
		   picture_head_type,
		   "change; right is better%s; grey band = +-%.3g %%, the "
		   "smallest change of interest",
		   d->lower ? ": the axis is turned" : "", f->theta * 100);
	return bottom + 40;
}
