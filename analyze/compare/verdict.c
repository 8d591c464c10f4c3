/* The rules behind the words. */
#include "analyze/compare/verdict.h"

#include <math.h>

#include "analyze/statistics/power.h"

const double verdict_alpha = 0.05;

static const double power_wanted = 0.8;
static const double jitter_ratio_min = 1.25;

enum verdict
verdict_of(double change, double low, double high, double theta, enum better better)
{
	if (isnan(change) || isnan(low) || isnan(high))
		return VERDICT_NONE;
	bool differs = low > 0 || high < 0;
	if (differs && fabs(change) >= theta && better != BETTER_NEITHER)
		return (change > 0) == (better == BETTER_HIGHER) ? VERDICT_IMPROVED
								 : VERDICT_REGRESSED;
	if (low > -theta && high < theta)
		return VERDICT_SAME;
	return differs ? VERDICT_SHIFTED : VERDICT_UNDECIDED;
}

bool
verdict_claims(enum verdict verdict)
{
	return verdict == VERDICT_REGRESSED || verdict == VERDICT_IMPROVED ||
	       verdict == VERDICT_SHIFTED;
}

double
verdict_runs_needed(double change_sds, double alpha, double runs)
{
	if (!(change_sds > 0))
		return NAN;
	double needed = fmax(ceil(power_runs(change_sds, alpha, power_wanted)), runs + 1);
	return needed <= VERDICT_RUNS_MOST ? needed : INFINITY;
}

enum jitter_verdict
verdict_jitter(double ratio, double low, double high, double p_corrected)
{
	if (p_corrected <= verdict_alpha && ratio >= jitter_ratio_min)
		return JITTER_MORE;
	if (p_corrected <= verdict_alpha && ratio <= 1 / jitter_ratio_min)
		return JITTER_STEADIER;
	if (low >= 1 / jitter_ratio_min && high <= jitter_ratio_min)
		return JITTER_SAME;
	return JITTER_UNDECIDED;
}
