/* One table of options, which is parsed and printed from. */
#include "analyze/invocation.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "analyze/plan/options.h"
#include "analyze/selfcheck/selfcheck.h"
#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/num.h"
#include "collect/base/where.h"

static const char *const verbs[VERBS] = {[VERB_COMPARE] = "compare",
					 [VERB_SUMMARY] = "summary",
					 [VERB_PLAN] = "plan",
					 [VERB_SELFCHECK] = "selfcheck"};

static const char *const verb_help[VERBS] = {
    [VERB_COMPARE] = "compare every commit with a base (the default)",
    [VERB_SUMMARY] = "what each run and each commit measured",
    [VERB_PLAN] = "how many runs to make, and how long ones",
    [VERB_SELFCHECK] = "how often runs of one commit seem to differ"};

/* The verbs that an option is for; 0 = all. */
enum {
	COMPARES = 1 << VERB_COMPARE,
	PLANS = 1 << VERB_PLAN,
	SELFCHECKS = 1 << VERB_SELFCHECK,
};

enum option_id {
	BASE = 256,
	HISTORY,
	REGRESSED,
	THRESHOLD,
	BETTER,
	FILTER,
	ROW,
	COL,
	IGNORE,
	FORCE,
	INCOMPLETE,
	KEEP,
	EXIT_ZERO,
	PLANNED, /* any that plan_option takes */
	SPLITS,
	HELP,
	VERSION,
};

static const struct {
	const char *name, *argument; /* NULL = none */
	enum option_id id;
	unsigned verbs;
	const char *help;
} table[] = {
    {"base", "COMMIT", BASE, COMPARES, "compare with this one, not the first seen"},
    {"history", "FILE", HISTORY, COMPARES | SELFCHECKS,
     "records of earlier commits, for their spread"},
    {"regressed", "COMMIT", REGRESSED, COMPARES, "say how much later commits took back"},
    {"threshold", "METRIC=PERCENT", THRESHOLD, COMPARES | PLANS | SELFCHECKS,
     "smallest change that matters"},
    {"force", NULL, FORCE, COMPARES | SELFCHECKS, "compare tests although job.* differ"},
    {"exit-zero", NULL, EXIT_ZERO, COMPARES | SELFCHECKS,
     "exit with 0 although something regressed"},
    {"effect", "PERCENT", PLANNED, PLANS, "change to be seen, not the threshold"},
    {"power", "PERCENT", PLANNED, PLANS, "how often it is to be seen (80)"},
    {"alpha", "PERCENT", PLANNED, PLANS, "how often equals may alarm, in all (5)"},
    {"tests", "M", PLANNED, PLANS, "primary cells of the comparison, not those here"},
    {"overhead", "SECONDS", PLANNED, PLANS, "of a run beside its measured part"},
    {"all", NULL, PLANNED, PLANS | SELFCHECKS, "metrics that are not primary, too"},
    {"sd", "PERCENT", PLANNED, PLANS, "spread between runs; there is no input then"},
    {"sample-sd", "PERCENT", PLANNED, PLANS, "with --sd: of seconds within a run"},
    {"splits", "N", SPLITS, SELFCHECKS, "how many at random where there are more (2000)"},
    {"better", "METRIC=WAY", BETTER, 0, "higher, lower or neither; takes any metric"},
    {"filter", "EXPRESSION", FILTER, 0, "only what matches: 'job.bs:4k -run:/x/'"},
    {"row", "KEYS", ROW, 0, "what makes a test, not 'test'"},
    {"col", "KEYS", COL, 0, "what makes the sides, not 'commit': job.iodepth"},
    {"ignore", "KEYS", IGNORE, 0, "what may differ: meta.kernel"},
    {"incomplete", NULL, INCOMPLETE, 0, "use unfinished runs too"},
    {"keep", NULL, KEEP, 0, "pass the records on behind the findings"},
    {"help", NULL, HELP, 0, "show this text"},
    {"version", NULL, VERSION, 0, "show the version"},
};

static void
print_options(FILE *out, unsigned of)
{
	for (size_t i = 0; i < countof(table); i++) {
		if (table[i].verbs != of)
			continue;
		int used = fprintf(out, "  --%s%s%s", table[i].name, table[i].argument ? " " : "",
				   table[i].argument ? table[i].argument : "");
		fprintf(out, "%*s%s\n", used < 29 ? 29 - used : 1, "", table[i].help);
	}
}

