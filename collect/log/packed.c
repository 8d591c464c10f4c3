/* Compressed logs. Nothing in them says how long a struct is: fio's struct io_sample (iolog.h) grew
 * from version to version, and options append columns. Only one layout makes sense of the bytes. */
#include "collect/log/packed.h"

/* Input that is not written to. */
#define ZLIB_CONST

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/log/input.h"

/* A struct as it lies in memory of a little-endian machine: time and value, 8 bytes each, then: */
struct form {
	size_t size;
	size_t direction; /* 4 bytes, of which the highest bits are flags */
	size_t bs;
	bool long_bs; /* 8 bytes, else 4 */
	bool two;     /* a second value lies behind the first */
	bool offset;  /* an offset follows, and the highest flag says so */
};

/* 24 bytes with a short bs are of fio 2 and 3.0, 32 of 3.13 to 3.36, 40 since; 8 more for an offset
 * and for an issue time. */
static const struct form forms[] = {
    {24, 16, 20, false, false, false}, {32, 16, 20, false, false, true},
    {32, 16, 24, true, false, false},  {40, 16, 24, true, false, true},
    {40, 24, 32, true, true, false},   {48, 24, 32, true, true, true},
    {48, 24, 32, true, true, false},   {56, 24, 32, true, true, true},
};

enum { LOOK_ROWS = 256, FORM_MAX = 56 };

#define FLAG_OFFSET (1U << 31)
#define FLAGS 0xff000000U

static uint64_t
number_at(const unsigned char *p, bool eight)
{
	uint64_t eight_bytes;
	uint32_t four_bytes;

	if (eight) {
		memcpy(&eight_bytes, p, sizeof(eight_bytes));
		return eight_bytes;
	}
	memcpy(&four_bytes, p, sizeof(four_bytes));
	return four_bytes;
}

/* false: a struct of this form cannot have these bytes. */
static bool
decode(const struct form *form, const unsigned char *p, struct log_row *out)
{
	uint64_t direction = number_at(p + form->direction, false);

	out->time_ms = number_at(p, true);
	out->value = number_at(p + 8, true);
	out->max = form->two ? number_at(p + 16, true) : 0;
	out->direction = (unsigned)(direction & ~(uint64_t)FLAGS);
	out->bs = number_at(p + form->bs, form->long_bs);
	return out->direction < LOG_DIRECTIONS && out->time_ms >> 43 == 0 &&
	       out->bs <= UINT32_MAX && out->value <= INT64_MAX && out->max <= INT64_MAX &&
	       ((direction & FLAG_OFFSET) != 0) == form->offset;
}

/* Whether the first rows of n bytes have this form: times do not run back but where a job begins,
 * and all have a block size, or none has. */
static bool
fits(const struct form *form, const unsigned char *p, size_t n)
{
	struct log_row row, last = {0};

	for (size_t i = 0; i < LOOK_ROWS && (i + 1) * form->size <= n; i++) {
		if (!decode(form, p + i * form->size, &row))
			return false;
		if (i && (row.bs == 0) != (last.bs == 0))
			return false;
		if (i && row.time_ms < last.time_ms && row.time_ms > last.time_ms / 2)
			return false;
		last = row;
	}
	return n >= form->size;
}

/* The form that fits n bytes, which are the beginning of all bytes (0 = it is not known how many).
 * NULL = none. */
static const struct form *
find_form(const unsigned char *p, size_t n, size_t all)
{
	for (size_t i = 0; i < countof(forms); i++)
		if (all % forms[i].size == 0 && fits(&forms[i], p, n))
			return &forms[i];
	return NULL;
}

bool
log_packed_probe(struct view beginning)
{
	unsigned char out[4096];
	z_stream z = {0};
	bool ok;

	if (beginning.n < 2 || (beginning.p[0] & 15) != Z_DEFLATED)
		return false;
	z.next_in = (const unsigned char *)beginning.p;
	z.avail_in = (unsigned)(beginning.n > 65536 ? 65536 : beginning.n);
	z.next_out = out;
	z.avail_out = sizeof(out);
	if (inflateInit(&z) != Z_OK)
		return false;
	int end = inflate(&z, Z_SYNC_FLUSH);
	ok = (end == Z_OK || end == Z_STREAM_END || end == Z_BUF_ERROR) &&
	     (find_form(out, sizeof(out) - z.avail_out, 0) != NULL ||
	      (end != Z_STREAM_END && z.avail_out == sizeof(out)));
	inflateEnd(&z);
	return ok;
}

/* Inflating in progress. */
struct inflation {
	int in, raw;
	const char *name;
	uint64_t read, written;
	unsigned char from[65536], to[65536];
};

/* Most logs shrink to a third or a tenth. Rows that are all alike, of single I/Os that are many in
 * a ms, shrink to a thousandth, but so does what is made to fill the disk. */
static bool
within_bound(const struct inflation *inflation, struct where *why)
{
	enum { RATIO_MAX = 200, FREE_BYTES = 1 << 28 };

	return inflation->written <= FREE_BYTES + inflation->read * RATIO_MAX ||
	       where_set(why, inflation->name, 0, "it unpacks to more than a log would");
}

