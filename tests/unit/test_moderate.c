/* Moderated variances against limma 3.54.1 under R 4.2.2, and at the ends of what they can meet. */
#include "analyze/statistics/moderate.h"

#include "tests/unit/check.h"

#define N(x) (sizeof(x) / sizeof((x)[0]))

static const double spread[] = {4.1e-4, 2.2e-4, 9.7e-4, 1.3e-4, 6.5e-4, 3.3e-4,
				5.2e-5, 4.8e-4, 1.9e-3, 2.7e-4, 7.4e-4, 1.6e-4};
static const double four[] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
static const double unequal[] = {4, 4, 3, 4, 2, 4, 8, 4, 1, 18, 4, 6};

/* fitFDist(spread, 4) and squeezeVar(spread, 4)$var.post. */
Test(moderate, reproduces_limma_for_equal_df)
{
	static const double posterior[] = {
	    0.0004045285550292442, 0.0003380905597793596, 0.0006003458041867988,
	    0.0003066199304504669, 0.0004884502332396247, 0.0003765546622924507,
	    0.0002793453850320932, 0.0004290057111739385, 0.0009255423072520234,
	    0.0003555742427398556, 0.0005199208625685175, 0.0003171101402267645};
	struct prior prior = moderate_fit(spread, four, N(spread));

	check_close(prior.variance, 0.0004015866163992243, 1e-13, "s0^2");
	check_close(prior.df, 7.439237399345222, 1e-12, "d0");
	check_close(prior.df_sum, 48, 0, "sum of df");
	for (size_t i = 0; i < N(spread); i++)
		check_close(moderate_variance(&prior, spread[i], 4), posterior[i], 1e-13,
			    "posterior");
	check_close(moderate_df(&prior, 4), 11.439237399345222, 1e-12, "df");
}

/* fitFDist(spread, unequal), which is the estimator by moments; squeezeVar of later versions takes
 * another one for unequal df. Posterior: (df2 * scale + unequal * spread) / (df2 + unequal). */
Test(moderate, reproduces_limma_for_unequal_df)
{
	static const double posterior[] = {
	    0.0004086871503827841, 0.0003259402524626852, 0.0006137894287568713,
	    0.0002867443534479015, 0.0004751309355926508, 0.0003738463512585319,
	    0.0001918628890309461, 0.0004391728496165048, 0.0006489699819832518,
	    0.0003007872340464424, 0.0005524054467703242, 0.0002748093448582813};
	struct prior prior = moderate_fit(spread, unequal, N(spread));

	check_close(prior.variance, 0.0004076742730752422, 1e-13, "s0^2");
	check_close(prior.df, 5.184634338000953, 1e-12, "d0");
	for (size_t i = 0; i < N(spread); i++) {
		check_close(moderate_variance(&prior, spread[i], unequal[i]), posterior[i], 1e-13,
			    "posterior");
		check_close(moderate_df(&prior, unequal[i]), 5.184634338000953 + unequal[i], 1e-12,
			    "df");
	}
}

/* Ten variances closer to each other than chance makes them. limma: df2 infinite, scale the plain
 * mean of the variances, 1.015; weighted by df it is sum(w * d) / sum(d) in R. */
Test(moderate, pools_cells_that_differ_by_chance_alone)
{
	static const double alike[] = {1.1, 0.9, 1.3, 0.8, 1.05, 0.95, 1.2, 0.7, 1.15, 1.0};
	struct prior equal = moderate_fit(alike, four, N(alike));
	struct prior weighted = moderate_fit(alike, unequal, N(alike));

	cr_expect(isinf(equal.df));
	check_close(equal.variance, 1.015, 1e-15, "s0^2");
	check_close(moderate_variance(&equal, 0.7, 4), 1.015, 1e-15, "posterior");
	check_close(moderate_df(&equal, 4), 40, 0, "no better than all cells together");
	cr_expect(isinf(weighted.df));
	check_close(weighted.variance, 1.010576923076923, 1e-15, "s0^2, weighted");
	check_close(moderate_df(&weighted, 2), 52, 0, "df, weighted");
}

