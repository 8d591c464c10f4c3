/* Quantiles of the binomial distribution, for those who need many. */
#ifndef ANALYZE_STATISTICS_BINOMIAL_H
#define ANALYZE_STATISTICS_BINOMIAL_H

/* The p-quantile of the number of hits in n trials that hit with probability q: the least k with
 * P(hits <= k) >= p, but for rounding; 0 < p < 1, n a whole number of 1 or more, 0 < q < 1. Where n
 * q (1 - q) is 10 or more and p no tail, the expansion of Cornish and Fisher (1937; in this order
 * by Hill and Davis 1968), with the cumulants as Sheppard corrects them for whole numbers, is
 * within 0.001 of where P passes p. Where that leaves open which k it is, P itself decides, a
 * hundred times as slow. Beyond n = 1e12 the expansion stands. This is not Rmath's qbinom, which in
 * R 4.2.2 gives n itself for one in a hundred small p of a q near 1: qbinom(0.01, 6336, 0.99) is
 * 6336, where P(hits <= 6254) is 0.013 already. */
double binomial_quantile(double p, double n, double q);

#endif
