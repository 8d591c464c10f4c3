/* Which commits and which test a chart of one test shows. */
#include "render/chart/chart.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/where.h"
#include "render/model/commit.h"
#include "render/model/comparison.h"
#include "render/model/headline_part.h"

/* A test that could be shown. */
struct candidate {
	struct view name;
	char *label;     /* NULL = its name */
	double severity; /* of its worst decided change; 0 = none */
};

struct candidates {
	struct candidate *at;
	size_t n;
};

typedef bool has_fn(const struct chart_request *request, struct view commit, struct view test);

static void
add(struct candidates *all, struct view name, const char *label, double severity)
{
	all->at = mem_resize(all->at, all->n + 1, sizeof(*all->at));
	all->at[all->n++] = (struct candidate){name, label ? mem_dup(label) : NULL, severity};
}

static void
free_candidates(struct candidates *all)
{
	for (size_t i = 0; i < all->n; i++)
		free(all->at[i].label);
	free(all->at);
}

static bool
shows(const struct chart_request *r, has_fn *has, const struct chart_scope *s, struct view test)
{
	return !has || has(r, s->base, test) || (s->commit.n && has(r, s->commit, test));
}

/* The sides of the findings and their tests. */
static bool
from_findings(const struct chart_request *r, has_fn *has, struct chart_scope *s,
	      struct candidates *all)
{
	struct comparison c;

	if (!comparison_init(&c, r->input, r->base, r->commit, r->why))
		return false;
	s->base = c.base;
	s->commit = c.commit;
	for (size_t i = 0; i < c.n_tests; i++) {
		if (shows(r, has, s, c.test[i].name))
			add(all, c.test[i].name, c.test[i].label,
			    headline_test_severity(&c.test[i]));
	}
	if (c.n_others && r->warnings && !r->commit)
		lines_note(r->warnings,
			   "%zu more commit%s not shown, only '%.*s': --commit names another",
			   c.n_others, c.n_others == 1 ? " is" : "s are", VIEW_ARGS(s->commit));
	comparison_free(&c);
	return true;
}

/* What a test was asked to do, from its first run. */
static char *
label_of_run(const struct chart_request *r, struct view commit, struct view test)
{
	static const char *const keys[] = {"rw", "bs", "iodepth", "numjobs"};
	char *params = mem_dup("");

	for (size_t i = 0; i < countof(keys); i++) {
		char *key = mem_format("job.%s", keys[i]);
		struct view value = input_fact(r->input, commit, test, key);

		if (value.n)
			mem_append(&params, "%s%s=%.*s", *params ? " " : "", keys[i],
				   VIEW_ARGS(value));
		free(key);
	}
	char *label = comparison_label(view_of(params));
	free(params);
	return label;
}

static void
name_duplicates(struct candidates *all)
{
	for (size_t i = 0; i < all->n; i++) {
		bool twice = false;

		for (size_t k = 0; k < all->n && all->at[i].label; k++)
			twice |= k != i && all->at[k].label &&
				 strcmp(all->at[k].label, all->at[i].label) == 0;
		if (!twice)
			continue;
		for (size_t k = all->n; k-- > i;) {
			if (k != i && all->at[k].label &&
			    strcmp(all->at[k].label, all->at[i].label) == 0) {
				free(all->at[k].label);
				all->at[k].label = NULL;
			}
		}
		free(all->at[i].label);
		all->at[i].label = NULL;
	}
}

/* The first two commits of the records, or the ones asked for, and all tests. */
static bool
from_records(const struct chart_request *r, has_fn *has, struct chart_scope *s,
	     struct candidates *all)
{
	size_t n = data_commits(r->data);

