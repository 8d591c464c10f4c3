/* Trims: tells a device or a file system that it may forget a range. */
#ifndef COLLECT_ENGINE_TRIM_H
#define COLLECT_ENGINE_TRIM_H

#include <stdint.h>

struct engine_io;

/* Discards a range of the device, or punches a hole into the file whose size stays, and waits for
 * it. Returns bytes, or -errno: -EOPNOTSUPP where the target cannot do it. */
int64_t trim_range(int fd, uint64_t offset, uint64_t bytes);

/* One fsync, fdatasync or trim of file io->file by its system call: trims on trim_fd, which others
 * do not need, the rest on fd. Returns as engine_done.result says. */
int64_t trim_or_sync(const int *fd, const int *trim_fd, const struct engine_io *io);

#endif
