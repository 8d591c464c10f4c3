/* The machine's description: what is there is found, what is missing leaves no gap. */
#include "collect/machine/machine.h"

#include <sys/utsname.h>
#include <unistd.h>

#include "collect/base/sysfile.h"
#include "collect/machine/blockdev.h"
#include "collect/machine/device.h"
#include "collect/machine/facts.h"
#include "tests/unit/check.h"
#include "tests/unit/fact_list.h"
#include "tests/unit/tree.h"

Test(machine, facts_are_kept_in_order_and_empty_ones_left_out)
{
	struct fact *facts = NULL;

	facts_add(&facts, "meta.a", "%s %d", "x", 1);
	facts_add(&facts, "meta.b", "%s", "");
	facts_add_number(&facts, "meta.c", "s", 0.1);
	check_text(fact_list_value(facts, "meta.a"), "x 1");
	check_text(fact_list_value(facts, "meta.b"), "absent");
	check_text(fact_list_value(facts, "meta.c"), "0.1");
	check_text(facts->unit, "text");
	check_text(facts->prev->unit, "s");
	cr_expect(facts->next == facts->prev, "there are two facts");
	facts_free(&facts);
}

Test(machine, facts_are_sorted_and_numbers_have_a_value)
{
	struct fact *facts = NULL;

	facts_add(&facts, "meta.b", "1");
	facts_add(&facts, "meta.c", "2");
	facts_add(&facts, "meta.a", "3");
	facts_add_number(&facts, "meta.nan", "s", NAN);
	facts_add_number(&facts, "meta.inf", "s", INFINITY);
	facts_sort(&facts);
	check_text(facts->metric, "meta.a");
	check_text(facts->next->metric, "meta.b");
	check_text(facts->next->next->metric, "meta.c");
	cr_expect(facts->next->next->next == NULL);
	facts_free(&facts);
	facts_sort(&facts);
	cr_expect(facts == NULL);
}

Test(machine, reads_a_made_machine)
{
	static const struct {
		const char *metric, *value;
	} want[] = {
	    {"meta.kernel.command", "root=/dev/sda1 quiet mitigations=off"},
	    {"meta.mitigations", "off"},
	    /* 32-bit FNV-1a of "l1tfVulnerablemdsNot affected", as Python computes it:
	     * h = 2166136261; for c in b: h = (h ^ c) * 16777619 % 2**32 */
	    {"meta.vulnerabilities", "1 open, b8685ae9"},
	    {"meta.memory", "2GiB"},
	    {"meta.swap", "1g"},
	    {"meta.thp", "madvise"},
	    {"meta.virtual", "guest xen Acme Box 5"},
	    {"meta.power", "battery"},
	    {"meta.sysctl.io_uring_disabled", "2"},
	    {"meta.sysctl.aio_max_nr", "65536"},
	    {"meta.boot", "1fe3-24d6"},
	};
	char *tree = tree_new();
	struct fact *facts = NULL;

	tree_file(tree, "/proc/cmdline",
		  "BOOT_IMAGE=/vmlinuz-6.1 root=/dev/sda1 quiet  initrd=x mitigations=off\n");
	tree_file(tree, "/sys/devices/system/cpu/vulnerabilities/l1tf", "Vulnerable\n");
	tree_file(tree, "/sys/devices/system/cpu/vulnerabilities/mds", "Not affected\n");
	tree_file(tree, "/proc/meminfo", "MemTotal:  1572864 kB\nSwapTotal:  1048576 kB\n");
	tree_file(tree, "/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
	tree_file(tree, "/sys/hypervisor/type", "xen\n");
	tree_file(tree, "/sys/class/dmi/id/sys_vendor", "Acme\n");
	tree_file(tree, "/sys/class/dmi/id/product_name", "Box 5\n");
	tree_file(tree, "/sys/class/power_supply/BAT0/type", "Battery\n");
	tree_file(tree, "/sys/class/power_supply/BAT0/status", "Discharging\n");
	tree_file(tree, "/proc/sys/kernel/io_uring_disabled", "2\n");
	tree_file(tree, "/proc/sys/fs/aio-max-nr", "65536\n");
	tree_file(tree, "/proc/sys/kernel/random/boot_id", "1fe3-24d6\n");
	machine_facts_at(tree, &facts);
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++)
		check_text(fact_list_value(facts, want[i].metric), want[i].value);
	facts_free(&facts);
	tree_free(tree);
}

