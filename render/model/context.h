/* Lines of facts from meta.* and job.* records: host, device, kernel. */
#ifndef RENDER_MODEL_CONTEXT_H
#define RENDER_MODEL_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "render/model/input.h"

/* One fact of a line: its key, and words that stand before and behind its value (NULL = none). */
struct context_part {
	const char *key, *before, *after;
	bool first;            /* only the first value is told where tests or runs have several */
	const char *unless[2]; /* values that say there is none, and are not told (NULL = none) */
};

/* The n facts that the input has, with separator between them; "a and b" where tests or runs of a
 * commit have several values, "a -> b" where the two commits differ. commit.n may be 0 for base
 * alone. "" where there is none. The caller frees it. */
char *context_line(const struct input *input, struct view base, struct view commit,
		   const struct context_part *part, size_t n, const char *separator);

/* Whether anything of the commit was imported: measured by another tool, which meta.source names.
 */
bool context_imported(const struct input *input, struct view commit);

/* What measured both sides, "a -> b" where they differ: of imports what sources_of_commit says,
 * else our own program. commit.n may be 0. "" where it is not known. The caller frees it. */
char *context_tool(const struct input *input, struct view base, struct view commit);

/* Host, device, kernel, engine and what measured: the foot of a chart. The caller frees it. */
char *context_foot(const struct input *input, struct view base, struct view commit,
		   const char *separator);

#endif
