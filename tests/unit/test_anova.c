/* One-way analysis of variance against NIST's Statistical Reference Datasets (StRD), a work of the
 * US government in the public domain: https://www.itl.nist.gov/div898/strd/anova/anova.html. */
#include "analyze/statistics/anova.h"

#include "tests/unit/check.h"

#define GROUP(x)                                                                                   \
	{                                                                                          \
		x, sizeof(x) / sizeof((x)[0])                                                      \
	}

/* Resistivity of silicon by five instruments. */
static const double si_1[] = {196.3052, 196.1240, 196.1890, 196.2569, 196.3403};
static const double si_2[] = {196.3042, 196.3825, 196.1669, 196.3257, 196.0422};
static const double si_3[] = {196.1303, 196.2005, 196.2889, 196.0343, 196.1811};
static const double si_4[] = {196.2795, 196.1748, 196.1494, 196.1485, 195.9885};
static const double si_5[] = {196.2119, 196.1051, 196.1850, 196.0052, 196.2090};
static const struct anova_group si[] = {GROUP(si_1), GROUP(si_2), GROUP(si_3), GROUP(si_4),
					GROUP(si_5)};

/* Atomic weight of silver by two instruments. */
static const double ag_1[] = {107.8681568, 107.8681465, 107.8681572, 107.8681785, 107.8681446,
			      107.8681903, 107.8681526, 107.8681494, 107.8681616, 107.8681587,
			      107.8681519, 107.8681486, 107.8681419, 107.8681569, 107.8681508,
			      107.8681672, 107.8681385, 107.8681518, 107.8681662, 107.8681424,
			      107.8681360, 107.8681333, 107.8681610, 107.8681477};
static const double ag_2[] = {107.8681079, 107.8681344, 107.8681513, 107.8681197, 107.8681604,
			      107.8681385, 107.8681642, 107.8681365, 107.8681151, 107.8681082,
			      107.8681517, 107.8681448, 107.8681198, 107.8681482, 107.8681334,
			      107.8681609, 107.8681101, 107.8681512, 107.8681469, 107.8681360,
			      107.8681254, 107.8681261, 107.8681450, 107.8681368};

/* Certified values first. No decimal of these data is exact in binary, so the second column has
 * what exact rational arithmetic (Python's fractions) gives for the doubles that are read. */
Test(anova, reproduces_nist_measurements)
{
	const struct anova_group ag[] = {GROUP(ag_1), GROUP(ag_2)};
	struct anova a = anova_one_way(si, 5), b = anova_one_way(ag, 2);

	check_close(a.between, 1.27865654e-2, 1e-12, "SiRstv between");
	check_close(a.within, 1.0831828e-2, 1e-12, "SiRstv within");
	check_close(a.f, 1.18046237440255, 1e-12, "SiRstv F");
	check_close(a.f, 1.1804623744024467, 1e-14, "SiRstv F of the doubles");
	check_close(a.df_between, 4, 0, "SiRstv df");
	check_close(a.df_within, 20, 0, "SiRstv df");
	check_close(a.size, 5, 1e-15, "SiRstv size");
	check_close(a.component, (1.27865654e-2 - 1.0831828e-2) / 5, 1e-11, "SiRstv component");
	check_close(b.between, 3.638341875e-9, 1e-9, "AtmWtAg between");
	check_close(b.within, 2.28155932971014e-10, 1e-9, "AtmWtAg within");
	check_close(b.f, 15.946733567793, 1e-9, "AtmWtAg F");
	check_close(b.f, 15.946733566676926, 1e-13, "AtmWtAg F of the doubles");
}

/* Simon and Lesage's (1989) treatments: n values each of base + 0.4, 0.3 and 0.5 in turns, the
 * first in the middle of its two neighbours, 0.1 below and above it, which follow each other. */
static double *
treatment(double base, int middle, size_t n)
{
	double *x = malloc(n * sizeof(*x));
	char text[40];

	for (size_t i = 0; i < n; i++) {
		int digit = i == 0 ? middle : i % 2 ? middle - 1 : middle + 1;
		snprintf(text, sizeof(text), "%.0f.%d", base, digit);
		x[i] = strtod(text, NULL);
	}
	return x;
}

static struct anova
simon_lesage(double base, size_t n)
{
	struct anova_group group[9];
	double *x[9];

	for (int i = 0; i < 9; i++) {
		x[i] = treatment(base, i == 0 ? 4 : i % 2 ? 3 : 5, n);
		group[i] = (struct anova_group){x[i], n};
	}
	struct anova a = anova_one_way(group, 9);
	for (int i = 0; i < 9; i++)
		free(x[i]);
	return a;
}

/* Certified: within 0.01, F 21, 201 and 2001. The doubles nearest to 1e12 + 0.4 are 1.2e-4 apart,
 * so no more than four digits of the certified values are in the data; F of the doubles by exact
 * rational arithmetic (Python's fractions) shows that none is lost beyond that. */
