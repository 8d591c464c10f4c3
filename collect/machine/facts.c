/* A list of named values. */
#include "collect/machine/facts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"

static void
append(struct fact **facts, const char *metric, const char *unit, const char *value)
{
	struct fact *fact = mem_alloc(1, sizeof(*fact));

	fact->metric = mem_dup(metric);
	fact->unit = unit;
	fact->value = mem_dup(value);
	DL_APPEND(*facts, fact);
}

void
facts_add(struct fact **facts, const char *metric, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	char *value = mem_vformat(format, ap);
	va_end(ap);
	if (*value)
		append(facts, metric, "text", value);
	free(value);
}

void
facts_add_number(struct fact **facts, const char *metric, const char *unit, double value)
{
	char text[NUM_TEXT];

	if (isfinite(value))
		append(facts, metric, unit, num_write(value, text));
}

static int
by_metric(const struct fact *a, const struct fact *b)
{
	return strcmp(a->metric, b->metric);
}

/* NOLINTBEGIN(readability-function-size): the macro of utlist */
void
facts_sort(struct fact **facts)
{
	DL_SORT(*facts, by_metric);
}
/* NOLINTEND(readability-function-size) */

void
facts_free(struct fact **facts)
{
	for (struct fact *fact = *facts, *next; fact; fact = next) {
		next = fact->next;
		free(fact->metric);
		free(fact->value);
		free(fact);
	}
	*facts = NULL;
}
