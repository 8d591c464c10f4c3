/* Patterns of several files, trims, and trims before writes. */
#include "collect/engine/pattern.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/trial.h"

static struct job
job_of(enum job_rw rw)
{
	return (struct job){.rw = rw,
			    .rwmixread = 50,
			    .percentage_random = 100,
			    .bs = JOB_SIZES(4096),
			    .loops = 1,
			    .randseed = 7};
}

/* Of a job on one file of that size, 1 MiB behind its start. */
static struct pattern
pattern_on(const struct job *job, uint64_t size)
{
	struct measure_task task = TRIAL_TASK(job, -1, 1 << 20, size);
	struct pattern pattern;

	pattern_init(&pattern, &task);
	return pattern;
}

enum { FILES = 3 };

static struct pattern
pattern_on_files(const struct job *job, const uint64_t blocks[FILES])
{
	struct measure_file file[FILES];
	struct measure_task task = {.job = job, .file = file, .n_files = FILES};
	struct pattern pattern;

	for (unsigned i = 0; i < FILES; i++)
		file[i] = (struct measure_file){-1, i * 512, blocks[i] * 4096 + i, -1};
	pattern_init(&pattern, &task);
	return pattern;
}

Test(pattern_files, files_take_turns)
{
	static const uint64_t blocks[] = {5, 5, 5};
	static const enum job_rw rws[] = {JOB_RW_READ, JOB_RW_RANDREAD};

	for (size_t r = 0; r < countof(rws); r++) {
		struct job job = job_of(rws[r]);
		struct pattern pattern = pattern_on_files(&job, blocks);
		unsigned seen[FILES][5] = {{0}}, differ = 0;
		uint64_t before = 0;
		check_int(pattern_pass_bytes(&pattern), 15 * 4096);
		for (unsigned i = 0; i < 45; i++) {
			struct pattern_io io = pattern_next(&pattern);
			uint64_t block = (io.offset - i % FILES * 512) / 4096;
			check_int(io.file, i % FILES);
			cr_assert(block < 5);
			cr_assert(seen[io.file][block]++ == i / 15);
			if (rws[r] == JOB_RW_READ)
				check_int(block, i / FILES % 5);
			differ += io.file && block != before;
			before = block;
		}
		/* Each random file has an order of its own. */
		cr_expect(rws[r] == JOB_RW_READ ? differ == 0 : differ > 10, "%u", differ);
		pattern_free(&pattern);
	}
}

Test(pattern_files, small_files_wait_for_large_ones)
{
	static const uint64_t blocks[] = {2, 7, 4};
	static const enum job_rw rws[] = {JOB_RW_WRITE, JOB_RW_RANDWRITE, JOB_RW_RANDTRIMWRITE};

	for (size_t r = 0; r < countof(rws); r++) {
		struct job job = job_of(rws[r]);
		struct pattern pattern = pattern_on_files(&job, blocks);
		unsigned halves = rws[r] == JOB_RW_RANDTRIMWRITE ? 2 : 1;
		check_int(pattern_pass_bytes(&pattern), 13 * 4096 * halves);
		for (unsigned pass = 1; pass <= 3; pass++) {
			unsigned seen[FILES][7] = {{0}};
			for (unsigned i = 0; i < 13 * halves; i++) {
				struct pattern_io io = pattern_next(&pattern);
				uint64_t block = (io.offset - io.file * 512) / 4096;
				cr_assert(block < blocks[io.file]);
				cr_assert(seen[io.file][block]++ < halves);
			}
		}
		pattern_free(&pattern);
	}
}

Test(pattern_files, files_of_a_time_based_job_never_wait)
{
	static const uint64_t blocks[] = {1, 7, 4};
	struct job job = job_of(JOB_RW_READ);

	job.time_based = true;
	struct pattern pattern = pattern_on_files(&job, blocks);
	for (unsigned i = 0; i < 60; i++)
		check_int(pattern_next(&pattern).file, i % FILES);
	pattern_free(&pattern);
}

Test(pattern_files, trim_and_then_write)
{
	static const enum job_rw rws[] = {JOB_RW_TRIMWRITE, JOB_RW_RANDTRIMWRITE};

	for (size_t r = 0; r < countof(rws); r++) {
		struct job job = job_of(rws[r]);
		unsigned seen[20] = {0};
		struct pattern pattern = pattern_on(&job, 20 * 4096);
		check_int(pattern_pass_bytes(&pattern), 2 * 20 * 4096);
		cr_expect(pattern_has(&pattern, DIRECTION_READ) == false);
		cr_expect(pattern_has(&pattern, DIRECTION_WRITE) == true);
		cr_expect(pattern_has(&pattern, DIRECTION_TRIM) == true);
		for (unsigned i = 0; i < 60; i++) {
			struct pattern_io trim = pattern_next(&pattern);
			struct pattern_io write = pattern_next(&pattern);
			uint64_t block = (trim.offset - (1 << 20)) / 4096;
			check_int(trim.direction, DIRECTION_TRIM);
			check_int(write.direction, DIRECTION_WRITE);
			check_int(write.offset, trim.offset);
			check_int(write.bytes, trim.bytes);
			check_int(write.file, trim.file);
			cr_assert(seen[block]++ == i / 20);
			if (rws[r] == JOB_RW_TRIMWRITE)
				check_int(block, i % 20);
		}
		pattern_free(&pattern);
	}
}

Test(pattern_files, trim_alone)
{
	struct job job = job_of(JOB_RW_TRIM);
	struct pattern pattern = pattern_on(&job, 3 * 4096);

	for (unsigned i = 0; i < 9; i++) {
		struct pattern_io io = pattern_next(&pattern);
		check_int(io.direction, DIRECTION_TRIM);
		check_int(io.offset, (1 << 20) + i % 3 * 4096);
	}
	pattern_free(&pattern);
}

Test(pattern_files, bytes_of_a_pass_do_not_overflow)
{
	struct job job = job_of(JOB_RW_TRIMWRITE);
	struct measure_file file[3];
	struct measure_task task = {.job = &job, .file = file, .n_files = 3};
	struct pattern pattern;

	for (int i = 0; i < 3; i++)
		file[i] = (struct measure_file){-1, 0, (uint64_t)1 << 63, -1};
	pattern_init(&pattern, &task);
	check_int(pattern_pass_bytes(&pattern) == UINT64_MAX, 1);
	pattern_free(&pattern);
	task.n_files = 1;
	pattern_init(&pattern, &task);
	check_int(pattern_pass_bytes(&pattern) == UINT64_MAX, 1);
	pattern_free(&pattern);
}
