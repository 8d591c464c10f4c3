/* Ranges within targets: sizes, offsets and percents at their limits. */
#include "collect/machine/range.h"

#include <stdint.h>

#include "collect/base/where.h"
#include "tests/unit/check.h"
#include "tests/unit/trial.h"

static const uint64_t kib = 1024, mib = 1024 * 1024, gib = 1024 * 1024 * 1024;

/* A job owns its texts; here nobody frees them. */
static char *
words(const char *text)
{
	return (char *)(size_t)text;
}

static struct job
job_of(uint64_t bs, uint64_t offset, uint64_t size, unsigned percent)
{
	return (struct job){.name = words("a"),
			    .file = words("a.fio"),
			    .line = 3,
			    .bs = JOB_SIZES(bs),
			    .offset.bytes = offset,
			    .size.bytes = size,
			    .size.percent = percent};
}

Test(range, resolves_sizes)
{
	const struct {
		uint64_t bs, offset, size;
		unsigned percent;
		uint64_t total, want_start, want_size;
	} rows[] = {
	    {4096, 0, 0, 0, mib, 0, mib},
	    {4096, 4096, 0, 0, mib, 4096, mib - 4096},
	    {4096, 0, mib, 0, mib, 0, mib},
	    {4096, mib, mib, 0, 2 * mib, mib, mib},
	    {4096, 0, 0, 25, mib, 0, mib / 4},
	    {4096, 0, 0, 100, mib, 0, mib},
	    {4096, 3 * mib, 0, 50, 4 * mib, 3 * mib, mib}, /* cut where the target ends */
	    {512, 0, 0, 1, 51200, 0, 512},
	    {4096, 0, 0, 99, UINT64_MAX, 0, UINT64_MAX / 100 * 99 + 99 * 15 / 100},
	    {4096, 0, 4096, 0, UINT64_MAX, 0, 4096},
	    {4096, 0, 10000, 0, mib, 0, 10000},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct job job = job_of(rows[i].bs, rows[i].offset, rows[i].size, rows[i].percent);
		struct range range = {0, 0};
		struct where why = {.why = ""};

		cr_expect(range_within(&job, 0, "t", rows[i].total, &range, &why) == true,
			  "row %zu: %s", i, why.why);
		check_int(range.start, rows[i].want_start);
		check_int(range.size, rows[i].want_size);
	}
}

Test(range, says_both_sizes_when_it_does_not_fit)
{
	const struct {
		uint64_t bs, offset, size;
		unsigned percent;
		uint64_t total;
		const char *want;
	} rows[] = {
	    {4096, 0, 2 * mib, 0, mib, "'t' has a size of 1m, too small for the job's 2m"},
	    {4096, 512 * kib, mib, 0, mib,
	     "'t' has a size of 1m, too small for the job's 1m behind its offset"},
	    {4096, mib, 0, 0, mib, "'t' has a size of 1m, and offset=1m lies beyond it"},
	    {4096, gib, 4096, 0, mib, "'t' has a size of 1m, and offset=1g lies beyond it"},
	    {4096, 0, 0, 0, 0, "'t' has a size of 0, and offset=0 lies beyond it"},
	    {mib, 0, 64 * kib, 0, gib, "'t': a range of 64k holds no I/O of bs=1m"},
	    {4096, 0, 0, 1, 65536, "'t': a range of 655 holds no I/O of bs=4k"},
	    {4096, 4096, UINT64_MAX, 0, mib,
	     "'t' has a size of 1m, too small for the job's 18446744073709551615 behind its "
	     "offset"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct job job = job_of(rows[i].bs, rows[i].offset, rows[i].size, rows[i].percent);
		struct range range = {7, 7};
		struct where why = {.why = ""};

		cr_expect(range_within(&job, 0, "t", rows[i].total, &range, &why) == false,
			  "row %zu", i);
		check_text(why.why, rows[i].want);
		check_text(why.file, "a.fio");
		check_int(why.line, 3);
		check_int(range.start, 7);
	}
}

Test(range, direct_io_is_aligned_to_logical_blocks)
{
	const struct {
		uint64_t bs, offset;
		int direct;
		unsigned block;
		int good;
	} rows[] = {{4096, 0, 1, 512, 1}, {512, 512, 1, 512, 1},   {1000, 0, 1, 512, 0},
		    {512, 0, 1, 4096, 0}, {4096, 512, 1, 4096, 0}, {1000, 3, 0, 512, 1},
		    {1000, 3, 1, 0, 1}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct job job = job_of(rows[i].bs, rows[i].offset, 0, 0);
		struct where why = {.why = ""};

		job.direct = rows[i].direct;
		check_int(range_is_aligned(&job, "t", true, rows[i].offset, rows[i].block, &why),
			  rows[i].good);
		check_int(why.why[0] == '\0', rows[i].good);
	}
}

Test(range, names_the_clones_files_as_fio_does)
{
	static const struct {
		const char *name, *filename, *directory;
		unsigned clone;
		const char *want;
	} rows[] = {{"seq", NULL, NULL, 0, "seq.0.0"},
		    {"seq", NULL, "/mnt/x", 3, "/mnt/x/seq.3.0"},
		    {"4k/deep", NULL, "d", 1, "d/4k_deep.1.0"},
		    {"seq", "f", "/mnt/x", 2, "/mnt/x/f"},
		    {"seq", "/dev/sda", "/mnt/x", 0, "/dev/sda"},
		    {"seq", "a/f", NULL, 0, "a/f"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *filename = words(rows[i].filename);
		struct job job = {.name = words(rows[i].name),
				  .filename = filename ? &filename : NULL,
				  .n_filenames = filename != NULL,
				  .directory = words(rows[i].directory)};
		char *path = range_path(&job, rows[i].clone, 0);

		check_text(path, rows[i].want);
		free(path);
	}
}
