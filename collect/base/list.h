/* Growing arrays: utarray behind functions, so that its macros stand in one place. */
#ifndef COLLECT_BASE_LIST_H
#define COLLECT_BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/base/mem.h"

/* A request that cannot be met ends the program with mem's message. */
#define utarray_oom() ((void)mem_alloc(SIZE_MAX, SIZE_MAX))
#include <utarray.h>

/* An empty list of elements as icd says; for pointers &ut_ptr_icd. */
void list_init(UT_array *list, const UT_icd *icd);

/* Appends a copy of the element. */
void list_push(UT_array *list, const void *element);

/* Frees what the list holds, each element by the icd's dtor. */
void list_done(UT_array *list);

static inline size_t
list_n(const UT_array *list)
{
	return list->i;
}

/* The first of the list's elements, which lie one behind another. NULL where there has been none.
 */
static inline void *
list_data(const UT_array *list)
{
	return list->d;
}

/* Element i, i < list_n, of a list of pointers. */
static inline void *
list_pointer(const UT_array *list, size_t i)
{
	return ((void *const *)list_data(list))[i];
}

/* Lists of pointers in which each stands once; NULL may be one of them. */
bool list_has(const UT_array *list, const void *pointer);
void list_push_once(UT_array *list, const void *pointer);

#endif
