/* What was packed comes back bit for bit, and takes little. */
#include "analyze/sample/points.h"

#include <float.h>

#include "collect/base/mem.h"
#include "collect/engine/xorshift.h"
#include "tests/unit/check.h"

static void
check_same(const struct series_point *want, size_t n, const char *name)
{
	struct points points;

	points_init(&points);
	for (size_t i = 0; i < n; i++)
		points_add(&points, &want[i]);
	struct series_point *got = points_unpack(&points);
	check_int(points_n(&points), n);
	for (size_t i = 0; i < n; i++) {
		if (memcmp(&got[i], &want[i], sizeof(*want)) == 0)
			continue;
		cr_assert(false, "%s: point %zu of %zu is %a %a %a at %u:%u, was %a %a %a at %u:%u",
			  name, i, n, got[i].from, got[i].to, got[i].value, got[i].place.file,
			  got[i].place.line, want[i].from, want[i].to, want[i].value,
			  want[i].place.file, want[i].place.line);
		break;
	}
	free(got);
	points_done(&points);
}

static size_t
memory_of(const struct series_point *at, size_t n)
{
	struct points points;

	points_init(&points);
	for (size_t i = 0; i < n; i++)
		points_add(&points, &at[i]);
	size_t bytes = points_memory(&points);
	points_done(&points);
	return bytes;
}

Test(points, none_take_nothing)
{
	struct points points;

	points_init(&points);
	check_int(points_n(&points), 0);
	check_int(points_memory(&points), 0);
	cr_expect(points_unpack(&points) == NULL);
	cr_expect(points_last(&points) == NULL);
	points_done(&points);
}

Test(points, the_last_one_is_known)
{
	struct points points;

	points_init(&points);
	for (unsigned i = 0; i < 100; i++) {
		points_add(&points, &(struct series_point){i, i + 1, 7 * i, {0, 2 + i}});
		check_close(points_last(&points)->value, 7 * i, 0, "last");
		check_int(points_last(&points)->place.line, 2 + i);
	}
	points_done(&points);
}

/* Every number after every other one, in each of the three places. */
Test(points, hostile_numbers_come_back)
{
	const double number[] = {
	    0,       -0.0,   1,      -1,       0.1,     0.3,        1e-9,      1e-10,
	    1e308,   -1e308, 5e-324, -5e-324,  DBL_MAX, DBL_MIN,    INFINITY,  -INFINITY,
	    NAN,     -NAN,   1e9,    1e15 + 1, 1.0 / 3, 123456.789, 0x1p53,    0x1p53 - 1,
	    -0x1p53, 0x1p54, 0x1p63, -0x1p63,  0x1p64,  1e22,       0.1 + 0.2, 9007199.254740991,
	};
	struct series_point *at = mem_alloc(countof(number) * countof(number), sizeof(*at));

	for (size_t shift = 0; shift < countof(number); shift++) {
		size_t n = 0;
		for (size_t i = 0; i < countof(number); i++) {
			for (size_t j = 0; j < countof(number); j++)
				at[n++] = (struct series_point){
				    number[i],
				    number[j],
				    number[(i + shift) % countof(number)],
				    {(uint32_t)(i * shift), (uint32_t)(j * 0x9e3779b9U)}};
		}
		check_same(at, n, "hostile");
	}
	free(at);
}

Test(points, any_bits_come_back)
{
	uint64_t random = xorshift_seed(1);
	struct series_point at[200];

	for (int round = 0; round < 2000; round++) {
		size_t n = xorshift_below(&random, countof(at));
		for (size_t i = 0; i < n; i++) {
			uint64_t bits[4];
			for (int k = 0; k < 4; k++)
				bits[k] = xorshift_next(&random);
			memcpy(&at[i], bits, sizeof(at[i]));
		}
		check_same(at, n, "random bits");
	}
}

/* Numbers as streams have them, and now and then one that they have not. */
static double
usual_number(uint64_t *random, double last)
{
	static const double scale[] = {1, 1, 10, 1000, 1e6, 1e9, 3};
	double whole = (double)(xorshift_next(random) >> (14 + xorshift_below(random, 50)));

	switch (xorshift_below(random, 8)) {
	case 0:
	case 1:
	case 2:
		return last;
	case 3:
		return last + 1;
	case 4:
		return -whole;
	default:
		return whole / scale[xorshift_below(random, countof(scale))];
	}
}

Test(points, mixed_sequences_come_back)
{
	uint64_t random = xorshift_seed(2);
	struct series_point at[300];

	for (int round = 0; round < 3000; round++) {
		struct series_point last = {0, 0, 0, {0, 1}};
		size_t n = xorshift_below(&random, countof(at));
		for (size_t i = 0; i < n; i++) {
			at[i].from = usual_number(&random, last.to);
			at[i].to = usual_number(&random, at[i].from + last.to - last.from);
			at[i].value = usual_number(&random, last.value);
			at[i].place.file = last.place.file + (xorshift_below(&random, 50) == 0);
			at[i].place.line = (uint32_t)fmod(
			    fabs(usual_number(&random, last.place.line + 1)), 0x1p32);
			last = at[i];
		}
		check_same(at, n, "mixed");
	}
}

/* fio's buckets: 64 of each width, which then doubles; some are empty and not written. */
Test(points, buckets_are_small)
{
	uint64_t random = xorshift_seed(3);
	struct series_point at[2000];
	uint64_t low = 100;

	for (size_t i = 0; i < countof(at); i++) {
		uint64_t width = 1;
		while (low >= 128 * width)
			width *= 2;
		low += xorshift_below(&random, 4) ? 0 : width * xorshift_below(&random, 8);
		at[i] = (struct series_point){(double)low,
					      (double)(low + width),
					      (double)(xorshift_below(&random, 100000)),
					      {0, (uint32_t)(1000 + i)}};
		low += width;
		if (low > 1000000000)
			low = 100;
	}
	check_same(at, countof(at), "buckets");
	cr_expect(memory_of(at, countof(at)) <= 8 * countof(at), "%zu bytes for %zu buckets",
		  memory_of(at, countof(at)), countof(at));
}

/* A second each, by a clock of milliseconds that is late now and then; every fourth row. */
Test(points, samples_are_small)
{
	uint64_t random = xorshift_seed(4);
	struct series_point at[2000];
	unsigned end = 0;

	for (size_t i = 0; i < countof(at); i++) {
		unsigned start = end;
		end += 1000 + (xorshift_below(&random, 4) == 0);
		double rate = 100000 + (double)(xorshift_below(&random, 1000000)) / 100;
		at[i] = (struct series_point){
		    start / 1000.0, end / 1000.0, rate, {0, (uint32_t)(1000 + 4 * i)}};
	}
	check_same(at, countof(at), "samples");
	cr_expect(memory_of(at, countof(at)) <= 8 * countof(at), "%zu bytes for %zu samples",
		  memory_of(at, countof(at)), countof(at));
	/* Of all digits that a double has. */
	for (size_t i = 0; i < countof(at); i++)
		at[i].value = at[i].value / 3;
	check_same(at, countof(at), "samples");
	cr_expect(memory_of(at, countof(at)) <= 14 * countof(at), "%zu bytes for %zu samples",
		  memory_of(at, countof(at)), countof(at));
}
