/* Histogram logs: each row says how many I/Os fell into each bucket since the row before of its
 * direction (fio's iolog.c, flush_hist_samples). */
#include <math.h>
#include <stdlib.h>

#include "collect/fio/bucket.h"
#include "collect/log/group.h"

/* What no run has in one bucket, and what none has in one row: fio 3.6 to 3.16 wrote such counts
 * (axboe/fio issues 715, 827 and 974). */
#define COUNT_MAX ((uint64_t)1 << 53)
#define ROW_MAX 1000000000000U

/* A bucket of the log that is not empty. */
struct full {
	size_t bucket;
	uint64_t count;
};

/* Counts of one direction. */
struct counts {
	uint64_t *count; /* by the log's buckets */
	uint64_t n;
};

struct histograms {
	const struct log_group *group;
	struct fio_scheme scheme;
	unsigned coarseness;
	size_t columns;   /* with counts */
	struct full *row; /* of the row in hand */
	size_t n_full;
	uint64_t row_n; /* their sum */
	struct counts all[LOG_DIRECTIONS], cell[LOG_DIRECTIONS];
	struct log_series iops[LOG_DIRECTIONS];
	bool wants_iops;
	double cell_ms;                    /* of the grid; 0 = there is one job */
	double (*last_ms)[LOG_DIRECTIONS]; /* of each job: the row before */
	size_t rows, bad;
};

/* Edges in ns of a bucket of the log, which holds 2^coarseness of fio's. */
static double
low(const struct histograms *h, size_t bucket)
{
	return fio_bucket_low(&h->scheme, bucket << h->coarseness);
}

static double
high(const struct histograms *h, size_t bucket)
{
	return fio_bucket_high(&h->scheme, ((bucket + 1) << h->coarseness) - 1);
}

/* What fio would print for it: the middle. */
static double
middle(const struct histograms *h, size_t bucket)
{
	if (h->coarseness == 0)
		return fio_bucket_value(bucket) * h->scheme.unit_ns;
	return (low(h, bucket) + high(h, bucket)) / 2;
}

/* By fio's rule: the first bucket at which 99 % are reached. */
static double
p99(const struct histograms *h, const struct full *full, size_t n_full, uint64_t n)
{
	uint64_t upto = 0;

	for (size_t i = 0; i < n_full; i++) {
		upto += full[i].count;
		if ((double)upto >= 0.99 * (double)n)
			return middle(h, full[i].bucket);
	}
	return NAN;
}

/* Zeros are almost all that a row has: eight of them at a step. Returns the first that is another
 * number, and counts the columns passed. */
static inline const char *
skip_zeros(const char *p, const char *limit, size_t *column)
{
	static const char zeros[] = "0, 0, 0, 0, 0, 0, 0, 0, ";
	const size_t n = sizeof(zeros) - 1;

	while ((size_t)(limit - p) > n && memcmp(p, zeros, n) == 0) {
		p += n;
		*column += 8;
	}
	return p;
}

/* Takes the counts of a row from p, the first of them, on. Returns the row's end; NULL = it is no
 * row of this log. *bad: it has a count that cannot be. */
static const char *
take_counts(struct histograms *h, const char *p, const char *limit, bool *bad)
{
	size_t column = 0;
	uint64_t count;

	h->n_full = 0;
	h->row_n = 0;
	*bad = false;
	for (;;) {
		p = skip_zeros(p, limit, &column);
		p = log_number(p, &count);
		if (!p || column >= h->columns)
			return NULL;
		if (count) {
			*bad |= count > COUNT_MAX || h->row_n > ROW_MAX;
			h->row[h->n_full++] = (struct full){column, count};
			h->row_n += count;
		}
		column++;
		if (*p != ',')
			break;
		p = log_comma(p);
	}
	*bad |= h->row_n > ROW_MAX;
	return column == h->columns ? log_line_end(p) : NULL;
}

/* Writes what an interval held. */
static void
write_interval(const struct histograms *h, size_t d, double from_ms, double to_ms,
	       const struct full *full, size_t n_full, uint64_t n)
{
	const struct log_group *group = h->group;
	char metric[LOG_METRIC];

	if (n == 0 || to_ms <= from_ms)
		return;
	log_metric(metric, d, "clat.p99");
	rows_sample(group->rows, metric, "ns", from_ms / 1000, to_ms / 1000,
		    p99(h, full, n_full, n));
	log_metric(metric, d, "clat");
	for (size_t i = 0; group->options->heatmap && i < n_full; i++) {
		const struct rows_place place = {from_ms / 1000, to_ms / 1000,
						 low(h, full[i].bucket), high(h, full[i].bucket)};
		rows_cell(group->rows, metric, "ns", place, (double)full[i].count);
	}
}

