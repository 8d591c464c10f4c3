/* Walking over pbench's samples and points. */
#include "collect/json/series.h"

#include <math.h>
#include <string.h>

#include "collect/json/field.h"

static const char label[] = "read(0) or write(1)";

/* The entry itself in the file of one sample. */
static const json_t *
sample_at(const json_t *entry, size_t sample)
{
	const json_t *samples = json_object_get(entry, "samples");

	return json_is_array(samples) ? json_array_get(samples, sample) : entry;
}

static const json_t *
series_of(const json_t *entry, size_t sample)
{
	const json_t *series = json_object_get(sample_at(entry, sample), "timeseries");

	return json_is_array(series) ? series : NULL;
}

static bool
is_aggregate(const json_t *entry)
{
	const char *role = json_field_text(entry, "role");

	return role && strcmp(role, "aggregate") == 0;
}

static const json_t *
aggregate(const json_t *entries)
{
	size_t i;
	const json_t *entry;

	json_array_foreach(entries, i, entry)
	{
		if (is_aggregate(entry))
			return entry;
	}
	return json_array_size(entries) == 1 ? json_array_get(entries, 0) : NULL;
}

static bool
counts(const json_t *point, enum json_series_of of)
{
	return of == JSON_SERIES_ALL || json_field_number(point, label) == (double)of;
}

bool
json_series_tells(const json_t *entries, size_t sample)
{
	size_t i;
	const json_t *entry;

	json_array_foreach(entries, i, entry)
	{
		const json_t *point = json_array_get(series_of(entry, sample), 0);
		if (!is_aggregate(entry) && json_object_get(point, label))
			return true;
	}
	return false;
}

static double
entry_value(const json_t *entry, size_t sample, enum json_series_of of)
{
	size_t i, n = 0;
	double sum = 0, value = json_field_number(sample_at(entry, sample), "value");
	const json_t *point;

	if (of == JSON_SERIES_ALL && !isnan(value))
		return value;
	json_array_foreach(series_of(entry, sample), i, point)
	{
		double rate = json_field_number(point, "value");
		if (counts(point, of) && !isnan(rate)) {
			sum += rate;
			n++;
		}
	}
	return n ? sum / (double)n : NAN;
}

double
json_series_value(const json_t *entries, size_t sample, enum json_series_of of, bool mean)
{
	size_t i, n = 0;
	double sum = 0;
	const json_t *entry, *all = of == JSON_SERIES_ALL ? aggregate(entries) : NULL;

	if (all)
		return entry_value(all, sample, of);
	json_array_foreach(entries, i, entry)
	{
		double value = is_aggregate(entry) ? NAN : entry_value(entry, sample, of);
		if (!isnan(value)) {
			sum += value;
			n++;
		}
	}
	if (!n)
		return NAN;
	return mean ? sum / (double)n : sum;
}

/* The only client; NULL where there are several. */
static const json_t *
only_client(const json_t *entries)
{
	size_t i;
	const json_t *entry, *found = NULL;

	json_array_foreach(entries, i, entry)
	{
		if (is_aggregate(entry))
			continue;
		if (found)
			return NULL;
		found = entry;
	}
	return found;
}

/* How long the first point lasts, ms. */
static double
first_length(const json_t *series, enum json_series_of of)
{
	size_t i;
	double first = NAN;
	const json_t *point;

	json_array_foreach(series, i, point)
	{
		double date = counts(point, of) ? json_field_number(point, "date") : NAN;
		if (isnan(first))
			first = date;
		else if (date > first)
			return date - first;
	}
	return 1000;
}

void
json_series_intervals(const json_t *entries, size_t sample, enum json_series_of of,
		      struct fio_direction *out)
{
	size_t i;
	double origin = NAN, last = NAN;
	const json_t *point,
	    *entry = of == JSON_SERIES_ALL ? aggregate(entries) : only_client(entries);
	const json_t *series = series_of(entry, sample);

	json_array_foreach(series, i, point)
	{
		double date = json_field_number(point, "date");
		double rate = json_field_number(point, "value");
		if (!counts(point, of) || isnan(date) || isnan(rate))
			continue;
		if (isnan(origin))
			origin = last = date - first_length(series, of);
		if (!(date > last))
			continue;
		struct fio_interval interval = {(last - origin) / 1000, (date - origin) / 1000,
						rate * (date - last) / 1000, NAN};
		fio_direction_add_interval(out, interval);
		last = date;
	}
}
