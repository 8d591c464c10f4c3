/* The comparison for issues and pull requests. */
#ifndef RENDER_TEXT_MARKDOWN_H
#define RENDER_TEXT_MARKDOWN_H

#include <stdio.h>

#include "render/model/comparison.h"

/* The finding, commits, counts, a table of at most 6 columns of what changed; folded, all other
 * tests and the whole mail. Write errors are left to ferror. Of several commits the comparison
 * shows the first. */
void markdown_write(FILE *out, const struct comparison *comparison, const struct input *input);

#endif
