/* The rows that hold for all tests of a run. */
#include "collect/campaign/run_facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "collect/campaign/git.h"
#include "collect/engine/clock.h"
#include "collect/machine/facts.h"
#include "collect/machine/machine.h"

void
run_facts_now(char out[RUN_FACTS_TIME], bool basic)
{
	struct timespec now;
	struct tm utc;
	char text[32];

	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &utc);
	strftime(text, sizeof(text), basic ? "%Y%m%dT%H%M%S" : "%Y-%m-%dT%H:%M:%S", &utc);
	snprintf(out, RUN_FACTS_TIME, "%.20s.%03uZ", text,
		 (unsigned)(now.tv_nsec / 1000000) % 1000);
}

void
run_facts_machine(const struct campaign_config *config, struct fact **facts)
{
	char start[RUN_FACTS_TIME];
	double monotonic_s = (double)clock_monotonic_ns() / 1e9;

	run_facts_now(start, false);
	facts_add_number(facts, "meta.format", "1", 1);
	facts_add(facts, "meta.tool", "%s", config->tool);
	facts_add(facts, "meta.start", "%s", start);
	facts_add_number(facts, "meta.start_monotonic", "s", monotonic_s);
	facts_add(facts, "meta.session", "%s", config->session);
	machine_load(facts);
	machine_facts(facts);
}

void
run_facts_campaign(const struct campaign_config *config, const struct run_cell *cell,
		   struct fact **facts)
{
	facts_add_number(facts, "meta.block", "1", (double)cell->block + 1);
	facts_add_number(facts, "meta.order", "1", (double)cell->place + 1);
	/* 64 bits are more than a number of the stream holds exactly. */
	facts_add(facts, "meta.seed", "%" PRIu64, config->seed);
	facts_add(facts, "meta.command", "%s", config->command_line);
	if (config->repo)
		git_facts(config->repo, config->commit[cell->commit].name, facts);
}
