/* The values of one key and the order in which a projection shows them. */
#ifndef ANALYZE_FILTER_RANKS_H
#define ANALYZE_FILTER_RANKS_H

#include "analyze/filter/key.h"
#include "analyze/filter/projection.h"

struct where;

struct ranks {
	struct index places; /* by the value's pointer */
};

/* Ranks the values that the runs of the store's groups have for key, as the field says. Errors: a
 * value of the field that no run has. Free out in either case. */
bool ranks_of(const struct store *store, const struct projection *projection,
	      const struct projection_field *field, const struct filter_key *key, struct ranks *out,
	      struct where *why);
void ranks_free(struct ranks *ranks);

/* Whether the value (NULL = absent) is one of those that are shown, and its place among them, from
 * 0. */
bool ranks_find(const struct ranks *ranks, const struct name *value, size_t *rank);

#endif