Test(moderate, scales_with_the_variances)
{
	double scaled[N(spread)];
	struct prior prior = moderate_fit(spread, unequal, N(spread));

	for (size_t i = 0; i < N(spread); i++)
		scaled[i] = spread[i] * 1e6;
	struct prior large = moderate_fit(scaled, unequal, N(spread));
	check_close(large.variance, prior.variance * 1e6, 1e-12, "s0^2");
	check_close(large.df, prior.df, 1e-12, "d0");
}

Test(moderate, has_no_prior_from_too_few_cells)
{
	struct prior prior = moderate_fit(spread, four, MODERATE_CELLS_MIN - 1);

	check_nan(prior.variance, "nine cells");
	check_close(moderate_variance(&prior, 0.25, 4), 0.25, 0, "its own variance");
	check_close(moderate_df(&prior, 4), 4, 0, "its own df");
	check_nan(moderate_fit(spread, four, 0).variance, "no cell");
	check_nan(moderate_fit(spread, four, 1).variance, "one cell");
	cr_expect(moderate_fit(spread, four, MODERATE_CELLS_MIN).variance > 0);
}

/* A cell without runs to spare, or whose runs are equal, says nothing of what is usual. */
Test(moderate, leaves_out_cells_without_a_variance)
{
	double variance[N(spread) + 5], df[N(spread) + 5];
	static const double more[] = {0, NAN, INFINITY, -1, 3}, more_df[] = {4, 4, 4, 4, 0};

	memcpy(variance, spread, sizeof(spread));
	memcpy(df, four, sizeof(four));
	memcpy(variance + N(spread), more, sizeof(more));
	memcpy(df + N(spread), more_df, sizeof(more_df));
	struct prior prior = moderate_fit(spread, four, N(spread));
	struct prior same = moderate_fit(variance, df, N(variance));
	check_close(same.variance, prior.variance, 0, "s0^2");
	check_close(same.df, prior.df, 0, "d0");
	check_close(same.df_sum, 48, 0, "sum of df");
	check_nan(moderate_fit(variance + 3, df + 3, N(spread) + 1).variance, "nine that count");

	/* It is given the prior all the same. */
	check_close(moderate_variance(&prior, 0, 4),
		    7.439237399345222 / 11.439237399345222 * prior.variance, 1e-12, "variance 0");
	check_close(moderate_variance(&prior, NAN, 0), prior.variance, 0, "no runs to spare");
	check_close(moderate_df(&prior, 0), prior.df, 0, "its df");
}

/* d0 and s0^2 by limma's trigammaInverse(var(e) - trigamma(2)) and the formula for the mean. */
Test(moderate, stands_cells_of_any_size)
{
	static const double wide[] = {1e-300, 1e300, 1e-200, 1e200,  1,
				      1e-100, 1e100, 2,      1e-250, 1e250};
	static const double huge[] = {1e308, 1.7e308, 1e308, 1.1e308, 1e308,
				      1e308, 1.2e308, 1e308, 1e308,   1.5e308};
	static const double tiny[] = {5e-324, 5e-324, 5e-324, 5e-324, 5e-324,
				      5e-324, 5e-324, 5e-324, 5e-324, 5e-324};
	static const double ends[] = {5e-324, 1.7e308, 5e-324, 1.7e308, 5e-324,
				      5e-324, 5e-324,  5e-324, 5e-324,  5e-324};
	static const double endless[] = {1e308, 1e308, 1e308, 1e308, 1e308,
					 1e308, 1e308, 1e308, 1e308, 1e308};
	struct prior prior = moderate_fit(wide, four, N(wide));

	check_close(prior.df, 0.004094586837408719, 1e-9, "d0");
	check_close(log(prior.variance), log(2.858109673483446e-210), 1e-9, "s0^2");
	prior = moderate_fit(huge, four, N(huge));
	cr_expect(isfinite(prior.variance) && prior.variance > 1e308);
	check_close(moderate_fit(tiny, four, N(tiny)).variance, 5e-324, 0, "smallest");
	check_nan(moderate_fit(ends, four, N(ends)).variance, "both ends");
	prior = moderate_fit(spread, endless, N(endless));
	cr_expect(prior.variance > 0 && prior.df > 0);
	cr_expect(moderate_variance(&prior, 1, 1e308) > 0);
	cr_expect(moderate_df(&prior, 1e308) > 0);
}
