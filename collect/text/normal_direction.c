/* Rates and counts in fio's normal output. */
#include <ctype.h>
#include <math.h>

#include "collect/base/mem.h"
#include "collect/text/normal_line.h"
#include "collect/text/scan.h"

/* Takes "read:" or "read :" off the line's front. */
static bool
take_direction(struct view *line, enum fio_direction_index *out)
{
	struct view rest = *line;

	for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
		if (!scan_skip(&rest, fio_direction_name[d]))
			continue;
		rest = scan_trim(rest);
		if (!scan_skip(&rest, ":"))
			return false;
		*out = (enum fio_direction_index)d;
		*line = scan_trim(rest);
		return true;
	}
	return false;
}

/* " (2459kB/s)(2404KiB/1001msec)": the rate again in powers of 1000, bytes and time. Of the rates
 * the larger one holds: some versions lose a carry (amend.h), which does not befall both. */
static bool
again_and_bytes(struct view text, struct normal_rate *out)
{
	struct view before;
	double msec, bw;

	if (!scan_split(&text, "(", &before) || !scan_amount(&text, 1000, &bw) ||
	    !scan_split(&text, ")(", &before))
		return false;
	out->step = scan_step(text, 1000);
	if (!scan_amount(&text, 1000, &out->bytes) || !scan_skip(&text, "/") ||
	    !scan_amount(&text, 1000, &msec) || !view_starts(text, "msec"))
		return false;
	out->runtime = msec / 1000;
	if (bw > out->bw * 1.02)
		out->bw = bw;
	return true;
}

bool
normal_rate(struct view line, struct normal_rate *out)
{
	struct normal_rate it;

	if (!take_direction(&line, &it.direction))
		return false;
	it.old = view_starts(line, "io=");
	if (it.old) { /* K is 1024, but in counts */
		struct view bytes = line;
		scan_skip(&bytes, "io=");
		it.step = scan_step(bytes, 1024);
		it.bytes = scan_field(line, "io", 1024);
		it.bw = scan_field(line, "bw", 1024);
		it.iops = scan_field(line, "iops", 1000);
		it.runtime = scan_field(line, "runt", 1000) / 1000;
		if (isnan(it.bytes) || isnan(it.runtime))
			return false;
	} else {
		it.iops = scan_field(line, "IOPS", 1000);
		it.bw = scan_field(line, "BW", 1000);
		if (isnan(it.iops) || isnan(it.bw) || !again_and_bytes(line, &it))
			return false;
	}
	it.bytes = round(it.bytes);
	*out = it;
	return true;
}

void
normal_rate_store(const struct normal_rate *rate, struct fio_direction *out)
{
	out->used = true;
	out->bytes = rate->bytes;
	out->runtime = rate->runtime;
	out->iops = rate->iops;
	out->bw = rate->bw;
}

enum { SYNCS = FIO_MIXED, COUNTS }; /* the order of counts: reads, writes, trims, syncs */

/* The counts behind key: "601,660,0,0" or "r=602/w=660/d=0". Returns how many there are. */
static size_t
take_counts(struct view line, const char *key, double count[COUNTS])
{
	struct view before;
	size_t n = 0;

	if (!scan_split(&line, key, &before))
		return 0;
	while (scan_skip(&line, "ped") || scan_skip(&line, "="))
		; /* drop=, dropped= */
	for (; n < COUNTS; n++) {
		if (line.n > 1 && isalpha((unsigned char)line.p[0]) && line.p[1] == '=')
			line = (struct view){line.p + 2, line.n - 2};
		if (!line.n || !isdigit((unsigned char)line.p[0]) ||
		    !scan_amount(&line, 1000, &count[n]))
			break;
		if (!scan_skip(&line, ",") && !scan_skip(&line, "/"))
			return n + 1;
	}
	return n;
}

static const char *const count_list[] = {"total=", "short=", "drop"};

/* Where a list's count of a direction belongs. */
static double *
count_place(struct fio_direction *direction, size_t list)
{
	double *const place[] = {&direction->ios, &direction->short_ios, &direction->dropped_ios};

	return place[list];
}

/* From 3.4 on there is a fourth count, of syncs; but until some version after 3.37 it is zero, and
 * they are printed as the short reads. */
static void
store_syncs(const double total[COUNTS], const double shorts[COUNTS], struct fio_job *job)
{
	if (total[SYNCS] > 0) {
		job->syncs = total[SYNCS];
	} else if (job->sync.mean > 0 && shorts[FIO_READ] > 0) {
		job->syncs = shorts[FIO_READ];
		job->direction[FIO_READ].short_ios = NAN;
		job->direction[FIO_MIXED].short_ios = NAN;
	}
}

bool
normal_issued(struct view line, struct fio_job *job)
{
	double count[countof(count_list)][COUNTS] = {{0}};

	if (!view_starts(line, "issued") || !scan_find(line, count_list[0]))
		return false;
	for (size_t i = 0; i < countof(count_list); i++) {
		const double *of = count[i];
		if (take_counts(line, count_list[i], count[i]) < SYNCS)
			continue;
		for (size_t d = 0; d < FIO_DIRECTIONS; d++)
			if (job->direction[d].used)
				*count_place(&job->direction[d], i) =
				    d == FIO_MIXED ? of[0] + of[1] + of[2] : of[d];
	}
	store_syncs(count[0], count[1], job);
	return true;
}

static bool
take_samples(struct view line, double unit, struct fio_samples *out)
{
	struct fio_samples it = {
	    scan_field(line, "samples", 1000), scan_field(line, "min", 1000) * unit,
	    scan_field(line, "max", 1000) * unit, scan_field(line, "avg", 1000) * unit,
	    scan_field(line, "stdev", 1000) * unit};

	if (isnan(it.min) || isnan(it.max) || isnan(it.mean))
		return false;
	*out = it;
	return true;
}

/* K is 1024 in the versions that print KB. */
bool
normal_bw_samples(struct view line, struct fio_samples *out)
{
	struct view unit;

	if (!scan_skip(&line, "bw (") || !scan_split(&line, ")", &unit))
		return false;
	unit = scan_trim(unit);
	double bytes = scan_unit(&unit, 1024);
	return view_is(scan_trim(unit), "/s") && take_samples(line, bytes, out);
}

bool
normal_iops_samples(struct view line, struct fio_samples *out)
{
	if (!scan_skip(&line, "iops"))
		return false;
	line = scan_trim(line);
	return scan_skip(&line, ":") && take_samples(line, 1, out);
}
