/* Long series for pictures. */
#include <math.h>

#include "collect/base/mem.h"
#include "render/draw/decimate.h"
#include "tests/unit/check.h"

Test(decimate, keeps_every_column_s_extremes)
{
	enum { N = 100000, COLUMNS = 50 };
	struct point *in = mem_alloc(N, sizeof(*in)), *out;
	unsigned state = 1;

	for (size_t i = 0; i < N; i++) {
		state = state * 1664525 + 1013904223;
		in[i] = (struct point){(double)i, (double)(state >> 16)};
	}
	in[54321].y = 1e9;
	in[12345].y = -1e9;
	size_t n = decimate(in, N, 0, N - 1, COLUMNS, &out), high = 0, low = 0;
	cr_expect(n <= 4 * COLUMNS, "%zu", n);
	for (size_t i = 0; i < n; i++) {
		high += out[i].y == 1e9;
		low += out[i].y == -1e9;
		cr_expect(i == 0 || out[i].x > out[i - 1].x, "in order");
	}
	cr_expect(high == 1 && low == 1, "no outlier vanishes, none comes twice");
	cr_expect(out[0].x == 0 && out[n - 1].x == N - 1, "ends are kept");
	free(out);
	free(in);
}

Test(decimate, leaves_short_series_as_they_are)
{
	const struct point in[] = {{0, 1}, {1, 5}, {2, 3}};
	struct point *out;

	for (size_t n = 0; n <= 3; n++) {
		cr_expect(decimate(in, n, 0, 2, 100, &out) == n);
		for (size_t i = 0; i < n; i++)
			cr_expect(out[i].x == in[i].x && out[i].y == in[i].y);
		free(out);
	}
}

Test(decimate, knows_ties_and_what_is_no_number)
{
	const struct point same[] = {{1, 7}, {1, 7}, {1, 7}, {1, 7}, {1, 7}};
	const struct point odd[] = {{0, NAN}, {1, 2}, {2, INFINITY}, {NAN, 1}, {9, 4}};
	struct point *out;

	size_t n = decimate(same, 5, 0, 2, 4, &out);
	cr_expect(n == 2, "first and last of equals: %zu", n);
	free(out);
	n = decimate(odd, 5, 0, 2, 4, &out);
	cr_expect(n == 1 && out[0].y == 2, "only what is finite and inside: %zu", n);
	free(out);
	cr_expect(decimate(same, 5, 2, 2, 4, &out) == 0, "no extent");
	free(out);
	cr_expect(decimate(same, 5, 0, 2, 0, &out) == 0, "no columns");
	free(out);
}
