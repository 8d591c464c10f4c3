/* Kalibera and Jones's worked examples: lines of nested lists, and behind each what comes of it. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/kalibera.h"
#include "collect/base/mem.h"
#include "tests/corpus/vectors.h"

enum { PARENTS_MAX = 16, LEVELS = 3 };

struct example {
	struct vectors *v;
	char *name;
	struct kalibera found;
	double cost[LEVELS]; /* of one repetition, lowest level first */
};

/* The lowest lists' moments, in order; groups gets how many of these belong together, where there
 * are three levels. */
static size_t
parents_of(json_t *list, struct moments *parent, size_t *groups)
{
	size_t n = 0;

	for (size_t i = 0; i < json_array_size(list) && n < PARENTS_MAX; i++) {
		json_t *child = json_array_get(list, i);
		if (json_is_array(json_array_get(child, 0))) {
			groups[i] = parents_of(child, parent + n, groups);
			n += groups[i];
			continue;
		}
		double x[PARENTS_MAX];
		size_t values = json_array_size(child);
		for (size_t j = 0; j < values && j < PARENTS_MAX; j++)
			x[j] = json_number_value(json_array_get(child, j));
		parent[n++] = moments_of(x, values < PARENTS_MAX ? values : PARENTS_MAX);
	}
	return n;
}

static void
decompose(struct example *e, json_t *list)
{
	struct moments parent[PARENTS_MAX];
	size_t groups[PARENTS_MAX], highest = json_array_size(list);
	bool three = json_is_array(json_array_get(json_array_get(list, 0), 0));
	const size_t *const two_levels[] = {&highest}, *const three_levels[] = {groups, &highest};

	if (highest > PARENTS_MAX)
		return;
	parents_of(list, parent, groups);
	e->found =
	    three ? kalibera_of(parent, three_levels, 3) : kalibera_of(parent, two_levels, 2);
}

static void
check_optimum(struct example *e, size_t level, double want)
{
	const struct kalibera *k = &e->found;

	/* It is given to 4 digits behind the point. */
	vectors_close(
	    e->v,
	    kalibera_optimum(k->t2[level], k->t2[level + 1], e->cost[level], e->cost[level + 1]),
	    want, 2e-5, "Kalibera %s r%zu", e->name, level + 1);
}

/* Words like mean 6.5, S1^2=16.5, T2^2=2.58, r1=4.2937->5. */
static void
check_words(struct example *e, char *line)
{
	char *rest = NULL;

	for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		size_t level;
		double want;
		if (sscanf(word, "S%zu^2=%lf", &level, &want) == 2 && level - 1 < LEVELS)
			vectors_close(e->v, e->found.s2[level - 1], want, 1e-14, "Kalibera %s %.4s",
				      e->name, word);
		else if (sscanf(word, "T%zu^2=%lf", &level, &want) == 2 && level - 1 < LEVELS)
			vectors_close(e->v, e->found.t2[level - 1], want, 1e-13, "Kalibera %s %.4s",
				      e->name, word);
		else if (sscanf(word, "r%zu=%lf", &level, &want) == 2 && level - 1 < LEVELS - 1)
			check_optimum(e, level - 1, want);
		else if (sscanf(word, "%lf", &want) == 1)
			vectors_close(e->v, e->found.mean, want, 1e-14, "Kalibera %s mean",
				      e->name);
		else if (strcmp(word, "mean") != 0)
			vectors_broken(e->v, word);
	}
}

static void
example_row(void *context, char *line)
{
	struct example *e = context;

	if (line[0] == '#') {
		sscanf(line, "# optimal repetitions: costs high->low %lf,%lf,%lf", &e->cost[2],
		       &e->cost[1], &e->cost[0]);
		return;
	}
	if (strncmp(line, "data", 4) != 0) {
		check_words(e, line);
		return;
	}
	size_t name = strcspn(line, " ");
	free(e->name);
	e->name = mem_copy(line, name);
	json_t *list = json_loads(line + name, 0, NULL);
	if (list)
		decompose(e, list);
	else
		vectors_broken(e->v, line);
	json_decref(list);
}

void
vectors_kalibera(struct vectors *v)
{
	struct example e = {.v = v};

	vectors_lines(v, "kalibera/worked-examples.txt", example_row, &e);
	free(e.name);
}
