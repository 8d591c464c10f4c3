/* Tests by what they came to. */
#include "render/text/ranking.h"

#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/model/headline_part.h"

/* A test's place. */
struct place {
	const struct comparison_test *test;
	int group;
	double severity;
};

bool
ranking_changed(const struct comparison_test *test)
{
	return test->outcome == OUTCOME_REGRESSED || test->outcome == OUTCOME_MIXED ||
	       test->outcome == OUTCOME_IMPROVED;
}

static bool
is_decided(const struct finding_compare *f)
{
	return f->verdict == VERDICT_REGRESSED || f->verdict == VERDICT_IMPROVED;
}

static double
severity_of(const struct finding_compare *f)
{
	return isnan(f->change) ? -1 : headline_severity(f);
}

static bool
says_more(const struct finding_compare *f, const struct finding_compare *than)
{
	if (is_decided(f) != is_decided(than))
		return is_decided(f);
	return severity_of(f) > severity_of(than);
}

/* The finding of a panel that says most; NULL where the test has none. */
static const struct finding_compare *
telling(const struct comparison_test *test, enum panel panel)
{
	const struct finding_compare *best = NULL;

	for (size_t d = 0; d < METRIC_DIRECTIONS; d++) {
		const struct finding_compare *f = test->cell[panel][d];

		if (f && (!best || says_more(f, best)))
			best = f;
	}
	return best;
}

const struct comparison_row *
ranking_row(const struct comparison *c, const struct comparison_test *test, enum panel panel)
{
	const struct finding_compare *f = telling(test, panel);

	for (size_t i = 0; f && i < c->n_rows; i++) {
		if (c->row[i].f == f)
			return &c->row[i];
	}
	return NULL;
}

static struct place
place_of(const struct comparison_test *test)
{
	const struct finding_compare *rate = telling(test, PANEL_RATE);
	const struct finding_compare *tail = telling(test, PANEL_TAIL);
	bool by_rate = rate && (is_decided(rate) || !tail || !is_decided(tail));
	int group = test->outcome == OUTCOME_IMPROVED ? 2 : ranking_changed(test) ? 0 : 4;

	return (struct place){test, group + !by_rate,
			      by_rate ? severity_of(rate)
			      : tail  ? severity_of(tail)
				      : -1};
}

static int
by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->group != y->group)
		return x->group - y->group;
	if (x->severity < y->severity || x->severity > y->severity)
		return x->severity > y->severity ? -1 : 1;
	return (x->test > y->test) - (x->test < y->test);
}

const struct comparison_test **
ranking_of(const struct comparison *c)
{
	struct place *place = mem_alloc(c->n_tests, sizeof(*place));
	const struct comparison_test **tests = mem_alloc(c->n_tests, sizeof(void *));

	for (size_t i = 0; i < c->n_tests; i++)
		place[i] = place_of(&c->test[i]);
	qsort(place, c->n_tests, sizeof(*place), by_place);
	for (size_t i = 0; i < c->n_tests; i++)
		tests[i] = place[i].test;
	free(place);
	return tests;
}

const struct finding_compare *
ranking_cost(const struct input *input, const struct comparison_test *test, struct view base)
{
	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];

		if (view_is(f->metric, "cpu.per_io") && view_eq(f->test, test->name) &&
		    view_eq(f->commit, test->commit) && view_eq(f->base, base) &&
		    !isnan(f->base_value) && !isnan(f->value))
			return f;
	}
	return NULL;
}
