/* All splits are different and none is missing; their number is that of combinations, by R 4.2.2's
 * choose(). */
#include "analyze/selfcheck/halves.h"

#include "tests/unit/check.h"

/* The split as a set of bits, turned so that it names itself and, for equal halves, its mirror. */
static unsigned long
bits_of(const struct halves *halves)
{
	unsigned long first = 0, second = 0;

	for (size_t i = 0; i < halves->n; i++) {
		unsigned long bit = 1UL << halves->order[i];
		if (i < halves->first)
			first |= bit;
		else
			second |= bit;
	}
	cr_assert(first + second == (1UL << halves->n) - 1, "a run is missing or comes twice");
	return halves->n % 2 == 0 && second < first ? second : first;
}

Test(halves, all_come_once)
{
	static const size_t ways[] = {[2] = 1,  [3] = 3,  [4] = 3,   [5] = 10,  [6] = 10,
				      [7] = 35, [8] = 35, [9] = 126, [10] = 126};

	for (size_t n = 2; n <= 10; n++) {
		struct halves halves;
		bool seen[1 << 10] = {false};
		size_t count = 0;

		halves_init(&halves, n, 2000);
		cr_expect(halves.all == true);
		while (halves_next(&halves)) {
			unsigned long bits = bits_of(&halves);
			cr_expect(seen[bits] == false, "%zu runs: split %lx comes twice", n, bits);
			seen[bits] = true;
			count++;
		}
		check_int(count, ways[n]);
		check_int(halves.total, ways[n]);
		halves_free(&halves);
	}
}

Test(halves, the_first_is_in_the_order_of_time)
{
	for (size_t most = 1; most <= 2000; most += 1999) {
		struct halves halves;

		halves_init(&halves, 9, most);
		cr_expect(halves.all == (most == 2000));
		cr_assert(halves_next(&halves) == true);
		check_int(halves.first, 4);
		for (size_t i = 0; i < 9; i++)
			check_int(halves.order[i], i);
		halves_free(&halves);
	}
}

/* Each run is in the first half about as often as the halves' sizes say: of 2000 splits of 15 runs
 * 933, give or take five standard deviations of 22. */
Test(halves, random_ones_are_even_and_repeat)
{
	size_t in_first[15] = {0};
	struct halves halves, again;

	halves_init(&halves, 15, 2000);
	halves_init(&again, 15, 2000);
	cr_expect(halves.all == false);
	while (halves_next(&halves)) {
		cr_assert(halves_next(&again) == true);
		check_int(bits_of(&halves), bits_of(&again));
		for (size_t i = 0; i < halves.first; i++)
			in_first[halves.order[i]]++;
	}
	check_int(halves.done, 2000);
	for (size_t run = 0; run < 15; run++)
		cr_expect(in_first[run] > 823 && in_first[run] < 1043, "run %zu: %zu", run,
			  in_first[run]);
	halves_free(&halves);
	halves_free(&again);
}

/* choose(13, 6) = 1716, choose(13, 7) / 1 the same for 14 runs; choose(15, 7) is too many. */
Test(halves, where_there_are_too_many)
{
	static const struct {
		size_t n, total;
		bool all;
	} rows[] = {{13, 1716, true}, {14, 1716, true}, {15, 2000, false}, {5000, 2000, false}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct halves halves;
		size_t count = 0;

		halves_init(&halves, rows[i].n, 2000);
		check_int(halves.total, rows[i].total);
		cr_expect(halves.all == rows[i].all);
		while (halves_next(&halves))
			count++;
		check_int(count, rows[i].total);
		halves_free(&halves);
	}
}
