/* Buffers over segments of logs. */
#include "collect/log/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/where.h"

void
log_reader_init(struct log_reader *reader, const struct log_input *input,
		const struct log_segment *segment, size_t size)
{
	*reader = (struct log_reader){
	    .input = input,
	    .at = segment->begin,
	    .end = segment->end,
	    .buffer = mem_alloc(size + LOG_SLACK_BYTES, 1),
	    .size = size,
	    .row_bytes = input->file->kind == LOG_HIST ? LOG_HISTOGRAM_BYTES : LOG_ROW_BYTES,
	    .line = segment->line,
	};
	reader->p = reader->limit = reader->buffer;
}

void
log_reader_free(struct log_reader *reader)
{
	free(reader->buffer);
	reader->buffer = NULL;
}

bool
log_reader_fill(struct log_reader *reader, struct where *why)
{
	size_t left = (size_t)(reader->limit - reader->p);

	memmove(reader->buffer, reader->p, left);
	while (left < reader->size && reader->at < reader->end) {
		size_t n = reader->size - left;
		if ((off_t)n > reader->end - reader->at)
			n = (size_t)(reader->end - reader->at);
		ssize_t got = log_input_read(reader->input, reader->buffer + left, n, reader->at);
		if (got <= 0)
			return where_set(why, reader->input->file->name, 0, "cannot read: %s",
					 got ? strerror((int)-got)
					     : "the file became shorter while it was read");
		left += (size_t)got;
		reader->at += got;
	}
	reader->p = reader->buffer;
	reader->limit = reader->buffer + left;
	reader->buffer[left] = '\0';
	return true;
}

bool
log_reader_skip_empty(struct log_reader *reader)
{
	const char *p = log_line_end(reader->p);

	return p && reader->p != reader->limit && log_reader_next(reader, p);
}

bool
log_reader_refuse(const struct log_reader *reader, const char *reason, struct where *why)
{
	const char *end = memchr(reader->p, '\n', (size_t)(reader->limit - reader->p));
	int n = end ? (int)(end - reader->p) : (int)(reader->limit - reader->p);
	enum { SHOWN = 60 };

	return where_set(why, reader->input->file->name, reader->line, "%s: '%.*s%s'", reason,
			 n > SHOWN ? SHOWN : n, reader->p, n > SHOWN ? "..." : "");
}
