/* The record reader on any bytes: no crash, and what it accepts reads back equal after writing. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/base/record.h"
#include "collect/base/where.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool
same_number(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static bool
same(const struct record *a, const struct record *b)
{
	return view_eq(a->commit, b->commit) && view_eq(a->test, b->test) &&
	       view_eq(a->run, b->run) && view_eq(a->metric, b->metric) &&
	       view_eq(a->unit, b->unit) && view_eq(a->text, b->text) &&
	       same_number(a->start, b->start) && same_number(a->end, b->end) &&
	       same_number(a->low, b->low) && same_number(a->high, b->high) &&
	       same_number(a->value, b->value);
}

static bool
compare(void *ctx, const struct table_row *row, struct where *why)
{
	struct record back;

	if (!record_parse(row, &back, why) || !same(ctx, &back))
		abort();
	return true;
}

/* Writes the record, reads it again, and ends the program when it has changed. */
static bool
round_trip(void *ctx, const struct table_row *row, struct where *why)
{
	const struct table_kind *kinds[] = {&record_kind};
	struct record record;
	char *text = NULL;
	size_t n = 0;

	(void)ctx;
	if (!record_parse(row, &record, why))
		return false;
	FILE *out = open_memstream(&text, &n);
	record_write_header(out);
	record_write(out, &record);
	fclose(out);
	FILE *in = fmemopen(text, n, "r");
	struct where again;
	if (!table_read(in, "copy", kinds, 1, compare, &record, &again))
		abort();
	fclose(in);
	free(text);
	return true;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct table_kind *kinds[] = {&record_kind};
	struct where why;
	FILE *in = size ? fmemopen((void *)(uintptr_t)data, size, "r") : fopen("/dev/null", "r");

	if (!in)
		abort();
	if (!table_read(in, "input", kinds, 1, round_trip, NULL, &why) && !why.why[0])
		abort();
	fclose(in);
	return 0;
}
