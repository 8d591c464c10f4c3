/* What written buffers hold, measured by a real compressor. */
#include "collect/engine/data.h"

#include <zlib.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"

enum { BYTES = 1 << 20 };

static struct data
data_of(bool zeros, bool refill, unsigned percent, uint64_t seed, unsigned clone)
{
	struct job job = {.zero_buffers = zeros,
			  .refill_buffers = refill,
			  .buffer_compress_percentage = percent,
			  .randseed = seed};
	struct data data;

	data_init(&data, &job, clone);
	return data;
}

/* Percent by which zlib's default level shrinks the buffer. */
static double
shrinks_by(const unsigned char *buffer, uLong n)
{
	uLong packed = compressBound(n);
	unsigned char *out = mem_alloc(packed, 1);

	cr_assert(compress(out, &packed, buffer, n) == Z_OK);
	free(out);
	return 100 - 100.0 * (double)packed / (double)n;
}

Test(data, compresses_as_asked)
{
	static const unsigned percents[] = {0, 1, 10, 25, 50, 75, 90, 99, 100};
	unsigned char *buffer = mem_alloc(BYTES, 1);

	for (size_t i = 0; i < countof(percents); i++) {
		struct data data = data_of(false, false, percents[i], 1, 0);
		uint64_t fresh = 0;
		data_renew(&data, buffer, BYTES, &fresh);
		double got = shrinks_by(buffer, BYTES);
		cr_expect(fabs(got - percents[i]) < 2.5, "%u %%: %.2f", percents[i], got);
	}
	free(buffer);
}

/* A compressor that sees one page alone. */
Test(data, each_page_compresses_as_asked)
{
	static const unsigned percents[] = {25, 50, 75};
	unsigned char page[DATA_PAGE];

	for (size_t i = 0; i < countof(percents); i++) {
		struct data data = data_of(false, false, percents[i], 1, 0);
		uint64_t fresh = 0;
		for (int k = 0; k < 20; k++) {
			data_renew(&data, page, sizeof(page), &fresh);
			double got = shrinks_by(page, sizeof(page));
			cr_expect(fabs(got - percents[i]) < 4, "%u %%: %.2f", percents[i], got);
		}
	}
}

static void
fill(unsigned char *buffer, int value, size_t n)
{
	memset(buffer, value, n);
}

Test(data, never_writes_beyond)
{
	static const unsigned percents[] = {0, 50, 100};
	static const uint64_t sizes[] = {0,   1,    7,    8,    9,    511, 512,
					 513, 4095, 4096, 4097, 4103, 4104};
	unsigned char buffer[5000];

	for (size_t p = 0; p < countof(percents); p++) {
		for (size_t s = 0; s < countof(sizes); s++) {
			struct data data = data_of(false, false, percents[p], 0, 0);
			uint64_t fresh = 0;
			fill(buffer, 0x55, sizeof(buffer));
			data_renew(&data, buffer, sizes[s], &fresh);
			data_renew(&data, buffer, sizes[s], &fresh);
			check_int(fresh, sizes[s]);
			for (size_t i = sizes[s]; i < sizeof(buffer); i++)
				cr_assert(buffer[i] == 0x55, "percent %u, size %llu", percents[p],
					  (unsigned long long)sizes[s]);
		}
	}
}

static int
zeros(const unsigned char *buffer, size_t n)
{
	int sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += buffer[i] == 0;
	return sum;
}

Test(data, zero_buffers_are_zeros_after_a_read_too)
{
	struct data data = data_of(true, true, 50, 1, 0);
	unsigned char buffer[8192];
	uint64_t fresh = 0;

	fill(buffer, 1, sizeof(buffer));
	data_renew(&data, buffer, 4096, &fresh);
	check_int(zeros(buffer, sizeof(buffer)), 4096);
	data_renew(&data, buffer, 8192, &fresh);
	check_int(zeros(buffer, sizeof(buffer)), 8192);
	fill(buffer, 1, sizeof(buffer));
	fresh = 0; /* as after a read */
	data_renew(&data, buffer, 8192, &fresh);
	check_int(zeros(buffer, sizeof(buffer)), 8192);
}

