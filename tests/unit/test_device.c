/* Devices and files, on made trees. */
#include "collect/machine/device.h"

#include <sys/sysmacros.h>

#include "collect/base/mem.h"
#include "collect/machine/identity.h"
#include "tests/unit/check.h"
#include "tests/unit/fact_list.h"
#include "tests/unit/tree.h"

struct want {
	const char *metric, *value;
};

static void
check_described(const struct device_asked *asked, const struct want *want, size_t n)
{
	struct fact *facts = NULL;

	device_describe(asked, &facts);
	for (size_t i = 0; i < n; i++)
		check_text(fact_list_value(facts, want[i].metric), want[i].value);
	for (const struct fact *f = facts; f; f = f->next)
		cr_expect(f->value[0] != '\0', "%s is empty", f->metric);
	facts_free(&facts);
}

#define CHECK(asked, want) check_described(asked, want, sizeof(want) / sizeof((want)[0]))

static void
make_nvme(const char *tree)
{
	static const struct {
		const char *file, *text;
	} rows[] = {{"queue/scheduler", "[none] mq-deadline\n"},
		    {"queue/nr_requests", "1023\n"},
		    {"queue/rq_affinity", "1\n"},
		    {"queue/nomerges", "0\n"},
		    {"queue/wbt_lat_usec", "2000\n"},
		    {"queue/io_poll", "0\n"},
		    {"queue/rotational", "0\n"},
		    {"queue/write_cache", "write back\n"},
		    {"queue/fua", "1\n"},
		    {"queue/dax", "0\n"},
		    {"queue/zoned", "none\n"},
		    {"queue/logical_block_size", "512\n"},
		    {"queue/physical_block_size", "4096\n"},
		    {"wwid", "eui.0025385\n"},
		    {"mq/0/cpu_list", "0\n"},
		    {"device/model", "Fast 3000   \n"},
		    {"device/serial", "  SN 42  \n"},
		    {"device/firmware_rev", "1.0b\n"},
		    {"device/transport", "pcie\n"},
		    {"device/hwmon3/name", "nvme\n"},
		    {"device/hwmon3/temp1_input", "38850\n"},
		    {"nvme0n1p1/partition", "1\n"},
		    {"nvme0n1p1/start", "2048\n"},
		    {"nvme0n1p1/alignment_offset", "0\n"}};

	tree_device(tree, "259:0", "/pci/nvme0/nvme0n1", "8388608\n");
	tree_device(tree, "259:1", "/pci/nvme0/nvme0n1/nvme0n1p1", "4194304\n");
	tree_file(tree, "/sys/devices/pci/numa_node", "1\n");
	tree_file(tree, "/sys/devices/pci/current_link_speed", "16.0 GT/s PCIe\n");
	tree_file(tree, "/sys/devices/pci/current_link_width", "4\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *path = mem_format("/sys/devices/pci/nvme0/nvme0n1/%s", rows[i].file);
		tree_file(tree, path, rows[i].text);
		free(path);
	}
}

Test(device, a_partition_has_the_settings_of_its_disk)
{
	static const struct want want[] = {
	    {"meta.target", "/dev/no-such"},
	    {"meta.target.path", "absent"},
	    {"meta.target.number", "259:1"},
	    {"meta.device", "nvme0n1p1"},
	    {"meta.device.stack", "nvme0n1p1 < nvme0n1"},
	    {"meta.device.size", "2g"},
	    {"meta.device.partition.start", "1m"},
	    {"meta.device.alignment_offset", "0"},
	    {"meta.device.model", "Fast 3000"},
	    /* 64-bit FNV-1a of "SN 42" and "eui.0025385" by Python:
	     * h = 0xcbf29ce484222325; for c in b: h = (h ^ c) * 0x100000001b3 % 2**64 */
	    {"meta.device.serial", "hash 11ee04b31a54326e"},
	    {"meta.device.wwid", "hash bf6cd1be272b0661"},
	    {"meta.device.firmware", "1.0b"},
	    {"meta.load.disk_temperature", "38.9 C"},
	    {"meta.device.transport", "pcie"},
	    {"meta.device.link", "16.0 GT/s PCIe x4"},
	    {"meta.device.numa_node", "1"},
	    {"meta.device.scheduler", "none"},
	    {"meta.device.nr_requests", "1023"},
	    {"meta.device.rq_affinity", "1"},
	    {"meta.device.nomerges", "0"},
	    {"meta.device.wbt_lat_usec", "2000"},
	    {"meta.device.io_poll", "0"},
	    {"meta.device.rotational", "0"},
	    {"meta.device.write_cache", "write back"},
	    {"meta.device.fua", "1"},
	    {"meta.device.dax", "0"},
	    {"meta.device.zoned", "none"},
	    {"meta.device.logical_block", "512"},
	    {"meta.device.physical_block", "4096"},
	    {"meta.device.bio_based", "0"},
	};
	static const struct want plain[] = {{"meta.device.serial", "SN 42"},
					    {"meta.device.wwid", "eui.0025385"},
					    {"meta.device.partition.start", "absent"},
					    {"meta.device.size", "4g"}};
	char *tree = tree_new();

	make_nvme(tree);
	struct device_asked asked = {
	    .root = tree, .path = "/dev/no-such", .is_device = true, .device = makedev(259, 1)};
	CHECK(&asked, want);
	asked.device = makedev(259, 0);
	asked.serial = true;
	CHECK(&asked, plain);
	tree_free(tree);
}

