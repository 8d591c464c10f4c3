/* The cells of a campaign, each a commit in a block, and which of them are left to measure. */
#ifndef COLLECT_CAMPAIGN_CELLS_H
#define COLLECT_CAMPAIGN_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/campaign/campaign.h"
#include "collect/campaign/plan.h"

struct cells {
	struct plan plan;
	bool *done; /* like plan.commit: a run of it was complete before */
	size_t n, n_left;
};

/* The plan of config, without what config->resume has. Where the order of its runs is not the one
 * that config->shuffle gives, but the other one, it is that. Free with cells_free. */
void cells_make(const struct campaign_config *config, struct cells *out);

void cells_free(struct cells *cells);

/* The first cell that is left from this one on, cells->n where there is none. */
size_t cells_next(const struct cells *cells, size_t from);

#endif
