/* What stands around every chart: the finding as its title, the commits, how it was measured, and
 * at the foot where. */
#ifndef RENDER_CHART_PICTURE_H
#define RENDER_CHART_PICTURE_H

#include "render/draw/list.h"
#include "render/model/input.h"

enum {
	PICTURE_WIDTH = 960,      /* default, in points */
	PICTURE_WIDTH_MIN = 840,  /* below, columns and axis have no room */
	PICTURE_WIDTH_MAX = 4000, /* a PNG of 8000 pixels */
	PICTURE_MARGIN = 40,
};

/* The types of text that charts share. */
extern const struct type picture_row, picture_row_second, picture_head_type, picture_strong;

/* One side of a comparison; commit.n == 0 where there is only one. */
struct picture_side {
	const char *role; /* "base", "new" */
	struct view commit;
	enum colour colour;
};

/* Draws title, sides and subtitle from the top edge; returns the y of the next free line. title
 * and subtitle are ASCII and are wrapped. */
double picture_top(struct draw_list *list, const struct input *input, const char *title,
		   const struct picture_side sides[2], const char *subtitle);

/* Draws the foot below y and sets the list's height. */
void picture_bottom(struct draw_list *list, const char *foot, double y);

/* Draws text wrapped to width, line_height apart; returns the baseline behind the last line. */
double picture_wrap(struct draw_list *list, struct point at, double width, struct type type,
		    double line_height, const char *text);

/* text cut to width with an ellipsis in its middle, where it is longer. The caller frees it. */
char *picture_cut(const struct draw_list *list, struct type type, double width, const char *text);

/* "base FULLNAME, new FULLNAME", for inside the file. The caller frees it. */
char *picture_source(const struct picture_side sides[2]);

/* The date a file carries: epoch (the text of SOURCE_DATE_EPOCH) where it is a number, else the
 * start of the measurement, else 1970. */
long long picture_time(const struct input *input, const char *epoch);

#endif
