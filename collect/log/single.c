/* Logs with a row for each I/O. The rows of all jobs are counted interval by interval, so that only
 * one interval is in memory. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/engine/hist.h"
#include "collect/log/group.h"

/* More than any I/O took or moved: 13 days in ns, 1 PiB. Sums of them stay exact. */
#define VALUE_MAX ((uint64_t)1 << 50)

struct count {
	uint64_t ios, bytes;
};

struct single {
	const struct log_group *group;
	const struct log_wish *wish;
	struct hist *latency; /* of each direction; NULL = rates only */
	/* The running interval's. Two arrays: side by side, gcc adds to both by one wide
	 * instruction, which then waits for the two narrow stores before it. */
	uint64_t ios[LOG_DIRECTIONS], bytes[LOG_DIRECTIONS];
	struct count all[LOG_DIRECTIONS];
	bool seen[LOG_DIRECTIONS];
	double step_ms; /* of the samples; 0 = there are none */
};

/* Counts the reader's rows before limit_ms, which is in the file's own times. */
static bool
consume(struct log_reader *reader, struct single *single, uint64_t limit_ms)
{
	const struct log_layout layout = reader->input->probe.layout;
	const uint64_t unit_ns = log_value_ns(single->group, reader->input);
	const uint64_t value_max = VALUE_MAX / unit_ns;
	const bool ones = single->group->kind == LOG_IOPS;
	struct where *why = single->group->why;
	const bool is_short = layout.columns <= LOG_COLUMNS_MIN + 1 && !layout.two;
	struct log_tail tail = {.piece = {.n = 0}};
	struct log_row row;

	while (reader->ahead_ms < limit_ms) {
		if (!log_reader_row(reader, why))
			return false;
		if (reader->p == reader->limit) {
			reader->ahead_ms = UINT64_MAX;
			return true;
		}
		const char *end = is_short ? log_row_scan_short(reader->p, &layout, &tail, &row)
					   : log_row_scan(reader->p, &layout, &row);
		if (!end) {
			if (log_reader_skip_empty(reader))
				continue;
			return log_reader_refuse(reader, "not a row like those before it", why);
		}
		if (row.time_ms >= limit_ms) {
			reader->ahead_ms = row.time_ms;
			return true;
		}
		if ((row.bs == 0 || row.bs > VALUE_MAX || row.value > value_max ||
		     (ones && row.value != 1)) &&
		    !log_row_is_void(&row))
			return log_reader_refuse(
			    reader, ones ? "not a row of 1" : "a value that no single I/O has",
			    why);
		if (row.bs) {
			single->ios[row.direction]++;
			single->bytes[row.direction] += row.bs;
			if (single->latency)
				hist_add(&single->latency[row.direction], row.value * unit_ns);
		}
		if (!log_reader_next(reader, end))
			return log_reader_refuse(reader, "not a row like those before it", why);
	}
	return true;
}

static void
write_rates(const struct single *single, size_t d, double from_ms, double to_ms, struct count count)
{
	char metric[LOG_METRIC];
	double length_s = (to_ms - from_ms) / 1000;

	if (log_knows_rates(single->group, d))
		return;
	if (single->wish->iops) {
		log_metric(metric, d, "iops");
		rows_sample(single->group->rows, metric, "iops", from_ms / 1000, to_ms / 1000,
			    (double)count.ios / length_s);
	}
	if (single->wish->bw) {
		log_metric(metric, d, "bw");
		rows_sample(single->group->rows, metric, "B/s", from_ms / 1000, to_ms / 1000,
			    (double)count.bytes / length_s);
	}
}

/* Ends interval k, of each direction that has had an I/O; where it is the first one, the intervals
 * before it had none. */
static void
end_interval(struct single *single, uint64_t k)
{
	for (size_t d = 0; d < LOG_DIRECTIONS; d++) {
		struct count count = {single->ios[d], single->bytes[d]};
		single->ios[d] = single->bytes[d] = 0;
		single->all[d].ios += count.ios;
		single->all[d].bytes += count.bytes;
		if (single->step_ms <= 0 || (!count.ios && !single->seen[d]))
			continue;
		for (uint64_t i = single->seen[d] ? k : 0; i <= k; i++)
			write_rates(
			    single, d, (double)i * single->step_ms,
			    fmin((double)(i + 1) * single->step_ms, (double)single->group->end_ms),
			    i == k ? count : (struct count){0, 0});
		single->seen[d] = true;
	}
}

