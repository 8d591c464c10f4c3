/* Whether a target is in use, told from tables; device numbers that no machine has, so that sysfs
 * knows nothing of them. */
#include "collect/machine/inuse.h"

#include <sys/sysmacros.h>
#include <unistd.h>

#include "tests/unit/check.h"

enum { MAJOR = 4001 }; /* above all that is assigned */

static struct stat
device(unsigned minor)
{
	return (struct stat){.st_mode = S_IFBLK | 0600, .st_rdev = makedev(MAJOR, minor)};
}

Test(inuse, finds_a_mounted_device)
{
	static const char table[] = "1 0 4001:1 / / rw - ext4 /dev/none1 rw\n"
				    "this line is no mountinfo\n"
				    "2 1 4001:2 / /mnt/a\\040b rw - xfs /dev/none2 rw\n";
	static const struct {
		unsigned minor;
		const char *why;
	} rows[] = {{1, "'/dev/none1' is mounted on '/': unmount it first"},
		    {2, "'/dev/none2' is mounted on '/mnt/a b': unmount it first"},
		    {3, NULL},
		    {12, NULL}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		FILE *in = check_input(table, strlen(table));
		struct stat target = device(rows[i].minor);
		char why[INUSE_WHY] = "";

		cr_expect(inuse_mounted(in, &target, why) == (rows[i].why != NULL), "minor %u",
			  rows[i].minor);
		check_text(why, rows[i].why ? rows[i].why : "");
		fclose(in);
	}
}

Test(inuse, a_file_is_not_mounted)
{
	static const char table[] = "1 0 0:0 / / rw - ext4 /dev/none1 rw\n";
	FILE *in = check_input(table, strlen(table));
	struct stat target = {.st_mode = S_IFREG | 0600};
	char why[INUSE_WHY];

	cr_expect(inuse_mounted(in, &target, why) == false);
	fclose(in);
}

Test(inuse, finds_a_swap_file)
{
	char path[] = "/tmp/ringside-inuse-a b-XXXXXX", table[512], why[INUSE_WHY] = "";
	int fd = mkstemp(path);
	struct stat target, other;

	cr_assert(fd >= 0 && fstat(fd, &target) == 0 && stat("/", &other) == 0);
	snprintf(table, sizeof(table),
		 "Filename\t\t\tType\t\tSize\tUsed\tPriority\n"
		 "/nowhere/swap file\t\tfile\t16380\t0\t-2\n"
		 "/tmp/ringside-inuse-a\\040b-%s\t\tfile\t16380\t0\t-3\n",
		 strrchr(path, '-') + 1);
	FILE *in = check_input(table, strlen(table));
	cr_expect(inuse_swap(in, &target, why) == true);
	cr_expect(strstr(why, "is used as swap: 'swapoff' it first") != NULL, "%s", why);
	rewind(in);
	cr_expect(inuse_swap(in, &other, why) == false, "another file is no swap");
	fclose(in);
	close(fd);
	unlink(path);
}
