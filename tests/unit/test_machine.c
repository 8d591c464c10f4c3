/* The machine's description: what is there is found, what is missing leaves no gap. */
#include "collect/machine/machine.h"

#include <sys/utsname.h>
#include <unistd.h>

#include "collect/base/sysfile.h"
#include "collect/machine/blockdev.h"
#include "collect/machine/device.h"
#include "collect/machine/facts.h"
#include "tests/unit/check.h"

static const char *
value_of(const struct fact *facts, const char *metric)
{
	for (const struct fact *f = facts; f; f = f->next)
		if (strcmp(f->metric, metric) == 0)
			return f->value;
	return "absent";
}

Test(machine, facts_are_kept_in_order_and_empty_ones_left_out)
{
	struct fact *facts = NULL;

	facts_add(&facts, "meta.a", "%s %d", "x", 1);
	facts_add(&facts, "meta.b", "%s", "");
	facts_add_number(&facts, "meta.c", "s", 0.1);
	check_text(value_of(facts, "meta.a"), "x 1");
	check_text(value_of(facts, "meta.b"), "absent");
	check_text(value_of(facts, "meta.c"), "0.1");
	check_text(facts->unit, "text");
	check_text(facts->prev->unit, "s");
	cr_expect(facts->next == facts->prev, "there are two facts");
	facts_free(&facts);
}

Test(machine, names_this_kernel_and_its_processors)
{
	struct fact *facts = NULL;
	struct utsname name;
	char cpus[32];

	cr_assert(uname(&name) == 0);
	machine_facts(&facts);
	check_text(value_of(facts, "meta.kernel"), name.release);
	snprintf(cpus, sizeof(cpus), "%ld", sysconf(_SC_NPROCESSORS_ONLN));
	check_text(value_of(facts, "meta.cpus"), cpus);
	cr_expect(strcmp(value_of(facts, "meta.mitigations"), "absent") != 0);
	facts_free(&facts);
}

Test(machine, describes_a_file_by_its_file_system)
{
	struct fact *facts = NULL;
	char path[] = "/proc/version";
	struct target target = {.path = path};

	device_facts(&target, &facts);
	check_text(value_of(facts, "meta.target"), path);
	check_text(value_of(facts, "meta.fs"), "proc");
	check_text(value_of(facts, "meta.device.model"), "absent");
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
	device_facts(&target, &facts);
	check_text(value_of(facts, "meta.device"), "4001:7");
	check_text(value_of(facts, "meta.device.scheduler"), "absent");
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
