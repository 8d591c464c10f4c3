/* Which logs of a set are not there. */
#include <stdlib.h>
#include <string.h>

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
