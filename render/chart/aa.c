/* A against A, in numbers, words and a table. */
#include "render/chart/aa.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "render/model/comparison.h"
#include "render/model/words.h"
#include "render/text/plan_part.h"

/* A change beyond this needs no place on the axis. */
static const double end_most = 2;

/* Bytes of "read " where all rows are of one direction, which need not be said then. */
static size_t
shared_direction(const struct aa *aa)
{
	struct view first = aa->row[0].plan->metric;
	const char *dot = memchr(first.p, '.', first.n);
	size_t n = dot ? (size_t)(dot - first.p) + 1 : 0;

	for (size_t i = 1; i < aa->n; i++) {
		struct view metric = aa->row[i].plan->metric;

		if (metric.n < n || memcmp(metric.p, first.p, n) != 0)
			return 0;
	}
	return n;
}

static char *
label_of(const struct finding_plan *f, bool named, size_t direction)
{
	char *label = named ? NULL : comparison_label(f->params);
	char *what = words_of_metric(f->metric);
	bool begins = direction && direction < strlen(what) && what[direction - 1] == ' ';
	const char *said = begins ? what + direction : what;
	char *text = label ? mem_format("%s, %s", label, said)
			   : mem_format("%.*s, %s", VIEW_ARGS(f->test), said);

	free(what);
	free(label);
	return text;
}

/* Parameters may not tell tests apart: then names do. */
static void
label_rows(struct aa *aa)
{
	size_t direction = shared_direction(aa);
	bool twice = false;

	for (size_t i = 0; i < aa->n; i++)
		aa->row[i].label = label_of(aa->row[i].plan, false, direction);
	for (size_t i = 0; i < aa->n && !twice; i++) {
		for (size_t k = 0; k < i && !twice; k++)
			twice = strcmp(aa->row[i].label, aa->row[k].label) == 0;
	}
	for (size_t i = 0; twice && i < aa->n; i++) {
		free(aa->row[i].label);
		aa->row[i].label = label_of(aa->row[i].plan, true, direction);
	}
}

static void
note_commit(struct aa *aa, struct view commit)
{
	for (size_t i = 0; i < aa->n_commits; i++) {
		if (view_eq(aa->commit[i], commit))
			return;
	}
	aa->commit = mem_resize(aa->commit, aa->n_commits + 1, sizeof(*aa->commit));
	aa->commit[aa->n_commits++] = commit;
}

static void
add_check(struct aa *aa, const struct finding_selfcheck *f)
{
	bool counted = isfinite(f->alarms) && isfinite(f->splits);

	note_commit(aa, f->commit);
	if (view_is(f->kind, "family")) {
		if (counted) {
			aa->alarms = f->alarms + (isnan(aa->alarms) ? 0 : aa->alarms);
			aa->splits = f->splits + (isnan(aa->splits) ? 0 : aa->splits);
		}
		return;
	}
	for (size_t i = 0; i < aa->n; i++) {
		struct aa_row *row = &aa->row[i];

		if (!view_eq(row->plan->test, f->test) || !view_eq(row->plan->metric, f->metric))
			continue;
		row->alarms += counted ? f->alarms : 0;
		row->splits += counted ? f->splits : 0;
		if (isfinite(f->drift) && row->n_seen < AA_SEEN)
			row->seen[row->n_seen++] = f->drift;
	}
}

static void
find_ranges(struct aa *aa)
{
	aa->least = aa->most = NAN;
	aa->runs_low = INFINITY;
	aa->runs_high = 0;
	aa->end = 0;
	for (size_t i = 0; i < aa->n; i++) {
		const struct finding_plan *f = aa->row[i].plan;

		aa->least = fmin(aa->least, f->detectable);
		aa->most = fmax(aa->most, f->detectable);
		if (!isnan(f->runs)) {
			aa->runs_low = fmin(aa->runs_low, f->runs);
			aa->runs_high = fmax(aa->runs_high, f->runs);
		}
		aa->end = fmax(aa->end, isnan(f->detectable) ? 0 : fmin(f->detectable, end_most));
		aa->end = fmax(aa->end, isnan(f->effect) ? 0 : fmin(f->effect, end_most));
		for (size_t k = 0; k < aa->row[i].n_seen; k++)
			aa->end = fmax(aa->end, fmin(fabs(aa->row[i].seen[k]), end_most));
	}
	aa->end = fmax(aa->end * 1.06, 0.01);
}

struct aa *
aa_new(const struct chart_request *r)
{
	struct aa *aa = mem_alloc(1, sizeof(*aa));
	const struct input *input = r->input;

	aa->row = mem_alloc(input->n_plans ? input->n_plans : 1, sizeof(*aa->row));
	for (size_t i = 0; i < input->n_plans; i++) {
		if (view_is(input->plan[i].role, "primary"))
			aa->row[aa->n++].plan = &input->plan[i];
	}
	if (aa->n == 0) {
		where_set(r->why, NULL, 0,
			  "no findings of 'analyze plan' from records: 'analyze plan records.csv' "
			  "and 'analyze selfcheck records.csv' make what this chart is drawn from");
		aa_free(aa);
		return NULL;
	}
	aa->effect = aa->row[0].plan->effect;
	aa->power = aa->row[0].plan->power;
	aa->alarms = aa->splits = NAN;
	label_rows(aa);
	for (size_t i = 0; i < input->n_selfchecks; i++)
		add_check(aa, &input->selfcheck[i]);
	find_ranges(aa);
	return aa;
}

void
aa_free(struct aa *aa)
{
	for (size_t i = 0; i < aa->n; i++)
		free(aa->row[i].label);
	free(aa->row);
	free(aa->commit);
	free(aa);
}

