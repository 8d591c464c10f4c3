/* Tests of variances against R 4.2.2's var.test and scipy 1.10.1's levene(center='median'). */
#include "analyze/statistics/variance_ratio.h"

#include "analyze/statistics/moments.h"
#include "tests/unit/check.h"

#define N(x) (sizeof(x) / sizeof((x)[0]))
#define GROUP(x)                                                                                   \
	{                                                                                          \
		x, N(x)                                                                            \
	}
#define KNOWN(x) ((struct variance_known){moments_of(x, N(x)).variance, (double)(N(x) - 1), 0})

static const double a3[] = {101.2, 99.8, 100.5}, b3[] = {97.1, 96.4, 98};
static const double a5[] = {251840, 253010, 249920, 252300, 250770};
static const double b5[] = {246900, 248100, 245350, 247700, 244980};
static const double a6[] = {1.52, 1.49, 1.55, 1.5, 1.53, 1.51};
static const double b6[] = {1.5, 1.75, 1.31, 1.62, 1.4, 1.58};
static const double iguana[] = {50, 200, 150, 400, 750, 400, 150};
static const double chameleon[] = {150, 400, 720, 500, 930};

/* var.test(x, y) has the ratio of the first over the second. */
Test(variance_ratio, reproduces_r)
{
	const struct {
		const char *name;
		struct variance_known x, y;
		double ratio, p, low, high;
	} tests[] = {
	    {"ministat", KNOWN(iguana), KNOWN(chameleon), 0.63350102478107, 0.587233049729883,
	     0.0688789385630658, 3.94491297909744},
	    {"3 and 3", KNOWN(a3), KNOWN(b3), 0.761658031088094, 0.864705882352948,
	     0.0195296931048229, 29.7046632124355},
	    {"5 and 5", KNOWN(a5), KNOWN(b5), 0.780935590275983, 0.816422692404425,
	     0.0813090905696647, 7.50051921484937},
	    {"6 and 6", KNOWN(a6), KNOWN(b6), 0.0186467767714438, 0.00048295623624505,
	     0.00260926119235224, 0.133256986683883},
	};

	for (size_t i = 0; i < N(tests); i++) {
		struct variance_ratio r = variance_ratio_test(tests[i].y, tests[i].x, 0.95);
		check_close(r.ratio, tests[i].ratio, 1e-12, tests[i].name);
		check_close(r.p, tests[i].p, 1e-12, tests[i].name);
		check_close(r.low, tests[i].low, 1e-12, tests[i].name);
		check_close(r.high, tests[i].high, 1e-12, tests[i].name);
	}
}

/* By hand in R: 2 * min(pf(R, 2, 20), 1 - pf(R, 2, 20)), R / qf(.975, 2, 20), R / qf(.025, 2, 20);
 * the second with 4 and Inf. */
Test(variance_ratio, takes_a_known_variance)
{
	struct variance_known pooled = {1.1e-4, 20, 0}, three = {4.2e-4, 2, 0};
	struct variance_known certain = {1, INFINITY, 0}, five = {0.3, 4, 0};
	struct variance_ratio r = variance_ratio_test(pooled, three, 0.95);

	check_close(r.ratio, 3.81818181818181834, 1e-14, "ratio");
	check_close(r.p, 0.07879904748236122, 1e-13, "p");
	check_close(r.low, 0.85585365412815861, 1e-12, "low");
	check_close(r.high, 150.61929770380552895, 1e-12, "high");
	r = variance_ratio_test(certain, five, 0.95);
	check_close(r.p, 0.2438027644991154, 1e-13, "p of a certain one");
	check_close(r.low, 0.1076881555226189, 1e-12, "low of a certain one");
	check_close(r.high, 2.4771965946428032, 1e-12, "high of a certain one");
}

Test(variance_ratio, swapping_the_sides_inverts)
{
	struct variance_ratio r = variance_ratio_test(KNOWN(iguana), KNOWN(chameleon), 0.95);
	struct variance_ratio back = variance_ratio_test(KNOWN(chameleon), KNOWN(iguana), 0.95);

	check_close(back.ratio, 1 / r.ratio, 1e-15, "ratio");
	check_close(back.low, 1 / r.high, 1e-12, "low");
	check_close(back.high, 1 / r.low, 1e-12, "high");
	check_close(back.p, r.p, 1e-13, "p");
}

