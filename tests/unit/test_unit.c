/* Numbers for people, and the nearest word. */
#include "collect/base/nearest.h"
#include "collect/base/unit.h"
#include "tests/unit/check.h"

Test(unit, prints_four_digits_and_a_prefix)
{
	static const struct {
		double value;
		const char *unit, *want;
	} cases[] = {
	    {254100, "iops", "254.1k"}, {0, "iops", "0"},
	    {12.7, "iops", "12.70"},    {999.96, "iops", "1.000k"},
	    {1e6, "iops", "1.000M"},    {1290000, "ns", "1.290ms"},
	    {127, "ns", "127.0ns"},     {17.1e9, "ns", "17.10s"},
	    {0.00025, "s", "250.0us"},  {1536 * 1024, "B/s", "1.500MiB/s"},
	    {1000, "B/s", "1000B/s"},   {-4.125, "%", "-4.125%"},
	    {7.5, "1", "7.500"},        {2.5e12, "iops", "2500G"},
	};
	char text[UNIT_TEXT];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_text(unit_print(cases[i].value, view_of(cases[i].unit), text), cases[i].want);
	check_text(unit_print(NAN, view_of("ns"), text), "-");
}

Test(unit, percent_has_a_sign_and_above_100_a_ratio)
{
	char text[UNIT_TEXT];

	check_text(unit_percent(-0.041, text), "-4.1 %");
	check_text(unit_percent(0.0402, text), "+4.0 %");
	check_text(unit_percent(-0.0004, text), "+0.0 %");
	check_text(unit_percent(0, text), "+0.0 %");
	/* 254k to 517k IOPS, which a commit message of QEMU calls +203%. */
	check_text(unit_percent(517.0 / 254 - 1, text), "+103.5 % (2.04x)");
	check_text(unit_percent(NAN, text), "-");
}

Test(unit, change_is_a_percentage_without_its_sign)
{
	char text[UNIT_TEXT];

	check_text(unit_change(-0.041, text), "-4.1");
	check_text(unit_change(0.0001, text), "+0.0");
	check_text(unit_change(-0.0004, text), "+0.0");
	check_text(unit_change(1.0354, text), "+103.5");
	check_text(unit_change(99, text), "+9900.0");
	check_text(unit_change(12345, text), "+1.23e+06");
	check_text(unit_change(NAN, text), "-");
}

Test(unit, size_reads_back)
{
	char text[UNIT_TEXT];

	check_text(unit_size(0, text), "0");
	check_text(unit_size(512, text), "512");
	check_text(unit_size(4096, text), "4k");
	check_text(unit_size(4097, text), "4097");
	check_text(unit_size(10ULL << 30, text), "10g");
	check_text(unit_size(3ULL << 50, text), "3p");
	check_text(unit_size(1ULL << 60, text), "1024p");
}

Test(unit, nearest_word_is_near)
{
	static const char *const words[] = {"iodepth", "ioengine", "runtime", "rw"};

	check_text(nearest_word("iodpeth", words, 4), "iodepth");
	check_text(nearest_word("iodepht", words, 4), "iodepth");
	check_text(nearest_word("runtim", words, 4), "runtime");
	check_text(nearest_word("wr", words, 4), "rw");
	cr_expect(nearest_word("verify", words, 4) == NULL);
	static const char *const tool[] = {"tool"};
	cr_expect(nearest_word("foo", tool, 1) == NULL, "half of it differs");
	cr_expect(nearest_word("", words, 0) == NULL);
	char longest[300] = "";
	memset(longest, 'x', sizeof(longest) - 1);
	cr_expect(nearest_word(longest, words, 4) == NULL);
}

Test(unit, nearest_option_looks_at_the_name_alone)
{
	static const char *const words[] = {"runs", "per-job"};
	char hint[NEAREST_HINT];

	check_text(nearest_option("--run=5", words, 2), "runs");
	check_text(nearest_option("--perjob", words, 2), "per-job");
	cr_expect(nearest_option("--", words, 2) == NULL);
	check_text(nearest_hint("--", "runs", hint), " (did you mean '--runs'?)");
	check_text(nearest_hint("--", NULL, hint), "");
}