char *
aa_finding(const void *self)
{
	const struct aa *aa = self;
	char least[PLAN_TEXT], most[PLAN_TEXT], *text = mem_dup("");

	if (aa->runs_high > aa->runs_low)
		mem_append(&text, "%.0f to %.0f runs a side", aa->runs_low, aa->runs_high);
	else if (aa->runs_high > 0)
		mem_append(&text, "%.0f runs a side", aa->runs_high);
	else
		mem_append(&text, "These runs");
	plan_change(aa->least, least);
	plan_change(aa->most, most);
	if (isnan(aa->most))
		mem_append(&text, " are too few to tell what they would show");
	else if (strcmp(least, most) == 0)
		mem_append(&text, " show changes from %s on", least);
	else
		mem_append(&text, " show changes from %s to %s on, depending on the test", least,
			   most);
	if (aa->splits > 0)
		mem_append(&text, "; %.0f of %.0f comparisons of the same code alarm", aa->alarms,
			   aa->splits);
	return text;
}

char *
aa_subtitle(const struct aa *aa)
{
	char effect[PLAN_TEXT];
	char *text =
	    mem_format("Thin bar: changes that these runs would miss, beyond it %.0f %% are "
		       "found. Thick bar: one standard deviation between runs.",
		       aa->power * 100);

	for (size_t i = 0; i < aa->n; i++) {
		if (aa->row[i].n_seen) {
			mem_append(&text, " Circle: what the second half of a commit's runs "
					  "differed from its first.");
			break;
		}
	}
	if (aa->effect > 0)
		mem_append(&text, " Grey: +-%s, the effect wanted.",
			   plan_percent(aa->effect, effect));
	return text;
}

enum { TEST, RUNS, SD, DETECTABLE, NEEDED, ALARMS, SD_LOW };

/* A text has no room for the interval of the deviation. */
static void
set_row(struct numbers *t, const struct aa_row *r, bool interval)
{
	const struct finding_plan *f = r->plan;
	size_t row = numbers_row(t);
	char a[PLAN_TEXT], b[PLAN_TEXT], needed[UNIT_TEXT];

	numbers_set(t, row, TEST, mem_dup(r->label), NAN);
	if (!isnan(f->runs))
		numbers_set(t, row, RUNS, mem_format("%.0f", f->runs), f->runs);
	if (!isnan(f->sd))
		numbers_set(t, row, SD, mem_dup(plan_percent(f->sd, a)), f->sd);
	if (interval && !isnan(f->sd_low) && !isnan(f->sd_high))
		numbers_set(
		    t, row, SD_LOW,
		    mem_format("[%s, %s]", plan_percent(f->sd_low, a), plan_percent(f->sd_high, b)),
		    f->sd_low);
	if (!isnan(f->detectable))
		numbers_set(t, row, DETECTABLE, mem_dup(plan_change(f->detectable, a)),
			    f->detectable);
	numbers_set(t, row, NEEDED, mem_dup(words_run_count(f->runs_needed, needed)),
		    f->runs_needed);
	if (r->splits > 0)
		numbers_set(t, row, ALARMS, mem_format("%.0f of %.0f", r->alarms, r->splits),
			    r->alarms / r->splits);
}

static void
fill(const struct aa *aa, struct numbers *t, bool interval)
{
	char effect[PLAN_TEXT];

	numbers_init(t, mem_format("Noise of the same code; runs needed for %s with %.0f %% power",
				   plan_percent(aa->effect, effect), aa->power * 100));
	numbers_column(t, mem_dup("test"), true);
	numbers_column(t, mem_dup("runs"), false);
	numbers_column(t, mem_dup("sd"), false);
	numbers_column(t, mem_dup("shows"), false);
	numbers_column(t, mem_dup("needs"), false);
	numbers_column(t, mem_dup("alarms"), false);
	if (interval)
		numbers_column(t, mem_dup("95 % interval of sd"), false);
	for (size_t i = 0; i < aa->n; i++)
		set_row(t, &aa->row[i], interval);
}

void
aa_numbers(const void *self, struct numbers *t)
{
	fill(self, t, true);
}

void
aa_text(const struct page *page, const void *self, const struct input *input, const char *title)
{
	const struct aa *aa = self;
	struct picture_side sides[2];
	struct numbers numbers;

	aa_chart.sides(aa, sides);
	chart_text_top(page, input, title, sides,
		       "sd: between runs. shows: the change that these runs a side find; needs: "
		       "runs a side for the effect wanted; alarms: splits of one commit's runs "
		       "that differ.");
	fill(aa, &numbers, false);
	chart_text_numbers(page, &numbers);
	numbers_free(&numbers);
	chart_text_foot(page, input, sides);
}

static void *
make(const struct chart_request *request)
{
	return aa_new(request);
}

static void
free_self(void *self)
{
	aa_free(self);
}

static void
sides(const void *self, struct picture_side out[2])
{
	const struct aa *aa = self;
	const struct view none = {"", 0};

	for (size_t i = 0; i < 2; i++)
		out[i] = (struct picture_side){"commit", aa->n_commits > i ? aa->commit[i] : none,
					       COLOUR_NEW};
}

static size_t
pages(const void *self)
{
	const struct aa *aa = self;

	return (aa->n + AA_PAGE - 1) / AA_PAGE;
}

const struct chart aa_chart = {
    .make = make,
    .free = free_self,
    .finding = aa_finding,
    .sides = sides,
    .pages = pages,
    .draw = aa_draw,
    .text = aa_text,
    .numbers = aa_numbers,
};
