/* The summary: rates, spread and latencies, per run and per commit. */
#include "render/text/summary_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/metric.h"
#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "collect/base/where.h"
#include "render/model/commit.h"
#include "render/model/sources.h"
#include "render/text/grid.h"
#include "render/text/plan_text.h"
#include "render/text/selfcheck_text.h"
#include "render/text/summary_block.h"

static void
list_runs(struct summary_block *b)
{
	b->run = mem_alloc(b->n + 1, sizeof(*b->run));
	for (size_t i = 0; i < b->n; i++) {
		if (b->row[i].f->run.n && (i == 0 || b->row[i].f->run.p != b->row[i - 1].f->run.p))
			b->run[b->n_runs++] = i;
	}
	b->run[b->n_runs] = b->n;
}

/* What a latency's table shows, in the order of its columns. */
static const char *const statistics[] = {"p50", "p90", "p99", "p99.9", "p99.99", "mean"};

/* fio's word for a unit of time. */
static const char *
time_word(const char *suffix)
{
	static const char *const words[][2] = {
	    {"ns", "nsec"}, {"us", "usec"}, {"ms", "msec"}, {"s", "sec"}};

	for (size_t i = 0; i < countof(words); i++) {
		if (strcmp(words[i][0], suffix) == 0)
			return words[i][1];
	}
	return suffix;
}

/* The table of one latency: sources may lack some of the statistics. */
struct latency {
	const char *direction, *what;            /* "read", "lat" */
	const char *column[countof(statistics)]; /* those that the commit has */
	bool thin[countof(statistics)];          /* some run's has a mark */
	size_t n;
	const struct finding_summary *first; /* of the first column; NULL = no table */
};

/* A mean alone is no table of percentiles. */
static struct latency
latency_of(const struct summary_block *b, const char *direction, const char *what)
{
	struct latency latency = {.direction = direction, .what = what};

	for (size_t i = 0; i < countof(statistics); i++) {
		char *name = mem_format("%s.%s", what, statistics[i]);
		const struct finding_summary *f = summary_commit_row(b, direction, name);

		free(name);
		if (!f)
			continue;
		if (!latency.first && statistics[i][0] == 'p')
			latency.first = f;
		latency.thin[latency.n] = page_is_thin(f->note);
		latency.column[latency.n++] = statistics[i];
	}
	return latency;
}

static void
add_latency_row(struct grid *grid, const struct summary_block *b, const struct latency *latency,
		int run, const char *head, struct unit_scale scale)
{
	size_t row = grid_row(grid);
	char text[UNIT_TEXT];

	grid_set(grid, row, 0, mem_format("      %s", head));
	for (size_t i = 0; i < latency->n; i++) {
		char *metric =
		    mem_format("%s.%s.%s", latency->direction, latency->what, latency->column[i]);
		const struct finding_summary *f = summary_row(b, metric, run);

		if (f)
			grid_set(grid, row, i + 1,
				 mem_format("%s%s", unit_number(f->value, scale, text),
					    page_is_thin(f->note) ? page_thin
					    : latency->thin[i]    ? " "
								  : ""));
		free(metric);
	}
}

static void
add_spread_row(struct grid *grid, const struct summary_block *b, const struct latency *latency)
{
	size_t row = grid_row(grid);

	grid_set(grid, row, 0, mem_dup("      CV, %"));
	for (size_t i = 0; i < latency->n; i++) {
		char *metric =
		    mem_format("%s.%s.%s", latency->direction, latency->what, latency->column[i]);
		const struct finding_summary *f = summary_row(b, metric, SUMMARY_COMMIT);

		if (f && !isnan(f->cv))
			grid_set(grid, row, i + 1,
				 mem_format("%.2f%s", unit_hundredths(f->cv),
					    latency->thin[i] ? " " : ""));
		free(metric);
	}
}

