/* What the sentences about one commit and about several share. */
#ifndef RENDER_MODEL_HEADLINE_PART_H
#define RENDER_MODEL_HEADLINE_PART_H

#include <stdio.h>

#include "render/model/comparison.h"

enum { HEADLINE_LABEL_MAX = 44 }; /* characters of a test's label in a sentence */

/* How far a row went, in smallest changes of interest. */
double headline_severity(const struct finding_compare *f);

/* The largest of a test's decided changes, likewise; 0 where it has none. */
double headline_test_severity(const struct comparison_test *test);

/* "-25.3 % IOPS", "p99 +31.2 %", with the interval where asked and there. */
void headline_change(FILE *out, const struct comparison_row *row, bool interval);

/* The first mean over the tests of a commit that has a change, a rate's where there is one; NULL
 * where there is none. */
const struct finding_compare *headline_geomean(const struct comparison *comparison,
					       struct view commit,
					       const struct finding_compare *combined, size_t n);

/* "+0.2 % IOPS [-11.2, +13.1]" of such a mean. */
void headline_mean(FILE *out, const struct comparison *comparison, const struct finding_compare *f);

/* Where no test of one commit has a change of its own to tell, that of all together: "; geomean
 * +0.2 % IOPS [-11.2, +13.1]". */
void headline_together(FILE *out, const struct comparison *comparison,
		       const struct finding_compare *combined, size_t n);

/* Whether any row of the commit, and of the test where that is not NULL, is more jittery. */
bool headline_jittery(const struct comparison *comparison, struct view commit,
		      const struct comparison_test *test);

/* "; 900fa208f506 took back 87 % [70, 104] of what f9fc8932b11f lost in write IOPS": the first of
 * the combined findings that can say so of a commit shown; nothing where none can. */
void headline_recovered(FILE *out, const struct comparison *comparison,
			const struct finding_compare *combined, size_t n_combined);

/* The sentence about several commits, without its end; the means are those of the combined
 * findings. */
void headline_several(FILE *out, const struct comparison *comparison,
		      const struct finding_compare *combined, size_t n);

#endif
