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

/* Sizes as fio 3.33 had them in runs with --debug=io on files of 1000k and 2m ("x:y"), which it
 * reads in blocks of 4k. */
Test(range, divides_among_files_as_fio_does)
{
	const struct {
		unsigned n_files, clone;
		struct job_amount size, offset, increment;
		uint64_t filesize, total, want_start, want_size;
	} rows[] = {
	    {3, 0, {mib, 0}, {0, 0}, {0, 0}, 0, mib, 0, 349525},
	    {2, 0, {mib, 0}, {0, 0}, {0, 0}, 0, 2 * mib, 0, mib / 2},
	    {2, 1, {mib, 0}, {0, 0}, {64 * kib, 0}, 0, 576 * kib, 64 * kib, mib / 2},
	    {2, 0, {0, 0}, {0, 0}, {0, 0}, 0, 1000 * kib, 0, 1000 * kib},
	    {2, 0, {0, 50}, {0, 0}, {0, 0}, 0, 1000 * kib, 0, 500 * kib},
	    {2, 0, {0, 0}, {0, 33}, {0, 0}, 0, 1000 * kib, 0x53000, 1000 * kib - 0x53000},
	    {2, 0, {0, 0}, {0, 33}, {0, 0}, 0, 2 * mib, 0xa9000, 2 * mib - 0xa9000},
	    {2, 1, {0, 0}, {0, 0}, {0, 20}, 0, 1000 * kib, 0x32000, 1000 * kib - 0x32000},
	    {2, 1, {0, 0}, {0, 0}, {0, 20}, 0, 2 * mib, 0x67000, 2 * mib - 0x67000},
	    {1, 0, {mib, 0}, {5000, 0}, {0, 0}, 0, 2 * mib, 5000, mib},
	    {2, 0, {0, 0}, {0, 0}, {0, 0}, 512 * kib, 1000 * kib, 0, 512 * kib},
	    {1, 0, {0, 0}, {64 * kib, 0}, {0, 0}, 512 * kib, 512 * kib, 64 * kib, 448 * kib},
	    {1, 0, {0, 50}, {0, 0}, {0, 0}, 512 * kib, 2 * mib, 0, 256 * kib},
	    {3, 2, {100 * kib, 0}, {0, 0}, {0, 0}, 512 * kib, 512 * kib, 0, 512 * kib},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct job job = job_of(4096, 0, 0, 0);
		struct range range = {0, 0};
		struct where why = {.why = ""};

		job.nrfiles = rows[i].n_files;
		job.size = rows[i].size;
		job.offset = rows[i].offset;
		job.offset_increment = rows[i].increment;
		job.filesize = rows[i].filesize;
		cr_expect(range_within(&job, rows[i].clone, "t", rows[i].total, &range, &why) ==
			      true,
			  "row %zu: %s", i, why.why);
		cr_expect(range.start == rows[i].want_start && range.size == rows[i].want_size,
			  "row %zu: %llu + %llu", i, (unsigned long long)range.start,
			  (unsigned long long)range.size);
	}
}

Test(range, knows_how_large_a_file_must_be)
{
	struct job job = job_of(4096, 0, 0, 0);

	check_int(range_file_size(&job, 0), 0);
	job.size.percent = 50;
	check_int(range_file_size(&job, 0), 0);
	job.size = (struct job_amount){mib, 0};
	check_int(range_file_size(&job, 0), mib);
	job.nrfiles = 2;
	job.offset_increment.bytes = 64 * kib;
	check_int(range_file_size(&job, 3), 3 * 64 * kib + mib / 2);
	job.filesize = 100 * kib;
	check_int(range_file_size(&job, 3), 100 * kib);
	job.offset.percent = 1;
	check_int(range_file_size(&job, 3), 0);
	job = job_of(4096, UINT64_MAX - 1, mib, 0);
	cr_expect(range_file_size(&job, 0) == UINT64_MAX);
	job = job_of(4096, 0, mib, 0);
	job.offset_increment.bytes = UINT64_MAX / 2;
	cr_expect(range_file_size(&job, 3) == UINT64_MAX);
}

Test(range, no_sum_is_beyond_64_bits)
{
	const struct {
		struct job_amount offset, increment;
		uint64_t total;
	} rows[] = {
	    {{UINT64_MAX, 0}, {UINT64_MAX, 0}, mib},
	    {{0, 0}, {UINT64_MAX / 2, 0}, mib},
	    {{0, 100}, {0, 100}, UINT64_MAX},
	    {{0, UINT32_MAX}, {0, UINT32_MAX}, UINT64_MAX},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct job job = job_of(4096, 0, 0, 0);
		struct range range = {7, 7};
		struct where why = {.why = ""};

		job.offset = rows[i].offset;
		job.offset_increment = rows[i].increment;
		cr_expect(range_within(&job, 3, "t", rows[i].total, &range, &why) == false,
			  "row %zu", i);
		cr_expect(strstr(why.why, "lies beyond it") != NULL, "row %zu: %s", i, why.why);
		check_int(range.start, 7);
	}
}

