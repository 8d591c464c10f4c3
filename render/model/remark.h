/* The parts of a finding's note, which are joined by "; ", and what they are about: each belongs to
 * another place of a text. */
#ifndef RENDER_MODEL_REMARK_H
#define RENDER_MODEL_REMARK_H

#include <stdbool.h>

#include "analyze/finding.h"

enum remark {
	REMARK_STEADINESS = 1 << 0, /* "v1: two levels: ...", not steady, warm-up */
	REMARK_METHOD = 1 << 1,     /* how the interval was had: the same for many cells */
	REMARK_FAMILY = 1 << 2,     /* what the correction for many cells changed */
	REMARK_THIN = 1 << 3,       /* a percentile of which little is known, which has a mark */
	REMARK_RUNS = 1 << 4,       /* that more runs would be needed than anybody does */
	REMARK_OTHER = 1 << 5,
};

/* What the part of REMARK_RUNS begins with. */
extern const char remark_too_many[];

/* Takes the first part off the note and says what it is about; false where there is none left. */
bool remark_next(struct view *note, struct view *part, enum remark *kind);

/* The parts of those kinds, joined by "; ". The caller frees it. */
char *remark_parts(struct view note, unsigned kinds);

/* Whether the note has a part that begins so. */
bool remark_has(struct view note, const char *beginning);

#endif
