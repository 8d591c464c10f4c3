/* Tests that differ in one parameter alone, most often the queue depth, as families of points: what
 * the charts scaling and knee are drawn from. */
#ifndef RENDER_CHART_SWEEP_H
#define RENDER_CHART_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "render/chart/chart.h"
#include "render/chart/scale.h"

enum { SWEEP_FAMILIES = 12 }; /* that a picture has room for */

/* A mean over the runs with its 95 % interval by Student's t, geometric where all runs are above 0.
 * NaN = there is none; low and high are NaN with fewer than 2 runs. */
struct sweep_value {
	double value, low, high;
	size_t runs;
};

enum sweep_metric { SWEEP_RATE, SWEEP_TAIL, SWEEP_METRICS };

struct sweep_point {
	struct view test;
	double x; /* of the parameter */
	struct sweep_value side[2][SWEEP_METRICS];
	const struct finding_compare *f[SWEEP_METRICS]; /* NULL where there is none */
};

struct sweep_family {
	char *label;  /* "randread 4 KiB, jobs 2": what tells it from the others; "" where it is
		       * the only one */
	char *params; /* all that its tests have in common */
	struct sweep_point *point; /* by x */
	size_t n;
};

struct sweep {
	struct view base, commit; /* commit.n is 0 where there is one alone */
	size_t n_sides;
	const char *key;  /* "iodepth", "numjobs" or "bs" */
	const char *axis; /* "queue depth", "jobs", "block size" */
	struct sweep_family *family;
	size_t n;      /* shown: the ones that changed most, in the order of the suite */
	size_t n_more; /* that there was no room for */
	struct view unit[SWEEP_METRICS];
	double x_low, x_high;
	double low[SWEEP_METRICS], high[SWEEP_METRICS]; /* of all values and intervals */
};

extern const struct chart scaling_chart, knee_chart; /* chart.h */

/* NULL with *why where no two tests differ in one parameter alone. */
struct sweep *sweep_new(const struct chart_request *request);
void sweep_free(struct sweep *sweep);

/* The parameter's value as it stands on an axis: "16", "4 KiB". The caller frees it. */
char *sweep_x_text(const struct sweep *sweep, double x);

/* Verdicts over all points: how many changed, and where the change grows along the axis. scaling
 * says so of the rate, knee of rate and tail. The caller frees it. */
char *sweep_finding(const struct sweep *sweep, bool knee);
char *sweep_subtitle(const struct sweep *sweep, bool knee);
void sweep_numbers(const struct sweep *sweep, struct numbers *t);
void sweep_sides(const struct sweep *sweep, struct picture_side sides[2]);

/* Where panels stand: columns of equal width from left to right. */
struct sweep_panel {
	double left, right;
};
enum { SWEEP_COLUMNS = 4 }; /* of panels beside each other */
struct sweep_panel sweep_panel(const struct draw_list *list, const struct sweep *sweep, size_t i);

/* The colour of a side. */
enum colour sweep_colour(const struct sweep *sweep, size_t side);

/* A logarithmic axis: where value stands on a scale whose ends are logarithms. */
double sweep_log_at(const struct scale *scale, double value);

/* The drawings, as chart.h has them. */
void scaling_draw(struct draw_list *list, const void *self, const struct input *input,
		  const char *title, size_t page);
void knee_draw(struct draw_list *list, const void *self, const struct input *input,
	       const char *title, size_t page);

#endif
