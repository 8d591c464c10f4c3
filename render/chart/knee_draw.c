/* A panel of the knee: p99 against rate, one line a commit. */
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/sweep_part.h"

enum { KNEE_HEIGHT = 230 };

static void
draw_knee_side(const struct sweep_drawing *d, const struct sweep_family *family, size_t side)
{
	enum colour colour = sweep_colour(d->s, side);
	struct type type = {FACE_SANS, 9, colour};
	struct point *line = mem_alloc(family->n, sizeof(*line));
	size_t n = 0;

	for (size_t k = 0; k < family->n; k++) {
		const struct sweep_value *v = family->point[k].side[side];

		if (!isnan(v[SWEEP_RATE].value) && !isnan(v[SWEEP_TAIL].value))
			line[n++] = (struct point){scale_at(&d->x, v[SWEEP_RATE].value),
						   sweep_log_at(&d->y, v[SWEEP_TAIL].value)};
	}
	sweep_line(d, line, n, colour);
	n = 0;
	for (size_t k = 0; k < family->n; k++) {
		const struct sweep_value *v = family->point[k].side[side];

		if (isnan(v[SWEEP_RATE].value) || isnan(v[SWEEP_TAIL].value))
			continue;
		char *x = sweep_x_text(d->s, family->point[k].x);
		sweep_dot(d, &family->point[k], side, SWEEP_TAIL, line[n]);
		/* Above for new, below for base: they seldom meet. */
		draw_textf(d->list,
			   (struct point){line[n].x, line[n].y + (colour == COLOUR_BASE ? 14 : -7)},
			   ANCHOR_MIDDLE, type, "%s", x);
		n++;
		free(x);
	}
	free(line);
}

double
sweep_knee(struct draw_list *list, const struct sweep *s, size_t i, double top)
{
	const struct sweep_family *family = &s->family[i];
	struct sweep_panel panel = sweep_panel(list, s, i);
	struct sweep_drawing d = {.list = list, .s = s, .first = i % SWEEP_COLUMNS == 0};
	struct unit_scale unit = unit_scale_for(s->high[SWEEP_RATE], s->unit[SWEEP_RATE]);
	double y = top + SWEEP_HEAD + 14, bottom = y + KNEE_HEIGHT;

	d.x = (struct scale){0, s->high[SWEEP_RATE] * 1.08, panel.left, panel.right};
	d.y = sweep_log_scale(s->low[SWEEP_TAIL], s->high[SWEEP_TAIL], 0.08, bottom, y);
	sweep_family_name(&d, family, top + 8);
	sweep_row_name(&d, y - 12, "p99 latency, log scale");
	sweep_tail_axis(&d);
	struct ticks ticks =
	    ticks_for(0, d.x.high / unit.divisor, (size_t)((panel.right - panel.left) / 56));
	for (size_t k = 0; k < ticks.n; k++) {
		double value = ticks_at(&ticks, k), x = scale_at(&d.x, value * unit.divisor);

		draw_line(list, (struct point){x, y}, (struct point){x, bottom}, COLOUR_GRID, 1);
		/* The number of the panel before ends where this one begins. */
		if (value == 0 && !d.first)
			continue;
		draw_textf(list, (struct point){x, bottom + 17}, ANCHOR_MIDDLE, picture_row_second,
			   "%.*f%s", ticks_decimals(&ticks), value, value == 0 ? "" : unit.suffix);
	}
	draw_line(list, (struct point){d.x.from, bottom}, (struct point){d.x.to, bottom},
		  COLOUR_MUTED, 1);
	draw_textf(list, (struct point){(panel.left + panel.right) / 2, bottom + 33}, ANCHOR_MIDDLE,
		   picture_head_type, "%s",
		   view_is(s->unit[SWEEP_RATE], "iops") ? "IOPS" : "bandwidth");
	for (size_t side = 0; side < s->n_sides; side++)
		draw_knee_side(&d, family, side);
	return bottom + SWEEP_FOOT;
}
