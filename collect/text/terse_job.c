/* What the fields of a line of terse output say of a job. */
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/fio/bucket.h"
#include "collect/text/amend.h"
#include "collect/text/scan.h"
#include "collect/text/terse_line.h"

/* Fields of a direction, counted from its first one. */
enum {
	AT_KIB = 0,
	AT_KIB_S = 1,
	AT_IOPS = 2,
	AT_MSEC = 3,
	AT_SLAT = 4, /* min, max, mean, deviation */
	AT_CLAT = 8,
	AT_LAT = TERSE_BEFORE_PERCENTILES + TERSE_PERCENTILES,
	AT_BW = AT_LAT + 4, /* min, max, percent of all, mean, deviation; in version 5 samples */
	AT_IOPS_SAMPLES = AT_BW + 6, /* min, max, mean, deviation, samples */
};

/* Fields behind the directions. */
enum { TAIL_USER = 0, TAIL_SYSTEM = 1, TAIL_SWITCHES = 2 };

/* Name, I/Os, merges and ticks (each reads, writes), queue, percent. */
enum { DISK_READS = 1, DISK_WRITES = 2, DISK_UTIL = 8, DISK = 9 };

/* The number in a field, percent sign or not; NaN for "nan". */
static double
number(struct view field)
{
	double value = NAN;

	if (view_ends(field, "%"))
		field.n--;
	num_parse(field, &value);
	return value;
}

static double
at(const struct view *block, size_t field)
{
	return number(block[field]);
}

/* Four fields in microseconds; zero throughout where nothing was measured. */
static bool
read_latency(const struct view *field, struct fio_latency *out)
{
	if (!(at(field, 1) > 0) && !(at(field, 2) > 0))
		return false;
	out->min = at(field, 0) * 1000;
	out->max = at(field, 1) * 1000;
	out->mean = at(field, 2) * 1000;
	out->stdev = at(field, 3) * 1000;
	return true;
}

/* Fillers have the percentage 0. Nanoseconds are cut to whole microseconds. */
static void
read_percentiles(const struct view *field, bool old, struct fio_latency *out)
{
	const struct fio_scheme *scheme = old ? &fio_scheme_us : &fio_scheme_ns;
	double last = 0, percent, value;

	for (size_t i = 0; i < TERSE_PERCENTILES; i++) {
		struct view rest = field[i], before;
		if (!scan_split(&rest, "%=", &before) || !num_parse(before, &percent) ||
		    !num_parse(rest, &value) || !(percent > last && percent <= 100))
			continue;
		fio_latency_add_percentile(out, percent, value * 1000);
		last = percent;
	}
	if (out->n_percentiles)
		out->ceiling =
		    trunc(fio_bucket_value(scheme->n - 1) * scheme->unit_ns / 1000) * 1000;
}

static void
read_samples(const struct view *block, bool five, struct fio_direction *out)
{
	const struct view *bw = block + AT_BW, *iops = block + AT_IOPS_SAMPLES;

	if (at(bw, 1) > 0)
		out->bw_samples =
		    (struct fio_samples){five ? at(bw, 5) : NAN, at(bw, 0) * 1024, at(bw, 1) * 1024,
					 at(bw, 3) * 1024, at(bw, 4) * 1024};
	if (five && at(iops, 4) > 0)
		out->iops_samples = (struct fio_samples){at(iops, 4), at(iops, 0), at(iops, 1),
							 at(iops, 2), at(iops, 3)};
}

/* Whose percentiles they are is not said: those of the completion latency, unless there is none. */
static void
read_direction(const struct view *block, bool five, bool old, struct fio_direction *out)
{
	for (size_t i = AT_KIB; i <= AT_MSEC; i++)
		out->used |= at(block, i) > 0;
	if (!out->used)
		return;
	out->bytes = at(block, AT_KIB) * 1024;
	out->bw = at(block, AT_KIB_S) * 1024;
	out->iops = at(block, AT_IOPS);
	out->runtime = at(block, AT_MSEC) / 1000;
	read_latency(block + AT_SLAT, &out->latency[FIO_SLAT]);
	bool clat = read_latency(block + AT_CLAT, &out->latency[FIO_CLAT]);
	bool lat = read_latency(block + AT_LAT, &out->latency[FIO_LAT]);
	if (clat || lat)
		read_percentiles(block + TERSE_BEFORE_PERCENTILES, old,
				 &out->latency[clat ? FIO_CLAT : FIO_LAT]);
	read_samples(block, five, out);
}

