/* What a comparison came to, in one sentence: the one place that says it, so that a title, a mail's
 * first line and the marks of a picture cannot differ. */
#ifndef RENDER_MODEL_HEADLINE_H
#define RENDER_MODEL_HEADLINE_H

#include "render/model/comparison.h"

enum headline_detail {
	HEADLINE_TITLE, /* counts and the worst change */
	HEADLINE_MAIL, /* names the tests that changed, with intervals, and ends with a full stop */
};

/* In ASCII: "1 of 4 tests regressed (-25.3 % IOPS), 0 improved; 3 same". Each outcome that has
 * tests stands in it with its count; "All 4 tests" and the name of the only test say theirs
 * without a figure. The caller frees it. */
char *headline(const struct comparison *comparison, enum headline_detail detail);

/* Likewise; of several commits (HEADLINE_MAIL) it says how many regressed, which and in what, and
 * what of the combined findings another took back: "1 of 3 commits regressed: ...; 1 same (b)". */
char *headline_with(const struct comparison *comparison, enum headline_detail detail,
		    const struct finding_compare *combined, size_t n_combined);

#endif
