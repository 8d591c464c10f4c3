/* Packed lists of points. Each point is a byte of flags and what they do not foretell:
 *
 *   digits   of the range, of the value: how many digits behind the point its numbers have. What is
 *            written as a decimal number is a whole one over a power of ten, correctly rounded, so
 *            from there on it is held as that whole number, the scaled one
 *   place    file and line less those of the last point, where the line is not as far from the last
 *            one as that was from its own predecessor
 *   from     where it is not the last point's to: scaled, less the last to; or its 8 bytes
 *   to       where the width is not the last one: scaled, less from; or its 8 bytes
 *   value    scaled, less the last value; or its 8 bytes
 *
 * Differences are varints of 7 bits a byte, the sign in the lowest bit. Whoever reads keeps the
 * same state as the writer did and comes to the same numbers; the writer holds a number as scaled
 * only where that gives the very same bits. */
#include "analyze/sample/points.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

enum {
	RANGE_DIGITS = 1 << 0, /* the range's digits follow, else they are as before */
	VALUE_DIGITS = 1 << 1,
	PLACE = 1 << 2,
	FROM_SCALED = 1 << 3, /* neither: from is the last to */
	FROM_BYTES = 1 << 4,
	TO_SCALED = 1 << 5, /* neither: to is from and the last width */
	TO_BYTES = 1 << 6,
	VALUE_BYTES = 1 << 7, /* else it is scaled */
};

enum { VARINT_MAX = 10, POINT_MAX = 3 + 2 * VARINT_MAX + 3 * VARINT_MAX, DIGITS_MAX = 9 };

static const double power_of_ten[DIGITS_MAX + 1] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

/* What both sides know before a point. */
struct state {
	struct series_point last;
	int64_t width; /* of the last range that was written scaled; 0 after a change of digits */
	int64_t value; /* the last scaled one; 0 after a change of digits */
	uint32_t step; /* from line to line, modulo 2^32 */
	uint8_t range_digits, value_digits;
};

struct points_pack {
	struct state state;
	size_t n;
	size_t used, size; /* of bytes */
	uint8_t bytes[];
};

static uint64_t
bits_of(double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof(bits));
	return bits;
}

static double
unscaled(int64_t scaled, unsigned digits)
{
	/* A division costs more than all the rest. */
	return digits ? (double)scaled / power_of_ten[digits] : (double)scaled;
}

/* Whether *scaled, below 2^53, stands for all bits of the number; else it is of no use. */
static bool
scale(double number, unsigned digits, int64_t *scaled)
{
	double product = number * power_of_ten[digits];

	if (!(fabs(product) < 9007199254740992.0))
		return false;
	*scaled = (int64_t)(product + copysign(0.5, product));
	return bits_of(unscaled(*scaled, digits)) == bits_of(number);
}

/* Scales both numbers, which may be the same one, to equal digits: those of before, or the fewest.
 * False where there are none. */
static bool
scale_both(const double number[2], uint8_t *digits, int64_t scaled[2])
{
	if (scale(number[0], *digits, &scaled[0]) && scale(number[1], *digits, &scaled[1]))
		return true;
	for (unsigned i = 0; i <= DIGITS_MAX; i++) {
		if (scale(number[0], i, &scaled[0]) && scale(number[1], i, &scaled[1])) {
			*digits = (uint8_t)i;
			return true;
		}
	}
	return false;
}

static bool
scale_one(double number, uint8_t *digits, int64_t *scaled)
{
	bool same = scale(number, *digits, scaled);

	for (unsigned i = 0; i <= DIGITS_MAX && !same; i++) {
		same = scale(number, i, scaled);
		*digits = same ? (uint8_t)i : *digits;
	}
	return same;
}

static uint8_t *
put_varint(uint8_t *out, uint64_t number)
{
	for (; number >= 0x80; number >>= 7)
		*out++ = (uint8_t)(number | 0x80);
	*out++ = (uint8_t)number;
	return out;
}

static const uint8_t *
get_varint(const uint8_t *in, uint64_t *number)
{
	unsigned shift = 0;

	*number = 0;
	for (; *in & 0x80; shift += 7)
		*number |= (uint64_t)(*in++ & 0x7f) << shift;
	*number |= (uint64_t)*in++ << shift;
	return in;
}

static uint8_t *
put_signed(uint8_t *out, int64_t number)
{
	return put_varint(out, (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0));
}

static const uint8_t *
get_signed(const uint8_t *in, int64_t *number)
{
	uint64_t bits;

	in = get_varint(in, &bits);
	*number = (int64_t)(bits >> 1 ^ (bits & 1 ? UINT64_MAX : 0));
	return in;
}

static uint8_t *
put_bytes(uint8_t *out, double number)
{
	memcpy(out, &number, sizeof(number));
	return out + sizeof(number);
}

static const uint8_t *
get_bytes(const uint8_t *in, double *number)
{
	memcpy(number, in, sizeof(*number));
	return in + sizeof(*number);
}

static uint8_t *
put_place(struct state *state, struct place place, uint8_t *out, unsigned *flags)
{
	struct place last = state->last.place;
	uint32_t step = place.line - last.line;

	if (place.file == last.file && step == state->step)
		return out;
	*flags |= PLACE;
	state->step = step;
	out = put_signed(out, (int64_t)place.file - last.file);
	return put_signed(out, (int64_t)place.line - last.line);
}

static const uint8_t *
get_place(struct state *state, const uint8_t *in, unsigned flags, struct place *place)
{
	struct place last = state->last.place;
	int64_t files = 0, lines = state->step;

	if (flags & PLACE) {
		in = get_signed(in, &files);
		in = get_signed(in, &lines);
		state->step = (uint32_t)lines;
	}
	*place = (struct place){last.file + (uint32_t)files, last.line + (uint32_t)lines};
	return in;
}

