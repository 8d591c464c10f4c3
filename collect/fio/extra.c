/* Rows without commit, test and run on their way back into records. */
#include "collect/fio/extra.h"

#include <stdio.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/rows.h"
#include "collect/base/where.h"

/* The latencies that have bins: those of the directions, and that of flushes. */
enum { SYNC = FIO_DIRECTIONS * FIO_LATENCIES, BINNED };

static const struct fio_latency *
binned(const struct fio_job *job, size_t i, char metric[40])
{
	size_t direction = i / FIO_LATENCIES, latency = i % FIO_LATENCIES;

	if (i == SYNC) {
		snprintf(metric, 40, "sync.lat");
		return &job->sync;
	}
	snprintf(metric, 40, "%s.%s", fio_direction_name[direction], fio_latency_name[latency]);
	return &job->direction[direction].latency[latency];
}

/* What taking rows needs: where records go, and which latencies have buckets. */
struct taking {
	const struct fio_job *job;
	const struct rows *rows; /* NULL = nowhere */
	bool bucketed[BINNED];
};

static bool
take(void *ctx, const struct table_row *row, struct where *why)
{
	struct taking *taking = ctx;
	const struct rows *rows = taking->rows;
	const struct view none = {"", 0};
	const struct view fields[] = {rows ? view_of(rows->commit) : none,
				      rows ? view_of(rows->test) : none,
				      rows ? view_of(rows->run) : none,
				      row->field[0],
				      row->field[1],
				      row->field[2],
				      row->field[3],
				      row->field[4],
				      row->field[5],
				      row->field[6]};
	const struct table_row whole = {&record_kind, fields, row->line};
	struct record record;
	char metric[40];

	if (!record_parse(&whole, &record, why))
		return false;
	if (rows)
		record_write(rows->out, &record);
	for (size_t i = 0; i < BINNED && record_shape(&record) == RECORD_BUCKET; i++) {
		(void)binned(taking->job, i, metric);
		taking->bucketed[i] = taking->bucketed[i] || view_is(record.metric, metric);
	}
	return true;
}

static bool
read_rows(struct taking *taking, struct where *why)
{
	static const char *const columns[] = {"metric", "unit", "start", "end",
					      "low",    "high", "value"};
	static const struct table_kind kind = {"extra", columns, countof(columns), 0};
	const struct table_kind *const kinds[] = {&kind};
	char *text = mem_format("metric,unit,start,end,low,high,value\n%s", taking->job->extra);
	FILE *in = fmemopen(text, strlen(text), "r");

	bool good = in && table_read(in, "", kinds, countof(kinds), take, taking, why);
	if (in)
		fclose(in);
	free(text);
	return good;
}

static void
write_bins(const struct taking *taking, const struct rows *rows)
{
	for (size_t i = 0; i < BINNED; i++) {
		char metric[40];
		const struct fio_latency *latency = binned(taking->job, i, metric);

		for (size_t k = 0; k < latency->n_bins && !taking->bucketed[i]; k++)
			rows_bucket(rows, metric, "ns", latency->bin[k].low, latency->bin[k].high,
				    latency->bin[k].count);
	}
}

bool
fio_extra_write(const struct fio_job *job, const struct rows *rows, struct where *why)
{
	struct taking taking = {.job = job};

	/* What is wrong with a row is said below. */
	(void)read_rows(&taking, why);
	write_bins(&taking, rows);
	taking.rows = rows;
	return read_rows(&taking, why);
}
