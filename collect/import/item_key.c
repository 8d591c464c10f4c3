/* Which files are the same, under whatever names. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/base/mem.h"
#include "collect/import/importer.h"

char *
importer_item_key(const struct importer *importer, const struct import_item *item)
{
	struct stat status;
	struct label label = {NULL, NULL, NULL};
	char *key = NULL;
	size_t n = 0;
	FILE *out = mem_stream(&key, &n);

	(void)label_match(importer->config->label, item->path, &label);
	const char *const texts[] = {item->commit, item->test, label.commit, label.test, label.run};
	for (size_t i = 0; i < countof(texts); i++)
		fprintf(out, "%s\n", texts[i] ? texts[i] : "");
	if (strcmp(item->path, "-") != 0 && stat(item->path, &status) == 0 &&
	    S_ISREG(status.st_mode))
		fprintf(out, "%ju %ju", (uintmax_t)status.st_dev, (uintmax_t)status.st_ino);
	else
		fprintf(out, "%s", item->path);
	fclose(out);
	label_free(&label);
	return key;
}
