/* Quantiles of a distribution that is known by the counts of its buckets. */
#ifndef ANALYZE_STATISTICS_QUANTILE_H
#define ANALYZE_STATISTICS_QUANTILE_H

#include <stddef.h>

/* Plain arrays of n buckets in ascending order that do not overlap. */
struct quantile_buckets {
	size_t n;
	double *low, *high; /* range [low, high) */
	double *upto;       /* count of this bucket and all below */
	double min, max;    /* of the values, where known; else NaN */
};

/* n empty buckets to be filled; with quantile_free they are freed. */
void quantile_init(struct quantile_buckets *b, size_t n);
void quantile_free(struct quantile_buckets *b);

/* All that was counted. */
double quantile_total(const struct quantile_buckets *b);

/* The first bucket whose cumulative count reaches rank, which is at most the total; there is a
 * bucket. */
size_t quantile_bucket(const struct quantile_buckets *b, double rank);

/* The q-quantile, 0 < q < 1, of N values: the value of rank q * N. In the first bucket whose
 * cumulative count reaches that rank the logarithm is interpolated by the share of the bucket's
 * count below it, so that a shift of less than a bucket's width shows. A bucket of width 1 or less
 * stands for its low, which is exact for whole numbers. Never outside [min, max]. NaN without
 * values. */
double quantile_at(const struct quantile_buckets *b, double q);

/* The sampling variance of the quantile's logarithm if the N values were independent: a quarter of
 * the squared width, in normal deviates, of the 95 % interval by order statistics, whose ranks l
 * and u are binomial quantiles: ((ln y(u) - ln y(l)) / (2 * 1.96))^2. Ranks beyond the data are
 * clamped to it, so thin tails come out too small; see quantile_beyond. 0 for a value of 0. */
double quantile_variance(const struct quantile_buckets *b, double q);

/* The interval of the q-quantile that holds with at least this confidence if the N values were
 * independent, whatever their distribution: by order statistics, from the value of rank l to that
 * of rank u, where l is binomial_quantile of (1 - confidence) / 2 and u, less 1, that of (1 +
 * confidence) / 2 (David and Nagaraja 2003, 7.1). Of values in a bucket only the bucket is known:
 * low is its low end and high its high end, or the value itself where the bucket is no wider than
 * 1, both within [min, max]. An end whose rank lies beyond the data is NaN: no value bounds the
 * quantile there. */
void quantile_interval(const struct quantile_buckets *b, double q, double confidence, double *low,
		       double *high);

/* How many of the N values are expected above the q-quantile: below 10 it is a thin tail. */
double quantile_beyond(const struct quantile_buckets *b, double q);

#endif
