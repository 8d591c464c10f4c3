/* What the files of sweeps share; no others include this. */
#ifndef RENDER_CHART_SWEEP_PART_H
#define RENDER_CHART_SWEEP_PART_H

#include "render/chart/sweep.h"

/* Fills one metric of a side of a point from its runs, and what analyze found on it. */
void sweep_fill(struct sweep *sweep, const struct chart_request *request, struct sweep_point *point,
		size_t side, enum sweep_metric metric);

/* What drawing a panel needs. */
struct sweep_drawing {
	struct draw_list *list;
	const struct sweep *s;
	struct scale x, y;
	bool first; /* of its row of panels: has the numbers of the y axis */
};

enum {
	SWEEP_HEAD = 22, /* a family's name above its panels */
	SWEEP_FOOT = 56, /* numbers and name of the x axis */
};

/* A scale over the logarithms of low .. high with a little room on both ends. */
struct scale sweep_log_scale(double low, double high, double room, double from, double to);

/* Parts of panels: a line of the grid with its number, the axis of latencies, the family's name,
 * the name of a row of panels, and a point, hollow for base. */
void sweep_y_tick(const struct sweep_drawing *d, double y, const char *text);
void sweep_tail_axis(const struct sweep_drawing *d);
void sweep_family_name(const struct sweep_drawing *d, const struct sweep_family *family, double y);
void sweep_row_name(const struct sweep_drawing *d, double y, const char *name);
void sweep_dot(const struct sweep_drawing *d, const struct sweep_point *point, size_t side,
	       enum sweep_metric metric, struct point at);

/* A side's line through n points, where there are two or more; base is dashed. */
void sweep_line(const struct sweep_drawing *d, const struct point *line, size_t n,
		enum colour colour);

/* One family of the knee; returns the y below it. */
double sweep_knee(struct draw_list *list, const struct sweep *s, size_t i, double top);

#endif
