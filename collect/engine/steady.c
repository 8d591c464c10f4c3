/* The rule by its words in fio's manual: all values within a limit of their mean, or a slope below
 * a limit, over a window that rolls. */
#include "collect/engine/steady.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

enum { SECOND_NS = 1000000000, WINDOW_MAX = 1 << 20 /* twelve days */ };

static double
mean_of(const double *y, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += y[i];
	return n ? sum / (double)n : NAN;
}

double
steady_slope(const double *x, const double *y, size_t n)
{
	double mx = mean_of(x, n), my = mean_of(y, n), xy = 0, xx = 0;

	for (size_t i = 0; i < n; i++) {
		xy += (x[i] - mx) * (y[i] - my);
		xx += (x[i] - mx) * (x[i] - mx);
	}
	return n >= 2 && xx > 0 ? xy / xx : NAN;
}

double
steady_deviation(const double *y, size_t n)
{
	double mean = mean_of(y, n), most = n ? 0 : NAN;

	for (size_t i = 0; i < n; i++)
		most = fabs(y[i] - mean) > most ? fabs(y[i] - mean) : most;
	return most;
}

void
steady_init(struct steady *steady, const struct job_steadystate *rule)
{
	uint64_t seconds = rule->duration_ns / SECOND_NS + (rule->duration_ns % SECOND_NS != 0);

	memset(steady, 0, sizeof(*steady));
	steady->rule = *rule;
	steady->window = seconds < 2 ? 2 : seconds < WINDOW_MAX ? (size_t)seconds : WINDOW_MAX;
	steady->rate = mem_alloc(steady->window, sizeof(*steady->rate));
	steady->s = mem_alloc(steady->window, sizeof(*steady->s));
	steady->criterion = NAN;
}

void
steady_free(struct steady *steady)
{
	free(steady->rate);
	free(steady->s);
	steady->rate = steady->s = NULL;
}

bool
steady_add(struct steady *steady, double rate, double seconds)
{
	if (steady->attained || !(seconds > 0))
		return steady->attained;
	steady->now_s += seconds;
	/* A look that comes a little early must not count as one within the ramp. */
	if (steady->now_s - seconds / 2 < (double)steady->rule.ramp_ns / 1e9)
		return false;
	size_t at = steady->n++ % steady->window;
	steady->rate[at] = rate;
	steady->s[at] = steady->now_s - seconds / 2;
	if (steady->n < steady->window)
		return false;
	double value = steady->rule.slope
			   ? fabs(steady_slope(steady->s, steady->rate, steady->window))
			   : steady_deviation(steady->rate, steady->window);
	if (steady->rule.percent)
		value = 100 * value / mean_of(steady->rate, steady->window);
	steady->criterion = value;
	/* A job that stands still has no mean to be near to: not a number, and not steady. */
	steady->attained = value < steady->rule.limit;
	return steady->attained;
}
