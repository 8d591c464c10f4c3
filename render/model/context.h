/* Lines of facts from meta.* and job.* records: host, device, kernel. */
#ifndef RENDER_MODEL_CONTEXT_H
#define RENDER_MODEL_CONTEXT_H

#include <stddef.h>

#include "render/model/input.h"

/* One fact of a line: its key, and words that stand before and behind its value. */
struct context_part {
	const char *key, *before, *after;
};

/* The n facts that the input has, with separator between them; "a -> b" where the two commits
 * differ. commit.n may be 0 for base alone. "" where there is none. The caller frees it. */
char *context_line(const struct input *input, struct view base, struct view commit,
		   const struct context_part *part, size_t n, const char *separator);

/* Host, device, kernel, engine and program: the foot of a chart. The caller frees it. */
char *context_foot(const struct input *input, struct view base, struct view commit,
		   const char *separator);

#endif
