/* BLKDISCARD and holes. */
#include "collect/engine/trim.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/engine/engine.h"

int64_t
trim_range(int fd, uint64_t offset, uint64_t bytes)
{
	uint64_t range[2] = {offset, bytes};
	struct stat status;
	int failed;

	/* The result must tell the bytes, and fallocate has signed sizes. */
	if (offset > INT64_MAX || bytes > INT64_MAX)
		return -EINVAL;
	if (fstat(fd, &status))
		return -errno;
	do
		failed = S_ISBLK(status.st_mode)
			     ? ioctl(fd, BLKDISCARD, range)
			     : fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
					 (off_t)offset, (off_t)bytes);
	while (failed && errno == EINTR);
	return failed ? -errno : (int64_t)bytes;
}

int64_t
trim_or_sync(const int *fd, const int *trim_fd, const struct engine_io *io)
{
	if (io->op == ENGINE_TRIM)
		return trim_range(trim_fd[io->file], io->offset, io->bytes);
	int failed = io->op == ENGINE_FSYNC ? fsync(fd[io->file]) : fdatasync(fd[io->file]);
	return failed ? -errno : 0;
}
