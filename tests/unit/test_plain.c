/* Text for a terminal. */
#include "collect/base/plain.h"

#include "tests/unit/check.h"

Test(plain, control_characters_are_shown_and_not_obeyed)
{
	static const struct {
		const char *text, *plain;
	} rows[] = {
	    {"", ""},
	    {"read-4k", "read-4k"},
	    {"two\nlines\r\tand", "two?lines??and"},
	    {"\x1b[31mred\x7f", "?[31mred?"},
	    {"C1: \xc2\x9b", "C1: ??"},
	    /* 0xC2 at the end, and 0x9B within another character. */
	    {"caf\xc3\xa9 \xe2\x82\xac \xe2\x9b\x84 \xc2",
	     "caf\xc3\xa9 \xe2\x82\xac \xe2\x9b\x84 \xc2"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[64];

		snprintf(text, sizeof(text), "%s", rows[i].text);
		check_text(plain_line(text), rows[i].plain);
	}
}
