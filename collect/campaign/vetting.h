/* What is wrong between the records of one run that another program has measured. */
#ifndef COLLECT_CAMPAIGN_VETTING_H
#define COLLECT_CAMPAIGN_VETTING_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/index.h"

struct fact;
struct record;
struct where;

enum { VETTING_SERIES_MAX = 1 << 20 };

/* {0} has seen no record. Needs memory for each metric, not for each row. */
struct vetting {
	struct index names;
	struct index series; /* by test, metric and shape */
	struct index units;  /* by metric */
	size_t n_series;
	bool complete, interrupted; /* the run says so */
};

/* Takes the next record of the run; its commit and run are not looked at. Errors, as of a stream
 * that analyze refuses: a scalar that was there before; a sample, bucket or cell that does not come
 * behind the one before it, as collect writes them; a unit that the metric cannot have or did not
 * have before; a negative value of what was measured; that the run is both complete and
 * interrupted; more than VETTING_SERIES_MAX metrics. */
bool vetting_take(struct vetting *vetting, const struct record *record, struct where *why);

/* Whether the test has said how many I/Os failed, as each that was measured does. */
bool vetting_has_errors(const struct vetting *vetting, const char *test);

/* Whether none of our own facts of the run is what the record says, too. */
bool vetting_is_new(const struct fact *facts, const struct record *record, struct where *why);

void vetting_free(struct vetting *vetting);

#endif