Test(machine, an_empty_machine_leaves_no_gap)
{
	char *tree = tree_new();
	struct fact *facts = NULL;
	bool has_battery;

	machine_facts_at(tree, &facts);
	check_text(fact_list_value(facts, "meta.virtual"), "none");
	check_text(fact_list_value(facts, "meta.swap"), "none");
	check_text(fact_list_value(facts, "meta.power"), "absent");
	check_text(fact_list_value(facts, "meta.boot"), "absent");
	cr_expect(machine_on_battery(tree, &has_battery) == false);
	cr_expect(has_battery == false);
	for (const struct fact *f = facts; f; f = f->next)
		cr_expect(f->value[0] != '\0', "%s is empty", f->metric);
	facts_free(&facts);
	tree_free(tree);
}

Test(machine, only_its_own_battery_counts)
{
	static const struct {
		const char *type, *scope, *status;
		bool has, on;
	} rows[] = {{"Battery\n", "System\n", "Charging\n", true, false},
		    {"Battery\n", "System\n", "Discharging\n", true, true},
		    {"Battery\n", "Device\n", "Discharging\n", false, false},
		    {"Mains\n", "", "Discharging\n", false, false}};
	char *tree = tree_new();

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		bool has;

		tree_file(tree, "/sys/class/power_supply/x/type", rows[i].type);
		tree_file(tree, "/sys/class/power_supply/x/scope", rows[i].scope);
		tree_file(tree, "/sys/class/power_supply/x/status", rows[i].status);
		cr_expect(machine_on_battery(tree, &has) == rows[i].on, "row %zu", i);
		cr_expect(has == rows[i].has, "row %zu", i);
	}
	tree_free(tree);
}

Test(machine, names_this_kernel_and_its_processors)
{
	struct fact *facts = NULL;
	struct utsname name;
	char cpus[32];

	cr_assert(uname(&name) == 0);
	machine_facts(&facts);
	check_text(fact_list_value(facts, "meta.kernel"), name.release);
	snprintf(cpus, sizeof(cpus), "%ld", sysconf(_SC_NPROCESSORS_ONLN));
	check_text(fact_list_value(facts, "meta.cpus"), cpus);
	cr_expect(strcmp(fact_list_value(facts, "meta.mitigations"), "absent") != 0);
	facts_free(&facts);
}

Test(machine, describes_a_file_by_its_file_system)
{
	struct fact *facts = NULL;
	char path[] = "/proc/version";
	struct target target = {.path = path};

	device_facts(&target, false, &facts);
	check_text(fact_list_value(facts, "meta.target"), path);
	check_text(fact_list_value(facts, "meta.fs"), "proc");
	check_text(fact_list_value(facts, "meta.device.model"), "absent");
	facts_free(&facts);
}

Test(machine, a_device_that_is_not_there_has_a_number_and_no_more)
{
	struct fact *facts = NULL;
	char path[] = "/dev/none", holder[BLOCKDEV_NAME], why[BLOCKDEV_NAME];
	dev_t dev;

	cr_assert(blockdev_parse("4001:7", &dev) == true);
	cr_expect(blockdev_parse("4001:7x", &(dev_t){0}) == false);
	cr_expect(blockdev_parse(":7", &(dev_t){0}) == false);
	struct target target = {.path = path, .is_device = true, .device = dev};
	device_facts(&target, false, &facts);
	check_text(fact_list_value(facts, "meta.device"), "4001:7");
	check_text(fact_list_value(facts, "meta.device.scheduler"), "absent");
	check_text(blockdev_name(dev, why), "4001:7");
	cr_expect(blockdev_disk(dev) == dev);
	cr_expect(blockdev_exists(dev) == false);
	cr_expect(blockdev_holder(dev, holder) == false);
	check_int(blockdev_logical_block(dev), 0);
	cr_expect(blockdev_can_discard(dev) == true);
	facts_free(&facts);
}

Test(machine, reads_the_first_line_of_small_files)
{
	static const struct {
		const char *line, *chosen;
	} rows[] = {{"none [mq-deadline] kyber", "mq-deadline"},
		    {"[none]", "none"},
		    {"write back", "write back"},
		    {"[open", "[open"},
		    {"", ""}};
	char line[SYSFILE_LINE];

	cr_expect(sysfile_line(line, sizeof(line), "/proc/%s", "no-such-file") == false);
	check_text(line, "");
	cr_expect(sysfile_line(line, sizeof(line), "/dev/%s", "null") == false);
	cr_expect(sysfile_line(line, sizeof(line), "/proc/sys/kernel/ostype") == true);
	check_text(line, "Linux");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		snprintf(line, sizeof(line), "%s", rows[i].line);
		check_text(sysfile_chosen(line), rows[i].chosen);
	}
}
