/* Text inside Markdown. */
#include "render/text/markdown_escape.h"

#include "collect/base/mem.h"
#include "render/text/markdown_chart.h"
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

/* The table as Markdown, of so many rows. The caller frees it. */
static char *
table_of(size_t rows)
{
	struct numbers numbers;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	numbers_init(&numbers, mem_dup("IOPS of a|b"));
	numbers_column(&numbers, mem_dup("test"), true);
	numbers_column(&numbers, mem_dup("change, %"), false);
	for (size_t i = 0; i < rows; i++) {
		numbers_row(&numbers);
		numbers_set(&numbers, i, 0, mem_dup("t|1"), 0);
		numbers_set(&numbers, i, 1, mem_dup(i ? "" : "-4.1"), -0.041);
	}
	markdown_numbers(out, &numbers);
	numbers_free(&numbers);
	fclose(out);
	return text;
}

Test(markdown, numbers_are_a_table)
{
	char *text = table_of(2);

	check_text(text, "IOPS of a\\|b\n\n| test | change, % |\n|:---|---:|\n"
			 "| <code>t&#124;1</code> | -4.1 |\n| <code>t&#124;1</code> |  |\n\n");
	free(text);
	text = table_of(0);
	check_text(text, "");
	free(text);
	text = table_of(31);
	cr_expect(
	    strncmp(text, "<details><summary>IOPS of a\\|b (31 rows)</summary>\n\n| test",
		    strlen("<details><summary>IOPS of a\\|b (31 rows)</summary>\n\n| test")) == 0,
	    "%s", text);
	free(text);
}
