/* Deciding a log's layout by its first rows; what each version writes stands in fio's iolog.c. */
#include "collect/log/layout.h"

#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/fio/bucket.h"

const char *
log_hexadecimal(const char *p)
{
	const char *digits = p + 2;

	for (p = digits;
	     (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'f') || (*p >= 'A' && *p <= 'F');)
		p++;
	return p == digits ? NULL : p;
}

/* A row as numbers, whatever they mean. */
struct numbers {
	uint64_t column[LOG_COLUMNS_MAX];
	unsigned n;
};

/* Reads the n bytes of a line, which are copied to have a NUL behind them. */
static bool
read_numbers(const char *line, size_t n, struct numbers *out)
{
	char copy[LOG_ROW_BYTES + 1];
	const char *p = copy;

	if (n > LOG_ROW_BYTES || memchr(line, '\0', n))
		return false;
	memcpy(copy, line, n);
	copy[n] = '\0';
	out->n = 0;
	do {
		if (out->n == LOG_COLUMNS_MAX)
			return false;
		const char *number = out->n ? log_comma(p) : p;
		if (number && out->n >= LOG_COLUMNS_MIN && number[0] == '0' && number[1] == 'x') {
			/* Only a priority is hexadecimal: no number that is looked at. */
			out->column[out->n++] = 0;
			p = log_hexadecimal(number);
		} else {
			p = number ? log_number(number, &out->column[out->n++]) : NULL;
		}
	} while (p && *p == ',');
	return p && log_line_end(p) && out->n >= LOG_COLUMNS_MIN;
}

/* What is true of all rows so far. */
struct facts {
	unsigned columns;
	bool third, fourth; /* these columns are directions */
	bool fifth_large;   /* and the fifth is none, but may be a block size */
	struct numbers row[LOG_PROBE_ROWS];
	size_t n;
};

static bool
take(struct facts *facts, const struct numbers *row)
{
	if (facts->n == 0)
		*facts =
		    (struct facts){row->n, true, true, row->n > LOG_COLUMNS_MIN, {{{0}, 0}}, 0};
	if (row->n != facts->columns)
		return false;
	facts->third &= row->column[2] < LOG_DIRECTIONS;
	facts->fourth &= row->n > LOG_COLUMNS_MIN && row->column[3] < LOG_DIRECTIONS;
	facts->fifth_large &= row->n > LOG_COLUMNS_MIN && row->column[4] >= 512;
	facts->row[facts->n++] = *row;
	return facts->third || facts->fourth;
}

/* Two values and then the direction: the third column is no direction; or it is always a small
 * number, as without a window there is no maximum, but so is the fourth, where else a block size
 * would be, and that stands in the fifth. */
static bool
has_two_values(const struct facts *facts)
{
	return !facts->third || (facts->fourth && facts->fifth_large);
}

static int
compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Stalls and idle directions make steps longer, so it is the shorter ones that tell; not the very
 * shortest, which may be the rest at the end. */
uint64_t
log_usual_step(uint64_t *step, size_t n)
{
	qsort(step, n, sizeof(*step), compare);
	return step[n / 4];
}

/* The times between rows of one direction, without those that are none. Returns how many. */
static size_t
steps(const struct facts *facts, bool two, uint64_t step[LOG_PROBE_ROWS])
{
	uint64_t last[LOG_DIRECTIONS] = {0};
	bool seen[LOG_DIRECTIONS] = {false};
	size_t n = 0;

	for (size_t i = 0; i < facts->n; i++) {
		uint64_t time = facts->row[i].column[0], d = facts->row[i].column[two ? 3 : 2];
		/* Another job begins. */
		if (i && time < facts->row[i - 1].column[0])
			memset(seen, 0, sizeof(seen));
		if (seen[d] && time > last[d])
			step[n++] = time - last[d];
		seen[d] = true;
		last[d] = time;
	}
	return n;
}

/* Whether a log of rates with block sizes is one of fio 2.1, which averaged these over 500 ms
 * unasked: iops of single I/Os are 1, and single I/Os do not all end half a second after another.
 */
static bool
is_old_average(const struct facts *facts, bool two, enum log_kind kind)
{
	enum { SLACK_MS = 450 };
	uint64_t last[LOG_DIRECTIONS] = {0};

	if (kind == LOG_IOPS) {
		for (size_t i = 0; i < facts->n; i++)
			if (facts->row[i].column[1] > 1)
				return true;
		return false;
	}
	for (size_t i = 0; i < facts->n; i++) {
		uint64_t time = facts->row[i].column[0], d = facts->row[i].column[two ? 3 : 2];
		if (time > 0 && time > last[d] && time - last[d] < SLACK_MS)
			return false;
		if (time == last[d] && time > 0)
			return false;
		last[d] = time;
	}
	return kind == LOG_BW && (last[0] || last[1] || last[2]);
}

