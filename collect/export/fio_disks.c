/* disk.* as fio's disk_util. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/export/fio_json.h"
#include "collect/export/object.h"

/* disk.NAME.util, or disk.util of the test's one device: puts the number to the disk of that name,
 * unless it has one. disks: an object for each disk, by its name. */
static void
add_number(json_t *disks, const char *device, const struct export_row *row)
{
	static const char prefix[] = "disk.";
	const char *metric = row->metric->text, *key = strrchr(metric, '.') + 1;

	if (strcmp(key, "util") != 0 && strcmp(key, "read_ios") != 0 &&
	    strcmp(key, "write_ios") != 0)
		return;
	const char *begin = metric + strlen(prefix);
	char *name = key > begin ? mem_copy(begin, (size_t)(key - 1 - begin)) : mem_dup(device);
	json_t *disk = name ? json_object_get(disks, name) : NULL;
	if (name && !disk) {
		disk = object_put(disks, name, object_new());
		object_put_text(disk, "name", name);
	}
	if (disk && !json_object_get(disk, key))
		object_put_number(disk, key, row->value);
	free(name);
}

json_t *
fio_json_disks(const struct export_run *run)
{
	json_t *by_name = object_new(), *disks = object_array_new(), *disk;
	const char *name;

	for (size_t t = 0; t < list_n(&run->tests); t++) {
		const struct export_test *test = export_run_test(run, t);
		char number[NUM_TEXT];
		const char *device = export_text(run, test, "meta.device", number);
		for (size_t i = 0; i < list_n(&test->scalars); i++) {
			const struct export_row *row = &export_rows(&test->scalars)[i];
			if (view_starts(name_view(row->metric), "disk."))
				add_number(by_name, device, row);
		}
	}
	json_object_foreach(by_name, name, disk)
	{
		object_append(disks, json_incref(disk));
	}
	json_decref(by_name);
	return disks;
}
