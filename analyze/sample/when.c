/* Facts of a run, and its start as a number. */
#include "analyze/sample/when.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "analyze/sample/store.h"

const struct name *
when_fact(const struct store *store, const struct run *run, const char *key)
{
	const struct series *series = store_series(store, run, key);

	if (!series && run->common)
		series = store_series(store, run->common, key);
	return series ? series->text : NULL;
}

/* "2026-11-30T12:01:02.345Z"; any other text is no time. */
double
when_started(const struct store *store, const struct run *run)
{
	const struct name *text = when_fact(store, run, "meta.start");
	struct tm utc = {.tm_sec = 0};
	const char *rest = text ? strptime(text->text, "%Y-%m-%dT%H:%M:%S", &utc) : NULL;

	if (!rest)
		return NAN;
	return (double)timegm(&utc) + (*rest == '.' ? strtod(rest, NULL) : 0);
}
