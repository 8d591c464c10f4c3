/* Zipf, Pareto and normal numbers against probabilities that another program computed. */
#include "collect/engine/distribution.h"

#include "collect/base/mem.h"
#include "collect/engine/xorshift.h"
#include "tests/unit/check.h"

enum { N = 10, DRAWS = 200000 };

/* By Python 3.11, from the definitions:
 *   zipf: w = [k**-t for k in range(1, 11)]; [x / math.fsum(w) for x in w]
 *   pareto: e = math.log(1 - h) / math.log(h); [((i + 1) / 10)**e - (i / 10)**e for i in range(10)]
 *   normal: F = lambda x: 0.5 * math.erfc(-(x - 5) / (p / 10) / math.sqrt(2));
 *           [(F(i + 1) - F(i)) / (F(10) - F(0)) for i in range(10)] */
static const struct {
	const char *name;
	enum job_distribution kind;
	double parameter, want[N];
} cases[] = {
    {"zipf:0.5",
     JOB_DISTRIBUTION_ZIPF,
     0.5,
     {0.1991635966, 0.1408299297, 0.1149871561, 0.09958179829, 0.08906866812, 0.08130819782,
      0.07527676382, 0.07041496485, 0.06638786552, 0.06298105922}},
    {"zipf:1",
     JOB_DISTRIBUTION_ZIPF,
     1,
     {0.3414171521, 0.1707085761, 0.1138057174, 0.08535428804, 0.06828343043, 0.05690285869,
      0.04877387888, 0.04267714402, 0.03793523913, 0.03414171521}},
    {"zipf:1.2",
     JOB_DISTRIBUTION_ZIPF,
     1.2,
     {0.4052334498, 0.176388104, 0.1084325774, 0.07677738164, 0.05874099269, 0.04719802069,
      0.03922722972, 0.03341929642, 0.02901444552, 0.02556850214}},
    {"zipf:3",
     JOB_DISTRIBUTION_ZIPF,
     3,
     {0.8350507644, 0.1043813455, 0.03092780609, 0.01304766819, 0.006680406115, 0.003865975761,
      0.002434550333, 0.001630958524, 0.0011454743, 0.0008350507644}},
    {"pareto:0.1",
     JOB_DISTRIBUTION_PARETO,
     0.1,
     {0.9, 0.02900250838, 0.01739672701, 0.01254038747, 0.009841399667, 0.008115937036,
      0.006914948658, 0.006029552913, 0.005349108588, 0.004809430275}},
    {"pareto:0.2",
     JOB_DISTRIBUTION_PARETO,
     0.2,
     {0.7266965797, 0.07330342027, 0.04626132052, 0.03443637072, 0.02767303342, 0.02325476431,
      0.02012547629, 0.01778456394, 0.01596274146, 0.01450172934}},
    {"pareto:0.5",
     JOB_DISTRIBUTION_PARETO,
     0.5,
     {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}},
    {"pareto:0.8",
     JOB_DISTRIBUTION_PARETO,
     0.8,
     {6.129606017e-08, 9.030123613e-06, 0.0001602260569, 0.001179120114, 0.005393750361,
      0.0183709471, 0.05122809745, 0.1236587675, 0.2677039239, 0.5322960761}},
    {"normal:5",
     JOB_DISTRIBUTION_NORMAL,
     5,
     {6.220960498e-16, 9.865870229e-10, 3.167025525e-05, 0.02271846071, 0.4772498681, 0.4772498681,
      0.02271846071, 3.167025525e-05, 9.865870343e-10, 6.661338148e-16}},
    {"normal:20",
     JOB_DISTRIBUTION_NORMAL,
     20,
     {0.01674847143, 0.04461110944, 0.09300308877, 0.151767131, 0.1938701994, 0.1938701994,
      0.151767131, 0.09300308877, 0.04461110944, 0.01674847143}},
    {"normal:100",
     JOB_DISTRIBUTION_NORMAL,
     100,
     {0.09411954548, 0.09795737288, 0.1009380964, 0.1029754655, 0.1040095197, 0.1040095197,
      0.1029754655, 0.1009380964, 0.09795737288, 0.09411954548}},
    {"random", JOB_DISTRIBUTION_RANDOM, 0, {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}},
};

/* Chi-squared with cells of less than 10 expected draws put together: at most 9 degrees of freedom,
 * for which 45 is exceeded with a probability of 1e-6; the seed is fixed. */
