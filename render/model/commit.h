/* Commits for people: which one is meant, how it is called, what is known about it. */
#ifndef RENDER_MODEL_COMMIT_H
#define RENDER_MODEL_COMMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/view.h"

struct input;
struct where;

/* The one of n commits that is called name or, failing that, the only one that begins so; the
 * first where name is NULL or "". On failure *why says which there are. */
bool commit_find(const struct view *commits, size_t n, const char *name, struct view *out,
		 struct where *why);

/* A sha's first 12 digits, any other name whole. The caller frees it. */
char *commit_short(struct view commit);

/* All that is known, for where a mouse asks: full name, subject, author and date, a line each.
 * The caller frees it. */
char *commit_full(const struct input *input, struct view commit);

/* Its subject; empty where the input does not tell. */
struct view commit_subject(const struct input *input, struct view commit);

#endif
