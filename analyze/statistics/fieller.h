/* The interval of a ratio of two estimates (Fieller 1954, "Some problems in interval estimation").
 */
#ifndef ANALYZE_STATISTICS_FIELLER_H
#define ANALYZE_STATISTICS_FIELLER_H

struct fieller_input {
	double num, den; /* the estimates; the ratio is num / den */
	double var_num, var_den, cov;
	double df; /* of the variances; may be infinite */
};

struct fieller {
	double ratio;
	double low, high; /* NaN where there is no bounded interval: den may be 0 */
	double g;         /* (t se(den) / den)^2; the interval is bounded where it is below 1 */
};

/* The rho for which |num - rho den| <= t sqrt(var_num - 2 rho cov + rho^2 var_den), with t =
 * t_{(1 + confidence) / 2, df}. With c = t^2 cov / den^2 and v = t^2 var_num / den^2 it is
 * (ratio - c -+ sqrt(v - 2 ratio c + ratio^2 g - (g v - c^2))) / (1 - g). Everything that cannot be
 * told is NaN: den is 0, a variance below 0 or not finite, df not above 0. */
struct fieller fieller_interval(struct fieller_input in, double confidence);

#endif
