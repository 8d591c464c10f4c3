/* The mail's tables of several commits against one base: a row a commit. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"
#include "render/model/words.h"
#include "render/text/grid.h"
#include "render/text/mail.h"
#include "render/text/tally.h"

enum {
	ROWS_MOST = 48,    /* of a table, before cells that say little are left out */
	COMMIT_MAX = 20,   /* columns of a commit's name */
	COMMITS_MOST = 24, /* that have a row whatever it says */
};

/* A row's place in the table: cell by cell, within these commit by commit. */
struct place {
	const void *key[3]; /* its cell: the text of the test's name, panel, direction */
	const struct comparison_row *row;
	size_t cell, at;
};

static int
by_cell(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->cell != y->cell)
		return x->cell < y->cell ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

static void
keep(void *value)
{
	(void)value;
}

/* The direction's place among a test's cells, as a key. */
static const void *
direction_of(const struct comparison_row *row)
{
	size_t d = 0;

	while (d + 1 < METRIC_DIRECTIONS && row->test->cell[row->panel][d] != row->f)
		d++;
	return metric_direction[d];
}

/* All rows, those of one test, panel and direction together, in order of appearance; behind them
 * one without a row. The caller frees it. */
static struct place *
places_of(const struct comparison *c)
{
	static const char panel[PANELS];
	struct place *place = mem_alloc(c->n_rows + 1, sizeof(*place));
	struct index cells = {0};

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct comparison_row *row = &c->row[i];

		place[i] = (struct place){
		    {row->test->name.p, &panel[row->panel], direction_of(row)}, row, i, i};
		const struct place *first = index_find(&cells, place[i].key, sizeof(place[i].key));
		if (first)
			place[i].cell = first->at;
		else
			index_add(&cells, place[i].key, sizeof(place[i].key), &place[i]);
	}
	index_free(&cells, keep);
	qsort(place, c->n_rows, sizeof(*place), by_cell);
	return place;
}

/* "x3.1 more", "x0.50 less", or why there is no claim. The caller frees it. */
static char *
jitter_cell(const struct finding_compare *f)
{
	bool within = !view_is(f->jitter_by, "between") && !view_is(f->jitter_by, "history");
	double ratio = within                             ? f->jitter_ratio
		       : view_is(f->jitter_by, "between") ? f->spread_ratio
							  : NAN;

	if (f->jitter_verdict != JITTER_MORE && f->jitter_verdict != JITTER_STEADIER)
		return mem_dup(jitter_verdict_name[f->jitter_verdict]);
	const char *word = f->jitter_verdict == JITTER_MORE ? "more" : "steadier";
	return isnan(ratio) ? mem_dup(word) : mem_format("%s x%.2g", word, ratio);
}

enum column { COMMIT, VALUE, CHANGE, INTERVAL, VERDICT, JITTER, COLUMNS };

static void
set_name(struct grid *grid, size_t at, struct view commit)
{
	char *name = commit_short(commit), *cut = sign_cut(name, COMMIT_MAX);

	grid_set(grid, at, COMMIT, mem_format("  %s", cut));
	free(cut);
	free(name);
}

static void
add_row(struct grid *grid, const struct finding_compare *f)
{
	char text[UNIT_TEXT];
	size_t at = grid_row(grid);

	set_name(grid, at, f->commit);
	grid_set(grid, at, VALUE, mem_dup(unit_print(f->value, f->unit, text)));
	if (!isnan(f->change))
		grid_set(grid, at, CHANGE, mem_format("%s %%", unit_change(f->change, text)));
	grid_set(grid, at, INTERVAL, words_bounds(f->low, f->high));
	grid_set(grid, at, VERDICT, mail_verdict(f));
	grid_set(grid, at, JITTER, jitter_cell(f));
}

/* Whether it must be seen. */
static bool
tells(const struct finding_compare *f)
{
	return f->verdict == VERDICT_REGRESSED || f->verdict == VERDICT_IMPROVED ||
	       f->jitter_verdict == JITTER_MORE;
}

/* Whether any commit has something in this cell that must be seen. */
static bool
is_telling(const struct place *place, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (tells(place[i].row->f))
			return true;
	}
	return false;
}

/* A row for each of n commits; where they are many, for those that tell something, and one line for
 * the others. */
static void
add_commits(struct grid *grid, const struct place *place, size_t n)
{
	size_t count[VERDICTS] = {0}, others = 0;

	for (size_t i = 0; i < n; i++) {
		const struct finding_compare *f = place[i].row->f;

		if (n <= COMMITS_MOST || tells(f)) {
			add_row(grid, f);
			continue;
		}
		count[f->verdict]++;
		others++;
	}
	if (others == 0)
		return;
	char *rest = tally_text(count, words_verdict, 0, VERDICTS);
	grid_line(grid, mem_format("  (%zu more: %s)", others, rest));
	free(rest);
}

/* The cell's line, the base's row, then those of n commits. */
static void
add_cell(struct grid *grid, const struct place *place, size_t n)
{
	char text[UNIT_TEXT], *metric = words_metric(place->row);
	const struct finding_compare *base = place->row->f;

	/* Where the first commit lacks the test, another may say what the base has. */
	for (size_t i = 0; i < n && isnan(base->base_value); i++)
		base = place[i].row->f;
	grid_line(grid, mem_format("%s: %s", place->row->test->label, metric));
	size_t at = grid_row(grid);
	set_name(grid, at, base->base);
	grid_set(grid, at, VALUE, mem_dup(unit_print(base->base_value, base->unit, text)));
	grid_set(grid, at, VERDICT, mem_dup("(base)"));
	add_commits(grid, place, n);
	free(metric);
}

