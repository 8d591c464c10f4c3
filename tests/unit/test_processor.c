/* Processors and the load on them, on made trees. */
#include "collect/machine/processor.h"

#include "collect/machine/moment.h"
#include "collect/machine/procfile.h"
#include "tests/unit/check.h"
#include "tests/unit/fact_list.h"
#include "tests/unit/tree.h"

#define CPU "/sys/devices/system/cpu"

Test(processor, lists_are_counted)
{
	static const struct {
		const char *list;
		unsigned n;
	} rows[] = {{"0", 1},     {"0-3", 4}, {"0-3,8", 5},
		    {"0,2-2", 2}, {"", 0},    {"(null)", 0},
		    {"3-1", 0},   {"0-", 0},  {"0-99999999999999999999", 0},
		    {"1x", 0}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		cr_expect(processor_count(rows[i].list) == rows[i].n, "'%s' gives %u", rows[i].list,
			  processor_count(rows[i].list));
}

Test(processor, is_described)
{
	static const struct {
		const char *metric, *value;
	} want[] = {{"meta.cpu", "Quick 9 @ 3GHz"},
		    {"meta.cpu.microcode", "0x42"},
		    {"meta.cpus.allowed", "0-1"},
		    {"meta.cpus.isolated", "3"},
		    {"meta.cpus.nohz_full", "absent"},
		    {"meta.smt", "on"},
		    {"meta.governor", "powersave,performance"},
		    {"meta.cpu.driver", "intel_pstate"},
		    {"meta.cpu.preference", "balance_power"},
		    {"meta.cpu.turbo", "off"},
		    {"meta.cpu.idle", "intel_idle menu"},
		    {"meta.cpu.idle.off", "C1E,C6"},
		    {"meta.numa", "0-1"},
		    {"meta.clocksource", "hpet"}};
	char *tree = tree_new();
	struct fact *facts = NULL;

	tree_file(tree, "/proc/cpuinfo",
		  "processor\t: 0\nmodel name\t: Quick 9 @ 3GHz\ncpu MHz\t\t: 3000\nmicrocode\t: "
		  "0x42\n\nmodel name\t: Slow\n");
	tree_file(tree, "/proc/self/status", "Name:\tx\nCpus_allowed_list:\t0-1\n");
	tree_file(tree, CPU "/online", "0-3\n");
	tree_file(tree, CPU "/isolated", "3\n");
	tree_file(tree, CPU "/nohz_full", "  (null)\n");
	tree_file(tree, CPU "/smt/control", "on\n");
	tree_file(tree, CPU "/intel_pstate/no_turbo", "1\n");
	tree_file(tree, CPU "/cpuidle/current_driver", "intel_idle\n");
	tree_file(tree, CPU "/cpuidle/current_governor_ro", "menu\n");
	tree_file(tree, CPU "/cpu0/cpuidle/state0/name", "POLL\n");
	tree_file(tree, CPU "/cpu0/cpuidle/state0/disable", "0\n");
	tree_file(tree, CPU "/cpu0/cpuidle/state2/name", "C1E\n");
	tree_file(tree, CPU "/cpu0/cpuidle/state2/disable", "1\n");
	tree_file(tree, CPU "/cpu0/cpuidle/state10/name", "C6\n");
	tree_file(tree, CPU "/cpu0/cpuidle/state10/disable", "1\n");
	for (int i = 0; i < 3; i++) {
		static const char *const governors[] = {"powersave\n", "performance\n",
							"powersave\n"};
		char path[128];
		snprintf(path, sizeof(path), CPU "/cpu%d/cpufreq/scaling_governor", i);
		tree_file(tree, path, governors[i]);
		snprintf(path, sizeof(path), CPU "/cpu%d/cpufreq/scaling_driver", i);
		tree_file(tree, path, "intel_pstate\n");
		snprintf(path, sizeof(path), CPU "/cpu%d/cpufreq/energy_performance_preference", i);
		tree_file(tree, path, "balance_power\n");
	}
	tree_file(tree, "/sys/devices/system/node/online", "0-1\n");
	tree_file(tree, "/sys/devices/system/clocksource/clocksource0/current_clocksource",
		  "hpet\n");
	processor_facts(tree, &facts);
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++)
		check_text(fact_list_value(facts, want[i].metric), want[i].value);
	facts_free(&facts);
	tree_free(tree);
}

