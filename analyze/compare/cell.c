/* From runs' values and their test to a change with its interval. */
#include "analyze/compare/cell.h"

#include <math.h>

#include "analyze/sample/side.h"
#include "analyze/statistics/difference.h"

static bool
all_equal(const struct side *a, const struct side *b)
{
	for (size_t i = 0; i < a->n; i++) {
		if (a->value[i] != a->value[0])
			return false;
	}
	for (size_t i = 0; i < b->n; i++) {
		if (b->value[i] != a->value[0])
			return false;
	}
	return true;
}

/* Absolute differences as fractions of the base's mean. */
static void
fill_absolute(struct cell *cell, const struct difference *w, double theta)
{
	double scale = cell->base_value != 0 ? fabs(cell->base_value) : NAN;

	cell->difference = w->difference;
	cell->difference_low = w->low;
	cell->difference_high = w->high;
	cell->change = w->difference == 0 ? 0 : w->difference / scale;
	cell->low = w->low / scale;
	cell->high = w->high / scale;
	cell->theta_sds = theta * scale / w->sd;
	cell->change_sds = fabs(w->difference) / w->sd;
}

bool
cell_geometric(const struct side *a, const struct side *b)
{
	return a->positive && b->positive;
}

struct cell
cell_of(const struct side *a, const struct side *b, const struct difference *test, double theta)
{
	struct cell cell = {.geometric = cell_geometric(a, b),
			    .difference = NAN,
			    .difference_low = NAN,
			    .difference_high = NAN};

	cell.base_value = side_value(a, cell.geometric);
	cell.value = side_value(b, cell.geometric);
	cell.p = test->p;
	cell.equal = all_equal(a, b);
	if (!cell.geometric) {
		fill_absolute(&cell, test, theta);
		return cell;
	}
	cell.change = expm1(test->difference);
	cell.low = expm1(test->low);
	cell.high = expm1(test->high);
	cell.theta_sds = log1p(theta) / test->sd;
	cell.change_sds = fabs(test->difference) / test->sd;
	return cell;
}
