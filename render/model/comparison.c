/* Sorts the findings of two commits into tests. */
#include "render/model/comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "render/model/commit.h"

/* The primary metrics without their direction; of one panel the first that a test has. */
static const struct primary {
	const char *metric;
	enum panel panel;
} primaries[] = {
    {"iops", PANEL_RATE}, {"bw", PANEL_RATE}, {"lat.p99", PANEL_TAIL}, {"clat.p99", PANEL_TAIL}};

static struct comparison_test *
test_of(struct comparison *c, const struct finding_compare *f)
{
	/* The rows of one test mostly follow one another, and those of one commit do. */
	for (size_t i = c->n_tests; i-- > 0 && view_eq(c->test[i].commit, f->commit);) {
		if (view_eq(c->test[i].name, f->test))
			return &c->test[i];
	}
	c->test = mem_resize(c->test, c->n_tests + 1, sizeof(*c->test));
	struct comparison_test *test = &c->test[c->n_tests++];

	*test = (struct comparison_test){
	    .name = f->test,
	    .commit = f->commit,
	    .params = f->params,
	    .rw = comparison_param(f->params, "rw"),
	    .bs = comparison_param(f->params, "bs"),
	    .qd = comparison_param(f->params, "iodepth"),
	    .jobs = comparison_param(f->params, "numjobs"),
	};
	return test;
}

/* Which primary metric this is, as an index of primaries; countof(primaries) for all others. */
static size_t
primary_of(struct view metric, size_t *direction)
{
	for (size_t d = 0; d < METRIC_DIRECTIONS; d++) {
		size_t n = strlen(metric_direction[d]);

		if (!view_starts(metric, metric_direction[d]) || metric.n <= n ||
		    metric.p[n] != '.')
			continue;
		*direction = d;
		for (size_t i = 0; i < countof(primaries); i++) {
			if (view_is((struct view){metric.p + n + 1, metric.n - n - 1},
				    primaries[i].metric))
				return i;
		}
	}
	return countof(primaries);
}

/* How little a finding says as its test's primary metric, 0 = it is the one that was decided on: a
 * metric that one side lacks must not hide the one on which both were compared. */
static int
weakness(const struct finding_compare *f)
{
	if (!isnan(f->p_holm))
		return 0;
	return f->verdict == VERDICT_MISSING ? 2 : 1;
}

static void
take_cell(struct comparison *c, const struct finding_compare *f)
{
	size_t direction = 0, other;
	size_t primary = primary_of(f->metric, &direction);

	if (primary == countof(primaries))
		return;
	const struct finding_compare **cell =
	    &test_of(c, f)->cell[primaries[primary].panel][direction];
	int more = *cell ? weakness(*cell) - weakness(f) : 1;

	if (more > 0 || (more == 0 && primary < primary_of((*cell)->metric, &other)))
		*cell = f;
}

static enum outcome
outcome_of(const struct comparison_test *test)
{
	size_t count[VERDICTS] = {0}, n = 0;

	for (size_t i = 0; i < PANELS * METRIC_DIRECTIONS; i++) {
		const struct finding_compare *f =
		    test->cell[i / METRIC_DIRECTIONS][i % METRIC_DIRECTIONS];
		if (f) {
			count[f->verdict]++;
			n++;
		}
	}
	if (count[VERDICT_REGRESSED])
		return count[VERDICT_IMPROVED] ? OUTCOME_MIXED : OUTCOME_REGRESSED;
	if (count[VERDICT_IMPROVED])
		return OUTCOME_IMPROVED;
	if (count[VERDICT_INCOMPARABLE])
		return OUTCOME_INCOMPARABLE;
	if (count[VERDICT_MISSING] == n)
		return OUTCOME_MISSING;
	if (count[VERDICT_NONE] || count[VERDICT_MISSING] || count[VERDICT_CHANGED])
		return OUTCOME_NONE;
	if (count[VERDICT_UNDECIDED])
		return OUTCOME_UNDECIDED;
	return count[VERDICT_SHIFTED] ? OUTCOME_SHIFTED : OUTCOME_SAME;
}

