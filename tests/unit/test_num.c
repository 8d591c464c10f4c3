/* Numbers as text: what is written reads back equal, and nothing but a finite decimal number is
 * read. */
#include "collect/base/num.h"

#include "tests/unit/check.h"

Test(num, parses_decimal_numbers_only)
{
	static const char *const bad[] = {"",    " 1",    "1 ", "abc", "1e",  "0x10",  "nan", "inf",
					  "1,5", "1e999", "-",  "+",   "--1", "1.2.3", "1_0"};
	double value = 7;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		cr_expect(num_parse(view_of(bad[i]), &value) == false, "'%s' was read as a number",
			  bad[i]);
		cr_expect(value == 7, "'%s' changed the value", bad[i]);
	}
	cr_expect(num_parse(view_of("-1.5e3"), &value) == true);
	check_close(value, -1500, 0, "-1.5e3");
	cr_expect(num_parse((struct view){"123456", 4}, &value) == true);
	check_close(value, 1234, 0, "a view's end is the number's end");
}

/* xorshift64 (Marsaglia 2003): random bit patterns reach every exponent. */
static unsigned long long
next(unsigned long long *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Short numbers are read by one division: as strtod reads them, to the last bit. */
Test(num, short_numbers_are_those_of_strtod)
{
	static const char symbol[] = "0123456789012345678900000055555..--e+";
	unsigned long long state = 88172645463325252ULL;
	char text[24];

	for (int round = 0; round < 300000; round++) {
		size_t n = 1 + next(&state) % 22;
		for (size_t i = 0; i < n; i++) {
			size_t kinds = round % 4 ? 31 : sizeof(symbol) - 1;
			text[i] = symbol[(next(&state) >> 32) % kinds];
		}
		if (round % 2)
			text[(next(&state) >> 32) % n] = '.';
		text[n] = '\0';
		char *end;
		double want = strtod(text, &end), got = 7;
		bool refused = *end != '\0' || isfinite(want) == 0;
		cr_assert(num_parse(view_of(text), &got) != refused, "'%s' was taken or not", text);
		cr_assert(refused || memcmp(&got, &want, sizeof(got)) == 0, "'%s' is %a, not %a",
			  text, got, want);
	}
}

Test(num, zeros_keep_their_sign)
{
	double value = 1;

	cr_expect(num_parse(view_of("-0"), &value) && signbit(value) != 0);
	cr_expect(num_parse(view_of("-0.00"), &value) && signbit(value) != 0);
	cr_expect(num_parse(view_of("0.0"), &value) && signbit(value) == 0);
}

Test(num, written_numbers_read_back_equal)
{
	unsigned long long state = 88172645463325252ULL;
	char text[NUM_TEXT];
	int tried = 0;

	while (tried < 100000) {
		unsigned long long bits = next(&state);
		double value, back = 0;
		memcpy(&value, &bits, sizeof(value));
		if (isfinite(value) == 0)
			continue;
		tried++;
		cr_assert(num_parse(view_of(num_write(value, text)), &back), "'%s' is not read",
			  text);
		cr_assert(back == value, "%.17g was written as '%s'", value, text);
	}
}

Test(num, writes_the_shortest_text)
{
	char text[NUM_TEXT];

	check_text(num_write(0.1, text), "0.1");
	check_text(num_write(70123.4, text), "70123.4");
	check_text(num_write(210370, text), "210370");
	check_text(num_write(0.1 + 0.2, text), "0.30000000000000004");
	check_text(num_write((double)(1ULL << 53), text), "9007199254740992");
	check_text(num_write(NAN, text), "");
	check_text(num_write(INFINITY, text), "");
}