static size_t
rows_of(const struct place *place)
{
	size_t n = 1;

	while (place[n].row && place[n].cell == place->cell)
		n++;
	return n;
}

/* "(9 more tests and metrics: 20 same, 3 undecided)". */
static void
write_left_out(const struct page *page, size_t cells, const size_t count[VERDICTS])
{
	char *rest = tally_text(count, words_verdict, 0, VERDICTS);

	if (cells)
		page_wrap(page, 1, "(%zu more tests and metrics: %s)", cells, rest);
	free(rest);
}

static void
write_cells(const struct page *page, const struct comparison *c)
{
	static const char *const head[COLUMNS] = {"",        "value", "change", "95 % interval",
						  "verdict", "jitter"};
	struct place *place = places_of(c);
	size_t left_out = 0, count[VERDICTS] = {0}, n;
	bool thin = false;
	struct grid grid;

	grid_init(&grid, COLUMNS);
	grid.left[COMMIT] = grid.left[VERDICT] = grid.left[JITTER] = true;
	grid.goes[VALUE] = grid.goes[JITTER] = true;
	grid_row(&grid);
	for (size_t i = 0; i < COLUMNS; i++)
		grid_set(&grid, 0, i, mem_dup(head[i]));
	for (struct place *at = place; at->row; at += n) {
		n = rows_of(at);
		/* A cell is long where commits are many: one is shown whatever its length. */
		bool room =
		    c->n_rows <= ROWS_MOST ||
		    (is_telling(at, n) && (grid.n_rows == 1 || grid.n_rows + n <= ROWS_MOST));
		if (room) {
			add_cell(&grid, at, n);
			continue;
		}
		left_out++;
		for (size_t i = 0; i < n; i++)
			count[at[i].row->f->verdict]++;
	}
	page_blank(page);
	page_wrap(page, 0, "Changes against the base; values are %s.",
		  words_means(c->row, c->n_rows));
	if (grid.n_rows > 1)
		grid_print(&grid, page, 2);
	for (size_t i = 0; i < c->n_rows; i++)
		thin |= mail_is_thin(c->row[i].f);
	if (thin)
		page_line(page, "%s", page_thin_words);
	write_left_out(page, left_out, count);
	grid_free(&grid);
	free(place);
}

enum standing { NAME, REGRESSED, IMPROVED, SHIFTED, SAME, UNDECIDED, OTHER, STANDINGS };

/* Which column counts an outcome; mixed ones count as what they lost. */
static enum standing
column_of(enum outcome outcome)
{
	switch (outcome) {
	case OUTCOME_REGRESSED:
	case OUTCOME_MIXED:
		return REGRESSED;
	case OUTCOME_IMPROVED:
		return IMPROVED;
	case OUTCOME_SHIFTED:
		return SHIFTED;
	case OUTCOME_SAME:
		return SAME;
	case OUTCOME_UNDECIDED:
		return UNDECIDED;
	default:
		return OTHER;
	}
}

/* The tests of one commit, which begin at *test; they then end there. */
static void
count_tests(const struct comparison *c, struct view commit, size_t *test, size_t count[STANDINGS])
{
	memset(count, 0, STANDINGS * sizeof(*count));
	for (; *test < c->n_tests && view_eq(c->test[*test].commit, commit); ++*test)
		count[column_of(c->test[*test].outcome)]++;
}

/* A row for each commit; where they are many, for those in which something changed. Returns how
 * many are left out. */
static size_t
add_counts(struct grid *grid, const struct comparison *c, const size_t total[STANDINGS])
{
	size_t count[STANDINGS], test = 0, left_out = 0;

	for (size_t i = 0; i < c->n_commits; i++) {
		count_tests(c, c->commits[i], &test, count);
		if (c->n_commits > COMMITS_MOST && count[REGRESSED] + count[IMPROVED] == 0) {
			left_out++;
			continue;
		}
		size_t at = grid_row(grid);
		set_name(grid, at, c->commits[i]);
		for (enum standing s = REGRESSED; s < STANDINGS; s++) {
			if (total[s])
				grid_set(grid, at, s, mem_format("%zu", count[s]));
		}
	}
	return left_out;
}

/* How many tests of each commit came to what. */
static void
write_counts(const struct page *page, const struct comparison *c)
{
	static const char *const head[STANDINGS] = {"tests", "regressed", "improved",  "shifted",
						    "same",  "undecided", "no verdict"};
	size_t total[STANDINGS] = {0};
	struct grid grid;

	for (size_t i = 0; i < c->n_tests; i++)
		total[column_of(c->test[i].outcome)]++;
	grid_init(&grid, STANDINGS);
	grid.left[NAME] = true;
	grid_row(&grid);
	for (size_t i = 0; i < STANDINGS; i++)
		grid_set(&grid, 0, i, mem_dup(head[i]));
	size_t left_out = add_counts(&grid, c, total);
	page_blank(page);
	grid_print(&grid, page, 2);
	if (left_out)
		page_line(page, "  (%zu more in which nothing regressed or improved)", left_out);
	grid_free(&grid);
}

void
mail_several(const struct page *page, const struct comparison *c)
{
	if (c->n_names > 1)
		write_counts(page, c);
	write_cells(page, c);
}
