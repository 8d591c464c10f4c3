/* Splits of arrays. Everything is summed up in the order in which a comparison would do it. */
#include "analyze/selfcheck/halving.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/compare/cell.h"
#include "analyze/compare/verdict.h"
#include "analyze/history/history.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/occasion.h"
#include "analyze/sample/overload.h"
#include "analyze/sample/setting.h"
#include "analyze/statistics/adjust.h"

/* Whether the test's runs were asked for different things, so that halves are not compared. */
static bool
is_incomparable(const struct split *split, size_t t)
{
	UT_array list;
	bool varies = false;

	setting_list(&split->store, &split->half[t][0]->runs, &split->half[t][1]->runs, "job.",
		     &list);
	for (size_t s = 0; s < list_n(&list) && !varies; s++) {
		const struct setting *setting = (const struct setting *)list_data(&list) + s;
		varies = setting_differs(setting) || setting_varies(setting);
	}
	list_done(&list);
	return varies;
}

static bool
is_overloaded(const struct split *split, size_t t, const struct metric *metric)
{
	return overload_touches(metric) && (overload_any(&split->store, split->half[t][0]) ||
					    overload_any(&split->store, split->half[t][1]));
}

/* Takes the runs' values of the metric. Returns how many there are. */
static size_t
take_values(struct halving_cell *cell, struct run *const *run, size_t n)
{
	size_t values = 0;
	double any = NAN;

	cell->value = mem_alloc(4 * n, sizeof(*cell->value));
	cell->floor = cell->value + n;
	cell->x = cell->floor + n;
	cell->x_floor = cell->x + n;
	cell->positive = cell->equal = true;
	for (size_t i = 0; i < n; i++) {
		const struct derived *derived = run[i]->derived[cell->metric];
		cell->value[i] = derived->value;
		cell->floor[i] = derived->floor;
		if (isnan(derived->value))
			continue;
		if (values++ == 0) {
			any = derived->value;
			cell->unit = derived->unit;
		}
		cell->positive = cell->positive && derived->value > 0;
		cell->equal = cell->equal && derived->value == any;
	}
	for (size_t i = 0; i < n; i++) {
		double value = cell->value[i];
		cell->x[i] = cell->positive ? log(value) : value;
		cell->x_floor[i] = cell->floor[i] / (cell->positive ? value * value : 1);
	}
	return values;
}

static void
add_cell(struct halving *halving, size_t t, size_t i, const struct history *history)
{
	const struct metric *metric = &halving->config->metrics->at[i];
	struct halving_cell cell = {.test = t, .metric = i};

	if (metric->source == METRIC_ASKED || is_overloaded(halving->split, t, metric))
		return;
	if (take_values(&cell, halving->split->run[t], halving->split->n_runs) == 0) {
		free(cell.value);
		return;
	}
	cell.history = history_spread(history, metric, i, cell.positive);
	halving->cell = mem_resize(halving->cell, halving->n + 1, sizeof(*halving->cell));
	halving->cell[halving->n++] = cell;
}

/* Copies both halves' numbers behind each other; NULL where they are not known. */
static int *
joined(int *const of_halves[2], size_t first, size_t n, size_t *most)
{
	if (!of_halves[0] || !of_halves[1])
		return NULL;
	int *out = mem_alloc(n, sizeof(*out));
	for (size_t i = 0; i < n; i++) {
		out[i] = i < first ? of_halves[0][i] : of_halves[1][i - first];
		*most = (size_t)out[i] + 1 > *most ? (size_t)out[i] + 1 : *most;
	}
	return out;
}

/* The halves are those of the order of time. */
static void
take_occasions(struct halving *halving, size_t t)
{
	const struct split *split = halving->split;
	struct halving_test *test = &halving->test[t];
	size_t n = split->n_runs, first = group_runs(split->half[t][0]), named = 0;
	struct occasions its = occasions_of(&split->store, split->half[t][0], split->half[t][1]);

	for (size_t i = 0; i < n; i++)
		named += occasion_session(&split->store, split->run[t][i]) != NULL;
	test->mixed = named > 0 && named < n;
	halving->mixed = halving->mixed || test->mixed;
	test->session = joined(its.session, first, n, &test->n_map);
	test->block = joined(its.block, first, n, &test->n_map);
	test->map = mem_alloc(test->n_map + 1, sizeof(*test->map));
	test->number[0] = mem_alloc(n, sizeof(**test->number));
	test->number[1] = mem_alloc(n, sizeof(**test->number));
	occasions_free(&its);
}

static void
contrasts_init(struct halving *halving)
{
	size_t n = halving->split->n_runs;

	halving->contrast = mem_alloc(halving->n + 1, sizeof(*halving->contrast));
	halving->of = mem_alloc(halving->n + 1, sizeof(*halving->of));
	halving->holm = mem_alloc(halving->n + 1, sizeof(*halving->holm));
	halving->buffer = mem_alloc(halving->n + 1, sizeof(*halving->buffer));
	for (size_t c = 0; c < halving->n; c++) {
		for (int s = 0; s < 2; s++)
			halving->buffer[c][s] = (struct halving_buffer){
			    mem_alloc(n, sizeof(double)), mem_alloc(n, sizeof(int)),
			    mem_alloc(n, sizeof(int))};
	}
}

