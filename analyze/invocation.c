/* One table of options, which is parsed and printed from. */
#include "analyze/invocation.h"

#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/num.h"
#include "collect/base/where.h"

static const char *const verbs[] = {[VERB_COMPARE] = "compare", [VERB_SUMMARY] = "summary"};

static const char *const verb_help[] = {[VERB_COMPARE] =
					    "compare every commit with a base (the default)",
					[VERB_SUMMARY] = "what each run and each commit measured"};

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
	HELP,
	VERSION,
};

static const struct {
	const char *name, *argument; /* NULL = none */
	enum option_id id;
	bool compare_only;
	const char *help;
} table[] = {
    {"base", "COMMIT", BASE, true, "compare with this one, not the first seen"},
    {"history", "FILE", HISTORY, true, "records of earlier commits, for their spread"},
    {"regressed", "COMMIT", REGRESSED, true, "say how much later commits took back"},
    {"threshold", "METRIC=PERCENT", THRESHOLD, true, "smallest change that matters"},
    {"force", NULL, FORCE, true, "compare tests although job.* differ"},
    {"exit-zero", NULL, EXIT_ZERO, true, "exit with 0 although something regressed"},
    {"better", "METRIC=WAY", BETTER, false, "higher, lower or neither; takes any metric"},
    {"filter", "EXPRESSION", FILTER, false, "only what matches: 'job.bs:4k -run:/x/'"},
    {"row", "KEYS", ROW, false, "what makes a test, not 'test'"},
    {"col", "KEYS", COL, false, "what makes the sides, not 'commit': job.iodepth"},
    {"ignore", "KEYS", IGNORE, false, "what may differ: meta.kernel"},
    {"incomplete", NULL, INCOMPLETE, false, "use unfinished runs too"},
    {"keep", NULL, KEEP, false, "pass the records on behind the findings"},
    {"help", NULL, HELP, false, "show this text"},
    {"version", NULL, VERSION, false, "show the version"},
};

static void
print_options(FILE *out, bool compare_only)
{
	for (size_t i = 0; i < countof(table); i++) {
		if (table[i].compare_only != compare_only)
			continue;
		int used = fprintf(out, "  --%s%s%s", table[i].name, table[i].argument ? " " : "",
				   table[i].argument ? table[i].argument : "");
		fprintf(out, "%*s%s\n", used < 29 ? 29 - used : 1, "", table[i].help);
	}
}

void
invocation_usage(FILE *out)
{
	fputs("usage: analyze [compare|summary] [OPTION]... [FILE]...\n"
	      "Reads records from the files or standard input (also -), writes findings.\n\n",
	      out);
	for (size_t i = 0; i < countof(verbs); i++)
		fprintf(out, "  %-26s %s\n", verbs[i], verb_help[i]);
	fputs("\nOptions of both:\n", out);
	print_options(out, false);
	fputs("\nOptions of compare:\n", out);
	print_options(out, true);
	fputs("\nA METRIC is read.iops, or iops for all directions.\n"
	      "Exit status: 0 done, 1 something regressed, 2 could not.\n",
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
set_option(struct invocation *invocation, int id, struct where *why)
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

static bool
check_verb_options(const struct invocation *invocation, const bool *given, struct where *why)
{
	for (size_t i = 0; i < countof(table); i++) {
		if (given[i] && table[i].compare_only && invocation->verb != VERB_COMPARE)
			return where_set(why, NULL, 0, "--%s is not an option of %s", table[i].name,
					 verbs[invocation->verb]);
	}
	return true;
}

bool
invocation_parse(int argc, char **argv, struct invocation *out, struct where *why)
{
	struct option longs[countof(table) + 1] = {{NULL, 0, NULL, 0}};
	bool given[countof(table)] = {false};
	int id, index = 0;

	*out = (struct invocation){.metrics = metric_list_new(), .selection = selection_new()};
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
		if (!set_option(out, id, why))
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
