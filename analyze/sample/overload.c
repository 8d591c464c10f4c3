/* Overload, from a fact to words. */
#include "analyze/sample/overload.h"

#include "analyze/metric.h"
#include "analyze/sample/store.h"
#include "collect/base/mem.h"

enum { TEXT_MOST = 200 }; /* bytes of a fact in a note */

static const struct name *
fact_of(const struct store *store, const struct run *run)
{
	const struct series *series = store_series(store, run, "meta.overloaded");

	return series && series->text && series->text->n ? series->text : NULL;
}

const char *
overload_text(const struct store *store, const struct run *run)
{
	const struct name *fact = fact_of(store, run);

	if (!fact && run->common)
		fact = fact_of(store, run->common);
	return fact ? fact->text : NULL;
}

static size_t
count(const struct store *store, const struct group *group, const char **first)
{
	size_t n = 0;

	for (size_t r = 0; r < group_runs(group); r++) {
		const char *text = overload_text(store, group_run(group, r));
		if (text && n++ == 0)
			*first = text;
	}
	return n;
}

bool
overload_any(const struct store *store, const struct group *group)
{
	const char *first;

	return count(store, group, &first) > 0;
}

void
overload_append(char **text, const struct store *store, const struct group *group)
{
	const char *first = "";
	size_t n = count(store, group, &first);

	if (n == 0)
		return;
	if (n < group_runs(group))
		mem_append(text, "%zu of %zu runs: ", n, group_runs(group));
	mem_append(text, "%.*s", TEXT_MOST, first);
}

bool
overload_touches(const struct metric *metric)
{
	return (metric->source == METRIC_MEAN || metric->source == METRIC_PERCENTILE) &&
	       strcmp(metric->direction, metric_direction[METRIC_SYNC]) != 0;
}