static bool
is_disk(const struct terse_line *line, size_t first)
{
	double value;

	if (first + DISK > line->n || line->field[first].n == 0)
		return false;
	for (size_t i = 1; i < DISK_UTIL; i++)
		if (!num_parse(line->field[first + i], &value))
			return false;
	return view_ends(line->field[first + DISK_UTIL], "%");
}

/* Each job's line has all disks of the run, in the same order: the last line's hold. */
static size_t
read_disks(const struct terse_line *line, size_t first, struct fio_result *result)
{
	for (size_t i = 0; is_disk(line, first); i++, first += DISK) {
		const struct view *field = line->field + first;
		if (i == result->n_disks) {
			char *name = mem_copy(field->p, field->n);
			fio_result_add_disk(result, name);
			free(name);
		}
		struct fio_disk *disk = &result->disk[i];
		if (!view_is(*field, disk->name))
			continue;
		disk->read_ios = at(field, DISK_READS);
		disk->write_ios = at(field, DISK_WRITES);
		disk->util = at(field, DISK_UTIL);
	}
	return first;
}

struct view
terse_line_disks(const struct terse_line *line)
{
	size_t first = line->tail + TERSE_TAIL, behind = first;
	bool busy = false;

	for (; is_disk(line, behind); behind += DISK)
		busy = busy || at(line->field + behind, DISK_READS) > 0 ||
		       at(line->field + behind, DISK_WRITES) > 0;
	if (!busy)
		return view_of("");
	const struct view *from = &line->field[first], *last = &line->field[behind - 1];
	return (struct view){from->p, (size_t)(last->p + last->n - from->p)};
}

/* Whether the line ends among the numbers of a disk. */
static bool
is_cut_disk(const struct terse_line *line, size_t first)
{
	double value;

	if (!line->unended || first + 2 > line->n || line->n > first + DISK ||
	    line->field[first].n == 0)
		return false;
	for (size_t i = first + 1; i < line->n; i++) {
		struct view field = line->field[i];
		bool last = i + 1 == line->n;
		if (!num_parse(field, &value) && !(last && (!field.n || view_ends(field, "."))))
			return false;
	}
	return true;
}

/* What may stand behind the disks: the two numbers of continue_on_error, a description. */
static void
read_rest(const struct terse_line *line, size_t first, struct fio_job *job)
{
	double total, first_error;

	if (first + 2 <= line->n && num_parse(line->field[first], &total) &&
	    num_parse(line->field[first + 1], &first_error)) {
		job->errors = total;
		job->first_error = fabs(first_error) < 1e9 ? (int)first_error : 0;
		first += 2;
	}
	if (is_cut_disk(line, first)) {
		job->cut = true;
	} else if (first < line->n) {
		struct view from = line->field[first], to = line->field[line->n - 1];
		char *text = mem_copy(from.p, (size_t)(to.p + to.n - from.p));
		fio_job_add_option(job, "description", text);
		free(text);
	}
}

void
terse_line_job(const struct terse_line *line, const char *name, struct fio_result *result)
{
	const struct terse_layout *layout = line->layout;
	const struct view *tail = line->field + line->tail;
	struct fio_job *job = fio_result_add_job(result, name);
	bool old = !result->version || view_starts(view_of(result->version), "fio-2.");
	double group = number(line->field[line->block[0] - 2]);
	double error = number(line->field[line->block[0] - 1]);

	job->group = group >= 0 && group < 1e9 ? (size_t)group : 0;
	job->error = fabs(error) < 1e9 ? (int)error : 0;
	job->averaged = amend_averages(result->version);
	for (size_t i = 0; i < line->n_blocks; i++) {
		bool mixed = line->n_blocks == 1 || i == layout->directions;
		read_direction(line->field + line->block[i], layout->block > AT_IOPS_SAMPLES, old,
			       &job->direction[mixed ? FIO_MIXED : i]);
	}
	amend_mixed(job);
	job->cpu_user = at(tail, TAIL_USER);
	job->cpu_system = at(tail, TAIL_SYSTEM);
	job->switches = at(tail, TAIL_SWITCHES);
	read_rest(line, read_disks(line, line->tail + TERSE_TAIL, result), job);
}
