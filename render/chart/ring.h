/* The ring: how many completed requests stood in the completion ring each time it was looked at,
 * one commit or two. */
#ifndef RENDER_CHART_RING_H
#define RENDER_CHART_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "render/chart/picture.h"
#include "render/chart/scale.h"
#include "render/draw/list.h"
#include "render/model/input.h"
#include "render/model/numbers.h"

struct chart;
struct where;

enum { RING_TEXT = 32 }; /* bytes that hold any number of a ring */

/* One commit's ring in numbers. A reap is a look that found something; empty looks are counted
 * apart. */
struct ring_side {
	const char *role; /* "base", "new"; "" where there is one commit alone */
	struct view commit;
	const struct input_ring *input;
	double reaps, empty; /* looks that found something, and nothing */
	double *share;       /* [k] of the reaps that found k; k = 0 .. ring's top; [0] is 0 */
	double mean;         /* completions a reap found */
	double full;         /* share of the reaps that found all requests in flight */
	double request_mean; /* completions found by the reap that a request was in */
	double request_full; /* share of the requests that were in a full reap */
	double taken;        /* completions that one reap took, those that took none left out; NaN =
			      * unknown */
};

struct ring {
	struct view test;
	char *label;   /* "4k randread qd 32", or the test's name */
	size_t tests;  /* with a ring in the base */
	bool ecdf;     /* cumulative shares are shown, not bars; false from ring_init */
	bool chosen;   /* the test was asked for by name */
	size_t others; /* commits with a ring that are not shown */
	size_t top;    /* the largest count on the axis */
	size_t full;   /* requests in flight; 0 where it is not known */
	double y_top;  /* share at the axis' end; larger ones are broken */
	struct ring_side side[2];
	size_t n_sides;
};

extern const struct chart ring_chart; /* chart.h */

/* base, commit and test may be NULL or "": the findings' sides, else the first that come. An error
 * says what is missing. The input must outlive it. */
bool ring_init(struct ring *ring, const struct input *input, const char *base, const char *commit,
	       const char *test, struct where *why);
void ring_free(struct ring *ring);

/* The smallest count that at least part of the reaps did not exceed; 0 without reaps. */
size_t ring_quantile(const struct ring *ring, size_t side, double part);

/* The same of what one reap took, those that took nothing left out. */
size_t ring_quantile_taken(const struct ring *ring, size_t side, double part);

/* Where an axis of shares ends: at the largest of the n shares of n_sides sides, or at the largest
 * that is not far beyond all others, so that a few bars do not flatten the rest. Sorts them. */
double ring_axis_end(double *share, size_t n, size_t n_sides);

/* What the numbers say, in ASCII. The caller frees it. */
char *ring_finding(const struct ring *ring);

/* What is shown, in ASCII. The caller frees it. */
char *ring_subtitle(const struct ring *ring);

/* Share of a side's looks that found nothing; NaN without looks. */
double ring_empty(const struct ring_side *side);

/* A share of 0 to 1: "60 %", "4.1 %", "<0.1 %", "-" for NaN. Returns out. */
char *ring_percent(double share, char out[RING_TEXT]);

/* How many: "9", "127.9k". Returns out. */
char *ring_count(double count, char out[RING_TEXT]);

/* The commits that are shown, for what stands around the chart. */
void ring_sides(const struct ring *ring, struct picture_side sides[2]);

/* Cumulative shares of both sides in one panel; y is the panel's top. Returns its bottom, below
 * which the x axis has its numbers. */
double ring_draw_ecdf(struct draw_list *list, const struct ring *ring, struct scale x, double y);

/* sum + share of shares that come to 1 in the end: what rounding left is made up for. */
double ring_share_sum(double sum, double share);

enum colour ring_side_colour(const struct ring *ring, size_t side);

/* All its numbers, see chart.h. */
void ring_numbers(const struct ring *ring, struct numbers *out);

/* Draws it; list is empty but for its width. */
void ring_draw(struct draw_list *list, const struct ring *ring, const struct input *input,
	       const char *title);

#endif
