/* What R and scipy say of two samples. */
#include <math.h>

#include "analyze/statistics/difference.h"
#include "analyze/statistics/kalibera.h"
#include "analyze/statistics/rank.h"
#include "analyze/statistics/variance_ratio.h"
#include "analyze/statistics/welch.h"
#include "collect/base/mem.h"
#include "tests/corpus/golden_row.h"

static struct welch_side
side_of(struct vector_list list)
{
	return (struct welch_side){moments_of(list.x, list.n), 0};
}

static void
check_difference(const struct golden_row *row, struct difference d)
{
	golden_check(row, 0, d.t, "t");
	/* scipy gives t and p alone. */
	golden_check(row, 1, row->n == 2 ? d.p : d.df, row->n == 2 ? "p" : "df");
	golden_check(row, 2, d.p, "p");
}

/* x - y in each of these. */
static void
on_welch(const struct golden_row *row)
{
	struct difference d = welch_test(side_of(row->on->y), side_of(row->on->x), 0.95);

	check_difference(row, d);
	golden_check(row, 3, d.low, "low");
	golden_check(row, 4, d.high, "high");
}

static void
on_welch_log(const struct golden_row *row)
{
	struct difference d = welch_test(side_of(row->on->log_x), side_of(row->on->log_y), 0.95);

	golden_check(row, 0, -d.t, "t");
	golden_check(row, 1, d.df, "df");
	golden_check(row, 2, d.p, "p");
	golden_check(row, 3, exp(d.difference), "ratio");
	golden_check(row, 4, exp(d.low), "low");
	golden_check(row, 5, exp(d.high), "high");
}

static void
on_student(const struct golden_row *row)
{
	struct moments x = side_of(row->on->x).observed, y = side_of(row->on->y).observed;
	double df = x.n + y.n - 2;
	double pooled = ((x.n - 1) * x.variance + (y.n - 1) * y.variance) / df;
	struct difference d =
	    difference_test(x.mean - y.mean, pooled * (1 / x.n + 1 / y.n), df, sqrt(pooled), 0.95);

	check_difference(row, d);
	golden_check(row, 3, d.low, "low");
	golden_check(row, 4, d.high, "high");
}

static void
on_f(const struct golden_row *row)
{
	struct moments x = side_of(row->on->x).observed, y = side_of(row->on->y).observed;
	struct variance_ratio ratio =
	    variance_ratio_test((struct variance_known){y.variance, y.n - 1, 0},
				(struct variance_known){x.variance, x.n - 1, 0}, 0.95);

	golden_check(row, 0, ratio.ratio, "F");
	golden_check(row, 1, ratio.p, "p");
	golden_check(row, 2, ratio.low, "low");
	golden_check(row, 3, ratio.high, "high");
}

static void
on_brown_forsythe(const struct golden_row *row)
{
	const struct golden_pair *on = row->on;
	struct anova_group group[] = {{on->x.x, on->x.n}, {on->y.x, on->y.n}};
	struct anova a = variance_brown_forsythe(group, 2);

	golden_check(row, 0, a.f, "W");
	golden_check(row, 1, a.p, "p");
}

static void
on_wilcoxon(const struct golden_row *row)
{
	const struct vector_list *x = &row->on->x, *y = &row->on->y;
	struct rank_test test = rank_test(x->x, x->n, y->x, y->n);
	double low, high;

	rank_interval(y->x, y->n, x->x, x->n, 0.95, &low, &high);
	golden_check(row, 0, test.u, "W");
	golden_check(row, 1, test.p, "p");
	golden_check(row, 2, rank_shift(y->x, y->n, x->x, x->n), "shift");
	golden_check(row, 3, low, "low");
	golden_check(row, 4, high, "high");
}

static void
on_mann_whitney(const struct golden_row *row)
{
	const struct vector_list *x = &row->on->x, *y = &row->on->y;
	struct rank_test test = rank_test(x->x, x->n, y->x, y->n);

	golden_check(row, 0, test.u, "U");
	golden_check(row, 1, test.p, "p");
}

static void
on_shift(const struct golden_row *row)
{
	const struct vector_list *x = &row->on->x, *y = &row->on->y;

	golden_check(row, 0, rank_shift(x->x, x->n, y->x, y->n), "shift");
}

static void
on_cliff(const struct golden_row *row)
{
	const struct vector_list *x = &row->on->x, *y = &row->on->y;
	double share = rank_test(x->x, x->n, y->x, y->n).u / ((double)x->n * (double)y->n);

	golden_check(row, 0, 2 * share - 1, "delta");
	golden_check(row, 1, share, "A12");
}

static void
on_ratio(const struct golden_row *row)
{
	struct moments x = side_of(row->on->x).observed, y = side_of(row->on->y).observed;
	double low, high;

	kalibera_ratio(x, y, 0.95, &low, &high);
	golden_check(row, 0, y.mean / x.mean, "ratio");
	golden_check(row, 1, low, "low");
	golden_check(row, 2, high, "high");
}

void
golden_check_moments(const struct golden_row *row, size_t first, struct vector_list list)
{
	struct moments m = moments_of(list.x, list.n);

	golden_check(row, first, m.mean, "mean");
	golden_check(row, first + 1, moments_sd(m), "sd");
}

static void
on_moments_x(const struct golden_row *row)
{
	golden_check_moments(row, 0, row->on->x);
}

static void
on_moments_y(const struct golden_row *row)
{
	golden_check_moments(row, 0, row->on->y);
}

const struct golden_kind golden_pair_kinds[] = {
    {"welch.log.", on_welch_log},
    {"welch.", on_welch},
    {"student.", on_student},
    {"F.", on_f},
    {"brownforsythe.", on_brown_forsythe},
    {"wilcox(exact).", on_wilcoxon},
    {"wilcox(asymptotic,cc).", on_wilcoxon},
    {"exact.mannwhitney(permutation,ties ok).", on_mann_whitney},
    {"HL.shift(y-x).", on_shift},
    {"cliffs.delta(x vs y) and A12.", on_cliff},
    {"KJ.ratioCI95(y/x).", on_ratio},
    {"mean.sd.x.", on_moments_x},
    {"mean.sd.y.", on_moments_y},
};
const size_t golden_pair_kinds_n = countof(golden_pair_kinds);