Test(anova, keeps_the_digits_that_the_data_have)
{
	const struct {
		const char *name;
		double base;
		size_t n;
		double certified, digits, exact;
	} tests[] = {
	    {"SmLs01", 1, 21, 21, 1e-14, 21},
	    {"SmLs02", 1, 201, 201, 1e-14, 201.00000000000003},
	    {"SmLs03", 1, 2001, 2001, 1e-13, 2001.0000000000002},
	    {"SmLs04", 1e6, 21, 21, 1e-10, 21.000000000776101},
	    {"SmLs05", 1e6, 201, 201, 1e-10, 201.00000001241764},
	    {"SmLs06", 1e6, 2001, 2001, 1e-10, 2001.0000001288329},
	    {"SmLs07", 1e12, 21, 21, 1e-4, 21.00081188781877},
	    {"SmLs08", 1e12, 201, 201, 1e-4, 201.01300409594845},
	    {"SmLs09", 1e12, 2001, 2001, 1e-4, 2001.1349262209505},
	};

	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		struct anova a = simon_lesage(tests[i].base, tests[i].n);
		check_close(a.f, tests[i].certified, tests[i].digits, tests[i].name);
		check_close(a.within, 0.01, tests[i].digits, tests[i].name);
		check_close(a.f, tests[i].exact, 1e-14, tests[i].name);
		check_close(a.df_within, 9 * (double)tests[i].n - 9, 0, tests[i].name);
	}
}

/* R 4.2.2: anova(lm(y ~ f)); n~ by (12 - sum(lengths(g)^2) / 12) / 2. */
Test(anova, stands_groups_of_unequal_sizes)
{
	static const double x[] = {1.5, 2.25, 1.75, 3}, y[] = {2, 2.5, 4.5},
			    z[] = {1, 9, 3, 3.5, 2.75};
	const struct anova_group group[] = {GROUP(x), {NULL, 0}, GROUP(y), GROUP(z)};
	struct anova a = anova_one_way(group, 4);

	check_close(a.between, 3.3140625, 1e-14, "between");
	check_close(a.within, 4.6125, 1e-14, "within");
	check_close(a.f, 0.7184959349593493, 1e-13, "F");
	check_close(a.p, 0.5134548248785566, 1e-13, "p");
	check_close(a.df_between, 2, 0, "the empty group does not count");
	check_close(a.size, 3.916666666666667, 1e-15, "size");
	check_close(a.component, 0, 0, "no negative component");
}

Test(anova, follows_shift_and_scale)
{
	double moved[5][5];
	struct anova_group group[5];
	struct anova a = anova_one_way(si, 5);

	for (size_t i = 0; i < 5; i++) {
		for (size_t j = 0; j < 5; j++)
			moved[i][j] = 8 * si[i].x[j] - 512;
		group[i] = (struct anova_group){moved[i], 5};
	}
	struct anova b = anova_one_way(group, 5);
	check_close(b.f, a.f, 1e-13, "F");
	check_close(b.component, 64 * a.component, 1e-12, "component");
}

Test(anova, says_nothing_where_nothing_is_known)
{
	static const double one[] = {3}, two[] = {5}, flat[] = {4, 4, 4};
	const struct anova_group singles[] = {GROUP(one), GROUP(two)};
	const struct anova_group constant[] = {GROUP(flat), GROUP(flat)};
	const struct anova_group apart[] = {GROUP(flat), GROUP(one)};
	struct anova a = anova_one_way(si, 0);

	check_nan(a.between, "no group");
	check_nan(a.within, "no group");
	check_nan(a.p, "no group");
	/* R: var(si_1). */
	a = anova_one_way(si, 1);
	check_nan(a.between, "one group");
	check_nan(a.component, "one group");
	check_close(a.within, 0.007651577, 1e-12, "one group");
	a = anova_one_way(singles, 2);
	check_close(a.between, 2, 1e-15, "single values");
	check_nan(a.within, "single values");
	check_nan(a.f, "single values");
	check_nan(a.component, "single values");
	a = anova_one_way(constant, 2);
	check_close(a.within, 0, 0, "constant groups");
	check_close(a.component, 0, 0, "constant groups");
	check_nan(a.f, "constant groups");
	/* What is constant within and differs between has no F; its component is known. */
	a = anova_one_way(apart, 2);
	check_nan(a.p, "constant but apart");
	check_close(a.component, 0.75 / 1.5, 1e-15, "constant but apart");
}

Test(anova, stands_values_of_any_size)
{
	static const double far[] = {1e308, -1e308, 5e-324}, near[] = {5e-324, 0, 1e-310};
	const struct anova_group group[] = {GROUP(far), GROUP(near)};
	const struct anova_group tiny[] = {GROUP(near), GROUP(near)};
	struct anova a = anova_one_way(group, 2);

	check_nan(a.within, "overflow");
	check_nan(a.f, "overflow");
	check_nan(a.component, "overflow");
	check_nan(anova_one_way(tiny, 2).p, "underflow");
}
