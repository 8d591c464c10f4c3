/* Runs small jobs for tests and checks what always holds. */
#include "tests/unit/trial.h"

#include "tests/unit/check.h"

const uint64_t trial_range = (uint64_t)TRIAL_BLOCKS * TRIAL_BS;

volatile sig_atomic_t trial_stop;

struct job
trial_job(const struct target_case *c, enum job_rw rw)
{
	return (struct job){.rw = rw,
			    .rwmixread = 50,
			    .bs = JOB_SIZES(TRIAL_BS),
			    .direct = c->direct,
			    .ioengine = c->ioengine,
			    .userspace_reap = c->userspace_reap,
			    .iodepth = c->ioengine == JOB_ENGINE_PSYNC ? 1 : 16,
			    .numjobs = 1,
			    .loops = 1,
			    .percentage_random = 100,
			    .randseed = 42};
}

struct measure_result
trial_run(const struct job *job, int fd)
{
	struct measure_task task = TRIAL_TASK(job, fd, 0, trial_range);
	struct measure_config config = {.interval_s = 0.001, .stop = &trial_stop};
	struct measure_result result;
	char why[256];

	int error = measure_run(&task, 1, &config, &result, why);
	cr_assert(error == 0, "%s: %s", strerror(-error), why);
	return result;
}

static uint64_t
hist_total(const struct hist *hist)
{
	uint64_t n = 0;

	for (size_t i = 0; i < HIST_BUCKETS; i++)
		n += hist->count[i];
	return n;
}

/* Intervals hold means and percentiles only of what they hold, and together they hold all. */
static void
check_clat_of_intervals(const struct measure_result *result, enum direction d)
{
	double sum = 0;

	for (size_t i = 0; i < result->n_intervals; i++) {
		const struct measure_interval *interval = &result->interval[i];
		sum += (double)interval->ios[d] * interval->clat_mean_ns[d];
		check_int(interval->clat_mean_ns[d] > 0, interval->ios[d] > 0);
		check_int(interval->clat_p99_ns[d] > 0, interval->ios[d] > 0);
	}
	check_close(sum, (double)result->clat[d]->sum_ns, 1e-9, "sum of clat");
}

void
trial_check_sums(const struct measure_result *result, const struct job *job)
{
	bool has_slat = job->ioengine != JOB_ENGINE_PSYNC;
	uint64_t all = 0, reaped = 0, looks = 0, reaps = 0, standing = 0, submissions = 0;

	for (int d = 0; d < DIRECTIONS; d++) {
		uint64_t ios = result->ios[d], in_intervals = 0, bytes = 0;
		for (size_t i = 0; i < result->n_intervals; i++) {
			in_intervals += result->interval[i].ios[d];
			bytes += result->interval[i].bytes[d];
		}
		check_int(in_intervals, ios);
		check_int(bytes, result->bytes[d]);
		check_int(result->bytes[d], ios * TRIAL_BS);
		all += ios;
		if (!result->lat[d]) {
			check_int(ios, 0);
			continue;
		}
		check_int(result->lat[d]->n, ios);
		check_int(result->clat[d]->n, ios);
		check_int(result->slat[d]->n, has_slat ? ios : 0);
		check_int(hist_total(result->lat[d]), ios);
		check_int(hist_total(result->clat[d]), ios);
		cr_expect(result->lat[d]->sum_ns >= result->clat[d]->sum_ns);
		cr_expect(result->lat[d]->sum_ns >= result->slat[d]->sum_ns);
		check_clat_of_intervals(result, (enum direction)d);
	}
	for (size_t k = 0; k < result->ring_n; k++) {
		reaped += k * result->ring_reaped[k];
		reaps += result->ring_reaped[k];
		looks += result->ring_standing[k];
		standing += k * result->ring_standing[k];
	}
	cr_expect(standing >= reaped, "%llu stood and %llu were taken",
		  (unsigned long long)standing, (unsigned long long)reaped);
	check_int(result->ring_n, job->ioengine == JOB_ENGINE_PSYNC ? 0 : job->iodepth + 1);
	if (result->ring_n)
		check_int(reaped, all);
	check_int(reaps, looks);
	check_int(result->inflight_n, job->iodepth + 1);
	for (size_t k = 0; k < result->inflight_n; k++)
		submissions += result->inflight[k];
	cr_expect(submissions <= all + job->iodepth);
	check_int(submissions > 0, all > 0);
	double length = result->runtime_s / result->interval_s;
	cr_expect(length - (double)result->n_intervals <= 1e-6, "%g intervals lie in %zu", length,
		  result->n_intervals);
	cr_expect(length - (double)result->n_intervals >= -1 - 1e-6, "%g intervals lie in %zu",
		  length, result->n_intervals);
	check_text(result->why, "");
	check_int(result->error, 0);
}
