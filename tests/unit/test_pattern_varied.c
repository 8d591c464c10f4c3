/* Patterns that are not of one file and one size: sizes, alignment, mixes of random and sequential,
 * distributions. */
#include "collect/engine/pattern.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/trial.h"

static struct job
job_of(enum job_rw rw)
{
	return (struct job){.rw = rw,
			    .rwmixread = 50,
			    .percentage_random = 100,
			    .bs = JOB_SIZES(4096),
			    .loops = 1,
			    .randseed = 7};
}

static void
set_sizes(struct job *job, struct job_sizes sizes)
{
	for (int d = 0; d < DIRECTIONS; d++)
		job->bs[d] = sizes;
}

/* Of a job on one file of that size, 1 MiB behind its start. */
static struct pattern
pattern_on(const struct job *job, uint64_t size)
{
	struct measure_task task = TRIAL_TASK(job, -1, 1 << 20, size);
	struct pattern pattern;

	pattern_init(&pattern, &task);
	return pattern;
}

/* seen of n draws with probability share each: within 5 standard deviations, which a fixed seed
 * does not pass but for 1 in 2 million. */
static void
check_share(double seen, double n, double share, const char *what)
{
	double sd = sqrt(n * share * (1 - share));

	cr_expect(fabs(seen - n * share) <= 5 * sd, "%s: %g of %g, not %g", what, seen, n,
		  n * share);
}

Test(pattern_varied, range_of_sizes)
{
	enum { N = 80000 };
	struct job job = job_of(JOB_RW_RANDREAD);
	double seen[4] = {0};

	set_sizes(&job, (struct job_sizes){.min = 4096, .max = 4 * 4096 + 1});
	struct pattern pattern = pattern_on(&job, 1 << 20);
	for (int i = 0; i < N; i++) {
		struct pattern_io io = pattern_next(&pattern);
		cr_assert(io.bytes % 4096 == 0);
		cr_assert(io.bytes >= 4096);
		cr_assert(io.bytes <= 4 * 4096);
		cr_assert(io.offset % 4096 == 0);
		cr_assert(io.offset >= 1 << 20);
		cr_assert(io.offset + io.bytes <= 2 << 20);
		seen[io.bytes / 4096 - 1]++;
	}
	for (int i = 0; i < 4; i++)
		check_share(seen[i], N, 0.25, "multiples of 4k");
	pattern_free(&pattern);
}

Test(pattern_varied, split_of_sizes_is_exact_in_small_ranges_too)
{
	enum { N = 50000 };
	struct job job = job_of(JOB_RW_RANDRW);
	double seen[DIRECTIONS] = {0}, large[DIRECTIONS] = {0}, full = 0;

	job.bs[DIRECTION_READ] = (struct job_sizes){
	    .min = 512, .max = 65536, .n_splits = 3, .split = {{65536, 20}, {512, 79}, {1024, 1}}};
	job.bs[DIRECTION_WRITE] = (struct job_sizes){
	    .min = 4096, .max = 8192, .n_splits = 2, .split = {{4096, 90}, {8192, 10}}};
	struct pattern pattern = pattern_on(&job, 65536); /* the largest fills it */
	for (int i = 0; i < N; i++) {
		struct pattern_io io = pattern_next(&pattern);
		cr_assert(io.offset >= 1 << 20);
		cr_assert(io.offset + io.bytes <= (1 << 20) + 65536);
		cr_assert(io.offset % job.bs[io.direction].min == 0);
		seen[io.direction]++;
		large[io.direction] += io.bytes == job.bs[io.direction].max;
		full += io.bytes == 65536 && io.offset == 1 << 20;
	}
	check_share(seen[DIRECTION_READ], N, 0.5, "reads");
	check_share(large[DIRECTION_READ], seen[DIRECTION_READ], 0.2, "64k reads");
	check_share(large[DIRECTION_WRITE], seen[DIRECTION_WRITE], 0.1, "8k writes");
	check_int(full, large[DIRECTION_READ]);
	pattern_free(&pattern);
}

