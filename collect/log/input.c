/* Opening logs: copied or unpacked where that is needed, and their layout decided. */
#include "collect/log/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/where.h"
#include "collect/log/packed.h"
#include "collect/log/reader.h"
#include "collect/log/survey.h"

static const UT_icd segment_icd = {sizeof(struct log_segment), NULL, NULL, NULL};

int
log_spool_new(const char *file, struct where *why)
{
	FILE *spool = tmpfile();
	int fd = spool ? fcntl(fileno(spool), F_DUPFD_CLOEXEC, 0) : -1;

	if (fd < 0)
		where_set(why, file, 0, "cannot make a temporary file: %s", strerror(errno));
	if (spool)
		fclose(spool);
	return fd;
}

bool
log_spool_write(int spool, const char *file, const void *bytes, size_t n, struct where *why)
{
	const char *p = bytes;

	while (n) {
		ssize_t wrote = write(spool, p, n);
		if (wrote < 0)
			return where_set(why, file, 0, "cannot write a temporary copy: %s",
					 strerror(errno));
		p += wrote;
		n -= (size_t)wrote;
	}
	return true;
}

/* What comes next of the stream, or, without one, of in. */
static ssize_t
read_next(FILE *stream, int in, char *buffer, size_t n)
{
	if (!stream)
		return read(in, buffer, n);
	size_t got = fread(buffer, 1, n, stream);
	return got == 0 && ferror(stream) ? -1 : (ssize_t)got;
}

/* Copies what the file's stream or in gives to the spool. */
static bool
spool_all(const struct log_file *file, int in, int spool, struct where *why)
{
	char *buffer = mem_alloc(LOG_BUFFER_BYTES, 1);
	ssize_t got;
	bool ok = true;

	while (ok && (got = read_next(file->stream, in, buffer, LOG_BUFFER_BYTES)) != 0)
		ok = got > 0 ? log_spool_write(spool, file->name, buffer, (size_t)got, why)
			     : where_set(why, file->name, 0, "cannot read: %s", strerror(errno));
	free(buffer);
	return ok;
}

/* Puts an unlinked copy of what the file's stream or in gives into input->spool. */
static bool
spool_stream(struct log_input *input, int in, struct where *why)
{
	input->spool = log_spool_new(input->file->name, why);
	return input->spool >= 0 && spool_all(input->file, in, input->spool, why);
}

/* Replaces the file by its rows as text where it is packed. */
static bool
unpack(struct log_input *input, int in, struct where *why)
{
	char bytes[4096];
	ssize_t got = pread(in, bytes, sizeof(bytes), 0);

	if (got < 2 || !log_packed_probe((struct view){bytes, (size_t)got}))
		return true;
	if (input->file->kind == LOG_HIST)
		return where_set(
		    why, input->file->name, 0,
		    "a compressed histogram log; 'fio --inflate-log=FILE' may read it");
	int text = log_unpack(in, input->file->name, why);
	if (text < 0)
		return false;
	if (input->spool >= 0)
		close(input->spool);
	input->spool = text;
	return true;
}

/* Fills in the size of what will be read. */
static bool
take_size(struct log_input *input, int in, struct where *why)
{
	struct stat st;

	if (fstat(in, &st) != 0)
		return where_set(why, input->file->name, 0, "%s", strerror(errno));
	input->size = st.st_size;
	return true;
}

static bool
open_stream(struct log_input *input, struct where *why)
{
	return spool_stream(input, -1, why) && unpack(input, input->spool, why) &&
	       take_size(input, input->spool, why);
}

static bool
open_path(struct log_input *input, struct where *why)
{
	const char *path = input->file->path, *name = input->file->name;
	bool is_stdin = strcmp(path, "-") == 0;
	int in = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (in < 0)
		return where_set(why, name, 0, "cannot open: %s", strerror(errno));
	bool ok = fstat(in, &st) == 0 || where_set(why, name, 0, "%s", strerror(errno));
	if (ok && S_ISDIR(st.st_mode))
		ok = where_set(why, name, 0, "cannot read: %s", strerror(EISDIR));
	if (ok && (is_stdin || !S_ISREG(st.st_mode)))
		ok = spool_stream(input, in, why);
	ok = ok && unpack(input, input->spool >= 0 ? input->spool : in, why) &&
	     take_size(input, input->spool >= 0 ? input->spool : in, why);
	if (!is_stdin)
		close(in);
	return ok;
}

