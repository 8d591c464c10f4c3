/* Drivers put these into files of different names; each is looked for where one of them has it. */
#include "collect/machine/identity.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/machine/facts.h"
#include "collect/machine/procfile.h"
#include "collect/machine/sysdev.h"

uint64_t
identity_hash(const char *text)
{
	uint64_t state = 0xCBF29CE484222325U;

	for (; *text; text++)
		state = (state ^ (unsigned char)*text) * 0x100000001B3U;
	return state;
}

/* The first of the files, NULL behind the last, that says something. */
static bool
first_of(const char *disk, const char *const *file, char out[SYSFILE_LINE])
{
	while (*file && !sysfile_line(out, SYSFILE_LINE, "%s/%s", disk, *file))
		file++;
	return *file != NULL;
}

static void
add_first(struct fact **facts, const char *metric, const char *disk, const char *const *file)
{
	char text[SYSFILE_LINE];

	if (first_of(disk, file, text))
		facts_add(facts, metric, "%s", text + strspn(text, " "));
}

static void
add_secret(struct fact **facts, const char *metric, const char *text, bool plain)
{
	text += strspn(text, " ");
	if (!text[0])
		return;
	if (plain)
		facts_add(facts, metric, "%s", text);
	else
		facts_add(facts, metric, "hash %016" PRIx64, identity_hash(text));
}

/* The model as the hardware names itself, else its name for the device mapper, else the driver,
 * else the kind that the kernel's name begins with ("zram0"). */
static void
add_model(struct fact **facts, const char *disk)
{
	static const char *const files[] = {"device/model", "device/name", "dm/name", NULL};
	const char *name = strrchr(disk, '/');
	char text[SYSFILE_LINE];

	name = name ? name + 1 : disk;
	if (first_of(disk, files, text) || sysdev_link(disk, "device/driver", text, sizeof(text)))
		facts_add(facts, "meta.device.model", "%s", text);
	else
		facts_add(facts, "meta.device.model", "%.*s", (int)strcspn(name, "0123456789"),
			  name);
}

/* SCSI has the serial number in a page of "vital product data" (SPC-4, 7.8.15): a length in bytes 2
 * and 3, then text. */
static void
read_vpd(const char *disk, char out[SYSFILE_LINE])
{
	char *path = mem_format("%s/device/vpd_pg80", disk);
	unsigned char page[4 + 252] = {0};
	FILE *in = fopen(path, "re");
	size_t n = in ? fread(page, 1, sizeof(page), in) : 0, length = 0;

	free(path);
	if (in)
		fclose(in);
	if (n > 4 && page[1] == 0x80)
		length = (size_t)page[2] << 8 | page[3];
	if (n > 4 && length > n - 4)
		length = n - 4;
	for (size_t i = 0; i < length; i++)
		out[i] = isprint(page[4 + i]) ? (char)page[4 + i] : ' ';
	while (length && out[length - 1] == ' ')
		length--;
	out[length] = '\0';
}

static void
add_names(struct fact **facts, const char *disk, bool plain)
{
	static const char *const serials[] = {"device/serial", "serial", NULL};
	static const char *const wwids[] = {"wwid", "device/wwid", "dm/uuid", "md/uuid", NULL};
	char text[SYSFILE_LINE];

	if (!first_of(disk, serials, text))
		read_vpd(disk, text);
	add_secret(facts, "meta.device.serial", text, plain);
	text[0] = '\0';
	first_of(disk, wwids, text);
	add_secret(facts, "meta.device.wwid", text, plain);
}

/* NVMe says so itself; of others the way to the device through sysfs tells. */
static void
add_transport(struct fact **facts, const char *disk)
{
	static const struct {
		const char *part, *transport;
	} ways[] = {{"/usb", "usb"},       {"/ata", "ata"},       {"/end_device-", "sas"},
		    {"/rport-", "fc"},     {"/session", "iscsi"}, {"/mmc_host/", "mmc"},
		    {"/virtio", "virtio"}, {"/vbd-", "xen"},      {"/vmbus", "hyperv"},
		    {"/virtual/", "none"}};
	char text[SYSFILE_LINE];

	if (sysfile_line(text, sizeof(text), "%s/device/transport", disk)) {
		facts_add(facts, "meta.device.transport", "%s", text);
		return;
	}
	for (size_t i = 0; i < countof(ways); i++) {
		if (strstr(disk, ways[i].part)) {
			facts_add(facts, "meta.device.transport", "%s", ways[i].transport);
			return;
		}
	}
}

/* The PCIe link of the device, or of the controller that it hangs on. */
static void
add_place(struct fact **facts, const char *disk)
{
	char speed[SYSFILE_LINE], width[SYSFILE_LINE], node[SYSFILE_LINE];

	/* "Unknown" is the link of a virtual bus. */
	if (sysdev_above(disk, "current_link_speed", speed, sizeof(speed)) &&
	    isdigit((unsigned char)speed[0]) &&
	    sysdev_above(disk, "current_link_width", width, sizeof(width)))
		facts_add(facts, "meta.device.link", "%s x%s", speed, width);
	/* -1 is a machine that does not say. */
	if (sysdev_above(disk, "numa_node", node, sizeof(node)) && node[0] != '-')
		facts_add(facts, "meta.device.numa_node", "%s", node);
}

void
identity_facts(const char *disk, bool serial, struct fact **facts)
{
	static const char *const vendors[] = {"device/vendor", NULL};
	static const char *const firmwares[] = {"device/firmware_rev", "device/rev", "device/fwrev",
						NULL};

	add_model(facts, disk);
	add_first(facts, "meta.device.vendor", disk, vendors);
	add_names(facts, disk, serial);
	add_first(facts, "meta.device.firmware", disk, firmwares);
	add_transport(facts, disk);
	add_place(facts, disk);
}
