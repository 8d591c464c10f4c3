/* Tables that R and scipy made: a label, then numbers. The label's first word names the statistic
 * and the data, which the rows x.NAME and y.NAME hold. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "analyze/statistics/adjust.h"
#include "analyze/statistics/difference.h"
#include "analyze/statistics/kalibera.h"
#include "analyze/statistics/power.h"
#include "analyze/statistics/rank.h"
#include "analyze/statistics/series.h"
#include "analyze/statistics/variance_ratio.h"
#include "analyze/statistics/welch.h"
#include "analyze/statistics/wilcoxon.h"
#include "collect/base/mem.h"
#include "tests/corpus/vectors.h"

enum { SETS_MAX = 16 };

/* R and scipy print 15 digits, of numbers that were had by differences. */
static const double error = 1e-10;

struct pair {
	char name[24];
	struct vector_list x, y, log_x, log_y;
};

struct golden {
	struct vectors *v;
	const char *source; /* what made the numbers */
	struct pair set[SETS_MAX];
	size_t sets;
	struct vector_list p; /* to be adjusted */
};

/* One row: what it says, of which data. */
struct row {
	struct golden *g;
	const char *label;
	const char *rest; /* of the label, behind what chose the function: begins with the data */
	const double *want;
	size_t n;
	const struct pair *on; /* the data that rest names, or NULL */
};

static void
check(const struct row *row, size_t i, double got, const char *what)
{
	if (i < row->n)
		vectors_close(row->g->v, got, row->want[i], error, "%s %.*s %s", row->g->source,
			      (int)strcspn(row->label, " "), row->label, what);
}

static struct welch_side
side_of(struct vector_list list)
{
	return (struct welch_side){moments_of(list.x, list.n), 0};
}

static void
check_difference(const struct row *row, struct difference d)
{
	check(row, 0, d.t, "t");
	/* scipy gives t and p alone. */
	check(row, 1, row->n == 2 ? d.p : d.df, row->n == 2 ? "p" : "df");
	check(row, 2, d.p, "p");
}

/* x - y in each of these. */
static void
on_welch(const struct row *row)
{
	struct difference d = welch_test(side_of(row->on->y), side_of(row->on->x), 0.95);

	check_difference(row, d);
	check(row, 3, d.low, "low");
	check(row, 4, d.high, "high");
}

static void
on_welch_log(const struct row *row)
{
	struct difference d = welch_test(side_of(row->on->log_x), side_of(row->on->log_y), 0.95);

	check(row, 0, -d.t, "t");
	check(row, 1, d.df, "df");
	check(row, 2, d.p, "p");
	check(row, 3, exp(d.difference), "ratio");
	check(row, 4, exp(d.low), "low");
	check(row, 5, exp(d.high), "high");
}

static void
on_student(const struct row *row)
{
	struct moments x = side_of(row->on->x).observed, y = side_of(row->on->y).observed;
	double df = x.n + y.n - 2;
	double pooled = ((x.n - 1) * x.variance + (y.n - 1) * y.variance) / df;
	struct difference d =
	    difference_test(x.mean - y.mean, pooled * (1 / x.n + 1 / y.n), df, sqrt(pooled), 0.95);

	check_difference(row, d);
	check(row, 3, d.low, "low");
	check(row, 4, d.high, "high");
}

static void
on_f(const struct row *row)
{
	struct moments x = side_of(row->on->x).observed, y = side_of(row->on->y).observed;
	struct variance_ratio ratio =
	    variance_ratio_test((struct variance_known){y.variance, y.n - 1, 0},
				(struct variance_known){x.variance, x.n - 1, 0}, 0.95);

	check(row, 0, ratio.ratio, "F");
	check(row, 1, ratio.p, "p");
	check(row, 2, ratio.low, "low");
	check(row, 3, ratio.high, "high");
}

static void
on_brown_forsythe(const struct row *row)
{
	const struct pair *on = row->on;
	struct anova_group group[] = {{on->x.x, on->x.n}, {on->y.x, on->y.n}};
	struct anova a = variance_brown_forsythe(group, 2);

	check(row, 0, a.f, "W");
	check(row, 1, a.p, "p");
}

static void
on_wilcoxon(const struct row *row)
{
	const struct vector_list *x = &row->on->x, *y = &row->on->y;
	struct rank_test test = rank_test(x->x, x->n, y->x, y->n);
	double low, high;

	rank_interval(y->x, y->n, x->x, x->n, 0.95, &low, &high);
	check(row, 0, test.u, "W");
	check(row, 1, test.p, "p");
	check(row, 2, rank_shift(y->x, y->n, x->x, x->n), "shift");
	check(row, 3, low, "low");
	check(row, 4, high, "high");
}

