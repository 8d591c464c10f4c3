/* Takes the terminal's commands out of a text. */
#include "collect/base/plain.h"

#include <stdbool.h>

static bool
is_control(unsigned char c)
{
	return c < ' ' || c == 0x7F;
}

/* C1 is U+0080 to U+009F. The bytes alone are no command: they stand within other characters. */
static bool
is_c1(const unsigned char *c)
{
	return c[0] == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0;
}

char *
plain_line(char *text)
{
	for (unsigned char *c = (unsigned char *)text; *c; c++) {
		if (is_c1(c))
			c[0] = c[1] = '?';
		else if (is_control(*c))
			*c = '?';
	}
	return text;
}
