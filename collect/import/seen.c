/* Digests of what was written, by its names. */
#include "collect/import/seen.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"

/* Of all rows of one name, with their largest number, and of each of them by its digest. */
struct seen_rows {
	char *key, *file; /* the first's */
	size_t number;
	bool records; /* passed on as they were */
};

struct seen_test {
	char *key, *file;
	struct fio_parameters parameters; /* names and values are its own */
	bool whole;
};

/* Names may hold anything: their lengths keep them apart. */
static char *
key_of(const char *commit, const char *test, const char *run)
{
	return mem_format("%zu %zu %s%s%s", strlen(commit), strlen(test), commit, test, run);
}

static struct seen_rows *
find_rows(const struct index *index, const char *commit, const char *test, const char *run)
{
	char *key = key_of(commit, test, run);
	struct seen_rows *rows = index_find(index, key, strlen(key));

	free(key);
	return rows;
}

/* Rows of all names by digest, too: the digest is a part of the run's name there. */
static struct seen_rows *
find_digest(const struct index *index, const char *commit, const char *test, const char *run,
	    uint64_t digest)
{
	char *name = mem_format("%016" PRIx64 "%s", digest, run);
	struct seen_rows *rows = find_rows(index, commit, test, name);

	free(name);
	return rows;
}

enum seen_before
seen_run(const struct seen *seen, const char *commit, const char *test, const char *run,
	 uint64_t digest, const char **file)
{
	const struct seen_rows *any = find_rows(&seen->runs, commit, test, run);
	const struct seen_rows *same = find_digest(&seen->rows, commit, test, run, digest);

	if (!any)
		return SEEN_NEVER;
	*file = same ? same->file : any->file;
	if (any->records)
		return SEEN_RECORDS;
	return same ? SEEN_SAME : SEEN_OTHER;
}

size_t
seen_number(const struct seen *seen, const char *commit, const char *test, const char *run)
{
	const struct seen_rows *rows = find_rows(&seen->runs, commit, test, run);

	return rows ? rows->number : 0;
}

static struct seen_rows *
add_rows(struct index *index, const char *commit, const char *test, const char *run,
	 const char *file)
{
	struct seen_rows *rows = mem_alloc(1, sizeof(*rows));

	*rows = (struct seen_rows){key_of(commit, test, run), mem_dup(file), 0, false};
	index_add(index, rows->key, strlen(rows->key), rows);
	return rows;
}

void
seen_add_run(struct seen *seen, const char *commit, const char *test, const char *run,
	     uint64_t digest, size_t number, const char *file)
{
	struct seen_rows *rows = find_rows(&seen->runs, commit, test, run);

	if (!rows)
		rows = add_rows(&seen->runs, commit, test, run, file);
	if (rows->number < number)
		rows->number = number;
	if (find_digest(&seen->rows, commit, test, run, digest))
		return;
	char *name = mem_format("%016" PRIx64 "%s", digest, run);
	add_rows(&seen->rows, commit, test, name, file);
	free(name);
}

void
seen_add_records(struct seen *seen, const char *commit, const char *test, const char *run,
		 const char *file)
{
	struct seen_rows *rows = add_rows(&seen->runs, commit, test, run, file);

	rows->number = 1;
	rows->records = true;
}

/* FNV-1a with 64 bits (Fowler, Noll and Vo). */
static uint64_t
fnv(uint64_t hash, struct view text)
{
	for (size_t i = 0; i < text.n; i++)
		hash = (hash ^ (unsigned char)text.p[i]) * 0x100000001b3U;
	return hash;
}

uint64_t
seen_digest(struct view rows)
{
	static const char named[] = ",meta.source.file,text,";
	const char *at = memmem(rows.p, rows.n, named, strlen(named));
	uint64_t hash = 0xcbf29ce484222325U;

	if (!at)
		return fnv(hash, rows);
	size_t before = (size_t)(at - rows.p);
	const char *end = memchr(at, '\n', rows.n - before);
	hash = fnv(hash, (struct view){rows.p, before});
	if (!end)
		return hash;
	return fnv(hash, (struct view){end, rows.n - (size_t)(end - rows.p)});
}

/* Of what differs the first few are told: tests, and parameters. */
enum { MIXED_NAMED = 5, PARAMETERS_NAMED = 100 };

static void
leave(void *value)
{
	(void)value;
}