static void
on_mann_whitney(const struct row *row)
{
	const struct vector_list *x = &row->on->x, *y = &row->on->y;
	struct rank_test test = rank_test(x->x, x->n, y->x, y->n);

	check(row, 0, test.u, "U");
	check(row, 1, test.p, "p");
}

static void
on_shift(const struct row *row)
{
	const struct vector_list *x = &row->on->x, *y = &row->on->y;

	check(row, 0, rank_shift(x->x, x->n, y->x, y->n), "shift");
}

static void
on_cliff(const struct row *row)
{
	const struct vector_list *x = &row->on->x, *y = &row->on->y;
	double share = rank_test(x->x, x->n, y->x, y->n).u / ((double)x->n * (double)y->n);

	check(row, 0, 2 * share - 1, "delta");
	check(row, 1, share, "A12");
}

static void
on_ratio(const struct row *row)
{
	struct moments x = side_of(row->on->x).observed, y = side_of(row->on->y).observed;
	double low, high;

	kalibera_ratio(x, y, 0.95, &low, &high);
	check(row, 0, y.mean / x.mean, "ratio");
	check(row, 1, low, "low");
	check(row, 2, high, "high");
}

static void
check_moments(const struct row *row, size_t first, struct vector_list list)
{
	struct moments m = moments_of(list.x, list.n);

	check(row, first, m.mean, "mean");
	check(row, first + 1, moments_sd(m), "sd");
}

static void
on_moments_x(const struct row *row)
{
	check_moments(row, 0, row->on->x);
}

static void
on_moments_y(const struct row *row)
{
	check_moments(row, 0, row->on->y);
}

/* The data of NIST's set that rest begins with. The caller frees x. */
static struct vector_list
nist_set(const struct row *row)
{
	char *name = mem_copy(row->rest, strcspn(row->rest, " "));
	struct vector_list list = vectors_nist_set(row->g->v, name);

	free(name);
	return list;
}

static void
on_nist(const struct row *row)
{
	struct vector_list list = nist_set(row);

	check(row, 0, (double)list.n, "n");
	check_moments(row, 1, list);
	check(row, 3, moments_lag1(list.x, list.n), "lag 1");
	free(list.x);
}

static void
on_effective(const struct row *row)
{
	struct vector_list list = nist_set(row);

	check(row, 0, series_effective(list.x, list.n), "effective size");
	free(list.x);
}

static void
on_tau(const struct row *row)
{
	struct vector_list list = nist_set(row);
	double tau = series_tau(list.x, list.n);

	check(row, 0, tau, "tau");
	check(row, 1, (double)list.n / tau, "effective size");
	free(list.x);
}

static void
on_p(const struct row *row)
{
	for (size_t i = 0; i < row->n; i++)
		vector_add(&row->g->p, row->want[i]);
}

static void
check_adjusted(const struct row *row, void (*adjust)(const double *p, size_t n, double *out))
{
	struct vector_list *p = &row->g->p;
	double *out = mem_alloc(p->n, sizeof(*out));

	adjust(p->x, p->n, out);
	for (size_t i = 0; i < p->n; i++)
		check(row, i, out[i], "p");
	free(out);
}

static void
on_holm(const struct row *row)
{
	check_adjusted(row, adjust_holm);
}

static void
on_bh(const struct row *row)
{
	check_adjusted(row, adjust_bh);
}

static void
on_smallest_p(const struct row *row)
{
	size_t n = strtoul(row->rest, NULL, 10);

	check(row, 0, 2 * wilcoxon_u_cumulative(0, n, n), "smallest p");
}

static void
on_t(const struct row *row)
{
	check(row, 0, qt(0.975, strtod(row->rest, NULL), true, false), "t");
}

static void
on_chi_square(const struct row *row)
{
	double df = strtod(row->rest, NULL);

	check(row, 0, qchisq(0.025, df, true, false), "low");
	check(row, 1, qchisq(0.975, df, true, false), "high");
}

static void
on_f_quantile(const struct row *row)
{
	check(row, 0, qf(0.95, 4, 4, true, false), "F");
}

static void
on_tukey(const struct row *row)
{
	check(row, 0, qtukey(0.95, 1, 3, 12, true, false), "q");
}

static void
on_power(const struct row *row)
{
	double effect, power;

	if (sscanf(row->rest, " d=%lf power=%lf", &effect, &power) == 2 ||
	    sscanf(row->rest, " delta=%lf sd=1 power=%lf", &effect, &power) == 2)
		/* R searches for its root to a tolerance of 1.2e-4. */
		vectors_close(row->g->v, power_runs(effect, 0.05, power), row->want[0], 3e-5,
			      "R %s", row->label);
	else
		vectors_broken(row->g->v, row->label);
}

