/* A against A: how far runs of the same code differ here, and what so many runs can show. */
#ifndef RENDER_CHART_AA_H
#define RENDER_CHART_AA_H

#include <stdbool.h>
#include <stddef.h>

#include "render/chart/chart.h"

enum { AA_PAGE = 40 /* rows */, AA_SEEN = 8 /* commits whose halves a row shows */ };

/* One primary metric of one test. */
struct aa_row {
	const struct finding_plan *plan;
	char *label; /* "4k randread qd 32, p99 latency" */
	/* From selfcheck, all commits together; splits is 0 where there is none. */
	double alarms, splits;
	/* What the second half of a commit's runs differed from its first, a fraction each. */
	double seen[AA_SEEN];
	size_t n_seen;
};

struct aa {
	struct aa_row *row;
	size_t n;
	struct view *commit; /* of selfcheck */
	size_t n_commits;
	double runs_low, runs_high; /* a side */
	double least, most;         /* detectable changes; NaN where none is known */
	double effect, power;       /* of the first row */
	double alarms, splits;      /* of whole families: NaN where there are none */
	double end;                 /* of the axis, a fraction */
};

extern const struct chart aa_chart; /* chart.h */

/* NULL with *why without findings of plan that decide a comparison. */
struct aa *aa_new(const struct chart_request *request);
void aa_free(struct aa *aa);

/* As chart.h has them. */
char *aa_finding(const void *self);
char *aa_subtitle(const struct aa *aa);
void aa_numbers(const void *self, struct numbers *t);
void aa_draw(struct draw_list *list, const void *self, const struct input *input, const char *title,
	     size_t page);
void aa_text(const struct page *page, const void *self, const struct input *input,
	     const char *title);

#endif
