/* Reading everything, then writing it in one of the forms. */
#include "collect/export/export.h"

#include "collect/base/source.h"
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
read_file(struct export_store *store, const char *path, struct where *why)
{
	const char *name;
	FILE *in = source_open(path, &name, why);

	if (!in)
		return false;
	bool good = export_store_read(store, in, name, why);
	source_close(in);
	return good;
}

bool
export_run(enum export_form form, const char *const *paths, size_t n, FILE *out, struct where *why)
{
	struct export_store store = {.latest = NULL};
	bool good = true;

	for (size_t i = 0; good && i < n; i++)
		good = read_file(&store, paths[i], why);
	if (good && !export_store_measured(&store))
		good =
		    where_set(why, NULL, 0, "nothing was measured: only job.* and meta.* records");
	if (good && form == EXPORT_FIO_JSON)
		write_documents(&store, out);
	else if (good)
		benchstat_write(&store, out);
	export_store_free(&store);
	return good;
}