/* Longer prefixes first. pairs: the row is about x and y that rest names. */
static const struct {
	const char *prefix;
	void (*on)(const struct row *row);
	bool pairs;
} kinds[] = {
    {"welch.log.", on_welch_log, true},
    {"welch.", on_welch, true},
    {"student.", on_student, true},
    {"F.", on_f, true},
    {"brownforsythe.", on_brown_forsythe, true},
    {"wilcox(exact).", on_wilcoxon, true},
    {"wilcox(asymptotic,cc).", on_wilcoxon, true},
    {"exact.mannwhitney(permutation,ties ok).", on_mann_whitney, true},
    {"HL.shift(y-x).", on_shift, true},
    {"cliffs.delta(x vs y) and A12.", on_cliff, true},
    {"KJ.ratioCI95(y/x).", on_ratio, true},
    {"mean.sd.x.", on_moments_x, true},
    {"mean.sd.y.", on_moments_y, true},
    {"nist.", on_nist, false},
    {"ess.ar1.nist.", on_effective, false},
    {"ess.geyer(initial positive).nist.", on_tau, false},
    {"padjust.in", on_p, false},
    {"padjust.holm", on_holm, false},
    {"padjust.BH", on_bh, false},
    {"qwilcox.n=", on_smallest_p, false},
    {"qt.975.nu=", on_t, false},
    {"qchisq.025/.975.nu=", on_chi_square, false},
    {"qf.95.4.4", on_f_quantile, false},
    {"qtukey.95.3.12", on_tukey, false},
    {"power.t.test", on_power, false},
};

static struct pair *
pair_of(struct golden *g, const char *name, bool add)
{
	size_t length = strcspn(name, " "), i = 0;

	while (i < g->sets && (strncmp(g->set[i].name, name, length) || g->set[i].name[length]))
		i++;
	if (i == g->sets) {
		if (!add || i == SETS_MAX || length >= sizeof(g->set[i].name))
			return NULL;
		memcpy(g->set[g->sets++].name, name, length);
	}
	return &g->set[i];
}

static void
add_data(struct golden *g, const char *label, const struct vector_list *numbers)
{
	struct pair *pair = pair_of(g, label + 2, true);

	if (!pair) {
		vectors_broken(g->v, label);
		return;
	}
	for (size_t i = 0; i < numbers->n; i++) {
		vector_add(label[0] == 'x' ? &pair->x : &pair->y, numbers->x[i]);
		vector_add(label[0] == 'x' ? &pair->log_x : &pair->log_y, log(numbers->x[i]));
	}
}

static void
check_row(struct golden *g, const char *label, const struct vector_list *numbers)
{
	if (strncmp(label, "scipy.", 6) == 0)
		label += 6;
	struct row row = {.g = g, .label = label, .want = numbers->x, .n = numbers->n};
	for (size_t i = 0; i < countof(kinds); i++) {
		size_t length = strlen(kinds[i].prefix);
		if (strncmp(label, kinds[i].prefix, length) != 0)
			continue;
		row.rest = label + length;
		row.on = kinds[i].pairs ? pair_of(g, row.rest, false) : NULL;
		if (kinds[i].pairs && !row.on)
			break;
		kinds[i].on(&row);
		return;
	}
	char *name = mem_copy(label, strcspn(label, ". ("));
	vectors_skip(g->v, name, numbers->n);
	free(name);
}

static void
golden_row(void *context, char *line)
{
	char *tab = strchr(line, '\t');
	struct vector_list numbers = {NULL, 0};

	if (!tab)
		return;
	vector_numbers(&numbers, tab, "\t ");
	*tab = '\0';
	if ((line[0] == 'x' || line[0] == 'y') && line[1] == '.')
		add_data(context, line, &numbers);
	else
		check_row(context, line, &numbers);
	free(numbers.x);
}

void
vectors_golden(struct vectors *v)
{
	struct golden g = {.v = v, .source = "R"};

	vectors_lines(v, "golden/R-4.2.2.tsv", golden_row, &g);
	g.source = "scipy";
	vectors_lines(v, "golden/scipy-1.10.1-and-exact-enumeration.tsv", golden_row, &g);
	vectors_skip(v, "asv, energy, otava in golden", 3);
	for (size_t i = 0; i < g.sets; i++) {
		free(g.set[i].x.x);
		free(g.set[i].y.x);
		free(g.set[i].log_x.x);
		free(g.set[i].log_y.x);
	}
	free(g.p.x);
}
