/* Where the readers of fio's forms put what they find: whole results, and remarks. */
#ifndef COLLECT_FIO_SINK_H
#define COLLECT_FIO_SINK_H

#include <stddef.h>

#include "collect/base/where.h"
#include "collect/fio/result.h"

struct sink {
	const char *file; /* as messages call it */
	/* Takes over what result owns. */
	void (*result)(void *ctx, struct fio_result *result);
	/* A remark on the data, one line: shown as a warning. */
	void (*note)(void *ctx, const struct where *what);
	void *ctx;
};

void sink_result(const struct sink *sink, struct fio_result *result);

/* line 0 = the file as a whole. */
void sink_note(const struct sink *sink, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