static void
conclude(const struct facts *facts, enum log_kind kind, struct log_probe *out)
{
	uint64_t step[LOG_PROBE_ROWS];
	bool two = has_two_values(facts);

	*out = (struct log_probe){.rows = facts->n,
				  .layout = {facts->columns, two},
				  .first_time = facts->row[0].column[0]};
	for (size_t i = 0; i < facts->n; i++) {
		uint64_t bs = facts->row[i].column[two ? 4 : 3];
		out->has_bs |= bs > 0;
		out->odd_bs |= bs > 0 && bs < 16;
	}
	out->averaged = !out->has_bs || is_old_average(facts, two, kind);
	size_t n = steps(facts, two, step);
	out->window_ms = n ? log_usual_step(step, n) : 0;
}

bool
log_probe_lines(struct view beginning, bool whole, enum log_kind kind, struct log_probe *out,
		size_t *line)
{
	struct facts *facts = mem_alloc(1, sizeof(*facts));
	struct numbers row;
	size_t number = 0;
	bool ok = true;

	while (ok && beginning.n && facts->n < LOG_PROBE_ROWS) {
		const char *end = memchr(beginning.p, '\n', beginning.n);
		size_t n = end ? (size_t)(end - beginning.p) : beginning.n;
		if (!end && !whole && facts->n)
			break;
		number++;
		if (n > 0 && !(n == 1 && *beginning.p == '\r'))
			ok = read_numbers(beginning.p, n, &row) && take(facts, &row);
		beginning.p += n + (end != NULL);
		beginning.n -= n + (end != NULL);
	}
	*line = number;
	ok = ok && facts->n && !(has_two_values(facts) && facts->columns == LOG_COLUMNS_MIN);
	if (ok)
		conclude(facts, kind, out);
	free(facts);
	return ok;
}

/* Whether columns << coarseness are all the groups that a fio may have: 19 in 2.x, 29 in 3.x, more
 * where it was built with a higher ceiling. */
bool
log_histogram_scheme(size_t columns, struct log_probe *out)
{
	static const struct {
		size_t low, high;
		bool usec;
	} known[] = {{FIO_BUCKETS_US, FIO_BUCKETS_US, true},
		     {FIO_BUCKETS_NS, FIO_BUCKETS_NS, false},
		     {FIO_BUCKETS_NS + 64, (64 - 6 + 1) * 64, false}};

	for (size_t k = 0; k < countof(known); k++) {
		for (unsigned coarse = 0; coarse <= 6; coarse++) {
			size_t buckets = columns << coarse;
			if (columns > known[k].high || buckets < known[k].low ||
			    buckets > known[k].high || buckets % 64)
				continue;
			out->buckets = buckets;
			out->coarseness = coarse;
			out->usec = known[k].usec;
			return true;
		}
	}
	return false;
}

bool
log_probe_histogram(struct view beginning, bool whole, struct log_probe *out)
{
	const char *end = beginning.n ? memchr(beginning.p, '\n', beginning.n) : NULL;
	size_t n = end ? (size_t)(end - beginning.p) : beginning.n, columns = 0;
	if (n == 0)
		return false;
	char *copy = mem_copy(beginning.p, n);
	const char *p = copy;
	uint64_t value = 0;
	bool ok = true;

	*out = (struct log_probe){.rows = 1, .averaged = true, .has_bs = true};
	do {
		p = columns ? log_comma(p) : p;
		/* A line that is not whole may stop anywhere behind a comma. */
		if (p && *p == '\0' && !end && !whole)
			break;
		p = p ? log_number(p, &value) : NULL;
		ok = p && !(columns == 2 && value == 0) &&
		     !(columns == 1 && value >= LOG_DIRECTIONS);
		if (columns++ == 0)
			out->first_time = value;
	} while (ok && *p == ',');
	if (ok && (end || whole))
		ok = p && log_line_end(p) == copy + n && columns > 3 &&
		     log_histogram_scheme(columns - 3, out);
	else
		ok = ok && *p == '\0' && columns >= 3 + FIO_BUCKETS_US / 64;
	free(copy);
	return ok;
}
