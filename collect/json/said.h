/* What fio says around its documents. */
#ifndef COLLECT_JSON_SAID_H
#define COLLECT_JSON_SAID_H

#include <stdbool.h>

#include "collect/base/view.h"
#include "collect/fio/sink.h"

/* How many lines of each kind were seen so far; {0} to begin with. */
struct json_said {
	size_t errors, signals, ranges;
};

/* Notes the lines of text, the first being first_line, that speak of an error, of a signal, or of
 * files that the random generator does not reach all of: of each kind the first few. Returns
 * whether fio was ended by a signal. */
bool json_said(struct view text, size_t first_line, const struct sink *sink,
	       struct json_said *count);

/* Notes how many lines were not shown. */
void json_said_end(const struct json_said *count, const struct sink *sink);

#endif
