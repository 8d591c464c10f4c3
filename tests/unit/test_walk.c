/* Files of folders. */
#include "collect/import/walk.h"

#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "tests/unit/check.h"

static char folder[] = "/tmp/walk-XXXXXX";

static void
put(const char *name)
{
	char *path = mem_format("%s/%s", folder, name);
	FILE *file = fopen(path, "w");

	cr_assert(file != NULL);
	fclose(file);
	free(path);
}

static void
make(void)
{
	cr_assert(mkdtemp(folder) != NULL);
	cr_assert(chdir(folder) == 0);
	cr_assert(mkdir("b", 0755) == 0 && mkdir(".git", 0755) == 0);
	put("a10.json");
	put("a9.json");
	put("b/c.log");
	put(".hidden");
	put(".git/x.json");
	cr_assert(symlink("b", "d") == 0 && symlink("a9.json", "e.json") == 0 &&
		  symlink("nowhere", "f") == 0 && symlink("..", "b/up") == 0);
}

static void
clear(void)
{
	char *command = mem_format("rm -rf %s", folder);

	cr_assert(chdir("/") == 0 && system(command) == 0);
	free(command);
}

/* What walk finds below path, between blanks. */
static void
check_walk(const char *path, const char *glob, bool is_folder, const char *want)
{
	UT_array *files = lines_new();
	struct where why;
	bool was_folder;

	const char *const globs[] = {"*.none", glob, NULL};
	cr_expect(walk(path, glob ? globs : NULL, files, &was_folder, &why));
	cr_expect(was_folder == is_folder);
	char *got = lines_join(files, " ");
	check_text(got, want);
	free(got);
	lines_free(files);
}

Test(walk, files_in_natural_order, .init = make, .fini = clear)
{
	check_walk(".", NULL, true, "./a9.json ./a10.json ./b/c.log ./e.json");
	check_walk("b///", NULL, true, "b/c.log");
	/* A folder that is named may be a link to one. */
	check_walk("d", NULL, true, "d/c.log");
}

Test(walk, globs_by_name_or_path, .init = make, .fini = clear)
{
	check_walk(".", "*.json", true, "./a9.json ./a10.json ./e.json");
	check_walk(".", "b/*", true, "./b/c.log");
	check_walk(".", "c.*", true, "./b/c.log");
	check_walk(".", "x", true, "");
}

Test(walk, what_is_no_folder_stands_for_itself, .init = make, .fini = clear)
{
	check_walk("a9.json", "*.log", false, "a9.json");
	check_walk("missing", NULL, false, "missing");
	check_walk("-", NULL, false, "-");
}

Test(walk, a_folder_that_cannot_be_read, .init = make, .fini = clear)
{
	UT_array *files = lines_new();
	struct where why = {0};
	bool was_folder;

	/* Nobody is kept out who is root. */
	if (geteuid() != 0) {
		cr_assert(chmod("b", 0) == 0);
		cr_expect(walk(".", NULL, files, &was_folder, &why) == false);
		cr_expect(strstr(why.why, "cannot read") != NULL, "%s", why.why);
		chmod("b", 0755);
	}
	lines_free(files);
}
