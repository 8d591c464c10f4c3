/* The walk over commits and tests that makes a comparison. */
#include "analyze/compare/compare.h"

#include <stdlib.h>

#include "analyze/compare/contrast.h"
#include "analyze/compare/family.h"
#include "analyze/compare/geomean.h"
#include "analyze/compare/pair.h"
#include "analyze/compare/recovered.h"
#include "analyze/compare/shift.h"
#include "collect/base/nearest.h"
#include "collect/base/where.h"

static bool
fail_commit(const struct store *store, const char *base, struct where *why)
{
	size_t n = list_n(&store->commits);
	const char **words = mem_alloc(n, sizeof(*words));

	for (size_t i = 0; i < n; i++)
		words[i] = store_commit(store, i)->text;
	const char *nearest = nearest_word(base, words, n);
	where_set(why, NULL, 0, "no commit '%.100s' in the input (%s '%.100s'%s)", base,
		  nearest ? "did you mean" : "the first one is", nearest ? nearest : words[0],
		  nearest ? "?" : "");
	free(words);
	return false;
}

/* The commit of that name, or NULL with *why. */
static const struct name *
find_commit(const struct store *store, const char *commit, struct where *why)
{
	const struct name *name = name_find(&store->names, view_of(commit));

	if (name && list_has(&store->commits, name))
		return name;
	fail_commit(store, commit, why);
	return NULL;
}

/* Why no test of the pair could be compared, where that is how the tests are called; NULL where one
 * has the same name on both sides, or a side has none. The caller frees it. */
static char *
names_hint(const struct pair *pair)
{
	const struct name *base = NULL, *commit = NULL;

	for (size_t i = 0; i < list_n(&pair->store->tests); i++) {
		const struct name *test = store_test(pair->store, i);
		bool in_base = store_group(pair->store, pair->base, test) != NULL;
		bool in_commit = store_group(pair->store, pair->commit, test) != NULL;
		if (in_base && in_commit)
			return NULL;
		if (in_base && !base)
			base = test;
		if (in_commit && !commit)
			commit = test;
	}
	if (!base || !commit)
		return NULL;
	const char *help = "";
	if (pair->col)
		help = "; --row KEY makes tests of what the sides have in common";
	else if (store_imported(pair->store))
		help = "; collect import --test/--label names them";
	return mem_format("no test has the same name on both sides: '%.100s' against '%.100s'%s",
			  base->text, commit->text, help);
}

/* Says so in the first of the n rows that stands for a test that one side lacks. */
static void
note_names(const struct pair *pair, struct row *rows, size_t n)
{
	char *hint = names_hint(pair);

	for (size_t i = 0; i < n && hint; i++) {
		if (rows[i].finding.verdict != VERDICT_MISSING)
			continue;
		row_note(&rows[i], "%s", hint);
		break;
	}
	free(hint);
}

static void
add_rows(const struct pair *pair)
{
	size_t before = list_n(pair->rows), contrasts = list_n(pair->contrasts);

	for (size_t i = 0; i < list_n(&pair->store->tests); i++)
		pair_add_test(pair, store_test(pair->store, i));
	pair_decide(pair, contrasts);
	if (list_n(pair->rows) > before)
		note_names(pair, (struct row *)list_data(pair->rows) + before,
			   list_n(pair->rows) - before);
	pair_add_changes(pair);
}

static void
write_rows(struct row *rows, size_t n, FILE *out)
{
	table_write_header(out, &finding_compare_kind);
	for (size_t i = 0; i < n; i++) {
		struct row *row = &rows[i];
		row->finding.params = view_of(row->params);
		row->finding.note = view_of(row->note);
		finding_compare_write(out, &row->finding);
	}
}

/* Whether some cell was had on both sides. A comparison of nothing must not look like a good one.
 */
static bool
compared_something(const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		enum verdict verdict = rows[i].finding.verdict;
		if (verdict != VERDICT_MISSING && verdict != VERDICT_INCOMPARABLE &&
		    verdict != VERDICT_CHANGED)
			return true;
	}
	return false;
}

static bool
has_incomparable(const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (rows[i].finding.verdict == VERDICT_INCOMPARABLE)
			return true;
	}
	return false;
}