/* Without digits that suit both, to is written as bytes, and so is from where it is not the last
 * to. */
static uint8_t *
put_range(struct state *state, const struct series_point *point, uint8_t *out, unsigned *flags)
{
	const double range[2] = {point->from, point->to};
	int64_t scaled[2], last;
	uint8_t digits = state->range_digits;
	bool both = scale_both(range, &digits, scaled);

	if (both && digits != state->range_digits) {
		*flags |= RANGE_DIGITS;
		*out++ = state->range_digits = digits;
		state->width = 0;
	}
	if (bits_of(point->from) != bits_of(state->last.to)) {
		bool ahead = both && scale(state->last.to, digits, &last);
		*flags |= ahead ? FROM_SCALED : FROM_BYTES;
		out = ahead ? put_signed(out, scaled[0] - last) : put_bytes(out, point->from);
	}
	if (!both) {
		*flags |= TO_BYTES;
		return put_bytes(out, point->to);
	}
	if (scaled[1] - scaled[0] == state->width)
		return out;
	*flags |= TO_SCALED;
	state->width = scaled[1] - scaled[0];
	return put_signed(out, state->width);
}

/* The last to as it was read, so that it need not be scaled again. */
struct scaled_to {
	int64_t scaled;
	bool known;
};

static const uint8_t *
get_range(struct state *state, struct scaled_to *to, const uint8_t *in, unsigned flags,
	  struct series_point *point)
{
	int64_t from = to->scaled, ahead;

	if (flags & RANGE_DIGITS) {
		state->range_digits = *in++;
		state->width = 0;
		to->known = false;
	}
	if (!to->known)
		scale(state->last.to, state->range_digits, &from);
	point->from = state->last.to;
	if (flags & FROM_SCALED) {
		in = get_signed(in, &ahead);
		from += ahead;
		point->from = unscaled(from, state->range_digits);
	} else if (flags & FROM_BYTES) {
		in = get_bytes(in, &point->from);
		scale(point->from, state->range_digits, &from);
	}
	to->known = !(flags & TO_BYTES);
	if (flags & TO_BYTES)
		return get_bytes(in, &point->to);
	if (flags & TO_SCALED)
		in = get_signed(in, &state->width);
	to->scaled = from + state->width;
	point->to = unscaled(to->scaled, state->range_digits);
	return in;
}

static uint8_t *
put_value(struct state *state, double value, uint8_t *out, unsigned *flags)
{
	int64_t scaled = 0;
	uint8_t digits = state->value_digits;

	if (!scale_one(value, &digits, &scaled)) {
		*flags |= VALUE_BYTES;
		return put_bytes(out, value);
	}
	if (digits != state->value_digits) {
		*flags |= VALUE_DIGITS;
		*out++ = state->value_digits = digits;
		state->value = 0;
	}
	out = put_signed(out, scaled - state->value);
	state->value = scaled;
	return out;
}

static const uint8_t *
get_value(struct state *state, const uint8_t *in, unsigned flags, double *value)
{
	int64_t ahead;

	if (flags & VALUE_BYTES)
		return get_bytes(in, value);
	if (flags & VALUE_DIGITS) {
		state->value_digits = *in++;
		state->value = 0;
	}
	in = get_signed(in, &ahead);
	state->value += ahead;
	*value = unscaled(state->value, state->value_digits);
	return in;
}

/* Room for one more point. It grows by a quarter: half of a doubled list would lie idle. */
static struct points_pack *
make_room(struct points *points)
{
	struct points_pack *pack = points->pack;
	size_t used = pack ? pack->used : 0;

	if (pack && pack->size - used >= POINT_MAX)
		return pack;
	size_t size = used + used / 4 + POINT_MAX;
	points->pack = mem_resize(pack, sizeof(*pack) + size, 1);
	if (!pack)
		memset(points->pack, 0, sizeof(*pack));
	points->pack->size = size;
	return points->pack;
}

void
points_init(struct points *points)
{
	points->pack = NULL;
}

void
points_done(struct points *points)
{
	free(points->pack);
	points->pack = NULL;
}

void
points_add(struct points *points, const struct series_point *point)
{
	struct points_pack *pack = make_room(points);
	uint8_t *start = pack->bytes + pack->used, *out = start + 1;
	unsigned flags = 0;

	out = put_place(&pack->state, point->place, out, &flags);
	out = put_range(&pack->state, point, out, &flags);
	out = put_value(&pack->state, point->value, out, &flags);
	*start = (uint8_t)flags;
	pack->used += (size_t)(out - start);
	pack->state.last = *point;
	pack->n++;
}

size_t
points_n(const struct points *points)
{
	return points->pack ? points->pack->n : 0;
}

const struct series_point *
points_last(const struct points *points)
{
	return points->pack ? &points->pack->state.last : NULL;
}

struct series_point *
points_unpack(const struct points *points)
{
	size_t n = points_n(points);
	struct series_point *at = n ? mem_alloc(n, sizeof(*at)) : NULL;
	const uint8_t *in = n ? points->pack->bytes : NULL;
	struct state state = {.step = 0};
	struct scaled_to to = {0, true};

	for (size_t i = 0; i < n; i++) {
		unsigned flags = *in++;
		in = get_place(&state, in, flags, &at[i].place);
		in = get_range(&state, &to, in, flags, &at[i]);
		in = get_value(&state, in, flags, &at[i].value);
		state.last = at[i];
	}
	return at;
}

size_t
points_memory(const struct points *points)
{
	return points->pack ? sizeof(*points->pack) + points->pack->size : 0;
}
