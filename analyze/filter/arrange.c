/* Two axes, each a tuple of keys, over the runs of a store. */
#include "analyze/filter/arrange.h"

#include <stdlib.h>

#include "analyze/filter/ranks.h"
#include "analyze/filter/token.h"
#include "collect/base/record.h"
#include "collect/base/where.h"

/* A name of a row or a column, and its place: the ranks of its values. */
struct label {
	const struct name *name;
	size_t rank[PROJECTION_FIELDS];
};

struct axis {
	const struct projection *projection;
	struct filter_key key[PROJECTION_FIELDS];
	struct ranks ranks[PROJECTION_FIELDS];
	struct index labels; /* struct label by name */
};

struct arrangement {
	struct store *store;
	struct axis row, col;
	bool pool_commits, pool_tests; /* that is ignored */
	bool history;
	const struct projection *ignore;
	char *prefix[PROJECTION_FIELDS]; /* of settings; NULL where ignore names none */
};

static bool
begin_axis(const struct arrangement *a, const struct filter_keys *keys, struct axis *axis,
	   struct where *why)
{
	const struct projection *projection = axis->projection;

	for (size_t i = 0; i < projection->n; i++) {
		const struct projection_field *field = &projection->field[i];
		char *text = filter_keys_find(keys, field->key, &axis->key[i]);
		if (!text && filter_key_is_metric(&axis->key[i]))
			text = mem_format("'%s' tells metrics apart, not runs: only --filter "
					  "takes it",
					  field->key);
		if (text) {
			filter_fail(projection->option, projection->text, field->at, why, "%s",
				    text);
			free(text);
			return false;
		}
		struct projection_field asked = *field;
		if (a->history)
			asked.order = PROJECTION_SEEN;
		if (!ranks_of(a->store, projection, &asked, &axis->key[i], &axis->ranks[i], why))
			return false;
	}
	return true;
}

static void
end_axis(struct axis *axis)
{
	for (size_t i = 0; i < PROJECTION_FIELDS; i++)
		ranks_free(&axis->ranks[i]);
	index_free(&axis->labels, free);
}

static bool
axis_has(const struct axis *axis, enum filter_key_kind kind)
{
	for (size_t i = 0; i < axis->projection->n; i++) {
		if (axis->key[i].kind == kind)
			return true;
	}
	return false;
}

/* Quoted where a label of several values could be misread, or what stands for an absent one. */
static void
append_value(char **text, const struct name *value)
{
	if (!value) {
		mem_append(text, "(absent)");
		return;
	}
	if (value->n && value->text[0] != '(' && !strpbrk(value->text, " \"\\")) {
		mem_append(text, "%s", value->text);
		return;
	}
	mem_append(text, "\"");
	for (const char *p = value->text; *p; p++)
		mem_append(text, "%s%c", *p == '"' || *p == '\\' ? "\\" : "", *p);
	mem_append(text, "\"");
}

/* The run's name on the axis; the caller frees it. */
static char *
label_text(const struct store *store, const struct axis *axis, const struct run *run)
{
	size_t n = axis->projection->n;
	char *text = mem_dup("");

	for (size_t i = 0; i < n; i++) {
		const struct filter_key *key = &axis->key[i];
		const struct name *value = filter_key_value(store, key, run);
		bool plain = key->kind == KEY_COMMIT || key->kind == KEY_TEST;
		mem_append(&text, "%s", i ? " " : "");
		if (n == 1 && plain) {
			mem_append(&text, "%s", value->text);
			break;
		}
		if (key->kind == KEY_SETTING)
			mem_append(&text, "%s=", strchr(key->setting->text, '.') + 1);
		else if (!plain)
			mem_append(&text, "%s=", filter_key_text(key));
		append_value(&text, value);
	}
	return text;
}

static bool
ranks_on(const struct store *store, const struct axis *axis, const struct run *run,
	 size_t rank[PROJECTION_FIELDS])
{
	for (size_t i = 0; i < axis->projection->n; i++) {
		if (!ranks_find(&axis->ranks[i], filter_key_value(store, &axis->key[i], run),
				&rank[i]))
			return false;
	}
	return true;
}

static const struct name *
place_on(struct store *store, struct axis *axis, const struct run *run,
	 const size_t rank[PROJECTION_FIELDS])
{
	char *text = label_text(store, axis, run);
	const struct name *name = name_get(&store->names, view_of(text));

	free(text);
	if (!index_find(&axis->labels, name->text, name->n)) {
		struct label *label = mem_alloc(1, sizeof(*label));
		label->name = name;
		memcpy(label->rank, rank, sizeof(label->rank));
		index_add(&axis->labels, name->text, name->n, label);
	}
	return name;
}

static bool
place(void *ctx, const struct run *run, struct group_key *key)
{
	struct arrangement *a = ctx;
	size_t row[PROJECTION_FIELDS] = {0}, col[PROJECTION_FIELDS] = {0};

	if (!ranks_on(a->store, &a->row, run, row) || !ranks_on(a->store, &a->col, run, col))
		return false;
	key->test = place_on(a->store, &a->row, run, row);
	key->commit = place_on(a->store, &a->col, run, col);
	return true;
}

static int
label_order(const void *a, const void *b)
{
	const struct label *x = *(struct label *const *)a, *y = *(struct label *const *)b;

	for (size_t i = 0; i < PROJECTION_FIELDS; i++) {
		if (x->rank[i] != y->rank[i])
			return x->rank[i] < y->rank[i] ? -1 : 1;
	}
	return 0;
}

