/* Reading one segment of a log with a buffer of its own, so that many can be read in turn. */
#ifndef COLLECT_LOG_READER_H
#define COLLECT_LOG_READER_H

#include "collect/log/input.h"

enum {
	LOG_BUFFER_BYTES = 256 * 1024,
	LOG_HISTOGRAM_BYTES = 128 * 1024, /* no row of a histogram log is longer */
};

struct log_reader {
	const struct log_input *input;
	off_t at, end; /* the next byte to read into the buffer, and where the segment ends */
	char *buffer;
	size_t size;
	size_t row_bytes;      /* a row is never longer */
	const char *p, *limit; /* the next row; a NUL stands at limit */
	size_t line;           /* its number */
	uint64_t ahead_ms;     /* no row before this time is left; for the caller */
};

/* Begins with the segment's first row; size is the buffer's, at least twice a row. */
void log_reader_init(struct log_reader *reader, const struct log_input *input,
		     const struct log_segment *segment, size_t size);
void log_reader_free(struct log_reader *reader);

/* Reads on. false with *why. */
bool log_reader_fill(struct log_reader *reader, struct where *why);

/* Sees to it that the next row is in the buffer, with all of it if it is not longer than a row may
 * be. At the end p is limit. false with *why. */
static inline bool
log_reader_row(struct log_reader *reader, struct where *why)
{
	if ((size_t)(reader->limit - reader->p) < reader->row_bytes && reader->at < reader->end)
		return log_reader_fill(reader, why);
	return true;
}

/* Goes behind the row that ends at end, a newline or a NUL. false: it is a NUL within the file. */
static inline bool
log_reader_next(struct log_reader *reader, const char *end)
{
	if (*end != '\n' && end != reader->limit)
		return false;
	if (end == reader->limit && reader->at < reader->end)
		return false;
	reader->p = end + (*end == '\n');
	reader->line++;
	return true;
}

/* Goes behind an empty line; false: it is none. */
bool log_reader_skip_empty(struct log_reader *reader);

/* The error that the next row is no row of this log. */
bool log_reader_refuse(const struct log_reader *reader, const char *reason, struct where *why);

#endif
