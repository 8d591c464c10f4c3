/* fio's JSON and json+, from 2.1 to 3.42, and pbench's result.json, wherever in a text they stand.
 */
#ifndef COLLECT_JSON_JSON_H
#define COLLECT_JSON_JSON_H

#include "collect/base/view.h"
#include "collect/fio/sink.h"

enum json_found {
	JSON_NONE,   /* no document that fio or pbench wrote; nothing was said */
	JSON_SOME,   /* at least one result went to sink */
	JSON_BROKEN, /* there is one, but it cannot be read, or holds no job: *why */
};

/* Finds all documents in text (fio writes them from a line that is "{"; a document may be indented,
 * as in Markdown, or quoted with '>', or be one line, and anything may stand before, between and
 * behind) and gives their results to sink, in their order. What fio writes against the rules of
 * JSON is mended, with one note: control characters in strings, nan and inf (taken as not said),
 * invalid UTF-8, the same key twice. Documents of one fio that are cumulative (status-interval,
 * SIGUSR1) become one result, the last, with intervals from their differences; its
 * jobs are cut where a later one is cut off. Lines of text that
 * speak of an error or a signal become notes. In what is left, other_text is called with each
 * stretch of text outside the documents, and the line on which it begins, but blank ones, and never
 * for JSON_NONE; NULL = do not care. An error that leaves no good document is JSON_BROKEN; beside a
 * good one it is a note. */
enum json_found json_read(struct view text, const struct sink *sink,
			  void (*other_text)(void *ctx, struct view text, size_t line), void *ctx,
			  struct where *why);

#endif
