/* The tests of a comparison in the order in which a short text names them. */
#ifndef RENDER_TEXT_RANKING_H
#define RENDER_TEXT_RANKING_H

#include "render/model/comparison.h"

/* Pointers to all tests: those that regressed or are mixed, those that improved, then the others;
 * among each those with a changed rate before those with a changed tail, the largest change first,
 * measured in smallest changes of interest. The caller frees it. */
const struct comparison_test **ranking_of(const struct comparison *comparison);

/* Whether the test changed: regressed, mixed or improved. */
bool ranking_changed(const struct comparison_test *test);

/* The row of the test that a short text shows of a panel: a decided one before others, the larger
 * change first; NULL where it has none. */
const struct comparison_row *ranking_row(const struct comparison *comparison,
					 const struct comparison_test *test, enum panel panel);

/* What an I/O of the test costs ("cpu.per_io"); NULL where that is not known. */
const struct finding_compare *ranking_cost(const struct input *input,
					   const struct comparison_test *test, struct view base);

#endif
