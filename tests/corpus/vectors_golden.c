/* Tables that R and scipy made: a label, then numbers. The label's first word names the statistic
 * and the data, which the rows x.NAME and y.NAME hold. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "analyze/statistics/adjust.h"
#include "analyze/statistics/moments.h"
#include "analyze/statistics/power.h"
#include "analyze/statistics/series.h"
#include "analyze/statistics/wilcoxon.h"
#include "collect/base/mem.h"
#include "tests/corpus/golden_row.h"

/* R and scipy print 15 digits, of numbers that were had by differences. */
static const double error = 1e-10;

void
golden_check(const struct golden_row *row, size_t i, double got, const char *what)
{
	if (i < row->n)
		vectors_close(row->g->v, got, row->want[i], error, "%s %.*s %s", row->g->source,
			      (int)strcspn(row->label, " "), row->label, what);
}

/* The data of NIST's set that rest begins with. The caller frees x. */
static struct vector_list
nist_set(const struct golden_row *row)
{
	char *name = mem_copy(row->rest, strcspn(row->rest, " "));
	struct vector_list list = vectors_nist_set(row->g->v, name);

	free(name);
	return list;
}

static void
on_nist(const struct golden_row *row)
{
	struct vector_list list = nist_set(row);

	golden_check(row, 0, (double)list.n, "n");
	golden_check_moments(row, 1, list);
	golden_check(row, 3, moments_lag1(list.x, list.n), "lag 1");
	free(list.x);
}

static void
on_effective(const struct golden_row *row)
{
	struct vector_list list = nist_set(row);

	golden_check(row, 0, series_effective(list.x, list.n), "effective size");
	free(list.x);
}

static void
on_tau(const struct golden_row *row)
{
	struct vector_list list = nist_set(row);
	double tau = series_tau(list.x, list.n);

	golden_check(row, 0, tau, "tau");
	golden_check(row, 1, (double)list.n / tau, "effective size");
	free(list.x);
}

static void
on_p(const struct golden_row *row)
{
	for (size_t i = 0; i < row->n; i++)
		vector_add(&row->g->p, row->want[i]);
}

static void
check_adjusted(const struct golden_row *row, void (*adjust)(const double *p, size_t n, double *out))
{
	struct vector_list *p = &row->g->p;
	double *out = mem_alloc(p->n, sizeof(*out));

	adjust(p->x, p->n, out);
	for (size_t i = 0; i < p->n; i++)
		golden_check(row, i, out[i], "p");
	free(out);
}

static void
on_holm(const struct golden_row *row)
{
	check_adjusted(row, adjust_holm);
}

static void
on_bh(const struct golden_row *row)
{
	check_adjusted(row, adjust_bh);
}

static void
on_smallest_p(const struct golden_row *row)
{
	size_t n = strtoul(row->rest, NULL, 10);

	golden_check(row, 0, 2 * wilcoxon_u_cumulative(0, n, n), "smallest p");
}

static void
on_t(const struct golden_row *row)
{
	golden_check(row, 0, qt(0.975, strtod(row->rest, NULL), true, false), "t");
}

static void
on_chi_square(const struct golden_row *row)
{
	double df = strtod(row->rest, NULL);

	golden_check(row, 0, qchisq(0.025, df, true, false), "low");
	golden_check(row, 1, qchisq(0.975, df, true, false), "high");
}

static void
on_f_quantile(const struct golden_row *row)
{
	golden_check(row, 0, qf(0.95, 4, 4, true, false), "F");
}

static void
on_tukey(const struct golden_row *row)
{
	golden_check(row, 0, qtukey(0.95, 1, 3, 12, true, false), "q");
}

static void
on_power(const struct golden_row *row)
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

static const struct golden_kind other_kinds[] = {
    {"nist.", on_nist},
    {"ess.ar1.nist.", on_effective},
    {"ess.geyer(initial positive).nist.", on_tau},
    {"padjust.in", on_p},
    {"padjust.holm", on_holm},
    {"padjust.BH", on_bh},
    {"qwilcox.n=", on_smallest_p},
    {"qt.975.nu=", on_t},
    {"qchisq.025/.975.nu=", on_chi_square},
    {"qf.95.4.4", on_f_quantile},
    {"qtukey.95.3.12", on_tukey},
    {"power.t.test", on_power},
};

static struct golden_pair *
pair_of(struct golden *g, const char *name, bool add)
{
	size_t length = strcspn(name, " "), i = 0;

	while (i < g->sets &&
	       (strncmp(g->set[i].name, name, length) != 0 || g->set[i].name[length]))
		i++;
	if (i == g->sets) {
		if (!add || i == GOLDEN_PAIRS_MAX || length >= sizeof(g->set[i].name))
			return NULL;
		memcpy(g->set[g->sets++].name, name, length);
	}
	return &g->set[i];
}

static void
add_data(struct golden *g, const char *label, const struct vector_list *numbers)
{
	struct golden_pair *pair = pair_of(g, label + 2, true);

	if (!pair) {
		vectors_broken(g->v, label);
		return;
	}
	for (size_t i = 0; i < numbers->n; i++) {
		vector_add(label[0] == 'x' ? &pair->x : &pair->y, numbers->x[i]);
		vector_add(label[0] == 'x' ? &pair->log_x : &pair->log_y, log(numbers->x[i]));
	}
}

static const struct golden_kind *
kind_of(const char *label, const struct golden_kind *kind, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strncmp(label, kind[i].prefix, strlen(kind[i].prefix)) == 0)
			return &kind[i];
	return NULL;
}

static void
check_row(struct golden *g, const char *label, const struct vector_list *numbers)
{
	if (strncmp(label, "scipy.", 6) == 0)
		label += 6;
	struct golden_row row = {.g = g, .label = label, .want = numbers->x, .n = numbers->n};
	const struct golden_kind *kind = kind_of(label, golden_pair_kinds, golden_pair_kinds_n);
	bool of_pair = kind != NULL;
	if (!of_pair)
		kind = kind_of(label, other_kinds, countof(other_kinds));
	if (!kind) {
		char *name = mem_copy(label, strcspn(label, ". ("));
		vectors_skip(g->v, name, numbers->n);
		free(name);
		return;
	}
	row.rest = label + strlen(kind->prefix);
	row.on = of_pair ? pair_of(g, row.rest, false) : NULL;
	if (of_pair && !row.on)
		vectors_broken(g->v, label);
	else
		kind->on(&row);
}

static void
read_row(void *context, char *line)
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

	vectors_lines(v, "golden/R-4.2.2.tsv", read_row, &g);
	g.source = "scipy";
	vectors_lines(v, "golden/scipy-1.10.1-and-exact-enumeration.tsv", read_row, &g);
	vectors_skip(v, "asv, energy, otava in golden", 3);
	for (size_t i = 0; i < g.sets; i++) {
		free(g.set[i].x.x);
		free(g.set[i].y.x);
		free(g.set[i].log_x.x);
		free(g.set[i].log_y.x);
	}
	free(g.p.x);
}
