/* The loop with an engine that misbehaves: whatever the kernel may answer, no I/O is lost or
 * counted twice, and what cannot go on ends with a reason. */
#include "collect/engine/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/engine/worker.h"
#include "tests/unit/check.h"
#include "tests/unit/trial.h"

TestSuite(loop, .timeout = 30);

enum { DEPTH = 16, BS = 512, BLOCKS = 5000 };

/* What the engine does wrong; set by each test. */
static struct mood {
	unsigned busy;                  /* of 8 submissions so many answer "again later" */
	bool part;                      /* submissions take only some */
	unsigned interrupt;             /* of 8 reaps so many end without a completion */
	unsigned failing;               /* of 8 I/Os so many fail with EIO */
	int broken_submit, broken_reap; /* -errno from the 100th call on; 0 = never */
	unsigned stop_at; /* the submission during which the user interrupts; 0 = none */
} mood;

static volatile sig_atomic_t stop;

/* A ring in memory. Completes in random order. */
static struct fake {
	struct engine_setup setup;
	unsigned queued[DEPTH], flying[DEPTH];
	unsigned n_queued, n_flying;
	bool used[DEPTH];
	uint8_t done[BLOCKS]; /* completions by block */
	unsigned n_done, n_submits, n_reaps, most;
	unsigned random;
	uint64_t offset[DEPTH];
	bool closed;
} fake;

static unsigned
chance(unsigned n)
{
	fake.random = fake.random * 1103515245U + 12345U; /* C standard's example of rand() */
	return (fake.random >> 16) % n;
}

static int
fake_open(const struct engine_setup *setup, void **state, struct measure_engine *granted,
	  char why[MEASURE_WHY])
{
	memset(&fake, 0, sizeof(fake));
	fake.setup = *setup;
	fake.random = 1;
	granted->ring_slots = DEPTH;
	why[0] = '\0';
	*state = &fake;
	return 0;
}

static void
fake_queue(void *state, unsigned slot, const struct engine_io *io)
{
	(void)state;
	cr_assert(slot < DEPTH);
	cr_assert(fake.used[slot] == false, "slot %u is queued twice", slot);
	check_int(io->op, ENGINE_READ);
	fake.used[slot] = true;
	fake.offset[slot] = io->offset;
	fake.queued[fake.n_queued++] = slot;
}

static int
fake_submit(void *state)
{
	(void)state;
	cr_assert(fake.n_queued > 0, "nothing to submit");
	if (fake.n_queued > fake.most)
		fake.most = fake.n_queued;
	fake.n_submits++;
	if (fake.n_submits == mood.stop_at)
		stop = 1;
	if (fake.n_submits >= 100 && mood.broken_submit)
		return mood.broken_submit;
	if (chance(8) < mood.busy)
		return chance(2) ? -EAGAIN : -EINTR;
	unsigned n = mood.part ? 1 + chance(fake.n_queued) : fake.n_queued;
	for (unsigned i = 0; i < n; i++)
		fake.flying[fake.n_flying++] = fake.queued[i];
	fake.n_queued -= n;
	memmove(fake.queued, fake.queued + n, fake.n_queued * sizeof(fake.queued[0]));
	return (int)n;
}

static unsigned
fake_standing(const void *state)
{
	(void)state;
	return fake.n_flying;
}

static int
fake_reap(void *state, unsigned min, unsigned max, uint64_t wait_ns, struct engine_done *done)
{
	unsigned n = 0;

	(void)state;
	(void)wait_ns;
	cr_assert(min >= 1);
	cr_assert(min <= fake.n_flying, "waits for %u of %u", min, fake.n_flying);
	cr_assert(min <= max);
	if (++fake.n_reaps >= 100 && mood.broken_reap)
		return mood.broken_reap;
	if (chance(8) < mood.interrupt)
		return 0;
	while (n < max && fake.n_flying) {
		unsigned i = chance(fake.n_flying);
		unsigned slot = fake.flying[i];
		fake.flying[i] = fake.flying[--fake.n_flying];
		fake.used[slot] = false;
		fake.done[fake.offset[slot] / BS]++;
		fake.n_done++;
		done[n].slot = slot;
		done[n++].result = chance(8) < mood.failing ? -EIO : BS;
	}
	return (int)n;
}

static void
fake_close(void *state)
{
	(void)state;
	fake.closed = true;
}

static const struct engine fake_engine = {
    .submits = true,
    .open = fake_open,
    .queue = fake_queue,
    .submit = fake_submit,
    .standing = fake_standing,
    .reap = fake_reap,
    .close = fake_close,
};

