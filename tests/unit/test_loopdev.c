/* What loop devices show, as a sysfs of the test's own names it: none of them has a node. */
#include "collect/machine/loopdev.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"

static char folder[64];

static void
enter_folder(void)
{
	snprintf(folder, sizeof(folder), "/tmp/ringside-loopdev-XXXXXX");
	cr_assert(mkdtemp(folder) != NULL && chdir(folder) == 0);
	cr_assert(mkdir("sys", 0700) == 0 && mkdir("sys/loop7", 0700) == 0);
	cr_assert(mkdir("dev", 0700) == 0);
}

static void
leave_folder(void)
{
	static const char *const made[] = {"sys/loop7/loop/backing_file",
					   "sys/loop7/loop",
					   "sys/loop7",
					   "sys",
					   "dev/loop7",
					   "dev",
					   "file",
					   "other"};

	for (size_t i = 0; i < countof(made); i++)
		remove(made[i]); /* not every test makes all */
	cr_assert(chdir("/") == 0 && rmdir(folder) == 0, "something is left in %s", folder);
}

TestSuite(loopdev, .init = enter_folder, .fini = leave_folder, .timeout = 30);

static void
put(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");
	cr_assert(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
}

/* What is said of "file"; "" when it may be written. */
static const char *
said(void)
{
	static const struct loopdev_places places = {"sys", "dev"};
	static char why[400];
	struct stat target;

	cr_assert(stat("file", &target) == 0);
	return loopdev_shows(&places, &target, NULL, why, sizeof(why)) ? why : "";
}

Test(loopdev, a_name_in_sysfs_is_believed_when_it_leads_somewhere)
{
	const char *unknown = "whether /dev/loop7 shows its contents cannot be told: detach that "
			      "first, or run as a user who may read it";

	put("file", "");
	put("other", "");
	check_text(said(), "");
	check_int(mkdir("sys/loop7/loop", 0700), 0);
	check_text(said(), unknown);
	put("sys/loop7/loop/backing_file", "file\n");
	check_text(said(), "/dev/loop7 shows its contents: detach that first ('losetup -d')");
	put("sys/loop7/loop/backing_file", "other\n");
	check_text(said(), "");
	put("sys/loop7/loop/backing_file", "file (deleted)\n");
	check_text(said(), unknown);
}

Test(loopdev, what_has_its_name_but_is_no_loop_device_is_not_asked)
{
	put("file", "");
	put("other", "");
	put("dev/loop7", "");
	check_int(mkdir("sys/loop7/loop", 0700), 0);
	put("sys/loop7/loop/backing_file", "other\n");
	check_text(said(), "");
	put("sys/loop7/loop/backing_file", "gone\n");
	cr_expect(strstr(said(), "cannot be told") != NULL);
}

Test(loopdev, the_one_that_is_written_does_not_stand_in_its_own_way)
{
	static const struct loopdev_places places = {"sys", "dev"};
	struct stat target, backing;
	char why[400] = "";

	put("file", "");
	put("other", "");
	check_int(loopdev_backing(&places, "loop7", &backing), LOOPDEV_NO);
	check_int(loopdev_backing(&places, "loop8", &backing), LOOPDEV_UNKNOWN);
	check_int(loopdev_backing(&places, "sys", &backing), LOOPDEV_UNKNOWN);
	check_int(mkdir("sys/loop7/loop", 0700), 0);
	check_int(loopdev_backing(&places, "loop7", &backing), LOOPDEV_UNKNOWN);
	put("sys/loop7/loop/backing_file", "file\n");
	check_int(loopdev_backing(&places, "loop7", &backing), LOOPDEV_YES);
	cr_assert(stat("file", &target) == 0);
	bool same = backing.st_dev == target.st_dev && backing.st_ino == target.st_ino;
	cr_expect(same && S_ISREG(backing.st_mode), "the file is told");
	cr_expect(loopdev_shows(&places, &target, "loop7", why, sizeof(why)) == false, "%s", why);
	cr_expect(loopdev_shows(&places, &target, "loop77", why, sizeof(why)) == true);
}
