/* Lays the runs that there are over the plan. */
#include "collect/campaign/cells.h"

#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/campaign/resume.h"

/* The cell of a run by the plan, or n where it has none. */
static size_t
cell_of(const struct campaign_config *config, const struct plan *plan,
	const struct logbook_run *run)
{
	size_t n = plan->n_commits * plan->n_blocks;

	if (!run->block || run->block > plan->n_blocks)
		return n;
	for (size_t i = 0; i < plan->n_commits; i++)
		if (name_is(run->key.commit, view_of(config->commit[i].name)))
			return (run->block - 1) * plan->n_commits +
			       plan_place(plan, run->block - 1, i);
	return n;
}

/* Whether all runs stood in their blocks where the plan has them. */
static bool
follows(const struct campaign_config *config, const struct plan *plan)
{
	const struct index *runs = &config->resume->logbook.runs;

	for (const struct index_entry *e = runs->first; e; e = index_next(e)) {
		const struct logbook_run *run = e->value;
		size_t cell = cell_of(config, plan, run);

		if (cell < plan->n_commits * plan->n_blocks && run->order &&
		    cell % plan->n_commits != run->order - 1)
			return false;
	}
	return true;
}

static void
take_order(const struct campaign_config *config, struct plan *plan)
{
	struct plan other;

	if (follows(config, plan))
		return;
	plan_make(config->n_commits, config->n_runs, !config->shuffle, config->seed, &other);
	if (follows(config, &other)) {
		struct plan swapped = *plan;
		*plan = other;
		other = swapped;
	}
	plan_free(&other);
}

void
cells_make(const struct campaign_config *config, struct cells *out)
{
	const struct index none = {NULL};
	const struct index *runs = config->resume ? &config->resume->logbook.runs : &none;

	*out = (struct cells){.n = config->n_commits * config->n_runs};
	plan_make(config->n_commits, config->n_runs, config->shuffle, config->seed, &out->plan);
	if (config->resume)
		take_order(config, &out->plan);
	out->done = mem_alloc(out->n, sizeof(*out->done));
	for (const struct index_entry *e = runs->first; e; e = index_next(e)) {
		const struct logbook_run *run = e->value;
		size_t cell = cell_of(config, &out->plan, run);

		if (run->complete && cell < out->n)
			out->done[cell] = true;
	}
	for (size_t i = 0; i < out->n; i++)
		out->n_left += !out->done[i];
}

void
cells_free(struct cells *cells)
{
	plan_free(&cells->plan);
	free(cells->done);
	cells->done = NULL;
}

size_t
cells_next(const struct cells *cells, size_t from)
{
	while (from < cells->n && cells->done[from])
		from++;
	return from;
}
