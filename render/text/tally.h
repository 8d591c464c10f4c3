/* Counts by name. */
#ifndef RENDER_TEXT_TALLY_H
#define RENDER_TEXT_TALLY_H

#include <stddef.h>

/* "2 same, 1 undecided" of count[from .. n - 1], called by names. The caller frees it. */
char *tally_text(const size_t *count, const char *const *names, size_t from, size_t n);

#endif
