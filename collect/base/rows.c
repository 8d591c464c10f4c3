/* One row a call: fills in what a record of each shape leaves empty. */
#include "collect/base/rows.h"

#include <math.h>

#include "collect/base/record.h"

static struct record
empty(const struct rows *rows, const char *metric, const char *unit)
{
	return (struct record){.commit = view_of(rows->commit),
			       .test = view_of(rows->test),
			       .run = view_of(rows->run),
			       .metric = view_of(metric),
			       .unit = view_of(unit),
			       .start = NAN,
			       .end = NAN,
			       .low = NAN,
			       .high = NAN,
			       .value = NAN,
			       .text = {"", 0}};
}

/* A stream holds no nan and no inf. */
static void
write(const struct rows *rows, struct record *record, double value)
{
	record->value = value;
	if (isfinite(value))
		record_write(rows->out, record);
}

void
rows_text(const struct rows *rows, const char *metric, const char *value)
{
	struct record record = empty(rows, metric, "text");

	record.text = view_of(value);
	record_write(rows->out, &record);
}

void
rows_scalar(const struct rows *rows, const char *metric, const char *unit, double value)
{
	struct record record = empty(rows, metric, unit);

	write(rows, &record, value);
}

void
rows_sample(const struct rows *rows, const char *metric, const char *unit, double start, double end,
	    double value)
{
	struct record record = empty(rows, metric, unit);

	record.start = start;
	record.end = end;
	write(rows, &record, value);
}

void
rows_bucket(const struct rows *rows, const char *metric, const char *unit, double low, double high,
	    double count)
{
	struct record record = empty(rows, metric, unit);

	record.low = low;
	record.high = high;
	write(rows, &record, count);
}

/* NOLINTBEGIN(readability-function-size): a cell has all that a row can have. */
void
rows_cell(const struct rows *rows, const char *metric, const char *unit, struct rows_place place,
	  double count)
{
	struct record record = empty(rows, metric, unit);

	record.start = place.start;
	record.end = place.end;
	record.low = place.low;
	record.high = place.high;
	write(rows, &record, count);
}
/* NOLINTEND(readability-function-size) */
