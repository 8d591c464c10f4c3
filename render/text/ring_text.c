/* The ring in ASCII. */
#include "render/text/ring_text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/chart/picture.h"
#include "render/model/context.h"
#include "render/text/commits.h"
#include "render/text/grid.h"

enum {
	BAR_ROWS = 32, /* longer rings have several counts in a row */
	BAR_GAP = 2,
	LABEL_WIDTH = 9,
};

static const char *
role_of(const struct ring *ring, size_t side)
{
	return *ring->side[side].role ? ring->side[side].role : "reaps";
}

/* The percentiles of what stood in the ring, or of what one reap took. */
static void
write_quantiles(const struct page *page, const struct ring *ring, bool taken)
{
	static const struct {
		const char *name;
		double part;
	} columns[] = {{"1st", 0.01}, {"10th", 0.1}, {"20th", 0.2},      {"30th", 0.3},
		       {"40th", 0.4}, {"50th", 0.5}, {"60th", 0.6},      {"70th", 0.7},
		       {"80th", 0.8}, {"90th", 0.9}, {"99.99th", 0.9999}};
	struct grid grid;

	grid_init(&grid, countof(columns) + 1);
	grid.left[0] = true;
	grid_row(&grid);
	for (size_t i = 0; i < countof(columns); i++)
		grid_set(&grid, 0, i + 1, mem_dup(columns[i].name));
	for (size_t s = 0; s < ring->n_sides; s++) {
		size_t row = grid_row(&grid);

		grid_set(&grid, row, 0, mem_dup(role_of(ring, s)));
		for (size_t i = 0; i < countof(columns); i++)
			grid_set(&grid, row, i + 1,
				 mem_format("%zu", (taken ? ring_quantile_taken : ring_quantile)(
						       ring, s, columns[i].part)));
	}
	page_blank(page);
	page_line(page, "%s, percentiles of the reaps",
		  taken ? "completions that a reap took" : "completed requests at once");
	grid_print(&grid, page, 1);
	grid_free(&grid);
}

/* A row of the table of numbers: a count or a share of each side. */
static void
add_row(struct grid *grid, const struct ring *ring, const char *name, double base, double new,
	bool share)
{
	const struct unit_scale one = {.divisor = 1};
	const double number[2] = {base, new};
	size_t row = grid_row(grid);
	char text[RING_TEXT];

	grid_set(grid, row, 0, mem_dup(name));
	for (size_t s = 0; s < ring->n_sides; s++)
		grid_set(grid, row, s + 1,
			 mem_dup(share ? ring_percent(number[s], text)
				       : unit_number(number[s], one, text)));
}

static void
write_numbers(const struct page *page, const struct ring *ring)
{
	const struct ring_side *base = &ring->side[0], *new = &ring->side[1];
	char *full = mem_format("found all %zu in flight", ring->full), text[UNIT_TEXT];
	bool known = ring->full > 1;
	struct grid grid;

	grid_init(&grid, ring->n_sides + 1);
	grid.left[0] = true;
	size_t row = grid_row(&grid), reaps = grid_row(&grid);
	grid_set(&grid, reaps, 0, mem_dup("reaps"));
	for (size_t s = 0; s < ring->n_sides; s++) {
		grid_set(&grid, row, s + 1, mem_dup(role_of(ring, s)));
		grid_set(&grid, reaps, s + 1, mem_dup(ring_count(ring->side[s].reaps, text)));
	}
	add_row(&grid, ring, "found, mean", base->mean, new->mean, false);
	if (known)
		add_row(&grid, ring, full, base->full, new->full, true);
	if (!isnan(base->taken) || !isnan(new->taken))
		add_row(&grid, ring, "taken at once, mean", base->taken, new->taken, false);
	add_row(&grid, ring, "per request: found, mean", base->request_mean, new->request_mean,
		false);
	if (known)
		add_row(&grid, ring, "per request: found all", base->request_full,
			new->request_full, true);
	if (base->empty + new->empty > 0)
		add_row(&grid, ring, "empty looks, not among reaps", ring_empty(base),
			ring_empty(new), true);
	grid_print(&grid, page, 4);
	grid_free(&grid);
	free(full);
}

/* Columns of one side's number and bar. */
static size_t
bar_room(const struct page *page, const struct ring *ring)
{
	return (page->width - LABEL_WIDTH) / ring->n_sides - BAR_GAP;
}

