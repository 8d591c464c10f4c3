/* fts over a folder. */
#include "collect/import/walk.h"

#include <errno.h>
#include <fnmatch.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/base/lines.h"
#include "collect/base/where.h"

static int
natural_order(const FTSENT **a, const FTSENT **b)
{
	return strverscmp((*a)->fts_name, (*b)->fts_name);
}

static bool
is_wanted(const char *const *globs, const char *name, const char *below)
{
	if (!globs)
		return true;
	for (; *globs; globs++)
		if (fnmatch(*globs, name, 0) == 0 || fnmatch(*globs, below, 0) == 0)
			return true;
	return false;
}

/* A regular file, or a link to one. */
static bool
is_file(const FTSENT *entry)
{
	struct stat status;

	if (entry->fts_info == FTS_F)
		return true;
	return entry->fts_info == FTS_SL && stat(entry->fts_accpath, &status) == 0 &&
	       S_ISREG(status.st_mode);
}

static bool
visit(FTS *tree, FTSENT *entry, size_t n_root, const char *const *globs, UT_array *files,
      struct where *why)
{
	const char *below = entry->fts_path + n_root;

	if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR || entry->fts_info == FTS_NS)
		return where_set(why, entry->fts_path, 0, "cannot read: %s",
				 strerror(entry->fts_errno));
	/* Directories come a second time behind their files. */
	if (entry->fts_level > 0 && entry->fts_name[0] == '.') {
		if (entry->fts_info == FTS_D)
			fts_set(tree, entry, FTS_SKIP);
		return true;
	}
	if (is_file(entry) && is_wanted(globs, entry->fts_name, below + strspn(below, "/")))
		lines_add(files, entry->fts_path);
	return true;
}

static bool
walk_folder(char *path, const char *const *globs, UT_array *files, struct where *why)
{
	char *const roots[] = {path, NULL};
	/* FTS_COMFOLLOW: the folder itself may be a link to one. */
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, natural_order);
	FTSENT *entry;
	bool good = true;

	if (!tree)
		return where_set(why, path, 0, "cannot read: %s", strerror(errno));
	while (good && (entry = fts_read(tree)))
		good = visit(tree, entry, strlen(path), globs, files, why);
	fts_close(tree);
	return good;
}

bool
walk(const char *path, const char *const *globs, UT_array *files, bool *was_folder,
     struct where *why)
{
	struct stat status;

	*was_folder = strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISDIR(status.st_mode);
	if (!*was_folder) {
		lines_add(files, path);
		return true;
	}
	/* Without the slashes at its end, which would stand twice in the files' paths. */
	char *root = mem_dup(path);
	for (size_t n = strlen(root); n > 1 && root[n - 1] == '/'; n--)
		root[n - 1] = '\0';
	bool good = walk_folder(root, globs, files, why);
	free(root);
	return good;
}
