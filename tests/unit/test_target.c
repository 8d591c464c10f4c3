/* Targets: what may be opened, made, written and removed, on files of the test's own. */
#include "collect/machine/target.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "collect/base/where.h"
#include "tests/unit/check.h"
#include "tests/unit/trial.h"

static char folder[64];

static void
enter_folder(void)
{
	snprintf(folder, sizeof(folder), "/tmp/ringside-target-XXXXXX");
	cr_assert(mkdtemp(folder) != NULL && chdir(folder) == 0);
}

static void
leave_folder(void)
{
	cr_assert(chdir("/") == 0 && rmdir(folder) == 0, "something is left in %s", folder);
}

TestSuite(target, .init = enter_folder, .fini = leave_folder, .timeout = 30);

/* A job owns its texts; here nobody frees them. */
static char *
words(const char *text)
{
	return (char *)(size_t)text;
}

static struct job
job_of(enum job_rw rw, const char *filename, uint64_t size)
{
	/* Borrowed until the next but three. */
	static char *names[4];
	static unsigned next;
	char **name = &names[next++ % 4];

	name[0] = words(filename);
	return (struct job){.name = words("a"),
			    .file = words("a.fio"),
			    .line = 2,
			    .rw = rw,
			    .bs = JOB_SIZES(4096),
			    .size.bytes = size,
			    .filename = filename ? name : NULL,
			    .n_filenames = filename != NULL};
}

