/* Tails of observations in groups. Values by the definition, in R 4.2.2. */
#include "analyze/statistics/kurtosis.h"

#include "collect/engine/xorshift.h"
#include "tests/unit/check.h"

static const double spike[] = {0, 0, 0, 0, 10, 0, 0, 0, 0, 0}, few[] = {2, 5, 5};

/* With e = y - mean(y): (mean(e^4) - 3 mean(e^2)^2) / ((1 - 1/n)^4 + (n - 1) / n^4) / var(y)^2. */
Test(kurtosis, of_one_group)
{
	struct kurtosis k = {.df = 0};

	kurtosis_add(&k, spike, 10);
	check_close(kurtosis_excess(&k), 6.301369863013698, 1e-13, "one of ten");
}

/* Their sums of squares and fourth powers, over 11 degrees of freedom. */
Test(kurtosis, of_groups_of_any_size)
{
	struct kurtosis k = {.df = 0};

	kurtosis_add(&k, few, 3);
	kurtosis_add(&k, spike, 10);
	kurtosis_add(&k, few, 1);
	kurtosis_add(&k, few, 0);
	check_close(kurtosis_excess(&k), 8.041836999078768, 1e-13, "3 and 10");
	check_close(k.df, 11, 0, "df");
}

/* Uniform values have the excess -1.2, of which 0 is made; a twelfth power of one is heavy. */
Test(kurtosis, is_not_below_normal)
{
	struct kurtosis flat = {.df = 0}, heavy = {.df = 0};
	uint64_t state = xorshift_seed(5);

	for (int g = 0; g < 20000; g++) {
		double x[3], y[3];
		for (int i = 0; i < 3; i++) {
			x[i] = xorshift_unit(&state);
			y[i] = xorshift_unit(&state) < 0.1;
		}
		kurtosis_add(&flat, x, 3);
		kurtosis_add(&heavy, y, 3);
	}
	check_close(kurtosis_excess(&flat), 0, 0, "flat");
	/* Bernoulli: (1 - 6 p q) / (p q) = 5.111. */
	check_close(kurtosis_excess(&heavy), 0.46 / 0.09, 0.05, "one in ten");
}

Test(kurtosis, of_nothing)
{
	static const double equal[] = {1, 1, 1}, large[] = {1e308, -1e308, 1e300};
	struct kurtosis k = {.df = 0};

	check_close(kurtosis_excess(&k), 0, 0, "no group");
	kurtosis_add(&k, equal, 3);
	check_close(kurtosis_excess(&k), 0, 0, "no variance");
	kurtosis_add(&k, large, 3);
	check_close(kurtosis_excess(&k), 0, 0, "beyond numbers");
}

Test(kurtosis, takes_degrees_of_freedom)
{
	check_close(kurtosis_df(0, 4, 5), 4, 1e-15, "normal");
	check_close(kurtosis_df(2.5, 4, 5), 2, 1e-15, "2 / (0.5 + 0.5)");
}
