/* Opens the file, finds its last newline, reads the rows up to there. */
#include "collect/campaign/resume.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/where.h"
#include "collect/campaign/part.h"

enum { ROW_KEPT = 4096 }; /* bytes of a row that may be a header */

/* Where the search for the last line is at. */
struct scan {
	char row[ROW_KEPT]; /* the beginning of the row */
	size_t n, n_row;    /* bytes in all, and of the row */
	size_t n_lines;
	bool quoted;
	bool has_header;       /* some row may be one */
	char header[ROW_KEPT]; /* ours */
};

/* Whether the row, which has ended, may be a header; a row that only holds the word may be taken
 * for one. */
static bool
may_be_header(const struct scan *scan)
{
	size_t n = scan->n_row < ROW_KEPT ? scan->n_row : ROW_KEPT;

	return memmem(scan->row, n, "metric", strlen("metric")) != NULL;
}

static void
write_our_header(char out[ROW_KEPT])
{
	FILE *memory = fmemopen(out, ROW_KEPT, "w");

	if (!memory)
		return;
	record_write_header(memory);
	fclose(memory);
}

/* Finds where the last line ends that has a newline. That it is whole rows up to there is not
 * looked at here. */
static void
find_whole(FILE *in, struct scan *scan, struct resume *out)
{
	int c;

	write_our_header(scan->header);
	while ((c = getc_unlocked(in)) != EOF) {
		if (scan->n_row < ROW_KEPT)
			scan->row[scan->n_row] = (char)c;
		scan->n++;
		scan->n_row++;
		scan->quoted ^= c == '"';
		if (c != '\n')
			continue;
		scan->n_lines++;
		out->whole = scan->n;
		if (scan->quoted)
			continue;
		if (may_be_header(scan)) {
			scan->has_header = true;
			out->headed = scan->n_row == strlen(scan->header) &&
				      memcmp(scan->row, scan->header, scan->n_row) == 0;
		}
		scan->n_row = 0;
	}
	out->cut = scan->n - out->whole;
}

/* The unfinished row at the end of a file. */
struct tail {
	enum { FIELD_START, FIELD_PLAIN, FIELD_QUOTED, FIELD_CLOSED } at;
	size_t n, n_fields, max_fields;
};

/* Whether the byte may stand there in a row of a table. */
static bool
tail_take(struct tail *tail, int c)
{
	tail->n++;
	if (tail->at == FIELD_QUOTED) {
		tail->at = c == '"' ? FIELD_CLOSED : FIELD_QUOTED;
		return true;
	}
	if (c == ',') {
		tail->at = FIELD_START;
		return ++tail->n_fields < tail->max_fields;
	}
	if (c == '"') {
		bool may = tail->at != FIELD_PLAIN;
		tail->at = FIELD_QUOTED;
		return may;
	}
	bool may = tail->at != FIELD_CLOSED && c != '\r';
	tail->at = FIELD_PLAIN;
	return may;
}

/* What is behind the last newline may be what a kill or a power cut leaves: the beginning of a row,
 * and NUL bytes. Also the last row where its newline was damaged looks so, but for what stands in
 * the newline's place. */
static bool
check_tail(FILE *in, const struct resume *resume, size_t line, struct where *why)
{
	struct tail tail = {.at = FIELD_START,
			    .max_fields = resume->headed ? record_kind.n_columns : SIZE_MAX};
	int c;

	if (fseeko(in, (off_t)resume->whole, SEEK_SET) != 0)
		return where_set(why, resume->path, 0, "cannot read: %s", strerror(errno));
	while ((c = getc_unlocked(in)) > 0)
		if (!tail_take(&tail, c) || tail.n > TABLE_FIELD_MAX)
			return where_set(why, resume->path, line,
					 "is no row of records, and no beginning of one; the file "
					 "is not touched");
	while (c == 0)
		c = getc_unlocked(in);
	if (ferror(in))
		return where_set(why, resume->path, 0, "cannot read: %s", strerror(errno));
	return c == EOF || where_set(why, resume->path, line,
				     "is no row of records: a NUL byte; the file is not touched");
}

