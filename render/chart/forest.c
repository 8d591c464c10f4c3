/* The forest in numbers: panels, and how far their axes reach. */
#include "render/chart/forest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "render/model/headline_part.h"
#include "render/model/words.h"

/* An estimate beyond all of: this many smallest changes of interest, and this many times the
 * second largest one, would squash the rest: it gets an arrow at the axis' end. */
static const double outlier_thetas = 20, outlier_ratio = 4;
/* The same for the ends of intervals, which are wild where there are two runs. */
static const double end_thetas = 3, end_ratio = 3;
/* And where there is no second one: an end beyond +-500 % says only that nothing is known. */
static const double end_most = 5;
/* Axes that differ by less than this are made one, unless it would show changes that there cannot
 * be: nothing falls by more than 100 %. */
static const double shared_ratio = 1.6;

double
forest_position(const struct forest_panel *panel, double change)
{
	return panel->turned ? -change : change;
}

bool
forest_interval(const struct forest_panel *panel, const struct finding_compare *f, double *worse,
		double *better)
{
	if (isnan(f->low) || isnan(f->high))
		return false;
	*worse = forest_position(panel, panel->turned ? f->high : f->low);
	*better = forest_position(panel, panel->turned ? f->low : f->high);
	return true;
}

struct ticks
forest_ticks(const struct forest_panel *panel, size_t at_most)
{
	struct ticks ticks = {0};

	for (size_t n = at_most; n <= at_most + 2 && ticks.n < 3; n++)
		ticks = ticks_for(panel->low * 100, panel->high * 100, n);
	return ticks;
}

/* The largest and second largest of what is seen; the second counts as endless until there are
 * two, for one row has nobody to squash. */
struct top_two {
	double first, second;
	size_t n;
};

static void
see(struct top_two *top, double value)
{
	if (isnan(value))
		return;
	if (value > top->first) {
		top->second = top->first;
		top->first = value;
	} else if (value > top->second) {
		top->second = value;
	}
	top->n++;
}

static double
limit(const struct top_two *top, double ratio, double least)
{
	return top->n < 2 ? INFINITY : fmax(ratio * top->second, least);
}

static void
widen(struct forest_panel *panel, double position)
{
	panel->low = fmin(panel->low, position);
	panel->high = fmax(panel->high, position);
}

/* The farther end of a row's interval from zero; NaN where it has none. */
static double
farther_end(const struct forest_panel *panel, const struct finding_compare *f)
{
	double worse, better;

	if (!forest_interval(panel, f, &worse, &better))
		return NAN;
	return fmax(fabs(worse), fabs(better));
}

static void
set_axis(struct forest_panel *panel, const struct comparison_row *rows)
{
	struct top_two estimates = {0}, ends = {0};
	double theta = 0;

	for (size_t i = 0; i < panel->n; i++) {
		see(&estimates, fabs(rows[i].f->change));
		theta = fmax(theta, rows[i].f->theta);
	}
	double estimate_limit = limit(&estimates, outlier_ratio, outlier_thetas * theta);
	for (size_t i = 0; i < panel->n; i++) {
		if (!(fabs(rows[i].f->change) <= estimate_limit))
			continue;
		widen(panel, forest_position(panel, rows[i].f->change));
		see(&ends, farther_end(panel, rows[i].f));
	}
	double seen = 1.5 * fmax(-panel->low, panel->high);
	double end_limit =
	    fmin(limit(&ends, end_ratio, fmax(end_thetas * theta, seen)), fmax(end_most, seen));
	for (size_t i = 0; i < panel->n; i++) {
		double worse, better;

		if (!(fabs(rows[i].f->change) <= estimate_limit) ||
		    !forest_interval(panel, rows[i].f, &worse, &better))
			continue;
		widen(panel, fmax(worse, -end_limit));
		widen(panel, fmin(better, end_limit));
	}
	widen(panel, -1.5 * theta);
	widen(panel, 1.5 * theta);
	/* Without thresholds and changes there is still an axis. */
	if (panel->high - panel->low < 1e-6) {
		widen(panel, -0.01);
		widen(panel, 0.01);
	}
	double room = 0.04 * (panel->high - panel->low);
	panel->low -= room;
	panel->high += room;
}

