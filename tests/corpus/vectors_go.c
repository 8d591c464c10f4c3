/* The values that golang/perf's tests assert; a label holds its own data: "x=2,1,3,5 y=0,4,6,7". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/difference.h"
#include "analyze/statistics/rank.h"
#include "analyze/statistics/welch.h"
#include "analyze/statistics/wilcoxon.h"
#include "collect/base/mem.h"
#include "tests/corpus/vectors.h"

static const double error = 1e-12;

struct row {
	struct vectors *v;
	const char *label;
	struct vector_list x, y;
	const double *want;
	size_t n;
};

static void
check(const struct row *row, size_t i, double got, const char *what)
{
	if (i < row->n)
		vectors_close(row->v, got, row->want[i], error, "go %s: %s", row->label, what);
}

/* The numbers behind a name and =; none where the label has no such name. */
static struct vector_list
data_of(const char *label, const char *name)
{
	struct vector_list list = {NULL, 0};
	const char *found = strstr(label, name);

	if (found) {
		found += strlen(name);
		/* x=y=2,1,3,5 */
		vector_numbers(&list, found + (strncmp(found, "y=", 2) == 0 ? 2 : 0), ",");
	}
	return list;
}

static void
on_mann_whitney(const struct row *row)
{
	struct rank_test test = rank_test(row->x.x, row->x.n, row->y.x, row->y.n);

	check(row, 0, test.u, "U");
	/* The one-sided ones are not made. */
	check(row, 2, test.p, "p");
}

/* 0, 2 .. 998 against -41, -39 .. 1157. */
static void
on_large(const struct row *row)
{
	struct row large = *row;

	large.x = large.y = (struct vector_list){NULL, 0};
	for (int i = 0; i < 500; i++)
		vector_add(&large.x, 2 * i);
	for (int i = 0; i < 600; i++)
		vector_add(&large.y, 2 * i - 41);
	on_mann_whitney(&large);
	free(large.x.x);
	free(large.y.x);
}

static struct welch_side
side_of(struct vector_list list)
{
	return (struct welch_side){moments_of(list.x, list.n), 0};
}

static void
on_welch(const struct row *row)
{
	struct difference d = welch_test(side_of(row->y), side_of(row->x), 0.95);

	check(row, 0, d.t, "t");
	check(row, 1, d.df, "df");
	check(row, 3, d.p, "p");
}

static void
on_student(const struct row *row)
{
	struct moments x = side_of(row->x).observed, y = side_of(row->y).observed;
	double df = x.n + y.n - 2;
	double pooled = ((x.n - 1) * x.variance + (y.n - 1) * y.variance) / df;
	struct difference d =
	    difference_test(x.mean - y.mean, pooled * (1 / x.n + 1 / y.n), df, sqrt(pooled), 0.95);

	check(row, 0, d.t, "t");
	check(row, 1, d.df, "df");
	check(row, 3, d.p, "p");
}

static struct difference
one_sample(const double *x, size_t n)
{
	struct moments m = moments_of(x, n);

	return difference_test(m.mean, m.variance / m.n, m.n - 1, moments_sd(m), 0.95);
}

static void
on_paired(const struct row *row)
{
	struct vector_list apart = {NULL, 0};

	for (size_t i = 0; i < row->x.n && i < row->y.n; i++)
		vector_add(&apart, row->x.x[i] - row->y.x[i]);
	struct difference d = one_sample(apart.x, apart.n);
	free(apart.x);
	check(row, 0, d.t, "t");
	check(row, 1, d.df, "df");
	check(row, 3, d.p, "p");
}

static void
on_one_sample(const struct row *row)
{
	struct difference d = one_sample(row->x.x, row->x.n);

	check(row, 0, d.t, "t");
	check(row, 1, d.df, "df");
	check(row, 2, d.p, "p");
}

static void
on_smallest_p(const struct row *row)
{
	for (size_t n = 1; n <= row->n; n++)
		check(row, n - 1, 2 * wilcoxon_u_cumulative(0, n, n), "p");
}

static void
on_mean(const struct row *row)
{
	struct vector_list list = data_of(row->label, " of ");
	struct welch_side side = side_of(list);
	double low, high;

	welch_interval(side, 0.95, &low, &high);
	free(list.x);
	check(row, 0, side.observed.mean, "mean");
	check(row, 1, low, "low");
	check(row, 2, high, "high");
}

static const struct {
	const char *prefix;
	void (*on)(const struct row *row);
} kinds[] = {
    {"MWU large", on_large},
    {"MWU", on_mann_whitney},
    {"Student", on_student},
    {"Welch", on_welch},
    {"Paired", on_paired},
    {"One-sample", on_one_sample},
    {"min two-sided U-test p", on_smallest_p},
    {"mean CI95", on_mean},
};

static void
go_row(void *context, char *line)
{
	char *tab = strchr(line, '\t');
	struct row row = {.v = context, .label = line};
	struct vector_list numbers = {NULL, 0};
	size_t i = 0;

	if (line[0] == '#' || !tab)
		return;
	vector_numbers(&numbers, tab, "\t");
	*tab = '\0';
	while (i < countof(kinds) && strncmp(line, kinds[i].prefix, strlen(kinds[i].prefix)) != 0)
		i++;
	row.x = data_of(line, "x=");
	row.y = data_of(line, "y=");
	row.want = numbers.x;
	row.n = numbers.n;
	if (i < countof(kinds))
		kinds[i].on(&row);
	else
		vectors_skip(context, "median in go-stats", numbers.n);
	free(row.x.x);
	free(row.y.x);
	free(numbers.x);
}

void
vectors_go(struct vectors *v)
{
	vectors_lines(v, "golden/go-stats.tsv", go_row, v);
}
