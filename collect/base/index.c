/* uthash's macros, used once each. They are long and nested, and the analyzer loses track of their
 * pointers: its complaints here are about uthash, not about us. */
#include "collect/base/index.h"

#include <stdlib.h>

/* NOLINTBEGIN(readability-function-size,clang-analyzer-*): the macros of uthash */
void *
index_find(const struct index *index, const void *key, size_t n)
{
	struct index_entry *entry = NULL;

	HASH_FIND(hh, index->first, key, n, entry);
	return entry ? entry->value : NULL;
}

void
index_add(struct index *index, const void *key, size_t n, void *value)
{
	struct index_entry *entry = mem_alloc(1, sizeof(*entry));

	entry->key = key;
	entry->n = n;
	entry->value = value;
	HASH_ADD_KEYPTR(hh, index->first, entry->key, entry->n, entry);
}

void
index_free(struct index *index, void (*free_value)(void *value))
{
	struct index_entry *entry = index->first;

	/* This frees uthash's table and leaves the entries linked. */
	HASH_CLEAR(hh, index->first);
	while (entry) {
		struct index_entry *next = entry->hh.next;
		free_value(entry->value);
		free(entry);
		entry = next;
	}
}
/* NOLINTEND(readability-function-size,clang-analyzer-*) */
