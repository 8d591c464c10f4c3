/* Remembers the last row of each metric. */
#include "collect/campaign/vetting.h"

#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/name.h"
#include "collect/base/record.h"
#include "collect/base/record_unit.h"
#include "collect/base/where.h"
#include "collect/machine/facts.h"

struct vetted_series {
	struct vetted_key {
		const struct name *test, *metric;
		size_t shape; /* enum record_shape; of this size, so that the key has no gaps */
	} key;
	double start, end, low, high; /* of its last record */
};

struct vetted_unit {
	const struct name *metric, *unit;
};

/* A metric's name, cut for a message. */
#define METRIC_ARGS(record)                                                                        \
	((record)->metric.n > 80 ? 80 : (int)(record)->metric.n), (record)->metric.p

/* Settings are texts and numbers of all kinds. */
static bool
check_unit(struct vetting *vetting, const struct record *record, struct where *why)
{
	const char *required = record_required_unit(record->metric);
	int n = record->unit.n > 30 ? 30 : (int)record->unit.n;

	if (required && !view_is(record->unit, required))
		return where_set(why, NULL, 0, "the unit of '%.*s' is '%.*s', it must be '%s'",
				 METRIC_ARGS(record), n, record->unit.p, required);
	const struct name *metric = name_get(&vetting->names, record->metric);
	struct vetted_unit *known = index_find(&vetting->units, metric->text, metric->n);
	if (!known) {
		known = mem_alloc(1, sizeof(*known));
		*known = (struct vetted_unit){metric, name_get(&vetting->names, record->unit)};
		index_add(&vetting->units, metric->text, metric->n, known);
	}
	if (name_is(known->unit, record->unit))
		return true;
	return where_set(why, NULL, 0, "the unit of '%.*s' is '%.*s', it was '%.30s'",
			 METRIC_ARGS(record), n, record->unit.p, known->unit->text);
}

static bool
check_end(struct vetting *vetting, const struct record *record, struct where *why)
{
	char number[NUM_TEXT];

	if (record->test.n)
		return true;
	if (view_is(record->metric, "meta.complete"))
		vetting->complete = record_says_yes(record_text(record, number));
	else if (view_is(record->metric, "meta.interrupted"))
		vetting->interrupted = true;
	if (!vetting->complete || !vetting->interrupted)
		return true;
	return where_set(why, NULL, 0, "the run is both complete and interrupted");
}

/* Whether the record comes behind the last one of its series. */
static bool
is_behind(const struct vetted_series *last, const struct record *record)
{
	bool later = record->start > last->start ||
		     (record->start == last->start && record->end > last->end);

	switch (record_shape(record)) {
	case RECORD_SAMPLE:
		return later;
	case RECORD_BUCKET:
		return record->low >= last->high;
	case RECORD_CELL:
		return later || (record->start == last->start && record->end == last->end &&
				 record->low >= last->high);
	case RECORD_SCALAR:
		break;
	}
	return false;
}

static bool
check_order(struct vetting *vetting, const struct record *record, struct where *why)
{
	const struct vetted_key key = {name_get(&vetting->names, record->test),
				       name_get(&vetting->names, record->metric),
				       record_shape(record)};
	struct vetted_series *series = index_find(&vetting->series, &key, sizeof(key));

	if (series && !is_behind(series, record))
		return where_set(why, NULL, 0, "'%.*s' repeats what was there before",
				 METRIC_ARGS(record));
	if (!series && vetting->n_series == VETTING_SERIES_MAX)
		return where_set(why, NULL, 0, "more than %d metrics", VETTING_SERIES_MAX);
	if (!series) {
		series = mem_alloc(1, sizeof(*series));
		series->key = key;
		index_add(&vetting->series, &series->key, sizeof(series->key), series);
		vetting->n_series++;
	}
	series->start = record->start;
	series->end = record->end;
	series->low = record->low;
	series->high = record->high;
	return true;
}

bool
vetting_take(struct vetting *vetting, const struct record *record, struct where *why)
{
	if (!record_is_setting(record->metric)) {
		if (!check_unit(vetting, record, why))
			return false;
		if (record->value < 0)
			return where_set(why, NULL, 0, "'%.*s' is negative", METRIC_ARGS(record));
	}
	return check_order(vetting, record, why) && check_end(vetting, record, why);
}

bool
vetting_has_errors(const struct vetting *vetting, const char *test)
{
	const struct vetted_key key = {name_find(&vetting->names, view_of(test)),
				       name_find(&vetting->names, view_of("errors")),
				       RECORD_SCALAR};

	return key.test && key.metric && index_find(&vetting->series, &key, sizeof(key));
}

bool
vetting_is_new(const struct fact *facts, const struct record *record, struct where *why)
{
	for (const struct fact *f = facts; f && !record->test.n; f = f->next)
		if (view_is(record->metric, f->metric))
			return where_set(why, NULL, 0, "'%s' is said here, and not there",
					 f->metric);
	return true;
}

void
vetting_free(struct vetting *vetting)
{
	index_free(&vetting->series, free);
	index_free(&vetting->units, free);
	name_set_free(&vetting->names);
	*vetting = (struct vetting){.n_series = 0};
}
