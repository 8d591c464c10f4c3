/* Records, and completes in order. */
#include "tests/unit/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "collect/engine/loop.h"
#include "collect/engine/worker.h"
#include "tests/unit/check.h"
#include "tests/unit/trial.h"

struct recorder rec;
volatile sig_atomic_t recorder_stop;

static int
rec_open(const struct engine_setup *setup, void **state, struct measure_engine *granted,
	 char why[MEASURE_WHY])
{
	struct recorder_plan plan = rec.plan;

	memset(&rec, 0, sizeof(rec));
	rec.plan = plan;
	granted->ring_slots = setup->depth;
	why[0] = '\0';
	*state = &rec;
	return 0;
}

static void
rec_queue(void *state, unsigned slot, const struct engine_io *io)
{
	(void)state;
	cr_assert(rec.n_flying + rec.n_queued < RECORDER_DEPTH);
	cr_assert(rec.n_seen < RECORDER_LOG);
	rec.n_queued++;
	bool fails = rec.n_seen + 1 == rec.plan.fail_at;
	rec.flight[rec.n_flying + rec.n_queued - 1] =
	    (struct recorder_flight){.slot = slot, .result = fails ? -EIO : (int64_t)io->bytes};
	rec.seen[rec.n_seen++] =
	    (struct recorder_seen){*io, clock_now_ns(clock_get()), rec.n_flying + rec.n_queued};
	if (rec.n_seen == rec.plan.stop_at)
		recorder_stop = 1;
}

static int
rec_submit(void *state)
{
	unsigned n = rec.n_queued;

	(void)state;
	for (unsigned i = 0; i < n; i++)
		rec.flight[rec.n_flying + i].ready_ns =
		    clock_now_ns(clock_get()) + rec.plan.service_ns;
	rec.n_flying += n;
	rec.n_queued = 0;
	rec.n_submits++;
	return (int)n;
}

static unsigned
rec_standing(const void *state)
{
	(void)state;
	return 0;
}

static void
sleep_ns(uint64_t ns)
{
	struct timespec t = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};

	nanosleep(&t, NULL);
}

static unsigned
n_ready(void)
{
	uint64_t now = clock_now_ns(clock_get());
	unsigned n = 0;

	while (n < rec.n_flying && rec.flight[n].ready_ns <= now)
		n++;
	return n;
}

static int
rec_reap(void *state, unsigned min, unsigned max, uint64_t wait_ns, struct engine_done *done)
{
	const struct itimerval soon = {.it_value = {.tv_usec = 50000}};
	uint64_t begin = clock_now_ns(clock_get());

	(void)state;
	cr_assert(min >= 1 && min <= max && min <= rec.n_flying);
	if (rec.plan.alarm && rec.n_reaps == 0)
		setitimer(ITIMER_REAL, &soon, NULL);
	if (++rec.n_reaps == rec.plan.stall_at)
		sleep_ns(rec.plan.stall_ns);
	while (n_ready() < min &&
	       (wait_ns == ENGINE_FOREVER || clock_now_ns(clock_get()) - begin < wait_ns))
		sleep_ns(10000);
	if (wait_ns != ENGINE_FOREVER && wait_ns > rec.waited_most_ns)
		rec.waited_most_ns = wait_ns;
	unsigned n = n_ready();
	n = n < max ? n : max;
	for (unsigned i = 0; i < n; i++)
		done[i] = (struct engine_done){.slot = rec.flight[i].slot,
					       .outside = rec.plan.outside,
					       .result = rec.flight[i].result};
	rec.n_flying -= n;
	rec.n_done += n;
	memmove(rec.flight, rec.flight + n, (rec.n_flying + rec.n_queued) * sizeof(rec.flight[0]));
	return (int)n;
}

static void
rec_close(void *state)
{
	(void)state;
}

static const struct engine recorder_engine = {
    .submits = true,
    .open = rec_open,
    .queue = rec_queue,
    .submit = rec_submit,
    .standing = rec_standing,
    .reap = rec_reap,
    .close = rec_close,
};

struct job
recorder_job(enum job_rw rw)
{
	rec.plan = (struct recorder_plan){0};
	recorder_stop = 0;
	return (struct job){.rw = rw,
			    .rwmixread = 50,
			    .bs = JOB_SIZES(RECORDER_BS),
			    .ioengine = JOB_ENGINE_LIBAIO,
			    .iodepth = 1,
			    .loops = 1};
}

struct measure_result
recorder_run(const struct job *job, unsigned n_files)
{
	int fd = open("/dev/null", O_RDWR);
	struct measure_file file[4];
	struct measure_task task = {.job = job, .file = file, .n_files = n_files};
	struct measure_config config = {.interval_s = 1, .stop = &recorder_stop};
	struct measure_progress progress = {0};
	struct measure_result result = {0};
	struct worker *worker = NULL;
	char why[MEASURE_WHY] = "";

	for (unsigned i = 0; i < n_files; i++)
		file[i] = (struct measure_file){fd, 0, (uint64_t)RECORDER_BLOCKS * RECORDER_BS, fd};
	cr_assert(worker_open(&task, &recorder_engine, &config, &progress, &result, &worker, why) ==
		      0,
		  "%s", why);
	rec.began_ns = clock_now_ns(clock_get());
	cr_assert(loop_run(worker) == true);
	check_int(rec.n_flying, 0);
	worker_free(worker);
	close(fd);
	return result;
}
