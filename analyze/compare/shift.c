/* Which distributions a comparison has. */
#include "analyze/compare/shift.h"

#include <stdlib.h>

#include "analyze/compare/distribution.h"
#include "analyze/sample/buckets.h"
#include "analyze/sample/overload.h"
#include "collect/base/mem.h"

struct shifting {
	const struct store *store;
	struct index seen; /* struct shifted by key */
	UT_array found;    /* struct distribution * */
};

/* What has been looked at, to do so only once for its many percentiles. */
struct shifted {
	struct shifted_key {
		const struct name *test, *base, *commit, *metric;
	} key;
};

static bool
is_compared(const struct row *row)
{
	enum verdict verdict = row->finding.verdict;

	return row->metric && row->metric->source == METRIC_PERCENTILE &&
	       row->metric->direction[0] && row->finding.kind == FINDING_CELL &&
	       verdict != VERDICT_MISSING && verdict != VERDICT_INCOMPARABLE &&
	       verdict != VERDICT_CHANGED;
}

static bool
first_seen(struct shifting *s, const struct shifted_key *key)
{
	if (index_find(&s->seen, key, sizeof(*key)))
		return false;
	struct shifted *new = mem_alloc(1, sizeof(*new));
	new->key = *key;
	index_add(&s->seen, &new->key, sizeof(new->key), new);
	return true;
}

static bool
any_buckets(const struct store *store, const struct group *group, const char *metric)
{
	for (size_t r = 0; r < group_runs(group); r++) {
		if (buckets_exist(store, group_run(group, r), metric))
			return true;
	}
	return false;
}

/* Whether both sides have buckets of the row's latency, and no better ones: total latency is what
 * a user waits for. */
static bool
is_wanted(const struct store *store, const struct row *row, const struct group *base,
	  const struct group *group)
{
	const char *metric = row->metric->of;
	char *total = mem_format("%s.lat", row->metric->direction);
	bool other = strcmp(metric, total) != 0 && any_buckets(store, base, total) &&
		     any_buckets(store, group, total);

	free(total);
	return !other && any_buckets(store, base, metric) && any_buckets(store, group, metric);
}

static void
add_row(struct shifting *s, const struct row *row)
{
	const struct index *names = &s->store->names;
	const struct finding_compare *f = &row->finding;
	const char *metric = row->metric->of;
	struct shifted_key key = {name_find(names, f->test), name_find(names, f->base),
				  name_find(names, f->commit), name_find(names, view_of(metric))};
	const struct group *base = store_group(s->store, key.base, key.test);
	const struct group *group = store_group(s->store, key.commit, key.test);

	if (!base || !group || !key.metric || !first_seen(s, &key))
		return;
	if (overload_touches(row->metric) &&
	    (overload_any(s->store, base) || overload_any(s->store, group)))
		return;
	if (!is_wanted(s->store, row, base, group))
		return;
	struct finding_shift heading = {.test = f->test,
					.params = view_of(row->params),
					.metric = view_of(metric),
					.unit = f->unit,
					.base = f->base,
					.commit = f->commit};
	struct distribution *d = mem_alloc(1, sizeof(*d));
	if (distribution_of(s->store, base, group, metric, &heading, d))
		list_push(&s->found, &d);
	else
		free(d);
}

static void
write_found(struct distribution *const *found, size_t n, FILE *out)
{
	if (n)
		table_write_header(out, &finding_shift_kind);
	for (size_t i = 0; i < n; i++) {
		for (size_t q = 0; q < DISTRIBUTION_QUANTILES; q++)
			finding_shift_write(out, &found[i]->row[q]);
	}
}

void
shift_write(const struct store *store, const struct row *rows, size_t n, FILE *out)
{
	struct shifting s = {.store = store};

	list_init(&s.found, &ut_ptr_icd);
	for (size_t i = 0; i < n; i++) {
		if (is_compared(&rows[i]))
			add_row(&s, &rows[i]);
	}
	struct distribution *const *found = list_data(&s.found);
	distribution_decide(found, list_n(&s.found));
	write_found(found, list_n(&s.found), out);
	for (size_t i = 0; i < list_n(&s.found); i++) {
		distribution_free(found[i]);
		free(found[i]);
	}
	list_done(&s.found);
	index_free(&s.seen, free);
}
