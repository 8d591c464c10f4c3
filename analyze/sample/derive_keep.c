/* What a run has of all metrics, packed. */
#include "analyze/sample/derive_keep.h"

#include <assert.h>
#include <math.h>

#include "collect/base/mem.h"

const struct derived derived_none = {
    .value = NAN, .unit = {"", 0}, .low = NAN, .high = NAN, .samples = {0, NAN, NAN, NAN, NAN}};

/* Whatever a run says of a metric has a unit. */
static bool
is_said(const struct derived *derived)
{
	return derived->unit.n > 0;
}

const struct derived **
derived_keep(const struct derived *all, size_t n)
{
	size_t said = 0, rates = 0;

	for (size_t i = 0; i < n; i++) {
		said += is_said(&all[i]);
		rates += all[i].jitter != NULL;
	}
	static_assert(sizeof(*all) % sizeof(double) == 0, "a jitter stands behind it");
	const struct derived **kept =
	    mem_alloc(1, n * sizeof(void *) + said * sizeof(*all) + rates * sizeof(*all->jitter));
	struct derived *own = (void *)(kept + n);
	struct jitter *jitter = (void *)(own + said);
	for (size_t i = 0; i < n; i++) {
		kept[i] = &derived_none;
		if (!is_said(&all[i]))
			continue;
		*own = all[i];
		if (own->jitter) {
			*jitter = *own->jitter;
			own->jitter = jitter++;
		}
		kept[i] = own++;
	}
	return kept;
}
