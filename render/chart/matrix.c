/* The grid of changes: its cells, words and numbers. */
#include "render/chart/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "collect/base/where.h"
#include "render/model/cells.h"
#include "render/model/headline_part.h"
#include "render/model/words.h"

/* The number of text among the n of *names, which it is added to where it is new. */
static size_t
number_of(char ***names, size_t *n, const char *text)
{
	for (size_t i = 0; i < *n; i++) {
		if (strcmp((*names)[i], text) == 0)
			return i;
	}
	*names = mem_resize(*names, *n + 1, sizeof(**names));
	(*names)[*n] = mem_dup(text);
	return (*n)++;
}

static char *
row_name(const struct comparison_test *test, const char *direction)
{
	char *bs = test->bs.n ? cells_size(test->bs) : mem_dup("");
	char *name = mem_format("%.*s%s%s%s%s", VIEW_ARGS(test->rw), *bs ? " " : "", bs,
				*direction ? " " : "", direction);

	free(bs);
	return name;
}

static struct matrix_panel *
panel_of(struct matrix *m, const struct comparison_test *test)
{
	char *label = mem_format("jobs %.*s", VIEW_ARGS(test->jobs));

	for (size_t i = 0; i < m->n_panels; i++) {
		if (strcmp(m->panel[i].label, label) == 0) {
			free(label);
			return &m->panel[i];
		}
	}
	m->panel = mem_resize(m->panel, m->n_panels + 1, sizeof(*m->panel));
	m->panel[m->n_panels] = (struct matrix_panel){.label = label};
	return &m->panel[m->n_panels++];
}

/* A finding with the names of its place. */
struct placed {
	const struct comparison_test *test;
	const struct finding_compare *f;
	const char *direction;
};

struct placed_list {
	struct placed *at;
	size_t n;
};

static void
place(struct placed_list *list, const struct comparison_test *test, const struct finding_compare *f,
      const char *direction)
{
	list->at = mem_resize(list->at, list->n + 1, sizeof(*list->at));
	list->at[list->n++] = (struct placed){test, f, direction};
}

/* What is to be shown, in the order of the tests: the rates, or the metric that was asked for. */
static struct placed_list
findings_of(const struct matrix *m, const struct input *input)
{
	struct placed_list list = {NULL, 0};
	const struct comparison *c = &m->comparison;

	for (size_t i = 0; i < c->n_rows && !m->metric; i++) {
		if (c->row[i].panel == PANEL_RATE)
			place(&list, c->row[i].test, c->row[i].f, c->row[i].direction);
	}
	for (size_t i = 0; i < c->n_tests && m->metric; i++) {
		const struct chart_scope scope = {c->base, c->commit, c->test[i].name, NULL, 0};
		const struct finding_compare *f = chart_cell(input, &scope, m->metric);

		if (f)
			place(&list, &c->test[i], f, "");
	}
	return list;
}

static int
by_number(const void *a, const void *b)
{
	double x = strtod(*(char *const *)a, NULL), y = strtod(*(char *const *)b, NULL);

	return (x > y) - (x < y);
}

/* Names first, then the cells: a panel's size is known only when all names are. */
static void
fill(struct matrix *m, const struct placed_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		struct matrix_panel *p = panel_of(m, list->at[i].test);
		char *row = row_name(list->at[i].test, list->at[i].direction);
		char *column = mem_copy(list->at[i].test->qd.p, list->at[i].test->qd.n);

		number_of(&p->row, &p->n_rows, row);
		number_of(&p->column, &p->n_columns, column);
		free(column);
		free(row);
	}
	for (size_t i = 0; i < m->n_panels; i++) {
		struct matrix_panel *p = &m->panel[i];

		qsort(p->column, p->n_columns, sizeof(*p->column), by_number);
		p->cell =
		    mem_alloc(p->n_rows * p->n_columns, sizeof(const struct finding_compare *));
	}
	for (size_t i = 0; i < list->n; i++) {
		struct matrix_panel *p = panel_of(m, list->at[i].test);
		char *row = row_name(list->at[i].test, list->at[i].direction);
		char *column = mem_copy(list->at[i].test->qd.p, list->at[i].test->qd.n);
		const struct finding_compare **cell =
		    &p->cell[number_of(&p->row, &p->n_rows, row) * p->n_columns +
			     number_of(&p->column, &p->n_columns, column)];

		m->n_twice += *cell != NULL;
		m->n_cells += *cell == NULL;
		if (!*cell)
			*cell = list->at[i].f;
		free(column);
		free(row);
	}
}

static bool
has_grid(const struct matrix *m)
{
	for (size_t i = 0; i < m->n_panels; i++) {
		if (m->panel[i].n_rows > 1 || m->panel[i].n_columns > 1)
			return true;
	}
	return m->n_panels > 1;
}

