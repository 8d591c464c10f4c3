/* A filter over runs and their metrics: yes, no, or open as long as it depends on the metric. */
#include "analyze/filter/match.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/filter/token.h"
#include "analyze/sample/derive.h"

enum truth { TRUTH_NO, TRUTH_OPEN, TRUTH_YES };

/* One walk over the store. */
struct walk {
	const struct filter *filter;
	const struct store *store;
	const struct metric_list *metrics; /* NULL where runs are matched */
	struct where *why;
	bool failed;
};

/* What is matched: a run, or one metric of it. */
struct subject {
	const struct run *run;
	const struct metric *metric; /* NULL = the run */
	struct view unit;
};

static const char option[] = "--filter";

static enum truth
match_text(struct walk *walk, const struct filter_node *term, struct view value)
{
	enum pattern_answer answer;

	if (!term->pattern)
		return view_is(value, term->value) ? TRUTH_YES : TRUTH_NO;
	answer = filter_pattern_match(term->pattern, value);
	if (answer == PATTERN_TOO_HARD && !walk->failed) {
		walk->failed = true;
		filter_fail(option, walk->filter->text, term->at, walk->why,
			    "/%.100s/ takes too long to match '%.*s'", term->value,
			    value.n < 60 ? (int)value.n : 60, value.p);
	}
	return answer == PATTERN_YES ? TRUTH_YES : TRUTH_NO;
}

static enum truth
match_term(struct walk *walk, const struct filter_node *term, const struct subject *subject)
{
	const struct metric *metric = subject->metric;

	if (!filter_key_is_metric(&term->bound)) {
		const struct name *value =
		    filter_key_value(walk->store, &term->bound, subject->run);
		return match_text(walk, term, value ? name_view(value) : view_of(""));
	}
	if (!metric)
		return TRUTH_OPEN;
	if (term->bound.kind == KEY_UNIT)
		return match_text(walk, term, subject->unit);
	if (term->bound.kind == KEY_DIRECTION)
		return match_text(walk, term, view_of(metric->direction));
	if (match_text(walk, term, view_of(metric->name)) == TRUTH_YES)
		return TRUTH_YES;
	if (!metric->direction[0])
		return TRUTH_NO;
	return match_text(walk, term, view_of(metric->name + strlen(metric->direction) + 1));
}

/* An and is its least operand, an or its greatest. FILTER_DEPTH bounds how deep it goes. */
static enum truth
match(struct walk *walk, const struct filter_node *node, const struct subject *subject)
{
	enum truth truth;

	switch (node->kind) {
	case FILTER_EVERYTHING:
		break;
	case FILTER_TERM:
		return match_term(walk, node, subject);
	case FILTER_NOT:
		return (enum truth)(TRUTH_YES - match(walk, node->first, subject));
	case FILTER_AND:
		truth = TRUTH_YES;
		for (const struct filter_node *n = node->first; n && truth != TRUTH_NO;
		     n = n->next) {
			enum truth its = match(walk, n, subject);
			truth = its < truth ? its : truth;
		}
		return truth;
	case FILTER_OR:
		truth = TRUTH_NO;
		for (const struct filter_node *n = node->first; n && truth != TRUTH_YES;
		     n = n->next) {
			enum truth its = match(walk, n, subject);
			truth = its > truth ? its : truth;
		}
		return truth;
	}
	return TRUTH_YES;
}

static bool
bind(const struct filter *filter, const struct filter_keys *keys, struct filter_node *node,
     struct where *why)
{
	for (; node; node = node->next) {
		if (node->kind != FILTER_TERM) {
			if (!bind(filter, keys, node->first, why))
				return false;
			continue;
		}
		char *text = filter_keys_find(keys, node->key, &node->bound);
		if (text) {
			filter_fail(option, filter->text, node->at, why, "%s", text);
			free(text);
			return false;
		}
	}
	return true;
}

/* The metrics that were measured, as had tells, or their directions; names without a direction come
 * last. */
static void
add_metric_values(const struct walk *walk, enum filter_key_kind kind, const bool *had,
		  struct index *names, UT_array *out)
{
	for (int bare = 0; bare < (kind == KEY_METRIC ? 2 : 1); bare++) {
		for (size_t i = 0; i < walk->metrics->n; i++) {
			const struct metric *metric = &walk->metrics->at[i];
			const char *text = kind == KEY_METRIC ? metric->name : metric->direction;
			if (bare && metric->direction[0])
				text += strlen(metric->direction) + 1;
			if (had[i])
				list_push_once(out, name_get(names, view_of(text)));
		}
	}
}

static void
add_run_values(const struct store *store, const struct filter_key *key, struct index *names,
	       UT_array *out)
{
	for (const struct index_entry *e = store->runs.first; e; e = index_next(e)) {
		const struct run *run = e->value;
		const struct name *value = filter_key_value(store, key, run);
		if (!run->measured || !value || name_find(names, name_view(value)))
			continue;
		value = name_get(names, name_view(value));
		list_push(out, &value);
	}
}

