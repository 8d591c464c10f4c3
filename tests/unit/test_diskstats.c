/* The kernel's counts of a disk: lines of old and new kernels, differences, wraps. */
#include "collect/machine/diskstats.h"

#include <dirent.h>
#include <sys/sysmacros.h>

#include "collect/base/mem.h"
#include "tests/unit/check.h"

/* As Linux 6.18 prints it of a virtio disk. */
static const char line[] = "156179131   133386 2243907176 51116612  9361546   316320 231115826  "
			   "3646557        0  3290376 54953481   444106       57 337193360   "
			   "186551    58250     3759";

Test(diskstats, reads_a_line)
{
	struct diskstats stats;

	cr_assert(diskstats_parse(line, &stats) == true);
	check_int(stats.read_ios, 156179131);
	check_int(stats.read_merges, 133386);
	check_int(stats.read_bytes, 2243907176 * 512);
	check_int(stats.write_ios, 9361546);
	check_int(stats.write_merges, 316320);
	check_int(stats.write_bytes, 231115826LL * 512);
	check_int(stats.busy_ms, 3290376);
	check_int(stats.queue_ms, 54953481);
	check_int(stats.discard_ios, 444106);
	check_int(stats.discard_bytes, 337193360LL * 512);
	check_int(stats.flush_ios, 58250);
}

Test(diskstats, older_kernels_count_less)
{
	struct diskstats stats;

	cr_assert(diskstats_parse("1 2 3 4 5 6 7 8 9 10 11", &stats) == true);
	check_int(stats.queue_ms, 11);
	check_int(stats.discard_ios, 0);
	check_int(stats.flush_ios, 0);
	cr_assert(diskstats_parse("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", &stats) == true);
	check_int(stats.discard_ios, 12);
	check_int(stats.flush_ios, 0);
	/* Fields that are yet to come. */
	cr_assert(diskstats_parse("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18", &stats) == true);
	check_int(stats.flush_ios, 16);
}

Test(diskstats, what_is_no_line_changes_nothing)
{
	static const char *const bad[] = {"",
					  " ",
					  "1 2 3 4 5 6 7 8 9 10",
					  "1 2 3 4 5 6 7 8 9 10 x",
					  "1 2 3 4 5 6 7 8 9 10 11x",
					  "1 2 3 4 5 6 7 8 9 -10 11",
					  "1 2 3 4 5 6 7 8 9 10 99999999999999999999999",
					  "   8       0 sda 1 2 3 4 5 6 7 8 9 10 11"};
	struct diskstats stats = {.read_ios = 42};

	for (size_t i = 0; i < countof(bad); i++)
		cr_expect(diskstats_parse(bad[i], &stats) == false, "'%s'", bad[i]);
	check_int(stats.read_ios, 42);
	cr_expect(diskstats_read(makedev(4095, 1048575), &stats) == false);
}

/* Every line, cut anywhere, is refused or read: no number is made of a part of none. */
Test(diskstats, cut_lines)
{
	struct diskstats stats;

	for (size_t n = 0; n <= strlen(line); n++) {
		char *cut = mem_copy(line, n);
		if (diskstats_parse(cut, &stats))
			check_int(stats.read_ios, 156179131);
		free(cut);
	}
}

Test(diskstats, differences)
{
	struct diskstats from, to, d;

	cr_assert(diskstats_parse("10 1 100 0 20 2 200 0 0 1000 4294967000 3 0 8 0 4 0", &from));
	cr_assert(diskstats_parse("15 1 108 0 27 4 216 0 0 1250 704 5 0 24 0 5 0", &to));
	d = diskstats_between(&from, &to);
	check_int(d.read_ios, 5);
	check_int(d.read_merges, 0);
	check_int(d.read_bytes, 4096);
	check_int(d.write_ios, 7);
	check_int(d.write_merges, 2);
	check_int(d.write_bytes, 8192);
	check_int(d.busy_ms, 250);
	check_int(d.queue_ms, 1000); /* past 2^32 */
	check_int(d.discard_ios, 2);
	check_int(d.discard_bytes, 8192);
	check_int(d.flush_ios, 1);
	/* Counts that begin anew are none. */
	d = diskstats_between(&to, &from);
	check_int(d.read_ios, 0);
	check_int(d.write_bytes, 0);
}

/* Some disk of this machine, where it has one. */
Test(diskstats, reads_a_real_disk)
{
	DIR *disks = opendir("/sys/block");
	struct diskstats stats;
	size_t found = 0;

	if (!disks)
		cr_skip_test("needs /sys/block");
	for (struct dirent *d = readdir(disks); d; d = readdir(disks)) {
		char path[300];
		unsigned major_, minor_;
		snprintf(path, sizeof(path), "/sys/block/%.200s/dev", d->d_name);
		FILE *in = fopen(path, "re");
		if (!in)
			continue;
		if (fscanf(in, "%u:%u", &major_, &minor_) == 2) {
			cr_expect(diskstats_read(makedev(major_, minor_), &stats) == true, "%s",
				  d->d_name);
			found++;
		}
		fclose(in);
	}
	closedir(disks);
	if (!found)
		cr_skip_test("needs a disk");
}
