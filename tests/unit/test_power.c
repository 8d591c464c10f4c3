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

Test(power, quantiles_of_t_are_those_of_r)
{
	static const struct {
		double df, t;
	} rows[] = {{2, 4.30265272974946},   {3, 3.18244630528371}, {4, 2.77644510519779},
		    {5.5, 2.50185861758924}, {8, 2.30600413520417}, {18, 2.10092204024104}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_close(qt(0.975, rows[i].df, 1, 0), rows[i].t, 1e-13, "qt");
}
