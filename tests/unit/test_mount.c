/* Lines of mountinfo: what is mounted where, in spite of escapes and optional fields. */
#include "collect/machine/mount.h"

#include <sys/sysmacros.h>

#include "tests/unit/check.h"

Test(mount, cuts_a_line)
{
	static const struct {
		const char *line;
		unsigned major, minor;
		const char *point, *type, *source, *super_options;
	} rows[] = {
	    {"27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard", 254, 0, "/", "ext4",
	     "/dev/vda", "rw,discard"},
	    {"36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 shared:7 - ext3 /dev/root rw\n", 98, 0,
	     "/mnt2", "ext3", "/dev/root", "rw"},
	    {"41 27 0:44 / /mnt/a\\040b\\134c rw - btrfs /dev/sd\\040x rw,subvol=/", 0, 44,
	     "/mnt/a b\\c", "btrfs", "/dev/sd x", "rw,subvol=/"},
	    {"41 27 0:44 / /x rw - tmpfs  rw", 0, 44, "/x", "tmpfs", "", "rw"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char line[256];
		struct mount mount = {0};

		snprintf(line, sizeof(line), "%s", rows[i].line);
		cr_assert(mount_parse(line, &mount) == true, "row %zu is not read", i);
		check_int(mount.dev, makedev(rows[i].major, rows[i].minor));
		check_text(mount.point, rows[i].point);
		check_text(mount.type, rows[i].type);
		check_text(mount.source, rows[i].source);
		check_text(mount.super_options, rows[i].super_options);
	}
}

Test(mount, refuses_what_is_no_mountinfo)
{
	static const char *const rows[] = {
	    "",
	    "\n",
	    "/dev/sda1 / ext4 rw 0 0",
	    "27 1 254 / / rw - ext4 /dev/vda rw",
	    "27 1 254:x / / rw - ext4 /dev/vda rw",
	    "27 1 254:0 / / rw ext4 /dev/vda rw",
	    "27 1 254:0 / / rw - ext4",
	    "27 1 254:0 / / rw - ext4 /dev/vda",
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char line[256];
		struct mount mount;

		snprintf(line, sizeof(line), "%s", rows[i]);
		cr_expect(mount_parse(line, &mount) == false, "'%s' was read", rows[i]);
	}
}

Test(mount, finds_the_mount_that_holds_a_path)
{
	static const char table[] = "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
				    "2 1 8:2 / /data rw - xfs /dev/sda2 rw\n"
				    "3 1 8:3 / /data/fast rw - ext4 /dev/sda3 rw\n"
				    "4 1 8:4 / /data rw - btrfs /dev/sda4 rw\n";
	static const struct {
		const char *path, *source;
	} rows[] = {{"/", "/dev/sda1"},
		    {"/database", "/dev/sda1"},
		    {"/data", "/dev/sda4"}, /* mounted over sda2 */
		    {"/data/x", "/dev/sda4"},
		    {"/data/fast/x", "/dev/sda3"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		FILE *in = check_input(table, strlen(table));
		struct mount mount;
		char *line;

		cr_assert(mount_holding(in, rows[i].path, &mount, &line) == true, "%s",
			  rows[i].path);
		check_text(mount.source, rows[i].source);
		free(line);
		fclose(in);
	}
}

Test(mount, an_empty_table_holds_nothing)
{
	FILE *in = check_input("", 0);
	struct mount mount;
	char *line;

	cr_expect(mount_holding(in, "/", &mount, &line) == false);
	free(line);
	fclose(in);
}