void
halving_init(struct halving *halving, struct split *split, const struct compare_config *config)
{
	struct history_memo memo = {.store = config->history};

	*halving = (struct halving){.split = split, .config = config};
	halving->test = mem_alloc(split->n_tests + 1, sizeof(*halving->test));
	for (size_t t = 0; t < split->n_tests; t++) {
		if (!config->force && is_incomparable(split, t))
			continue;
		struct history history = history_of(config->history ? &memo : NULL, &split->store,
						    split->half[t][0], split->half[t][1]);
		take_occasions(halving, t);
		for (size_t i = 0; i < config->metrics->n; i++)
			add_cell(halving, t, i, &history);
		history_free(&history);
	}
	history_memo_free(&memo);
	contrasts_init(halving);
}

void
halving_free(struct halving *halving)
{
	for (size_t t = 0; t < halving->split->n_tests; t++) {
		free(halving->test[t].session);
		free(halving->test[t].block);
		free(halving->test[t].map);
		free(halving->test[t].number[0]);
		free(halving->test[t].number[1]);
	}
	for (size_t c = 0; c < halving->n; c++) {
		free(halving->cell[c].value);
		for (int s = 0; s < 2; s++) {
			free(halving->buffer[c][s].x);
			free(halving->buffer[c][s].session);
			free(halving->buffer[c][s].block);
		}
	}
	free(halving->test);
	free(halving->cell);
	free(halving->contrast);
	free(halving->of);
	free(halving->holm);
	free(halving->buffer);
}

/* Numbers anew in order of appearance, as sums are made in the order of numbers. */
static void
renumber(struct halving_test *test, const int *number, const size_t *order, size_t n, int *out)
{
	int next = 0;

	for (size_t i = 0; i < test->n_map; i++)
		test->map[i] = -1;
	for (size_t i = 0; i < n; i++) {
		int *to = &test->map[number[order[i]]];
		if (*to < 0)
			*to = next++;
		out[i] = *to;
	}
}

/* Numbers sessions and blocks for the split. */
static void
number_test(struct halving *halving, size_t t, const size_t *order)
{
	struct halving_test *test = &halving->test[t];
	const struct split *split = halving->split;
	size_t n = split->n_runs, first = group_runs(split->half[t][0]);

	if (test->mixed) {
		struct occasions its =
		    occasions_of(&split->store, split->half[t][0], split->half[t][1]);
		size_t most = 0;
		free(test->number[0]);
		free(test->number[1]);
		test->number[0] = joined(its.session, first, n, &most);
		test->number[1] = joined(its.block, first, n, &most);
		occasions_free(&its);
		return;
	}
	if (test->session)
		renumber(test, test->session, order, n, test->number[0]);
	if (test->block)
		renumber(test, test->block, order, n, test->number[1]);
}

/* The half's runs that have a value. */
static struct grade_side
side_of_half(const struct halving_cell *cell, const struct halving_test *test, const size_t *order,
	     const size_t range[2], const struct halving_buffer *buffer)
{
	const int *session = test->mixed || test->session ? test->number[0] : NULL;
	const int *block = test->mixed || test->block ? test->number[1] : NULL;
	struct grade_side side = {.x = buffer->x,
				  .session = session ? buffer->session : NULL,
				  .block = block ? buffer->block : NULL};

	for (size_t i = range[0]; i < range[1]; i++) {
		if (isnan(cell->value[order[i]]))
			continue;
		buffer->x[side.n] = cell->x[order[i]];
		if (session)
			buffer->session[side.n] = session[i];
		if (block)
			buffer->block[side.n] = block[i];
		side.n++;
	}
	for (size_t i = range[0]; i < range[1]; i++) {
		if (!isnan(cell->value[order[i]]))
			side.floor += cell->x_floor[order[i]] / (double)side.n;
	}
	return side;
}

/* Whether some run of the range has the metric. */
static bool
any_has(const struct halving *halving, size_t t, size_t metric, const size_t *order,
	const size_t range[2])
{
	for (size_t i = range[0]; i < range[1]; i++) {
		if (!isnan(halving->split->run[t][order[i]]->derived[metric]->value))
			return true;
	}
	return false;
}

/* As a comparison has it: the other metric decides where both halves have it. */
static bool
is_primary(const struct halving *halving, const struct halving_cell *cell, const size_t *order,
	   const size_t range[2][2])
{
	const struct metric *metric = &halving->config->metrics->at[cell->metric];

	if (!metric->primary || metric->instead == METRIC_NO_OTHER)
		return metric->primary;
	return !any_has(halving, cell->test, (size_t)metric->instead, order, range[0]) ||
	       !any_has(halving, cell->test, (size_t)metric->instead, order, range[1]);
}

