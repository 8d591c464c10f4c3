/* Which logs of a set are not there, and which are there twice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/base/mem.h"
#include "collect/import/importer.h"
#include "collect/import/owner.h"

enum {
	GAPS_NAMED = 5,
	/* More numbers than this for each log are no counting: dates, say. */
	GAPS_SPARSE = 4,
	GAPS_FREE = 64,
};

/* By kind and host, then by number. */
static int
compare(const void *left, const void *right)
{
	const struct log_name *a = &(*(struct import_item *const *)left)->log;
	const struct log_name *b = &(*(struct import_item *const *)right)->log;
	size_t n = a->host.n < b->host.n ? a->host.n : b->host.n;
	int host = n ? memcmp(a->host.p, b->host.p, n) : 0;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (host || a->host.n != b->host.n)
		return host ? host : a->host.n < b->host.n ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

/* Whether another set of the folder has the numbers before this set's. */
static bool
has_predecessors(const struct importer *importer, const struct import_item *of, size_t first)
{
	struct view folder = owner_folder(of->log.prefix);

	for (size_t i = 0; i < list_n(&importer->items); i++) {
		const struct import_item *other = importer_item(importer, i);
		if (other->is_log && other->log.number && other->log.number < first &&
		    !view_eq(other->log.prefix, of->log.prefix) &&
		    view_eq(owner_folder(other->log.prefix), folder))
			return true;
	}
	return false;
}

/* The numbers that each kind should have; first 0 = that cannot be said. */
static struct import_threads
expected(const struct importer *importer, struct import_item *const *logs, size_t n)
{
	struct import_threads want = {SIZE_MAX, 0};

	for (size_t i = 0; i < n; i++) {
		size_t number = logs[i]->log.number;
		if (number == 0)
			return (struct import_threads){0, 0};
		want.first = number < want.first ? number : want.first;
		want.last = number > want.last ? number : want.last;
	}
	if (want.first > 1 && !has_predecessors(importer, logs[0], want.first))
		want.first = 1;
	if (want.last - want.first > GAPS_SPARSE * n + GAPS_FREE)
		return (struct import_threads){0, 0};
	return want;
}

/* Adds the logs of this kind and host that are missing, of which logs has n. */
static void
add_missing(char **list, size_t *missing, struct import_item *const *logs, size_t n,
	    struct import_threads want)
{
	const struct log_name *name = &logs[0]->log;
	struct view base = owner_base(name->prefix);
	size_t at = 0;

	for (size_t number = want.first; number <= want.last; number++) {
		while (at < n && logs[at]->log.number < number)
			at++;
		if (at < n && logs[at]->log.number == number)
			continue;
		if ((*missing)++ >= GAPS_NAMED)
			return;
		mem_append(list, "%s%.*s_%s.%zu.log%s%.*s", *missing > 1 ? ", " : "",
			   VIEW_ARGS(base), log_kind_name(name->kind), number,
			   name->host.n ? "." : "", VIEW_ARGS(name->host));
	}
}

void
import_note_gaps(struct importer *importer, const char *set, struct import_item **logs, size_t n,
		 struct import_threads threads)
{
	const struct sink sink = {set, NULL, importer_note, importer};
	struct import_threads want = threads;
	char *list = mem_dup("");
	size_t missing = 0, end;

	if (n)
		qsort(logs, n, sizeof(struct import_item *), compare);
	/* Without numbers one file has the rows of all jobs. */
	if (n == 0 || logs[0]->log.number == 0 || threads.first == 0)
		want = n ? expected(importer, logs, n) : threads;
	for (size_t i = 0; i < n && want.first; i = end) {
		for (end = i + 1; end < n && logs[end]->log.kind == logs[i]->log.kind &&
				  view_eq(logs[end]->log.host, logs[i]->log.host);)
			end++;
		add_missing(&list, &missing, logs + i, end - i, want);
	}
	if (missing)
		sink_note(&sink, 0, "logs are missing, what is added up is without them: %s%s",
			  list, missing > GAPS_NAMED ? ", ..." : "");
	free(list);
}

static bool
is_packed(const struct import_item *log)
{
	return view_ends(view_of(log->path), ".fz");
}

/* By prefix, then as compare, a packed one behind the plain one. */
static int
compare_twins(const void *left, const void *right)
{
	const struct import_item *a = *(struct import_item *const *)left;
	const struct import_item *b = *(struct import_item *const *)right;
	size_t n = a->log.prefix.n < b->log.prefix.n ? a->log.prefix.n : b->log.prefix.n;
	int order = n ? memcmp(a->log.prefix.p, b->log.prefix.p, n) : 0;

	if (order == 0)
		order = (a->log.prefix.n > b->log.prefix.n) - (a->log.prefix.n < b->log.prefix.n);
	if (order == 0)
		order = compare(left, right);
	if (order == 0)
		order = is_packed(a) - is_packed(b);
	return order ? order : strcmp(a->path, b->path);
}

/* Whether they are of one prefix, kind and host. */
static bool
are_siblings(const struct import_item *a, const struct import_item *b)
{
	return a->log.kind == b->log.kind && view_eq(a->log.prefix, b->log.prefix) &&
	       view_eq(a->log.host, b->log.host);
}

/* The size of a regular file; 0 = none, which nothing is the same as. */
static off_t
file_size(const struct import_item *log)
{
	struct stat st;

	return stat(log->path, &st) == 0 && S_ISREG(st.st_mode) ? st.st_size : 0;
}

static bool
same_bytes(FILE *a, FILE *b)
{
	char one[1 << 14], other[sizeof(one)];
	size_t n;

	do {
		n = fread(one, 1, sizeof(one), a);
		if (fread(other, 1, sizeof(other), b) != n || memcmp(one, other, n) != 0)
			return false;
	} while (n == sizeof(one));
	return !ferror(a) && !ferror(b);
}

static bool
same_content(const struct import_item *left, const struct import_item *right)
{
	off_t size = file_size(left);

	if (size == 0 || size != file_size(right))
		return false;
	FILE *a = fopen(left->path, "rbe"), *b = fopen(right->path, "rbe");
	bool same = a && b && same_bytes(a, b);
	if (a)
		fclose(a);
	if (b)
		fclose(b);
	return same;
}

/* The log before or behind log i whose content that has, too; NULL = none. logs are sorted: those
 * without a number stand first. */
static const struct import_item *
twin_of(struct import_item *const *logs, size_t n, size_t i)
{
	const struct import_item *log = logs[i];

	if (i && are_siblings(logs[i - 1], log) && logs[i - 1]->log.number == log->log.number)
		return logs[i - 1];
	for (size_t k = i + 1; log->log.number == 0 && k < n && are_siblings(logs[k], log); k++)
		if (logs[k]->log.number && same_content(logs[k], log))
			return logs[k];
	return NULL;
}

size_t
import_leave_out_twins(struct importer *importer, const char *set, struct import_item **logs,
		       size_t n)
{
	const struct sink sink = {set, NULL, importer_note, importer};
	struct import_item **kept = mem_alloc(n ? n : 1, sizeof(struct import_item *));
	size_t left = 0;

	if (n)
		qsort(logs, n, sizeof(struct import_item *), compare_twins);
	for (size_t i = 0; i < n; i++) {
		const struct import_item *twin = twin_of(logs, n, i);
		if (twin)
			sink_note(&sink, 0, "'%s' is left out: it is the same log as '%s'",
				  logs[i]->path, twin->path);
		else
			kept[left++] = logs[i];
	}
	for (size_t i = 0; i < left; i++)
		logs[i] = kept[i];
	free(kept);
	return left;
}