static void
write_latency(const struct page *page, const struct summary_block *b, const char *direction,
	      const char *what)
{
	struct latency latency = latency_of(b, direction, what);
	struct grid grid;

	if (!latency.first)
		return;
	struct unit_scale scale = unit_scale_for(latency.first->value, latency.first->unit);
	page_line(page, "    %s percentiles (%s):", what, time_word(scale.suffix));
	grid_init(&grid, latency.n + 1);
	grid.left[0] = true;
	grid_row(&grid);
	for (size_t i = 0; i < latency.n; i++)
		grid_set(&grid, 0, i + 1, mem_dup(latency.column[i]));
	add_latency_row(&grid, b, &latency, SUMMARY_COMMIT, b->n_runs > 1 ? "runs' mean" : "run 1",
			scale);
	for (size_t r = 0; r < b->n_runs && b->n_runs > 1; r++) {
		char *head = mem_format("run %zu", r + 1);

		add_latency_row(&grid, b, &latency, (int)r, head, scale);
		free(head);
	}
	if (b->n_runs > 1)
		add_spread_row(&grid, b, &latency);
	grid_print(&grid, page, 2);
	grid_free(&grid);
}

/* What the runs say of a rate that they could not keep, which the notes of rates have. */
static void
write_overload(const struct page *page, const struct summary_block *b)
{
	bool overloaded = false;

	for (size_t i = 0; i < b->run[0]; i++) {
		const struct finding_summary *f = b->row[i].f;

		overloaded = overloaded || view_starts(f->note, finding_overloaded);
		if (!view_starts(f->note, "overloaded: ") ||
		    view_starts(f->note, finding_overloaded))
			continue;
		page_wrap(page, 6, "  %s; its latencies only tell how long it ran", f->note.p);
		return;
	}
	if (overloaded)
		page_line(page, "  overloaded: its latencies only tell how long it ran");
}

static void
write_other(const struct page *page, const struct summary_block *b)
{
	const struct finding_summary *cpu = summary_row(b, "cpu.per_io", SUMMARY_COMMIT);
	const struct finding_summary *errors = summary_row(b, "errors", SUMMARY_COMMIT);
	const struct finding_summary *lag = summary_row(b, "lag.p99", SUMMARY_COMMIT);
	char text[UNIT_TEXT];

	if (lag)
		page_line(page, "  begun late (lag p99): %s",
			  unit_print(lag->value, lag->unit, text));
	if (cpu)
		page_line(page, "  CPU per I/O: %s", unit_print(cpu->value, cpu->unit, text));
	if (errors && errors->value > 0)
		page_line(page, "  errors: %s a run",
			  unit_print(errors->value, errors->unit, text));
}

static void
write_block(const struct page *page, struct summary_block *b, const struct sources *sources)
{
	char *source = sources_of_test(sources, b->row->f->commit, b->row->f->test);
	char *name = commit_short(b->row->f->commit);
	struct view subject = b->subject;

	list_runs(b);
	page_wrap(page, 2, " %s%s%s%s: %zu run%s%s%s", name, subject.n ? " (\"" : "", subject.p,
		  subject.n ? "\")" : "", b->n_runs, b->n_runs == 1 ? "" : "s",
		  *source ? ", from " : "", source);
	write_overload(page, b);
	for (size_t d = 0; d < METRIC_DIRECTIONS; d++) {
		const struct finding_summary *iops =
		    summary_commit_row(b, metric_direction[d], "iops");

		if (iops)
			summary_rates(page, b, metric_direction[d], iops);
		else if (latency_of(b, metric_direction[d], "lat").first ||
			 latency_of(b, metric_direction[d], "clat").first)
			page_line(page, "  %s:", metric_direction[d]);
		write_latency(page, b, metric_direction[d], "lat");
		write_latency(page, b, metric_direction[d], "clat");
	}
	write_other(page, b);
	free(b->run);
	free(source);
	free(name);
}

/* "; 12.40k to 254.1k IOPS": the lowest and highest of the commits' rows, "" without any. */
static void
range_text(const struct input *input, char out[4 * UNIT_TEXT])
{
	char low[UNIT_TEXT], high[UNIT_TEXT];
	double least = INFINITY, most = 0;

	for (size_t i = 0; i < input->n_summary; i++) {
		const struct finding_summary *f = &input->summary[i];

		if (f->run.n == 0 && view_ends(f->metric, ".iops")) {
			least = fmin(least, f->value);
			most = fmax(most, f->value);
		}
	}
	out[0] = '\0';
	if (isfinite(least))
		snprintf(out, 4 * UNIT_TEXT, "; %s%s%s IOPS",
			 least < most ? unit_print(least, view_of("iops"), low) : "",
			 least < most ? " to " : "", unit_print(most, view_of("iops"), high));
}

