/* A row of a log of single values, and the scanning of its numbers: by hand and inline, as a log
 * may have many millions of rows. Every text scanned here ends with a NUL. */
#ifndef COLLECT_LOG_ROW_H
#define COLLECT_LOG_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "collect/fio/result.h"

/* read, write and trim, as fio numbers them. */
enum { LOG_DIRECTIONS = FIO_TRIM + 1 };

enum {
	LOG_COLUMNS_MIN = 4,
	LOG_COLUMNS_MAX = 8, /* time, two values, direction, bs, offset, prio, issue time */
	LOG_ROW_BYTES = 512, /* no row of this kind is longer */
};

/* Which columns the rows of a file have: time, value, [maximum,] direction, bs and others. */
struct log_layout {
	unsigned columns;
	bool two; /* average and maximum */
};

struct log_row {
	uint64_t time_ms;
	uint64_t value, max; /* max: only with two values */
	uint64_t bs;         /* bytes; 0 in averaged logs of fio 2.2 and later */
	unsigned direction;
};

/* The decimal number at p; what does not fit is UINT64_MAX. Returns where it ends, NULL = none. */
static inline const char *
log_number(const char *p, uint64_t *out)
{
	const char *begin = p;
	uint64_t value = 0;

	for (unsigned digit; (digit = (unsigned)(unsigned char)*p - '0') < 10; p++)
		value = value * 10 + digit;
	/* 19 digits always fit; of longer ones fio writes only 2^64 - 1. */
	*out = p - begin > 19 ? UINT64_MAX : value;
	return p == begin ? NULL : p;
}

/* The comma at p and the blanks behind it. Returns where they end, NULL = none. */
static inline const char *
log_comma(const char *p)
{
	if (*p != ',')
		return NULL;
	do
		p++;
	while (*p == ' ' || *p == '\t');
	return p;
}

/* A column behind a comma. */
static inline const char *
log_column(const char *p, uint64_t *out)
{
	p = log_comma(p);
	return p ? log_number(p, out) : NULL;
}

/* Where the hexadecimal number at p, "0x...", ends; NULL = there is none. */
const char *log_hexadecimal(const char *p);

/* A column behind bs, where a priority may be hexadecimal. Returns where it ends, NULL = none. */
static inline const char *
log_other_column(const char *p)
{
	uint64_t ignored;

	p = log_comma(p);
	if (p && p[0] == '0' && p[1] == 'x')
		return log_hexadecimal(p);
	return p ? log_number(p, &ignored) : NULL;
}

/* Blanks and a carriage return before the line's end. */
static inline const char *
log_line_end(const char *p)
{
	while (*p == ' ' || *p == '\t' || *p == '\r')
		p++;
	return *p == '\n' || *p == '\0' ? p : NULL;
}

/* Bytes that can be read behind the NUL at the end of a row's text. */
enum { LOG_SLACK_BYTES = sizeof(uint64_t[2]) };

/* A short piece of the row before, compared with this row's as one or two words: times and ends of
 * rows repeat so often that this is half of the work. n = 0: none is kept. */
struct log_piece {
	uint64_t word[2], mask[2];
	size_t n;
};

static inline void
log_piece_keep(struct log_piece *piece, const char *p, size_t n)
{
	*piece = (struct log_piece){.n = 0};
	if (n > sizeof(piece->word))
		return;
	piece->n = n;
	memcpy(piece->word, p, n);
	memset(piece->mask, 0xff, n);
}

static inline bool
log_piece_is_at(const struct log_piece *piece, const char *p)
{
	uint64_t word[2];

	memcpy(word, p, sizeof(word));
	return piece->n && (((word[0] ^ piece->word[0]) & piece->mask[0]) |
			    ((word[1] ^ piece->word[1]) & piece->mask[1])) == 0;
}

/* How the row before went on behind the value, with the newline. */
struct log_tail {
	struct log_piece piece;
	uint64_t bs;
	unsigned direction;
};

/* The row at p. Returns its end, which is a newline or a NUL; NULL = this is no such row. */
static inline const char *
log_row_scan(const char *p, const struct log_layout *layout, struct log_row *out)
{
	uint64_t direction = 0;

	p = log_number(p, &out->time_ms);
	p = p ? log_column(p, &out->value) : NULL;
	if (layout->two)
		p = p ? log_column(p, &out->max) : NULL;
	p = p ? log_column(p, &direction) : NULL;
	p = p && direction < LOG_DIRECTIONS ? log_column(p, &out->bs) : NULL;
	out->direction = (unsigned)direction;
	for (unsigned i = LOG_COLUMNS_MIN + layout->two; i < layout->columns && p; i++)
		p = log_other_column(p);
	return p ? log_line_end(p) : NULL;
}

/* The same of a row with one value, with the tail of the row before. Of use up to five columns: the
 * sixth is the offset, which seldom repeats. */
static inline const char *
log_row_scan_short(const char *p, const struct log_layout *layout, struct log_tail *tail,
		   struct log_row *out)
{
	const char *begin = p;

	p = log_number(p, &out->time_ms);
	p = p ? log_column(p, &out->value) : NULL;
	if (p && log_piece_is_at(&tail->piece, p)) {
		out->direction = tail->direction;
		out->bs = tail->bs;
		return p + tail->piece.n - 1;
	}
	const char *end = p ? log_row_scan(begin, layout, out) : NULL;
	if (end) {
		log_piece_keep(&tail->piece, p, *end == '\n' ? (size_t)(end - p) + 1 : 0);
		tail->direction = out->direction;
		tail->bs = out->bs;
	}
	return end;
}

/* Whether a row is one of those zeros that fio 2.x wrote between others (axboe/fio issue 152). */
static inline bool
log_row_is_void(const struct log_row *row)
{
	return row->time_ms == 0 && row->value == 0 && row->direction == 0 && row->bs == 0;
}

#endif
