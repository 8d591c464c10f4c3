/* First, lowest, highest and last of each column. */
#include "render/draw/decimate.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "collect/base/mem.h"

/* The points of one column that are kept, as indexes. */
struct kept {
	size_t column;
	size_t first, low, high, last;
	bool any;
};

/* Appends what was kept, each point once, in order. */
static void
flush(const struct kept *k, const struct point *in, struct point *out, size_t *n)
{
	size_t inner[2] = {k->low < k->high ? k->low : k->high,
			   k->low < k->high ? k->high : k->low};

	if (!k->any)
		return;
	out[(*n)++] = in[k->first];
	for (int i = 0; i < 2; i++) {
		if (inner[i] != k->first && inner[i] != k->last && (i == 0 || inner[1] != inner[0]))
			out[(*n)++] = in[inner[i]];
	}
	if (k->last != k->first)
		out[(*n)++] = in[k->last];
}

size_t
decimate(const struct point *in, size_t n, double from, double to, size_t columns,
	 struct point **out)
{
	size_t room = 4 * columns < n ? 4 * columns : n, kept = 0;
	struct kept now = {.any = false};

	*out = mem_alloc(room ? room : 1, sizeof(**out));
	if (!(to > from) || columns == 0)
		return 0;
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(in[i].x) || !isfinite(in[i].y) || in[i].x < from || in[i].x > to)
			continue;
		double part = (in[i].x - from) / (to - from);
		size_t column = (size_t)fmin(part * (double)columns, (double)columns - 1);

		if (now.any && column != now.column) {
			flush(&now, in, *out, &kept);
			now.any = false;
		}
		if (!now.any)
			now = (struct kept){column, i, i, i, i, true};
		now.low = in[i].y < in[now.low].y ? i : now.low;
		now.high = in[i].y > in[now.high].y ? i : now.high;
		now.last = i;
	}
	flush(&now, in, *out, &kept);
	return kept;
}
