/* The percentiles that have a name: what is known of each, and what is certain. */
#include <math.h>
#include <stdlib.h>

#include "analyze/compare/verdict.h"
#include "analyze/sample/derive.h"
#include "collect/base/mem.h"
#include "render/chart/percentile.h"
#include "render/chart/percentile_part.h"
#include "render/model/remark.h"
#include "render/model/words.h"

/* Percentiles that are told: those of analyze's shift findings, and rarer ones where there are
 * enough requests. */
const double percentile_told[PERCENTILE_ROWS] = {
    0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999, 0.99999, 0.999999};

char *
percentile_name(double quantile)
{
	return mem_format("p%.8g", 100 * quantile);
}

const struct percentile_row *
percentile_row_at(const struct percentile *p, double quantile)
{
	for (size_t i = 0; i < p->n_rows; i++) {
		if (p->row[i].quantile == quantile)
			return &p->row[i];
	}
	return NULL;
}

static const struct finding_shift *
shift_at(const struct percentile *p, const struct input *input, double quantile)
{
	for (size_t i = 0; i < input->n_shifts; i++) {
		const struct finding_shift *f = &input->shift[i];

		if (f->quantile == quantile && view_eq(f->test, p->scope.test) &&
		    view_is(f->metric, p->metric) && view_eq(f->base, p->scope.base) &&
		    view_eq(f->commit, p->scope.commit))
			return f;
	}
	return NULL;
}

const struct finding_compare *
percentile_cell(const struct percentile *p, const struct input *input, double quantile)
{
	char *name = percentile_name(quantile);
	char *metric = mem_format("%s.%s", p->metric, name);
	const struct finding_compare *cell = chart_cell(input, &p->scope, metric);

	free(metric);
	free(name);
	return cell;
}

/* The smallest change of interest of the compared percentile at or below this one: of its finding,
 * which knows what the user set, else of the metric. */
static double
theta_at(const struct percentile *p, const struct input *input, const struct data *data,
	 double quantile)
{
	double theta = 0;

	for (size_t i = 0; i < PERCENTILE_ROWS; i++) {
		char *name = percentile_name(percentile_told[i]);
		char *metric = mem_format("%s.%s", p->metric, name);
		const struct metric *known = data_metric(data, view_of(metric));
		const struct finding_compare *cell = chart_cell(input, &p->scope, metric);

		if (theta == 0 || percentile_told[i] <= quantile) {
			if (cell && cell->theta > 0)
				theta = cell->theta;
			else if (known)
				theta = known->theta;
		}
		free(metric);
		free(name);
	}
	return theta;
}

static bool
is_decided(enum verdict verdict)
{
	return verdict == VERDICT_REGRESSED || verdict == VERDICT_IMPROVED;
}

/* The word for a row, never against compare's own. */
static enum verdict
judge(const struct percentile *p, const struct percentile_row *row)
{
	if (!row->tested || (p->p99 && words_overloaded(p->p99)))
		return VERDICT_NONE;
	enum verdict v =
	    verdict_of(row->change, row->low, row->high, row->theta, true, BETTER_LOWER);
	bool beyond = row->low > row->theta || row->high < -row->theta / (1 + row->theta);
	bool against = row->cell && row->cell->verdict != v &&
		       (is_decided(row->cell->verdict) || is_decided(v));

	/* Of one percentile alone more is known than of all at once. */
	if (v == VERDICT_UNDECIDED && row->cell && !is_decided(row->cell->verdict) && !row->thin)
		return row->cell->verdict;
	if (row->thin || against || (is_decided(v) && !beyond))
		return VERDICT_UNDECIDED;
	return v;
}

/* Whether the percentile is worth a row: requests lie beyond it, or a finding tells of it. */
static bool
is_told(const struct percentile *p, const struct finding_shift *shift, double quantile,
	double *beyond)
{
	*beyond = INFINITY;
	for (size_t s = 0; s < p->n_sides; s++)
		*beyond = fmin(*beyond, p->side[s].ios * (1 - quantile));
	return shift || *beyond >= 1 || quantile == 0.5;
}

void
percentile_fill_rows(struct percentile *p, const struct chart_request *r,
		     struct percentile_value *const value[2])
{
	bool pair = p->n_sides == 2;

	for (size_t i = 0; i < PERCENTILE_ROWS; i++) {
		const struct finding_shift *shift =
		    pair ? shift_at(p, r->input, percentile_told[i]) : NULL;
		struct percentile_row *row = &p->row[p->n_rows];
		double beyond;

		if (!is_told(p, shift, percentile_told[i], &beyond))
			continue;
		p->n_rows++;
		*row = (struct percentile_row){.quantile = percentile_told[i],
					       .x = percentile_x(percentile_told[i]),
					       .beyond = beyond,
					       .change = NAN,
					       .low = NAN,
					       .high = NAN,
					       .verdict = VERDICT_NONE};
		for (size_t s = 0; s < p->n_sides; s++)
			row->side[s] = value[s][PERCENTILE_POINTS + i];
		if (!pair)
			continue;
		row->change =
		    row->side[0].value > 0 ? row->side[1].value / row->side[0].value - 1 : NAN;
		row->theta = theta_at(p, r->input, r->data, percentile_told[i]);
		row->cell = percentile_cell(p, r->input, percentile_told[i]);
		if (shift && !isnan(shift->change)) {
			row->change = shift->change;
			row->low = shift->low;
			row->high = shift->high;
			row->tested = !isnan(shift->low) && !isnan(shift->high);
			row->thin = remark_has(shift->note, derive_thin_tail);
			p->shape = shift->shape;
		}
		if (!isfinite(row->change))
			row->change = NAN;
		p->tested = p->tested || row->tested;
		row->verdict = judge(p, row);
	}
}

const char *
percentile_word(const struct percentile_row *row)
{
	if (row->cell)
		return verdict_name[row->cell->verdict];
	if (!row->tested)
		return "";
	return row->thin ? "thin" : verdict_name[row->verdict];
}

const struct percentile_row *
percentile_largest(const struct percentile *p)
{
	const struct percentile_row *largest = NULL;

	for (size_t i = 0; i < p->n_rows; i++) {
		const struct percentile_row *row = &p->row[i];

		if (is_decided(row->verdict) &&
		    (!largest || fabs(log1p(row->change)) > fabs(log1p(largest->change))))
			largest = row;
	}
	return largest;
}
