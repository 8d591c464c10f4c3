/* Trims of files and of a device of the test's own. */
#include "collect/engine/trim.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/engine/engine.h"
#include "tests/unit/check.h"
#include "tests/unit/target.h"

enum { BLOCK = 4096, BLOCKS = 16 };

TestSuite(trim, .timeout = 30);

static int
make_file(int flags)
{
	const struct target_case c = {"buffered", JOB_ENGINE_PSYNC, false, false};

	return target_make(&c, (size_t)BLOCKS * BLOCK, flags);
}

/* The first byte of a block. */
static int
byte_of(int fd, unsigned block)
{
	char byte = 'x';

	cr_assert(pread(fd, &byte, 1, (off_t)block * BLOCK) == 1);
	return byte;
}

Test(trim, makes_holes_in_files)
{
	struct stat status;
	int fd = make_file(O_RDWR);
	int64_t result = trim_range(fd, 2 * BLOCK, 3 * BLOCK);

	if (result == -EOPNOTSUPP)
		cr_skip_test("needs a file system that punches holes");
	check_int(result, 3 * BLOCK);
	for (unsigned i = 0; i < BLOCKS; i++)
		check_int(byte_of(fd, i), i >= 2 && i < 5 ? 0 : i + 1);
	/* The end is beyond the file's, which does not grow. */
	check_int(trim_range(fd, (BLOCKS - 1) * BLOCK, 4 * BLOCK), 4 * BLOCK);
	cr_assert(fstat(fd, &status) == 0);
	check_int(status.st_size, BLOCKS * BLOCK);
	check_int(byte_of(fd, BLOCKS - 1), 0);
	close(fd);
}

Test(trim, tells_what_failed)
{
	int fd = make_file(O_RDONLY);

	check_int(trim_range(fd, 0, BLOCK), -EBADF);
	check_int(trim_range(-1, 0, BLOCK), -EBADF);
	check_int(trim_range(fd, 0, UINT64_MAX), -EINVAL);
	check_int(trim_range(fd, UINT64_MAX, BLOCK), -EINVAL);
	check_int(byte_of(fd, 0), 1);
	close(fd);
	fd = make_file(O_RDWR);
	cr_expect(trim_range(fd, 0, 0) < 0);
	cr_expect(trim_range(fd, INT64_MAX, INT64_MAX) < 0);
	close(fd);
}

Test(trim, syncs)
{
	const struct engine_io sync = {.op = ENGINE_FSYNC}, data = {.op = ENGINE_FDATASYNC};
	int ends[2], fd = make_file(O_RDWR);

	cr_assert(pipe(ends) == 0);
	check_int(trim_or_sync(&fd, NULL, &sync), 0);
	check_int(trim_or_sync(&fd, NULL, &data), 0);
	check_int(trim_or_sync(&ends[0], NULL, &sync), -EINVAL);
	check_int(trim_or_sync(&(int){-1}, NULL, &data), -EBADF);
	close(ends[0]);
	close(ends[1]);
	close(fd);
}

/* A loop device on the file; -1 where this machine gives none. It goes with its last descriptor. */
static int
loop_on(int fd)
{
	struct loop_config config = {.fd = (unsigned)fd, .info = {.lo_flags = LO_FLAGS_AUTOCLEAR}};
	int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC), loop = -1;

	for (int tries = 0; control >= 0 && loop < 0 && tries < 10; tries++) {
		char path[32];
		int number = ioctl(control, LOOP_CTL_GET_FREE);
		if (number < 0)
			break;
		snprintf(path, sizeof(path), "/dev/loop%d", number);
		loop = open(path, O_RDWR | O_CLOEXEC);
		if (loop >= 0 && ioctl(loop, LOOP_CONFIGURE, &config)) {
			/* Another one was faster. */
			close(loop);
			loop = -1;
		}
	}
	if (control >= 0)
		close(control);
	return loop;
}

Test(trim, discards_on_devices)
{
	int fd = make_file(O_RDWR), loop = loop_on(fd);

	if (loop < 0)
		cr_skip_test("needs a loop device");
	int64_t result = trim_range(loop, 4 * BLOCK, 2 * BLOCK);
	if (result == -EOPNOTSUPP)
		cr_skip_test("needs a file system that punches holes");
	check_int(result, 2 * BLOCK);
	for (unsigned i = 0; i < BLOCKS; i++)
		check_int(byte_of(loop, i), i == 4 || i == 5 ? 0 : i + 1);
	cr_expect(trim_range(loop, BLOCKS * BLOCK, BLOCK) < 0, "beyond the end");
	check_int(trim_range(loop, 1, BLOCK), -EINVAL);
	close(loop);
	close(fd);
}
