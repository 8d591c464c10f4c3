/* Finding things by a key: uthash behind functions, so that its macros stand in one place. */
#ifndef COLLECT_BASE_INDEX_H
#define COLLECT_BASE_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "collect/base/mem.h"

/* A request that cannot be met ends the program with mem's message. */
#define uthash_fatal(why) ((void)mem_alloc(SIZE_MAX, SIZE_MAX))
#include <uthash.h>

struct index_entry {
	UT_hash_handle hh;
	const void *key; /* n bytes that lie in what value points to */
	size_t n;
	void *value;
};

/* Entries in the order in which they were added; {NULL} is an empty index. */
struct index {
	struct index_entry *first;
};

/* The value with this key, or NULL. */
void *index_find(const struct index *index, const void *key, size_t n);

/* Adds a value whose key is not in the index yet and must not change or move. */
void index_add(struct index *index, const void *key, size_t n, void *value);

/* Frees the entries, and each value by free_value. */
void index_free(struct index *index, void (*free_value)(void *value));

/* The entry added behind this one, or NULL. */
static inline const struct index_entry *
index_next(const struct index_entry *entry)
{
	return entry->hh.next;
}

#endif