Test(pattern_varied, sequential_sizes_lie_end_to_end)
{
	struct job job = job_of(JOB_RW_RW);
	uint64_t next[DIRECTIONS] = {0};
	int wraps = 0;

	set_sizes(&job, (struct job_sizes){.min = 4096, .max = 16384});
	struct pattern pattern = pattern_on(&job, 100 * 4096 + 5);
	for (int i = 0; i < 2000; i++) {
		struct pattern_io io = pattern_next(&pattern);
		uint64_t place = io.offset - (1 << 20);
		if (place != next[io.direction]) {
			check_int(place, 0);
			cr_expect(next[io.direction] + io.bytes > 100 * 4096 + 5);
			wraps++;
		}
		next[io.direction] = place + io.bytes;
		cr_assert(next[io.direction] <= 100 * 4096 + 5);
	}
	cr_expect(wraps > 30, "%d", wraps);
	pattern_free(&pattern);
}

Test(pattern_varied, blockalign)
{
	static const uint64_t aligns[] = {512, 4096 * 3, 1 << 20};

	for (size_t k = 0; k < countof(aligns); k++) {
		struct job job = job_of(JOB_RW_RANDREAD);
		uint64_t size = 4096 * 4 + 512, places = (size - 4096) / aligns[k] + 1;
		double seen[64] = {0};
		job.blockalign = aligns[k];
		struct pattern pattern = pattern_on(&job, size);
		for (int i = 0; i < 26000; i++) {
			uint64_t place = pattern_next(&pattern).offset - (1 << 20);
			cr_assert(place % aligns[k] == 0);
			cr_assert(place + 4096 <= size);
			seen[place / aligns[k]]++;
		}
		for (uint64_t i = 0; i < places; i++)
			check_share(seen[i], 26000, 1 / (double)places, "places");
		pattern_free(&pattern);
		job.rw = JOB_RW_READ; /* has no random offsets */
		pattern = pattern_on(&job, size);
		check_int(pattern.way, PATTERN_SEQUENTIAL);
		pattern_free(&pattern);
	}
}

/* Blocks are 0.01 % of the range: that a random I/O follows the one before by chance is rare. */
Test(pattern_varied, percentage_random)
{
	enum { N = 40000 };
	static const unsigned percents[] = {0, 1, 30, 99, 100};

	for (size_t p = 0; p < countof(percents); p++) {
		struct job job = job_of(JOB_RW_RANDREAD);
		uint64_t next = 1 << 20;
		double jumps = 0;
		job.percentage_random = percents[p];
		job.norandommap = true;
		struct pattern pattern = pattern_on(&job, 4096UL * 10000);
		for (int i = 0; i < N; i++) {
			struct pattern_io io = pattern_next(&pattern);
			jumps += io.offset != next && io.offset != 1 << 20;
			next = io.offset + io.bytes;
		}
		double share = percents[p] / 100.0;
		cr_expect(fabs(jumps - N * share) <= 5 * sqrt(N * share * (1 - share)) + 20,
			  "%u %%: %g jumps", percents[p], jumps);
		pattern_free(&pattern);
	}
}

Test(pattern_varied, random_ones_come_once_among_sequential_ones)
{
	struct job job = job_of(JOB_RW_RANDREAD);
	char *seen = mem_alloc(1000, 1);
	uint64_t next = UINT64_MAX;
	int twice = 0;

	job.percentage_random = 90;
	struct pattern pattern = pattern_on(&job, 4096UL * 1000);
	for (int i = 0; i < 900; i++) {
		struct pattern_io io = pattern_next(&pattern);
		bool goes_on = io.offset == next || io.offset == 1 << 20;
		next = io.offset + io.bytes;
		if (!goes_on)
			twice += seen[(io.offset - (1 << 20)) / 4096]++;
	}
	check_int(twice, 0);
	pattern_free(&pattern);
	free(seen);
}

static int
descending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x < y) - (x > y);
}

/* The hottest blocks get what the definition says, each is a block of its own, and they lie apart.
 * Shares by Python 3.11: zipf 1.2 of 1000 blocks, 1, 2 and 10 hottest: s = lambda m: math.fsum(
 * k**-1.2 for k in range(1, m + 1)); s(m) / s(1000). pareto 0.2: (m / 1000)**(math.log(0.8) /
 * math.log(0.2)). */
