/* What the readers of all kinds of logs share. */
#include "collect/log/group.h"

#include <stdio.h>
#include <stdlib.h>

enum { BUFFERS_BYTES = 64 << 20 };

struct log_reader *
log_group_readers(const struct log_group *group)
{
	struct log_reader *readers = mem_alloc(group->jobs, sizeof(*readers));
	size_t least = 2 * (group->kind == LOG_HIST ? LOG_HISTOGRAM_BYTES : LOG_ROW_BYTES);
	size_t size = BUFFERS_BYTES / group->jobs, n = 0;

	if (size > LOG_BUFFER_BYTES)
		size = LOG_BUFFER_BYTES;
	if (size < least)
		size = least;
	for (size_t i = 0; i < group->n; i++)
		for (size_t k = 0; k < list_n(&group->input[i]->segments); k++)
			log_reader_init(&readers[n++], group->input[i],
					log_input_segment(group->input[i], k), size);
	return readers;
}

void
log_group_readers_free(const struct log_group *group, struct log_reader *readers)
{
	for (size_t i = 0; i < group->jobs; i++)
		log_reader_free(&readers[i]);
	free(readers);
}

bool
log_group_grid_fits(const struct log_group *group, double step_ms)
{
	enum { CELLS_FREE = 100000 };
	double cells = (double)group->end_ms / step_ms;

	if (cells <= (double)CELLS_FREE + (double)group->bytes)
		return true;
	return where_set(
	    group->why, group->input[0]->file->name, 0,
	    "it lasts %.0f s, which are %.0f intervals of %g s, for a file of %zu bytes",
	    (double)group->end_ms / 1000, cells, step_ms / 1000, group->bytes);
}

void
log_note(const struct log_group *group, const struct log_input *input, size_t line,
	 const char *format, ...)
{
	struct where what;
	va_list ap;

	va_start(ap, format);
	where_vset(&what, input->file->name, line, format, ap);
	va_end(ap);
	group->sink->note(group->sink->ctx, &what);
}

void
log_metric(char out[LOG_METRIC], size_t direction, const char *what)
{
	snprintf(out, LOG_METRIC, "%s.%s", fio_direction_name[direction], what);
}

enum fio_latency_index
log_latency_index(enum log_kind kind)
{
	if (kind == LOG_LAT)
		return FIO_LAT;
	return kind == LOG_SLAT ? FIO_SLAT : FIO_CLAT;
}

const char *
log_latency_name(enum log_kind kind)
{
	return fio_latency_name[log_latency_index(kind)];
}

bool
log_knows_rates(const struct log_group *group, size_t direction)
{
	const struct log_known *known = group->options->known;

	return known && known->rates[direction];
}

bool
log_knows_bins(const struct log_group *group, size_t direction)
{
	const struct log_known *known = group->options->known;

	return known && known->bins[direction][log_latency_index(group->kind)];
}

bool
log_is_fio2(const struct log_group *group, const struct log_input *input)
{
	return group->options->fio2 && input->probe.layout.columns == LOG_COLUMNS_MIN;
}

uint64_t
log_value_ns(const struct log_group *group, const struct log_input *input)
{
	return log_is_fio2(group, input) ? 1000 : 1;
}
