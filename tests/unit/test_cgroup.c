/* Limits of control groups, on made trees. */
#include "collect/machine/cgroup.h"

#include "tests/unit/check.h"
#include "tests/unit/fact_list.h"
#include "tests/unit/tree.h"

static const char v2_mount[] =
    "30 24 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
static const char v1_mounts[] =
    "31 23 0:28 / /sys/fs/cgroup rw - tmpfs cgroup rw\n"
    "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
    "33 31 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    "34 31 0:31 / /sys/fs/cgroup/blkio rw - cgroup cgroup rw,blkio\n";

struct want {
	const char *metric, *value;
};

static void
check_facts(const char *tree, const struct want *want, size_t n)
{
	struct fact *facts = NULL;

	cgroup_facts(tree, &facts);
	for (size_t i = 0; i < n; i++)
		check_text(fact_list_value(facts, want[i].metric), want[i].value);
	facts_free(&facts);
}

Test(cgroup, of_v2_the_least_on_the_way_up_holds)
{
	static const struct want want[] = {{"meta.cgroup.cpus", "0.5"},
					   {"meta.cgroup.memory", "1g"},
					   {"meta.cgroup.io", "8:16 rbps=2097152 wiops=120, "
							      "8:0 rbps=max wbps=1048576"},
					   {"meta.cgroup.io_weight", "200"}};
	char *tree = tree_new();

	tree_file(tree, "/proc/self/cgroup", "0::/a.slice/b.scope\n");
	tree_file(tree, "/proc/self/mountinfo", v2_mount);
	tree_file(tree, "/sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory pids\n");
	tree_file(tree, "/sys/fs/cgroup/a.slice/cpu.max", "50000 100000\n");
	tree_file(tree, "/sys/fs/cgroup/a.slice/memory.max", "max\n");
	tree_file(tree, "/sys/fs/cgroup/a.slice/io.max", "8:0 rbps=max wbps=1048576\n");
	tree_file(tree, "/sys/fs/cgroup/a.slice/b.scope/cpu.max", "400000 200000\n");
	tree_file(tree, "/sys/fs/cgroup/a.slice/b.scope/memory.max", "1073741824\n");
	tree_file(tree, "/sys/fs/cgroup/a.slice/b.scope/io.max", "8:16 rbps=2097152 wiops=120\n");
	tree_file(tree, "/sys/fs/cgroup/a.slice/b.scope/io.weight", "default 200\n8:0 50\n");
	check_facts(tree, want, sizeof(want) / sizeof(want[0]));
	tree_free(tree);
}

Test(cgroup, the_root_of_v2_has_no_limits)
{
	static const struct want want[] = {{"meta.cgroup.cpus", "none"},
					   {"meta.cgroup.memory", "none"},
					   {"meta.cgroup.io", "absent"},
					   {"meta.cgroup.io_weight", "absent"}};
	char *tree = tree_new();

	tree_file(tree, "/proc/self/cgroup", "0::/\n");
	tree_file(tree, "/proc/self/mountinfo", v2_mount);
	tree_file(tree, "/sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
	check_facts(tree, want, sizeof(want) / sizeof(want[0]));
	tree_free(tree);
}

Test(cgroup, v1_has_a_tree_for_each_controller)
{
	static const struct want want[] = {{"meta.cgroup.cpus", "1.5"},
					   {"meta.cgroup.memory", "512m"},
					   {"meta.cgroup.io", "8:0 rbps=1048576, 8:0 wiops=50"},
					   {"meta.cgroup.io_weight", "500"}};
	char *tree = tree_new();

	tree_file(
	    tree, "/proc/self/cgroup",
	    "12:cpu,cpuacct:/job\n4:memory:/job\n3:blkio:/out/side\n1:name=systemd:/x\n0::/\n");
	tree_file(tree, "/proc/self/mountinfo", v1_mounts);
	tree_file(tree, "/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "150000\n");
	tree_file(tree, "/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
	tree_file(tree, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
	tree_file(tree, "/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "536870912\n");
	tree_file(tree, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
	/* The group's path is one of the machine outside a container. */
	tree_file(tree, "/sys/fs/cgroup/blkio/blkio.throttle.read_bps_device", "8:0 1048576\n");
	tree_file(tree, "/sys/fs/cgroup/blkio/blkio.throttle.write_iops_device", "8:0 50\n");
	tree_file(tree, "/sys/fs/cgroup/blkio/blkio.weight", "500\n");
	check_facts(tree, want, sizeof(want) / sizeof(want[0]));
	tree_free(tree);
}

Test(cgroup, what_cannot_be_read_says_nothing)
{
	static const char *const groups[] = {
	    "", "0", "0:", "0::", "::::\n", "4:memory\n", "0::/\n4:memory:/../..\n"};
	static const char *const mounts[] = {"", v1_mounts, v2_mount, "30 24 0:26 / /sys/fs"};
	char *tree = tree_new();
	static const struct want none[] = {{"meta.cgroup.cpus", "absent"}};

	check_facts(tree, none, 1);
	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
		for (size_t k = 0; k < sizeof(mounts) / sizeof(mounts[0]); k++) {
			tree_file(tree, "/proc/self/cgroup", groups[i]);
			tree_file(tree, "/proc/self/mountinfo", mounts[k]);
			check_facts(tree, none, 1);
		}
	}
	tree_free(tree);
}

Test(cgroup, hostile_numbers_are_no_limits)
{
	static const struct want want[] = {{"meta.cgroup.cpus", "none"},
					   {"meta.cgroup.memory", "none"}};
	static const char *const cpus[] = {"", "max", "nan 1", "50000 0", "1e999 1", "x y", "-"};
	static const char *const bytes[] = {"", "max", "inf", "-1", "1e308", "0x10", "\n"};
	char *tree = tree_new();

	tree_file(tree, "/proc/self/cgroup", "0::/a\n");
	tree_file(tree, "/proc/self/mountinfo", v2_mount);
	tree_file(tree, "/sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
	for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		tree_file(tree, "/sys/fs/cgroup/a/cpu.max", cpus[i]);
		tree_file(tree, "/sys/fs/cgroup/a/memory.max", bytes[i]);
		check_facts(tree, want, sizeof(want) / sizeof(want[0]));
	}
	tree_free(tree);
}
