/* Counts, rates and the samples of rates; the keys are those of fio's stat.c. */
#include "collect/json/direction.h"

#include <math.h>

#include "collect/base/mem.h"
#include "collect/json/latency.h"

static const double KIB = 1024;

/* fio up to 2.20 says KiB where later ones say bytes. These have io_kbytes, too, and soon the other
 * keys; whoever passes results on may drop some of them, or the version. */
static bool
is_in_kib(const json_t *object, const struct json_context *context)
{
	static const char *const later[] = {"io_kbytes", "bw_bytes", "slat_ns", "clat_ns",
					    "lat_ns"};

	for (size_t i = 0; i < countof(later); i++)
		if (json_object_get(object, later[i]))
			return false;
	return context->major < 2 || (context->major == 2 && context->minor <= 20);
}

/* The keys of min, max, mean, stdev and n, each in unit. Zeros for want of samples are not said. */
static void
samples_read(const json_t *object, const char *const key[5], double unit, struct fio_samples *out)
{
	out->min = json_field_number(object, key[0]) * unit;
	out->max = json_field_number(object, key[1]) * unit;
	out->mean = json_field_number(object, key[2]) * unit;
	out->stdev = json_field_number(object, key[3]) * unit;
	out->n = json_field_number(object, key[4]);
	if (out->n == 0 || !(out->max > 0 || out->mean > 0))
		out->min = out->max = out->mean = out->stdev = NAN;
}

/* Whether an entry that counts I/Os of one priority (prios[], 3.30 on; before that two objects)
 * has any. */
static bool
has_priorities(const json_t *object)
{
	static const char *const keys[] = {"clat_high_prio", "clat_low_prio", "clat_prio",
					   "lat_high_prio", "lat_low_prio"};
	size_t i;
	const json_t *entry, *prios = json_object_get(object, "prios");

	for (i = 0; i < countof(keys); i++) {
		if (json_field_number(json_object_get(object, keys[i]), "N") > 0)
			return true;
	}
	json_array_foreach(prios, i, entry)
	{
		const json_t *clat = json_object_get(entry, "clat_ns");
		if (json_field_number(clat ? clat : json_object_get(entry, "lat_ns"), "N") > 0)
			return true;
	}
	return false;
}

void
json_direction_read(const json_t *object, bool asked, struct json_context *context,
		    struct fio_direction *out)
{
	static const char *const iops[5] = {"iops_min", "iops_max", "iops_mean", "iops_stddev",
					    "iops_samples"};
	static const char *const bw[5] = {"bw_min", "bw_max", "bw_mean", "bw_dev", "bw_samples"};

	if (!json_is_object(object))
		return;
	out->bytes = json_field_number(object, "io_bytes") * (is_in_kib(object, context) ? KIB : 1);
	out->ios = json_field_number(object, "total_ios");
	out->runtime = json_field_number(object, "runtime") / 1000;
	out->iops = json_field_number(object, "iops");
	out->bw = json_field_number(object, "bw_bytes");
	if (isnan(out->bw))
		out->bw = json_field_number(object, "bw") * KIB;
	out->short_ios = json_field_number(object, "short_ios");
	out->dropped_ios = json_field_number(object, "drop_ios");
	samples_read(object, iops, 1, &out->iops_samples);
	samples_read(object, bw, KIB, &out->bw_samples);
	for (size_t i = 0; i < FIO_LATENCIES; i++)
		json_latency_read(object, fio_latency_name[i], context, &out->latency[i]);
	out->used = asked || out->ios > 0 || out->bytes > 0;
	context->priorities |= has_priorities(object);
}
