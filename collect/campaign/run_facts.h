/* What is known of a run as a whole when it begins. */
#ifndef COLLECT_CAMPAIGN_RUN_FACTS_H
#define COLLECT_CAMPAIGN_RUN_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/campaign/campaign.h"

struct fact;
struct logbook;

enum { RUN_FACTS_TIME = 40 }; /* bytes that hold a time with its NUL */

/* A commit in a block, all from 0. */
struct run_cell {
	size_t block, place, commit;
};

/* Now in UTC by ISO 8601, in the basic form with milliseconds or the extended one. */
void run_facts_now(char out[RUN_FACTS_TIME], bool basic);

/* When a campaign, or the rest of it, is started, in the basic form: the first part of its runs'
 * ids, which none of the runs before has (NULL = there are none): the clock may have been set back.
 */
void run_facts_start(const struct logbook *before, char out[RUN_FACTS_TIME]);

/* Appends where in the campaign the run stands, and what git knows of its commit. */
void run_facts_campaign(const struct campaign_config *config, const struct run_cell *cell,
			struct fact **facts);

/* Appends when and on what machine it is made: for runs on this machine. */
void run_facts_machine(const struct campaign_config *config, struct fact **facts);

/* Appends by which command it is measured elsewhere, and this machine's fingerprint as
 * meta.controller.*. */
void run_facts_controller(const char *command, struct fact **facts);

/* Appends what earlier runs say of preconditioning. */
void run_facts_precondition(const struct logbook *logbook, struct fact **facts);

/* Appends copies. */
void run_facts_copy(const struct fact *from, struct fact **facts);

#endif
