/* Digests of what was written, by its names. */
#include "collect/import/seen.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

struct seen_rows {
	char *key, *file;
	uint64_t digest;
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

enum seen_before
seen_run(const struct seen *seen, const char *commit, const char *test, const char *run,
	 uint64_t digest, const char **file)
{
	char *key = key_of(commit, test, run);
	const struct seen_rows *rows = index_find(&seen->runs, key, strlen(key));

	free(key);
	if (!rows)
		return SEEN_NEVER;
	*file = rows->file;
	return rows->digest == digest ? SEEN_SAME : SEEN_OTHER;
}

void
seen_add_run(struct seen *seen, const char *commit, const char *test, const char *run,
	     uint64_t digest, const char *file)
{
	struct seen_rows *rows = mem_alloc(1, sizeof(*rows));

	*rows = (struct seen_rows){key_of(commit, test, run), mem_dup(file), digest};
	if (index_find(&seen->runs, rows->key, strlen(rows->key))) {
		free(rows->key);
		free(rows->file);
		free(rows);
		return;
	}
	index_add(&seen->runs, rows->key, strlen(rows->key), rows);
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

static const char *
value_of(const struct fio_parameters *in, const char *name)
{
	for (size_t i = 0; i < in->n; i++)
		if (strcmp(in->at[i].name, name) == 0)
			return in->at[i].value;
	return NULL;
}

/* Adds to list what of a has another value in b; none at all counts where whole is set. */
static void
add_others(char **list, const struct fio_parameters *a, const struct fio_parameters *b, bool whole,
	   bool absent_only)
{
	for (size_t i = 0; i < a->n; i++) {
		const char *other = value_of(b, a->at[i].name);
		bool differs = other ? !absent_only && strcmp(other, a->at[i].value) != 0 : whole;
		if (!differs)
			continue;
		if (!*list)
			*list = mem_dup("");
		mem_append(list, "%s%s", (*list)[0] ? ", " : "", a->at[i].name);
	}
}

static struct seen_test *
test_new(char *key, const struct fio_parameters *parameters, bool whole, const char *file)
{
	struct seen_test *test = mem_alloc(1, sizeof(*test));

	*test = (struct seen_test){.key = key, .file = mem_dup(file), .whole = whole};
	test->parameters.n = parameters->n;
	test->parameters.at = mem_alloc(parameters->n + 1, sizeof(*test->parameters.at));
	for (size_t i = 0; i < parameters->n; i++)
		test->parameters.at[i] = (struct fio_parameter){mem_dup(parameters->at[i].name),
								mem_dup(parameters->at[i].value)};
	return test;
}

char *
seen_parameters(struct seen *seen, const char *commit, const char *test,
		const struct fio_parameters *parameters, bool whole, const char *file,
		const char **first_file)
{
	char *key = key_of(commit, test, ""), *list = NULL;
	struct seen_test *first = index_find(&seen->tests, key, strlen(key));

	if (!first) {
		first = test_new(key, parameters, whole, file);
		index_add(&seen->tests, first->key, strlen(first->key), first);
		return NULL;
	}
	free(key);
	*first_file = first->file;
	whole = whole && first->whole;
	add_others(&list, parameters, &first->parameters, whole, false);
	add_others(&list, &first->parameters, parameters, whole, true);
	return list;
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
	index_free(&seen->tests, test_free);
	*seen = (struct seen){{NULL}, {NULL}};
}
