/* Sorting of values. */
#include "analyze/filter/ranks.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/filter/token.h"
#include "collect/base/num.h"
#include "collect/job/value.h"

struct place_of {
	struct place_key {
		const struct name *value; /* NULL = absent */
	} key;
	size_t seen;   /* its place in order of appearance */
	double number; /* NaN where it is none */
	size_t rank;
};

static struct place_of *
find(const struct ranks *ranks, const struct name *value)
{
	struct place_key key = {value};

	return index_find(&ranks->places, &key, sizeof(key));
}

static void
add(struct ranks *ranks, const struct name *value, size_t *n)
{
	if (find(ranks, value))
		return;
	struct place_of *place = mem_alloc(1, sizeof(*place));
	*place = (struct place_of){{value}, *n, NAN, *n};
	index_add(&ranks->places, &place->key, sizeof(place->key), place);
	++*n;
}

/* All values in order of appearance. The store has its own order of commits and tests, which counts
 * what names a commit before it is measured. Returns their number. */
static size_t
add_seen(const struct store *store, const struct filter_key *key, struct ranks *out)
{
	const UT_array *known = key->kind == KEY_COMMIT ? &store->commits : &store->tests;
	size_t n = 0;

	if (key->kind == KEY_COMMIT || key->kind == KEY_TEST) {
		for (size_t i = 0; i < list_n(known); i++)
			add(out, list_pointer(known, i), &n);
		return n;
	}
	for (const struct index_entry *e = store->groups.first; e; e = index_next(e)) {
		for (size_t r = 0; r < group_runs(e->value); r++)
			add(out, filter_key_value(store, key, group_run(e->value, r)), &n);
	}
	return n;
}

static int
alpha_order(const void *a, const void *b)
{
	const struct place_of *x = *(struct place_of *const *)a, *y = *(struct place_of *const *)b;

	if (!x->key.value || !y->key.value)
		return !x->key.value - !y->key.value;
	return strcmp(x->key.value->text, y->key.value->text);
}

static int
number_order(const void *a, const void *b)
{
	const struct place_of *x = *(struct place_of *const *)a, *y = *(struct place_of *const *)b;

	if (!isnan(x->number) && !isnan(y->number) && x->number != y->number)
		return x->number < y->number ? -1 : 1;
	if (!isnan(x->number) != !isnan(y->number))
		return isnan(x->number) ? 1 : -1;
	return (x->seen > y->seen) - (x->seen < y->seen);
}

/* A number alone, or one with a unit of size or else of time: 5m is five mebibytes or minutes. */
static double
number_of(const struct name *value, bool time)
{
	double number;
	uint64_t whole;
	bool thousand;

	if (!value)
		return NAN;
	if (num_parse(name_view(value), &number))
		return number;
	if (time)
		return value_time_ns(value->text, &whole) ? (double)whole / 1e9 : NAN;
	return value_size(value->text, &whole, &thousand) ? (double)whole : NAN;
}

/* Reads all values as sizes, or as times where more of them are that. */
static void
read_numbers(struct place_of **at, size_t n)
{
	size_t sizes = 0, times = 0;

	for (size_t i = 0; i < n; i++) {
		sizes += !isnan(number_of(at[i]->key.value, false));
		times += !isnan(number_of(at[i]->key.value, true));
	}
	for (size_t i = 0; i < n; i++)
		at[i]->number = number_of(at[i]->key.value, times > sizes);
}

static void
sort(const struct ranks *ranks, size_t n, bool numbers)
{
	struct place_of **at = mem_alloc(n, sizeof(struct place_of *));
	size_t i = 0;

	for (const struct index_entry *e = ranks->places.first; e; e = index_next(e))
		at[i++] = e->value;
	if (numbers)
		read_numbers(at, n);
	if (n)
		qsort(at, n, sizeof(struct place_of *), numbers ? number_order : alpha_order);
	for (i = 0; i < n; i++)
		at[i]->rank = i;
	free((void *)at);
}

static bool
fail_value(const struct ranks *seen, const struct projection *projection,
	   const struct projection_field *field, size_t v, const struct filter_key *key,
	   struct where *why)
{
	UT_array values;

	list_init(&values, &ut_ptr_icd);
	for (const struct index_entry *e = seen->places.first; e; e = index_next(e)) {
		const struct place_of *place = e->value;
		if (place->key.value)
			list_push(&values, &place->key.value);
	}
	char *hint = filter_values_hint(&values, field->value[v]);
	filter_fail(projection->option, projection->text, field->value_at[v], why,
		    "no %s is '%.100s'%s", filter_key_text(key), field->value[v], hint);
	free(hint);
	list_done(&values);
	return false;
}

/* Leaves the values of the field, in its order. An empty one is an absent one, too. */
static bool
fix(const struct store *store, const struct projection *projection,
    const struct projection_field *field, const struct filter_key *key, struct ranks *ranks,
    struct where *why)
{
	struct ranks fixed = {{NULL}};
	size_t n = 0;
	bool ok = true;

	for (size_t v = 0; v < field->n_values && ok; v++) {
		const char *text = field->value[v];
		const struct name *name = name_find(&store->names, view_of(text));
		if (!*text && find(ranks, NULL))
			name = NULL;
		ok = (name || !*text) && find(ranks, name);
		if (ok)
			add(&fixed, name, &n);
		else
			fail_value(ranks, projection, field, v, key, why);
	}
	ranks_free(ranks);
	*ranks = fixed;
	return ok;
}

bool
ranks_of(const struct store *store, const struct projection *projection,
	 const struct projection_field *field, const struct filter_key *key, struct ranks *out,
	 struct where *why)
{
	*out = (struct ranks){{NULL}};
	size_t n = add_seen(store, key, out);
	if (field->order == PROJECTION_FIXED)
		return fix(store, projection, field, key, out, why);
	if (field->order != PROJECTION_SEEN)
		sort(out, n, field->order == PROJECTION_NUM);
	return true;
}

void
ranks_free(struct ranks *ranks)
{
	index_free(&ranks->places, free);
	ranks->places.first = NULL;
}

bool
ranks_find(const struct ranks *ranks, const struct name *value, size_t *rank)
{
	const struct place_of *place = find(ranks, value);

	if (place)
		*rank = place->rank;
	return place != NULL;
}