/* Inflates what is in from, over the ends of streams. */
static bool
inflate_piece(struct inflation *inflation, z_stream *z, bool *open, struct where *why)
{
	while (z->avail_in) {
		z->next_out = inflation->to;
		z->avail_out = sizeof(inflation->to);
		int end = inflate(z, Z_NO_FLUSH);
		if (end != Z_OK && end != Z_STREAM_END && end != Z_BUF_ERROR)
			return where_set(why, inflation->name, 0,
					 "broken compressed data at byte %llu",
					 (unsigned long long)(inflation->read - z->avail_in));
		size_t n = sizeof(inflation->to) - z->avail_out;
		inflation->written += n;
		if (!within_bound(inflation, why) ||
		    !log_spool_write(inflation->raw, inflation->name, inflation->to, n, why))
			return false;
		*open = end != Z_STREAM_END;
		if (end == Z_STREAM_END)
			inflateReset(z);
	}
	return true;
}

static bool
inflate_all(struct inflation *inflation, struct where *why)
{
	z_stream z = {0};
	bool ok = true, open = false;
	off_t at = 0;
	ssize_t got;

	if (inflateInit(&z) != Z_OK)
		return where_set(why, inflation->name, 0, "no memory to unpack it");
	while (ok && (got = pread(inflation->in, inflation->from, sizeof(inflation->from), at))) {
		if (got < 0) {
			ok = where_set(why, inflation->name, 0, "cannot read: %s", strerror(errno));
			break;
		}
		at += got;
		inflation->read += (uint64_t)got;
		z.next_in = inflation->from;
		z.avail_in = (unsigned)got;
		ok = inflate_piece(inflation, &z, &open, why);
	}
	inflateEnd(&z);
	if (ok && open)
		ok = where_set(why, inflation->name, 0, "the compressed data is cut off");
	return ok;
}

/* One row of text. A bs of 8 bytes came with fio 3: a fifth column says that here, as in logs. */
static bool
write_row(FILE *out, const struct form *form, const unsigned char *p, bool two)
{
	struct log_row row;

	if (!decode(form, p, &row))
		return false;
	fprintf(out, "%llu, %llu, ", (unsigned long long)row.time_ms,
		(unsigned long long)row.value);
	if (two)
		fprintf(out, "%llu, ", (unsigned long long)row.max);
	fprintf(out, "%u, %llu%s\n", row.direction, (unsigned long long)row.bs,
		form->long_bs ? ", 0" : "");
	return true;
}

/* Writes the rows in the raw file as text. The second value is one only in averaged logs. */
static bool
write_text(const struct inflation *inflation, FILE *raw, FILE *text, struct where *why)
{
	unsigned char look[LOOK_ROWS * FORM_MAX], *p = look;
	size_t n = fread(look, 1, sizeof(look), raw), at = 0;
	const struct form *form = find_form(look, n, inflation->written);
	struct log_row row;
	bool two = false;

	if (!form)
		return where_set(why, inflation->name, 0,
				 "none of fio's layouts fits this compressed log; 'fio "
				 "--inflate-log=FILE', of the fio that wrote it, may read it");
	for (; form->two && at + form->size <= n; at += form->size)
		two |= decode(form, look + at, &row) && row.max > 0;
	rewind(raw);
	for (size_t i = 1; fread(p, form->size, 1, raw) == 1; i++) {
		if (!write_row(text, form, p, two))
			return where_set(why, inflation->name, 0,
					 "row %zu of this compressed log has another layout", i);
	}
	return fflush(text) == 0 || where_set(why, inflation->name, 0,
					      "cannot write a temporary copy: %s", strerror(errno));
}

/* The stream owns a copy of the descriptor. */
static FILE *
stream_of(int fd, const char *mode)
{
	int copy = dup(fd);
	FILE *stream = copy >= 0 ? fdopen(copy, mode) : NULL;

	if (!stream && copy >= 0)
		close(copy);
	return stream;
}

static bool
make_text(const struct inflation *inflation, int spool, struct where *why)
{
	FILE *raw = stream_of(inflation->raw, "r"), *text = stream_of(spool, "w");
	bool ok = raw && text;

	if (ok) {
		rewind(raw);
		ok = write_text(inflation, raw, text, why);
	} else {
		where_set(why, inflation->name, 0, "cannot unpack: %s", strerror(errno));
	}
	if (raw)
		fclose(raw);
	if (text)
		fclose(text);
	return ok;
}

int
log_unpack(int in, const char *name, struct where *why)
{
	struct inflation *inflation = mem_alloc(1, sizeof(*inflation));
	int spool = -1;

	inflation->in = in;
	inflation->name = name;
	inflation->raw = log_spool_new(name, why);
	if (inflation->raw >= 0 && inflate_all(inflation, why))
		spool = log_spool_new(name, why);
	if (spool >= 0 && !make_text(inflation, spool, why)) {
		close(spool);
		spool = -1;
	}
	if (inflation->raw >= 0)
		close(inflation->raw);
	free(inflation);
	return spool;
}
