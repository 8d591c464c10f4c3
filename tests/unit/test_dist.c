/* Runs before and after. */
#include <math.h>

#include "render/chart/dist.h"
#include "tests/unit/check.h"

Test(dist, dots_that_would_overlap_get_lanes)
{
	const double x[] = {0, 1, 2, 20, 20, 20, 20, 100};
	int lane[8];

	dist_lanes(x, 8, 9, 3, lane);
	check_int(lane[0], 0);
	check_int(lane[1], 1);
	check_int(lane[2], -1);
	check_int(lane[3], 0);
	check_int(lane[4], 1);
	check_int(lane[5], -1);
	check_int(lane[6], 2);
	check_int(lane[7], 0);
	/* No lane is left: none is out of bounds. */
	const double same[12] = {0};
	int many[12];
	dist_lanes(same, 12, 9, 2, many);
	for (size_t i = 0; i < 12; i++)
		cr_expect(many[i] >= -2 && many[i] <= 2);
	dist_lanes(x, 0, 9, 3, lane);
}

/* R 4.2: dt(1, 8) / dt(0, 8) = 0.588591043182, dt(qt(0.975, 8), 8) / dt(0, 8) = 0.100920643372. */
Test(dist, density_is_student_s)
{
	struct finding_compare f = {.change = 0.1, .df = 8};
	struct dist d = {.geometric = true, .f = &f};
	double middle = log1p(0.1), width = 0.05;

	f.low = expm1(middle - width);
	f.high = expm1(middle + width);
	check_close(dist_density(&d, 0.1), 1, 1e-9, "the estimate itself");
	/* At the interval's end t is its quantile; on the axis of changes the scale is 1.1 / 1 of
	 * it. */
	check_close(dist_density(&d, f.high), 0.100920643372 * 1.1 / (1 + f.high), 1e-9,
		    "at its end");
	double se = width / 2.306004135204166;
	check_close(dist_density(&d, expm1(middle + se)), 0.588591043182 * 1.1 / exp(middle + se),
		    1e-9, "one standard error away");
	f.df = NAN;
	cr_expect(dist_density(&d, 0.1) > 0.999, "without df it is the normal one");
	f.high = NAN;
	check_nan(dist_density(&d, 0.1), "without an interval");
	f.high = f.low;
	check_nan(dist_density(&d, 0.1), "without extent");
	f.low = -1;
	f.high = 0.2;
	check_nan(dist_density(&d, 0.1), "where all is lost");
}