Test(variance_ratio, floors_keep_the_ratio_finite)
{
	struct variance_known flat = {0, 2, 0}, some = {4, 2, 0};

	check_nan(variance_ratio_test(flat, some, 0.95).ratio, "over 0");
	check_nan(variance_ratio_test(some, flat, 0.95).p, "0");
	check_nan(variance_ratio_test(flat, flat, 0.95).high, "0 over 0");
	flat.floor = 1;
	struct variance_ratio r = variance_ratio_test(flat, some, 0.95);
	check_close(r.ratio, 4, 0, "over the floor");
	/* P(F_{2,2} > 4) = 1 / 5. */
	check_close(r.p, 0.4, 1e-14, "p over the floor");
	check_close(variance_ratio_test(flat, flat, 0.95).ratio, 1, 0, "both at the floor");
	check_close(variance_ratio_test(flat, flat, 0.95).p, 1, 1e-15, "p of both at the floor");
	some.floor = 0.5;
	check_close(variance_ratio_test(flat, some, 0.95).ratio, 4, 0, "a floor below");
	some.variance = NAN;
	check_close(variance_ratio_test(flat, some, 0.95).ratio, 0.5, 0, "only a floor is known");
}

Test(variance_ratio, says_nothing_where_nothing_is_known)
{
	struct variance_known one = {NAN, 0, 0}, some = {4, 2, 0}, none = {4, 0, 0};
	struct variance_known large = {1e308, 2, 0}, small = {5e-324, 2, 0}, vague = {4, 1e-6, 0};

	check_nan(variance_ratio_test(one, some, 0.95).ratio, "one observation");
	check_nan(variance_ratio_test(none, some, 0.95).ratio, "no df");
	check_nan(variance_ratio_test(some, none, 0.95).p, "no df");
	check_nan(variance_ratio_test(small, large, 0.95).ratio, "too large a ratio");
	check_nan(variance_ratio_test(large, small, 0.95).ratio, "too small a ratio");
	struct variance_ratio r = variance_ratio_test(some, vague, 0.95);
	check_nan(r.high, "no finite interval");
	check_nan(r.low, "no finite interval");
	check_close(r.ratio, 1, 0, "no finite interval");
}

/* scipy.stats.levene(x, y, center='median'). */
Test(variance_ratio, brown_forsythe_reproduces_scipy)
{
	const struct {
		const char *name;
		struct anova_group group[2];
		double w, p;
	} tests[] = {
	    {"ministat", {GROUP(iguana), GROUP(chameleon)}, 0.209730325989143, 0.656768749018867},
	    {"3 and 3", {GROUP(a3), GROUP(b3)}, 0.0344827586206856, 0.861720036553547},
	    {"5 and 5", {GROUP(a5), GROUP(b5)}, 0.133560092798846, 0.724243005962567},
	    {"6 and 6", {GROUP(a6), GROUP(b6)}, 9.58352831071597, 0.0113328393617189},
	};

	for (size_t i = 0; i < N(tests); i++) {
		struct anova a = variance_brown_forsythe(tests[i].group, 2);
		check_close(a.f, tests[i].w, 2e-12, tests[i].name);
		check_close(a.p, tests[i].p, 2e-12, tests[i].name);
	}
}

/* The example of scipy.stats.levene's documentation, and R: anova(lm(z ~ f)) of the distances. */
Test(variance_ratio, brown_forsythe_takes_several_groups)
{
	static const double a[] = {8.88, 9.12, 9.04, 8.98, 9.00, 9.08, 9.01, 8.85, 9.06, 8.99};
	static const double b[] = {8.88, 8.95, 9.29, 9.44, 9.15, 9.58, 8.36, 9.18, 8.67, 9.05};
	static const double c[] = {8.95, 9.12, 8.95, 8.85, 9.03, 8.84, 9.07, 8.98, 8.86, 8.98};
	static const double x[] = {1.5, 2.25, 1.75, 3}, y[] = {2, 2.5, 4.5},
			    z[] = {1, 9, 3, 3.5, 2.75};
	const struct anova_group scipy[] = {GROUP(a), GROUP(b), GROUP(c)};
	const struct anova_group uneven[] = {GROUP(x), GROUP(y), {NULL, 0}, GROUP(z)};
	struct anova w = variance_brown_forsythe(scipy, 3);

	check_close(w.f, 7.58495275450166, 1e-12, "W");
	check_close(w.p, 0.00243150596724968, 1e-12, "p");
	w = variance_brown_forsythe(uneven, 4);
	check_close(w.between, 1.8828125, 1e-13, "between");
	check_close(w.within, 3.060185185185186, 1e-13, "within");
}

Test(variance_ratio, brown_forsythe_of_hardly_anything)
{
	static const double flat[] = {7, 7, 7}, two[] = {3, 5}, far[] = {-1.7e308, 1.7e308};
	const struct anova_group constant[] = {GROUP(flat), GROUP(flat)};
	/* Both distances of two observations are the same. */
	const struct anova_group pairs[] = {GROUP(two), GROUP(two)};
	const struct anova_group wide[] = {GROUP(far), GROUP(two)};

	check_nan(variance_brown_forsythe(constant, 2).p, "no variance");
	check_nan(variance_brown_forsythe(pairs, 2).p, "two a group");
	check_nan(variance_brown_forsythe(pairs, 1).p, "one group");
	check_nan(variance_brown_forsythe(pairs, 0).p, "no group");
	check_nan(variance_brown_forsythe(wide, 2).p, "overflow");
}