void
invocation_usage(FILE *out)
{
	static const struct {
		unsigned verbs;
		const char *head;
	} parts[] = {{0, "all"},
		     {COMPARES | PLANS | SELFCHECKS, "compare, plan and selfcheck"},
		     {COMPARES | SELFCHECKS, "compare and selfcheck"},
		     {PLANS | SELFCHECKS, "plan and selfcheck"},
		     {COMPARES, "compare"},
		     {PLANS, "plan"},
		     {SELFCHECKS, "selfcheck"}};

	fputs("usage: analyze [compare|summary|plan|selfcheck] [OPTION]... [FILE]...\n"
	      "Reads records from the files or standard input (also -), writes findings.\n\n",
	      out);
	for (size_t i = 0; i < countof(verbs); i++)
		fprintf(out, "  %-26s %s\n", verbs[i], verb_help[i]);
	for (size_t i = 0; i < countof(parts); i++) {
		fprintf(out, "\nOptions of %s:\n", parts[i].head);
		print_options(out, parts[i].verbs);
	}
	fputs("\nA METRIC is read.iops, or iops for all directions.\n"
	      "Exit status: 0 done, 1 something regressed, or alarms too often, 2 could not.\n",
	      out);
}

/* Splits "METRIC=VALUE"; false when either is missing. */
static bool
split(const char *text, struct view *metric, struct view *value)
{
	const char *equal = strchr(text, '=');

	if (!equal || equal == text || !equal[1])
		return false;
	*metric = (struct view){text, (size_t)(equal - text)};
	*value = view_of(equal + 1);
	return true;
}

/* The nearest name, among those with their direction and those without. */
static bool
fail_metric(const struct metric_list *list, struct view name, struct where *why)
{
	const char **words = mem_alloc(2 * list->n, sizeof(*words));
	char *text = mem_copy(name.p, name.n), hint[NEAREST_HINT];
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++) {
		const struct metric *metric = &list->at[i];
		words[n++] = metric->name;
		if (metric->direction[0])
			words[n++] = metric->name + strlen(metric->direction) + 1;
	}
	where_set(why, NULL, 0, "--threshold: unknown metric '%.100s'%s", text,
		  nearest_hint("", nearest_word(text, words, n), hint));
	free(text);
	free(words);
	return false;
}

static bool
set_threshold(struct invocation *invocation, const char *text, struct where *why)
{
	struct view metric, value;
	double percent;

	if (!split(text, &metric, &value))
		return where_set(why, NULL, 0, "--threshold '%.100s' is not METRIC=PERCENT", text);
	if (view_ends(value, "%"))
		value.n--;
	if (!num_parse(value, &percent) || !(percent >= 0))
		return where_set(why, NULL, 0, "--threshold '%.100s' has no percentage", text);
	return metric_list_theta(&invocation->metrics, metric, percent / 100) ||
	       fail_metric(&invocation->metrics, metric, why);
}

static bool
set_better(struct invocation *invocation, const char *text, struct where *why)
{
	struct view metric, value;

	if (!split(text, &metric, &value))
		return where_set(why, NULL, 0, "--better '%.100s' is not METRIC=WAY", text);
	for (unsigned b = 0; b < BETTERS; b++) {
		if (view_is(value, better_name[b][0] ? better_name[b] : "neither")) {
			metric_list_better(&invocation->metrics, metric, (enum better)b);
			return true;
		}
	}
	return where_set(why, NULL, 0, "--better '%.100s': no way but higher, lower, neither",
			 text);
}

static bool
set_splits(struct invocation *invocation, const char *text, struct where *why)
{
	double splits;

	if (!num_parse(view_of(text), &splits) ||
	    !(splits >= 1 && splits <= SELFCHECK_SPLITS_MAX) || splits != floor(splits))
		return where_set(why, NULL, 0, "--splits '%.100s' is no whole number from 1 to %d",
				 text, SELFCHECK_SPLITS_MAX);
	invocation->splits = (size_t)splits;
	return true;
}

static bool
set_option(struct invocation *invocation, int id, const char *name, struct where *why)
{
	switch ((enum option_id)id) {
	case BASE:
		invocation->base = optarg;
		return true;
	case HISTORY:
		list_push(&invocation->history, &optarg);
		return true;
	case REGRESSED:
		invocation->regressed = optarg;
		return true;
	case THRESHOLD:
		return set_threshold(invocation, optarg, why);
	case BETTER:
		return set_better(invocation, optarg, why);
	case FILTER:
		return selection_add_filter(&invocation->selection, optarg, why);
	case ROW:
		return selection_set_axis(&invocation->selection, SELECTION_ROW, optarg, why);
	case COL:
		return selection_set_axis(&invocation->selection, SELECTION_COL, optarg, why);
	case IGNORE:
		return selection_set_axis(&invocation->selection, SELECTION_IGNORE, optarg, why);
	case FORCE:
		return invocation->force = true;
	case INCOMPLETE:
		return invocation->incomplete = true;
	case KEEP:
		return invocation->keep = true;
	case EXIT_ZERO:
		return invocation->exit_zero = true;
	case PLANNED:
		return plan_option(&invocation->plan, name, optarg, why);
	case SPLITS:
		return set_splits(invocation, optarg, why);
	case HELP:
		return invocation->help = true;
	case VERSION:
		return invocation->version = true;
	}
	return false;
}

