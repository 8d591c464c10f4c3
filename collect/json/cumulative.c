/* Comparing and subtracting documents. */
#include "collect/json/cumulative.h"

#include <math.h>
#include <string.h>

#include "collect/base/num.h"

/* Seconds by which two beginnings may differ: both times and elapsed are whole seconds. */
static const double SLACK = 2;

static bool
same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

/* A number that was not said fits any. */
static bool
falls(double earlier, double later)
{
	return later < earlier;
}

static bool
starts_over(const struct fio_direction *earlier, const struct fio_direction *later)
{
	return falls(earlier->ios, later->ios) || falls(earlier->bytes, later->bytes);
}

/* timed: it is known when fio began. Then what was counted in ramp_time, which fio forgets at its
 * end, may go, and runtimes may fall, as before 3.30 jobs that had ended aged. */
static bool
job_goes_on(const struct fio_job *a, const struct fio_job *b, bool timed)
{
	bool forgets = timed && fio_job_option(b, "ramp_time");

	if (!same_text(a->name, b->name) || !same_text(a->host, b->host) || a->group != b->group)
		return false;
	if (a->start < b->start || a->start > b->start || falls(a->elapsed, b->elapsed))
		return false;
	for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
		const struct fio_direction *x = &a->direction[d], *y = &b->direction[d];
		if ((!forgets && starts_over(x, y)) || (!timed && falls(x->runtime, y->runtime)))
			return false;
	}
	return true;
}

/* The largest elapsed of its jobs, s; NaN where none says it. */
static double
elapsed_of(const struct fio_result *result)
{
	double elapsed = NAN;

	for (size_t i = 0; i < result->n_jobs; i++)
		elapsed = fmax(elapsed, result->job[i].elapsed);
	return elapsed;
}

/* When fio began, s since 1970; NaN where that is not known. */
static double
began(const struct fio_result *result)
{
	return result->time - elapsed_of(result);
}

/* What a job did between two documents. */
struct growth {
	bool any;
	double runtime; /* s */
};

static struct growth
growth_of(const struct fio_job *a, const struct fio_job *b)
{
	struct growth growth = {false, 0};

	for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
		const struct fio_direction *x = &a->direction[d], *y = &b->direction[d];
		double before = x->used ? x->runtime : 0;
		growth.any = growth.any || y->ios > x->ios || y->bytes > x->bytes;
		if (y->used)
			growth.runtime = fmax(growth.runtime, y->runtime - before);
	}
	return growth;
}

static bool
same_number(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

/* A job that has ended says the same again; another run of it has the same counts at most. */
static bool
is_same(const struct fio_job *a, const struct fio_job *b)
{
	bool measured = false;

	for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
		for (size_t l = 0; l < FIO_LATENCIES; l++) {
			const struct fio_latency *x = &a->direction[d].latency[l];
			const struct fio_latency *y = &b->direction[d].latency[l];
			measured = measured || y->max > 0;
			if (!same_number(x->mean, y->mean) || !same_number(x->max, y->max))
				return false;
		}
	}
	return measured || same_number(a->switches, b->switches);
}

static double
longest_runtime(const struct fio_result *result)
{
	double longest = 0;

	for (size_t i = 0; i < result->n_jobs; i++)
		for (size_t d = 0; d < FIO_DIRECTIONS; d++)
			longest = fmax(longest, result->job[i].direction[d].runtime);
	return longest;
}

/* Whether a job's runtime, or that of jobs one after another, grew as the clock of the printing
 * did, or none did anything in between. Of short runs of the same one after another, too, no
 * counter may be smaller by chance. Such a run takes no longer than the time between the documents,
 * so a longer one goes on. */
static bool
clock_agrees(const struct fio_result *earlier, const struct fio_result *later)
{
	double passed = later->time - earlier->time, sum = 0;
	bool fine = fmod(earlier->time, 1) > 0 || fmod(later->time, 1) > 0; /* ms are known */
	double slack = fine ? fmax(0.1, passed / 10) : 1;
	bool any = false, agrees = false, same = true;

	if (isnan(passed) || passed + slack < longest_runtime(later))
		return true;
	for (size_t i = 0; i < later->n_jobs; i++) {
		struct growth growth = growth_of(&earlier->job[i], &later->job[i]);
		bool forgot = fio_job_option(&later->job[i], "ramp_time") != NULL;
		any = any || growth.any;
		same = same && is_same(&earlier->job[i], &later->job[i]);
		sum += growth.any ? growth.runtime : 0;
		agrees = agrees || forgot || (growth.any && fabs(growth.runtime - passed) <= slack);
	}
	/* Whole seconds agree too easily. */
	if (any && !fine && passed >= 1 && !(elapsed_of(later) > elapsed_of(earlier)))
		return false;
	if (!any)
		return same;
	return agrees || fabs(sum - passed) <= slack;
}

