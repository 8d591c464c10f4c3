/* Signs of pictures and their plain spelling. */
#include "render/draw/sign.h"

#include "tests/unit/check.h"

static void
check_pretty(const char *text, const char *want)
{
	char *got = sign_pretty(text);

	check_text(got, want);
	free(got);
}

static void
check_plain(const char *text, const char *want)
{
	char *got = sign_plain(text);

	check_text(got, want);
	free(got);
}

Test(sign, numbers_get_signs_and_names_stay)
{
	check_pretty("-4.1 % [-4.6, -3.6]", "\u22124.1 % [\u22124.6, \u22123.6]");
	check_pretty("1 of 4 (-25.3 % IOPS)", "1 of 4 (\u221225.3 % IOPS)");
	check_pretty("+-2 %", "\u00b12 %");
	check_pretty("4 -> 32", "4 \u2192 32");
	check_pretty("base, us", "base, \u00b5s");
	check_pretty("12.5us", "12.5\u00b5s");
	check_pretty("+103.5 % (2.04x)", "+103.5 % (2.04\u00d7)");
	check_pretty("fio-4k-read status 0x10 us-east -v --base",
		     "fio-4k-read status 0x10 us-east -v --base");
	check_pretty("", "");
}

Test(sign, plain_is_printable_ascii)
{
	check_plain("\u22124.1 % \u00b5s \u00b12 2\u00d7 a \u2192 b \u00b7 c\u2026",
		    "-4.1 % us +-2 2x a -> b - c...");
	check_plain("caf\u00e9 \u6f22", "caf? ?");
	check_plain("a\x01\tb\x7f", "a??b?");
	check_plain("\xff\xc3[\xe2\x82", "??[??");
	check_plain("\xc0\xaf\xed\xa0\x80", "?????");
}

static void
check_shown(const char *text, const char *want, size_t width)
{
	char *got = sign_text(text), *again = sign_text(got);

	check_text(got, want);
	check_text(again, want);
	check_int(sign_width(got), width);
	check_int(sign_bytes(got, width), strlen(got));
	check_int(sign_bytes(got, 1000), strlen(got));
	free(got);
	free(again);
}

Test(sign, names_keep_their_letters)
{
	check_shown("", "", 0);
	check_shown("nvme/read-4k", "nvme/read-4k", 12);
	check_shown("caf\u00e9", "caf\u00e9", 4);
	check_shown("\u6f22\u5b57 \U0001F600", "\u6f22\u5b57 \U0001F600", 4);
	check_shown("\u00b5 \u2212", "\u00b5 \u2212", 3);
	check_shown("a\x1b[1m\n", "a\\x1b[1m\\x0a", 12);
	check_shown("\xe9\xff", "\\xe9\\xff", 8);
	check_shown("\xc2\x85", "\\xc2\\x85", 8);
	check_shown("a\u202e\u200bb", "a\\u202e\\u200bb", 14);
	check_shown("\U000E0041", "\\ue0041", 7);
	check_shown("\uFFFD", "\uFFFD", 1);
}

/* What was '?' for each of them was one name for all. */
Test(sign, different_names_stay_different)
{
	static const char *const names[] = {"\u00e9", "\u00e8", "\xe9",   "\xe8",
					    "\x01",   "?",      "e\u200b"};
	const size_t n = sizeof(names) / sizeof(names[0]);

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < i; k++) {
			char *a = sign_text(names[i]), *b = sign_text(names[k]);
			cr_expect(strcmp(a, b) != 0, "%zu and %zu are '%s'", i, k, a);
			free(a);
			free(b);
		}
	}
}

Test(sign, bytes_end_with_a_character)
{
	const char *text = "a\u00e9\u6f22b";

	check_int(sign_bytes(text, 0), 0);
	check_int(sign_bytes(text, 1), 1);
	check_int(sign_bytes(text, 2), 3);
	check_int(sign_bytes(text, 3), 6);
	check_int(sign_bytes(text, 4), 7);
}

Test(sign, decode_refuses_what_is_no_character)
{
	static const struct {
		const char *text;
		size_t length;
		unsigned code_point;
	} cases[] = {{"a", 1, 'a'},
		     {"\u00b5", 2, 0xB5},
		     {"\u2212", 3, 0x2212},
		     {"\U0001F600", 4, 0x1F600},
		     {"\x1f", 1, 0xFFFD},
		     {"\xc0\x80", 1, 0xFFFD},
		     {"\xed\xa0\x80", 1, 0xFFFD},
		     {"\xf5\x80\x80\x80", 1, 0xFFFD},
		     {"\xc2\x85", 1, 0xFFFD},
		     {"\xef\xbf\xbf", 1, 0xFFFD}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		unsigned code_point = 0;
		size_t n = sign_decode(cases[i].text, strlen(cases[i].text), &code_point);

		cr_expect(n == cases[i].length && code_point == cases[i].code_point,
			  "case %zu: %zu bytes, U+%04X", i, n, code_point);
	}
	/* A sequence that the text cuts off. */
	unsigned code_point = 0;
	check_int(sign_decode("\xe2\x88\x92", 2, &code_point), 1);
	check_int(code_point, 0xFFFD);
}
