/* The mail's percentile tables. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/mark.h"
#include "render/draw/sign.h"
#include "render/model/words.h"
#include "render/text/forest_text.h"
#include "render/text/grid.h"
#include "render/text/mail.h"

enum {
	TESTS_MOST = 6,        /* tables in one mail */
	PERCENTILES_MOST = 10, /* columns of a table */
	PREFIX_MOST = 24,      /* characters of "read.clat.", with a NUL */
};

/* The percentile findings of one latency of a test and commit, "read.lat.p50" and so on. */
struct percentiles {
	struct latency_key {
		const char *test, *commit; /* equal texts of the input are one */
		char prefix[PREFIX_MOST];  /* "read.lat.", zeroed behind its end */
	} key;
	const struct finding_compare *at[PERCENTILES_MOST];
	size_t n;
	size_t prefix; /* its length */
};

/* Whether the finding is a percentile of a latency, whose key it then is. */
static bool
is_percentile(const struct finding_compare *f, struct latency_key *key)
{
	const char *dot = memrchr(f->metric.p, '.', f->metric.n);
	/* "p99.9" has a dot of its own. */
	if (dot && dot > f->metric.p && isdigit((unsigned char)dot[-1]))
		dot = memrchr(f->metric.p, '.', (size_t)(dot - f->metric.p));
	size_t n = dot ? (size_t)(dot - f->metric.p) + 1 : 0;
	struct view latency = {f->metric.p, n};

	memset(key, 0, sizeof(*key));
	if (n == 0 || n >= sizeof(key->prefix) || n + 1 >= f->metric.n || dot[1] != 'p' ||
	    !isdigit((unsigned char)dot[2]) ||
	    !(view_ends(latency, ".lat.") || view_ends(latency, ".clat.")))
		return false;
	key->test = f->test.p;
	key->commit = f->commit.p;
	memcpy(key->prefix, f->metric.p, n);
	return true;
}

static double
percentile_of(const struct finding_compare *f)
{
	const char *p = memrchr(f->metric.p, 'p', f->metric.n);

	return p ? strtod(p + 1, NULL) : NAN;
}

/* Orders by the percentile: its place in the stream may be another. */
static int
by_percentile(const void *a, const void *b)
{
	const struct finding_compare *const *x = a, *const *y = b;
	double p = percentile_of(*x), q = percentile_of(*y);

	return (p > q) - (p < q);
}

/* All latencies with percentiles, by their keys, in order of appearance. */
static struct index
list_percentiles(const struct comparison *c, const struct input *input)
{
	struct index all = {0};

	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];
		struct latency_key key;

		if (!comparison_has(c, f) || !is_percentile(f, &key))
			continue;
		struct percentiles *list = index_find(&all, &key, sizeof(key));
		if (!list) {
			list = mem_alloc(1, sizeof(*list));
			list->key = key;
			list->prefix = strlen(key.prefix);
			index_add(&all, &list->key, sizeof(list->key), list);
		}
		if (list->n < PERCENTILES_MOST)
			list->at[list->n++] = f;
	}
	return all;
}

/* Whether these are completion latencies of which the whole latencies are told, too. */
static bool
is_spare(const struct index *all, const struct percentiles *list)
{
	static const char tail[] = "clat.";
	const size_t direction = list->prefix > strlen(tail) ? list->prefix - strlen(tail) : 0;
	struct latency_key key = list->key;

	if (strcmp(key.prefix + direction, tail) != 0)
		return false;
	memset(key.prefix + direction, 0, sizeof(key.prefix) - direction);
	memcpy(key.prefix + direction, "lat.", strlen("lat."));
	const struct percentiles *whole = index_find(all, &key, sizeof(key));
	for (size_t i = 0; whole && i < whole->n; i++) {
		if (!isnan(whole->at[i]->change))
			return true;
	}
	return false;
}

static bool
has_changed(const struct percentiles *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (list->at[i]->verdict == VERDICT_REGRESSED ||
		    list->at[i]->verdict == VERDICT_IMPROVED)
			return true;
	}
	return false;
}

/* All of a table have one unit, in which the smallest value keeps its digits. */
static struct unit_scale
scale_of(const struct percentiles *list)
{
	double least = INFINITY;

	for (size_t i = 0; i < list->n; i++)
		least = fmin(least, fmin(list->at[i]->base_value, list->at[i]->value));
	return unit_scale_for(isfinite(least) ? least : NAN, list->at[0]->unit);
}

static void
set_change(struct grid *grid, size_t row, size_t column, const struct finding_compare *f, bool thin)
{
	char text[UNIT_TEXT];

	if (isnan(f->change))
		grid_set(grid, row, column, mem_dup("-"));
	else
		grid_set(grid, row, column,
			 mem_format("%s %c%s", unit_change(f->change, text),
				    mark_character[f->verdict],
				    mail_is_thin(f) ? page_thin
				    : thin          ? " "
						    : ""));
}

