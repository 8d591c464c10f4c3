/* Rates of a summary: the mean, its spread, the samples of each run. */
#include <math.h>
#include <stdlib.h>

#include "analyze/statistics/jitter.h"
#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/model/remark.h"
#include "render/text/grid.h"
#include "render/text/summary_block.h"

const struct finding_summary *
summary_row(const struct summary_block *b, const char *metric, int run)
{
	size_t from = run == SUMMARY_COMMIT ? 0 : b->run[run];
	size_t to = b->run[run + 1];

	for (size_t i = from; i < to; i++) {
		if (view_is(b->row[i].f->metric, metric))
			return b->row[i].f;
	}
	return NULL;
}

const struct finding_summary *
summary_commit_row(const struct summary_block *b, const char *direction, const char *what)
{
	char *metric = mem_format("%s.%s", direction, what);
	const struct finding_summary *f = summary_row(b, metric, SUMMARY_COMMIT);

	free(metric);
	return f;
}

/* "IOPS=254.1k [252.8k, 255.4k]": the interval is there from two runs on. The caller frees it. */
static char *
rate_text(const struct finding_summary *f)
{
	char value[UNIT_TEXT], low[UNIT_TEXT], high[UNIT_TEXT];

	unit_print(f->value, f->unit, value);
	if (isnan(f->low) || isnan(f->high))
		return mem_format("IOPS=%s", value);
	return mem_format("IOPS=%s [%s, %s]", value, unit_print(f->low, f->unit, low),
			  unit_print(f->high, f->unit, high));
}

/* Appends " (asked for 204.8k)" where the job asks for a rate, what being "iops.asked" or so. */
static void
append_asked(char **text, const struct summary_block *b, const char *direction, const char *what)
{
	const struct finding_summary *asked = summary_commit_row(b, direction, what);
	char value[UNIT_TEXT];

	if (asked)
		mem_append(text, " (asked for %s)", unit_print(asked->value, asked->unit, value));
}

/* Fewer samples in a run do not tell its spread, as for the verdict of jitter. */
static bool
has_spread(const struct summary_block *b, const struct finding_summary *iops)
{
	bool enough = !isnan(iops->sample_cv) && iops->samples >= JITTER_SAMPLES_MIN;

	for (size_t r = 0; r < b->n_runs; r++) {
		const struct finding_summary *run = summary_row(b, iops->metric.p, (int)r);

		enough = enough && (!run || !(run->samples < JITTER_SAMPLES_MIN));
	}
	return enough;
}

static void
write_spread(const struct page *page, const struct summary_block *b,
	     const struct finding_summary *iops)
{
	char sd[UNIT_TEXT];

	/* The mean is geometric where there is a CV, which is that of the logarithms; an arithmetic
	 * deviation beside them would fit neither. */
	if (!isnan(iops->cv))
		page_wrap(page, 6, "    between runs: CV=%.2f %%", unit_hundredths(iops->cv));
	else if (!isnan(iops->sd))
		page_wrap(page, 6, "    between runs: arithmetic mean, sd=%s",
			  unit_print(iops->sd, iops->unit, sd));
	if (has_spread(b, iops))
		page_wrap(page, 6, "    within runs: CV=%.2f %%", unit_hundredths(iops->sample_cv));
	if (!isnan(iops->between_share))
		page_wrap(page, 6, "    of the samples' variance between runs: %.0f %%",
			  unit_hundredths(iops->between_share));
	if (!isnan(iops->lag1) && !isnan(iops->effective_samples))
		page_wrap(
		    page, 6,
		    "    autocorrelation of the samples: %.2f; worth %.0f independent ones of "
		    "%.0f",
		    iops->lag1, fmin(iops->effective_samples, 1e15), fmin(iops->samples, 1e15));
}

/* Levels and drifts; a drift with the p of a trend in all runs. */
static void
write_steadiness(const struct page *page, const struct finding_summary *iops)
{
	char *text = remark_parts(iops->note, REMARK_STEADINESS);
	char drift[UNIT_TEXT];

	if (*text)
		page_wrap(page, 6, "    %s", text);
	if (*text && !isnan(iops->drift) && !isnan(iops->drift_p))
		page_wrap(page, 6, "    last third against the first: %s (p %.2g)",
			  unit_percent(iops->drift, drift), iops->drift_p);
	free(text);
}

/* The columns of the table: the rate that was measured, then the samples, whose mean may be another
 * where they do not cover all of the run. */
enum { HEAD, RATE, LEAST, MOST, MEAN, DEVIATION, SAMPLES, COLUMNS };

static void
add_number(struct grid *grid, size_t row, size_t column, double value, struct view unit)
{
	char text[UNIT_TEXT];

	if (!isnan(value))
		grid_set(grid, row, column, mem_dup(unit_print(value, unit, text)));
}

static void
add_samples(struct grid *grid, const char *head, const struct finding_summary *f)
{
	size_t row = grid_row(grid);

	grid_set(grid, row, HEAD, mem_format("      %s", head));
	add_number(grid, row, RATE, f->value, f->unit);
	if (!(f->samples > 0))
		return;
	add_number(grid, row, LEAST, f->sample_min, f->unit);
	add_number(grid, row, MOST, f->sample_max, f->unit);
	add_number(grid, row, MEAN, f->sample_mean, f->unit);
	add_number(grid, row, DEVIATION, f->sample_sd, f->unit);
	grid_set(grid, row, SAMPLES, mem_format("%.0f", fmin(f->samples, 1e15)));
}

static void
write_samples(const struct page *page, const struct summary_block *b,
	      const struct finding_summary *iops)
{
	static const char *const heads[COLUMNS] = {"",    "rate",  "min",    "max",
						   "avg", "stdev", "samples"};
	struct grid grid;

	if (iops->samples > 0)
		page_line(page,
			  "    iops, and samples within the run%s:", b->n_runs == 1 ? "" : "s");
	else
		page_line(page, "    iops:");
	grid_init(&grid, COLUMNS);
	grid.left[HEAD] = true;
	grid_row(&grid);
	for (size_t i = RATE; i < COLUMNS; i++)
		grid_set(&grid, 0, i, mem_dup(heads[i]));
	if (b->n_runs > 1)
		add_samples(&grid, "all runs", iops);
	for (size_t r = 0; r < b->n_runs; r++) {
		const struct finding_summary *f = summary_row(b, iops->metric.p, (int)r);
		char *head = mem_format("run %zu", r + 1);

		if (f)
			add_samples(&grid, head, f);
		free(head);
	}
	grid_print(&grid, page, 2);
	grid_free(&grid);
}

void
summary_rates(const struct page *page, const struct summary_block *b, const char *direction,
	      const struct finding_summary *iops)
{
	const struct finding_summary *bw = summary_commit_row(b, direction, "bw");
	char *rate = rate_text(iops), bandwidth[UNIT_TEXT];

	append_asked(&rate, b, direction, "iops.asked");
	if (bw)
		mem_append(&rate, ", BW=%s", unit_print(bw->value, bw->unit, bandwidth));
	append_asked(&rate, b, direction, "bw.asked");
	page_wrap(page, 6, "  %s: %s", direction, rate);
	write_spread(page, b, iops);
	write_steadiness(page, iops);
	/* One run without samples has said it all. */
	if (b->n_runs > 1 || iops->samples > 0)
		write_samples(page, b, iops);
	free(rate);
}