bool
json_cumulative(const struct fio_result *earlier, const struct fio_result *later)
{
	double apart = fabs(began(later) - began(earlier));

	if (earlier->n_jobs != later->n_jobs || !same_text(earlier->version, later->version) ||
	    !same_text(earlier->commit, later->commit) || !same_text(earlier->run, later->run) ||
	    apart > SLACK)
		return false;
	for (size_t i = 0; i < earlier->n_jobs; i++) {
		if (!job_goes_on(&earlier->job[i], &later->job[i], !isnan(apart)))
			return false;
	}
	return clock_agrees(earlier, later);
}

/* What stands behind the first "key" : in text; nothing where there is none. */
static struct view
behind_key(struct view text, const char *key)
{
	size_t n = strlen(key);
	const char *at = memmem(text.p, text.n, key, n);
	size_t i = at ? (size_t)(at - text.p) + n : text.n;

	while (i < text.n && text.p[i] && strchr(" \t\r\n:", text.p[i]))
		i++;
	return (struct view){text.p + i, text.n - i};
}

/* The number behind the key, NaN where there is none that ends. */
static double
number_behind(struct view text, const char *key)
{
	struct view number = behind_key(text, key);
	double value = NAN;
	size_t n = 0;

	while (n < number.n && number.p[n] && strchr("-.0123456789", number.p[n]))
		n++;
	if (n < number.n)
		num_parse((struct view){number.p, n}, &value);
	return value;
}

bool
json_cumulative_cut(const struct fio_result *earlier, struct view later)
{
	const struct fio_job *job = &earlier->job[0];
	struct view name = behind_key(later, "\"jobname\"");
	const char *end = view_starts(name, "\"") ? memchr(name.p + 1, '"', name.n - 1) : NULL;
	double start = number_behind(later, "\"job_start\"") / 1000;
	double time = number_behind(later, "\"timestamp\"");
	double apart = fabs(time - number_behind(later, "\"elapsed\"") - began(earlier));

	if (!end) {
		bool several = false;
		for (size_t d = 0; d < FIO_DIRECTIONS; d++)
			several = several || job->direction[d].n_intervals > 0;
		return several;
	}
	name = (struct view){name.p + 1, (size_t)(end - name.p) - 1};
	return view_is(name, job->name) && !(start < job->start || start > job->start) &&
	       !(apart > SLACK);
}

/* An interval in which the clock of this direction stood still is none. */
static void
add_interval(struct fio_direction *direction, const struct fio_direction *before)
{
	struct fio_interval interval = {
	    .start = before ? before->runtime : 0,
	    .end = direction->runtime,
	    .ios = direction->ios - (before ? before->ios : 0),
	    .bytes = direction->bytes - (before ? before->bytes : 0),
	};
	if (interval.end > interval.start)
		fio_direction_add_interval(direction, interval);
}

static void
direction_merge(struct fio_direction *earlier, struct fio_direction *later)
{
	if (starts_over(earlier, later))
		return;
	if (!earlier->n_intervals)
		add_interval(earlier, NULL);
	/* Before 3.30 the runtime of a job that had ended went on until the last document. */
	while (earlier->n_intervals &&
	       earlier->interval[earlier->n_intervals - 1].start >= later->runtime)
		earlier->n_intervals--;
	if (earlier->n_intervals)
		earlier->interval[earlier->n_intervals - 1].end =
		    fmin(earlier->interval[earlier->n_intervals - 1].end, later->runtime);
	later->interval = earlier->interval;
	later->n_intervals = earlier->n_intervals;
	earlier->interval = NULL;
	earlier->n_intervals = 0;
	add_interval(later, earlier);
}

void
json_cumulative_merge(struct fio_result *earlier, struct fio_result *later)
{
	for (size_t i = 0; i < later->n_jobs; i++) {
		for (size_t d = 0; d < FIO_DIRECTIONS; d++)
			direction_merge(&earlier->job[i].direction[d], &later->job[i].direction[d]);
	}
	fio_result_free(earlier);
}
