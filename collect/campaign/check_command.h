/* collect check: tells what "collect run" would do with the same arguments, and what it would
 * refuse; runs nothing and makes nothing. */
#ifndef COLLECT_CAMPAIGN_CHECK_COMMAND_H
#define COLLECT_CAMPAIGN_CHECK_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "collect/options.h"

struct where;

struct check_command {
	FILE *out; /* gets the explanation */
	/* Says warnings and refusals, in the words of "collect run". */
	void (*say)(void *ctx, bool warning, const struct where *what);
	void *ctx;
};

/* Returns whether "collect run" would measure. Else all that is wrong with any job was said. */
bool check_command(const struct check_command *command, struct options *options);

#endif