/* Blanks stand where a change has its marks. */
static void
set_percent(struct grid *grid, size_t row, size_t column, double fraction, bool wide, bool thin)
{
	char text[UNIT_TEXT];

	grid_set(grid, row, column,
		 isnan(fraction)
		     ? mem_dup("")
		     : mem_format("%s%s",
				  wide ? words_factor(fraction, text) : unit_change(fraction, text),
				  thin ? "   " : "  "));
}

/* "4k randread qd 32, latency percentiles (read.lat)". */
static void
write_head(const struct page *page, const struct comparison *c, const struct percentiles *list)
{
	const struct finding_compare *f = list->at[0];
	char *what = mem_format(", latency percentiles (%.*s)", (int)list->prefix - 1, f->metric.p);
	char *test = mail_test(c, f);
	/* A column is left for what page_line may put in front. */
	char *label = sign_cut(test, page->width - strlen(what) - 1);

	page_line(page, "%s%s", label, what);
	free(label);
	free(test);
	free(what);
}

enum { HEAD, BASE, NEW, CHANGE, LOW, HIGH, ROWS };

static void
set_column(struct grid *grid, size_t column, const struct percentiles *list,
	   const struct finding_compare *f, struct unit_scale scale, bool thin)
{
	char text[UNIT_TEXT];

	grid_set(grid, HEAD, column,
		 mem_copy(f->metric.p + list->prefix, f->metric.n - list->prefix));
	grid_set(grid, BASE, column, mem_dup(unit_number(f->base_value, scale, text)));
	grid_set(grid, NEW, column, mem_dup(unit_number(f->value, scale, text)));
	set_change(grid, CHANGE, column, f, thin);
	if (grid->n_rows > LOW) {
		bool wide = words_wide(f->low, f->high);

		set_percent(grid, LOW, column, f->low, wide, thin);
		set_percent(grid, HIGH, column, f->high, wide, thin);
	}
}

static bool
has_thin(const struct percentiles *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (mail_is_thin(list->at[i]))
			return true;
	}
	return false;
}

static bool
has_intervals(const struct percentiles *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (!isnan(list->at[i]->low) && !isnan(list->at[i]->high))
			return true;
	}
	return false;
}

/* Of what more than doubled, a last row says how often the base fits in. */
static void
add_ratios(struct grid *grid, const struct percentiles *list)
{
	size_t row = 0;

	for (size_t i = 0; i < list->n; i++) {
		const double change = list->at[i]->change;

		if (!(change > 1))
			continue;
		if (row == 0)
			row = grid_row(grid);
		grid_set(grid, row, 0, mem_dup("new / base"));
		grid_set(grid, row, i + 1,
			 mem_format(change < 9999 ? "%.2fx%s" : "%.3gx%s", change + 1,
				    has_thin(list) ? "  " : " "));
	}
}

static void
write_table(const struct page *page, const struct comparison *c, const struct percentiles *list)
{
	struct unit_scale scale = scale_of(list);
	struct grid grid;

	page_blank(page);
	write_head(page, c, list);
	grid_init(&grid, list->n + 1);
	grid.left[0] = true;
	for (int i = 0; i < (has_intervals(list) ? ROWS : LOW); i++)
		grid_row(&grid);
	grid_set(&grid, HEAD, 0, mem_dup("percentile"));
	grid_set(&grid, BASE, 0, mem_format("base %s", scale.suffix));
	grid_set(&grid, NEW, 0, mem_format("new  %s", scale.suffix));
	grid_set(&grid, CHANGE, 0, mem_dup("change, %"));
	if (grid.n_rows > LOW) {
		grid_set(&grid, LOW, 0, mem_dup("95 % from"));
		grid_set(&grid, HIGH, 0, mem_dup("     to"));
	}
	for (size_t i = 0; i < list->n; i++)
		set_column(&grid, i + 1, list, list->at[i], scale, has_thin(list));
	add_ratios(&grid, list);
	grid_print(&grid, page, 2);
	grid_free(&grid);
}

/* One commit's forest has explained the verdicts. */
static void
write_legend(const struct page *page, const struct comparison *c, size_t shown, bool thin)
{
	if (shown && comparison_several(c)) {
		char *marks = forest_text_marks();

		page_line(page, "%s.", marks);
		free(marks);
	}
	if (shown && thin)
		page_line(page, "%s", page_thin_words);
}

void
mail_latency(const struct page *page, const struct comparison *c, const struct input *input)
{
	struct index all = list_percentiles(c, input);
	size_t shown = 0, more = 0;
	bool thin = false;

	for (const struct index_entry *e = all.first; e; e = index_next(e)) {
		struct percentiles *list = e->value;

		qsort(list->at, list->n, sizeof(list->at) / PERCENTILES_MOST, by_percentile);
		if (!has_changed(list) || is_spare(&all, list))
			continue;
		if (shown == TESTS_MOST) {
			more++;
			continue;
		}
		write_table(page, c, list);
		thin |= has_thin(list);
		shown++;
	}
	write_legend(page, c, shown, thin);
	if (more)
		page_line(page, "(%zu more latenc%s changed)", more, more == 1 ? "y" : "ies");
	index_free(&all, free);
}
