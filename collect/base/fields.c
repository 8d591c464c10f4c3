/* Cutting lines at their commas. */
#include "collect/base/fields.h"

#include <endian.h>
#include <stdint.h>
#include <string.h>

#include "collect/base/mem.h"

static inline void
add(struct fields *fields, size_t begin, size_t end)
{
	if (fields->n == fields->size) {
		fields->size = fields->size * 2 + 16;
		fields->at = mem_resize(fields->at, fields->size, sizeof(*fields->at));
	}
	fields->at[fields->n++] = (struct extent){begin, end};
}

void
fields_add(struct fields *fields, size_t begin, size_t end)
{
	add(fields, begin, end);
}

/* The bytes of eight that are commas, each as its highest bit. */
static uint64_t
commas_of(const char *eight)
{
	const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
	uint64_t bytes;

	memcpy(&bytes, eight, sizeof(bytes));
	bytes = le64toh(bytes) ^ UINT64_C(0x2c2c2c2c2c2c2c2c);
	return ~(((bytes & low) + low) | bytes | low);
}

/* Fields are so short that to call memchr for each costs more. */
void
fields_cut(struct fields *fields, const char *line, size_t begin, size_t n)
{
	size_t at = begin;

	for (; n - at >= sizeof(uint64_t); at += sizeof(uint64_t)) {
		for (uint64_t commas = commas_of(line + at); commas; commas &= commas - 1) {
			size_t comma = at + (size_t)__builtin_ctzll(commas) / 8;
			add(fields, begin, comma);
			begin = comma + 1;
		}
	}
	for (; at < n; at++) {
		if (line[at] != ',')
			continue;
		add(fields, begin, at);
		begin = at + 1;
	}
	add(fields, begin, n);
}
