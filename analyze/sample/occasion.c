/* Sessions and blocks by what the runs or their common rows say. */
#include "analyze/sample/occasion.h"

#include <stdlib.h>

/* What makes two runs' occasion the same: interned texts. */
struct occasion_key {
	const struct name *part[3];
};

/* Numbers that were given to keys. */
struct numbered {
	struct occasion_key key;
	int number;
};

static const struct name *
text_of(const struct store *store, const struct run *run, const char *metric)
{
	const struct series *series = store_series(store, run, metric);

	if (!series && run->common)
		series = store_series(store, run->common, metric);
	return series ? series->text : NULL;
}

const struct name *
occasion_session(const struct store *store, const struct run *run)
{
	const struct name *session = text_of(store, run, "meta.session");

	return session ? session : text_of(store, run, "meta.boot");
}

static struct occasion_key
session_key(const struct store *store, const struct run *run)
{
	return (struct occasion_key){{occasion_session(store, run)}};
}

static struct occasion_key
block_key(const struct store *store, const struct run *run)
{
	return (struct occasion_key){{text_of(store, run, "meta.block"),
				      occasion_session(store, run),
				      text_of(store, run, "meta.seed")}};
}

static int
number_of(struct index *index, struct occasion_key key, int *next)
{
	struct numbered *at = index_find(index, &key, sizeof(key));

	if (!at) {
		at = mem_alloc(1, sizeof(*at));
		*at = (struct numbered){key, (*next)++};
		index_add(index, &at->key, sizeof(at->key), at);
	}
	return at->number;
}

/* Numbers the runs of both groups, and counts those that lack the first part of their key: with
 * alone, each of them has a number of its own. */
static void
number_runs(const struct store *store, const struct group *const group[2],
	    struct occasion_key (*key_of)(const struct store *, const struct run *), bool alone,
	    int *out[2], size_t lacking[2])
{
	struct index index = {NULL};
	int next = 0;

	for (int s = 0; s < 2; s++) {
		out[s] = mem_alloc(group_runs(group[s]) + 1, sizeof(*out[s]));
		for (size_t r = 0; r < group_runs(group[s]); r++) {
			struct occasion_key key = key_of(store, group_run(group[s], r));
			lacking[s] += key.part[0] == NULL;
			out[s][r] = alone && !key.part[0] ? next++ : number_of(&index, key, &next);
		}
	}
	index_free(&index, free);
}

static void
forget(int *number[2])
{
	for (int s = 0; s < 2; s++) {
		free(number[s]);
		number[s] = NULL;
	}
}

struct occasions
occasions_of(const struct store *store, const struct group *a, const struct group *b)
{
	const struct group *const group[2] = {a, b};
	struct occasions out = {.session = {NULL}};
	size_t lacking[2] = {0, 0};

	number_runs(store, group, session_key, true, out.session, out.unnamed);
	if (out.unnamed[0] == group_runs(a) || out.unnamed[1] == group_runs(b))
		forget(out.session);
	number_runs(store, group, block_key, false, out.block, lacking);
	if (lacking[0] || lacking[1])
		forget(out.block);
	return out;
}

void
occasions_free(struct occasions *occasions)
{
	forget(occasions->session);
	forget(occasions->block);
}