static void
label_tests(struct comparison *c)
{
	for (size_t i = 0; i < c->n_tests; i++)
		c->test[i].label = comparison_label(c->test[i].params);
	/* A label that two tests share would mislead: then all are called by their names, so that
	 * they can be told apart. */
	for (size_t i = 0; i < c->n_tests && !c->named; i++) {
		c->named = !c->test[i].label;
		for (size_t j = i;
		     j-- > 0 && !c->named && view_eq(c->test[j].commit, c->test[i].commit);)
			c->named = strcmp(c->test[i].label, c->test[j].label) == 0;
	}
	for (size_t i = 0; i < c->n_tests && c->named; i++) {
		free(c->test[i].label);
		c->test[i].label = mem_copy(c->test[i].name.p, c->test[i].name.n);
	}
}

/* The word that tells a test's rows in one panel apart. Flushes are always called so: they are not
 * what a test is named after. */
static const char *
direction_word(const struct finding_compare *const *cell, size_t direction)
{
	size_t n = 0;

	for (size_t d = 0; d < METRIC_DIRECTIONS; d++)
		n += cell[d] != NULL;
	return n > 1 || direction == METRIC_SYNC ? metric_direction[direction] : "";
}

static void
list_rows(struct comparison *c)
{
	c->row = mem_alloc(c->n_tests * PANELS * METRIC_DIRECTIONS, sizeof(*c->row));
	for (enum panel panel = 0; panel < PANELS; panel++) {
		size_t before = c->n_rows;

		for (size_t i = 0; i < c->n_tests * METRIC_DIRECTIONS; i++) {
			const struct comparison_test *test = &c->test[i / METRIC_DIRECTIONS];
			const struct finding_compare *const *cell = test->cell[panel];
			size_t d = i % METRIC_DIRECTIONS;

			if (cell[d])
				c->row[c->n_rows++] = (struct comparison_row){
				    test, panel, direction_word(cell, d), cell[d]};
		}
		c->n_panel[panel] = c->n_rows - before;
	}
}

/* The bases (or, with that base given, the commits) of the findings, each once. The caller frees
 * it. */
static struct view *
list_commits(const struct input *input, const struct view *base, size_t *n)
{
	struct view *list = mem_alloc(input->n_compare, sizeof(*list));

	*n = 0;
	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];
		struct view name = base ? f->commit : f->base;
		size_t at = 0;

		while (at < *n && !view_eq(list[at], name))
			at++;
		if (at == *n && (!base || view_eq(f->base, *base)))
			list[(*n)++] = name;
	}
	return list;
}

static bool
choose(struct comparison *c, const struct input *input, const char *base, const char *commit,
       struct where *why)
{
	size_t n_bases, n_commits = 0;
	struct view *bases = list_commits(input, NULL, &n_bases), *commits = NULL;
	bool ok = commit_find(bases, n_bases, base, &c->base, why);

	if (!ok && n_bases == 1)
		where_set(
		    why, NULL, 0,
		    "the findings compare with '%.*s', not with '%s': 'analyze compare --base "
		    "%s' is what changes that",
		    VIEW_ARGS(bases[0]), base, base);
	if (ok) {
		commits = list_commits(input, &c->base, &n_commits);
		ok = commit_find(commits, n_commits, commit, &c->commit, why);
	}
	free(bases);
	free(commits);
	return ok;
}

bool
comparison_has(const struct comparison *c, const struct finding_compare *f)
{
	return view_eq(f->base, c->base) &&
	       (comparison_several(c) || view_eq(f->commit, c->commit));
}

bool
comparison_shows(const struct comparison *c, struct view commit)
{
	for (size_t i = 0; i < c->n_commits; i++) {
		if (view_eq(c->commits[i], commit))
			return true;
	}
	return false;
}

size_t
comparison_regressed(const struct comparison *c)
{
	return c->count[OUTCOME_REGRESSED] + c->count[OUTCOME_MIXED];
}