/* Makes the contrasts of those cells of which both halves have values. */
static size_t
fill_contrasts(struct halving *halving, const size_t *order, const size_t range[2][2])
{
	size_t n = 0;

	for (size_t c = 0; c < halving->n; c++) {
		struct halving_cell *cell = &halving->cell[c];
		struct contrast contrast = {.test = cell->test,
					    .metric = &halving->config->metrics->at[cell->metric],
					    .i = cell->metric,
					    .geometric = cell->positive,
					    .history = cell->history};
		cell->change = cell->p = cell->p_holm = NAN;
		cell->grade = GRADE_NONE;
		cell->primary = cell->alarm = false;
		for (int s = 0; s < 2; s++)
			contrast.at[s] = side_of_half(cell, &halving->test[cell->test], order,
						      range[s], &halving->buffer[n][s]);
		if (contrast.at[0].n == 0 || contrast.at[1].n == 0)
			continue;
		cell->primary = is_primary(halving, cell, order, range);
		halving->of[n] = c;
		halving->contrast[n++] = contrast;
	}
	return n;
}

/* The verdict of a cell that its p and the correction allow to claim something. */
static bool
alarms(const struct halving *halving, const struct contrast *contrast, const size_t *order,
       const size_t range[2][2])
{
	const struct halving_cell *cell = &halving->cell[halving->of[contrast - halving->contrast]];
	struct side side[2];

	for (int s = 0; s < 2; s++) {
		side[s] = (struct side){.positive = cell->positive,
					.value = mem_alloc(contrast->at[s].n, sizeof(double)),
					.floor = mem_alloc(contrast->at[s].n, sizeof(double))};
		for (size_t i = range[s][0]; i < range[s][1]; i++) {
			if (!isnan(cell->value[order[i]]))
				side[s].value[side[s].n++] = cell->value[order[i]];
		}
	}
	struct cell its =
	    cell_of(&side[0], &side[1], &contrast->result.difference, contrast->metric->theta);
	enum better better = contrast->metric->better;
	enum verdict verdict = isnan(its.change)
				   ? verdict_of(its.difference, its.difference_low,
						its.difference_high, 0, false, better)
				   : verdict_of(its.change, its.low, its.high,
						contrast->metric->theta, its.geometric, better);
	side_free(&side[0]);
	side_free(&side[1]);
	return verdict == VERDICT_REGRESSED || verdict == VERDICT_IMPROVED;
}

/* Corrects the p of the primary cells, and tells which of them alarm. */
static void
decide(struct halving *halving, size_t n, const size_t *order, const size_t range[2][2])
{
	size_t primary = 0;

	for (size_t k = 0; k < n; k++) {
		const struct halving_cell *cell = &halving->cell[halving->of[k]];
		if (cell->primary && !isnan(cell->p))
			halving->holm[primary++] = cell->p;
	}
	adjust_holm(halving->holm, primary, halving->holm);
	primary = 0;
	for (size_t k = 0; k < n; k++) {
		struct halving_cell *cell = &halving->cell[halving->of[k]];
		if (!cell->primary || isnan(cell->p))
			continue;
		cell->p_holm = halving->holm[primary++];
		cell->alarm = cell->p_holm <= verdict_alpha &&
			      alarms(halving, &halving->contrast[k], order, range);
	}
}

static double
change_of(const struct contrast *contrast)
{
	double difference = contrast->result.difference.difference;

	if (contrast->geometric)
		return expm1(difference);
	double scale = fabs(moments_of(contrast->at[0].x, contrast->at[0].n).mean);
	if (difference == 0)
		return 0;
	return scale > 0 ? difference / scale : NAN;
}

void
halving_run(struct halving *halving, const size_t *order, size_t first)
{
	const size_t range[2][2] = {{0, first}, {first, halving->split->n_runs}};

	if (halving->mixed)
		split_fill(halving->split, order, first);
	for (size_t t = 0; t < halving->split->n_tests; t++) {
		if (halving->test[t].map)
			number_test(halving, t, order);
	}
	size_t n = fill_contrasts(halving, order, range);
	contrast_decide(halving->contrast, n);
	for (size_t k = 0; k < n; k++) {
		const struct contrast *contrast = &halving->contrast[k];
		struct halving_cell *cell = &halving->cell[halving->of[k]];
		/* A count that is the same in all runs needs no test. */
		bool untested = cell->equal &&
				(!cell->positive || contrast->metric->source == METRIC_COUNT) &&
				contrast->at[0].n > 1 && contrast->at[1].n > 1;
		if (untested || isnan(contrast->result.difference.p))
			continue;
		cell->change = change_of(contrast);
		cell->p = contrast->result.difference.p;
		cell->grade = contrast->result.grade;
	}
	decide(halving, n, order, range);
}
