/* Names kept once: two that are equal are the same pointer. */
#ifndef COLLECT_BASE_NAME_H
#define COLLECT_BASE_NAME_H

#include "collect/base/index.h"
#include "collect/base/view.h"

struct name {
	size_t n;
	char text[]; /* NUL-terminated */
};

/* The set's own copy of text; it lives until name_set_free. A set is an index; {NULL} is empty. */
const struct name *name_get(struct index *set, struct view text);

/* The same, but NULL when the set has no such name. */
const struct name *name_find(const struct index *set, struct view text);

void name_set_free(struct index *set);

static inline struct view
name_view(const struct name *name)
{
	return (struct view){name->text, name->n};
}

static inline bool
name_is(const struct name *name, struct view text)
{
	return view_eq(name_view(name), text);
}

#endif