/* The different values that the key has in the stream. */
static void
add_values(const struct walk *walk, const struct filter_key *key, const bool *had,
	   struct index *names, UT_array *out)
{
	if (key->kind == KEY_UNIT) {
		for (const struct index_entry *e = walk->store->units.first; e; e = index_next(e))
			list_push_once(out, ((const struct metric_unit *)e->value)->unit);
	} else if (filter_key_is_metric(key)) {
		add_metric_values(walk, key->kind, had, names, out);
	} else {
		add_run_values(walk->store, key, names, out);
	}
}

/* Whether one of the values is what the term says. */
static bool
is_among(struct walk *walk, const struct filter_node *term, const UT_array *values)
{
	for (size_t i = 0; i < list_n(values); i++) {
		if (match_text(walk, term, name_view(list_pointer(values, i))) == TRUTH_YES)
			return true;
	}
	return false;
}

/* Says which term nothing matches, if it is one that must; false without one. */
static bool
fail_term(struct walk *walk, const struct filter_node *node, const bool *had)
{
	bool found = false;

	if (node->kind == FILTER_AND || node->kind == FILTER_OR) {
		for (const struct filter_node *n = node->first; n && !found; n = n->next)
			found = fail_term(walk, n, had);
		return found;
	}
	/* Of runs alone, it is not known which metrics there are. */
	if (node->kind != FILTER_TERM || *node->value == '\0' ||
	    filter_key_is_metric(&node->bound) != (had != NULL))
		return false;
	struct index names = {NULL};
	UT_array values;
	list_init(&values, &ut_ptr_icd);
	add_values(walk, &node->bound, had, &names, &values);
	if (!is_among(walk, node, &values)) {
		char *hint = filter_values_hint(&values, node->pattern ? NULL : node->value);
		const char *slash = node->pattern ? "/" : "'";
		filter_fail(option, walk->filter->text, node->at, walk->why,
			    "no %s is %s%.100s%s%s", filter_key_text(&node->bound), slash,
			    node->value, slash, hint);
		free(hint);
		found = true;
	}
	list_done(&values);
	name_set_free(&names);
	return found;
}

/* had is NULL where runs were matched. */
static bool
fail_nothing(struct walk *walk, const bool *had)
{
	if (walk->failed || fail_term(walk, walk->filter->root, had))
		return false;
	return filter_fail(option, walk->filter->text, FILTER_WHOLE, walk->why,
			   had ? "no metric of any run matches" : "no run matches");
}

static bool
place_matching(void *ctx, const struct run *run, struct group_key *key)
{
	struct walk *walk = ctx;
	struct subject subject = {run, NULL, {"", 0}};

	(void)key;
	return match(walk, walk->filter->root, &subject) != TRUTH_NO;
}

bool
filter_runs(const struct filter *filter, const struct filter_keys *keys, struct store *store,
	    struct where *why)
{
	struct walk walk = {filter, store, NULL, why, false};

	if (!bind(filter, keys, filter->root, why))
		return false;
	store_regroup(store, place_matching, &walk);
	if (walk.failed || !store->groups.first)
		return fail_nothing(&walk, NULL);
	return true;
}

/* Whether some key of the list's is a metric's: else filter_runs has done all. */
static bool
asks_for_metrics(const struct filter_node *node)
{
	for (; node; node = node->next) {
		if (node->kind == FILTER_TERM ? filter_key_is_metric(&node->bound)
					      : asks_for_metrics(node->first))
			return true;
	}
	return false;
}

/* Empties what does not match, and notes what there was. Returns whether the run has any metric
 * left. */
static bool
match_metrics(struct walk *walk, struct run *run, bool *had)
{
	bool any = false;

	for (size_t i = 0; i < walk->metrics->n; i++) {
		const struct derived *derived = run->derived[i];
		struct subject subject = {run, &walk->metrics->at[i], derived->unit};
		if (isnan(derived->value))
			continue;
		had[i] = true;
		if (match(walk, walk->filter->root, &subject) == TRUTH_YES)
			any = true;
		else
			run->derived[i] = &derived_none;
	}
	return any;
}

static bool
place_measured(void *ctx, const struct run *run, struct group_key *key)
{
	const struct walk *walk = ctx;
	bool any = false;

	(void)key;
	for (size_t i = 0; i < walk->metrics->n; i++)
		any = any || !isnan(run->derived[i]->value);
	return any;
}

bool
filter_metrics(const struct filter *filter, const struct metric_list *metrics, struct store *store,
	       struct where *why)
{
	struct walk walk = {filter, store, metrics, why, false};

	if (!asks_for_metrics(filter->root))
		return true;
	bool *had = mem_alloc(metrics->n, sizeof(*had));
	bool any = false;

	for (const struct index_entry *e = store->groups.first; e; e = index_next(e)) {
		for (size_t r = 0; r < group_runs(e->value); r++)
			any = match_metrics(&walk, group_run(e->value, r), had) || any;
	}
	bool ok = any && !walk.failed;
	if (ok)
		store_regroup(store, place_measured, &walk);
	else
		fail_nothing(&walk, had);
	free(had);
	return ok;
}