/* Says too that nothing was changed; always false. */
static bool
refuse(const struct resume *resume, struct where *why)
{
	struct where what = *why;
	bool row = what.line && !resume->logbook.mixed;

	return where_set(why, resume->path, what.line, "%s%s; the file is not touched",
			 row ? "is no row of records: " : "", what.why);
}

/* Reads the rows up to the last newline. */
static bool
read_rows(FILE *in, struct resume *out, struct where *why)
{
	struct part part = {in, out->whole};

	rewind(in);
	FILE *rows = part_open(&part);
	if (!rows)
		return where_set(why, out->path, 0, "cannot read: %s", strerror(errno));
	bool good = logbook_read(rows, out->path, &out->logbook, why);
	fclose(rows);
	return good || refuse(out, why);
}

static bool
read_whole(FILE *in, struct resume *out, struct where *why)
{
	struct scan scan = {.n = 0};

	find_whole(in, &scan, out);
	if (ferror(in))
		return where_set(why, out->path, 0, "cannot read: %s", strerror(errno));
	if (!read_rows(in, out, why))
		return false;
	if (scan.n && !scan.has_header)
		return where_set(why, out->path, 1,
				 "is no header of records; the file is not touched");
	if (!check_tail(in, out, scan.n_lines + 1, why))
		return false;
	if (out->logbook.runs.first && logbook_has_complete(&out->logbook, NULL) &&
	    !out->logbook.seed)
		return where_set(why, out->path, 0,
				 "no run in it has a meta.seed: these are not the records of a "
				 "campaign");
	return true;
}

/* Locks the file against other campaigns, for as long as it is open. */
static bool
lock_and_read(int fd, bool look, struct resume *out, struct where *why)
{
	struct stat info;

	if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
		return where_set(why, out->path, 0, "no regular file: records cannot be resumed");
	if (!look && flock(fd, LOCK_EX | LOCK_NB) != 0)
		return where_set(why, out->path, 0,
				 errno == EWOULDBLOCK ? "another campaign is writing this file"
						      : "cannot be locked");
	FILE *in = fdopen(dup(fd), "r");
	if (!in)
		return where_set(why, out->path, 0, "cannot open: %s", strerror(errno));
	bool good = read_whole(in, out, why);
	fclose(in);
	return good;
}

bool
resume_open(const char *path, bool look, struct resume *out, struct where *why)
{
	int flags = O_CLOEXEC | O_NONBLOCK | (look ? O_RDONLY : O_RDWR | O_APPEND | O_CREAT);

	*out = (struct resume){.path = path};
	int fd = open(path, flags, 0666);
	if (fd < 0 && look && errno == ENOENT)
		return true;
	if (fd < 0)
		return where_set(why, path, 0, "cannot open: %s", strerror(errno));
	bool good = lock_and_read(fd, look, out, why);
	if (good && !look && !(out->out = fdopen(fd, "a")))
		good = where_set(why, path, 0, "cannot open: %s", strerror(errno));
	if (!out->out)
		close(fd);
	return good;
}

bool
resume_cut(const struct resume *resume, struct where *why)
{
	struct stat info;

	if (!resume->cut)
		return true;
	if (fstat(fileno(resume->out), &info) != 0 ||
	    (size_t)info.st_size != resume->whole + resume->cut)
		return where_set(why, resume->path, 0,
				 "something else writes to it: its unfinished row is not cut off");
	if (ftruncate(fileno(resume->out), (off_t)resume->whole) == 0)
		return true;
	return where_set(why, resume->path, 0, "cannot cut off the broken row at its end: %s",
			 strerror(errno));
}

void
resume_close(struct resume *resume)
{
	logbook_free(&resume->logbook);
	if (resume->out)
		fclose(resume->out);
	*resume = (struct resume){0};
}
