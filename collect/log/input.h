/* One log file: opened, surveyed, read in pieces. */
#ifndef COLLECT_LOG_INPUT_H
#define COLLECT_LOG_INPUT_H

#include <sys/types.h>

#include "collect/base/list.h"
#include "collect/log/layout.h"
#include "collect/log/log.h"

/* Rows of one job: per_job_logs=0 puts one job's behind another's. */
struct log_segment {
	off_t begin, end;  /* bytes of the file */
	size_t line;       /* of the first row, 1-based */
	uint64_t first_ms; /* the first time and the latest one, as the file has them */
	uint64_t last_ms;
};

struct log_input {
	const struct log_file *file;
	int spool;  /* an unlinked copy of what cannot be read twice; -1 = file->path is read */
	off_t size; /* 0 = an empty file, and nothing of the rest is filled */
	struct log_probe probe;
	bool cut;          /* a last row without newline is left out: size is without it */
	bool epoch;        /* times are ms since 1970 (log_unix_epoch) */
	uint64_t base_ms;  /* what to subtract from times; the caller fills it */
	UT_array segments; /* of struct log_segment */
};

/* Opens the file, unpacks or copies it where that is needed, decides its layout and finds its jobs
 * by a pass over the times: where they run back, another job begins. */
bool log_input_open(struct log_input *input, const struct log_file *file, struct where *why);
void log_input_close(struct log_input *input);

/* Up to n bytes from position at on; 0 = the end, or -errno. */
ssize_t log_input_read(const struct log_input *input, char *buffer, size_t n, off_t at);

static inline const struct log_segment *
log_input_segment(const struct log_input *input, size_t i)
{
	return (const struct log_segment *)list_data(&input->segments) + i;
}

/* An unlinked temporary file, or -1 with *why. */
int log_spool_new(const char *file, struct where *why);

/* Writes all n bytes; false with *why. */
bool log_spool_write(int spool, const char *file, const void *bytes, size_t n, struct where *why);

#endif