/* The error of a comparison in which nothing could be compared; last is the pair that came last. */
static bool
fail_compared(const struct pair *last, const struct row *rows, size_t n, struct where *why)
{
	char *hint = names_hint(last);

	where_set(why, NULL, 0, "nothing could be compared: %s%s",
		  hint ? hint : "no test has finished runs of the same job on both sides",
		  has_incomparable(rows, n) ? " (--force compares unlike jobs, --ignore KEY lets "
					      "one setting differ)"
					    : "");
	free(hint);
	return false;
}

static bool
check_commits(const struct store *store, const struct compare_config *config, struct where *why)
{
	if (list_n(&store->commits) == 0)
		return where_set(why, NULL, 0,
				 "nothing was measured: only job.* and meta.* records");
	if (list_n(&store->commits) >= 2)
		return true;
	if (config->col)
		return where_set(why, NULL, 0,
				 "--col '%.100s': only one side, '%.100s': compare needs two or "
				 "more (summary shows one)",
				 config->col, store_commit(store, 0)->text);
	return where_set(why, NULL, 0,
			 "only one commit, '%.100s': compare needs records of two or more%s "
			 "(summary shows one)",
			 store_commit(store, 0)->text,
			 store_imported(store) ? ", by 'collect import --commit A FOLDER "
						 "--commit B FOLDER' or its --label"
					       : "");
}

/* Finds the commits that the user named, or those that stand for them: *regressed may be NULL. */
static bool
find_commits(const struct store *store, const struct compare_config *config,
	     const struct name **base, const struct name **regressed, struct where *why)
{
	*base = config->base ? find_commit(store, config->base, why) : store_commit(store, 0);
	*regressed = NULL;
	if (!*base)
		return false;
	if (config->regressed) {
		*regressed = find_commit(store, config->regressed, why);
		if (*regressed == *base)
			return where_set(why, NULL, 0, "--regressed '%.100s' is the base",
					 config->regressed);
		return *regressed != NULL;
	}
	if (list_n(&store->commits) == 3 && *base == store_commit(store, 0))
		*regressed = store_commit(store, 1);
	return true;
}

/* The rows that are made of others. */
static void
add_combined(struct pair *pair, const struct name *regressed)
{
	struct index cells = contrast_index(pair->contrasts);

	for (size_t i = 0; i < list_n(&pair->store->commits); i++) {
		if (store_commit(pair->store, i) == pair->base)
			continue;
		pair->commit = store_commit(pair->store, i);
		geomean_add(pair, &cells);
	}
	if (regressed)
		recovered_add(pair, &cells, regressed);
	contrast_index_free(&cells);
}

/* Compares each commit with the base, and decides. Returns the number of primary cells that
 * regressed. */
static size_t
compare_all(struct pair *pair)
{
	for (size_t i = 0; i < list_n(&pair->store->commits); i++) {
		if (store_commit(pair->store, i) == pair->base)
			continue;
		pair->commit = store_commit(pair->store, i);
		add_rows(pair);
	}
	return family_decide(list_data(pair->rows), list_n(pair->rows));
}

static struct pair
pair_new(const struct store *store, const struct compare_config *config, const struct name *base,
	 UT_array *rows, UT_array *contrasts)
{
	list_init(contrasts, &contrast_icd);
	return (struct pair){.store = store,
			     .metrics = config->metrics,
			     .force = config->force,
			     .col = config->col,
			     .base = base,
			     .rows = rows,
			     .history = config->history,
			     .contrasts = contrasts};
}

size_t
compare_rows(const struct store *store, const struct compare_config *config,
	     const struct name *base, UT_array *rows)
{
	UT_array contrasts;
	struct pair pair = pair_new(store, config, base, rows, &contrasts);
	size_t regressed = compare_all(&pair);

	list_done(&contrasts);
	return regressed;
}

bool
compare_write(const struct store *store, const struct compare_config *config, FILE *out,
	      size_t *regressed, struct where *why)
{
	UT_array rows, contrasts;
	const struct name *base, *bad;

	if (!check_commits(store, config, why) || !find_commits(store, config, &base, &bad, why))
		return false;
	list_init(&rows, &row_icd);
	struct pair pair = pair_new(store, config, base, &rows, &contrasts);
	*regressed = compare_all(&pair);
	add_combined(&pair, bad);
	write_rows(list_data(&rows), list_n(&rows), out);
	shift_write(store, list_data(&rows), list_n(&rows), out);
	bool compared = compared_something(list_data(&rows), list_n(&rows));
	if (!compared)
		fail_compared(&pair, list_data(&rows), list_n(&rows), why);
	list_done(&rows);
	list_done(&contrasts);
	return compared;
}
