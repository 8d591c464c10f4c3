/* The record stream: what was measured, one fact a row. The format is described in
 * doc/ringside-records.5. */
#ifndef COLLECT_BASE_RECORD_H
#define COLLECT_BASE_RECORD_H

#include <stdbool.h>
#include <stdio.h>

#include "collect/base/num.h"
#include "collect/base/table.h"
#include "collect/base/view.h"

struct where;

/* The record table: register it with table_read to read a stream that holds other tables too. */
extern const struct table_kind record_kind;

/* What a record is follows from which ranges are filled. */
enum record_shape {
	RECORD_SCALAR, /* neither: one value for the whole run */
	RECORD_SAMPLE, /* start and end: the value of one interval */
	RECORD_BUCKET, /* low and high: value counts what fell into [low, high) */
	RECORD_CELL,   /* both: a bucket of one interval */
};

struct record {
	struct view commit; /* what was tested: full sha, tag or any word */
	struct view test;   /* "jobfile/section"; empty = holds for all tests of this run */
	struct view run;    /* one invocation and block; the same for all that was measured in it */
	struct view metric; /* "read.iops", "read.clat", "meta.kernel", ... */
	struct view unit;   /* "iops" "B/s" "ns" "s" "1" "%" "text"; of low and high where filled */
	double start, end;  /* seconds since the measured part began; NaN = absent */
	double low, high;   /* range [low, high) of a bucket, in unit; NaN = absent */
	double value;       /* the number; NaN where unit is "text" */
	struct view text;   /* the value as text where unit is "text", else empty */
};

enum record_shape record_shape(const struct record *record);

/* Whether the metric says how something was set up, and not what was measured: job.* and meta.*. */
bool record_is_setting(struct view metric);

/* The value as the stream writes it, in number where it is no text. */
struct view record_text(const struct record *record, char number[NUM_TEXT]);

/* Whether a value as record_text gives it says yes, as meta.complete must: not empty and not 0. */
bool record_says_yes(struct view text);

/* Turns a row of record_kind into a record whose views are the row's. Errors name the line: a value
 * that is no number, half a range, an end before its start, an empty metric, a number that is
 * missing, a negative bucket count, a value, bucket or interval below 0 of a metric that
 * record_never_negative names. */
bool record_parse(const struct table_row *row, struct record *out, struct where *why);

/* Writes one row; write errors are left to ferror(out). */
void record_write_header(FILE *out);
void record_write(FILE *out, const struct record *record);

#endif
