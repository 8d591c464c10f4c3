/* Latencies in fio's normal output. */
#include <ctype.h>
#include <math.h>

#include "collect/base/mem.h"
#include "collect/fio/bucket.h"
#include "collect/text/normal_line.h"
#include "collect/text/scan.h"

static const char *
kind_name(size_t kind)
{
	return kind == NORMAL_SYNC ? "sync" : fio_latency_name[kind];
}

/* Takes a kind off the line's front. */
static bool
take_kind(struct view *line, size_t *kind)
{
	for (size_t i = 0; i < NORMAL_LATENCIES; i++)
		if (scan_skip(line, kind_name(i))) {
			*kind = i;
			return true;
		}
	return false;
}

/* Takes " (usec):" off, blanks before the colon or not; *unit in ns. */
static bool
take_unit(struct view *line, double *unit)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = {{"nsec", 1}, {"usec", 1e3}, {"msec", 1e6}, {"sec", 1e9}};
	struct view name, rest = scan_trim(*line);

	if (!scan_skip(&rest, "(") || !scan_split(&rest, ")", &name))
		return false;
	rest = scan_trim(rest);
	if (!scan_skip(&rest, ":"))
		return false;
	name = scan_trim(name);
	for (size_t i = 0; i < countof(units); i++)
		if (view_is(name, units[i].name)) {
			*unit = units[i].ns;
			*line = rest;
			return true;
		}
	return false;
}

bool
normal_latency(struct view line, struct normal_latency *out)
{
	double unit;
	size_t kind;

	if (!take_kind(&line, &kind) || !take_unit(&line, &unit))
		return false;
	struct normal_latency it = {
	    kind, scan_field(line, "min", 1000) * unit, scan_field(line, "max", 1000) * unit,
	    scan_field(line, "avg", 1000) * unit, scan_field(line, "stdev", 1000) * unit};
	if (isnan(it.min) && isnan(it.mean)) /* the shares of intervals: "lat (usec) : 4=9.17%" */
		return false;
	*out = it;
	return true;
}

void
normal_latency_store(const struct normal_latency *from, struct fio_latency *out)
{
	out->min = from->min;
	out->max = from->max;
	out->mean = from->mean;
	out->stdev = from->stdev;
}

bool
normal_percentiles(struct view line, struct normal_percentiles *out)
{
	struct normal_percentiles it;

	if (!take_kind(&line, &it.kind) || !scan_skip(&line, " percentiles") ||
	    !take_unit(&line, &it.unit))
		return false;
	*out = it;
	return true;
}

bool
normal_percentile_row(struct view line)
{
	double percent;

	return scan_amount(&line, 1000, &percent) && scan_skip(&line, "th=[");
}

/* fio rounds the values up to the unit. */
void
normal_percentile_store(struct view line, double unit, bool old, struct fio_latency *out)
{
	const struct fio_scheme *scheme = old ? &fio_scheme_us : &fio_scheme_ns;
	double last = fio_bucket_value(scheme->n - 1) * scheme->unit_ns;
	double percent, value;

	while (scan_amount(&line, 1000, &percent) && scan_skip(&line, "th=[") &&
	       scan_amount(&line, 1000, &value)) {
		double before =
		    out->n_percentiles ? out->percentile[out->n_percentiles - 1].percent : 0;
		if (percent > before && percent <= 100)
			fio_latency_add_percentile(out, percent, value * unit);
		while (line.n && !isdigit((unsigned char)line.p[0]))
			line = (struct view){line.p + 1, line.n - 1};
	}
	if (out->n_percentiles)
		out->ceiling = ceil(last / unit) * unit;
}
