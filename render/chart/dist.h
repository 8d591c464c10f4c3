/* Runs before and after: one metric of one test, each run as a dot, and the difference. */
#ifndef RENDER_CHART_DIST_H
#define RENDER_CHART_DIST_H

#include <stdbool.h>
#include <stddef.h>

#include "render/chart/chart.h"

struct dist_run {
	double value;   /* in the metric's unit */
	double started; /* seconds since 1970; NaN = not known */
	size_t place;   /* in the order in which both sides' runs were measured, from 0 */
	struct view name;
};

struct dist_side {
	const char *role; /* "base", "new"; "" where there is one commit alone */
	struct view commit;
	struct dist_run *run; /* n of them, as they were measured */
	size_t n;
	double mean; /* geometric; arithmetic where a run of any side has 0 or less */
	/* 95 % of the mean by Student's t on the same scale; NaN with fewer than 2 runs. */
	double low, high;
	double cv; /* sd of the logarithms (of the values over the mean where not geometric); NaN
		    * with fewer than 2 runs */
};

struct dist {
	struct chart_scope scope;
	char *metric;
	struct view unit;
	bool lower;     /* is better */
	bool geometric; /* means are */
	bool timed;     /* when the runs were measured is known */
	struct dist_side side[2];
	size_t n_sides, n_runs;
	double low, high; /* of all values and intervals */
	double trend_p;   /* Mann and Kendall's test of the runs in order, each against its side's
			   * mean; NaN where it cannot be told */
	const struct finding_compare *f; /* what analyze says of it; NULL where it says nothing */
};

extern const struct chart dist_chart; /* chart.h */

/* The request's input and data must outlive it. NULL with *why where no run has the metric. */
struct dist *dist_new(const struct chart_request *request);
void dist_free(struct dist *dist);

/* Where a change stands in the density of the confidence in it, Student's t with the finding's
 * degrees of freedom about its change, on the log scale where the means are geometric: the density
 * of change, over that of the most likely one. NaN where the finding has no interval. */
double dist_density(const struct dist *dist, double change);

/* Lanes of a swarm: dots at x (n of them, ascending) that would overlap, being nearer than
 * distance, get different ones: 0, 1, -1, 2 ... at most most apart from 0; then the least bad. */
void dist_lanes(const double *x, size_t n, double distance, int most, int *lane);

enum {
	DIST_LEFT = 150, /* names of the sides stand before it */
	DIST_DOTS = 300, /* of a side; more runs are drawn as an outline */
};

/* Draws the panel of the difference from top on; returns the y below it. There is a change. */
double dist_difference(struct draw_list *list, const struct dist *d, double top);

/* What the order of the runs says, in ASCII. The caller frees it. */
char *dist_order_words(const struct dist *dist);

/* As chart.h has them. */
char *dist_finding(const void *self);
char *dist_subtitle(const struct dist *dist);
void dist_sides(const void *self, struct picture_side sides[2]);
void dist_draw(struct draw_list *list, const void *self, const struct input *input,
	       const char *title, size_t page);
void dist_text(const struct page *page, const void *self, const struct input *input,
	       const char *title);
void dist_numbers(const void *self, struct numbers *t);

#endif
