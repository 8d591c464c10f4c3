/* Logs with a row for each window. When fio writes no row for a window, the next row is of its own
 * window alone and not of the time since the last row: seen with fio 3.33, where a job that rests
 * 0.8 s after each 500 I/Os logs 5000 iops with log_avg_msec=100, and idle directions come out
 * alike. So a value holds from the row before, if that is at most one and a half windows back
 * (windows jitter), else for one window; the time between is 0.
 *
 * fio 2 divides by the time since the direction's last row, and writes a row only of the direction
 * of the I/O that ends the window: of a job that reads and writes 600 times a second, fio 2.2.12
 * logs 602 reads at 500 ms and 600 writes at 1000 ms. There a value always holds from the row
 * before. */
#include <stdio.h>
#include <stdlib.h>

#include "collect/log/group.h"

/* Where a job has come to. */
struct job {
	double last_ms[LOG_DIRECTIONS]; /* time of the row before, of each direction */
};

struct averages {
	const struct log_group *group;
	struct log_series value[LOG_DIRECTIONS];
	struct log_series max[LOG_DIRECTIONS]; /* where there are two values */
	struct job *job;
	size_t dropped; /* rows with the time of the row before */
	size_t assumed; /* rows of no known version behind a gap */
	double cell_ms; /* of the grid; 0 = there is one job */
};

static bool
is_rate(const struct log_group *group)
{
	return group->kind == LOG_BW || group->kind == LOG_IOPS;
}

static void
add(struct averages *averages, struct job *job, const struct log_reader *reader,
    const struct log_row *row)
{
	const struct log_group *group = averages->group;
	double window_ms = (double)reader->input->probe.window_ms;
	double time_ms = (double)(row->time_ms - reader->input->base_ms);
	double *last_ms = &job->last_ms[row->direction], from_ms = *last_ms;
	/* bw is in KiB/s; latencies may be in usec. */
	double unit = group->kind == LOG_BW     ? 1024
		      : group->kind == LOG_IOPS ? 1
						: (double)log_value_ns(group, reader->input);

	if (time_ms <= from_ms) {
		averages->dropped++;
		return;
	}
	if (time_ms - from_ms > 1.5 * window_ms && !log_is_fio2(group, reader->input)) {
		from_ms = time_ms - window_ms;
		averages->assumed += reader->input->probe.layout.columns == LOG_COLUMNS_MIN;
	}
	*last_ms = time_ms;
	log_series_add(&averages->value[row->direction], from_ms, time_ms,
		       (double)row->value * unit);
	if (reader->input->probe.layout.two && !is_rate(group))
		log_series_add(&averages->max[row->direction], from_ms, time_ms,
			       (double)row->max * unit);
}

/* Takes the reader's rows up to limit_ms. */
static bool
consume(struct averages *averages, struct log_reader *reader, struct job *job, uint64_t limit_ms)
{
	const struct log_probe *probe = &reader->input->probe;
	struct where *why = averages->group->why;
	struct log_row row = {0};

	for (;;) {
		if (!log_reader_row(reader, why))
			return false;
		if (reader->p == reader->limit)
			return true;
		const char *end = log_row_scan(reader->p, &probe->layout, &row);
		if (!end && log_reader_skip_empty(reader))
			continue;
		if (!end)
			return log_reader_refuse(reader, "not a row like those before it", why);
		if (log_row_is_void(&row))
			row.time_ms = reader->input->base_ms;
		else if (row.time_ms > limit_ms)
			return true;
		else if ((row.bs > 0) > probe->has_bs)
			return log_reader_refuse(
			    reader, "a single I/O, where the rows before are averages", why);
		else
			add(averages, job, reader, &row);
		if (!log_reader_next(reader, end))
			return log_reader_refuse(reader, "not a row like those before it", why);
	}
}

