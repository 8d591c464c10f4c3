/* Fieller's interval in units of den, so that no product of large numbers is formed. */
#include "analyze/statistics/fieller.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>

struct fieller
fieller_interval(struct fieller_input in, double confidence)
{
	struct fieller f = {NAN, NAN, NAN, NAN};

	if (in.den == 0 || !isfinite(in.num / in.den))
		return f;
	double ratio = in.num / in.den;
	f.ratio = ratio;
	if (!(in.var_num >= 0 && in.var_den >= 0 && in.df > 0))
		return f;
	double unit = qt(0.5 + confidence / 2, in.df, true, false) / in.den;
	double v = in.var_num * unit * unit, c = in.cov * unit * unit;
	f.g = in.var_den * unit * unit;
	double inside = v - 2 * ratio * c + ratio * ratio * f.g - (f.g * v - c * c);
	/* A covariance at its limit leaves 0 but for rounding. */
	double reach = sqrt(inside < 0 ? 0 : inside);
	double low = (ratio - c - reach) / (1 - f.g);
	double high = (ratio - c + reach) / (1 - f.g);
	if (f.g < 1 && isfinite(low) && isfinite(high)) {
		f.low = low;
		f.high = high;
	}
	return f;
}
