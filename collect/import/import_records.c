/* Records go through as they are. */
#include <string.h>

#include "collect/base/record.h"
#include "collect/import/importer.h"

static bool
pass_on(void *ctx, const struct table_row *row, struct where *why)
{
	struct importer *importer = ctx;
	struct record record;

	if (!record_parse(row, &record, why))
		return false;
	importer_begin(importer);
	record_write(importer->config->out, &record);
	return true;
}

bool
import_records(struct importer *importer, const struct import_item *item, struct opened *opened,
	       struct where *why)
{
	const struct table_kind *const kinds[] = {&record_kind};
	const struct sink sink = {opened->name, NULL, importer_note, importer};
	FILE *stream = opened_stream(opened);
	bool good = table_read(stream, opened->name, kinds, 1, pass_on, importer, why);

	fclose(stream);
	if (item->commit)
		sink_note(&sink, 0, "records keep their own commits: --commit '%s' is not for them",
			  item->commit);
	if (item->test)
		sink_note(&sink, 0, "records keep their own tests: --test '%s' is not for them",
			  item->test);
	importer->n_written += good;
	return good;
}
