/* The walk over commits and tests that makes a comparison. */
#include "analyze/compare/compare.h"

#include <stdlib.h>

#include "analyze/compare/family.h"
#include "analyze/compare/pair.h"
#include "collect/base/nearest.h"
#include "collect/base/where.h"

static bool
fail_base(const struct store *store, const char *base, struct where *why)
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

/* The commit to compare with, or NULL with *why. */
static const struct name *
find_base(const struct store *store, const char *base, struct where *why)
{
	const struct name *name =
	    base ? name_find(&store->names, view_of(base)) : store_commit(store, 0);

	if (name && list_has(&store->commits, name))
		return name;
	fail_base(store, base, why);
	return NULL;
}

static void
add_rows(const struct pair *pair)
{
	for (size_t i = 0; i < list_n(&pair->store->tests); i++)
		pair_add_test(pair, store_test(pair->store, i));
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

bool
compare_write(const struct store *store, const struct compare_config *config, FILE *out,
	      size_t *regressed, struct where *why)
{
	UT_array rows;

	if (list_n(&store->commits) == 0)
		return where_set(why, NULL, 0,
				 "nothing was measured: only job.* and meta.* records");
	if (list_n(&store->commits) < 2)
		return where_set(why, NULL, 0,
				 "only one commit, '%.100s': compare needs records of two or more"
				 "%s (summary shows one)",
				 store_commit(store, 0)->text,
				 store_imported(store) ? ", by 'collect import --commit A FOLDER "
							 "--commit B FOLDER' or its --label"
						       : "");
	const struct name *base = find_base(store, config->base, why);
	if (!base)
		return false;
	list_init(&rows, &row_icd);
	for (size_t i = 0; i < list_n(&store->commits); i++) {
		struct pair pair = {store, config->metrics,        config->force,
				    base,  store_commit(store, i), &rows};
		if (pair.commit != base)
			add_rows(&pair);
	}
	*regressed = family_decide(list_data(&rows), list_n(&rows));
	write_rows(list_data(&rows), list_n(&rows), out);
	bool compared = compared_something(list_data(&rows), list_n(&rows));
	list_done(&rows);
	if (!compared)
		return where_set(why, NULL, 0,
				 "nothing could be compared: no test has finished runs of the same "
				 "job on both sides");
	return true;
}
