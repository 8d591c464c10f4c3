/* Looking things up in lists of facts. */
#ifndef TESTS_UNIT_FACT_LIST_H
#define TESTS_UNIT_FACT_LIST_H

#include <string.h>

#include "collect/machine/facts.h"

/* The value of the only fact of that metric, "absent" where there is none, "twice" where several.
 */
static inline const char *
fact_list_value(const struct fact *facts, const char *metric)
{
	const char *value = "absent";

	for (const struct fact *f = facts; f; f = f->next)
		if (strcmp(f->metric, metric) == 0)
			value = strcmp(value, "absent") == 0 ? f->value : "twice";
	return value;
}

#endif
