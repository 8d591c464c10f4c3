/* Reading everything, then writing it in one of the forms. */
#include "collect/export/export.h"

#include "collect/base/where.h"
#include "collect/export/benchstat.h"
#include "collect/export/fio_json.h"
#include "collect/export/store.h"

static void
write_documents(const struct export_store *store, FILE *out)
{
	for (const struct index_entry *e = store->runs.first; e; e = index_next(e)) {
		json_t *document = fio_json_document(store, e->value);

		if (document)
			fio_json_write(document, out);
		json_decref(document);
	}
}

static bool
has_measured(const struct export_store *store)
{
	for (const struct index_entry *e = store->runs.first; e; e = index_next(e)) {
		const struct export_run *run = e->value;

		if (run->common && run->common->measured)
			return true;
		for (size_t i = 0; i < list_n(&run->tests); i++)
			if (export_run_test(run, i)->measured)
				return true;
	}
	return false;
}

bool
export_run(enum export_form form, const char *const *paths, size_t n, FILE *out, struct where *why)
{
	struct export_store store = {.latest = NULL};
	bool good = true;

	for (size_t i = 0; good && i < n; i++)
		good = export_store_read(&store, paths[i], why);
	if (good && !has_measured(&store))
		good =
		    where_set(why, NULL, 0, "nothing was measured: only job.* and meta.* records");
	if (good && form == EXPORT_FIO_JSON)
		write_documents(&store, out);
	else if (good)
		benchstat_write(&store, out);
	export_store_free(&store);
	return good;
}
