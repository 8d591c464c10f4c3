/* What a thread takes of the machine: parsed, counted by the kernel, and known not to be known. */
#include "collect/engine/usage.h"

#include <linux/perf_event.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/engine/measure.h"
#include "tests/unit/check.h"

Test(usage, reads_the_second_number_of_schedstat)
{
	static const struct {
		const char *line;
		double want; /* NaN = not known */
	} rows[] = {
	    {"1234567 36880074 12", 36880074},
	    {"0 36880074 1", 36880074},
	    {"5 0 1", 0},
	    {"0 0 0", NAN}, /* a kernel that does not count says so */
	    {"", NAN},
	    {"1", NAN},
	    {"1 2", NAN},
	    {"1 -2 3", NAN},
	    {"1  2 3", NAN},
	    {"a b c", NAN},
	    {"1 2x 3", NAN},
	    {"1 99999999999999999999999 3", NAN},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		double got = usage_parse_delay_ns(rows[i].line);
		if (isnan(rows[i].want))
			check_nan(got, rows[i].line);
		else
			check_close(got, rows[i].want, 1e-12, rows[i].line);
	}
}

static double
cpu_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
burn(double s)
{
	volatile unsigned long sum = 0;

	for (double end = cpu_s() + s; cpu_s() < end;)
		for (int i = 0; i < 10000; i++)
			sum = sum + (unsigned long)i;
}

Test(usage, a_busy_thread_has_used_the_processor)
{
	struct usage usage = {0};
	struct measure_result result = {0};

	usage_unknown(&result);
	check_nan(result.run_delay_s, "run delay");
	check_nan(result.cycles, "cycles");
	check_nan(result.self_cost_ns, "self cost");
	usage_open(&usage);
	usage_start(&usage);
	double before_s = cpu_s();
	burn(0.1);
	for (int i = 0; i < 5; i++)
		usleep(1000);
	usage_end(&usage, &result);
	usage_close(&usage);
	check_close(result.cpu_user_s + result.cpu_system_s, cpu_s() - before_s, 0.1, "cpu");
	cr_expect(result.cpu_user_s >= 0 && result.cpu_system_s >= 0);
	cr_expect(result.switches >= 5, "%llu switches", (unsigned long long)result.switches);
	cr_expect(isnan(result.run_delay_s) || result.run_delay_s >= 0);
	/* Both or none; a processor does at least one instruction in a thousand cycles. */
	check_int(isnan(result.cycles), isnan(result.instructions));
	if (!isnan(result.cycles))
		cr_expect(result.instructions > result.cycles / 1000 && result.cycles > 1e6,
			  "%g cycles, %g instructions", result.cycles, result.instructions);
}

/* 49 * (1 / 49.0) is not 1 in binary; of such quotients some are more than the whole. */
Test(usage, no_part_of_the_time_is_negative)
{
	struct measure_result result;
	unsigned rounded_up = 0;

	usage_split(0, 0, 0, &result);
	check_close(result.cpu_user_s, 0, 0, "nothing");
	check_close(result.cpu_system_s, 0, 0, "nothing");
	usage_split(0.5, 0, 0, &result);
	check_close(result.cpu_user_s, 0.5, 0, "too short to be split");
	usage_split(4, 1, 3, &result);
	check_close(result.cpu_user_s, 1, 0, "a quarter");
	check_close(result.cpu_system_s, 3, 0, "three quarters");
	for (int i = 1; i < 1000; i++) {
		double all_s = i * 1.1e-3, system_s = i * 0.7e-3;
		rounded_up += all_s * system_s / system_s > all_s;
		usage_split(all_s, 0, system_s, &result);
		cr_expect(result.cpu_user_s >= 0, "%d: %g", i, result.cpu_user_s);
		check_close(result.cpu_user_s + result.cpu_system_s, all_s, 1e-12, "the whole");
	}
	cr_expect(rounded_up > 0, "no row needs it");
}

/* Software events are there on every machine that allows any. */
Test(usage, counters_count_what_happens_between)
{
	static const struct counter_kind kinds[] = {
	    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
	    {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS}};
	enum { PAGES = 50 };
	struct counters counters = {0};
	double got[COUNTERS_MAX] = {-1, -1, -1, -1};
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (!counters_open(&counters, kinds, countof(kinds)))
		cr_skip_test("needs perf_event_open");
	check_int(counters.n, 2);
	char *before = mem_alloc(PAGES, page), *within = mem_alloc(PAGES, page);
	for (size_t i = 0; i < PAGES; i++)
		before[i * page] = 1;
	double cpu_ns = -cpu_s() * 1e9;
	counters_start(&counters);
	for (size_t i = 0; i < PAGES; i++)
		within[i * page] = 1;
	burn(0.02);
	counters_stop(&counters, got);
	cpu_ns += cpu_s() * 1e9;
	check_close(got[0], cpu_ns, 0.05, "task clock in ns");
	cr_expect(got[1] >= 0 && got[1] < 10 * PAGES, "%g faults", got[1]);
	counters_close(&counters);
	check_int(counters.n, 0);
	free(before);
	free(within);
}

Test(usage, what_the_machine_cannot_count_opens_nothing)
{
	/* No such type: one of two that fails takes the other with it. */
	static const struct counter_kind kinds[] = {{PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
						    {0x7ffffff0, 0}};
	struct counters counters = {0};
	double got[COUNTERS_MAX] = {-1, -1, -1, -1};

	cr_expect(counters_open(&counters, kinds, countof(kinds)) == false);
	check_int(counters.n, 0);
	counters_start(&counters);
	counters_stop(&counters, got);
	check_close(got[0], -1, 0, "untouched");
	counters_close(&counters);
	cr_expect(counters_open(&counters, kinds, 0) == false);
}
