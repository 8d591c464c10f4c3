/* Shapes of distributions and the distance between them. */
#include "analyze/statistics/shape.h"

#include "collect/engine/hist.h"
#include "tests/unit/check.h"

/* A log-normal distribution in the house's buckets: 1e9 values around median ns, sigma of the
 * logarithm. */
static struct quantile_buckets
log_normal(double median, double sigma)
{
	struct quantile_buckets b;

	quantile_init(&b, HIST_BUCKETS);
	for (size_t i = 0; i < b.n; i++) {
		b.low[i] = hist_low(i);
		b.high[i] = hist_high(i);
		double z = log(b.high[i] / median) / sigma;
		b.upto[i] = nearbyint(1e9 * 0.5 * erfc(-z / sqrt(2)));
	}
	return b;
}

/* scipy.stats.energy_distance (1.10.1) of two samples, squared; a step is two points. */
Test(shape, energy_of_samples)
{
	static const struct {
		double a[8], b[8];
		size_t n, m;
		double want;
	} rows[] = {
	    {{1, 2, 4, 4, 7}, {2, 3, 3.5, 9}, 5, 4, 0.5225},
	    {{0.1, 0.5, 0.9, 1.3, 2.2, 5}, {0.3, 0.31, 4, 4.5}, 6, 4, 0.5604166666666667},
	    {{3}, {3}, 1, 1, 0},
	};

	for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		double x[32], d[32], now = 0, at = -INFINITY;
		size_t n = 0;
		for (;;) {
			double next = INFINITY;
			for (size_t i = 0; i < rows[r].n; i++)
				next = rows[r].a[i] > at ? fmin(next, rows[r].a[i]) : next;
			for (size_t i = 0; i < rows[r].m; i++)
				next = rows[r].b[i] > at ? fmin(next, rows[r].b[i]) : next;
			if (isinf(next))
				break;
			x[n] = next;
			d[n++] = now;
			for (size_t i = 0; i < rows[r].n; i++)
				now += rows[r].a[i] == next ? 1.0 / (double)rows[r].n : 0;
			for (size_t i = 0; i < rows[r].m; i++)
				now -= rows[r].b[i] == next ? 1.0 / (double)rows[r].m : 0;
			x[n] = next;
			d[n++] = now;
			at = next;
		}
		check_close(shape_energy(x, d, n), rows[r].want, 1e-14, "energy");
	}
}

/* Uniform on (0, 1) against uniform on (0, 2): 2 * integral of (min(t, 1) - t / 2)^2 over (0, 2),
 * twice 1/12 for each half. */
Test(shape, energy_of_lines)
{
	static const double x[] = {0, 1, 2}, d[] = {0, 0.5, 0};

	check_close(shape_energy(x, d, 3), 1.0 / 3, 1e-15, "energy");
	check_close(shape_energy(x, d, 1), 0, 0, "one point");
	check_close(shape_energy(x, d, 0), 0, 0, "no point");
}

/* Of N(0, s) and N(0, t): 2 E|X - Y| - E|X - X'| - E|Y - Y'| = 2 sqrt(2/pi) sqrt(s^2 + t^2) - 2 (s
 * + t) / sqrt(pi). The grid's 255 points and the buckets' width cost a few percent of it. */
Test(shape, of_log_normals_is_as_far_as_theory_says)
{
	static const double sigma[][2] = {{0.2, 0.4}, {0.1, 0.15}, {0.5, 1.5}};

	for (size_t r = 0; r < sizeof(sigma) / sizeof(sigma[0]); r++) {
		double s = sigma[r][0], t = sigma[r][1], x[SHAPE_POINTS];
		double curve[2 * SHAPE_POINTS], d[SHAPE_POINTS];
		struct quantile_buckets b[] = {log_normal(50000, s), log_normal(8e6, t)};
		double want = 2 * sqrt(2 / M_PI) * sqrt(s * s + t * t) - 2 * (s + t) / sqrt(M_PI);

		shape_curves(b, 2, x, curve);
		for (size_t i = 0; i < SHAPE_POINTS; i++)
			d[i] = curve[i] - curve[SHAPE_POINTS + i];
		check_close(shape_energy(x, d, SHAPE_POINTS), want, 0.02, "energy");
		quantile_free(&b[0]);
		quantile_free(&b[1]);
	}
}

/* The same shape at another size: what is left is less than a moved quantile of a bucket's width
 * would make. */
Test(shape, does_not_depend_on_the_size)
{
	double x[SHAPE_POINTS], curve[2 * SHAPE_POINTS], d[SHAPE_POINTS];

	for (int i = 1; i < 20; i++) {
		struct quantile_buckets b[] = {log_normal(90000, 0.2),
					       log_normal(90000 * exp(i * 0.31), 0.2)};
		shape_curves(b, 2, x, curve);
		for (size_t k = 0; k < SHAPE_POINTS; k++)
			d[k] = curve[k] - curve[SHAPE_POINTS + k];
		/* exp(0.2 z) stretched by 1.6 %: sigma 0.2 against 0.2031. */
		cr_expect(shape_energy(x, d, SHAPE_POINTS) < 1.6e-5, "factor %g: %g", exp(i * 0.31),
			  shape_energy(x, d, SHAPE_POINTS));
		quantile_free(&b[0]);
		quantile_free(&b[1]);
	}
}

Test(shape, share_is_the_inverse_of_the_quantile)
{
	struct quantile_buckets b;

	quantile_init(&b, 4);
	memcpy(b.low, (const double[]){0, 10, 11, 128}, 4 * sizeof(double));
	memcpy(b.high, (const double[]){2, 11, 12, 130}, 4 * sizeof(double));
	memcpy(b.upto, (const double[]){10, 40, 60, 100}, 4 * sizeof(double));
	for (int i = 1; i < 100; i++) {
		double q = i / 100.0;
		check_close(shape_share(&b, shape_log_quantile(&b, q)), q, 1e-12, "share");
	}
	check_close(shape_log_quantile(&b, 0.05), log(1), 1e-15, "from 0 it is linear");
	check_close(shape_log_quantile(&b, 0.25), log(10) + 0.5 * log(1.1), 1e-15, "logarithmic");
	check_close(shape_share(&b, log(5)), 0.1, 1e-15, "between buckets");
	check_close(shape_share(&b, log(1e9)), 1, 0, "beyond all");
	check_close(shape_share(&b, -1000), 0, 0, "below all");
	quantile_free(&b);
}

Test(shape, needs_values_that_are_not_below_0)
{
	static const struct {
		double low, count;
		bool exists;
	} rows[] = {{0, 1, true},  {-1, 1, false},       {5e-324, 5e-324, true},
		    {0, 0, false}, {0, INFINITY, false}, {0, 1e308, true}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct quantile_buckets b;
		double x[SHAPE_POINTS], curve[SHAPE_POINTS];
		quantile_init(&b, 1);
		b.low[0] = rows[i].low;
		b.high[0] = 1e308;
		b.upto[0] = rows[i].count;
		cr_expect(shape_exists(&b) == rows[i].exists, "row %zu", i);
		if (rows[i].exists) {
			shape_curves(&b, 1, x, curve);
			for (size_t k = 0; k < SHAPE_POINTS; k++)
				cr_expect(isfinite(x[k]) && curve[k] >= 0 && curve[k] <= 1,
					  "row %zu, point %zu: %g %g", i, k, x[k], curve[k]);
		}
		quantile_free(&b);
	}
	struct quantile_buckets none = {.n = 0};
	cr_expect(shape_exists(&none) == false, "no buckets");
}
