/* Two forms of one run in two files of one folder, as by fio | tee. */
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/import/importer.h"

struct told {
	char *key, *file;
};

/* Folder, time and jobs of the result, on the heap. Names may hold anything but the folder's and
 * the time's ends. NULL: it has no time in words. */
static char *
key_of(const char *file, const struct fio_result *result)
{
	const char *slash = strrchr(file, '/');
	char *key = NULL;
	size_t n = 0;

	if (!result->time_text)
		return NULL;
	FILE *out = mem_stream(&key, &n);
	fwrite(file, 1, slash ? (size_t)(slash - file) : 0, out);
	fprintf(out, "\n%.*s", (int)strcspn(result->time_text, "\r\n"), result->time_text);
	for (size_t i = 0; i < result->n_jobs; i++)
		fprintf(out, "\n%zu %s", strlen(result->job[i].name), result->job[i].name);
	fclose(out);
	return key;
}

static void
told_free(void *value)
{
	struct told *told = value;

	free(told->key);
	free(told->file);
	free(told);
}

bool
import_told(struct importer *importer, const char *file, const struct fio_result *result,
	    const char **other)
{
	bool json = strncmp(result->form, "fio json", strlen("fio json")) == 0;
	char *key = json || strcmp(result->form, "fio normal") == 0 ? key_of(file, result) : NULL;
	const struct told *before = key ? index_find(&importer->told, key, strlen(key)) : NULL;

	if (json && key && !before) {
		struct told *told = mem_alloc(1, sizeof(*told));
		*told = (struct told){key, mem_dup(file)};
		index_add(&importer->told, told->key, strlen(told->key), told);
		return false;
	}
	free(key);
	if (json || !before || strcmp(before->file, file) == 0)
		return false;
	*other = before->file;
	return true;
}

void
import_told_free(struct importer *importer)
{
	index_free(&importer->told, told_free);
}