/* Adds the side's shares up to rows of step counts each. */
static void
sum_rows(const struct ring *ring, size_t side, size_t step, double *sum)
{
	for (size_t k = 1; k <= ring->top; k++)
		sum[(k - 1) / step] += ring->side[side].share[k];
}

/* "12 % ######"; a bar beyond the axis has a gap in it. */
static void
write_bar(char *out, double share, double end, size_t room)
{
	enum { NUMBER = 6, BREAK_AT = 3 };
	size_t length = (size_t)lround(fmin(share / end, 1) * (double)(room - NUMBER - 1));
	char number[RING_TEXT];

	/* What is there is seen. */
	length = share > 0 && length == 0 ? 1 : length;
	out += sprintf(out, "%*s ", NUMBER, share > 0 ? ring_percent(share, number) : "");
	memset(out, '#', length);
	out[length] = '\0';
	if (share > end && length > BREAK_AT + 2)
		memcpy(out + length - BREAK_AT - 2, "//", 2);
}

/* The bars of all sides in one row; sum holds the sides' rows one after another. */
static void
write_bar_row(const struct page *page, const struct ring *ring, const char *label,
	      const double *sum, size_t rows, double end)
{
	size_t room = bar_room(page, ring);
	char *bar = mem_alloc(page->width + RING_TEXT, 1), *line = mem_dup("");

	for (size_t s = 0; s < ring->n_sides; s++) {
		write_bar(bar, sum[s * rows], end, room);
		mem_append(&line, "  %-*s", (int)room, bar);
	}
	page_line(page, "%*s%s", LABEL_WIDTH, label, line);
	free(line);
	free(bar);
}

/* Of each side's rows the sum of it and all before. */
static void
cumulate(double *sum, size_t n_sides, size_t rows)
{
	for (size_t i = 0; i < n_sides * rows; i++) {
		if (i % rows)
			sum[i] = ring_share_sum(sum[i - 1], sum[i]);
	}
}

static void
write_bars(const struct page *page, const struct ring *ring)
{
	size_t step = (ring->top + BAR_ROWS - 1) / BAR_ROWS, rows = (ring->top + step - 1) / step;
	double *sum = mem_alloc(ring->n_sides * rows, sizeof(*sum));
	double *all = mem_alloc(ring->n_sides * rows, sizeof(*all));

	for (size_t s = 0; s < ring->n_sides; s++)
		sum_rows(ring, s, step, sum + s * rows);
	memcpy(all, sum, ring->n_sides * rows * sizeof(*all));
	double end = ring_axis_end(all, ring->n_sides * rows, ring->n_sides);
	if (ring->ecdf) {
		cumulate(sum, ring->n_sides, rows);
		end = 1;
	}
	page_line(page, "%*s  %-*s  %s", LABEL_WIDTH, "standing", (int)bar_room(page, ring),
		  role_of(ring, 0), ring->n_sides > 1 ? role_of(ring, 1) : "");
	for (size_t r = 0; r < rows; r++) {
		size_t from = r * step + 1, to = r + 1 < rows ? from + step - 1 : ring->top;
		char label[32];

		if (ring->ecdf)
			snprintf(label, sizeof(label), "<= %zu", to);
		else
			snprintf(label, sizeof(label), from == to ? "%zu" : "%zu-%zu", from, to);
		write_bar_row(page, ring, label, sum + r, rows, end);
	}
	free(all);
	free(sum);
}

void
ring_text(const struct page *page, const struct ring *ring, const struct input *input,
	  const char *title)
{
	struct picture_side sides[2];
	char *subtitle = ring_subtitle(ring);

	assert(ring->n_sides >= 1 && ring->n_sides <= countof(ring->side));
	ring_sides(ring, sides);
	char *foot = context_foot(input, sides[0].commit, sides[1].commit, ", ");
	page_wrap(page, 0, "%s", title);
	page_blank(page);
	for (size_t s = 0; s < ring->n_sides; s++)
		commits_line(page, input, sides[s].role, sides[s].commit);
	page_wrap(page, 0, "%s", subtitle);
	write_quantiles(page, ring, false);
	if (!isnan(ring->side[0].taken) || !isnan(ring->side[1].taken))
		write_quantiles(page, ring, true);
	page_blank(page);
	write_numbers(page, ring);
	page_blank(page);
	write_bars(page, ring);
	if (*foot) {
		page_blank(page);
		page_wrap(page, 0, "%s", foot);
	}
	free(foot);
	free(subtitle);
}