static void
add_to(struct counts *to, const struct histograms *h)
{
	for (size_t i = 0; i < h->n_full; i++)
		to->count[h->row[i].bucket] += h->row[i].count;
	to->n += h->row_n;
}

/* The middle of the interval of a row, of a job that has come to last_ms: it decides the cell. */
static double
middle_ms(const struct histograms *h, double last_ms, double time_ms)
{
	return time_ms - fmin(time_ms - last_ms, h->cell_ms) / 2;
}

/* The row in hand, of a job that has come to *last_ms. */
static void
add_row(struct histograms *h, size_t d, double *last_ms, double time_ms)
{
	double from_ms = *last_ms, reach_ms = LOG_REACH * h->cell_ms;

	add_to(&h->all[d], h);
	/* Samples may end before the last job does. */
	if (h->cell_ms > 0 &&
	    fmin(time_ms, middle_ms(h, from_ms, time_ms)) <= (double)h->group->end_ms)
		add_to(&h->cell[d], h);
	/* A second row of the same time (fio 3.3) has counts, but no interval of its own. */
	if (time_ms <= from_ms)
		return;
	*last_ms = time_ms;
	if (h->cell_ms <= 0)
		write_interval(h, d, from_ms, time_ms, h->row, h->n_full, h->row_n);
	/* On a grid a long stall counts for its end only, as earlier cells are written. */
	else if (time_ms - from_ms > reach_ms)
		from_ms = time_ms - reach_ms;
	if (h->wants_iops)
		log_series_add(&h->iops[d], from_ms, time_ms,
			       (double)h->row_n / (time_ms - from_ms) * 1000);
}

/* Takes the reader's rows whose interval has its middle before limit_ms. */
static bool
consume(struct histograms *h, struct log_reader *reader, double last_ms[LOG_DIRECTIONS],
	double limit_ms)
{
	struct where *why = h->group->why;
	uint64_t time = 0, d = 0, bs = 0;
	bool bad;

	for (;;) {
		if (!log_reader_row(reader, why))
			return false;
		if (reader->p == reader->limit)
			return true;
		const char *p = log_number(reader->p, &time);
		p = p ? log_column(p, &d) : NULL;
		p = p && d < LOG_DIRECTIONS ? log_column(p, &bs) : NULL;
		p = p ? log_comma(p) : NULL;
		if (!p && log_reader_skip_empty(reader))
			continue;
		if (!p)
			return log_reader_refuse(reader, "not a row of this log", why);
		double time_ms = (double)(time - reader->input->base_ms);
		if (middle_ms(h, last_ms[d], time_ms) >= limit_ms)
			return true;
		const char *end = take_counts(h, p, reader->limit, &bad);
		if (!end || !log_reader_next(reader, end))
			return log_reader_refuse(reader, "not a row of this log", why);
		h->rows++;
		h->bad += bad;
		if (!bad)
			add_row(h, d, &last_ms[d], time_ms);
	}
}

/* The buckets that are not empty, into h->row, which no row is in then. */
static void
gather(struct histograms *h, const struct counts *counts)
{
	h->n_full = 0;
	for (size_t i = 0; i < h->columns; i++)
		if (counts->count[i])
			h->row[h->n_full++] = (struct full){i, counts->count[i]};
}

static void
end_cell(struct histograms *h, uint64_t k)
{
	double from_ms = (double)k * h->cell_ms;
	double to_ms = fmin(from_ms + h->cell_ms, (double)h->group->end_ms);

	for (size_t d = 0; d < LOG_DIRECTIONS; d++) {
		struct counts *cell = &h->cell[d];
		if (k >= LOG_REACH)
			log_series_advance(&h->iops[d], k - LOG_REACH + 1);
		if (cell->n == 0)
			continue;
		gather(h, cell);
		write_interval(h, d, from_ms, to_ms, h->row, h->n_full, cell->n);
		memset(cell->count, 0, h->columns * sizeof(*cell->count));
		cell->n = 0;
	}
}

static bool
consume_all(struct histograms *h, struct log_reader *readers)
{
	const struct log_group *group = h->group;

	for (uint64_t k = 0;; k++) {
		double limit_ms = (double)(k + 1) * h->cell_ms;
		bool last = h->cell_ms <= 0 || limit_ms >= (double)group->end_ms;
		for (size_t i = 0; i < group->jobs; i++)
			if (!consume(h, &readers[i], h->last_ms[i], last ? INFINITY : limit_ms))
				return false;
		if (h->cell_ms > 0)
			end_cell(h, k);
		if (last)
			return true;
	}
}

