/* The latency histogram: fio's log-linear buckets, so that its output and ours add up exactly. */
#ifndef COLLECT_ENGINE_HIST_H
#define COLLECT_ENGINE_HIST_H

#include <stddef.h>
#include <stdint.h>

/* Wide enough for exact sums; a type of gcc and clang, not of C17. */
__extension__ typedef unsigned __int128 hist_wide;

/* Exact below 128 ns, then 64 buckets a power of two, up to all that 64 bits hold (fio stops
 * at 17.1 s). The scheme is that of fio's stat.h (FIO_IO_U_PLAT_BITS 6). */
enum { HIST_BUCKETS = (64 - 6 + 1) * 64 };

/* Counts beside exact sums: the mean and standard deviation do not suffer from the buckets' width.
 * About 30 KB; one owner thread, no locks. All zero is an empty histogram, but for min: use
 * hist_init. */
struct hist {
	uint64_t n;
	uint64_t min_ns; /* UINT64_MAX when empty */
	uint64_t max_ns;
	hist_wide sum_ns;
	hist_wide sum_squares; /* ns^2; exact to 2^64 values of up to 2^32 ns, far beyond any run */
	uint64_t count[HIST_BUCKETS];
};

void hist_init(struct hist *hist);

/* into += other. */
void hist_merge(struct hist *into, const struct hist *other);

/* The same for what is taken off again and again: from is empty afterwards. Only the buckets
 * between its least and its largest value are looked at. */
void hist_move(struct hist *into, struct hist *from);

/* The bucket that holds the value of rank ceil(fraction * n), counted from 1; fraction in 0 .. 1.
 * The histogram must not be empty. */
size_t hist_quantile(const struct hist *hist, double fraction);

/* Mean in ns; NaN when empty. */
double hist_mean(const struct hist *hist);

/* Standard deviation with denominator n (fio's has n - 1); 0 for one value, NaN when empty. */
double hist_stdev(const struct hist *hist);

/* The bucket's range [low, high) in ns as doubles, since the last one ends at 2^64. */
double hist_low(size_t bucket);
double hist_high(size_t bucket);

/* What stands for all values of a bucket: its middle, or the value itself where it has but one; as
 * in fio. */
double hist_middle(size_t bucket);

static inline size_t
hist_bucket(uint64_t ns)
{
	if (ns < 128)
		return (size_t)ns;
	unsigned shift = 63U - 6U - (unsigned)__builtin_clzll(ns);
	return ((size_t)(shift + 1) << 6) + ((ns >> shift) & 63);
}

/* Adds one latency; no branch but the bucket's, no allocation: this is on the hot path. */
static inline void
hist_add(struct hist *hist, uint64_t ns)
{
	hist->n++;
	hist->sum_ns += ns;
	hist->sum_squares += (hist_wide)ns * ns;
	hist->min_ns = ns < hist->min_ns ? ns : hist->min_ns;
	hist->max_ns = ns > hist->max_ns ? ns : hist->max_ns;
	hist->count[hist_bucket(ns)]++;
}

#endif
