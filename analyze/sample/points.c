/* Lists of points. */
#include "analyze/sample/points.h"

static const UT_icd point_icd = {sizeof(struct series_point), NULL, NULL, NULL};

void
points_init(struct points *points)
{
	list_init(&points->list, &point_icd);
}

void
points_done(struct points *points)
{
	list_done(&points->list);
}

void
points_add(struct points *points, const struct series_point *point)
{
	list_push(&points->list, point);
}

size_t
points_n(const struct points *points)
{
	return list_n(&points->list);
}

struct series_point *
points_unpack(const struct points *points)
{
	size_t n = points_n(points);
	struct series_point *out = n ? mem_alloc(n, sizeof(*out)) : NULL;

	if (n)
		memcpy(out, list_data(&points->list), n * sizeof(*out));
	return out;
}
