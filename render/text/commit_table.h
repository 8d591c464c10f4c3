/* The table of a commit message. */
#ifndef RENDER_TEXT_COMMIT_TABLE_H
#define RENDER_TEXT_COMMIT_TABLE_H

#include "render/model/comparison.h"
#include "render/text/page.h"

/* How many of the tests, which ranking_of has put in order, a table of most lines shows: all where
 * there is room, else those that changed, else the first few. */
size_t commit_table_tests(const struct comparison *comparison,
			  const struct comparison_test *const *tests, size_t most);

/* The first shown tests: one alone with a line for each of rate, p99 latency and CPU per I/O,
 * several with a line each. Whether any change has the mark "~" of what is undecided. */
bool commit_table(const struct page *page, const struct comparison *comparison,
		  const struct input *input, const struct comparison_test *const *tests,
		  size_t shown);

#endif