struct matrix *
matrix_new(const struct chart_request *r)
{
	struct matrix *m = mem_alloc(1, sizeof(*m));

	if (!comparison_init(&m->comparison, r->input, r->base, r->commit, r->why)) {
		free(m);
		return NULL;
	}
	m->metric = r->metric ? mem_dup(r->metric) : NULL;
	struct placed_list list = findings_of(m, r->input);
	if (list.n) {
		m->lower = view_is(list.at[0].f->better, "lower");
		m->what = m->metric                             ? m->metric
			  : view_is(list.at[0].f->unit, "iops") ? "IOPS"
								: "bandwidth";
	}
	fill(m, &list);
	free(list.at);
	if (!has_grid(m)) {
		where_set(r->why, NULL, 0,
			  m->metric && m->n_panels == 0
			      ? "no finding of the metric '%.80s'"
			      : "the tests make no grid: their bs, iodepth or numjobs must differ",
			  m->metric ? m->metric : "");
		matrix_free(m);
		return NULL;
	}
	if (m->n_twice && r->warnings)
		lines_note(r->warnings,
			   "%zu test%s the bs, iodepth and numjobs of another and %s not shown",
			   m->n_twice, m->n_twice == 1 ? " has" : "s have",
			   m->n_twice == 1 ? "is" : "are");
	return m;
}

static void
free_names(char **names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
}

void
matrix_free(struct matrix *m)
{
	for (size_t i = 0; i < m->n_panels; i++) {
		free_names(m->panel[i].row, m->panel[i].n_rows);
		free_names(m->panel[i].column, m->panel[i].n_columns);
		free(m->panel[i].cell);
		free(m->panel[i].label);
	}
	free(m->panel);
	free(m->metric);
	comparison_free(&m->comparison);
	free(m);
}

static size_t
count(const struct matrix *m, enum verdict verdict)
{
	size_t n = 0;

	for (size_t i = 0; i < m->n_panels; i++) {
		const struct matrix_panel *p = &m->panel[i];

		for (size_t k = 0; k < p->n_rows * p->n_columns; k++)
			n += p->cell[k] && p->cell[k]->verdict == verdict;
	}
	return n;
}

char *
matrix_finding(const void *self)
{
	const struct matrix *m = self;
	char *text =
	    mem_format("%s: %zu of %zu cells regressed, %zu improved", m->what,
		       count(m, VERDICT_REGRESSED), m->n_cells, count(m, VERDICT_IMPROVED));
	static const enum verdict rest[] = {VERDICT_SAME, VERDICT_SHIFTED, VERDICT_UNDECIDED,
					    VERDICT_NONE, VERDICT_MISSING, VERDICT_INCOMPARABLE};

	for (size_t i = 0; i < countof(rest); i++) {
		size_t n = count(m, rest[i]);

		if (n)
			mem_append(&text, ", %zu %s", n, words_verdict[rest[i]]);
	}
	return text;
}

char *
matrix_subtitle(const struct matrix *m)
{
	char *runs = words_runs(&m->comparison);
	char *text =
	    mem_format("Change of %s in %% by block size and queue depth; n = %s. Coloured "
		       "and marked: regressed or improved. %s is better. Intervals are "
		       "under the mouse and in the table.",
		       m->what, runs, m->lower ? "Lower" : "Higher");

	free(runs);
	return text;
}

static void
sides(const void *self, struct picture_side out[2])
{
	const struct matrix *m = self;

	out[0] = (struct picture_side){"base", m->comparison.base, COLOUR_BASE};
	out[1] = (struct picture_side){"new", m->comparison.commit, COLOUR_NEW};
}

static void
numbers(const void *self, struct numbers *t)
{
	static const char *const heads[] = {"tests",  "queue depth",      "jobs",   "base", "new",
					    "change", "95 % interval, %", "verdict"};
	const struct matrix *m = self;
	char text[UNIT_TEXT];

	numbers_init(t, mem_format("Changes of %s", m->what));
	for (size_t i = 0; i < countof(heads); i++)
		numbers_column(t, mem_dup(heads[i]), i == 0 || i == countof(heads) - 1);
	for (size_t i = 0; i < m->n_panels; i++) {
		const struct matrix_panel *p = &m->panel[i];

		for (size_t k = 0; k < p->n_rows * p->n_columns; k++) {
			const struct finding_compare *f = p->cell[k];
			const char *jobs = p->label + strlen("jobs ");

			if (!f)
				continue;
			size_t row = numbers_row(t);
			numbers_set(t, row, 0, mem_dup(p->row[k / p->n_columns]), NAN);
			numbers_set(t, row, 1, mem_dup(p->column[k % p->n_columns]),
				    strtod(p->column[k % p->n_columns], NULL));
			numbers_set(t, row, 2, mem_dup(jobs), strtod(jobs, NULL));
			numbers_set(t, row, 3, mem_dup(unit_print(f->base_value, f->unit, text)),
				    f->base_value);
			numbers_set(t, row, 4, mem_dup(unit_print(f->value, f->unit, text)),
				    f->value);
			numbers_set(t, row, 5, mem_dup(unit_percent(f->change, text)), f->change);
			numbers_set(t, row, 6, words_bounds(f->low, f->high), f->low);
			numbers_set(t, row, 7, mem_dup(words_verdict[f->verdict]), NAN);
		}
	}
}

static void *
make(const struct chart_request *request)
{
	return matrix_new(request);
}

static void
free_self(void *self)
{
	matrix_free(self);
}

const struct chart matrix_chart = {
    .make = make,
    .free = free_self,
    .finding = matrix_finding,
    .sides = sides,
    .draw = matrix_draw,
    .text = matrix_text,
    .numbers = numbers,
};
