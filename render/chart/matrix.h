/* The changes of one metric in a grid: rows of pattern and block size, columns of queue depths, a
 * panel for each number of jobs. For suites too long for a forest. */
#ifndef RENDER_CHART_MATRIX_H
#define RENDER_CHART_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

#include "render/chart/chart.h"
#include "render/model/comparison.h"

/* A grid; [row * n_columns + column], NULL = no such test. */
struct matrix_panel {
	char *label;   /* "jobs 2"; "" where there is one panel */
	char **row;    /* "randread 4 KiB" */
	char **column; /* "16" */
	size_t n_rows, n_columns;
	const struct finding_compare **cell;
};

struct matrix {
	struct comparison comparison;
	char *metric;     /* that was asked for; NULL = the rate of each test */
	const char *what; /* "IOPS", "p99 latency", or the metric */
	bool lower;       /* is better */
	struct matrix_panel *panel;
	size_t n_panels;
	size_t n_cells, n_twice; /* cells with a finding; tests whose cell was taken already */
};

extern const struct chart matrix_chart; /* chart.h */

/* NULL with *why without findings of compare, or where the tests' parameters make no grid. */
struct matrix *matrix_new(const struct chart_request *request);
void matrix_free(struct matrix *matrix);

/* As chart.h has them. */
char *matrix_finding(const void *self);
char *matrix_subtitle(const struct matrix *matrix);
void matrix_draw(struct draw_list *list, const void *self, const struct input *input,
		 const char *title, size_t page);
void matrix_text(const struct page *page, const void *self, const struct input *input,
		 const char *title);

#endif
