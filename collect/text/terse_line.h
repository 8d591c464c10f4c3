/* One line of terse output, cut into its fields. */
#ifndef COLLECT_TEXT_TERSE_LINE_H
#define COLLECT_TEXT_TERSE_LINE_H

#include <stdbool.h>

#include "collect/base/view.h"
#include "collect/fio/result.h"

enum {
	TERSE_FIELDS = 4096,           /* most a line may have: some 400 disks */
	TERSE_PERCENTILES = 20,        /* of each direction, fio's FIO_IO_U_LIST_MAX_LEN */
	TERSE_BEFORE_PERCENTILES = 12, /* fields of a direction before them */
	TERSE_BLOCKS = 4,
	TERSE_TAIL = 34,        /* fields behind the directions that are always there */
	TERSE_TAIL_PERCENT = 5, /* from here on each ends in "%": depths and latencies */
};

struct terse_layout {
	const char *form;
	size_t head;  /* fields before the first direction: the last three are name, group, error */
	size_t block; /* fields of a direction */
	size_t directions; /* one more with unified_rw_reporting=both, only one with =mixed */
};

struct terse_line {
	const struct terse_layout *layout;
	struct view field[TERSE_FIELDS];
	size_t n;
	size_t block[TERSE_BLOCKS]; /* where each direction begins */
	size_t n_blocks;
	size_t tail;  /* where the fields behind them begin */
	bool unended; /* it is the text's last one and has no newline; for the caller to fill in */
};

/* Whether text begins like terse output. */
bool terse_line_begins(struct view text);

/* Cuts a line that begins so. What the fields are is told by the percentiles of the directions, so
 * semicolons in a name do no harm. false: they cannot be told; n is right all the same. */
bool terse_line_cut(struct view text, struct terse_line *out);

/* The job's name, on the heap. */
char *terse_line_name(const struct terse_line *line);

/* fio's version; "" in version 2. */
struct view terse_line_version(const struct terse_line *line);

/* Its columns of all disks; "" where there are none, or nothing reached any. */
struct view terse_line_disks(const struct terse_line *line);

/* Adds the job to the result, whose version is filled in, and its disks. */
void terse_line_job(const struct terse_line *line, const char *name, struct fio_result *result);

#endif
