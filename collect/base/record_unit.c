/* The units of the records' metrics. */
#include "collect/base/record_unit.h"

#include "collect/base/mem.h"

static const char *const directions[] = {"read", "write", "trim", "mixed", "sync"};

/* The units of doc/ringside-records.5, of everything that values are made from. */
struct named_unit {
	const char *name, *unit;
};
static const struct named_unit rate_units[] = {
    {"iops.asked", "iops"}, {"bw.asked", "B/s"},   {"ios", "1"},         {"iops", "iops"},
    {"iops.n", "1"},        {"iops.mean", "iops"}, {"iops.min", "iops"}, {"iops.max", "iops"},
    {"iops.stdev", "iops"}, {"bw", "B/s"},         {"bw.n", "1"},        {"bw.mean", "B/s"},
    {"bw.min", "B/s"},      {"bw.max", "B/s"},     {"bw.stdev", "B/s"}};
static const struct named_unit latency_units[] = {{"", "ns"},     {".n", "1"},    {".mean", "ns"},
						  {".min", "ns"}, {".max", "ns"}, {".stdev", "ns"}};
static const struct named_unit run_units[] = {
    {"runtime", "s"}, {"cpu.user", "s"}, {"cpu.system", "s"}, {"errors", "1"}};

static const char *
unit_of(const struct named_unit *units, size_t n, struct view name)
{
	for (size_t i = 0; i < n; i++) {
		if (view_is(name, units[i].name))
			return units[i].unit;
	}
	return NULL;
}

/* Takes the prefix off *name. */
static bool
take_prefix(struct view *name, const char *prefix)
{
	size_t n = strlen(prefix);

	if (!view_starts(*name, prefix))
		return false;
	*name = (struct view){name->p + n, name->n - n};
	return true;
}

/* Whether this is ".p99" or ".p99.9". */
static bool
is_percentile(struct view name)
{
	if (!take_prefix(&name, ".p") || name.n == 0)
		return false;
	for (size_t i = 0; i < name.n; i++) {
		if ((name.p[i] < '0' || name.p[i] > '9') && name.p[i] != '.')
			return false;
	}
	return true;
}

/* What follows the name of a latency. */
static const char *
unit_of_statistic(struct view name)
{
	return is_percentile(name) ? "ns" : unit_of(latency_units, countof(latency_units), name);
}

/* name is without its direction. */
static const char *
unit_of_io(struct view name)
{
	const char *unit = unit_of(rate_units, countof(rate_units), name);

	if (unit)
		return unit;
	if (!take_prefix(&name, "lat") && !take_prefix(&name, "clat") &&
	    !take_prefix(&name, "slat"))
		return NULL;
	return unit_of_statistic(name);
}

const char *
record_required_unit(struct view name)
{
	for (size_t i = 0; i < countof(directions); i++) {
		if (take_prefix(&name, directions[i]))
			return take_prefix(&name, ".") ? unit_of_io(name) : NULL;
	}
	if (take_prefix(&name, "lag"))
		return unit_of_statistic(name);
	if (view_starts(name, "ring.") || view_starts(name, "errors."))
		return "1";
	return unit_of(run_units, countof(run_units), name);
}

/* Whether this is name, or begins with it and a point. */
static bool
is_of(struct view text, const char *name)
{
	return take_prefix(&text, name) && (text.n == 0 || text.p[0] == '.');
}

bool
record_never_negative(struct view name)
{
	static const char *const ours[] = {"lag", "inflight", "cpu", "disk"};
	struct view io = name;

	if (record_required_unit(name))
		return true;
	for (size_t i = 0; i < countof(ours); i++) {
		if (is_of(name, ours[i]))
			return true;
	}
	for (size_t i = 0; i < countof(directions); i++) {
		if (take_prefix(&io, directions[i]))
			return view_is(io, ".bytes");
	}
	return false;
}
