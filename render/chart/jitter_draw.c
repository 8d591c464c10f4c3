/* Jitter as a display list: the rate, and the latency, of each interval of each run; and how much
 * each run varies within itself. */
#include <math.h>
#include <stdlib.h>

#include "analyze/statistics/moments.h"
#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/flow_part.h"
#include "render/draw/decimate.h"
#include "render/model/context.h"

enum {
	RATE_HEIGHT = 110,
	TAIL_HEIGHT = 80,
	GAP = 16,
	SIDE_GAP = 26,
	STRIP = 64,        /* of the runs' CVs, at the right */
	STEPS_MOST = 2000, /* intervals that are drawn as steps; more are thinned to lines */
};

static const double opacity_many = 0.45;

/* What a rate's and a latency's axes have to show. */
struct ranges {
	double rate; /* the highest; 0 = there is none */
	double tail_low, tail_high;
	double cv;
};

static struct ranges
find_ranges(const struct flow *f)
{
	struct ranges r = {0, INFINITY, 0, 0};

	for (size_t s = 0; s < f->n_sides; s++) {
		for (size_t i = 0; i < f->side[s].n; i++) {
			const struct flow_run *run = &f->side[s].run[i];

			for (size_t k = 0; k < run->rate.n; k++)
				r.rate = fmax(r.rate, run->rate.at[k].value);
			for (size_t k = 0; k < run->tail.n; k++) {
				if (!(run->tail.at[k].value > 0))
					continue;
				r.tail_low = fmin(r.tail_low, run->tail.at[k].value);
				r.tail_high = fmax(r.tail_high, run->tail.at[k].value);
			}
			r.cv = isfinite(run->cv) ? fmax(r.cv, run->cv) : r.cv;
		}
	}
	return r;
}

static double
place(const struct flow_drawing *d, double value, bool latency)
{
	return latency ? flow_y(d, value) : scale_at(&d->y, value);
}

static void
end_line(const struct flow_drawing *d, const struct point *line, size_t n, bool faint)
{
	if (n < 2)
		return;
	draw_polyline(d->list, line, n, flow_colour(d->f, d->side), 1.25);
	if (faint)
		draw_opacity(d->list, opacity_many);
}

/* Each interval as a step; gaps stay gaps. */
static void
draw_steps(const struct flow_drawing *d, const struct flow_series *series, bool latency, bool faint)
{
	struct point *line = mem_alloc(2 * series->n, sizeof(*line));
	size_t n = 0;

	for (size_t i = 0; i < series->n; i++) {
		const struct series_point *p = &series->at[i];
		bool none = latency && !(p->value > 0);

		if (none || (i && p->from > series->at[i - 1].to * 1.000001)) {
			end_line(d, line, n, faint);
			n = 0;
		}
		if (none)
			continue;
		double y = place(d, p->value, latency);
		line[n++] = (struct point){scale_at(&d->x, p->from), y};
		line[n++] = (struct point){scale_at(&d->x, p->to), y};
	}
	end_line(d, line, n, faint);
	free(line);
}

/* Very many intervals: the first, lowest, highest and last of each column, so that none of the
 * extremes is lost. */
static void
draw_thinned(const struct flow_drawing *d, const struct flow_series *series, bool latency,
	     bool faint)
{
	struct point *all = mem_alloc(series->n, sizeof(*all)), *kept;

	for (size_t i = 0; i < series->n; i++) {
		const struct series_point *p = &series->at[i];

		all[i] =
		    (struct point){scale_at(&d->x, p->from / 2 + p->to / 2),
				   latency && !(p->value > 0) ? NAN : place(d, p->value, latency)};
	}
	/* Two columns a point: those of a PNG. */
	size_t n = decimate(all, series->n, d->x.from, d->x.to, (size_t)(2 * (d->x.to - d->x.from)),
			    &kept);
	end_line(d, kept, n, faint);
	free(kept);
	free(all);
}

static void
draw_runs(const struct flow_drawing *d, bool latency)
{
	const struct flow_side *side = &d->f->side[d->side];
	size_t step = side->n / FLOW_RUNS + 1;

	for (size_t i = 0; i < side->n; i += step) {
		const struct flow_series *series =
		    latency ? &side->run[i].tail : &side->run[i].rate;
		bool faint = side->n > 1;

		if (series->n > STEPS_MOST)
			draw_thinned(d, series, latency, faint);
		else if (series->n)
			draw_steps(d, series, latency, faint);
	}
}

