/* Reads counters that clones are writing: each load is atomic and relaxed, so that what is seen may
 * be a little old, never torn. */
#include "collect/engine/watch.h"

#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/engine/steady.h"

/* What a clone had done when it was looked at last. */
struct seen {
	uint64_t at_ns, count;
	bool measuring;
};

struct watch_job {
	size_t first, n; /* its tasks */
	struct steady steady;
	struct seen *seen;  /* of each */
	uint64_t looked_ns; /* when that was */
};

static void
add_job(struct watch *watch, size_t first, size_t n)
{
	watch->job = mem_resize(watch->job, watch->n_jobs + 1, sizeof(*watch->job));
	struct watch_job *job = &watch->job[watch->n_jobs++];
	*job = (struct watch_job){.first = first, .n = n};
	job->seen = mem_alloc(n, sizeof(*job->seen));
	steady_init(&job->steady, &watch->task[first].job->steadystate);
}

void
watch_init(struct watch *watch, const struct measure_task *tasks, size_t n,
	   const struct measure_result *results)
{
	*watch = (struct watch){.task = tasks, .result = results, .n = n};
	watch->progress = mem_alloc(n, sizeof(*watch->progress));
	watch->all.p99_ns = NAN;
	for (size_t i = 0, same; i < n; i += same) {
		for (same = 1; i + same < n && tasks[i + same].job == tasks[i].job; same++)
			;
		if (tasks[i].job->steadystate.metric != JOB_STEADY_NONE)
			add_job(watch, i, same);
	}
}

void
watch_free(struct watch *watch)
{
	for (size_t i = 0; i < watch->n_jobs; i++) {
		steady_free(&watch->job[i].steady);
		free(watch->job[i].seen);
	}
	free(watch->job);
	free(watch->progress);
}

/* A count and its time are two words: read again while the clone was writing them. */
static struct seen
look(const struct measure_progress *progress, enum job_steady metric)
{
	const _Atomic uint64_t *count = metric == JOB_STEADY_BW ? &progress->bytes : &progress->ios;
	struct seen now;
	uint64_t after;

	do {
		now.at_ns = atomic_load_explicit(&progress->at_ns, memory_order_acquire);
		now.count = atomic_load_explicit(count, memory_order_acquire);
		after = atomic_load_explicit(&progress->at_ns, memory_order_acquire);
	} while (after != now.at_ns);
	now.measuring = atomic_load_explicit(&progress->measuring, memory_order_relaxed);
	return now;
}

/* The job's rate since the last look, each clone's by the time between its own last words. One that
 * has not written meanwhile stands still and counts as 0. Returns false before all of them measure.
 */
static bool
take_rate(struct watch *watch, struct watch_job *job, double *rate)
{
	bool began = true;

	*rate = 0;
	for (size_t i = 0; i < job->n; i++) {
		struct seen now = look(&watch->progress[job->first + i], job->steady.rule.metric);
		struct seen *before = &job->seen[i];
		began &= before->measuring;
		if (now.at_ns > before->at_ns) {
			double s = (double)(now.at_ns - before->at_ns) / 1e9;
			*rate += (double)(now.count - before->count) / s;
		}
		*before = now;
	}
	return began;
}

static bool
settle(struct watch *watch, struct watch_job *job, uint64_t now_ns)
{
	double rate, seconds = (double)(now_ns - job->looked_ns) / 1e9;

	if (job->steady.attained)
		return true;
	job->looked_ns = now_ns;
	if (!take_rate(watch, job, &rate) || !steady_add(&job->steady, rate, seconds))
		return false;
	for (size_t i = 0; i < job->n; i++)
		atomic_store_explicit(&watch->progress[job->first + i].enough, true,
				      memory_order_relaxed);
	return true;
}

double
watch_p99_ns(const struct measure_result *results, size_t n)
{
	struct hist *sum = mem_alloc(1, sizeof(*sum));

	/* The extremes are not read: those of clones that run could be torn. */
	sum->max_ns = UINT64_MAX;
	for (size_t i = 0; i < n * DIRECTIONS; i++) {
		const struct hist *lat = results[i / DIRECTIONS].lat[i % DIRECTIONS];
		for (size_t b = 0; lat && b < HIST_BUCKETS; b++) {
			uint64_t count = __atomic_load_n(&lat->count[b], __ATOMIC_RELAXED);
			sum->count[b] += count;
			sum->n += count;
		}
	}
	double p99_ns = sum->n ? hist_middle(hist_quantile(sum, 0.99)) : NAN;
	free(sum);
	return p99_ns;
}

/* Sums up the progress of all clones. */
static void
add_up(struct watch *watch)
{
	uint64_t ios = 0, bytes = 0;
	bool measuring = false;

	for (size_t i = 0; i < watch->n; i++) {
		ios += atomic_load_explicit(&watch->progress[i].ios, memory_order_relaxed);
		bytes += atomic_load_explicit(&watch->progress[i].bytes, memory_order_relaxed);
		measuring |=
		    atomic_load_explicit(&watch->progress[i].measuring, memory_order_relaxed);
	}
	watch->all.ios = ios;
	watch->all.bytes = bytes;
	watch->all.measuring = measuring;
	watch->all.p99_ns = watch_p99_ns(watch->result, watch->n);
}

void
watch_look(struct watch *watch, uint64_t now_ns, bool sums)
{
	watch->all.settling = false;
	for (size_t i = 0; i < watch->n_jobs; i++)
		watch->all.settling |= !settle(watch, &watch->job[i], now_ns);
	if (sums)
		add_up(watch);
}

void
watch_end(const struct watch *watch, struct measure_result *results)
{
	for (size_t i = 0; i < watch->n; i++) {
		results[i].all_ios = watch->progress[i].ios;
		results[i].steady_criterion = NAN;
	}
	for (size_t k = 0; k < watch->n_jobs; k++) {
		const struct watch_job *job = &watch->job[k];
		for (size_t i = job->first; i < job->first + job->n; i++) {
			results[i].steady = job->steady.attained;
			results[i].steady_criterion = job->steady.criterion;
		}
	}
}
