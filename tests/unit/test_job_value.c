/* Values as numbers: fio's suffixes, and nothing that fio would misread in silence. */
#include "collect/job/value.h"

#include "tests/unit/check.h"

Test(job_value, sizes_follow_fio)
{
	static const struct {
		const char *text;
		uint64_t bytes;
		bool thousand;
	} rows[] = {
	    {"0", 0, false},
	    {"512", 512, false},
	    {"512b", 512, false},
	    {"4k", 4096, false},
	    {"4K", 4096, false},
	    {"4kb", 4096, false},
	    {"4Ki", 4096, false},
	    {"4KiB", 4000, true},
	    {"1m", 1048576, false},
	    {"1MiB", 1000000, true},
	    {"2g", 1ULL << 31, false},
	    {"1t", 1ULL << 40, false},
	    {"1p", 1ULL << 50, false},
	    {"0x1000", 4096, false},
	    {"9223372036854775807", INT64_MAX, false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint64_t bytes = 7;
		bool thousand = false;
		cr_expect(value_size(rows[i].text, &bytes, &thousand), "'%s'", rows[i].text);
		cr_expect(bytes == rows[i].bytes, "'%s' is %llu", rows[i].text,
			  (unsigned long long)bytes);
		cr_expect(thousand == rows[i].thousand, "'%s'", rows[i].text);
	}
}

Test(job_value, refuses_what_is_no_size)
{
	static const char *const rows[] = {"",
					   " 1",
					   "1 ",
					   "+1",
					   "-1",
					   "1.5g",
					   "k",
					   "4q",
					   "4kk",
					   "4kib2",
					   "4bi",
					   "0x",
					   "0x10k",
					   "0x0x1",
					   "1e3",
					   "10s",
					   "4 k",
					   "8192p",
					   "9223372036854775808",
					   "99999999999999999999"};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint64_t bytes = 7;
		bool thousand = false;
		cr_expect(value_size(rows[i], &bytes, &thousand) == false, "'%s'", rows[i]);
		check_int(bytes, 7);
	}
}

Test(job_value, times_are_seconds_unless_they_say)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} rows[] = {
	    {"0", 0},
	    {"30", 30000000000},
	    {"30s", 30000000000},
	    {"2m", 120000000000},
	    {"1h", 3600000000000},
	    {"1d", 86400000000000},
	    {"5ms", 5000000},
	    {"5msec", 5000000},
	    {"7us", 7000},
	    {"7USEC", 7000},
	};
	static const char *const bad[] = {"",   "1.5", "1min", "1sec",       "5x",
					  "-1", "4-8", "1ns",  "99999999999"};
	uint64_t ns = 0;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		cr_expect(value_time_ns(rows[i].text, &ns), "'%s'", rows[i].text);
		cr_expect(ns == rows[i].ns, "'%s' is %llu", rows[i].text, (unsigned long long)ns);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		cr_expect(value_time_ns(bad[i], &ns) == false, "'%s'", bad[i]);
}

Test(job_value, lists_of_cpus)
{
	static const char *const bad[] = {"",  ",",   "0,",  "1-",   "-1",     "3-1",
					  "a", "0;1", "0 1", "1024", "0-1024", "1-2-3"};
	cpu_set_t cpus;

	cr_expect(value_cpus("5", &cpus) == true);
	check_int(CPU_COUNT(&cpus), 1);
	check_int(CPU_ISSET(5, &cpus), 1);
	cr_expect(value_cpus("0,2-4,3,1023", &cpus) == true);
	check_int(CPU_COUNT(&cpus), 5);
	check_int(CPU_ISSET(1, &cpus), 0);
	check_int(CPU_ISSET(1023, &cpus), 1);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		cr_expect(value_cpus(bad[i], &cpus) == false, "'%s'", bad[i]);
	check_int(CPU_COUNT(&cpus), 5);
}
