/* The list of facts of the moment. */
#include "analyze/sample/fact.h"

#include <string.h>

#include "collect/base/mem.h"

/* What of meta.* tells about one run rather than what it ran on: not compared. Which tool measured,
 * its version and the form of its output (meta.source, meta.fio.version) are: another tool's
 * numbers may differ for no other reason. The file is not, nor which options its form leaves
 * unsaid. */
static const char *const facts[] = {
    "format",       "tool",        "start",       "start_monotonic",
    "session",      "block",       "order",       "seed",
    "command",      "load",        "commit",      "complete",
    "interrupted",  "target",      "source.file", "fio.options_unknown",
    "self_cost_ns", "steadystate", "boot",        "engine.clock_drift",
    "overloaded"};

/* Likewise of a campaign: where it was steered from, and how long preconditioning took. */
static const char *const campaign_facts[] = {"on", "controller", "precondition.time",
					     "precondition.bytes"};

static bool
is_one_of(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t length = strlen(list[i]);
		if (strncmp(name, list[i], length) == 0 &&
		    (name[length] == '\0' || name[length] == '.'))
			return true;
	}
	return false;
}

bool
fact_of_moment(const char *key)
{
	const char *name = key + strlen("meta.");

	return is_one_of(name, facts, countof(facts)) ||
	       is_one_of(name, campaign_facts, countof(campaign_facts));
}