ssize_t
log_input_read(const struct log_input *input, char *buffer, size_t n, off_t at)
{
	/* Opened anew each time: a run has more logs than a process may have files open. */
	int in = input->spool >= 0 ? input->spool : open(input->file->path, O_RDONLY | O_CLOEXEC);

	if (in < 0)
		return -errno;
	ssize_t got = pread(in, buffer, n, at);
	if (got < 0)
		got = -errno;
	if (in != input->spool)
		close(in);
	return got;
}

/* Whether the n bytes at p are the beginning of a row. */
static bool
begins_row(const char *p, size_t n)
{
	if (n == 0 || *p < '0' || *p > '9')
		return false;
	for (size_t i = 0; i < n; i++)
		if (p[i] == '\0' || !strchr("0123456789abcdefABCDEFx, \t\r", p[i]))
			return false;
	return true;
}

/* fio ends each row with a newline. Without it a number may be cut, which no row tells: 4096 may
 * have become 40. */
static bool
leave_out_cut_row(struct log_input *input, struct where *why)
{
	size_t n = input->file->kind == LOG_HIST ? LOG_HISTOGRAM_BYTES : LOG_ROW_BYTES;

	if (input->size < (off_t)n)
		n = (size_t)input->size;
	char *bytes = mem_alloc(n, 1);
	ssize_t got = log_input_read(input, bytes, n, input->size - (off_t)n);
	bool ok = got == (ssize_t)n;
	const char *newline = ok ? memrchr(bytes, '\n', n) : NULL;
	size_t rest = newline ? (size_t)(bytes + n - newline) - 1 : 0;
	if (!ok)
		where_set(why, input->file->name, 0, "cannot read: %s",
			  strerror(got < 0 ? (int)-got : EIO));
	input->cut = newline && begins_row(newline + 1, rest);
	if (input->cut)
		input->size -= (off_t)rest;
	free(bytes);
	return ok;
}

/* Decides the layout by the first rows. */
static bool
probe(struct log_input *input, struct where *why)
{
	char *bytes = mem_alloc(LOG_HISTOGRAM_BYTES, 1);
	size_t n = input->size < LOG_HISTOGRAM_BYTES ? (size_t)input->size : LOG_HISTOGRAM_BYTES;
	ssize_t got = log_input_read(input, bytes, n, 0);
	struct view beginning = {bytes, got > 0 ? (size_t)got : 0};
	bool whole = got == input->size;
	size_t line = 0;
	bool ok;

	if (got <= 0)
		ok = where_set(why, input->file->name, 0, "cannot read: %s",
			       strerror(got ? (int)-got : EIO));
	else if (input->file->kind == LOG_HIST)
		ok = log_probe_histogram(beginning, whole, &input->probe) ||
		     where_set(why, input->file->name, 1,
			       "not a row of a histogram log (time, direction, block size and 1856 "
			       "counts, or a number that fio may make of these)");
	else
		ok = log_probe_lines(beginning, whole, input->file->kind, &input->probe, &line) ||
		     where_set(why, input->file->name, line,
			       "not a row of fio's logs (time, value, direction, block size ...)");
	free(bytes);
	return ok;
}

bool
log_input_open(struct log_input *input, const struct log_file *file, struct where *why)
{
	*input = (struct log_input){.file = file, .spool = -1};
	list_init(&input->segments, &segment_icd);
	if (!(file->stream ? open_stream(input, why) : open_path(input, why)))
		return false;
	return input->size == 0 ||
	       (leave_out_cut_row(input, why) && probe(input, why) && log_survey(input, why));
}

void
log_input_close(struct log_input *input)
{
	if (input->spool >= 0)
		close(input->spool);
	input->spool = -1;
	list_done(&input->segments);
}
