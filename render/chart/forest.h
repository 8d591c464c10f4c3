/* The forest: one row per test and primary metric, the change with its interval on a common axis
 * on which right is always better. */
#ifndef RENDER_CHART_FOREST_H
#define RENDER_CHART_FOREST_H

#include <stdbool.h>
#include <stdio.h>

#include "render/chart/scale.h"
#include "render/draw/list.h"
#include "render/model/cells.h"
#include "render/model/comparison.h"

struct chart;

/* The rows of one metric and the axis they share. */
struct forest_panel {
	enum panel panel;
	size_t first, n;  /* rows of the comparison */
	char *title;      /* "IOPS", "p99 latency" */
	bool turned;      /* lower is better: the axis runs from + to - */
	double low, high; /* the axis in betterness: the change, negated where turned */
	struct cell_scale scale;
};

struct forest {
	const struct comparison *comparison;
	struct forest_panel panel[PANELS];
	size_t n_panels;
	bool shared; /* the panels' axes span the same */
};

extern const struct chart forest_chart; /* chart.h */

/* Lays the rows out in numbers. The comparison must outlive it. */
void forest_init(struct forest *forest, const struct comparison *comparison);
void forest_free(struct forest *forest);

/* A change as a place on the panel's axis. */
double forest_position(const struct forest_panel *panel, double change);

/* The ends of a row's interval on the axis, worse end first; false where it has none. */
bool forest_interval(const struct forest_panel *panel, const struct finding_compare *f,
		     double *worse, double *better);

/* The axis' ticks in percent: at most at_most, or up to two more where there would be fewer than
 * three. */
struct ticks forest_ticks(const struct forest_panel *panel, size_t at_most);

enum { FOREST_PAGE = 30 /* tests on a page */ };

/* Pages that it takes: each shows the same tests in all panels. */
size_t forest_pages(const struct forest *forest);

/* The part of a panel that a page (from 0) shows; its n is 0 where there is none. */
struct forest_panel forest_part(const struct forest_panel *panel, size_t page);

/* The mean over the panel's tests, where the findings have it; else NULL. */
const struct finding_compare *forest_mean(const struct forest *forest,
					  const struct forest_panel *panel,
					  const struct input *input);

/* Sorts the rows of the comparison so that tests whose decided change is the largest, in smallest
 * changes of interest, come first, the same in all panels. To be called before forest_init. */
void forest_sort(struct comparison *comparison);

/* Draws a page of it; list is empty but for its width. */
void forest_draw(struct draw_list *list, const struct forest *forest, const struct input *input,
		 const char *title, size_t page);

#endif
