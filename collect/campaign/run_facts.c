/* The rows that hold for all tests of a run. */
#include "collect/campaign/run_facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/campaign/git.h"
#include "collect/campaign/logbook.h"
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

void
run_facts_controller(const char *command, struct fact **facts)
{
	struct fact *machine = NULL;

	facts_add(facts, "meta.on", "%s", command);
	machine_facts(&machine);
	for (const struct fact *f = machine; f; f = f->next) {
		char *metric = mem_format("meta.controller.%s", f->metric + strlen("meta."));
		facts_add(facts, metric, "%s", f->value);
		free(metric);
	}
	facts_free(&machine);
}

void
run_facts_precondition(const struct logbook *logbook, struct fact **facts)
{
	static const struct {
		const char *metric, *unit;
	} metrics[] = {{"meta.precondition", "text"},
		       {"meta.precondition.time", "s"},
		       {"meta.precondition.bytes", "B"}};

	for (size_t i = 0; i < countof(metrics); i++) {
		const char *text = NULL;
		double number;

		/* Whatever commit it was done for, it is the same device. */
		for (const struct index_entry *e = logbook->runs.first; e && !text;
		     e = index_next(e)) {
			const struct logbook_run *run = e->value;
			text = logbook_setting(logbook, name_view(run->key.commit), view_of(""),
					       view_of(metrics[i].metric));
		}
		if (text && strcmp(metrics[i].unit, "text") == 0)
			facts_add(facts, metrics[i].metric, "%s", text);
		else if (text && num_parse(view_of(text), &number))
			facts_add_number(facts, metrics[i].metric, metrics[i].unit, number);
	}
}

void
run_facts_copy(const struct fact *from, struct fact **facts)
{
	double number;

	for (; from; from = from->next) {
		if (strcmp(from->unit, "text") == 0)
			facts_add(facts, from->metric, "%s", from->value);
		else if (num_parse(view_of(from->value), &number))
			facts_add_number(facts, from->metric, from->unit, number);
	}
}

void
run_facts_start(const struct logbook *before, char out[RUN_FACTS_TIME])
{
	const struct timespec ms = {.tv_nsec = 1000000};

	run_facts_now(out, true);
	while (before && logbook_has_start(before, out)) {
		nanosleep(&ms, NULL);
		run_facts_now(out, true);
	}
}
