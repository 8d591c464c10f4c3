/* The cells of a table of a comparison's rows, as pictures and mails share them. */
#ifndef RENDER_MODEL_CELLS_H
#define RENDER_MODEL_CELLS_H

#include <stdbool.h>

#include "collect/base/unit.h"
#include "render/model/comparison.h"

enum cells_column {
	CELL_NAME, /* rw, or the test's name where parameters do not tell tests apart */
	CELL_BS,
	CELL_QD,
	CELL_JOBS,
	CELL_BASE, /* values, in the panel's scale */
	CELL_NEW,
	CELL_CHANGE,
	CELL_INTERVAL,
	CELLS,
};

/* The scale that the values of one panel share; mixed where they are too far apart for one, and
 * each value carries its own. */
struct cell_scale {
	struct unit_scale scale;
	bool mixed;
};

struct cell_scale cells_scale(const struct comparison *comparison, enum panel panel);

/* One cell in ASCII, "" where it is empty. picture: sizes as "4 KiB", changes above +100 % with
 * their ratio. The caller frees it. */
char *cells_text(const struct comparison *comparison, const struct comparison_row *row,
		 enum cells_column cell, const struct cell_scale *scale, bool picture);

/* The cell's column head: "bs", "base, kIOPS". The caller frees it. */
char *cells_head(enum cells_column cell, const struct cell_scale *scale, struct view unit);

/* "4k" as "4 KiB", "512" as "512 B"; anything that is no plain size stays. The caller frees it. */
char *cells_size(struct view size);

#endif