static struct measure_result
run(bool continue_on_error, unsigned submit_max)
{
	struct job job = {.rw = JOB_RW_READ,
			  .bs = JOB_SIZES(BS),
			  .ioengine = JOB_ENGINE_LIBAIO,
			  .iodepth = DEPTH,
			  .loops = 1,
			  .iodepth_batch_submit = submit_max,
			  .continue_on_error = continue_on_error};
	int fd = open("/dev/null", O_RDONLY);
	struct measure_task task = TRIAL_TASK(&job, fd, 0, (uint64_t)BLOCKS * BS);
	struct measure_config config = {.interval_s = 1, .stop = &stop};
	struct measure_progress progress = {0};
	struct measure_result result;
	struct worker *worker = NULL;
	char why[MEASURE_WHY] = "";

	memset(&result, 0, sizeof(result));
	cr_assert(worker_open(&task, &fake_engine, &config, &progress, &result, &worker, why) == 0,
		  "%s", why);
	cr_assert(loop_run(worker) == true);
	check_int(atomic_load(&progress.ios), result.ios[DIRECTION_READ]);
	check_int(atomic_load(&progress.bytes), result.bytes[DIRECTION_READ]);
	worker_free(worker);
	close(fd);
	return result;
}

static void
check_each_block_once(const struct measure_result *result)
{
	check_int(fake.n_done, BLOCKS);
	for (unsigned i = 0; i < BLOCKS; i++)
		cr_assert(fake.done[i] == 1, "block %u was read %u times", i, fake.done[i]);
	check_int(result->ios[DIRECTION_READ] + result->errors[EIO], BLOCKS);
	check_int(result->lat[DIRECTION_READ]->n, result->ios[DIRECTION_READ]);
	check_int(result->slat[DIRECTION_READ]->n, result->ios[DIRECTION_READ]);
	cr_expect(fake.closed == true);
}

Test(loop, loses_nothing)
{
	static const struct mood moods[] = {
	    {0},
	    {.part = true},
	    {.busy = 3},
	    {.interrupt = 3},
	    {.busy = 4, .part = true, .interrupt = 4},
	    {.busy = 2, .part = true, .interrupt = 2, .failing = 2},
	    {.failing = 8},
	};
	static const unsigned batches[] = {0, 1, 5, DEPTH};

	for (size_t m = 0; m < countof(moods); m++)
		for (size_t b = 0; b < countof(batches); b++) {
			mood = moods[m];
			struct measure_result result = run(true, batches[b]);
			check_each_block_once(&result);
			check_int(result.error, 0);
			if (mood.failing == 0)
				check_int(result.ios[DIRECTION_READ], BLOCKS);
			unsigned most = batches[b] ? batches[b] : DEPTH / 8;
			cr_expect(fake.most <= most, "%u submitted at once, %u allowed", fake.most,
				  most);
			measure_result_free(&result);
		}
}

Test(loop, the_first_error_ends_it_after_those_in_flight)
{
	mood = (struct mood){.failing = 1};
	struct measure_result result = run(false, 0);

	check_int(result.error, -EIO);
	cr_expect(strncmp(result.why, "read of 512 bytes at offset ", 28) == 0, "why is '%s'",
		  result.why);
	cr_expect(fake.n_done < BLOCKS);
	check_int(fake.n_flying, 0);
	check_int(fake.n_done, result.ios[DIRECTION_READ] + result.errors[EIO]);
	measure_result_free(&result);
}

Test(loop, a_broken_submission_ends_it_after_those_in_flight)
{
	mood = (struct mood){.broken_submit = -ENXIO};
	struct measure_result result = run(true, 0);

	check_int(result.error, -ENXIO);
	cr_expect(strncmp(result.why, "submission with ", 16) == 0, "why is '%s'", result.why);
	check_int(fake.n_submits, 100);
	check_int(fake.n_flying, 0);
	check_int(fake.n_done, result.ios[DIRECTION_READ]);
	cr_expect(fake.closed == true);
	measure_result_free(&result);
}

/* What is in flight then may still be written to: the engine and its buffers must stay. */
Test(loop, a_broken_reap_ends_it_at_once)
{
	mood = (struct mood){.broken_reap = -ENXIO};
	struct measure_result result = run(true, 0);

	check_int(result.error, -ENXIO);
	cr_expect(strncmp(result.why, "reaping with ", 13) == 0, "why is '%s'", result.why);
	cr_expect(fake.n_flying > 0);
	cr_expect(fake.closed == false);
	for (unsigned i = 0; i < DEPTH * 4096U; i += 4096)
		fake.setup.buffer[i] = 1;
	check_int(fake.n_done, result.ios[DIRECTION_READ]);
	measure_result_free(&result);
}

/* A kernel that takes nothing more: a stop must still end it. */
Test(loop, stops_although_nothing_can_be_submitted)
{
	mood = (struct mood){.broken_submit = -EAGAIN, .stop_at = 150};
	struct measure_result result = run(true, 0);
	check_int(result.error, 0);
	check_int(fake.n_submits, 150);
	cr_expect(fake.n_queued > 0);
	check_int(fake.n_flying, 0);
	check_int(fake.n_done, result.ios[DIRECTION_READ]);
	measure_result_free(&result);
}

/* The same without a stop: seconds later the kernel's answer is an error. */
Test(loop, gives_up_on_a_kernel_that_takes_nothing)
{
	mood = (struct mood){.broken_submit = -EAGAIN};
	struct measure_result result = run(true, 0);
	check_int(result.error, -EAGAIN);
	check_text(result.why, "submission with 0 in flight");
	check_int(fake.n_done, result.ios[DIRECTION_READ]);
	measure_result_free(&result);
}
