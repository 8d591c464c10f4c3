/* What devices and files stand on, on made trees. */
#include "collect/machine/stack.h"

#include <sys/sysmacros.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/tree.h"

static void
check_device(const char *tree, dev_t dev, const char *text, const char *const *disk)
{
	struct stack stack = stack_of_device(tree, dev);
	size_t n = 0;

	check_text(stack.text, text);
	for (; disk[n]; n++) {
		char *want = mem_format("%s/sys/devices/%s", tree, disk[n]);
		const char *got = lines_at(stack.disks, n);
		check_text(got ? got : "(none)", want);
		free(want);
	}
	check_int(list_n(stack.disks), n);
	stack_free(&stack);
}

/* A disk with a partition, 8:0 and 8:1, and a second one, 8:16. */
static char *
make_disks(void)
{
	char *tree = tree_new();

	tree_device(tree, "8:0", "/pci/sda", "2048\n");
	tree_device(tree, "8:1", "/pci/sda/sda1", "1024\n");
	tree_file(tree, "/sys/devices/pci/sda/sda1/partition", "1\n");
	tree_device(tree, "8:16", "/pci/sdb", "2048\n");
	return tree;
}

Test(stack, a_partition_stands_on_its_disk)
{
	static const char *const disks[] = {"pci/sda", NULL};
	static const char *const none[] = {NULL};
	char *tree = make_disks();

	check_device(tree, makedev(8, 1), "sda1 < sda", disks);
	check_device(tree, makedev(8, 0), "sda", disks);
	check_device(tree, makedev(9, 77), "9:77", none);
	tree_free(tree);
}

Test(stack, drivers_stand_on_their_parts)
{
	static const char *const all[] = {"virtual/dm-0", "virtual/md0", "pci/sda", "pci/sdb",
					  NULL};
	char *tree = make_disks();

	tree_device(tree, "9:0", "/virtual/md0", "4096\n");
	tree_file(tree, "/sys/devices/virtual/md0/md/level", "raid1\n");
	tree_link(tree, "/sys/devices/virtual/md0/slaves/sda1", "/sys/devices/pci/sda/sda1");
	tree_link(tree, "/sys/devices/virtual/md0/slaves/sdb", "/sys/devices/pci/sdb");
	tree_device(tree, "252:0", "/virtual/dm-0", "4096\n");
	tree_file(tree, "/sys/devices/virtual/dm-0/dm/uuid", "LVM-abc\n");
	tree_link(tree, "/sys/devices/virtual/dm-0/slaves/md0", "/sys/devices/virtual/md0");
	check_device(tree, makedev(252, 0), "dm-0 (LVM) < md0 (raid1) < (sda1 < sda, sdb)", all);
	tree_free(tree);
}

Test(stack, zram_says_how_it_compresses)
{
	static const char *const disks[] = {"virtual/zram3", NULL};
	char *tree = tree_new();

	tree_device(tree, "253:3", "/virtual/zram3", "0\n");
	tree_file(tree, "/sys/devices/virtual/zram3/comp_algorithm", "lzo [lz4] zstd\n");
	check_device(tree, makedev(253, 3), "zram3 (lz4)", disks);
	tree_free(tree);
}

Test(stack, a_loop_device_stands_on_a_file)
{
	static const char *const disks[] = {"virtual/loop0", "pci/sda", NULL};
	static const char *const alone[] = {"virtual/loop0", NULL};
	char *tree = make_disks();
	char *backing = mem_format("%s/disk.img\n", tree);

	tree_file(tree, "/disk.img", "");
	tree_file(tree, "/proc/self/mountinfo", "27 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
	tree_device(tree, "7:0", "/virtual/loop0", "0\n");
	check_device(tree, makedev(7, 0), "loop0", alone);
	tree_file(tree, "/sys/devices/virtual/loop0/loop/backing_file", backing);
	check_device(tree, makedev(7, 0), "loop0 < ext4 file < sda1 < sda", disks);
	tree_file(tree, "/sys/devices/virtual/loop0/loop/backing_file", "/no/such (deleted)\n");
	check_device(tree, makedev(7, 0), "loop0 < a file that is gone", alone);
	free(backing);
	tree_free(tree);
}

Test(stack, a_file_system_need_not_be_on_a_device)
{
	static const struct {
		const char *mount, *text;
	} rows[] = {
	    {"27 1 0:40 / / rw - nfs4 server:/export rw\n", "nfs4 file < server:/export"},
	    {"27 1 0:41 / / rw - tmpfs tmpfs rw\n", "tmpfs file"},
	    {"27 1 8:16 / / rw - xfs /dev/sdb rw\n", "xfs file < sdb"},
	    {"27 1 0:42 / / rw - btrfs /dev/no-such rw\n", "btrfs file < /dev/no-such"},
	    {"27 1 8:16 / /elsewhere rw - xfs /dev/sdb rw\n", "file"},
	    {"", "file"},
	};
	char *tree = make_disks();

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		tree_file(tree, "/proc/self/mountinfo", rows[i].mount);
		struct stack stack = stack_of_file(tree, tree);
		check_text(stack.text, rows[i].text);
		stack_free(&stack);
	}
	tree_free(tree);
}

Test(stack, circles_and_crowds_come_to_an_end)
{
	char *tree = tree_new(), path[128];

	/* Each of 40 stands on both of the next pair, and the last on the first. */
	for (int i = 0; i < 40; i++) {
		snprintf(path, sizeof(path), "/virtual/dm-%d", i);
		char number[16];
		snprintf(number, sizeof(number), "252:%d", i);
		tree_device(tree, number, path, "8\n");
		for (int k = 1; k <= 2; k++) {
			char to[128];
			int next = (i / 2 * 2 + 1 + k) % 40;
			snprintf(path, sizeof(path), "/sys/devices/virtual/dm-%d/slaves/x%d", i, k);
			snprintf(to, sizeof(to), "/sys/devices/virtual/dm-%d", next);
			tree_link(tree, path, to);
		}
	}
	struct stack stack = stack_of_device(tree, makedev(252, 0));
	check_int(stack.left, 0);
	cr_expect(strstr(stack.text, "...") != NULL);
	cr_expect(strlen(stack.text) < 4096, "%zu bytes", strlen(stack.text));
	stack_free(&stack);
	tree_free(tree);
}
