/* The options of analyze plan. */
#ifndef ANALYZE_PLAN_OPTIONS_H
#define ANALYZE_PLAN_OPTIONS_H

#include <stdbool.h>

#include "analyze/plan/plan.h"

struct where;

/* What holds without options; its metrics are NULL. */
struct plan_config plan_defaults(void);

/* Takes the option called name, with its argument, NULL where it has none. */
bool plan_option(struct plan_config *plan, const char *name, const char *text, struct where *why);

/* Whether the options fit together: input is the first input that was named, or NULL. */
bool plan_check(const struct plan_config *plan, const char *input, bool keep, struct where *why);

#endif