/* A commit's subject, found once for all tests. */
struct subject {
	const char *commit; /* its text in the input */
	struct view text;
};

static struct view
subject_of(struct index *subjects, const struct input *input, struct view commit)
{
	struct subject *found = index_find(subjects, &commit.p, sizeof(commit.p));

	if (!found) {
		found = mem_alloc(1, sizeof(*found));
		found->commit = commit.p;
		found->text = commit_subject(input, commit);
		index_add(subjects, &found->commit, sizeof(found->commit), found);
	}
	return found->text;
}

static const char *
plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void
write_blocks(const struct page *page, const struct order *order, const struct input *input)
{
	struct index subjects = {0};
	struct sources sources;

	sources_init(&sources, input);
	for (size_t i = 0, next; i < order->n; i = next) {
		const struct order_row *row = &order->row[i];

		if (i == 0 || row->f->test.p != row[-1].f->test.p) {
			page_blank(page);
			page_wrap(page, 2, "%s%s%s",
				  row->f->test.n ? row->f->test.p : "(all tests)",
				  row->f->params.n ? ": " : "", row->f->params.p);
		}
		for (next = i + 1; next < order->n && order_same_block(row, &order->row[next]);)
			next++;
		struct summary_block b = {.row = row,
					  .n = next - i,
					  .subject = subject_of(&subjects, input, row->f->commit)};
		write_block(page, &b, &sources);
	}
	sources_free(&sources);
	index_free(&subjects, free);
}

/* Whether any value stands for several runs. */
static bool
has_means(const struct input *input)
{
	for (size_t i = 0; i < input->n_summary; i++) {
		if (input->summary[i].run.n == 0 && input->summary[i].runs > 1)
			return true;
	}
	return false;
}

/* Whether it is a percentile that the tables have. */
static bool
is_shown(struct view metric)
{
	for (size_t i = 0; i < countof(statistics); i++) {
		/* "lat." and "clat." */
		char *end = mem_format("lat.%s", statistics[i]);
		bool shown = view_ends(metric, end);

		free(end);
		if (shown)
			return true;
	}
	return false;
}

static void
write_summary(const struct page *page, const struct input *input)
{
	struct order order;
	char range[4 * UNIT_TEXT];
	bool thin = false;

	order_init(&order, input);
	range_text(input, range);
	page_wrap(page, 0, "%zu test%s, %zu commit%s, %zu run%s%s.", order.n_tests,
		  plural(order.n_tests), order.n_commits, plural(order.n_commits), order.n_runs,
		  plural(order.n_runs), range);
	if (has_means(input))
		page_wrap(page, 0,
			  "Of several runs: geometric means (arithmetic where a run has 0) with "
			  "intervals of 95 %%; a CV between runs is the standard deviation of "
			  "their logarithms.");
	for (size_t i = 0; i < input->n_summary; i++)
		thin |= is_shown(input->summary[i].metric) && page_is_thin(input->summary[i].note);
	if (thin)
		page_line(page, "%s", page_thin_words);
	write_blocks(page, &order, input);
	order_free(&order);
}

bool
summary_text(const struct page *page, const struct input *input, struct where *why)
{
	const struct {
		size_t n;
		void (*write)(const struct page *page, const struct input *input);
	} parts[] = {{input->n_summary, write_summary},
		     {input->n_plans, plan_text},
		     {input->n_selfchecks, selfcheck_text}};
	bool any = false;

	for (size_t i = 0; i < countof(parts); i++) {
		if (parts[i].n == 0)
			continue;
		if (any)
			page_blank(page);
		parts[i].write(page, input);
		any = true;
	}
	if (!any && !input->rows)
		return where_set(why, NULL, 0, "the input is empty: there is nothing to show");
	return any || where_set(why, NULL, 0,
				"no summary findings in the input: 'analyze summary' makes them "
				"(those of plan and selfcheck are shown, too)");
}
