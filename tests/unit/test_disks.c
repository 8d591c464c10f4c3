/* The disks' own counts as records, and whether others made them. */
#include "collect/campaign/disks.h"

#include <dirent.h>
#include <errno.h>
#include <sys/sysmacros.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/machine/blockdev.h"
#include "tests/unit/check.h"

static char *
text_of(const struct disks *disks)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	const struct rows rows = {out, "c", "r", "t"};

	disks_emit(disks, &rows);
	fclose(out);
	return text;
}

static void
check_has(const char *text, const char *row)
{
	char line[256];

	snprintf(line, sizeof(line), "c,t,r,%s\n", row);
	cr_expect(strstr(text, line) != NULL, "no row '%s' in\n%s", row, text);
}

/* A device that no machine has: its name is its number. */
static dev_t
nowhere(void)
{
	return makedev(4095, 1048575);
}

Test(disks, one_disk_has_no_name)
{
	struct disk disk = {.dev = nowhere(),
			    .during = {.read_ios = 10,
				       .read_merges = 1,
				       .read_bytes = 40960,
				       .write_ios = 20,
				       .write_merges = 2,
				       .write_bytes = 81920,
				       .discard_ios = 3,
				       .flush_ios = 4,
				       .busy_ms = 500,
				       .queue_ms = 6000}};
	struct disks disks = {&disk, 1, 0, 2};
	char *text = text_of(&disks);

	check_has(text, "disk.read_ios,1,,,,,10");
	check_has(text, "disk.write_ios,1,,,,,20");
	check_has(text, "disk.read_merges,1,,,,,1");
	check_has(text, "disk.write_merges,1,,,,,2");
	check_has(text, "disk.read_bytes,B,,,,,40960");
	check_has(text, "disk.write_bytes,B,,,,,81920");
	check_has(text, "disk.discard_ios,1,,,,,3");
	check_has(text, "disk.flush_ios,1,,,,,4");
	check_has(text, "disk.util,%,,,,,25");
	check_has(text, "disk.queue,1,,,,,3");
	free(text);
	disk.during.busy_ms = 2004; /* a tick too much */
	text = text_of(&disks);
	check_has(text, "disk.util,%,,,,,100");
	free(text);
	disks.length_s = 0;
	text = text_of(&disks);
	check_has(text, "disk.queue,1,,,,,0");
	free(text);
}

Test(disks, several_are_named)
{
	struct disk disk[] = {{.dev = nowhere(), .during = {.read_ios = 1}},
			      {.dev = makedev(4095, 1), .during = {.read_ios = 2}}};
	struct disks disks = {disk, 2, 0, 1};
	char *text = text_of(&disks);

	check_has(text, "disk.4095:1048575.read_ios,1,,,,,1");
	check_has(text, "disk.4095:1.read_ios,1,,,,,2");
	free(text);
}

Test(disks, what_the_kernel_does_not_count_is_left_out)
{
	struct target targets[] = {{.device = nowhere()}, {.device = makedev(0, 42)}};
	struct disks disks;

	disks_begin(&disks, targets, 2);
	disks_end(&disks);
	check_int(disks.n, 0);
	cr_expect(disks.length_s >= 0);
	char *text = text_of(&disks);
	check_text(text, "");
	free(text);
	disks_free(&disks);
}

/* Some disk of this machine that takes requests of 4k, or the test is skipped. */
static dev_t
some_disk(void)
{
	DIR *all = opendir("/sys/block");
	dev_t found = 0;

	for (struct dirent *d = all ? readdir(all) : NULL; d && !found; d = readdir(all)) {
		char path[300], text[32] = "";
		snprintf(path, sizeof(path), "/sys/block/%.200s/dev", d->d_name);
		FILE *in = fopen(path, "re");
		if (!in)
			continue;
		if (fgets(text, sizeof(text), in)) {
			text[strcspn(text, "\n")] = '\0';
			blockdev_parse(text, &found);
		}
		fclose(in);
	}
	if (all)
		closedir(all);
	if (!found)
		cr_skip_test("needs a disk");
	return found;
}

Test(disks, others_show_as_a_difference)
{
	static char file[] = "f";
	struct job job = {.file = file,
			  .line = 1,
			  .direct = true,
			  .bs = {{4096, 4096}, {4096, 4096}, {4096, 4096}}};
	struct measure_task tasks[] = {{.job = &job, .n_files = 1},
				       {.job = &job, .clone = 1, .n_files = 1}};
	struct target targets[2] = {{.is_device = true}, {.is_device = true}};
	struct measure_result results[2] = {{.all_ios = 6000}, {.all_ios = 4000}};
	struct disks disks;
	struct where what;
	char name[BLOCKDEV_NAME], want[200];

	targets[0].device = targets[1].device = some_disk();
	disks_begin(&disks, targets, 2);
	disks_end(&disks);
	check_int(disks.n, 1); /* the same one twice */
	disks.disk[0].during = (struct diskstats){.read_ios = 10500, .discard_ios = 99999};
	cr_expect(disks_shared(&disks, tasks, targets, results, 2, &what) == false);
	disks.disk[0].during.write_ios = 1;
	cr_assert(disks_shared(&disks, tasks, targets, results, 2, &what) == true);
	snprintf(want, sizeof(want),
		 "others used the device '%s': of 10501 I/Os only 10000 were made here",
		 blockdev_name(targets[0].device, name));
	check_text(what.why, want);
	/* Where the kernel counts otherwise than we do nothing is said. */
	job.direct = false;
	cr_expect(disks_shared(&disks, tasks, targets, results, 2, &what) == false);
	job.direct = true;
	targets[1].is_device = false;
	cr_expect(disks_shared(&disks, tasks, targets, results, 2, &what) == false);
	targets[1].is_device = true;
	job.bs[DIRECTION_READ].max = 1 << 30;
	cr_expect(disks_shared(&disks, tasks, targets, results, 2, &what) == false);
	job.bs[DIRECTION_READ].max = 4096;
	results[0].error = -EIO;
	cr_expect(disks_shared(&disks, tasks, targets, results, 2, &what) == false);
	results[0].error = 0;
	/* Those that failed are ours too: here half of all, of two kinds. */
	results[0].errors[EIO] = 4000;
	results[1].errors[0] = 6000;
	disks.disk[0].during = (struct diskstats){.read_ios = 20000, .write_ios = 1000};
	cr_expect(disks_shared(&disks, tasks, targets, results, 2, &what) == false);
	disks.disk[0].during.write_ios = 1001;
	cr_expect(disks_shared(&disks, tasks, targets, results, 2, &what) == true);
	results[0].errors[EIO] = results[1].errors[0] = 0;
	/* A few I/Os are nobody's. */
	results[0].all_ios = results[1].all_ios = 5;
	disks.disk[0].during = (struct diskstats){.read_ios = 210};
	cr_expect(disks_shared(&disks, tasks, targets, results, 2, &what) == false);
	disks_free(&disks);
}