static bool
consume_all(struct single *single, struct log_reader *readers)
{
	const struct log_group *group = single->group;

	for (uint64_t k = 0;; k++) {
		uint64_t limit_ms = UINT64_MAX;
		if (single->step_ms > 0 &&
		    (double)(k + 1) * single->step_ms < (double)group->end_ms)
			limit_ms = (uint64_t)ceil((double)(k + 1) * single->step_ms);
		for (size_t i = 0; i < group->jobs; i++) {
			uint64_t base_ms = readers[i].input->base_ms;
			if (!consume(&readers[i], single,
				     limit_ms == UINT64_MAX ? limit_ms : limit_ms + base_ms))
				return false;
		}
		end_interval(single, k);
		if (limit_ms == UINT64_MAX)
			return true;
	}
}

/* As collect run writes them: exact sums, and fio's buckets. */
static void
write_latency(const struct single *single, size_t d)
{
	const struct rows *rows = single->group->rows;
	const struct hist *hist = &single->latency[d];
	const struct {
		const char *suffix, *unit;
		double value;
	} sums[] = {
	    {"n", "1", (double)hist->n},         {"mean", "ns", hist_mean(hist)},
	    {"min", "ns", (double)hist->min_ns}, {"max", "ns", (double)hist->max_ns},
	    {"stdev", "ns", hist_stdev(hist)},
	};
	char name[LOG_METRIC], metric[LOG_METRIC + 8];

	log_metric(name, d, log_latency_name(single->group->kind));
	for (size_t i = 0; i < countof(sums) && !single->group->options->known; i++) {
		snprintf(metric, sizeof(metric), "%s.%s", name, sums[i].suffix);
		rows_scalar(rows, metric, sums[i].unit, sums[i].value);
	}
	for (size_t i = 0; i < HIST_BUCKETS && !log_knows_bins(single->group, d); i++)
		if (hist->count[i])
			rows_bucket(rows, name, "ns", hist_low(i), hist_high(i),
				    (double)hist->count[i]);
}

static void
write_totals(const struct single *single, size_t d)
{
	const struct log_wish *wish = single->wish;
	double run_s = (double)single->group->end_ms / 1000;
	const struct {
		const char *name, *unit;
		double value;
		bool wanted;
	} totals[] = {
	    {"ios", "1", (double)single->all[d].ios, wish->iops_total},
	    {"bytes", "B", (double)single->all[d].bytes, wish->bw_total},
	    {"iops", "iops", (double)single->all[d].ios / run_s, wish->iops_total},
	    {"bw", "B/s", (double)single->all[d].bytes / run_s, wish->bw_total},
	};
	char metric[LOG_METRIC];

	for (size_t i = 0; i < countof(totals); i++) {
		log_metric(metric, d, totals[i].name);
		if (totals[i].wanted && !single->group->options->known)
			rows_scalar(single->group->rows, metric, totals[i].unit, totals[i].value);
	}
}

bool
log_read_single(const struct log_group *group, const struct log_wish *wish)
{
	struct single single = {.group = group, .wish = wish};

	if (wish->iops || wish->bw)
		single.step_ms = fmax(1, group->options->interval_s * 1000);
	if (single.step_ms > 0 && !log_group_grid_fits(group, single.step_ms))
		return false;
	if (group->kind != LOG_BW && group->kind != LOG_IOPS)
		single.latency = mem_alloc(LOG_DIRECTIONS, sizeof(*single.latency));
	for (size_t d = 0; single.latency && d < LOG_DIRECTIONS; d++)
		hist_init(&single.latency[d]);
	struct log_reader *readers = log_group_readers(group);
	bool ok = consume_all(&single, readers);
	log_group_readers_free(group, readers);
	for (size_t d = 0; ok && d < LOG_DIRECTIONS; d++) {
		if (single.all[d].ios)
			write_totals(&single, d);
		if (single.latency && single.latency[d].n)
			write_latency(&single, d);
	}
	free(single.latency);
	return ok;
}
