/* Percentile curves: one latency of one test, of one commit or two, from the middle to the rarest
 * requests, and how much each percentile changed. */
#ifndef RENDER_CHART_PERCENTILE_H
#define RENDER_CHART_PERCENTILE_H

#include <stdbool.h>
#include <stddef.h>

#include "render/chart/chart.h"

enum {
	PERCENTILE_POINTS = 116,  /* of a curve */
	PERCENTILE_ROWS = 15,     /* percentiles that have a name */
	PERCENTILE_BEYOND = 30,   /* fewer requests beyond a percentile: it is told as a guess */
	PERCENTILE_BAND_RUNS = 3, /* fewer runs have no interval */
};

/* A side's percentile, in ns; NaN = not known. */
struct percentile_value {
	double value;     /* geometric mean of the runs' percentiles; arithmetic where one is 0 */
	double low, high; /* 95 % of that mean by Student's t; of 2 runs the two themselves; of one
			   * NaN */
};

struct percentile_side {
	const char *role; /* "base", "new"; "" where there is one commit alone */
	struct view commit;
	size_t runs;   /* that have a distribution */
	double ios;    /* requests of all these runs */
	double fewest; /* requests of the run that has fewest */
	struct percentile_value point[PERCENTILE_POINTS];
};

/* A percentile with a name. */
struct percentile_row {
	double quantile, x;
	struct percentile_value side[2];
	double beyond; /* requests beyond it, all runs together, on the side that has fewer */
	/* new / base - 1, and where the findings have it the 95 % interval that holds for all
	 * percentiles of the findings at once. */
	double change, low, high;
	double theta; /* smallest change of interest, a fraction */
	bool tested;  /* low and high are known */
	bool thin;    /* little is known of it: fewer than 10 requests of a run lie beyond */
	/* Regressed or improved: all of the interval is beyond theta, it is not thin, and compare's
	 * own finding, where there is one of this percentile, says the same. Same or shifted: by
	 * the interval or by that finding. */
	enum verdict verdict;
	const struct finding_compare *cell; /* that finding, or NULL */
};

struct percentile {
	struct chart_scope scope;
	char *metric; /* "read.lat" */
	struct percentile_side side[2];
	size_t n_sides;
	/* The axis: x = -log10(1 - quantile), so that each step to the right is a request ten times
	 * as rare. From the point n_sure on, at x_sure, too few requests lie beyond. */
	double x[PERCENTILE_POINTS];
	size_t n_sure;
	double x_sure, x_end;
	struct percentile_row row[PERCENTILE_ROWS];
	size_t n_rows;
	bool tested;                       /* some row is */
	struct view shape;                 /* of the findings: "changed"; empty where unknown */
	const struct finding_compare *p99; /* compare's finding on it, or NULL */
};

extern const struct chart percentile_chart; /* chart.h */

/* The request's input and data must outlive it. NULL with *why where there is no distribution. */
struct percentile *percentile_new(const struct chart_request *request);
void percentile_free(struct percentile *p);

/* quantile as it stands on the axis, and back; both for 0 <= quantile < 1. */
double percentile_x(double quantile);
double percentile_quantile(double x);

/* "p99.9" of 0.999. The caller frees it. */
char *percentile_name(double quantile);

/* The row of that quantile, or NULL. */
const struct percentile_row *percentile_row_at(const struct percentile *p, double quantile);

/* The certain change that is largest, as a ratio; NULL where none is certain. */
const struct percentile_row *percentile_largest(const struct percentile *p);

/* The verdict of compare's finding of that percentile, else of its row; "thin" where little is
 * known, "" where nothing is. */
const char *percentile_word(const struct percentile_row *row);

/* What the numbers say, and what is shown, in ASCII. The caller frees them. */
char *percentile_finding(const struct percentile *p);
char *percentile_subtitle(const struct percentile *p, bool picture);

void percentile_sides(const struct percentile *p, struct picture_side sides[2]);
void percentile_numbers(const struct percentile *p, struct numbers *out);
void percentile_draw(struct draw_list *list, const struct percentile *p, const struct input *input,
		     const char *title);

#endif