/* Sorts the findings about one commit into tests and counts what those came to. */
static void
take_tests(struct comparison *c, const struct input *input, struct view commit)
{
	size_t first = c->n_tests;

	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];

		if (view_eq(f->base, c->base) && view_eq(f->commit, commit))
			take_cell(c, f);
	}
	for (size_t i = first; i < c->n_tests; i++) {
		c->test[i].outcome = outcome_of(&c->test[i]);
		c->count[c->test[i].outcome]++;
	}
}

static bool
is_known(const struct comparison *c, const struct finding_compare *f)
{
	for (size_t i = 0; i < c->n_others; i++) {
		if (view_eq(c->other[i].base, f->base) && view_eq(c->other[i].commit, f->commit))
			return true;
	}
	return comparison_has(c, f);
}

static void
count_regressed(struct comparison_other *other, const struct input *input)
{
	struct comparison c = {.base = other->base, .commit = other->commit};

	take_tests(&c, input, other->commit);
	other->regressed = comparison_regressed(&c);
	free(c.test);
}

static void
list_others(struct comparison *c, const struct input *input)
{
	size_t first = 0; /* behind those with regressed tests */

	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];

		if (is_known(c, f))
			continue;
		c->other = mem_resize(c->other, c->n_others + 1, sizeof(*c->other));
		struct comparison_other other = {.base = f->base, .commit = f->commit};
		size_t at = c->n_others++;
		count_regressed(&other, input);
		if (other.regressed) {
			memmove(&c->other[first + 1], &c->other[first],
				(at - first) * sizeof(*c->other));
			at = first++;
		}
		c->other[at] = other;
	}
}

static void
keep(void *value)
{
	(void)value;
}

/* Equal names have one text in the input. */
static size_t
count_names(const struct comparison *c)
{
	struct index names = {0};
	size_t n = 0;

	for (size_t i = 0; i < c->n_tests; i++) {
		const struct view *name = &c->test[i].name;

		if (index_find(&names, &name->p, sizeof(name->p)))
			continue;
		index_add(&names, &name->p, sizeof(name->p), (void *)name);
		n++;
	}
	index_free(&names, keep);
	return n;
}

/* Fills all of the commits that are listed. */
static bool
fill(struct comparison *c, const struct input *input, struct where *why)
{
	struct view commit = c->commit;

	for (size_t i = 0; i < c->n_commits; i++)
		take_tests(c, input, c->commits[i]);
	if (c->n_tests == 0) {
		comparison_free(c);
		return where_set(why, NULL, 0, "no test of '%s' has iops, bw or a p99 latency",
				 commit.p);
	}
	label_tests(c);
	c->n_names = count_names(c);
	list_rows(c);
	list_others(c, input);
	return true;
}

static bool
begin(struct comparison *c, const struct input *input, const char *base, const char *commit,
      struct where *why)
{
	memset(c, 0, sizeof(*c));
	if (input->n_compare == 0)
		return where_set(why, NULL, 0,
				 "no compare findings in the input: 'analyze compare' makes them");
	return choose(c, input, base, commit, why);
}

bool
comparison_init(struct comparison *c, const struct input *input, const char *base,
		const char *commit, struct where *why)
{
	if (!begin(c, input, base, commit, why))
		return false;
	c->commits = mem_alloc(1, sizeof(*c->commits));
	c->commits[0] = c->commit;
	c->n_commits = 1;
	return fill(c, input, why);
}

bool
comparison_init_all(struct comparison *c, const struct input *input, const char *base,
		    struct where *why)
{
	if (!begin(c, input, base, NULL, why))
		return false;
	c->commits = list_commits(input, &c->base, &c->n_commits);
	return fill(c, input, why);
}

void
comparison_free(struct comparison *c)
{
	for (size_t i = 0; i < c->n_tests; i++)
		free(c->test[i].label);
	free(c->test);
	free(c->row);
	free(c->commits);
	free(c->other);
	memset(c, 0, sizeof(*c));
}
