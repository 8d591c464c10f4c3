/* utarray's macros, used once each; they are nested deeper than our own code may be. */
#include "collect/base/list.h"

#include <stdlib.h>

/* NOLINTBEGIN(readability-function-size): the macros of utarray */
void
list_init(UT_array *list, const UT_icd *icd)
{
	utarray_init(list, icd);
}

void
list_push(UT_array *list, const void *element)
{
	utarray_push_back(list, element);
}

void
list_done(UT_array *list)
{
	utarray_done(list);
}
/* NOLINTEND(readability-function-size) */

bool
list_has(const UT_array *list, const void *pointer)
{
	for (size_t i = 0; i < list_n(list); i++) {
		if (list_pointer(list, i) == pointer)
			return true;
	}
	return false;
}

void
list_push_once(UT_array *list, const void *pointer)
{
	if (!list_has(list, pointer))
		list_push(list, &pointer);
}
