/* Runs needed, against R 4.2.2's power.t.test (delta = effect, sd = 1, sig.level = .05), which
 * solves to about 1e-5; and Rmath's qt, to know that the library is linked and called right. */
#include "analyze/statistics/power.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "tests/unit/check.h"

Test(power, reproduces_r)
{
	static const struct {
		double effect, power, runs;
	} rows[] = {
	    {1, 0.9, 22.0210977038512},    {0.5, 0.8, 63.7657637142739},
	    {0.5, 0.95, 104.927952060009}, {1, 0.8, 16.7147681423283},
	    {1, 0.95, 26.9892186603963},   {1.5, 0.8, 8.06030950441486},
	    {1.5, 0.95, 12.5987222119727}, {2, 0.8, 5.09000814871002},
	    {2, 0.95, 7.60895798540236},   {3, 0.8, 3.07001019072005},
	    {3, 0.95, 4.14867776878467},   {4, 0.8, 2.41389092450023},
	    {4, 0.95, 3.01645102880928},   {5, 0.8, 2.11724524658123},
	    {5, 0.95, 2.519569307562},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char name[64];
		snprintf(name, sizeof(name), "effect %g power %g", rows[i].effect, rows[i].power);
		check_close(power_runs(rows[i].effect, 0.05, rows[i].power), rows[i].runs, 2e-5,
			    name);
	}
}

Test(power, has_its_limits)
{
	check_close(power_runs(19, 0.05, 0.8), 2, 0, "a huge effect");
	check_close(power_runs(1e9, 0.05, 0.8), 2, 0, "an absurd effect");
	cr_expect(isinf(power_runs(0, 0.05, 0.8)) != 0);
	cr_expect(isinf(power_runs(-1, 0.05, 0.8)) != 0);
	cr_expect(isinf(power_runs(NAN, 0.05, 0.8)) != 0);
	cr_expect(isinf(power_runs(1e-6, 0.05, 0.8)) != 0);
}

/* Less effect, a stricter level and more power all cost runs. */
Test(power, is_monotonic)
{
	double last = 2;

	for (int i = 0; i < 64; i++) {
		double effect = 8 * pow(0.9, i);
		double runs = power_runs(effect, 0.05, 0.8);
		cr_expect(runs >= last, "effect %g needs %g, more of it %g", effect, runs, last);
		cr_expect(power_runs(effect, 0.01, 0.8) >= runs);
		cr_expect(power_runs(effect, 0.05, 0.9) >= runs);
		last = runs;
	}
}

/* R 4.2.2's power.t.test(n, delta, sd = 1, sig.level)$power; the last two, where R's own pt() falls
 * back to an approximation, by integrate() over the chi-square density to 1e-10. */
Test(power, of_a_number_of_runs)
{
	static const struct {
		double runs, effect, alpha, power;
	} rows[] = {
	    {2, 0.5, 0.05, 0.0508416114234574},  {2, 2, 0.05, 0.218004474542112},
	    {3, 2, 0.05, 0.46260812864823},      {3, 3, 0.01, 0.37777657069367},
	    {5, 2, 0.05, 0.790541631535308},     {5, 1, 0.001, 0.0154972943900568},
	    {12, 1, 0.05, 0.648634350616455},    {12, 2, 0.0001, 0.571920885245317},
	    {100, 0.4, 0.05, 0.803646604876676}, {2, 40, 0.001, 0.798143958266664},
	    {2, 60, 0.0001, 0.302380884530488},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char name[64];
		snprintf(name, sizeof(name), "runs %g effect %g alpha %g", rows[i].runs,
			 rows[i].effect, rows[i].alpha);
		check_close(power_of(rows[i].runs, rows[i].effect, rows[i].alpha), rows[i].power,
			    1e-9, name);
	}
	check_nan(power_of(1, 1, 0.05), "one run");
	check_nan(power_of(5, -1, 0.05), "no effect");
	check_nan(power_of(5, NAN, 0.05), "unknown effect");
	check_close(power_of(5, 1e300, 0.05), 1, 1e-14, "an absurd effect");
}

/* From first guesses near and far: the power is 1 to the last digit at some, all but alpha at
 * others.
 */
Test(power, runs_are_the_inverse_of_the_power)
{
	static const double alphas[] = {0.05, 0.01, 1e-3, 1e-8}, powers[] = {0.1, 0.5, 0.8, 0.9999};

	for (size_t i = 0; i < sizeof(alphas) / sizeof(alphas[0]); i++) {
		for (size_t k = 0; k < sizeof(powers) / sizeof(powers[0]); k++) {
			for (double effect = 0.01; effect < 1e5; effect *= 1.37) {
				double runs = power_runs(effect, alphas[i], powers[k]);
				double power = power_of(runs, effect, alphas[i]);
				cr_expect(runs == 2 ? power >= powers[k]
						    : fabs(power - powers[k]) < 1e-9,
					  "effect %g alpha %g: %.17g runs have %.17g of %g", effect,
					  alphas[i], runs, power, powers[k]);
			}
		}
	}
	check_close(power_effect(2, 0.05, 0.01), 0, 1e-11, "less power than the level");
}

/* No step where the noncentrality passes the end of the series, at 37. */
Test(power, has_no_seam)
{
	for (double runs = 2; runs < 1e6; runs *= 3) {
		double seam = 37 / sqrt(runs / 2), last = 0;
		for (int i = -50; i <= 50; i++) {
			double power = power_of(runs, seam * (1 + i / 1000.0), 1e-4);
			cr_expect(power >= last - 1e-12 && power - last <= 0.01 + (i == -50),
				  "runs %g, step %d: %.17g after %.17g", runs, i, power, last);
			last = power;
		}
	}
}

/* The effect is the inverse of the runs; R's power.t.test(n, sd = 1, power)$delta. */
Test(power, effect_that_runs_detect)
{
	check_close(power_effect(3, 0.05, 0.8), 3.070892844, 1e-7, "3 runs");
	check_close(power_effect(5, 0.05, 0.8), 2.024440977, 1e-7, "5 runs");
	check_close(power_effect(10, 0.05, 0.95), 1.706216041, 1e-7, "10 runs");
	check_close(power_effect(5, 0.001, 0.9), 4.395989208, 1e-7, "5 runs");
	for (int n = 2; n < 40; n++) {
		double effect = power_effect(n, 0.01, 0.9);
		check_close(power_of(n, effect, 0.01), 0.9, 1e-10, "its own inverse");
		check_close(power_runs(effect, 0.01, 0.9), n, 1e-8, "and that of the runs");
	}
	check_nan(power_effect(1, 0.05, 0.8), "one run");
	check_nan(power_effect(NAN, 0.05, 0.8), "no runs");
	check_nan(power_effect(2, 1e-30, 0.8), "a level that nothing reaches");
}

Test(power, quantiles_of_t_are_those_of_r)
{
	static const struct {
		double df, t;
	} rows[] = {{2, 4.30265272974946},   {3, 3.18244630528371}, {4, 2.77644510519779},
		    {5.5, 2.50185861758924}, {8, 2.30600413520417}, {18, 2.10092204024104}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_close(qt(0.975, rows[i].df, 1, 0), rows[i].t, 1e-13, "qt");
}
