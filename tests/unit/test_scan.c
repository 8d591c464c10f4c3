/* Lines and numbers out of text. */
#include "collect/text/scan.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

/* Units are fio's num2str's: k and K, KB of fio 2 and KiB of later ones. */
Test(scan, amounts)
{
	static const struct {
		const char *text;
		double kilo, value;
		const char *rest;
	} cases[] = {
	    {"0", 1000, 0, ""},
	    {"601", 1000, 601, ""},
	    {"  10.4k", 1000, 10400, ""},
	    {"94396k, avg", 1000, 94396000, ", avg"},
	    {"2029.2K", 1000, 2029200, ""},
	    {"1013.3k", 1024, 1013300, ""},
	    {"2408.0KB", 1024, 2465792, ""},
	    {"2404KiB/1001msec", 1000, 2461696, "/1001msec"},
	    {"2459kB/s", 1000, 2459000, "/s"},
	    {"641855B/s", 1024, 641855, "/s"},
	    {"15.6MiB/s", 1000, 15.6 * 1048576, "/s"},
	    {"150MB", 1000, 150e6, ""},
	    {"29854MB", 1024, 29854. * 1048576, ""},
	    {"30.4GiB", 1000, 30.4 * 1073741824, ""},
	    {"1TiB", 1000, 1099511627776, ""},
	    {"2PB", 1000, 2e15, ""},
	    {"1001msec", 1000, 1001, "msec"},
	    {"4K-4K", 1024, 4096, "-4K"},
	};

	for (size_t i = 0; i < countof(cases); i++) {
		struct view text = view_of(cases[i].text);
		double value = NAN;
		cr_expect(scan_amount(&text, cases[i].kilo, &value), "%s", cases[i].text);
		check_close(value, cases[i].value, 1e-15, cases[i].text);
		cr_expect(view_is(text, cases[i].rest), "%s", cases[i].text);
	}
}

Test(scan, no_amounts)
{
	static const char *const texts[] = {
	    "", " ", "k", "-1", "nan", ".", "1.2.3", "B", "1000000000000000000000000000000E"};

	for (size_t i = 0; i < countof(texts); i++) {
		struct view text = view_of(texts[i]);
		double value = 7;
		check_int(scan_amount(&text, 1000, &value), false);
		check_close(value, 7, 0, texts[i]);
		cr_expect(view_is(text, texts[i]), "%s", texts[i]);
	}
}

Test(scan, steps)
{
	check_close(scan_step(view_of(" 15.6KiB"), 1000), 102.4, 1e-15, "15.6KiB");
	check_close(scan_step(view_of("820MB"), 1000), 1e6, 0, "820MB");
	check_close(scan_step(view_of("1.25"), 1000), 0.01, 1e-15, "1.25");
	check_close(scan_step(view_of("7."), 1000), 1, 0, "7.");
	check_nan(scan_step(view_of("x"), 1000), "x");
	check_nan(scan_step(view_of(""), 1000), "empty");
}

Test(scan, fields)
{
	struct view text = view_of("aggrmin=9, min=  5, max=1.5k, avg=nan, minf=3, stdev=");

	check_close(scan_field(text, "min", 1000), 5, 0, "min");
	check_close(scan_field(text, "max", 1000), 1500, 0, "max");
	check_close(scan_field(text, "minf", 1000), 3, 0, "minf");
	check_nan(scan_field(text, "avg", 1000), "avg");
	check_nan(scan_field(text, "stdev", 1000), "stdev");
	check_nan(scan_field(text, "samples", 1000), "samples");
}

static void
check_lines(const char *text, const char *want[], size_t n)
{
	struct view rest = view_of(text);

	for (size_t i = 0; i < n; i++) {
		struct view line = scan_line(&rest);
		cr_expect(view_is(line, want[i]), "line %zu: '%.*s' for '%s'", i, VIEW_ARGS(line),
			  want[i]);
	}
	check_int(rest.n, 0);
}

/* Quoted, indented, from Windows, and with progress that was written over. */
Test(scan, lines)
{
	check_lines("", (const char *[]){""}, 1);
	check_lines("\n", (const char *[]){""}, 1);
	check_lines("a", (const char *[]){"a"}, 1);
	check_lines("  a \r\n> > b\n>> c|\n| d", (const char *[]){"a", "b", "c|", "d"}, 4);
	check_lines("Jobs: 1\rJobs: 0\r a: b\r\n", (const char *[]){"a: b"}, 1);
	check_lines(">\n\r\n", (const char *[]){"", ""}, 2);
}

Test(scan, counts)
{
	struct view text = view_of("12)");
	size_t n = 0;

	cr_expect(scan_count(&text, &n));
	check_int(n, 12);
	cr_expect(view_is(text, ")"));
	text = view_of("1.5");
	check_int(scan_count(&text, &n), false);
	text = view_of("10000000000");
	check_int(scan_count(&text, &n), false);
	text = view_of("");
	check_int(scan_count(&text, &n), false);
	check_int(n, 12);
}