Test(data, by_default_a_word_of_each_page_changes)
{
	struct data data = data_of(false, false, 0, 1, 0);
	unsigned char buffer[3 * DATA_PAGE], before[3 * DATA_PAGE];
	uint64_t fresh = sizeof(buffer);

	data_fill(&data, buffer, sizeof(buffer));
	memcpy(before, buffer, sizeof(buffer));
	data_renew(&data, buffer, sizeof(buffer), &fresh);
	for (int page = 0; page < 3; page++) {
		const unsigned char *a = before + page * DATA_PAGE, *b = buffer + page * DATA_PAGE;
		cr_expect(memcmp(a, b, 8) != 0, "page %d", page);
		check_int(memcmp(a + 8, b + 8, DATA_PAGE - 8), 0);
	}
}

/* Data that a read brought would not be what the job asks for. */
Test(data, what_a_read_left_is_replaced)
{
	struct data data = data_of(false, false, 0, 1, 0);
	unsigned char buffer[3 * DATA_PAGE];
	uint64_t fresh = 0;

	fill(buffer, 0, sizeof(buffer));
	data_renew(&data, buffer, DATA_PAGE, &fresh);
	cr_expect(zeros(buffer, DATA_PAGE) < 60);
	check_int(zeros(buffer + DATA_PAGE, 2 * DATA_PAGE), 2 * DATA_PAGE);
	data_renew(&data, buffer, sizeof(buffer), &fresh);
	cr_expect(zeros(buffer, sizeof(buffer)) < 120);
	check_int(fresh, sizeof(buffer));
}

Test(data, refilled_buffers_are_all_new)
{
	struct data data = data_of(false, true, 0, 1, 0);
	uint64_t a[512], b[512], fresh = sizeof(a);
	int equal = 0;

	data_fill(&data, a, sizeof(a));
	memcpy(b, a, sizeof(a));
	data_renew(&data, b, sizeof(b), &fresh);
	for (int i = 0; i < 512; i++)
		equal += a[i] == b[i];
	check_int(equal, 0);
}

Test(data, clones_differ_and_runs_repeat)
{
	static const uint64_t seeds[] = {0, 1, UINT64_MAX};

	for (size_t s = 0; s < countof(seeds); s++) {
		struct data one = data_of(false, false, 0, seeds[s], 0);
		struct data again = data_of(false, false, 0, seeds[s], 0);
		struct data other = data_of(false, false, 0, seeds[s], 1);
		unsigned char a[4096], b[4096], c[4096];
		data_fill(&one, a, sizeof(a));
		data_fill(&again, b, sizeof(b));
		data_fill(&other, c, sizeof(c));
		check_int(memcmp(a, b, sizeof(a)), 0);
		cr_expect(memcmp(a, c, sizeof(a)) != 0);
		cr_expect(zeros(a, sizeof(a)) < 50);
	}
}

/* Of 1 MiB of random bytes each value is seen 4096 times: chi-squared with 255 degrees of freedom
 * exceeds 391 with a probability of 1e-7, and falls below 152 with one of 1e-7. */
Test(data, bytes_are_even)
{
	struct data data = data_of(false, false, 0, 3, 0);
	unsigned char *buffer = mem_alloc(BYTES, 1);
	double seen[256] = {0}, chi2 = 0;

	data_fill(&data, buffer, BYTES);
	for (int i = 0; i < BYTES; i++)
		seen[buffer[i]]++;
	for (int i = 0; i < 256; i++)
		chi2 += (seen[i] - BYTES / 256) * (seen[i] - BYTES / 256) / (BYTES / 256);
	cr_expect(chi2 < 391, "%.1f", chi2);
	cr_expect(chi2 > 152, "%.1f", chi2);
	free(buffer);
}
