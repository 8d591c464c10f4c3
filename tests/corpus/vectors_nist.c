/* NIST's Statistical Reference Datasets: univariate sets and analysis of variance. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/anova.h"
#include "analyze/statistics/moments.h"
#include "collect/base/mem.h"
#include "tests/corpus/vectors.h"

enum { TREATMENTS_MAX = 16 };

struct set {
	bool data; /* the lines of data have begun */
	struct vector_list all;
	double mean, sd, lag1;
};

/* The number behind the last colon. */
static double
behind_colon(const char *line)
{
	const char *colon = strrchr(line, ':');

	return colon ? strtod(colon + 1, NULL) : NAN;
}

static void
set_row(void *context, char *line)
{
	struct set *set = context;

	if (strncmp(line, "Sample Mean", 11) == 0)
		set->mean = behind_colon(line);
	else if (strncmp(line, "Sample Standard", 15) == 0)
		set->sd = behind_colon(line);
	else if (strncmp(line, "Sample Auto", 11) == 0)
		set->lag1 = behind_colon(line);
	else if (strncmp(line, "---", 3) == 0)
		set->data = true;
	else if (set->data)
		vector_numbers(&set->all, line, " \t");
}

static struct set
read_set(struct vectors *v, const char *name)
{
	struct set set = {.mean = NAN, .sd = NAN, .lag1 = NAN};
	char *path = mem_format("nist/%s.dat", name);

	vectors_lines(v, path, set_row, &set);
	free(path);
	return set;
}

struct vector_list
vectors_nist_set(struct vectors *v, const char *name)
{
	return read_set(v, name).all;
}

static void
check_set(struct vectors *v, const char *name)
{
	struct set set = read_set(v, name);
	struct moments m = moments_of(set.all.x, set.all.n);
	/* Decimals rounded to doubles lose digits where the mean is large beside the spread. */
	double rel = fmax(1e-12, 1e-15 * fabs(set.mean) / set.sd);

	vectors_close(v, m.mean, set.mean, 1e-14, "NIST %s mean", name);
	vectors_close(v, moments_sd(m), set.sd, rel, "NIST %s sd", name);
	vectors_close(v, moments_lag1(set.all.x, set.all.n), set.lag1, rel, "NIST %s lag 1", name);
	free(set.all.x);
}

struct treatments {
	size_t line, first, last; /* of data */
	double digits;            /* that all observations share */
	double between[4], within[3];
	struct vector_list of[TREATMENTS_MAX];
	size_t n;
};

static void
treatments_data(struct treatments *t, const char *line)
{
	struct vector_list row = {NULL, 0};

	vector_numbers(&row, line, " \t");
	for (size_t i = 0; i < row.n && i < TREATMENTS_MAX; i++)
		vector_add(&t->of[i], row.x[i]);
	t->n = row.n > t->n && row.n <= TREATMENTS_MAX ? row.n : t->n;
	free(row.x);
}

static void
treatments_row(void *context, char *line)
{
	struct treatments *t = context;

	t->line++;
	if (t->first && t->line >= t->first && t->line <= t->last) {
		treatments_data(t, line);
		return;
	}
	if (strstr(line, "Constant Leading Digits"))
		t->digits = strtod(line, NULL);
	sscanf(line, " Data (lines %zu to %zu)", &t->first, &t->last);
	/* df, sum of squares, mean square, F */
	sscanf(line, "Between %*s %lf %lf %lf %lf", &t->between[0], &t->between[1], &t->between[2],
	       &t->between[3]);
	sscanf(line, "Within %*s %lf %lf %lf", &t->within[0], &t->within[1], &t->within[2]);
}

static void
check_treatments(struct vectors *v, const char *name)
{
	struct treatments t = {.digits = 0};
	char *path = mem_format("nist/%st.dat", name);

	vectors_lines(v, path, treatments_row, &t);
	free(path);
	struct anova_group group[TREATMENTS_MAX];
	for (size_t i = 0; i < t.n; i++)
		group[i] = (struct anova_group){t.of[i].x, t.of[i].n};
	struct anova a = anova_one_way(group, t.n);
	/* Of the 16 digits of a double, these are left for what differs. */
	double rel = fmax(1e-9, pow(10, t.digits - 15));
	vectors_close(v, a.df_between, t.between[0], 0, "NIST %s df between", name);
	vectors_close(v, a.between, t.between[2], rel, "NIST %s between", name);
	vectors_close(v, a.f, t.between[3], rel, "NIST %s F", name);
	vectors_close(v, a.df_within, t.within[0], 0, "NIST %s df within", name);
	vectors_close(v, a.within, t.within[2], rel, "NIST %s within", name);
	for (size_t i = 0; i < TREATMENTS_MAX; i++)
		free(t.of[i].x);
}

void
vectors_nist(struct vectors *v)
{
	static const char *const univariate[] = {"Lew",     "Lottery", "Mavro",   "Michelso",
						 "NumAcc1", "NumAcc2", "NumAcc3", "NumAcc4"};
	static const char *const variance[] = {"AtmWtAg", "SiRstv", "SmLs01", "SmLs02",
					       "SmLs03",  "SmLs04", "SmLs05", "SmLs06",
					       "SmLs07",  "SmLs08", "SmLs09"};

	for (size_t i = 0; i < countof(univariate); i++)
		check_set(v, univariate[i]);
	for (size_t i = 0; i < countof(variance); i++)
		check_treatments(v, variance[i]);
}
