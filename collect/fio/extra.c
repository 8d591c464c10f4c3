/* Rows without commit, test and run on their way back into records. */
#include "collect/fio/extra.h"

#include <stdio.h>
#include <stdlib.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/rows.h"
#include "collect/base/where.h"

/* What taking rows needs: where records go, and the metrics that have buckets. */
struct taking {
	const struct rows *rows; /* NULL = nowhere */
	UT_array *bucketed;      /* lines.h; NULL = nobody asks */
};

static bool
take(void *ctx, const struct table_row *row, struct where *why)
{
	const struct taking *taking = ctx;
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

	if (!record_parse(&whole, &record, why))
		return false;
	if (rows)
		record_write(rows->out, &record);
	if (taking->bucketed && record_shape(&record) == RECORD_BUCKET)
		lines_note(taking->bucketed, "%.*s", VIEW_ARGS(record.metric));
	return true;
}

static bool
read_rows(const char *extra, struct taking *taking, struct where *why)
{
	static const char *const columns[] = {"metric", "unit", "start", "end",
					      "low",    "high", "value"};
	static const struct table_kind kind = {"extra", columns, countof(columns)};
	const struct table_kind *const kinds[] = {&kind};
	char *text = mem_format("metric,unit,start,end,low,high,value\n%s", extra);
	FILE *in = fmemopen(text, strlen(text), "r");

	bool good = in && table_read(in, "", kinds, countof(kinds), take, taking, why);
	if (in)
		fclose(in);
	free(text);
	return good;
}

static void
write_bins(const struct rows *rows, const UT_array *bucketed, const char *metric,
	   const struct fio_latency *latency)
{
	for (size_t i = 0; i < latency->n_bins && !lines_have(bucketed, metric); i++)
		rows_bucket(rows, metric, "ns", latency->bin[i].low, latency->bin[i].high,
			    latency->bin[i].count);
}

bool
fio_extra_write(const struct fio_job *job, const struct rows *rows, struct where *why)
{
	struct taking taking = {.bucketed = lines_new()};

	/* What is wrong with a row is said below. */
	(void)read_rows(job->extra, &taking, why);
	for (size_t d = 0; d < FIO_DIRECTIONS; d++)
		for (size_t i = 0; i < FIO_LATENCIES; i++) {
			char metric[40];

			snprintf(metric, sizeof(metric), "%s.%s", fio_direction_name[d],
				 fio_latency_name[i]);
			write_bins(rows, taking.bucketed, metric, &job->direction[d].latency[i]);
		}
	write_bins(rows, taking.bucketed, "sync.lat", &job->sync);
	lines_free(taking.bucketed);
	taking = (struct taking){.rows = rows};
	return read_rows(job->extra, &taking, why);
}
