/* Intervals of single runs, in words. */
#include "analyze/compare/single.h"

#include <math.h>

#include "analyze/compare/row.h"
#include "analyze/sample/derive.h"
#include "analyze/sample/side.h"
#include "analyze/sample/store.h"
#include "collect/base/unit.h"

struct interval {
	double low, high;
	bool single; /* of one run */
};

static struct interval
interval_of(const struct group *group, size_t i)
{
	struct side side = side_of(group, i);
	struct interval out = {NAN, NAN, side.n == 1};

	for (size_t r = 0; out.single && r < group_runs(group); r++) {
		const struct derived *derived = group_run(group, r)->derived[i];
		if (isnan(derived->value))
			continue;
		out.low = derived->low;
		out.high = derived->high;
	}
	if (side.n > 1 && side.positive) {
		welch_interval(side_moments(&side, true), difference_confidence, &out.low,
			       &out.high);
		out.low = exp(out.low);
		out.high = exp(out.high);
	}
	side_free(&side);
	return out;
}

static void
note_interval(struct row *row, struct view commit, const struct interval *interval)
{
	char low[UNIT_TEXT], high[UNIT_TEXT];

	row_note(row, "%.*s %s to %s%s%s%s", commit.n > 100 ? 100 : (int)commit.n, commit.p,
		 unit_print(interval->low, row->finding.unit, low),
		 unit_print(interval->high, row->finding.unit, high), interval->single ? " (" : "",
		 interval->single ? derive_sampling : "", interval->single ? ")" : "");
}

static bool
is_known(const struct interval *interval)
{
	return isfinite(interval->low) || isfinite(interval->high);
}

void
single_note(struct row *row, const struct group *base, const struct group *group, size_t i)
{
	if (!isnan(row->finding.p))
		return;
	struct interval a = interval_of(base, i), b = interval_of(group, i);
	if ((!a.single && !b.single) || !is_known(&a) || !is_known(&b))
		return;
	note_interval(row, row->finding.base, &a);
	note_interval(row, row->finding.commit, &b);
}
