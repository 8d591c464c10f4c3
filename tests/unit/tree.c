/* Made trees of files. */
#include "tests/unit/tree.h"

#include <errno.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"

char *
tree_new(void)
{
	const char *tmp = getenv("TMPDIR");
	char *path = mem_format("%s/ringside-tree-XXXXXX", tmp ? tmp : "/tmp");

	cr_assert(mkdtemp(path) != NULL, "cannot make '%s': %s", path, strerror(errno));
	char *real = realpath(path, NULL);
	cr_assert(real != NULL);
	free(path);
	return real;
}

/* The folders that path lies in. */
static void
make_folders(const char *path)
{
	char *copy = mem_dup(path);

	for (char *p = copy + 1; (p = strchr(p, '/')); *p++ = '/') {
		*p = '\0';
		cr_assert(mkdir(copy, 0700) == 0 || errno == EEXIST, "%s", copy);
	}
	free(copy);
}

void
tree_file(const char *tree, const char *path, const char *text)
{
	char *name = mem_format("%s%s", tree, path);

	make_folders(name);
	FILE *out = fopen(name, "we");
	cr_assert(out != NULL, "cannot make '%s': %s", name, strerror(errno));
	fputs(text, out);
	cr_assert(fclose(out) == 0);
	free(name);
}

void
tree_link(const char *tree, const char *path, const char *to)
{
	char *name = mem_format("%s%s", tree, path), *target = mem_format("%s%s", tree, to);

	make_folders(name);
	cr_assert(symlink(target, name) == 0, "cannot link '%s': %s", name, strerror(errno));
	free(target);
	free(name);
}

void
tree_device(const char *tree, const char *number, const char *path, const char *sectors)
{
	char *folder = mem_format("/sys/devices%s", path), *size = mem_format("%s/size", folder);
	char *link = mem_format("/sys/dev/block/%s", number);

	tree_file(tree, size, sectors);
	tree_link(tree, link, folder);
	free(link);
	free(size);
	free(folder);
}

static int
remove_one(const char *path, const struct stat *info, int kind, struct FTW *ftw)
{
	(void)info;
	(void)kind;
	(void)ftw;
	return remove(path);
}

void
tree_free(char *tree)
{
	nftw(tree, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(tree);
}
