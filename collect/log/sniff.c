/* Telling fio's logs from other text by what they hold. */
#include "collect/log/layout.h"
#include "collect/log/log.h"
#include "collect/log/packed.h"

/* A last line that is cut off is left out where others stand before it. */
enum log_content
log_sniff(struct view beginning)
{
	struct log_probe probe;
	size_t line;

	if (log_packed_probe(beginning))
		return LOG_PACKED;
	/* Fewer than 16 bytes are no block size that anyone asks for, but often stand in tables of
	 * small numbers. */
	if (log_probe_lines(beginning, false, LOG_LAT, &probe, &line))
		return probe.odd_bs ? LOG_NO : LOG_LINES;
	return log_probe_histogram(beginning, false, &probe) ? LOG_HISTOGRAM : LOG_NO;
}