Test(distribution, probabilities)
{
	for (size_t c = 0; c < countof(cases); c++) {
		double seen[N] = {0}, chi2 = 0, rare_seen = 0, rare_want = 0;
		uint64_t state = xorshift_seed(c);
		struct distribution d;
		distribution_init(&d, cases[c].kind, cases[c].parameter, N);
		for (int i = 0; i < DRAWS; i++) {
			uint64_t x = distribution_next(&d, &state);
			cr_assert(x < N);
			seen[x]++;
		}
		for (int i = 0; i < N; i++) {
			double want = cases[c].want[i] * DRAWS;
			if (want < 10) {
				rare_seen += seen[i];
				rare_want += want;
			} else {
				chi2 += (seen[i] - want) * (seen[i] - want) / want;
			}
		}
		cr_expect(chi2 < 45, "%s: chi-squared is %.1f", cases[c].name, chi2);
		cr_expect(fabs(rare_seen - rare_want) <= 5 * sqrt(rare_want + 1), "%s: %g, not %g",
			  cases[c].name, rare_seen, rare_want);
	}
}

/* Share of the first 1000 of 1e6 numbers, by Python: sums of k**-theta by math.fsum. */
Test(distribution, zipf_of_a_large_range)
{
	static const double thetas[] = {0.8, 1.2},
			    shares[] = {0.20679593725629816, 0.8217739753768095};

	for (int c = 0; c < 2; c++) {
		uint64_t state = xorshift_seed(5);
		struct distribution d;
		double first = 0;
		distribution_init(&d, JOB_DISTRIBUTION_ZIPF, thetas[c], 1000000);
		for (int i = 0; i < DRAWS; i++)
			first += distribution_next(&d, &state) < 1000;
		double sd = sqrt(shares[c] * (1 - shares[c]) / DRAWS);
		cr_expect(fabs(first / DRAWS - shares[c]) < 5 * sd, "theta %g: %g", thetas[c],
			  first / DRAWS);
	}
}

/* The mean and standard deviation of a normal distribution that the ends do not cut. */
Test(distribution, normal_of_a_large_range)
{
	const uint64_t n = (uint64_t)1 << 60;
	uint64_t state = xorshift_seed(9);
	struct distribution d;
	double sum = 0, squares = 0;

	distribution_init(&d, JOB_DISTRIBUTION_NORMAL, 10, n);
	for (int i = 0; i < DRAWS; i++) {
		double x = (double)distribution_next(&d, &state) / (double)n;
		sum += x;
		squares += x * x;
	}
	double mean = sum / DRAWS;
	cr_expect(fabs(mean - 0.5) < 5 * 0.1 / sqrt(DRAWS), "mean %g", mean);
	double sd = sqrt(squares / DRAWS - mean * mean);
	cr_expect(fabs(sd - 0.1) < 5 * 0.1 / sqrt(2.0 * DRAWS), "sd %g", sd);
}

/* Whatever the parameter is: numbers below n, and an end. */
Test(distribution, any_parameter)
{
	static const uint64_t ns[] = {1, 2, 3, 1000, (uint64_t)1 << 60, (uint64_t)1 << 63};
	static const double parameters[] = {
	    NAN, -1e308,    -1,        0, 5e-324, 1e-308, 1e-17, 1e-9, 0.25, 0.5,   0.999,
	    1,   1 - 1e-16, 1 + 1e-12, 2, 51,     53,     100,   1e5,  1e7,  1e308, INFINITY};
	static const uint64_t seeds[] = {0, UINT64_MAX};

	for (size_t n = 0; n < countof(ns); n++) {
		for (size_t p = 0; p < countof(parameters); p++) {
			for (int kind = 0; kind <= JOB_DISTRIBUTION_NORMAL; kind++) {
				uint64_t state = xorshift_seed(seeds[p % 2]);
				struct distribution d;
				distribution_init(&d, (enum job_distribution)kind, parameters[p],
						  ns[n]);
				for (int i = 0; i < 200; i++)
					cr_assert(distribution_next(&d, &state) < ns[n],
						  "kind %d, parameter %g, n %zu", kind,
						  parameters[p], n);
			}
		}
	}
}

Test(distribution, unit_never_reaches_its_ends)
{
	uint64_t state = xorshift_seed(0);
	for (int i = 0; i < 100000; i++) {
		double u = xorshift_unit(&state);
		cr_assert(u > 0);
		cr_assert(u < 1);
	}
}
