/* Reads the counters of one device from sysfs, where its numbers alone stand in one line. */
#include "collect/machine/diskstats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "collect/base/sysfile.h"

/* Places in the line. */
enum {
	READ_IOS,
	READ_MERGES,
	READ_SECTORS,
	READ_MS,
	WRITE_IOS,
	WRITE_MERGES,
	WRITE_SECTORS,
	WRITE_MS,
	IN_FLIGHT,
	BUSY_MS,
	QUEUE_MS,
	FIELDS_LEAST,
	DISCARD_IOS = FIELDS_LEAST,
	DISCARD_MERGES,
	DISCARD_SECTORS,
	DISCARD_MS,
	FLUSH_IOS,
	FLUSH_MS,
	FIELDS
};

enum { SECTOR = 512 }; /* bytes, whatever the device has */

bool
diskstats_parse(const char *line, struct diskstats *out)
{
	uint64_t field[FIELDS] = {0};
	size_t n = 0;

	for (const char *p = line; n < FIELDS; n++) {
		char *end;
		p += strspn(p, " ");
		if (*p == '\0')
			break;
		errno = 0;
		field[n] = strtoull(p, &end, 10);
		if (*p < '0' || *p > '9' || errno || (*end != ' ' && *end != '\0'))
			return false;
		p = end;
	}
	if (n < FIELDS_LEAST)
		return false;
	*out = (struct diskstats){.read_ios = field[READ_IOS],
				  .read_merges = field[READ_MERGES],
				  .read_bytes = field[READ_SECTORS] * SECTOR,
				  .write_ios = field[WRITE_IOS],
				  .write_merges = field[WRITE_MERGES],
				  .write_bytes = field[WRITE_SECTORS] * SECTOR,
				  .discard_ios = field[DISCARD_IOS],
				  .discard_bytes = field[DISCARD_SECTORS] * SECTOR,
				  .flush_ios = field[FLUSH_IOS],
				  .busy_ms = field[BUSY_MS],
				  .queue_ms = field[QUEUE_MS]};
	return true;
}

bool
diskstats_read(dev_t dev, struct diskstats *out)
{
	char line[SYSFILE_LINE];

	return sysfile_line(line, sizeof(line), "/sys/dev/block/%u:%u/stat", major(dev),
			    minor(dev)) &&
	       diskstats_parse(line, out);
}

/* A count only grows, unless the device was made anew under the same number. */
static uint64_t
grown(uint64_t from, uint64_t to)
{
	return to >= from ? to - from : 0;
}

/* The kernel keeps these times in 32 bits. */
static uint64_t
ms_between(uint64_t from, uint64_t to)
{
	return to >= from ? to - from : (to - from) & UINT32_MAX;
}

struct diskstats
diskstats_between(const struct diskstats *from, const struct diskstats *to)
{
	return (struct diskstats){.read_ios = grown(from->read_ios, to->read_ios),
				  .read_merges = grown(from->read_merges, to->read_merges),
				  .read_bytes = grown(from->read_bytes, to->read_bytes),
				  .write_ios = grown(from->write_ios, to->write_ios),
				  .write_merges = grown(from->write_merges, to->write_merges),
				  .write_bytes = grown(from->write_bytes, to->write_bytes),
				  .discard_ios = grown(from->discard_ios, to->discard_ios),
				  .discard_bytes = grown(from->discard_bytes, to->discard_bytes),
				  .flush_ios = grown(from->flush_ios, to->flush_ios),
				  .busy_ms = ms_between(from->busy_ms, to->busy_ms),
				  .queue_ms = ms_between(from->queue_ms, to->queue_ms)};
}
