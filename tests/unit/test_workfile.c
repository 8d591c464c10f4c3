/* Files that are made: which of them may be written and removed. */
#include "collect/machine/workfile.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/where.h"
#include "tests/unit/check.h"
#include "tests/unit/trial.h"

static char folder[64];

static void
enter_folder(void)
{
	snprintf(folder, sizeof(folder), "/tmp/ringside-workfile-XXXXXX");
	cr_assert(mkdtemp(folder) != NULL && chdir(folder) == 0);
}

static void
leave_folder(void)
{
	cr_assert(chdir("/") == 0 && rmdir(folder) == 0, "something is left in %s", folder);
}

TestSuite(workfile, .init = enter_folder, .fini = leave_folder, .timeout = 30);

static void
put(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");
	cr_assert(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
}

static bool
is_made(const struct workfile_set *set, const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);
	cr_assert(fd >= 0);
	bool made = workfile_is_made(set, fd);
	close(fd);
	return made;
}

Test(workfile, another_file_of_its_name_is_neither_extended_nor_removed)
{
	const struct job job = {.bs = JOB_SIZES(4096), .size.bytes = 8192},
			 larger = {.bs = JOB_SIZES(4096), .size.bytes = 65536};
	const struct layout_watch watch = {0};
	struct workfile_set *set = workfile_set_new();
	struct where why = {.why = ""};
	struct stat info;

	cr_assert(workfile_create(set, &job, "f", 8192, &watch, &why) == true, "%s", why.why);
	check_int(link("f", "other"), 0);
	cr_expect(is_made(set, "f", O_PATH) == true);
	cr_expect(is_made(set, "other", O_RDONLY) == true);
	put("victim", "precious");
	check_int(rename("victim", "f"), 0);
	cr_expect(is_made(set, "f", O_PATH) == false);
	cr_expect(workfile_extend(set, &larger, "f", 8192, 65536, &watch, &why) == false);
	check_text(why.why, "'f' has been replaced by something else");
	cr_expect(workfile_extend(set, &larger, "other", 8192, 65536, &watch, &why) == true);
	workfile_set_free(set, false);
	check_int(stat("f", &info), 0);
	check_int(info.st_size, 8);
	check_int(stat("other", &info), 0);
	check_int(info.st_size, 65536);
	check_int(unlink("f"), 0);
	check_int(unlink("other"), 0);
}