/* What all rows held; the rate is that over the time the rows cover. */
static void
write_totals(struct histograms *h, size_t d, const struct log_wish *wish)
{
	const struct rows *rows = h->group->rows;
	char metric[LOG_METRIC];

	log_series_end(&h->iops[d]);
	if (h->all[d].n == 0)
		return;
	bool known = h->group->options->known != NULL;
	if (wish->iops_total && !known) {
		log_metric(metric, d, "iops");
		rows_scalar(rows, metric, "iops",
			    (double)h->all[d].n / (h->iops[d].last_ms / 1000));
	}
	if (!wish->buckets || log_knows_bins(h->group, d))
		return;
	log_metric(metric, d, "clat.n");
	if (!known)
		rows_scalar(rows, metric, "1", (double)h->all[d].n);
	log_metric(metric, d, "clat");
	gather(h, &h->all[d]);
	for (size_t i = 0; i < h->n_full; i++)
		rows_bucket(rows, metric, "ns", low(h, h->row[i].bucket), high(h, h->row[i].bucket),
			    (double)h->row[i].count);
}

/* What fio has not written: it is missing from each number made of all rows. */
static void
note_tail(const struct histograms *h, const struct log_wish *wish)
{
	size_t d = h->all[FIO_READ].n ? FIO_READ : FIO_WRITE;
	const struct log_group *group = h->group;
	bool rate = wish->iops_total && !group->options->known;

	if (!wish->buckets || log_knows_bins(group, d))
		return;
	log_note(
	    group, group->input[0], 0,
	    "fio loses the I/Os after the last row of a histogram log: %s.clat and the like are "
	    "without them%s",
	    fio_direction_name[d], rate ? ", and the rate is of the time until that row" : "");
}

/* A few impossible rows are left out; where they are many, the others are no better. */
static bool
judge(const struct histograms *h)
{
	const struct log_group *group = h->group;
	const struct log_input *first = group->input[0];

	if (h->bad * 100 > h->rows)
		return where_set(group->why, first->file->name, 0,
				 "counts that cannot be, as fio 3.6 to 3.16 wrote them, in %zu of "
				 "%zu rows: the rest is not to be trusted",
				 h->bad, h->rows);
	if (h->bad)
		log_note(group, first, 0,
			 "left out for counts that cannot be, as fio 3.6 to 3.16 wrote them: %zu "
			 "of %zu rows",
			 h->bad, h->rows);
	return true;
}

static void
prepare(struct histograms *h)
{
	const struct log_group *group = h->group;

	h->row = mem_alloc(h->columns, sizeof(*h->row));
	h->last_ms = mem_alloc(group->jobs, sizeof(*h->last_ms));
	for (size_t d = 0; d < LOG_DIRECTIONS; d++) {
		h->all[d].count = mem_alloc(h->columns, sizeof(*h->all[d].count));
		h->cell[d].count = mem_alloc(h->columns, sizeof(*h->cell[d].count));
		h->iops[d] = (struct log_series){.rows = group->rows,
						 .kind = LOG_SERIES_RATE,
						 .unit = "iops",
						 .cell_ms = h->cell_ms,
						 .end_ms = (double)group->end_ms,
						 .gap_ms = 1.5 * (double)group->window_ms,
						 .quiet = log_knows_rates(group, d)};
		log_metric(h->iops[d].metric, d, "iops");
	}
}

/* Jobs of one run have the same buckets. */
static bool
same_buckets(const struct log_group *group)
{
	const struct log_probe *first = &group->input[0]->probe;

	for (size_t i = 1; i < group->n; i++) {
		const struct log_probe *other = &group->input[i]->probe;
		if (other->buckets != first->buckets || other->coarseness != first->coarseness)
			return where_set(group->why, group->input[i]->file->name, 1,
					 "it has other buckets than %s",
					 group->input[0]->file->name);
	}
	return true;
}

bool
log_read_histograms(const struct log_group *group, const struct log_wish *wish)
{
	const struct log_probe *probe = &group->input[0]->probe;
	struct histograms h = {.group = group,
			       .scheme = probe->usec ? fio_scheme_us : fio_scheme_ns,
			       .coarseness = probe->coarseness,
			       .columns = probe->buckets >> probe->coarseness,
			       .cell_ms = group->jobs > 1 ? (double)group->window_ms : 0,
			       .wants_iops = wish->iops};

	h.scheme.n = probe->buckets;
	if (!same_buckets(group) || (h.cell_ms > 0 && !log_group_grid_fits(group, h.cell_ms)))
		return false;
	prepare(&h);
	struct log_reader *readers = log_group_readers(group);
	bool ok = consume_all(&h, readers) && judge(&h);
	if (ok)
		note_tail(&h, wish);
	log_group_readers_free(group, readers);
	for (size_t d = 0; d < LOG_DIRECTIONS; d++) {
		if (ok)
			write_totals(&h, d, wish);
		free(h.all[d].count);
		free(h.cell[d].count);
	}
	free(h.row);
	free(h.last_ms);
	return ok;
}