/* What getopt_long refused: optopt is the id of an option that takes no argument, a character, or 0
 * for a long one. */
static bool
fail_option(const char *text, struct where *why)
{
	const char *words[countof(table)];
	char hint[NEAREST_HINT];

	if (optopt >= BASE)
		return where_set(why, NULL, 0, "option '%.100s' takes no argument", text);
	if (optopt)
		return where_set(why, NULL, 0, "unknown option '-%c'", optopt);
	for (size_t i = 0; i < countof(table); i++)
		words[i] = table[i].name;
	return where_set(why, NULL, 0, "unknown option '%.100s'%s", text,
			 nearest_hint("--", nearest_option(text, words, countof(words)), hint));
}

/* The first operand is the verb when it is called like one. A word that is no file either is taken
 * for a verb misspelt. */
static bool
take_verb(struct invocation *invocation, struct where *why)
{
	const char *word = invocation->n_inputs ? invocation->inputs[0] : NULL;
	char hint[NEAREST_HINT];

	if (!word)
		return true;
	for (unsigned v = 0; v < countof(verbs); v++) {
		if (strcmp(word, verbs[v]) == 0) {
			invocation->verb = (enum verb)v;
			invocation->inputs++;
			invocation->n_inputs--;
			return true;
		}
	}
	if (strpbrk(word, "/.") || strcmp(word, "-") == 0 || access(word, F_OK) == 0)
		return true;
	return where_set(why, NULL, 0, "no verb and no file '%.100s'%s", word,
			 nearest_hint("", nearest_word(word, verbs, countof(verbs)), hint));
}

/* Where a spread is given there is no input for the other options to work on. */
static bool
check_given(const struct plan_config *plan, const bool *given, struct where *why)
{
	if (isnan(plan->sd))
		return true;
	for (size_t i = 0; i < countof(table); i++) {
		if (given[i] && table[i].id != PLANNED && table[i].id != KEEP)
			return where_set(why, NULL, 0, "--%s does nothing beside --sd",
					 table[i].name);
	}
	return true;
}

static bool
check_verb_options(const struct invocation *invocation, const bool *given, struct where *why)
{
	for (size_t i = 0; i < countof(table); i++) {
		if (given[i] && table[i].verbs && !(table[i].verbs & 1U << invocation->verb))
			return where_set(why, NULL, 0, "--%s is not an option of %s", table[i].name,
					 verbs[invocation->verb]);
	}
	if (!check_given(&invocation->plan, given, why))
		return false;
	return plan_check(&invocation->plan, invocation->n_inputs ? invocation->inputs[0] : NULL,
			  invocation->keep, why);
}

bool
invocation_parse(int argc, char **argv, struct invocation *out, struct where *why)
{
	struct option longs[countof(table) + 1] = {{NULL, 0, NULL, 0}};
	bool given[countof(table)] = {false};
	int id, index = 0;

	*out = (struct invocation){
	    .metrics = metric_list_new(), .selection = selection_new(), .plan = plan_defaults()};
	list_init(&out->history, &ut_ptr_icd);
	for (size_t i = 0; i < countof(table); i++)
		longs[i] = (struct option){table[i].name, table[i].argument != NULL, NULL,
					   (int)table[i].id};
	opterr = 0;
	optind = 0;
	while ((id = getopt_long(argc, argv, ":", longs, &index)) != -1) {
		if (id == '?')
			return fail_option(argv[optind - 1], why);
		if (id == ':')
			return where_set(why, NULL, 0, "option '%.100s' needs an argument",
					 argv[optind - 1]);
		given[index] = true;
		if (!set_option(out, id, table[index].name, why))
			return false;
	}
	out->inputs = argv + optind;
	out->n_inputs = (size_t)(argc - optind);
	if (out->help || out->version)
		return true;
	return take_verb(out, why) && check_verb_options(out, given, why);
}

void
invocation_free(struct invocation *invocation)
{
	metric_list_free(&invocation->metrics);
	list_done(&invocation->history);
	selection_free(&invocation->selection);
}