static void
draw_rate_axis(const struct flow_drawing *d)
{
	struct unit_scale unit = unit_scale_for(d->y.high, d->f->rate_unit);
	struct ticks ticks = ticks_for(0, d->y.high / unit.divisor, 4);

	for (size_t i = 0; i < ticks.n; i++) {
		double value = ticks_at(&ticks, i), y = scale_at(&d->y, value * unit.divisor);

		draw_line(d->list, (struct point){d->x.from, y}, (struct point){d->x.to, y},
			  COLOUR_GRID, 1);
		draw_textf(d->list, (struct point){d->x.from - 8, y + 4}, ANCHOR_END,
			   picture_row_second, "%.*f%s%s", ticks_decimals(&ticks), value,
			   value == 0 ? "" : " ", value == 0 ? "" : unit.suffix);
	}
}

/* The CV of each run of a side beside each other, and their geometric mean. */
static void
draw_spread(const struct flow_drawing *d, double top, double bottom, double most)
{
	const struct flow_side *side = &d->f->side[d->side];
	enum colour colour = flow_colour(d->f, d->side);
	double right = d->list->width - PICTURE_MARGIN, left = right - STRIP, sum = 0;
	struct scale x = {0, side->n > 1 ? (double)side->n - 1 : 1, left + 8, right - 8};
	struct scale y = {0, most * 1.08, bottom, top};
	size_t known = 0, step = side->n / 200 + 1;

	draw_line(d->list, (struct point){left, bottom}, (struct point){right, bottom},
		  COLOUR_MUTED, 1);
	for (size_t i = 0; i < side->n; i++) {
		double cv = side->run[i].cv;

		if (!isfinite(cv) || !(cv > 0))
			continue;
		sum += log(cv);
		known++;
		if (i % step == 0)
			draw_circle(d->list,
				    (struct point){scale_at(&x, (double)i), scale_at(&y, cv)}, 3,
				    colour == COLOUR_BASE ? COLOUR_PAPER : colour, colour, 1.25);
	}
	if (known == 0)
		return;
	double mean = exp(sum / (double)known), at = scale_at(&y, mean);
	struct type type = {FACE_BOLD, 10, colour};
	draw_line(d->list, (struct point){left, at}, (struct point){right, at}, colour, 1.5);
	draw_textf(d->list, (struct point){right, top - 6}, ANCHOR_END, type, "CV %.2g %%",
		   mean * 100);
}

static double
draw_side(struct draw_list *list, const struct flow *f, size_t side, const struct ranges *r,
	  double top, bool last)
{
	double right = list->width - PICTURE_MARGIN - FLOW_RIGHT, y = top + 14;
	struct flow_drawing d = {list, f, side, {0, f->seconds, FLOW_LEFT, right}, {0, 1, 0, 0}};

	d.y = (struct scale){0, r->rate > 0 ? r->rate * 1.05 : 1, y + RATE_HEIGHT, y};
	flow_name(&d, y + 10);
	draw_textf(list, (struct point){FLOW_LEFT, y - 6}, ANCHOR_START, picture_head_type, "%s",
		   f->rate ? f->rate : "no rate");
	draw_rate_axis(&d);
	draw_runs(&d, false);
	draw_spread(&d, y, y + RATE_HEIGHT, r->cv);
	y += RATE_HEIGHT;
	if (r->tail_high > 0) {
		double room = fmax(0.05 * log(r->tail_high / r->tail_low), 0.05);

		flow_time_axis(&d, false);
		y += GAP + 8;
		d.y = (struct scale){log(r->tail_low) - room, log(r->tail_high) + room,
				     y + TAIL_HEIGHT, y};
		draw_textf(list, (struct point){FLOW_LEFT, y - 5}, ANCHOR_START, picture_head_type,
			   "%s, log scale", f->tail);
		flow_latency_axis(&d, true);
		draw_runs(&d, true);
		y += TAIL_HEIGHT;
	}
	flow_time_axis(&d, last);
	return y + SIDE_GAP;
}

void
jitter_draw(struct draw_list *list, const void *self, const struct input *input, const char *title,
	    size_t page)
{
	const struct flow *f = self;
	struct ranges ranges = find_ranges(f);
	char *subtitle = flow_jitter_subtitle(f);
	struct picture_side sides[2];

	(void)page;
	flow_sides(f, sides);
	char *foot = context_foot(input, sides[0].commit, sides[1].commit, " \u00b7 ");
	double y = picture_top(list, input, title, sides, subtitle) + 8;
	for (size_t s = 0; s < f->n_sides; s++)
		y = draw_side(list, f, s, &ranges, y, s + 1 == f->n_sides);
	draw_textf(
	    list,
	    (struct point){(FLOW_LEFT + list->width - PICTURE_MARGIN - FLOW_RIGHT) / 2, y + 8},
	    ANCHOR_MIDDLE, picture_head_type, "time in the run");
	picture_bottom(list, foot, y + 34);
	free(foot);
	free(subtitle);
}
