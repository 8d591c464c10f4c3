/* Student's t. */
#include "analyze/statistics/difference.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdbool.h>

const double difference_confidence = 0.95;

struct difference
difference_test(double difference, double variance, double df, double sd, double confidence)
{
	struct difference d = {difference, NAN, NAN, NAN, NAN, NAN, NAN, sd};
	double se = sqrt(variance);

	if (!(se > 0) || !isfinite(se) || !(df > 0) || !isfinite(difference))
		return d;
	d.se = se;
	d.df = df;
	d.t = difference / se;
	d.p = 2 * pt(-fabs(d.t), df, true, false);
	double reach = qt(0.5 + confidence / 2, df, true, false) * se;
	d.low = difference - reach;
	d.high = difference + reach;
	return d;
}
