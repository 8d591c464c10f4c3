/* Interned names. */
#include "collect/base/name.h"

#include <stdlib.h>

const struct name *
name_find(const struct index *set, struct view text)
{
	return index_find(set, text.p, text.n);
}

const struct name *
name_get(struct index *set, struct view text)
{
	const struct name *known = name_find(set, text);

	if (known)
		return known;
	struct name *name = mem_alloc(1, sizeof(*name) + text.n + 1);
	name->n = text.n;
	if (text.n)
		memcpy(name->text, text.p, text.n);
	index_add(set, name->text, name->n, name);
	return name;
}

void
name_set_free(struct index *set)
{
	index_free(set, free);
}