/* All jobs side by side, a cell of the grid at a time. */
static bool
consume_all(struct averages *averages, struct log_reader *readers)
{
	const struct log_group *group = averages->group;
	bool ok = true;

	for (uint64_t k = 0; ok; k++) {
		bool last = averages->cell_ms <= 0 ||
			    (double)(k + 1) * averages->cell_ms >= (double)group->end_ms;
		for (size_t i = 0; ok && i < group->jobs; i++) {
			uint64_t limit_ms = last ? UINT64_MAX
						 : (uint64_t)((double)(k + 1) * averages->cell_ms) +
						       readers[i].input->base_ms;
			ok = consume(averages, &readers[i], &averages->job[i], limit_ms);
		}
		for (size_t d = 0; d < LOG_DIRECTIONS && ok && k >= LOG_REACH; d++) {
			log_series_advance(&averages->value[d], k - LOG_REACH + 1);
			log_series_advance(&averages->max[d], k - LOG_REACH + 1);
		}
		if (last)
			break;
	}
	return ok;
}

static void
prepare(struct averages *averages, size_t d)
{
	const struct log_group *group = averages->group;
	struct log_series *value = &averages->value[d], *max = &averages->max[d];
	char what[LOG_METRIC];

	*value = (struct log_series){.rows = group->rows,
				     .cell_ms = averages->cell_ms,
				     .end_ms = (double)group->end_ms,
				     .gap_ms = 1.5 * (double)group->window_ms};
	*max = *value;
	value->kind = is_rate(group) ? LOG_SERIES_RATE : LOG_SERIES_MEAN;
	max->kind = LOG_SERIES_MAX;
	value->unit = group->kind == LOG_BW ? "B/s" : group->kind == LOG_IOPS ? "iops" : "ns";
	max->unit = value->unit;
	value->quiet = is_rate(group) && log_knows_rates(group, d);
	if (is_rate(group)) {
		log_metric(value->metric, d, group->kind == LOG_BW ? "bw" : "iops");
		return;
	}
	snprintf(what, sizeof(what), "%s.mean", log_latency_name(group->kind));
	log_metric(value->metric, d, what);
	snprintf(what, sizeof(what), "%s.max", log_latency_name(group->kind));
	log_metric(max->metric, d, what);
}

static void
finish(struct averages *averages, const struct log_wish *wish)
{
	const struct log_group *group = averages->group;
	bool total = group->kind == LOG_BW     ? wish->bw_total
		     : group->kind == LOG_IOPS ? wish->iops_total
					       : true;

	for (size_t d = 0; d < LOG_DIRECTIONS; d++) {
		struct log_series *both[] = {&averages->value[d], &averages->max[d]};
		for (size_t i = 0; i < countof(both); i++) {
			log_series_end(both[i]);
			if (total && !group->options->known)
				rows_scalar(group->rows, both[i]->metric, both[i]->unit,
					    log_series_total(both[i]));
		}
	}
	if (averages->dropped)
		log_note(group, group->input[0], 0,
			 averages->dropped == 1
			     ? "%zu row has no time of its own and was left out"
			     : "%zu rows have no time of their own and were left out",
			 averages->dropped);
}

bool
log_read_averaged(const struct log_group *group, const struct log_wish *wish, size_t *assumed)
{
	struct averages averages = {.group = group};

	if (group->jobs > 1)
		averages.cell_ms = (double)group->window_ms;
	if (averages.cell_ms > 0 && !log_group_grid_fits(group, averages.cell_ms))
		return false;
	for (size_t d = 0; d < LOG_DIRECTIONS; d++)
		prepare(&averages, d);
	averages.job = mem_alloc(group->jobs, sizeof(*averages.job));
	struct log_reader *readers = log_group_readers(group);
	bool ok = consume_all(&averages, readers);
	log_group_readers_free(group, readers);
	free(averages.job);
	*assumed = averages.assumed;
	if (ok)
		finish(&averages, wish);
	return ok;
}
