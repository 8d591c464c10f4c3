/* Opens the file, finds its last whole row, reads up to there. */
#include "collect/campaign/resume.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/where.h"

enum { ROW_KEPT = 4096 }; /* bytes of a row that may be a header */

/* Where the search for the last whole row is at. */
struct scan {
	char row[ROW_KEPT]; /* the beginning of the row */
	size_t n, n_row;    /* bytes in all, and of the row */
	bool quoted;
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

/* Finds where the last whole row ends: a newline outside of quotes. A NUL byte ends the search: a
 * power cut leaves some behind what had reached the disk. */
static void
find_whole(FILE *in, struct resume *out)
{
	struct scan scan = {.n = 0};
	int c;

	write_our_header(scan.header);
	while ((c = getc_unlocked(in)) > 0) {
		if (scan.n_row < ROW_KEPT)
			scan.row[scan.n_row] = (char)c;
		scan.n++;
		scan.n_row++;
		scan.quoted ^= c == '"';
		if (c != '\n' || scan.quoted)
			continue;
		if (may_be_header(&scan))
			out->headed = scan.n_row == strlen(scan.header) &&
				      memcmp(scan.row, scan.header, scan.n_row) == 0;
		out->whole = scan.n;
		scan.n_row = 0;
	}
}

/* A stream of the first bytes of another one. */
struct part {
	FILE *in;
	size_t left;
};

static ssize_t
read_part(void *cookie, char *out, size_t n)
{
	struct part *part = cookie;
	size_t got = fread(out, 1, n < part->left ? n : part->left, part->in);

	part->left -= got;
	return got || !ferror(part->in) ? (ssize_t)got : -1;
}

static bool
is_nul(FILE *in)
{
	int c;

	while ((c = getc_unlocked(in)) == 0)
		;
	return c == EOF;
}

/* What is behind the last whole row may be a piece of a row and NUL bytes, no more. */
static bool
check_rest(FILE *in, const char *path, size_t whole, struct where *why)
{
	int c;

	if (fseeko(in, (off_t)whole, SEEK_SET) != 0)
		return where_set(why, path, 0, "cannot read: %s", strerror(errno));
	while ((c = getc_unlocked(in)) > 0)
		;
	return c == EOF || is_nul(in) ||
	       where_set(why, path, 0, "a NUL byte: these are no records");
}

static bool
read_whole(FILE *in, struct resume *out, struct where *why)
{
	struct part part = {in, 0};

	find_whole(in, out);
	if (ferror(in))
		return where_set(why, out->path, 0, "cannot read: %s", strerror(errno));
	if (!check_rest(in, out->path, out->whole, why))
		return false;
	part.left = out->whole;
	rewind(in);
	FILE *rows = fopencookie(&part, "r", (cookie_io_functions_t){.read = read_part});
	if (!rows)
		return where_set(why, out->path, 0, "cannot read: %s", strerror(errno));
	bool good = logbook_read(rows, out->path, &out->logbook, why);
	fclose(rows);
	if (good && out->logbook.runs.first && logbook_has_complete(&out->logbook, NULL) &&
	    !out->logbook.seed)
		return where_set(why, out->path, 0,
				 "no run in it has a meta.seed: these are not the records of a "
				 "campaign");
	return good;
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
	out->cut = (size_t)info.st_size - out->whole;
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
	if (!resume->cut || ftruncate(fileno(resume->out), (off_t)resume->whole) == 0)
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