/* Makes names the labels of the axis in their order. */
static void
list_labels(const struct axis *axis, UT_array *names)
{
	UT_array labels;

	list_init(&labels, &ut_ptr_icd);
	for (const struct index_entry *e = axis->labels.first; e; e = index_next(e))
		list_push(&labels, &e->value);
	if (list_n(&labels))
		qsort(list_data(&labels), list_n(&labels), sizeof(void *), label_order);
	list_done(names);
	list_init(names, &ut_ptr_icd);
	for (size_t i = 0; i < list_n(&labels); i++) {
		const struct label *label = list_pointer(&labels, i);
		list_push(names, &label->name);
	}
	list_done(&labels);
}

/* Finds two runs that nothing tells apart although kind, commits or tests, does: tests in one
 * group, commits in any. A side that another commit measured differs by more than its key says. */
static bool
check_apart(const struct arrangement *a, enum filter_key_kind kind, struct where *why)
{
	const struct projection *projection = (kind == KEY_TEST ? &a->row : &a->col)->projection;
	const char *what = kind == KEY_TEST ? "test" : "commit";
	const struct filter_key key = {kind, NULL};
	const struct name *first = NULL;

	for (const struct index_entry *e = a->store->groups.first; e; e = index_next(e)) {
		if (kind == KEY_TEST)
			first = NULL;
		for (size_t r = 0; r < group_runs(e->value); r++) {
			const struct name *name =
			    filter_key_value(a->store, &key, group_run(e->value, r));
			first = first ? first : name;
			if (name == first)
				continue;
			return filter_fail(
			    projection->option, projection->text, FILTER_WHOLE, why,
			    "nothing tells the %ss '%.60s' and '%.60s' apart: take one by "
			    "--filter '%s:\"%.60s\"', add %s to --row, or pool them by --ignore %s",
			    what, first->text, name->text, what, first->text, what, what);
		}
	}
	return true;
}

static bool
regroup(struct arrangement *a, struct where *why)
{
	const struct projection *col = a->col.projection;
	const bool pooled[] = {[KEY_COMMIT] = a->pool_commits, [KEY_TEST] = a->pool_tests};

	store_regroup(a->store, place, a);
	if (!a->store->groups.first)
		return filter_fail(col->option, col->text, FILTER_WHOLE, why,
				   "no run has the values that it and --row list");
	for (int k = KEY_COMMIT; k <= KEY_TEST; k++) {
		enum filter_key_kind kind = (enum filter_key_kind)k;
		if (!pooled[k] && !axis_has(&a->row, kind) && !axis_has(&a->col, kind) &&
		    !check_apart(a, kind, why))
			return false;
	}
	list_labels(&a->row, &a->store->tests);
	list_labels(&a->col, &a->store->commits);
	return true;
}

/* Takes one key of what is ignored. Returns NULL, or why not, which the caller frees. */
static char *
take_ignored(struct arrangement *a, const struct filter_keys *keys, size_t i)
{
	const char *word = a->ignore->field[i].key;
	struct filter_key key;

	if (strcmp(word, "commit") == 0) {
		a->pool_commits = true;
		return NULL;
	}
	if (strcmp(word, "test") == 0) {
		a->pool_tests = true;
		return NULL;
	}
	char *why = filter_keys_prefix(keys, word, &a->prefix[i]);
	char *other = why ? filter_keys_find(keys, word, &key) : mem_dup("");
	if (other) {
		free(other);
		return why;
	}
	free(why);
	return mem_format("'%s' is nothing that --ignore takes: commit, test, job.* or meta.*",
			  word);
}

static bool
begin_ignore(struct arrangement *a, const struct filter_keys *keys, struct where *why)
{
	bool ok = true;

	for (size_t i = 0; i < a->ignore->n && ok; i++) {
		char *text = take_ignored(a, keys, i);
		ok = !text || a->history;
		if (!ok)
			filter_fail(a->ignore->option, a->ignore->text, a->ignore->field[i].at, why,
				    "%s", text);
		free(text);
	}
	return ok;
}

static bool
is_expected(const struct arrangement *a, const struct name *setting)
{
	for (size_t i = 0; i < PROJECTION_FIELDS; i++) {
		if (a->row.key[i].setting == setting || a->col.key[i].setting == setting ||
		    (a->prefix[i] && filter_key_covers(a->prefix[i], setting)))
			return true;
	}
	return false;
}

static void
mark_expected(const struct arrangement *a)
{
	for (const struct index_entry *e = a->store->series.first; e; e = index_next(e)) {
		struct series *series = e->value;
		series->expected = record_is_setting(name_view(series->key.metric)) &&
				   is_expected(a, series->key.metric);
	}
}

static bool
arrange_all(struct arrangement *a, const struct filter_keys *keys, struct where *why)
{
	bool ok = begin_ignore(a, keys, why) && begin_axis(a, keys, &a->row, why) &&
		  begin_axis(a, keys, &a->col, why) && regroup(a, why);

	if (ok)
		mark_expected(a);
	for (size_t i = 0; i < PROJECTION_FIELDS; i++)
		free(a->prefix[i]);
	end_axis(&a->row);
	end_axis(&a->col);
	return ok;
}

bool
arrange(struct store *store, const struct filter_keys *keys, const struct projection *row,
	const struct projection *col, const struct projection *ignore, struct where *why)
{
	struct arrangement a = {
	    .store = store, .row.projection = row, .col.projection = col, .ignore = ignore};

	return arrange_all(&a, keys, why);
}

bool
arrange_history(struct store *store, const struct filter_keys *keys, const struct projection *row,
		const struct projection *ignore, struct where *why)
{
	struct projection col;
	struct arrangement a = {.store = store,
				.row.projection = row,
				.col.projection = &col,
				.ignore = ignore,
				.history = true};
	bool ok = projection_parse("--col", "commit", &col, why) && arrange_all(&a, keys, why);

	projection_free(&col);
	return ok;
}
