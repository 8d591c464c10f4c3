/* The record stream's rows: which column is which, and what a valid row is. */
#include "collect/base/record.h"

#include <math.h>

#include "collect/base/mem.h"
#include "collect/base/record_unit.h"
#include "collect/base/where.h"

enum { COMMIT, TEST, RUN, METRIC, UNIT, START, END, LOW, HIGH, VALUE, COLUMNS };

static const char *const columns[COLUMNS] = {"commit", "test", "run", "metric", "unit",
					     "start",  "end",  "low", "high",   "value"};

const struct table_kind record_kind = {"record", columns, COLUMNS, 0};

enum record_shape
record_shape(const struct record *record)
{
	bool time = !isnan(record->start);
	bool range = !isnan(record->low);

	if (time)
		return range ? RECORD_CELL : RECORD_SAMPLE;
	return range ? RECORD_BUCKET : RECORD_SCALAR;
}

bool
record_is_setting(struct view metric)
{
	return view_starts(metric, "job.") || view_starts(metric, "meta.");
}

struct view
record_text(const struct record *record, char number[NUM_TEXT])
{
	return view_is(record->unit, "text") ? record->text
					     : view_of(num_write(record->value, number));
}

bool
record_says_yes(struct view text)
{
	double number;

	return text.n && !(num_parse(text, &number) && number == 0);
}

static bool
check_ranges(const struct record *record, struct where *why)
{
	if (isnan(record->start) != isnan(record->end))
		return where_set(why, NULL, 0, "start and end must be filled together");
	if (isnan(record->low) != isnan(record->high))
		return where_set(why, NULL, 0, "low and high must be filled together");
	if (record->end <= record->start)
		return where_set(why, NULL, 0, "the interval's end is not after its start");
	if (record->high <= record->low)
		return where_set(why, NULL, 0, "the bucket's high is not above its low");
	if (!isnan(record->low) && record->value < 0)
		return where_set(why, NULL, 0, "a bucket's count is negative");
	return true;
}

/* Rates, counts and lengths of time have no sign, and nothing is measured before the measured part
 * begins. Most rows have no minus anywhere. */
static bool
check_signs(const struct record *record, struct where *why)
{
	struct view name = record->metric;
	const int n = name.n < 60 ? (int)name.n : 60;

	if (!(record->value < 0 || record->low < 0 || record->start < 0) ||
	    !record_never_negative(name))
		return true;
	if (record->low < 0)
		return where_set(why, NULL, 0, "'%.*s' has a bucket below 0", n, name.p);
	if (record->start < 0)
		return where_set(why, NULL, 0, "'%.*s' has an interval that starts before 0", n,
				 name.p);
	return where_set(why, NULL, 0, "'%.*s' is negative", n, name.p);
}

bool
record_parse(const struct table_row *row, struct record *out, struct where *why)
{
	/* All members: to clear it first costs as much as a number. */
	struct record r = {.commit = row->field[COMMIT],
			   .test = row->field[TEST],
			   .run = row->field[RUN],
			   .metric = row->field[METRIC],
			   .unit = row->field[UNIT],
			   .start = NAN,
			   .end = NAN,
			   .low = NAN,
			   .high = NAN,
			   .value = NAN,
			   .text = {"", 0}};

	if (r.metric.n == 0)
		return where_set(why, NULL, 0, "no metric");
	if (r.unit.n == 0)
		return where_set(why, NULL, 0, "no unit");
	if (!table_number(row, START, &r.start, why) || !table_number(row, END, &r.end, why) ||
	    !table_number(row, LOW, &r.low, why) || !table_number(row, HIGH, &r.high, why))
		return false;
	if (view_is(r.unit, "text"))
		r.text = row->field[VALUE];
	else if (!table_number(row, VALUE, &r.value, why))
		return false;
	else if (isnan(r.value))
		return where_set(why, NULL, 0, "no value");
	if (!check_ranges(&r, why) || !check_signs(&r, why))
		return false;
	*out = r;
	return true;
}

void
record_write_header(FILE *out)
{
	table_write_header(out, &record_kind);
}

void
record_write(FILE *out, const struct record *record)
{
	char start[NUM_TEXT], end[NUM_TEXT], low[NUM_TEXT], high[NUM_TEXT], value[NUM_TEXT];
	struct view fields[COLUMNS] = {
	    [COMMIT] = record->commit,
	    [TEST] = record->test,
	    [RUN] = record->run,
	    [METRIC] = record->metric,
	    [UNIT] = record->unit,
	    [START] = view_of(num_write(record->start, start)),
	    [END] = view_of(num_write(record->end, end)),
	    [LOW] = view_of(num_write(record->low, low)),
	    [HIGH] = view_of(num_write(record->high, high)),
	    [VALUE] = record_text(record, value),
	};

	table_write(out, fields, COLUMNS);
}
