/* Records of a result: what was counted is written under its name, unit and range, and reads back.
 */
#include "collect/campaign/emit.h"

#include <errno.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/where.h"
#include "collect/machine/facts.h"
#include "tests/unit/check.h"

/* What emit_result writes for one result, on the heap. */
static char *
text_of(const struct measure_result *result)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	const struct rows rows = {out, "c", "r", "t"};

	emit_result(&rows, result);
	fclose(out);
	return text;
}

static void
check_has(const char *text, const char *row)
{
	char line[256];

	snprintf(line, sizeof(line), "c,t,r,%s\n", row);
	cr_expect(strstr(text, line) != NULL, "no row '%s' in\n%s", row, text);
}

static void
check_lacks(const char *text, const char *part)
{
	cr_expect(strstr(text, part) == NULL, "'%s' in\n%s", part, text);
}

Test(emit, writes_all_that_was_measured)
{
	struct measure_interval interval[3] = {
	    {.ios = {2}, .bytes = {8192}}, {.ios = {0}}, {.ios = {1}, .bytes = {4096}}};
	uint64_t reaped[] = {0, 1, 1}, standing[] = {4, 0, 2};
	struct measure_result result = {.runtime_s = 0.25,
					.ios = {3, 0},
					.bytes = {12288, 0},
					.interval = interval,
					.n_intervals = 3,
					.interval_s = 0.1,
					.ring_reaped = reaped,
					.ring_standing = standing,
					.ring_n = 3,
					.cpu_user_s = 0.5,
					.switches = 7};
	struct hist *lat = mem_alloc(1, sizeof(*lat));

	hist_init(lat);
	hist_add(lat, 100);
	hist_add(lat, 100);
	hist_add(lat, 11300);
	result.lat[DIRECTION_READ] = lat;
	result.errors[EIO] = 2;
	char *text = text_of(&result);
	check_has(text, "read.ios,1,,,,,3");
	check_has(text, "read.bytes,B,,,,,12288");
	check_has(text, "read.iops,iops,,,,,12");
	check_has(text, "read.bw,B/s,,,,,49152");
	check_has(text, "read.lat.n,1,,,,,3");
	check_has(text, "read.lat.min,ns,,,,,100");
	check_has(text, "read.lat.max,ns,,,,,11300");
	check_has(text, "read.lat,ns,,,100,101,2");
	check_has(text, "read.lat,ns,,,11264,11392,1");
	check_has(text, "read.iops,iops,0,0.1,,,20");
	check_has(text, "read.iops,iops,0.1,0.2,,,0");
	check_has(text, "read.bw,B/s,0,0.1,,,81920");
	check_has(text, "ring.reaped,1,,,1,2,1");
	check_has(text, "ring.standing,1,,,0,1,4");
	check_has(text, "runtime,s,,,,,0.25");
	check_has(text, "errors,1,,,,,2");
	check_has(text, "errors.EIO,1,,,,,2");
	check_has(text, "cpu.user,s,,,,,0.5");
	check_has(text, "cpu.switches,1,,,,,7");
	check_lacks(text, "write.");
	check_lacks(text, "ring.standing,1,,,1,2");
	free(text);
	free(lat);
}

/* The last interval ends with the run, and its rate is that of the shorter time. */
Test(emit, the_last_interval_may_be_short)
{
	static const struct {
		double runtime_s;
		const char *row;
	} rows[] = {{1.25, "read.iops,iops,1,1.25,,,40"},
		    {2, "read.iops,iops,1,2,,,10"},
		    {3, "read.iops,iops,1,2,,,10"}};
	struct measure_interval interval[2] = {{.ios = {5}}, {.ios = {10}}};
	struct hist *lat = mem_alloc(1, sizeof(*lat));

	hist_init(lat);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct measure_result result = {.runtime_s = rows[i].runtime_s,
						.interval = interval,
						.n_intervals = 2,
						.interval_s = 1};
		result.lat[DIRECTION_READ] = lat;
		char *text = text_of(&result);
		check_has(text, rows[i].row);
		free(text);
	}
	free(lat);
}

Test(emit, without_any_io_no_number_is_made_up)
{
	struct measure_result result = {.interval_s = 1};
	struct hist *lat = mem_alloc(1, sizeof(*lat));

	hist_init(lat);
	result.lat[DIRECTION_WRITE] = lat;
	char *text = text_of(&result);
	check_has(text, "write.ios,1,,,,,0");
	check_has(text, "errors,1,,,,,0");
	check_has(text, "runtime,s,,,,,0");
	check_lacks(text, "write.iops");
	check_lacks(text, "write.lat");
	check_lacks(text, "read.");
	free(text);
	free(lat);
}

static bool
count_row(void *ctx, const struct table_row *row, struct where *why)
{
	struct record record;
	size_t *n = ctx;

	++*n;
	return record_parse(row, &record, why);
}

Test(emit, facts_of_all_kinds_are_valid_records)
{
	const struct table_kind *const kinds[] = {&record_kind};
	struct fact *facts = NULL;
	char *text = NULL;
	size_t n = 0, n_rows = 0;
	FILE *out = open_memstream(&text, &n);
	const struct rows rows = {out, "a,b", "r", ""};
	struct where why;

	facts_add(&facts, "meta.kernel", "6.1");
	facts_add(&facts, "meta.command", "a \"b\", c");
	facts_add_number(&facts, "meta.complete", "1", 1);
	record_write_header(out);
	emit_facts(&rows, facts);
	fclose(out);
	FILE *in = check_input(text, n);
	cr_expect(table_read(in, "text", kinds, 1, count_row, &n_rows, &why) == true, "%s",
		  why.why);
	check_int(n_rows, 3);
	cr_expect(strstr(text, "\"a,b\",,r,meta.complete,1,,,,,1\n") != NULL, "%s", text);
	fclose(in);
	free(text);
	facts_free(&facts);
}