static void
share_axes(struct forest *forest)
{
	struct forest_panel *a = &forest->panel[0], *b = &forest->panel[1];

	if (forest->n_panels < 2)
		return;
	double low = fmin(a->low, b->low), high = fmax(a->high, b->high);
	forest->shared = low >= -1 && high <= 1 &&
			 high - low <= shared_ratio * (a->high - a->low) &&
			 high - low <= shared_ratio * (b->high - b->low);
	if (forest->shared) {
		a->low = b->low = low;
		a->high = b->high = high;
	}
}

/* "IOPS"; where rows differ in what they measure, the first one's quantity and so on. */
static char *
panel_title(const struct comparison_row *rows, size_t n)
{
	struct comparison_row first = rows[0];

	first.direction = "";
	char *title = words_metric(&first);
	for (size_t i = 1; i < n; i++) {
		struct comparison_row row = rows[i];

		row.direction = "";
		char *other = words_metric(&row);
		if (!strstr(title, other))
			mem_append(&title, ", %s", other);
		free(other);
	}
	return title;
}

void
forest_init(struct forest *forest, const struct comparison *c)
{
	size_t first = 0;

	memset(forest, 0, sizeof(*forest));
	forest->comparison = c;
	for (enum panel p = 0; p < PANELS; p++) {
		struct forest_panel *panel = &forest->panel[forest->n_panels];

		if (c->n_panel[p] == 0)
			continue;
		*panel = (struct forest_panel){
		    .panel = p,
		    .first = first,
		    .n = c->n_panel[p],
		    .title = panel_title(c->row + first, c->n_panel[p]),
		    .turned = view_is(c->row[first].f->better, "lower"),
		    .scale = cells_scale(c, p),
		};
		set_axis(panel, c->row + first);
		first += panel->n;
		forest->n_panels++;
	}
	share_axes(forest);
}

size_t
forest_pages(const struct forest *forest)
{
	size_t most = 1;

	for (size_t i = 0; i < forest->n_panels; i++)
		most = forest->panel[i].n > most ? forest->panel[i].n : most;
	return (most + FOREST_PAGE - 1) / FOREST_PAGE;
}

struct forest_panel
forest_part(const struct forest_panel *panel, size_t page)
{
	struct forest_panel part = *panel;
	size_t skipped = page * FOREST_PAGE < panel->n ? page * FOREST_PAGE : panel->n;

	part.first += skipped;
	part.n -= skipped;
	part.n = part.n < FOREST_PAGE ? part.n : FOREST_PAGE;
	return part;
}

const struct finding_compare *
forest_mean(const struct forest *forest, const struct forest_panel *panel,
	    const struct input *input)
{
	const struct finding_compare *row = forest->comparison->row[panel->first].f;

	for (size_t i = 0; i < input->n_combined; i++) {
		const struct finding_compare *f = &input->combined[i];

		if (f->kind == FINDING_GEOMEAN && view_eq(f->metric, row->metric) &&
		    view_eq(f->base, row->base) && view_eq(f->commit, row->commit) &&
		    !isnan(f->change))
			return f;
	}
	return NULL;
}

static int
by_severity(const void *a, const void *b)
{
	const struct comparison_row *x = a, *y = b;
	double first = headline_test_severity(x->test), second = headline_test_severity(y->test);

	if (x->panel != y->panel)
		return x->panel < y->panel ? -1 : 1;
	if (first != second)
		return first > second ? -1 : 1;
	/* Tests, and their rows, otherwise stay as they came. */
	if (x->test != y->test)
		return x->test < y->test ? -1 : 1;
	return strcmp(x->direction, y->direction);
}

void
forest_sort(struct comparison *c)
{
	qsort(c->row, c->n_rows, sizeof(*c->row), by_severity);
}

void
forest_free(struct forest *forest)
{
	for (size_t i = 0; i < forest->n_panels; i++)
		free(forest->panel[i].title);
	memset(forest, 0, sizeof(*forest));
}