/* The values by name; the first one of a name counts. Free with leave. */
static struct index
values_of(const struct fio_parameters *in)
{
	struct index values = {NULL};

	for (size_t i = 0; i < in->n; i++) {
		const char *name = in->at[i].name;
		if (!index_find(&values, name, strlen(name)))
			index_add(&values, name, strlen(name), in->at[i].value);
	}
	return values;
}

/* Notes what of a has another value in b, or none where whole is set; of those with another value
 * only one call of the two need tell. Whether there was any. */
static bool
note_others(struct seen *seen, const struct fio_parameters *a, const struct fio_parameters *b,
	    bool whole, bool absent_only)
{
	struct index values = values_of(b);
	bool any = false;

	for (size_t i = 0; i < a->n; i++) {
		const char *name = a->at[i].name;
		const char *other = index_find(&values, name, strlen(name));
		bool differs = other ? !absent_only && strcmp(other, a->at[i].value) != 0 : whole;
		if (!differs)
			continue;
		any = true;
		if (!seen->parameters)
			seen->parameters = lines_new();
		if (list_n(seen->parameters) < PARAMETERS_NAMED)
			lines_note(seen->parameters, "%s", name);
	}
	index_free(&values, leave);
	return any;
}

static struct seen_test *
test_new(const char *key, const struct fio_parameters *parameters, bool whole, const char *file)
{
	struct seen_test *test = mem_alloc(1, sizeof(*test));

	*test = (struct seen_test){.key = mem_dup(key), .file = mem_dup(file), .whole = whole};
	test->parameters.n = parameters->n;
	test->parameters.at = mem_alloc(parameters->n + 1, sizeof(*test->parameters.at));
	for (size_t i = 0; i < parameters->n; i++)
		test->parameters.at[i] = (struct fio_parameter){mem_dup(parameters->at[i].name),
								mem_dup(parameters->at[i].value)};
	return test;
}

void
seen_parameters(struct seen *seen, const char *commit, const char *test,
		const struct fio_parameters *parameters, bool whole, const char *file)
{
	char *key = key_of(commit, test, "");
	struct seen_test *first = index_find(&seen->tests, key, strlen(key));

	if (!first) {
		first = test_new(key, parameters, whole, file);
		index_add(&seen->tests, first->key, strlen(first->key), first);
		free(key);
		return;
	}
	free(key);
	whole = whole && first->whole;
	bool values = note_others(seen, parameters, &first->parameters, whole, false);
	bool absent = note_others(seen, &first->parameters, parameters, whole, true);
	if (!values && !absent)
		return;
	if (!seen->mixed) {
		seen->mixed = lines_new();
		seen->mixed_file[0] = mem_dup(first->file);
		seen->mixed_file[1] = mem_dup(file);
	}
	/* One more than are told: there are others. */
	if (list_n(seen->mixed) <= MIXED_NAMED)
		lines_note(seen->mixed, "'%s'", test);
}

bool
seen_mixture(const struct seen *seen, struct where *what)
{
	if (!seen->mixed)
		return false;
	char *tests = mem_dup(""), *parameters = lines_join(seen->parameters, ", ");
	size_t n = list_n(seen->mixed);
	for (size_t i = 0; i < n && i < MIXED_NAMED; i++)
		mem_append(&tests, "%s%s", i ? ", " : "", lines_at(seen->mixed, i));
	where_set(
	    what, seen->mixed_file[1], 0,
	    "test%s %s%s %s runs that differ in %s, as this file and '%s' do: --by or --label "
	    "tells them apart",
	    n > 1 ? "s" : "", tests, n > MIXED_NAMED ? ", ..." : "", n > 1 ? "have" : "has",
	    parameters, seen->mixed_file[0]);
	free(tests);
	free(parameters);
	return true;
}

static void
rows_free(void *value)
{
	struct seen_rows *rows = value;

	free(rows->key);
	free(rows->file);
	free(rows);
}

static void
test_free(void *value)
{
	struct seen_test *test = value;

	free(test->key);
	free(test->file);
	fio_parameters_free(&test->parameters);
	free(test);
}

void
seen_free(struct seen *seen)
{
	index_free(&seen->runs, rows_free);
	index_free(&seen->rows, rows_free);
	index_free(&seen->tests, test_free);
	lines_free(seen->mixed);
	lines_free(seen->parameters);
	free(seen->mixed_file[0]);
	free(seen->mixed_file[1]);
	*seen = (struct seen){0};
}
