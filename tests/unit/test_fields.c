/* Cutting lines. */
#include "collect/base/fields.h"

#include <stdlib.h>
#include <string.h>

#include "collect/engine/xorshift.h"
#include "tests/unit/check.h"

/* Bytes beside the comma, and such as differ from it in one bit: borrows and carries must not make
 * commas of them. */
Test(fields, are_cut_at_commas_alone)
{
	static const char letters[] = ",,,,-+.0,\x7f\x80\xac\xff\x01\x00";
	uint64_t state = xorshift_seed(1);

	for (int draw = 0; draw < 20000; draw++) {
		char line[64];
		size_t n = (size_t)xorshift_below(&state, sizeof(line) + 1);
		for (size_t i = 0; i < n; i++)
			line[i] = letters[xorshift_below(&state, sizeof(letters))];
		size_t first = n ? (size_t)xorshift_below(&state, n) : 0, begin = first, k = 0;
		struct fields fields = {NULL, 0, 0};
		fields_cut(&fields, line, begin, n);
		for (size_t i = first; i <= n; i++) {
			if (i < n && line[i] != ',')
				continue;
			cr_assert(k < fields.n && fields.at[k].begin == begin &&
				      fields.at[k].end == i,
				  "field %zu of %zu bytes", k, n);
			begin = i + 1;
			k++;
		}
		cr_expect(fields.n == k, "%zu fields, not %zu", fields.n, k);
		free(fields.at);
	}
}