Test(device, a_file_is_told_by_what_it_lies_on)
{
	static const struct want want[] = {
	    {"meta.fs", "ext4"},
	    {"meta.fs.options", "rw,relatime,discard"},
	    {"meta.device", "nvme0n1p1"},
	    {"meta.device.stack", "ext4 file < nvme0n1p1 < nvme0n1"},
	    {"meta.device.model", "Fast 3000"},
	    {"meta.target.number", "259:1"},
	};
	static const struct want remote[] = {{"meta.fs", "nfs"},
					     {"meta.device", "server:/x"},
					     {"meta.device.stack", "nfs file < server:/x"},
					     {"meta.device.model", "absent"}};
	char *tree = tree_new(), *dots = mem_format("%s/./a", tree),
	     *path = mem_format("%s/a", tree);
	const struct want resolved[] = {{"meta.target", dots}, {"meta.target.path", path}};

	make_nvme(tree);
	tree_file(tree, "/a", "");
	tree_file(tree, "/proc/self/mountinfo",
		  "27 1 259:1 / / rw,relatime - ext4 /dev/nvme0n1p1 rw,discard\n");
	struct device_asked asked = {.root = tree, .path = dots};
	CHECK(&asked, want);
	CHECK(&asked, resolved);
	tree_file(tree, "/proc/self/mountinfo", "27 1 0:50 / / rw - nfs server:/x rw\n");
	CHECK(&asked, remote);
	free(path);
	free(dots);
	tree_free(tree);
}

Test(device, drivers_without_queues_are_known)
{
	static const struct {
		const char *file, *text, *bio_based;
	} rows[] = {
	    {"queue/rotational", "0\n", "1"},         /* no scheduler at all: newer kernels */
	    {"queue/scheduler", "none\n", "1"},       /* older ones */
	    {"queue/scheduler", "[cfq] noop\n", "0"}, /* of the time before blk-mq */
	    {"mq/0/cpu_list", "0\n", "0"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *tree = tree_new(), *file = mem_format("/sys/devices/x/%s", rows[i].file);
		const struct want want[] = {{"meta.device.bio_based", rows[i].bio_based}};
		tree_device(tree, "253:0", "/x", "8\n");
		tree_file(tree, file, rows[i].text);
		const struct device_asked asked = {
		    .root = tree, .path = "/", .is_device = true, .device = makedev(253, 0)};
		CHECK(&asked, want);
		free(file);
		tree_free(tree);
	}
}

Test(device, the_way_to_it_tells_the_transport)
{
	static const struct {
		const char *path, *transport, *model;
	} rows[] = {{"/pci/usb1/1-1/host0/block/sda", "usb", "sda"},
		    {"/pci/ata1/host0/target0/block/sda", "ata", "sda"},
		    {"/pci/virtio1/block/vda", "virtio", "vda"},
		    {"/platform/host1/session2/block/sdb", "iscsi", "sdb"},
		    {"/virtual/block/zram0", "none", "zram"},
		    {"/soc/disk7", "absent", "disk"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *tree = tree_new();
		const struct want want[] = {{"meta.device.transport", rows[i].transport},
					    {"meta.device.model", rows[i].model},
					    {"meta.device.serial", "absent"},
					    {"meta.device.numa_node", "absent"},
					    {"meta.device.link", "absent"},
					    {"meta.load.disk_temperature", "41.0 C"}};
		char *sensor =
		    mem_format("/sys/devices%s/device/hwmon/hwmon1/temp1_input", rows[i].path);
		tree_device(tree, "8:0", rows[i].path, "8\n");
		tree_file(tree, "/sys/devices/numa_node", "-1\n");
		tree_file(tree, "/sys/devices/current_link_speed", "Unknown\n");
		tree_file(tree, "/sys/devices/current_link_width", "0\n");
		tree_file(tree, sensor, "41000\n");
		free(sensor);
		const struct device_asked asked = {
		    .root = tree, .path = "/", .is_device = true, .device = makedev(8, 0)};
		CHECK(&asked, want);
		tree_free(tree);
	}
}

/* Writes a page 80h of n bytes. */
static void
write_page(const char *tree, const char *page, size_t n)
{
	char *path = mem_format("%s/sys/devices/sda/device/vpd_pg80", tree);

	tree_file(tree, "/sys/devices/sda/device/vpd_pg80", "");
	FILE *out = fopen(path, "we");
	cr_assert(out != NULL);
	fwrite(page, 1, n, out);
	cr_assert(fclose(out) == 0);
	free(path);
}

Test(device, scsi_hides_its_serial_number_in_a_page)
{
	static const char page[] = "\0\x80\0\x0a  OVERLAY7";
	static const char lies[] = "\0\x80\xff\xffOVERLAY7";
	char *tree = tree_new();
	const struct want want[] = {{"meta.device.serial", "OVERLAY7"}};
	const struct want absent[] = {{"meta.device.serial", "absent"}};
	const struct device_asked asked = {
	    .root = tree, .path = "/", .is_device = true, .device = makedev(8, 0), .serial = true};

	tree_device(tree, "8:0", "/sda", "8\n");
	write_page(tree, page, sizeof(page) - 1);
	CHECK(&asked, want);
	write_page(tree, lies, sizeof(lies) - 1);
	CHECK(&asked, want);
	for (size_t n = 0; n <= 4; n++) {
		write_page(tree, page, n);
		CHECK(&asked, absent);
	}
	tree_free(tree);
}

Test(device, the_hash_is_the_published_one)
{
	/* FNV-1a, 64 bits: the test vectors of Noll's page, isthe.com/chongo/tech/comp/fnv. */
	cr_expect(identity_hash("") == 0xcbf29ce484222325U);
	cr_expect(identity_hash("a") == 0xaf63dc4c8601ec8cU);
	cr_expect(identity_hash("foobar") == 0x85944171f73967e8U);
}