Test(pattern_varied, distributions_scatter_exact_shares)
{
	enum { N = 100000, BLOCKS = 1000 };
	static const struct {
		const char *name;
		enum job_distribution kind;
		double parameter, shares[3];
	} cases[] = {
	    {"zipf", JOB_DISTRIBUTION_ZIPF, 1.2, {0.2306398173, 0.3310316287, 0.5691529596}},
	    {"pareto", JOB_DISTRIBUTION_PARETO, 0.2, {0.3837596845, 0.4224703352, 0.528087919}},
	};
	static const int hottest[] = {1, 2, 10};

	for (size_t c = 0; c < countof(cases); c++) {
		struct job job = job_of(JOB_RW_RANDREAD);
		double seen[BLOCKS] = {0}, sum = 0, place = 0;
		job.random_distribution = cases[c].kind;
		job.random_parameter = cases[c].parameter;
		struct pattern pattern = pattern_on(&job, 4096UL * BLOCKS);
		for (int i = 0; i < N; i++) {
			uint64_t block = (pattern_next(&pattern).offset - (1 << 20)) / 4096;
			cr_assert(block < BLOCKS);
			seen[block]++;
			place += block;
		}
		/* Scattered: the mean place is nowhere near the one of the ranks, 0. */
		cr_expect(place / N > BLOCKS / 10.0, "%s: %g", cases[c].name, place / N);
		qsort(seen, BLOCKS, sizeof(*seen), descending);
		for (int i = 0, k = 0; i < 10; i++) {
			sum += seen[i];
			if (i + 1 == hottest[k])
				check_share(sum, N, cases[c].shares[k++], cases[c].name);
		}
		pattern_free(&pattern);
	}
}

Test(pattern_varied, clones_have_hot_blocks_of_their_own)
{
	struct job job = job_of(JOB_RW_RANDREAD);
	uint64_t hot[2] = {0};

	job.random_distribution = JOB_DISTRIBUTION_ZIPF;
	job.random_parameter = 60; /* nothing but the hottest */
	for (unsigned clone = 0; clone < 2; clone++) {
		struct measure_task task = TRIAL_TASK(&job, -1, 0, (uint64_t)1 << 40);
		struct pattern pattern;
		task.clone = clone;
		pattern_init(&pattern, &task);
		hot[clone] = pattern_next(&pattern).offset;
		for (int i = 0; i < 100; i++)
			check_int(pattern_next(&pattern).offset, hot[clone]);
		pattern_free(&pattern);
	}
	cr_expect(hot[0] != hot[1]);
}

/* Sizes that do not fit where the distribution points move back. */
Test(pattern_varied, distributions_stay_within_the_range)
{
	struct job job = job_of(JOB_RW_RANDRW);

	job.bs[DIRECTION_READ] = (struct job_sizes){.min = 512, .max = 1 << 16};
	job.bs[DIRECTION_WRITE] = (struct job_sizes){.min = 3 * 512, .max = 1 << 16};
	for (int kind = 0; kind <= JOB_DISTRIBUTION_NORMAL; kind++) {
		job.random_distribution = (enum job_distribution)kind;
		job.random_parameter = 0.7;
		struct pattern pattern = pattern_on(&job, (1 << 16) + 700);
		for (int i = 0; i < 20000; i++) {
			struct pattern_io io = pattern_next(&pattern);
			uint64_t place = io.offset - (1 << 20);
			cr_assert(place + io.bytes <= (1 << 16) + 700);
			cr_assert(place % job.bs[io.direction].min == 0);
		}
		pattern_free(&pattern);
	}
}

/* Directions of different sizes: no common map, drawn with replacement. */
Test(pattern_varied, pass_of_unequal_sizes)
{
	struct job job = job_of(JOB_RW_RANDRW);

	job.bs[DIRECTION_WRITE] = (struct job_sizes){.min = 65536, .max = 65536};
	struct pattern pattern = pattern_on(&job, 10 * 65536 + 5000);
	check_int(pattern.way, PATTERN_VARIED);
	check_int(pattern_pass_bytes(&pattern), 10 * 65536 + 4096);
	for (int i = 0; i < 1000; i++) {
		struct pattern_io io = pattern_next(&pattern);
		check_int(io.bytes, io.direction == DIRECTION_READ ? 4096 : 65536);
		cr_assert(io.offset + io.bytes <= (1 << 20) + 10 * 65536 + 5000);
	}
	pattern_free(&pattern);
}
