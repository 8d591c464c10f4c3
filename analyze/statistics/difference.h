/* A difference of two means with its test and interval, however its standard error was had. */
#ifndef ANALYZE_STATISTICS_DIFFERENCE_H
#define ANALYZE_STATISTICS_DIFFERENCE_H

/* The confidence of every interval that is reported: 0.95. */
extern const double difference_confidence;

struct difference {
	double difference; /* mean of b - mean of a */
	double se;         /* its standard error */
	double df;         /* degrees of freedom of the variance behind it; may be infinite */
	double t;
	double p;         /* two-sided */
	double low, high; /* confidence interval of difference */
	double sd;        /* of one observation, both sides alike: for the number of runs needed */
};

/* Student's test of a difference whose standard error is the root of variance, at df degrees of
 * freedom: t = difference / se, p = 2 P(T_df <= -|t|), interval difference -+ t_{(1 + confidence) /
 * 2, df} se. Everything but difference and sd is NaN where there is no test: a variance that is not
 * above 0 or not finite, df that are not above 0, a difference that is not finite. */
struct difference difference_test(double difference, double variance, double df, double sd,
				  double confidence);

#endif
