/* The ring as cumulative shares. */
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/chart/ring.h"

enum {
	PANEL = 300,
	LABEL_APART = 16, /* curves that are nearer than this are labelled together */
};

/* Where the sides' curves are furthest apart: where people look, and where labels have room. */
struct apart {
	size_t k;
	double share[2]; /* of reaps that found k or fewer */
};

static struct apart
find_apart(const struct ring *ring)
{
	struct apart most = {1, {0, 0}}, at = {0, {0, 0}};

	for (at.k = 1; at.k <= ring->top; at.k++) {
		double apart = fabs(most.share[0] - most.share[1]);

		for (size_t s = 0; s < ring->n_sides; s++)
			at.share[s] = ring_share_sum(at.share[s], ring->side[s].share[at.k]);
		if (fabs(at.share[0] - at.share[1]) > apart + 1e-9 || at.k == 1)
			most = at;
	}
	return most;
}

double
ring_share_sum(double sum, double share)
{
	sum += share;
	return sum > 1 - 1e-9 ? 1 : sum;
}

static void
draw_shares(struct draw_list *list, struct scale x, struct scale y)
{
	for (int percent = 0; percent <= 100; percent += 25) {
		double at = scale_at(&y, percent / 100.0);

		if (percent)
			draw_line(list, (struct point){x.from, at}, (struct point){x.to, at},
				  COLOUR_GRID, 1);
		draw_textf(list, (struct point){x.from - 8, at + 4}, ANCHOR_END, picture_row_second,
			   "%d%s", percent, percent == 100 ? " %" : "");
	}
}

/* Steps, of which none narrower than a point is drawn for itself. */
static void
draw_steps(struct draw_list *list, const struct ring *ring, size_t side, struct scale x,
	   struct scale y)
{
	size_t most = 2 * (size_t)(x.to - x.from) + 8, n = 0;
	struct point *corner = mem_alloc(most, sizeof(*corner));
	double sum = 0;
	char *title =
	    mem_format("%s%s%zu run%s", ring->side[side].role, *ring->side[side].role ? ", " : "",
		       ring->side[side].input->runs, ring->side[side].input->runs == 1 ? "" : "s");

	corner[n++] = (struct point){x.from, y.from};
	for (size_t k = 1; k <= ring->top; k++) {
		double at = scale_at(&x, (double)k);

		if (ring->side[side].share[k] <= 0)
			continue;
		sum = ring_share_sum(sum, ring->side[side].share[k]);
		/* The second corner of a step is overwritten as long as it is too narrow. */
		if (n < 3 || at - corner[n - 1].x >= 1) {
			corner[n] = (struct point){at, corner[n - 1].y};
			n++;
			corner[n++] = (struct point){at, scale_at(&y, sum)};
		} else {
			corner[n - 1].y = scale_at(&y, sum);
		}
	}
	corner[n] = (struct point){x.to, corner[n - 1].y};
	n++;
	draw_group(list, title);
	draw_polyline(list, corner, n, ring_side_colour(ring, side), 2);
	draw_group_end(list);
	free(title);
	free(corner);
}

/* "base: 42 % found 64 or fewer": above to the left of the upper curve and below to the right of
 * the lower one, where curves that never fall leave room. */
static void
draw_labels(struct draw_list *list, const struct ring *ring, struct scale x, struct scale y)
{
	struct apart at = find_apart(ring);
	double height[2] = {scale_at(&y, at.share[0]), scale_at(&y, at.share[1])};
	bool near = fabs(height[0] - height[1]) < LABEL_APART;

	for (size_t s = 0; s < 2; s++) {
		bool upper = height[s] < height[1 - s] || (near && s == 0);
		struct type type = {FACE_BOLD, 11, ring_side_colour(ring, s)};
		char share[RING_TEXT];
		char *text = mem_format("%s: %s found %zu or fewer", ring->side[s].role,
					ring_percent(at.share[s], share), at.k);
		double width = draw_width(list, type, text), left = scale_at(&x, (double)at.k);

		double line = upper ? height[s] - 8 : height[s] + 18;
		bool low = !near && line > y.from - 8; /* no room below: before the next step */

		left = near ? x.to : (upper || low) ? left - width - 8 : left + 8;
		left = fmax(x.from + 6, fmin(left, x.to - width - 4));
		line = fmax(y.to + 12, fmin(line, y.from - 8));
		if (near) /* in the corner that curves leave free */
			line = y.from - (s == 0 ? 24 : 8);
		draw_textf(list, (struct point){left, line}, ANCHOR_START, type, "%s", text);
		free(text);
	}
}

double
ring_draw_ecdf(struct draw_list *list, const struct ring *ring, struct scale x, double y)
{
	struct scale share = {0, 1, y + PANEL, y};

	draw_text(list, (struct point){PICTURE_MARGIN, y - 12}, ANCHOR_START, picture_head_type,
		  "share of reaps that found so many or fewer");
	draw_shares(list, x, share);
	for (size_t s = 0; s < ring->n_sides; s++)
		draw_steps(list, ring, s, x, share);
	if (ring->n_sides == 2)
		draw_labels(list, ring, x, share);
	return y + PANEL;
}