Test(processor, turbo_has_two_files)
{
	static const struct {
		const char *file, *text, *turbo;
	} rows[] = {
	    {"/intel_pstate/no_turbo", "0\n", "on"}, {"/intel_pstate/no_turbo", "1\n", "off"},
	    {"/cpufreq/boost", "0\n", "off"},        {"/cpufreq/boost", "1\n", "on"},
	    {"/cpufreq/boost", "perhaps\n", ""},     {"/else", "1\n", ""}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *tree = tree_new(), path[128];
		snprintf(path, sizeof(path), CPU "%s", rows[i].file);
		tree_file(tree, path, rows[i].text);
		check_text(processor_turbo(tree), rows[i].turbo);
		tree_free(tree);
	}
}

Test(processor, the_moment_is_described)
{
	static const struct {
		const char *metric, *value;
	} want[] = {{"meta.load", "2.31 1.07 0.90"},        {"meta.load.pressure.cpu", "12.5"},
		    {"meta.load.pressure.io", "0"},         {"meta.load.pressure.memory", "absent"},
		    {"meta.load.memory_available", "2048"}, {"meta.load.swap_used", "3072"},
		    {"meta.load.temperature", "61.5 C"}};
	char *tree = tree_new();
	struct fact *facts = NULL;

	tree_file(tree, "/proc/loadavg", "2.31 1.07 0.90 3/106 23294\n");
	tree_file(tree, "/proc/pressure/cpu", "some avg10=12.50 avg60=1.00 total=5\n");
	tree_file(tree, "/proc/pressure/io", "some avg10=0.00 avg60=1.00 total=5\nfull avg10=9\n");
	tree_file(tree, "/proc/pressure/memory", "some avg10=\n");
	tree_file(tree, "/proc/meminfo", "MemAvailable: 2 kB\nSwapTotal: 10 kB\nSwapFree: 7 kB\n");
	tree_file(tree, "/sys/class/thermal/thermal_zone0/temp", "41000\n");
	tree_file(tree, "/sys/class/thermal/thermal_zone1/temp", "61500\n");
	tree_file(tree, "/sys/class/thermal/thermal_zone2/temp", "bad\n");
	moment_facts(tree, &facts);
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++)
		check_text(fact_list_value(facts, want[i].metric), want[i].value);
	facts_free(&facts);
	tree_free(tree);
}

Test(processor, a_moment_of_nothing_is_unknown)
{
	static const char *const loads[] = {"", "\n", "x", "nan", "1e999 1 1"};
	char *tree = tree_new();

	check_close(moment_load(tree), -1, 0, "no file");
	check_close(moment_pressure(tree, "cpu"), -1, 0, "no file");
	check_close(moment_swap_used(tree), 0, 0, "no file");
	for (size_t i = 0; i < sizeof(loads) / sizeof(loads[0]); i++) {
		tree_file(tree, "/proc/loadavg", loads[i]);
		check_close(moment_load(tree), -1, 0, loads[i]);
	}
	/* More free than there is. */
	tree_file(tree, "/proc/meminfo", "SwapTotal: 10 kB\nSwapFree: 70 kB\n");
	check_close(moment_swap_used(tree), 0, 0, "more free than there is");
	tree_free(tree);
}

Test(processor, keys_end_where_their_separator_stands)
{
	static const struct {
		const char *key;
		char separator;
		const char *value;
	} rows[] = {{"cpu", ':', "real"}, {"cpu MHz", ':', "3000"}, {"cp", ':', ""},
		    {"pswpin", ' ', "7"}, {"pswp", ' ', ""},        {"empty", ':', ""},
		    {"pswpin", ':', ""},  {"last", ' ', "no end"}};
	char *tree = tree_new(), value[SYSFILE_LINE];

	tree_file(tree, "/f",
		  "cpu MHz : 3000\ncpu\t: real\npswpinx 1\npswpin 7\nempty :\nlast no end");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		bool found = procfile_value(tree, "/f", rows[i].key, rows[i].separator, value);
		check_text(value, rows[i].value);
		cr_expect(found == (rows[i].value[0] != '\0'), "'%s'", rows[i].key);
	}
	tree_free(tree);
}
