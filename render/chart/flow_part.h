/* What the drawings over time share; no others include this. */
#ifndef RENDER_CHART_FLOW_PART_H
#define RENDER_CHART_FLOW_PART_H

#include "render/chart/flow.h"
#include "render/chart/scale.h"

enum {
	FLOW_LEFT = 150,  /* names of the sides and numbers of the axes stand before it */
	FLOW_RIGHT = 110, /* a legend or a strip stands behind it */
	FLOW_TICKS = 24,
};

/* A panel of a side: its place, and its scales. */
struct flow_drawing {
	struct draw_list *list;
	const struct flow *f;
	size_t side;
	struct scale x; /* s */
	struct scale y; /* logarithms (base e) of ns, or a rate */
};

enum colour flow_colour(const struct flow *f, size_t side);

/* Where a latency stands. */
double flow_y(const struct flow_drawing *d, double latency);

/* 1-2-5 ticks of latency with a grid, and of time below; the side's name and sha at the left. */
void flow_latency_axis(const struct flow_drawing *d, bool grid);
void flow_time_axis(const struct flow_drawing *d, bool numbers);
void flow_name(const struct flow_drawing *d, double y);

#endif