Test(range, every_size_of_the_job_is_aligned)
{
	static const struct {
		enum job_rw rw;
		int direct, device;
		uint64_t read, write, trim, align;
		const char *want; /* NULL = fits */
	} rows[] = {
	    {JOB_RW_RANDRW, 1, 1, 4096, 8192, 512, 0, NULL},
	    {JOB_RW_RANDRW, 1, 1, 4096, 512, 4096, 0, "bs=512 is no multiple"},
	    {JOB_RW_RANDREAD, 1, 1, 4096, 512, 512, 0, NULL},
	    {JOB_RW_RANDREAD, 1, 1, 4096, 4096, 4096, 512, "blockalign=512 is no multiple"},
	    {JOB_RW_READ, 1, 1, 4096, 4096, 4096, 512, NULL},
	    {JOB_RW_TRIM, 0, 1, 512, 512, 512, 0, "'t', 4096: a trim needs that"},
	    {JOB_RW_TRIM, 0, 0, 512, 512, 512, 0, NULL},
	    {JOB_RW_TRIMWRITE, 1, 1, 512, 4096, 4096, 0, NULL},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct job job = job_of(4096, 0, 0, 0);
		struct where why = {.why = ""};

		job.rw = rows[i].rw;
		job.rwmixread = 50;
		job.direct = rows[i].direct;
		job.blockalign = rows[i].align;
		job.bs[DIRECTION_READ] = (struct job_sizes){.min = rows[i].read};
		job.bs[DIRECTION_WRITE] = (struct job_sizes){.min = rows[i].write};
		job.bs[DIRECTION_TRIM] = (struct job_sizes){.min = rows[i].trim};
		cr_expect(range_is_aligned(&job, "t", rows[i].device, 0, 4096, &why) ==
			      (rows[i].want == NULL),
			  "row %zu", i);
		cr_expect(strstr(why.why, rows[i].want ? rows[i].want : "") != NULL, "row %zu: %s",
			  i, why.why);
	}
}

Test(range, each_part_of_a_split_is_aligned)
{
	struct job job = job_of(4096, 0, 0, 0);
	struct where why = {.why = ""};

	job.direct = true;
	job.bs[DIRECTION_READ].n_splits = 2;
	job.bs[DIRECTION_READ].split[0] = (struct job_split){4096, 50};
	job.bs[DIRECTION_READ].split[1] = (struct job_split){6144, 50};
	cr_expect(range_is_aligned(&job, "t", true, 0, 4096, &why) == false);
	cr_expect(strstr(why.why, "bs=6k is no multiple") != NULL, "%s", why.why);
	cr_expect(range_is_aligned(&job, "t", true, 0, 512, &why) == true);
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
		const char *name, *filename, *directory, *format;
		unsigned clone, file;
		const char *want;
	} rows[] = {{"seq", NULL, NULL, NULL, 0, 0, "seq.0.0"},
		    {"seq", NULL, "/mnt/x", NULL, 3, 7, "/mnt/x/seq.3.7"},
		    {"4k/deep", NULL, "d", NULL, 1, 0, "d/4k_deep.1.0"},
		    {"seq", "f", "/mnt/x", NULL, 2, 0, "/mnt/x/f"},
		    {"seq", "/dev/sda", NULL, NULL, 0, 0, "/dev/sda"},
		    {"seq", "a/f", NULL, "no", 0, 0, "a/f"},
		    {"seq", NULL, NULL, "data", 5, 5, "data"},
		    {"a/b", NULL, "d", "x/$filenum-$jobnum.$jobname$", 1, 2, "d/x/2-1.a_b$"},
		    {"$jobnum", NULL, NULL, "$jobname$jobnum$other$filenum$filenum", 4, 3,
		     "$jobnum4$other33"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *filename = words(rows[i].filename);
		struct job job = {.name = words(rows[i].name),
				  .filename = filename ? &filename : NULL,
				  .n_filenames = filename != NULL,
				  .filename_format = words(rows[i].format),
				  .directory = words(rows[i].directory)};
		char *path = range_path(&job, rows[i].clone, rows[i].file);

		check_text(path, rows[i].want);
		free(path);
	}
}

Test(range, counts_the_files_of_a_clone)
{
	char *names[] = {words("a"), words("b")};
	struct job job = {.filename = names, .n_filenames = 2, .nrfiles = 5};

	check_int(range_n_files(&job), 2);
	job.filename = NULL;
	check_int(range_n_files(&job), 5);
	job.nrfiles = 0;
	check_int(range_n_files(&job), 1);
}
