/* The stream's rows on their way into the store. */
#include "analyze/sample/read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/finding.h"
#include "analyze/sample/intake.h"
#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/where.h"

const struct table_kind *const read_kinds[READ_KINDS] = {
    [READ_RECORD] = &record_kind,       [READ_COMPARE] = &finding_compare_kind,
    [READ_SHIFT] = &finding_shift_kind, [READ_SUMMARY] = &finding_summary_kind,
    [READ_PLAN] = &finding_plan_kind,   [READ_SELFCHECK] = &finding_selfcheck_kind,
};

enum { SPOOL_BUFFER = 1 << 16 };

struct reading {
	struct store *store;
	struct spool *spool;
};

bool
spool_open(struct spool *spool, unsigned replaced, struct where *why)
{
	for (int kind = 0; kind < READ_KINDS; kind++) {
		if (replaced & 1U << kind)
			continue;
		spool->rows[kind] = tmpfile();
		if (!spool->rows[kind])
			return where_set(why, NULL, 0, "cannot make a temporary file: %s",
					 strerror(errno));
		spool->buffer[kind] = mem_alloc(SPOOL_BUFFER, 1);
		setvbuf(spool->rows[kind], spool->buffer[kind], _IOFBF, SPOOL_BUFFER);
	}
	return true;
}

static bool
set_aside(const struct spool *spool, const struct table_row *row, struct where *why)
{
	FILE *out = NULL;

	for (int kind = 0; kind < READ_KINDS; kind++) {
		if (read_kinds[kind] != row->kind)
			continue;
		out = spool->rows[kind];
		break;
	}
	if (!out)
		return true;
	table_write(out, row->field, row->kind->n_columns);
	if (ferror(out))
		return where_set(why, NULL, 0, "cannot write a temporary file: %s",
				 strerror(errno));
	return true;
}

static bool
take_row(void *ctx, const struct table_row *row, struct where *why)
{
	struct reading *reading = ctx;
	struct record record;

	if (!set_aside(reading->spool, row, why))
		return false;
	if (row->kind != &record_kind)
		return true;
	return record_parse(row, &record, why) &&
	       intake_record(reading->store, &record, row->line, why);
}

bool
read_stream(FILE *in, const char *name, struct store *store, struct spool *spool, struct where *why)
{
	struct reading reading = {store, spool};

	intake_file(store, name);
	return table_read(in, name, read_kinds, READ_KINDS, take_row, &reading, why);
}

static bool
copy(FILE *from, FILE *to, struct where *why)
{
	char chunk[1 << 16];
	size_t n;

	if (fflush(from) != 0 || fseek(from, 0, SEEK_SET) != 0)
		return where_set(why, NULL, 0, "cannot write a temporary file: %s",
				 strerror(errno));
	while ((n = fread(chunk, 1, sizeof(chunk), from)) > 0)
		fwrite(chunk, 1, n, to);
	if (ferror(from))
		return where_set(why, NULL, 0, "cannot read a temporary file: %s", strerror(errno));
	return true;
}

bool
spool_write(struct spool *spool, FILE *out, struct where *why)
{
	for (int kind = READ_KINDS - 1; kind >= 0; kind--) {
		if (!spool->rows[kind] || ftell(spool->rows[kind]) == 0)
			continue;
		table_write_header(out, read_kinds[kind]);
		if (!copy(spool->rows[kind], out, why))
			return false;
	}
	return true;
}

void
spool_free(struct spool *spool)
{
	for (int kind = 0; kind < READ_KINDS; kind++) {
		if (spool->rows[kind])
			fclose(spool->rows[kind]);
		free(spool->buffer[kind]);
		spool->rows[kind] = NULL;
		spool->buffer[kind] = NULL;
	}
}
