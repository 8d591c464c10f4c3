/* Makes files for tests of I/O. */
#include "tests/unit/target.h"

#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"

struct target_case target_cases[TARGET_CASES] = {
    {"psync", JOB_ENGINE_PSYNC, true, false},
    {"psync buffered", JOB_ENGINE_PSYNC, false, false},
    {"libaio", JOB_ENGINE_LIBAIO, true, false},
    {"libaio buffered", JOB_ENGINE_LIBAIO, false, false},
    {"libaio userspace", JOB_ENGINE_LIBAIO, true, true},
    {"libaio userspace buffered", JOB_ENGINE_LIBAIO, false, true},
    {"io_uring", JOB_ENGINE_IO_URING, true, false},
    {"io_uring buffered", JOB_ENGINE_IO_URING, false, false},
};

void
target_need(const struct target_case *c)
{
	struct io_uring ring;

	if (c->ioengine != JOB_ENGINE_IO_URING)
		return;
	if (io_uring_queue_init(2, &ring, 0) != 0)
		cr_skip_test("needs io_uring");
	io_uring_queue_exit(&ring);
}

static void
write_all(int fd, const char *bytes, size_t n)
{
	while (n) {
		ssize_t done = write(fd, bytes, n);
		cr_assert(done > 0, "cannot write the test's file: %s", strerror(errno));
		bytes += done;
		n -= (size_t)done;
	}
}

int
target_make(const struct target_case *c, size_t bytes, int flags)
{
	const char *tmp = getenv("TMPDIR");
	char *path = mem_format("%s/ringside-test-XXXXXX", tmp ? tmp : "/tmp");
	char *content = mem_alloc(bytes, 1);

	for (size_t i = 0; i < bytes; i++)
		content[i] = (char)(i / 4096 + 1);
	int made = mkstemp(path);
	cr_assert(made >= 0, "cannot make '%s': %s", path, strerror(errno));
	write_all(made, content, bytes);
	fsync(made);
	close(made);
	int fd = open(path, flags | (c->direct ? O_DIRECT : 0) | O_CLOEXEC);
	int error = errno;
	unlink(path);
	free(path);
	free(content);
	if (fd < 0 && c->direct && error == EINVAL)
		cr_skip_test("needs a file system with O_DIRECT");
	cr_assert(fd >= 0, "cannot open the test's file: %s", strerror(error));
	return fd;
}

void
target_check_blocks(int fd, unsigned n, size_t bs)
{
	char *block = NULL;

	cr_assert(posix_memalign((void **)&block, 4096, bs) == 0);
	for (unsigned i = 0; i < n; i++) {
		cr_assert(pread(fd, block, bs, (off_t)(i * bs)) == (ssize_t)bs);
		for (size_t k = 0; k < bs; k++)
			cr_assert(block[k] == (char)(i + 1), "byte %zu of block %u is %d", k, i,
				  block[k]);
	}
	free(block);
}
