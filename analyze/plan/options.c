/* One row for each option that has a number. */
#include "analyze/plan/options.h"

#include <math.h>
#include <stddef.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/base/where.h"

static const struct {
	const char *name;
	size_t offset; /* of the number in struct plan_config */
	bool percent;  /* given as a percentage, kept as a fraction */
	double low, high;
} table[] = {
    {"effect", offsetof(struct plan_config, effect), true, 0.001, 10000},
    {"power", offsetof(struct plan_config, power), true, 1, 99.99},
    {"alpha", offsetof(struct plan_config, alpha), true, 1e-6, 50},
    {"tests", offsetof(struct plan_config, tests), false, 1, 1e6},
    {"overhead", offsetof(struct plan_config, overhead), false, 0, 1e6},
    {"sd", offsetof(struct plan_config, sd), true, 0.001, 10000},
    {"sample-sd", offsetof(struct plan_config, sample_sd), true, 0.001, 10000},
};

struct plan_config
plan_defaults(void)
{
	struct plan_config plan = {
	    .effect = NAN,
	    .power = 0.80,
	    .alpha = 0.05,
	    .tests = NAN,
	    .overhead = NAN,
	    .sd = NAN,
	    .sample_sd = NAN,
	};
	return plan;
}

bool
plan_option(struct plan_config *plan, const char *name, const char *text, struct where *why)
{
	size_t i = 0;
	double number;

	if (!text)
		return plan->all = true;
	while (strcmp(table[i].name, name) != 0)
		i++;
	struct view value = view_of(text);
	if (table[i].percent && view_ends(value, "%"))
		value.n--;
	if (!num_parse(value, &number) || !(number >= table[i].low && number <= table[i].high))
		return where_set(why, NULL, 0, "--%s '%.100s' is no %s from %g to %g", name, text,
				 table[i].percent ? "percentage" : "number", table[i].low,
				 table[i].high);
	void *member = (char *)plan + table[i].offset;
	double *out = member;
	*out = table[i].percent ? number / 100 : number;
	return true;
}

bool
plan_check(const struct plan_config *plan, const char *input, bool keep, struct where *why)
{
	bool given = !isnan(plan->sd);

	if (!given && !isnan(plan->sample_sd))
		return where_set(why, NULL, 0, "--sample-sd needs --sd");
	if (given && input)
		return where_set(why, NULL, 0, "--sd needs no input: there is '%.100s'", input);
	if (given && keep)
		return where_set(why, NULL, 0, "--keep has nothing to keep beside --sd");
	if (given && plan->all)
		return where_set(why, NULL, 0, "--all does nothing beside --sd");
	if (given && isnan(plan->sample_sd) && !isnan(plan->overhead))
		return where_set(why, NULL, 0,
				 "--overhead does nothing beside --sd alone: it needs "
				 "--sample-sd, too");
	return true;
}