static void
make_file(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");
	cr_assert(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
}

static void
check_refused(const struct target_rules *rules, const struct job *job, const char *want)
{
	struct target_set *set = target_set_new(rules);
	struct target target;
	struct where why = {.why = ""};

	cr_expect(target_open(set, job, 0, 0, &target, &why) == false, "not refused: %s", want);
	cr_expect(strstr(why.why, want) != NULL, "got '%s', want '%s'", why.why, want);
	target_set_free(set);
}

Test(target, makes_a_file_and_removes_it)
{
	struct target_rules rules = {0};
	struct job job = job_of(JOB_RW_RANDWRITE, NULL, 300 * 1024);
	struct target_set *set = target_set_new(&rules);
	struct target target;
	struct where why = {.why = ""};
	char head[16], tail[16];

	job.offset.bytes = 8192;
	cr_assert(target_open(set, &job, 1, 0, &target, &why) == true, "%s", why.why);
	check_text(target.path, "a.1.0");
	check_int(target.size, 308 * 1024);
	check_int(target.range.start, 8192);
	check_int(target.range.size, 300 * 1024);
	check_int(target.is_device, 0);
	check_int(fcntl(target.fd, F_GETFL) & O_ACCMODE, O_RDWR);
	check_int(pread(target.fd, head, 16, 0), 16);
	check_int(pread(target.fd, tail, 16, 308 * 1024 - 16), 16);
	cr_expect(memcmp(head, tail, 16) != 0, "the file's blocks are alike");
	target_close(&target);
	target_set_free(set);
	check_int(access("a.1.0", F_OK), -1);
}

Test(target, its_own_file_may_be_written_again_and_grow)
{
	struct target_rules rules = {0};
	struct job small = job_of(JOB_RW_READ, "f", 8192);
	struct job large = job_of(JOB_RW_RANDRW, "f", 65536);
	struct target_set *set = target_set_new(&rules);
	struct target target;
	struct where why = {.why = ""};

	cr_assert(target_open(set, &small, 0, 0, &target, &why) == true, "%s", why.why);
	check_int(fcntl(target.fd, F_GETFL) & O_ACCMODE, O_RDONLY);
	target_close(&target);
	cr_assert(target_open(set, &large, 0, 0, &target, &why) == true, "%s", why.why);
	check_int(target.size, 65536);
	target_close(&target);
	target_set_free(set);
	check_int(access("f", F_OK), -1);
}

Test(target, kept_files_stay_and_replaced_ones_are_not_removed)
{
	struct target_rules keep = {.keep_files = true}, remove_them = {0};
	struct job job = job_of(JOB_RW_READ, "f", 8192);
	struct target target;
	struct where why = {.why = ""};

	struct target_set *set = target_set_new(&keep);
	cr_assert(target_open(set, &job, 0, 0, &target, &why) == true, "%s", why.why);
	target_close(&target);
	target_set_free(set);
	check_int(unlink("f"), 0);

	set = target_set_new(&remove_them);
	cr_assert(target_open(set, &job, 0, 0, &target, &why) == true, "%s", why.why);
	make_file("g", "precious");
	check_int(rename("g", "f"), 0);
	target_close(&target);
	target_set_free(set);
	check_int(unlink("f"), 0);
}

/* What a layout's watcher does to the file that is being made. */
struct meddler {
	volatile sig_atomic_t stop;
	bool stops;
};

/* Puts a file of somebody else in the place of the one that is being filled. */
static void
meddle(void *ctx, const char *path, uint64_t done, uint64_t total)
{
	struct meddler *meddler = ctx;

	(void)total;
	if (done > 2 << 20)
		return;
	make_file("victim", "precious");
	cr_assert(rename("victim", path) == 0);
	meddler->stop = meddler->stops ? SIGINT : 0;
}

/* Whether path holds what meddle put there; removes it. */
static bool
is_precious(const char *path)
{
	char text[16] = "";
	FILE *in = fopen(path, "r");

	if (!in)
		return false;
	bool same = fgets(text, sizeof(text), in) && strcmp(text, "precious") == 0;
	fclose(in);
	return unlink(path) == 0 && same;
}

Test(target, a_file_put_in_its_place_while_it_is_made_is_left_alone)
{
	for (unsigned i = 0; i < 4; i++) {
		const char *const named[] = {"f"};
		struct meddler meddler = {.stops = i & 1};
		struct target_rules rules = {
		    .watch = {.stop = &meddler.stop, .tick = meddle, .ctx = &meddler},
		    .allow_write = named,
		    .n_allow_write = i / 2};
		struct job job = job_of(i / 2 ? JOB_RW_READ : JOB_RW_RANDWRITE, "f", 4 << 20);

		check_refused(&rules, &job,
			      meddler.stops ? "interrupted while making 'f'"
					    : "'f' has been replaced by something else while");
		cr_expect(is_precious("f") == true);
	}
}

Test(target, a_file_put_in_the_place_of_a_made_one_is_left_alone)
{
	struct target_rules rules = {0};
	struct job reads = job_of(JOB_RW_READ, "f", 8192);
	struct job writes = job_of(JOB_RW_WRITE, "f", 8192);
	struct job larger = job_of(JOB_RW_READ, "f", 65536);
	struct target_set *set = target_set_new(&rules);
	struct target target;
	struct where why = {.why = ""};

	cr_assert(target_open(set, &reads, 0, 0, &target, &why) == true, "%s", why.why);
	target_close(&target);
	make_file("victim", "precious");
	check_int(rename("victim", "f"), 0);
	cr_expect(target_open(set, &writes, 0, 0, &target, &why) == false);
	cr_expect(strstr(why.why, "is a file that was there before") != NULL, "%s", why.why);
	cr_expect(target_open(set, &larger, 0, 0, &target, &why) == false);
	cr_expect(strstr(why.why, "has a size of 8, too small") != NULL, "%s", why.why);
	target_set_free(set);
	cr_expect(is_precious("f") == true);
}

Test(target, an_existing_file_is_read_but_written_only_when_named)
{
	const char *const named[] = {"x", "f"};
	struct target_rules rules = {0}, allow = {.allow_write = named, .n_allow_write = 2};
	struct job reads = job_of(JOB_RW_READ, "f", 0), writes = job_of(JOB_RW_WRITE, "f", 0);
	struct target target;
	struct where why = {.why = ""};
	char text[4097];

	memset(text, 'x', 4096);
	text[4096] = '\0';
	make_file("f", text);
	struct target_set *set = target_set_new(&rules);
	cr_assert(target_open(set, &reads, 0, 0, &target, &why) == true, "%s", why.why);
	check_int(target.size, 4096);
	target_close(&target);
	target_set_free(set);
	check_refused(&rules, &writes,
		      "'f' is a file that was there before: only '--allow-write f'");
	writes.filename[0] = words("./f");
	check_refused(&allow, &writes, "only '--allow-write ./f'");
	writes.filename[0] = words("f");
	set = target_set_new(&allow);
	cr_assert(target_open(set, &writes, 0, 0, &target, &why) == true, "%s", why.why);
	target_close(&target);
	target_set_free(set);
	check_int(unlink("f"), 0);
}

Test(target, refuses_what_is_no_device_and_no_file)
{
	struct target_rules rules = {0};
	struct job job = job_of(JOB_RW_READ, "d", 4096);

	check_int(mkdir("d", 0700), 0);
	check_refused(&rules, &job, "'d' is a directory");
	job.filename[0] = words("/dev/zero");
	check_refused(&rules, &job, "'/dev/zero' is a character device");
	check_int(mkfifo("p", 0600), 0);
	job.filename[0] = words("p");
	check_refused(&rules, &job, "'p' is a pipe or a socket");
	check_int(rmdir("d"), 0);
	check_int(unlink("p"), 0);
}

Test(target, makes_nothing_where_nothing_may_be_made)
{
	struct target_rules rules = {0};
	struct job job = job_of(JOB_RW_READ, "/dev/ringside-none", 4096);

	check_refused(&rules, &job, "nothing is made below /dev");
	job.filename[0] = words("/dev/ringside-none/a");
	check_refused(&rules, &job, "nothing is made below /dev");
	check_int(symlink("/dev/ringside-none", "l"), 0);
	job.filename[0] = words("l");
	check_refused(&rules, &job, "'l' is a symbolic link that leads nowhere");
	check_int(symlink("/dev", "d"), 0);
	job.filename[0] = words("d/ringside-none");
	check_refused(&rules, &job, "nothing is made below /dev");
	job.filename[0] = words("none/f");
	check_refused(&rules, &job, "the folder of 'none/f' is not there");
	job.filename[0] = words("f");
	job.size.bytes = 0;
	check_refused(&rules, &job, "'f' does not exist: with size=BYTES it would be made");
	check_int(access("/dev/ringside-none", F_OK), -1);
	check_int(unlink("l"), 0);
	check_int(unlink("d"), 0);
}

Test(target, a_stopped_layout_leaves_nothing)
{
	volatile sig_atomic_t stop = 1;
	struct target_rules rules = {.watch = {.stop = &stop}};
	struct job job = job_of(JOB_RW_WRITE, "f", 4 << 20);

	check_refused(&rules, &job, "interrupted while making 'f'");
	check_int(access("f", F_OK), -1);
}

Test(target, an_existing_file_that_is_too_small_is_left_alone)
{
	const char *const named[] = {"f"};
	struct target_rules rules = {.allow_write = named, .n_allow_write = 1};
	struct job job = job_of(JOB_RW_WRITE, "f", 8192);
	struct stat info;

	make_file("f", "small");
	check_refused(&rules, &job, "'f' has a size of 5, too small for the job's 8k");
	check_int(stat("f", &info), 0);
	check_int(info.st_size, 5);
	check_int(unlink("f"), 0);
}

Test(target, each_clone_has_files_of_its_own)
{
	struct target_rules rules = {0};
	struct job job = job_of(JOB_RW_RANDWRITE, NULL, 64 * 1024);
	struct target_set *set = target_set_new(&rules);
	struct target target;
	struct where why = {.why = ""};

	job.nrfiles = 2;
	job.offset_increment.bytes = 8192;
	for (unsigned i = 0; i < 4; i++) {
		cr_assert(target_open(set, &job, i / 2, i % 2, &target, &why) == true, "%s",
			  why.why);
		check_int(target.is_made, 1);
		check_int(target.size, 32 * 1024 + i / 2 * 8192);
		check_int(target.range.start, i / 2 * 8192);
		check_int(target.range.size, 32 * 1024);
		target_close(&target);
	}
	check_int(access("a.1.1", F_OK), 0);
	target_set_free(set);
	check_int(access("a.0.0", F_OK), -1);
}

/* Flags of an open target beside the mode of access. */
static int
flags_of(struct job *job)
{
	struct target_rules rules = {0};
	struct target_set *set = target_set_new(&rules);
	struct target target;
	struct where why = {.why = ""};

	cr_assert(target_open(set, job, 0, 0, &target, &why) == true, "%s", why.why);
	int flags = fcntl(target.fd, F_GETFL);
	target_close(&target);
	target_set_free(set);
	return flags & O_SYNC;
}

Test(target, syncs_as_the_job_says)
{
	struct job job = job_of(JOB_RW_WRITE, NULL, 8192);

	check_int(flags_of(&job), 0);
	job.sync = JOB_SYNC_SYNC;
	check_int(flags_of(&job), O_SYNC);
	job.sync = JOB_SYNC_DSYNC;
	check_int(flags_of(&job), O_DSYNC);
}

/* Pages of a file of 16 that the page cache holds. */
static unsigned
cached_pages(const char *path)
{
	enum { PAGES = 16, PAGE = 4096 };
	unsigned char in_core[PAGES];
	unsigned n = 0;
	int fd = open(path, O_RDONLY);

	cr_assert(fd >= 0);
	void *map = mmap(NULL, PAGES * PAGE, PROT_READ, MAP_SHARED, fd, 0);
	cr_assert(map != MAP_FAILED && mincore(map, PAGES * PAGE, in_core) == 0);
	for (unsigned i = 0; i < PAGES; i++)
		n += in_core[i] & 1;
	munmap(map, PAGES * PAGE);
	close(fd);
	return n;
}

Test(target, the_page_cache_is_kept_where_the_job_says_so)
{
	struct target_rules rules = {0}, look = {.look_only = true};
	struct job job = job_of(JOB_RW_READ, "f", 0);
	struct target target;
	struct where why = {.why = ""};
	struct statfs fs;
	char block[16 * 4096] = "";

	int fd = open("f", O_RDWR | O_CREAT | O_EXCL, 0600);
	cr_assert(fd >= 0 && write(fd, block, sizeof(block)) == sizeof(block) && fsync(fd) == 0);
	for (unsigned i = 0; i < 3; i++) {
		struct target_set *set = target_set_new(i == 2 ? &look : &rules);

		cr_assert(pread(fd, block, sizeof(block), 0) == sizeof(block));
		job.invalidate = i > 0;
		cr_assert(target_open(set, &job, 0, 0, &target, &why) == true, "%s", why.why);
		/* What tmpfs holds is nowhere else. */
		if (fstatfs(fd, &fs) == 0 && fs.f_type != TMPFS_MAGIC)
			check_int(cached_pages("f"), i == 1 ? 0 : 16);
		target_close(&target);
		target_set_free(set);
	}
	close(fd);
	check_int(unlink("f"), 0);
}

Test(target, trims_of_what_was_there_need_its_name)
{
	const char *const named[] = {"f"};
	struct target_rules rules = {0}, allow = {.allow_write = named, .n_allow_write = 1};
	struct job job = job_of(JOB_RW_RANDTRIM, "f", 0);
	struct target target;
	struct where why = {.why = ""};
	char text[4097];

	memset(text, 'x', 4096);
	text[4096] = '\0';
	make_file("f", text);
	check_refused(&rules, &job, "only '--allow-write f' lets the job write to it");
	struct target_set *set = target_set_new(&allow);
	cr_assert(target_open(set, &job, 0, 0, &target, &why) == true, "%s", why.why);
	check_int(fcntl(target.fd, F_GETFL) & O_ACCMODE, O_RDWR);
	target_close(&target);
	target_set_free(set);
	check_int(unlink("f"), 0);
}

Test(target, the_engine_null_makes_nothing)
{
	struct target_rules rules = {0};
	struct job job = job_of(JOB_RW_RANDWRITE, "/dev/ringside-none", (uint64_t)1 << 50);
	struct target_set *set = target_set_new(&rules);
	struct target target;
	struct where why = {.why = ""};

	job.ioengine = JOB_ENGINE_NULL;
	cr_assert(target_open(set, &job, 0, 0, &target, &why) == true, "%s", why.why);
	cr_expect(target.range.size == (uint64_t)1 << 50);
	cr_expect(target.fd >= 0);
	target_close(&target);
	target_set_free(set);
}

/* Looks at what a job would work on; the target's size, or 0 with *why. */
static uint64_t
look_at(struct target_set *set, const struct job *job, struct where *why)
{
	struct target target;

	*why = (struct where){.why = ""};
	if (!target_open(set, job, 0, 0, &target, why))
		return 0;
	check_int(target.is_made, 1);
	check_int(target.fd, -1);
	uint64_t size = target.size;
	target_close(&target);
	return size;
}

Test(target, a_look_makes_nothing)
{
	struct target_rules rules = {.look_only = true};
	struct target_set *set = target_set_new(&rules);
	struct job small = job_of(JOB_RW_READ, "f", 8192);
	struct job large = job_of(JOB_RW_WRITE, "./f", 65536);
	struct job all = job_of(JOB_RW_READ, "f", 0), huge = job_of(JOB_RW_WRITE, "g", 0);
	struct where why;

	check_int(look_at(set, &all, &why), 0);
	cr_expect(strstr(why.why, "with size=BYTES it would be made") != NULL, "%s", why.why);
	check_int(look_at(set, &small, &why), 8192);
	check_int(look_at(set, &large, &why), 65536);
	/* A file that an earlier job makes is there for a later one. */
	check_int(look_at(set, &all, &why), 65536);
	huge.size.bytes = (uint64_t)1 << 60;
	check_int(look_at(set, &huge, &why), 0);
	cr_expect(strstr(why.why, "cannot make 'g' with a size of 1024p: No space") != NULL, "%s",
		  why.why);
	huge.offset.bytes = INT64_MAX;
	check_int(look_at(set, &huge, &why), 0);
	cr_expect(strstr(why.why, "offset and size together are too large") != NULL, "%s", why.why);
	check_int(access("f", F_OK), -1);
	check_int(symlink("none", "l"), 0);
	small.filename[0] = words("l");
	check_int(look_at(set, &small, &why), 0);
	cr_expect(strstr(why.why, "'l' is a symbolic link that leads nowhere") != NULL, "%s",
		  why.why);
	check_int(unlink("l"), 0);
	target_set_free(set);
}

Test(target, offsets_in_percent_need_something_to_be_percent_of)
{
	struct target_rules rules = {0}, look = {.look_only = true};
	struct job job = job_of(JOB_RW_READ, "f", 8192);
	const char *want = "'f' does not exist: give the job's offset in bytes";

	job.offset.percent = 10;
	check_refused(&rules, &job, want);
	check_refused(&look, &job, want);
	job.offset.percent = 0;
	job.size.bytes = 10000;
	job.nrfiles = 5;
	job.filename = NULL;
	check_refused(&rules, &job, "size=10000 holds no I/O of the job's bs in each of its files");
}

Test(target, so_many_files_cannot_be_open)
{
	struct target_rules rules = {0};
	struct target_set *set = target_set_new(&rules);
	struct job job = job_of(JOB_RW_READ, NULL, 8192);
	const struct job_list jobs = {&job, 1};
	struct where why = {.why = ""};

	job.nrfiles = job.numjobs = 3;
	cr_expect(target_check_count(&jobs, &why) == true, "%s", why.why);
	job.nrfiles = job.numjobs = UINT32_MAX / 2;
	cr_expect(target_check_count(&jobs, &why) == false);
	cr_expect(strstr(why.why, "are allowed ('ulimit -Hn')") != NULL, "%s", why.why);
	target_set_free(set);
}
