/* The table of metrics. */
#include "analyze/metric.h"

#include <stdlib.h>

#include "collect/base/mem.h"

const char *const better_name[BETTERS] = {"", "higher", "lower"};

const char *const metric_direction[METRIC_DIRECTIONS] = {"read", "write", "trim", "mixed", "sync"};

/* Thresholds, as fractions: rates, means and the middle of a distribution repeat well, its tail
 * does not. */
static const double theta_rate = 0.02, theta_middle = 0.02, theta_tail = 0.05,
		    theta_far_tail = 0.10;

/* What is made of a latency; completion latency stands in as primary where a source knows no total
 * one. */
static const struct {
	const char *suffix;
	double quantile; /* 0 = the mean */
	bool primary;
} statistics[] = {{"mean", 0, false},  {"p50", 0.50, false},    {"p90", 0.90, false},
		  {"p99", 0.99, true}, {"p99.9", 0.999, false}, {"p99.99", 0.9999, false}};

static double
theta_of(double quantile)
{
	if (quantile < 0.90)
		return theta_middle;
	return quantile <= 0.99 ? theta_tail : theta_far_tail;
}

static struct metric *
append(struct metric_list *list, const char *direction, struct view name, enum metric_source source)
{
	list->at = mem_resize(list->at, list->n + 1, sizeof(*list->at));
	struct metric *metric = &list->at[list->n++];
	*metric = (struct metric){
	    .name = mem_format("%s%s%.*s", direction, direction[0] ? "." : "", VIEW_ARGS(name)),
	    .of = mem_dup(""),
	    .direction = direction,
	    .source = source,
	    .theta = theta_rate,
	    .instead = METRIC_NO_OTHER};
	return metric;
}

/* instead is the index of the rate that it stands in for. Returns its own. */
static int
append_rate(struct metric_list *list, const char *direction, const char *what, int instead)
{
	struct metric *metric = append(list, direction, view_of(what), METRIC_RATE);

	metric->better = BETTER_HIGHER;
	metric->primary = true;
	metric->instead = instead;
	return (int)list->n - 1;
}

/* The statistics of one latency; instead is the index of the first of those that it stands in for.
 * One without a direction explains others and decides nothing. */
static void
append_latency(struct metric_list *list, const char *direction, const char *what, int instead)
{
	for (size_t i = 0; i < countof(statistics); i++) {
		double quantile = statistics[i].quantile;
		char *name = mem_format("%s.%s", what, statistics[i].suffix);
		struct metric *metric = append(list, direction, view_of(name),
					       quantile > 0 ? METRIC_PERCENTILE : METRIC_MEAN);
		free(name);
		free(metric->of);
		metric->of = mem_format("%s%s%s", direction, direction[0] ? "." : "", what);
		metric->quantile = quantile;
		metric->better = BETTER_LOWER;
		metric->theta = theta_of(quantile);
		metric->primary = direction[0] && statistics[i].primary;
		if (instead != METRIC_NO_OTHER)
			metric->instead = instead + (int)i;
	}
}

struct metric_list
metric_list_new(void)
{
	struct metric_list list = {NULL, 0};

	for (size_t i = 0; i < METRIC_SYNC; i++) {
		int iops = append_rate(&list, metric_direction[i], "iops", METRIC_NO_OTHER);
		append_rate(&list, metric_direction[i], "bw", iops);
		append(&list, metric_direction[i], view_of("iops.asked"), METRIC_ASKED);
		append(&list, metric_direction[i], view_of("bw.asked"), METRIC_ASKED);
		int lat = (int)list.n;
		append_latency(&list, metric_direction[i], "lat", METRIC_NO_OTHER);
		append_latency(&list, metric_direction[i], "clat", lat);
	}
	append_latency(&list, metric_direction[METRIC_SYNC], "lat", METRIC_NO_OTHER);
	append_latency(&list, "", "lag", METRIC_NO_OTHER);
	append(&list, "", view_of("cpu.per_io"), METRIC_CPU_PER_IO)->better = BETTER_LOWER;
	struct metric *errors = append(&list, "", view_of("errors"), METRIC_COUNT);
	errors->better = BETTER_LOWER;
	errors->theta = 0;
	return list;
}

void
metric_list_free(struct metric_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->at[i].name);
		free(list->at[i].of);
	}
	free(list->at);
	*list = (struct metric_list){NULL, 0};
}

static bool
is_called(const struct metric *metric, struct view name)
{
	size_t prefix = strlen(metric->direction);

	return view_is(name, metric->name) || (prefix && view_is(name, metric->name + prefix + 1));
}

bool
metric_list_theta(struct metric_list *list, struct view name, double theta)
{
	bool found = false;

	for (size_t i = 0; i < list->n; i++) {
		if (!is_called(&list->at[i], name))
			continue;
		list->at[i].theta = theta;
		found = true;
	}
	return found;
}

void
metric_list_better(struct metric_list *list, struct view name, enum better better)
{
	bool found = false;

	for (size_t i = 0; i < list->n; i++) {
		if (!is_called(&list->at[i], name))
			continue;
		list->at[i].better = better;
		found = true;
	}
	if (found)
		return;
	struct metric *metric = append(list, "", name, METRIC_SCALAR);
	metric->better = better;
	metric->named = true;
}