	if (n == 0)
		return where_set(r->why, NULL, 0,
				 "no complete run: the input must hold records of some, as "
				 "'collect run' or 'analyze compare --keep' gives them");
	struct view *commits = mem_alloc(n, sizeof(*commits));
	for (size_t i = 0; i < n; i++)
		commits[i] = data_commit(r->data, i);
	bool ok = commit_find(commits, n, r->base, &s->base, r->why);
	if (ok && r->commit && *r->commit)
		ok = commit_find(commits, n, r->commit, &s->commit, r->why);
	for (size_t i = 0; ok && i < n && s->commit.n == 0; i++) {
		if (!view_eq(commits[i], s->base))
			s->commit = commits[i];
	}
	free(commits);
	for (size_t i = 0; ok && i < data_tests(r->data); i++) {
		struct view test = data_test(r->data, i);

		if (test.n && shows(r, has, s, test)) {
			add(all, test, NULL, 0);
			all->at[all->n - 1].label = label_of_run(r, s->base, test);
		}
	}
	name_duplicates(all);
	return ok;
}

static const struct candidate *
worst_of(const struct candidates *all)
{
	const struct candidate *worst = &all->at[0];

	for (size_t i = 1; i < all->n; i++) {
		if (all->at[i].severity > worst->severity)
			worst = &all->at[i];
	}
	return worst;
}

/* By its name, else the only one whose name ends so, or whose label it is. */
static const struct candidate *
named(const struct candidates *all, const char *name, struct where *why)
{
	const struct candidate *found = NULL;
	size_t n = strlen(name), hits = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct candidate *c = &all->at[i];

		if (view_is(c->name, name))
			return c;
		if ((c->label && strcmp(c->label, name) == 0) ||
		    (c->name.n > n && c->name.p[c->name.n - n - 1] == '/' &&
		     strcmp(c->name.p + c->name.n - n, name) == 0)) {
			found = c;
			hits++;
		}
	}
	if (hits == 1)
		return found;
	const char **names = mem_alloc(all->n, sizeof(*names));
	for (size_t i = 0; i < all->n; i++)
		names[i] = all->at[i].name.p;
	const char *near = nearest_word(name, names, all->n);
	where_set(why, NULL, 0, "no test '%.80s' that can be drawn: there %s %zu, %s '%.80s'", name,
		  all->n == 1 ? "is" : "are", all->n, near ? "the nearest is" : "the first is",
		  near ? near : names[0]);
	free(names);
	return NULL;
}

static bool
choose(const struct chart_request *r, const struct candidates *all, struct chart_scope *s)
{
	const struct candidate *chosen;

	if (all->n == 0)
		return where_set(r->why, NULL, 0, "no test has what this chart is drawn from");
	chosen = r->test && *r->test ? named(all, r->test, r->why) : worst_of(all);
	if (!chosen)
		return false;
	s->test = chosen->name;
	s->label =
	    chosen->label ? mem_dup(chosen->label) : mem_copy(chosen->name.p, chosen->name.n);
	s->tests = all->n;
	if (all->n > 1 && !r->test && r->warnings)
		lines_note(r->warnings, "shown is '%.*s', %s of %zu tests: --test names another",
			   VIEW_ARGS(s->test),
			   chosen->severity > 0 ? "which changed most" : "the first", all->n);
	return true;
}

bool
chart_scope_find(const struct chart_request *request, has_fn *has, struct chart_scope *out)
{
	struct candidates all = {NULL, 0};

	memset(out, 0, sizeof(*out));
	bool ok = request->input->n_compare ? from_findings(request, has, out, &all)
					    : from_records(request, has, out, &all);
	ok = ok && choose(request, &all, out);
	free_candidates(&all);
	return ok;
}

void
chart_scope_free(struct chart_scope *scope)
{
	free(scope->label);
	memset(scope, 0, sizeof(*scope));
}

const struct finding_compare *
chart_cell(const struct input *input, const struct chart_scope *scope, const char *metric)
{
	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];

		if (view_eq(f->test, scope->test) && view_is(f->metric, metric) &&
		    view_eq(f->base, scope->base) && view_eq(f->commit, scope->commit))
			return f;
	}
	return NULL;
}
