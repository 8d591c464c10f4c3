/* Text inside Markdown. */
#include "render/text/markdown_escape.h"

#include "tests/unit/check.h"

#define check_escaped(function, text, want)                                                        \
	do {                                                                                       \
		char *escaped_ = function(text);                                                   \
		check_text(escaped_, want);                                                        \
		free(escaped_);                                                                    \
	} while (0)

Test(markdown, prose_keeps_plain_words)
{
	check_escaped(markdown_prose, "", "");
	check_escaped(markdown_prose, "4k randread qd 32: -4.1 % IOPS (3 + 3 runs), caf\u00e9",
		      "4k randread qd 32: -4.1 % IOPS (3 + 3 runs), caf\u00e9");
}

Test(markdown, prose_has_no_markup)
{
	check_escaped(markdown_prose, "a|b`c*d_e\\f", "a\\|b\\`c\\*d\\_e\\\\f");
	check_escaped(markdown_prose, "[-5.0, -3.2] ~x", "\\[-5.0, -3.2\\] \\~&#8203;x");
	check_escaped(markdown_prose, "<script>&amp;", "&lt;script&gt;&amp;&#8203;amp;");
	check_escaped(markdown_prose, "a\nb\x1b", "a\\\\x0ab\\\\x1b");
}

Test(markdown, prose_calls_nobody)
{
	check_escaped(markdown_prose, "@torvalds #12 org/repo#3",
		      "@&#8203;torvalds #&#8203;12 org/repo#&#8203;3");
	check_escaped(markdown_prose, "!4 GH-5 gh-6 QD-7",
		      "!&#8203;4 GH-&#8203;5 gh-&#8203;6 QD-7");
	check_escaped(markdown_prose, "http://x www.y a@b.c",
		      "http:&#8203;//x www.&#8203;y a@&#8203;b.c");
	check_escaped(markdown_prose, "@ # 5 % -", "@ # 5 % -");
}

Test(markdown, code_holds_anything)
{
	check_escaped(markdown_code, "", "");
	check_escaped(markdown_code, "nvme/read-4k@x #1 <b> *", "`nvme/read-4k@x #1 <b> *`");
	check_escaped(markdown_code, "a`b|c", "<code>a&#96;b&#124;c</code>");
	check_escaped(markdown_code, " a", "<code> a</code>");
	check_escaped(markdown_code, "a ", "<code>a </code>");
	check_escaped(markdown_code, "a\nb", "<code>a&#92;x0ab</code>");
}

Test(markdown, fences_are_longer_than_what_they_hold)
{
	check_escaped(markdown_fence, "", "```");
	check_escaped(markdown_fence, "a ` b `` c", "```");
	check_escaped(markdown_fence, "```", "````");
	check_escaped(markdown_fence, "x `````y```", "``````");
}
