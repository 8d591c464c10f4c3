/* What makes numbers unsteady, on made trees; wait changes the tree between the two looks. */
#include "collect/machine/warnings.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"
#include "tests/unit/tree.h"

#define CPU "/sys/devices/system/cpu"

/* Writes a file between the two looks. */
struct change {
	const char *tree, *path, *text;
};

static void
make_change(void *ctx)
{
	const struct change *change = ctx;

	if (change->path)
		tree_file(change->tree, change->path, change->text);
}

/* Warnings about a file in the tree with one thread of I/O, joined. */
static char *
find(struct change *change)
{
	UT_array *paths = lines_new();
	const struct warnings_asked asked = {
	    .root = change->tree, .paths = paths, .threads = 1, .wait = make_change, .ctx = change};

	lines_add(paths, change->tree);
	UT_array *lines = warnings_find(&asked);
	char *all = lines_join(lines, "; ");
	lines_free(lines);
	lines_free(paths);
	return all;
}

static char *
make_quiet(void)
{
	char *tree = tree_new();

	tree_device(tree, "8:1", "/sda/sda1", "8\n");
	tree_file(tree, "/sys/devices/sda/sda1/partition", "1\n");
	tree_file(tree, "/sys/devices/sda/stat", "10 0 80 5 20 0 160 9 0 7 14\n");
	tree_file(tree, "/proc/self/mountinfo", "27 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
	tree_file(tree, "/proc/self/status", "Cpus_allowed_list:\t0-1\n");
	tree_file(tree, "/proc/loadavg", "0.99 5.00 5.00 1/1 1\n");
	tree_file(tree, "/proc/vmstat", "pswpin 100\npswpout 200\n");
	tree_file(tree, "/proc/meminfo", "SwapTotal: 2048 kB\nSwapFree: 2048 kB\n");
	tree_file(tree, "/proc/pressure/io", "some avg10=9.99 avg60=0 total=0\n");
	tree_file(tree, CPU "/cpu0/cpufreq/scaling_governor", "performance\n");
	tree_file(tree, CPU "/cpu0/thermal_throttle/core_throttle_count", "5\n");
	return tree;
}

Test(warnings, a_quiet_machine_has_none)
{
	char *tree = make_quiet();
	struct change change = {tree, NULL, NULL};
	char *all = find(&change);

	check_text(all, "");
	free(all);
	tree_free(tree);
}

Test(warnings, an_unknown_machine_has_none)
{
	char *tree = tree_new();
	struct change change = {tree, NULL, NULL};
	char *all = find(&change);

	check_text(all, "");
	free(all);
	tree_free(tree);
}

Test(warnings, each_has_its_line)
{
	static const struct {
		const char *path, *text, *line;
	} rows[] = {
	    {"/proc/loadavg", "1.01 0 0 1/1 1\n", "load average 1.01 with 1 of 2 processors free"},
	    {"/proc/pressure/io", "some avg10=10.00 avg60=0 total=0\n",
	     "tasks waited for I/O in 10 % of the last 10 s"},
	    {"/proc/pressure/cpu", "some avg10=83.40 avg60=0 total=0\n",
	     "tasks waited for a processor in 83 % of the last 10 s"},
	    {"/proc/meminfo", "SwapTotal: 2048 kB\nSwapFree: 1024 kB\n", "swap is in use: 1 MiB"},
	    {"/proc/vmstat", "pswpin 101\npswpout 206\n",
	     "the machine is swapping: 7 pages in 0.2 s"},
	    {CPU "/cpu1/cpufreq/scaling_governor", "powersave\n",
	     "the governor 'powersave' clocks processors by their load (set it to 'performance')"},
	    {CPU "/cpu0/thermal_throttle/core_throttle_count", "6\n",
	     "processors are slowed down for their heat"},
	    {CPU "/cpu0/thermal_throttle/package_throttle_count", "1\n",
	     "processors are slowed down for their heat"},
	    /* 10 reads, 20 writes before: three more are no others, four are. */
	    {"/sys/devices/sda/stat", "11 0 80 5 22 0 160 9 0 7 14\n", ""},
	    {"/sys/devices/sda/stat", "11 0 80 5 23 0 160 9 0 7 14\n",
	     "others use sda (4 I/Os in 0.2 s)"},
	    /* Discards and flushes are I/Os too, where the kernel counts them. */
	    {"/sys/devices/sda/stat", "10 0 80 5 20 0 160 9 0 7 14 6 0 0 0 3 0\n",
	     "others use sda (9 I/Os in 0.2 s)"},
	    {"/sys/devices/sda/stat", "  10  0 80 5 20 0 160 9 2 7 14\n",
	     "others use sda (0 I/Os in 0.2 s, 2 in flight)"},
	    {"/sys/devices/sda/stat", "x -5 nan 1e999", ""},
	    {"/sys/devices/sda/stat", "", ""},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *tree = make_quiet();
		struct change change = {tree, rows[i].path, rows[i].text};
		char *all = find(&change);
		check_text(all, rows[i].line);
		free(all);
		tree_free(tree);
	}
}

Test(warnings, with_no_processor_to_spare_half_a_task_is_load)
{
	static const struct {
		const char *load, *line;
	} rows[] = {{"0.50 0 0\n", ""},
		    {"0.51 0 0\n", "load average 0.51 with 0 of 1 processors free"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *tree = make_quiet();
		struct change change = {tree, NULL, NULL};
		tree_file(tree, "/proc/self/status", "Cpus_allowed_list:\t3\n");
		tree_file(tree, "/proc/loadavg", rows[i].load);
		char *all = find(&change);
		check_text(all, rows[i].line);
		free(all);
		tree_free(tree);
	}
}

/* The load average is said only where no pressure says more, that of I/O only where no disk does.
 */
Test(warnings, only_what_says_something_new_is_said)
{
	static const struct {
		const char *io, *cpu, *stat, *lines;
	} rows[] = {
	    {"0", "0", "10 0 80 5 20 0 160 9 0 7 14\n",
	     "load average 9.00 with 1 of 2 processors free"},
	    {"0", "50", "10 0 80 5 20 0 160 9 0 7 14\n",
	     "tasks waited for a processor in 50 % of the last 10 s"},
	    {"70", "0", "10 0 80 5 20 0 160 9 0 7 14\n",
	     "tasks waited for I/O in 70 % of the last 10 s"},
	    {"70", "50", "99 0 80 5 20 0 160 9 0 7 14\n",
	     "others use sda (89 I/Os in 0.2 s); "
	     "tasks waited for a processor in 50 % of the last 10 s"},
	    {"70", "0", "99 0 80 5 20 0 160 9 0 7 14\n",
	     "others use sda (89 I/Os in 0.2 s); load average 9.00 with 1 of 2 processors free"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *tree = make_quiet();
		struct change change = {tree, "/sys/devices/sda/stat", rows[i].stat};
		char *io = mem_format("some avg10=%s avg60=0 total=0\n", rows[i].io);
		char *cpu = mem_format("some avg10=%s avg60=0 total=0\n", rows[i].cpu);
		tree_file(tree, "/proc/loadavg", "9.00 0 0 1/1 1\n");
		tree_file(tree, "/proc/pressure/io", io);
		tree_file(tree, "/proc/pressure/cpu", cpu);
		char *all = find(&change);
		check_text(all, rows[i].lines);
		free(all);
		free(cpu);
		free(io);
		tree_free(tree);
	}
}

Test(warnings, one_line_names_the_three_worst)
{
	static const char *const joined[] = {"",
					     "a",
					     "a; b",
					     "a; b; c",
					     "a; b; c; 1 more ('collect machine' tells all)",
					     "a; b; c; 2 more ('collect machine' tells all)"};
	static const char *const words[] = {"a", "b", "c", "d", "e"};

	for (size_t n = 0; n <= 5; n++) {
		UT_array *lines = lines_new();
		for (size_t i = 0; i < n; i++)
			lines_add(lines, words[i]);
		char *all = warnings_join(lines);
		check_text(all, joined[n]);
		free(all);
		lines_free(lines);
	}
}

Test(warnings, paths_that_are_not_there_are_looked_for_in_their_folder)
{
	char *tree = make_quiet(), *made = mem_format("%s/not-made-yet", tree);
	struct change change = {tree, "/sys/devices/sda/stat", "99 0 80 5 20 0 160 9 0 7 14\n"};
	UT_array *paths = lines_new();
	const struct warnings_asked asked = {
	    .root = tree, .paths = paths, .wait = make_change, .ctx = &change};

	lines_add(paths, "");
	lines_add(paths, "/no/such/folder");
	lines_add(paths, made);
	UT_array *lines = warnings_find(&asked);
	check_int(list_n(lines), 1);
	check_text(lines_at(lines, 0), "others use sda (89 I/Os in 0.2 s)");
	lines_free(lines);
	lines_free(paths);
	free(made);
	tree_free(tree);
}

Test(warnings, a_battery_and_notes)
{
	char *tree = make_quiet();
	struct change change = {tree, NULL, NULL};

	tree_file(tree, "/sys/class/power_supply/BAT/type", "Battery\n");
	tree_file(tree, "/sys/class/power_supply/BAT/status", "Discharging\n");
	char *all = find(&change);
	check_text(all, "the machine runs on its battery");
	free(all);
	UT_array *notes = warnings_notes(tree);
	check_int(list_n(notes), 0);
	lines_free(notes);
	tree_file(tree, CPU "/cpufreq/boost", "1\n");
	tree_file(tree, "/proc/cpuinfo", "flags\t: fpu hypervisor sse\n");
	notes = warnings_notes(tree);
	check_int(list_n(notes), 2);
	lines_free(notes);
	tree_free(tree);
}

Test(warnings, jobs_say_what_they_work_on)
{
	char *tree = tree_new(), *name = mem_format("%s/x", tree);
	char *filename[] = {name};
	struct job jobs[] = {{.numjobs = 1, .filename = filename, .n_filenames = 1},
			     {.numjobs = 2, .directory = tree, .group = 1},
			     {.numjobs = 2, .ioengine = JOB_ENGINE_NULL, .group = 1}};
	const struct job_list list = {jobs, 3};
	char *line = machine_warnings(&list);

	cr_expect(line == NULL || strncmp(line, "unsteady: ", 10) == 0, "'%s'", line);
	free(line);
	free(name);
	tree_free(tree);
}
