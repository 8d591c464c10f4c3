/* One test over time: what the charts heatmap and jitter are drawn from. */
#ifndef RENDER_CHART_FLOW_H
#define RENDER_CHART_FLOW_H

#include <stdbool.h>
#include <stddef.h>

#include "render/chart/chart.h"

/* One interval of a run, from the cells of a latency; times in s, latencies in ns. */
struct flow_interval {
	double start, end;
	double p5, p50, p95, p99, most; /* most: the upper end of the highest cell that has any */
	double count;
};

enum {
	FLOW_COLUMNS = 4000, /* more than any picture has */
	FLOW_RUNS = 24,      /* that have a line; of more every second, and so on */
};

/* One value of each interval of a run. Of more than 4 * FLOW_COLUMNS there are the first, the
 * lowest, the highest and the last of each of so many columns of time: all that a picture shows. */
struct flow_series {
	struct series_point *at;
	size_t n, samples; /* of points, and of intervals that the run has */
};

/* Thins n points in ascending time in place so; returns how many are left. */
size_t flow_thin(struct series_point *at, size_t n, size_t columns);

struct flow_run {
	const struct run *run;
	struct view name;
	struct flow_series rate, tail; /* iops (or bw) and clat.p99 (or lat.p99); n may be 0 */
	double cv;                     /* of the rate within the run; NaN = not known */
};

struct flow_side {
	const char *role;
	struct view commit;
	struct flow_run *run;
	size_t n;
	/* The run with cells whose p99 is the median of its side; its intervals and whole. */
	size_t typical;
	const struct data_cells *cells; /* NULL where no run has any */
	struct flow_interval *interval;
	size_t n_intervals;
	struct quantile_buckets whole; /* of the typical run, from its cells */
};

struct flow {
	struct chart_scope scope;
	char *rate, *tail, *latency; /* metrics; NULL where there is none */
	struct view rate_unit;
	struct flow_side side[2];
	size_t n_sides;
	double seconds;                              /* the longest run's */
	const struct finding_compare *jitter, *p999; /* findings of compare, or NULL */
};

extern const struct chart heatmap_chart, jitter_chart; /* chart.h */

/* NULL with *why where no test has cells (want_cells) or samples. */
struct flow *flow_new(const struct chart_request *request, bool want_cells);
void flow_free(struct flow *flow);

/* Cells of [low, high) in [start, end) to a grid of counts: columns intervals of time from 0 to
 * seconds, rows of latency between the logarithms low and high, [row * columns + column], row 0 the
 * lowest. Each cell falls where its middle lies, so that counts stay exact; what lies outside is in
 * the first or last row. The caller frees it. */
double *flow_grid(const struct data_cells *cells, double seconds, size_t columns, double log_low,
		  double log_high, size_t rows);

/* Columns of such a grid: one for each interval, or for each few where there are more than most. */
size_t flow_columns(const struct flow *flow, size_t most);

/* Of a count: 1 for 1, 2 for 2 and 3, 3 for 4 to 7 ... 8 for 128 and more times unit; 0 for none.
 */
int flow_step(double count, double unit);

/* The words. The caller frees them. */
char *flow_heat_finding(const void *self);
char *flow_heat_subtitle(const struct flow *flow);
char *flow_jitter_finding(const void *self);
char *flow_jitter_subtitle(const struct flow *flow);
void flow_sides(const void *self, struct picture_side sides[2]);
void flow_heat_numbers(const void *self, struct numbers *t);
void flow_jitter_numbers(const void *self, struct numbers *t);

/* Share of the typical run's I/Os above limit (ns). */
double flow_above(const struct flow_side *side, double limit);

void heatmap_draw(struct draw_list *list, const void *self, const struct input *input,
		  const char *title, size_t page);
void jitter_draw(struct draw_list *list, const void *self, const struct input *input,
		 const char *title, size_t page);
void heatmap_text(const struct page *page, const void *self, const struct input *input,
		  const char *title);
void jitter_text(const struct page *page, const void *self, const struct input *input,
		 const char *title);

#endif
