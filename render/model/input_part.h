/* What the files that read an input share; no other includes this. */
#ifndef RENDER_MODEL_INPUT_PART_H
#define RENDER_MODEL_INPUT_PART_H

#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "render/model/input.h"

/* What the numbers of ledger keys stand for. */
enum {
	COMPARE,
	COMBINED = COMPARE + FINDING_KINDS,
	SUMMARY,
	SHIFT,
	PLAN,
	SELFCHECK,
	FACT,
	BUCKET /* + k */
};

/* Makes room for one more element of size bytes behind the n of the array that *array points to,
 * and returns it zeroed. */
static inline void *
grow(void *array, size_t *n, size_t size)
{
	void *items;

	memcpy(&items, array, sizeof(items));
	/* Powers of two: the array grows only when n is one. */
	if ((*n & (*n - 1)) == 0) {
		items = mem_resize(items, *n ? *n * 2 : 1, size);
		memcpy(array, &items, sizeof(items));
	}
	return memset((char *)items + size * (*n)++, 0, size);
}

/* Keeps the n texts: views of a row end with it. */
static inline void
keep_all(struct input *input, struct view *const *texts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		*texts[i] = ledger_keep(input->ledger, *texts[i]);
}

static inline bool
only_once(struct input *input, const struct ledger_key *key, const struct table_row *row,
	  struct where *why)
{
	struct ledger_place here = {input->reading, row->line};
	const struct ledger_place *first = ledger_seen(input->ledger, key, here);

	return !first ||
	       where_set(why, NULL, row->line, "the same %s has been read already (%s:%zu)",
			 row->kind->name, first->file, first->line);
}

/* Take one row of their table, as input_read says. */
bool input_read_plan(struct input *input, const struct table_row *row, struct where *why);
bool input_read_selfcheck(struct input *input, const struct table_row *row, struct where *why);

#endif
