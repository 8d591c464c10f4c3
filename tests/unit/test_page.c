/* Text for mailing lists. */
#include "render/text/page.h"

#include "collect/base/utf8.h"
#include "render/draw/sign.h"
#include "render/text/grid.h"
#include "tests/unit/check.h"

/* A page that writes to memory. */
struct memory {
	struct page page;
	char *text;
	size_t size;
};

static void
start(struct memory *memory, size_t width)
{
	memory->page = (struct page){open_memstream(&memory->text, &memory->size), width, false};
}

static void
check_page(struct memory *memory, const char *want)
{
	fclose(memory->page.out);
	check_text(memory->text, want);
	free(memory->text);
}

Test(page, lines_are_plain_trimmed_and_cut)
{
	struct memory m;

	start(&m, 60);
	page_line(&m.page, "%s", "a\u22121 \x7f   ");
	page_line(&m.page, "%s",
		  "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"
		  "01234567890123456789012345678901234567890123456789");
	page_line(&m.page, "%s", "0123456789012345678901234567890123456789012345678901234567890");
	page_line(&m.page, "%s", "012345678901234567890123456789012345678901234567890123456789");
	page_blank(&m.page);
	check_page(&m, "a\u22121 \\x7f\n"
		       "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"
		       "01234567890123456789012345678901234567890123456789\n"
		       "0123456789012345678901234567890123456789012345678901234567..\n"
		       "012345678901234567890123456789012345678901234567890123456789\n"
		       "\n");
}

Test(page, nothing_begins_like_a_mail_or_a_patch)
{
	static const char *const lines[] = {"> quoted",   "From here",  "---",      "--- a/file",
					    "diff --git", "diff -u",    "Index: x", "[PATCH] x",
					    "#12",        "subject: x", "From: x",  "DATE: x"};
	static const char *const kept[] = {"-4.1 %", "-- ",   "Fromage", "different",
					   "- - -",  "[RFC]", "Dates: x"};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct memory m;
		char want[32];

		start(&m, 60);
		page_line(&m.page, "%s", lines[i]);
		snprintf(want, sizeof(want), " %s\n", lines[i]);
		check_page(&m, want);
	}
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
		struct memory m;
		char want[32];

		start(&m, 60);
		page_line(&m.page, "%s", kept[i]);
		snprintf(want, sizeof(want), "%.*s\n", i == 1 ? 2 : 32, kept[i]);
		check_page(&m, want);
	}
}

Test(page, lines_for_programs_stay_whole)
{
	struct memory m;

	start(&m, 60);
	page_unbroken(&m.page, "Fixes: %s (\"%s\")  ", "4f2c9e1a7d03",
		      "a subject that is longer than the page is wide, \n and has a line's end");
	page_unbroken(&m.page, "%s", "#regzbot introduced: v1..v2");
	check_page(&m,
		   "Fixes: 4f2c9e1a7d03 (\"a subject that is longer than the page is wide, \\x0a "
		   "and has a line's end\")\n"
		   "#regzbot introduced: v1..v2\n");
}

Test(page, verdicts_have_colours_where_asked_for)
{
	struct memory m;

	start(&m, 60);
	m.page.colour = true;
	page_line(&m.page, "1 of 4 tests regressed, 0 improved; a/regressed, improved.");
	page_line(&m.page, "%s", "improved");
	page_line(&m.page, "%s", "unimproved regressed_by 10 regressed \033[0m");
	m.page.width = 20;
	page_line(&m.page, "%s", "twelve signs regressed");
	check_page(&m, "1 of 4 tests \033[1;31mregressed\033[0m, 0 improved; a/regressed, "
		       "\033[32mimproved\033[0m.\n"
		       "\033[32mimproved\033[0m\n"
		       "unimproved regressed_by 10 \033[1;31mregressed\033[0m \\x1b[0m\n"
		       "twelve signs regre..\n");
}

Test(page, only_terminals_have_colours)
{
	FILE *null = fopen("/dev/null", "w");
	FILE *terminal = fopen("/dev/ptmx", "w");

	cr_expect_not(page_takes_colour(null, NULL, "xterm"));
	if (terminal) {
		cr_expect(page_takes_colour(terminal, NULL, "xterm"));
		cr_expect(page_takes_colour(terminal, "", "xterm"));
		cr_expect_not(page_takes_colour(terminal, "1", "xterm"));
		cr_expect_not(page_takes_colour(terminal, NULL, "dumb"));
		cr_expect_not(page_takes_colour(terminal, NULL, NULL));
		fclose(terminal);
	}
	fclose(null);
}

Test(page, paragraphs_break_between_words)
{
	struct memory m;

	start(&m, 20);
	page_wrap(&m.page, 2, "%s", "Host   one two three four five");
	page_wrap(&m.page, 0, "%s", "From 12345678901234567 From me");
	page_wrap(&m.page, 0, "%s", "an-unbreakable-word-of-30-signs ok");
	check_page(&m, "Host   one two three\n"
		       "  four five\n"
		       "From\n"
		       "12345678901234567\n"
		       " From me\n"
		       "an-unbreakable-wor..\n"
		       "ok\n");
}

Test(page, numbers_stay_with_their_units_and_intervals)
{
	struct memory m;

	start(&m, 20);
	page_wrap(&m.page, 0, "%s", "IOPS rose by -4.1 % [-5.0, -3.2], so");
	page_wrap(&m.page, 0, "%s", "a list of things [one, two, three]");
	page_wrap(&m.page, 0, "%s", "0123456789012345 [a,");
	check_page(&m, "IOPS rose by -4.1 %\n"
		       "[-5.0, -3.2], so\n"
		       "a list of things\n"
		       "[one, two, three]\n"
		       "0123456789012345 [a,\n");
}

Test(page, cut_keeps_both_ends)
{
	char *cut = sign_cut("release/nvme-a-long-name-07", 16);

	check_int(strlen(cut), 16);
	check_text(cut, "relea..g-name-07");
	free(cut);
	cut = sign_cut("\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9", 7);
	check_text(cut, "\u00e9\u00e9..\u00e9\u00e9\u00e9");
	free(cut);
	cut = sign_cut("short", 16);
	check_text(cut, "short");
	free(cut);
}

/* Whatever comes in, no line is too long, none has bytes that are no UTF-8, a trailing blank or a
 * forbidden beginning. */
Test(page, holds_for_any_text)
{
	unsigned long long state = 88172645463325252ULL;
	char text[400];

	for (int i = 0; i < 20000; i++) {
		struct memory m;
		size_t n = 0, length = 0;

		while (n < sizeof(text) - 8) {
			static const char *const words[] = {
			    "From ", "> ", "--- ", "Index: ", " ", "\u2212", "\xff", "x", "diff -"};
			state ^= state << 13;
			state ^= state >> 7;
			state ^= state << 17;
			n += (size_t)sprintf(text + n, "%s", words[state % 9]);
			if (state % 97 == 0)
				break;
		}
		start(&m, 60);
		page_wrap(&m.page, 4, "%s", text);
		page_line(&m.page, "%s", text);
		fclose(m.page.out);
		for (char *line = strtok(m.text, "\n"); line; line = strtok(NULL, "\n")) {
			length = strlen(line);
			cr_assert(sign_width(line) <= 60, "%zu columns: %s", sign_width(line),
				  line);
			cr_assert(utf8_is_valid(view_of(line)), "no UTF-8: %s", line);
			cr_assert(line[length - 1] != ' ', "a blank at the end: '%s'", line);
			cr_assert(strspn(line, "From > --- Index: diff - ux.\\f\u2212") == length,
				  "'%s'", line);
			cr_assert(strncmp(line, "From ", 5) != 0 && line[0] != '>' &&
				      strncmp(line, "---", 3) != 0 &&
				      strncmp(line, "diff -", 6) != 0 &&
				      strncmp(line, "Index: ", 7) != 0,
				  "'%s'", line);
		}
		free(m.text);
	}
}

static void
fill(struct grid *grid, const char *const *cells, size_t rows, size_t columns)
{
	grid_init(grid, columns);
	grid->left[0] = true;
	for (size_t r = 0; r < rows; r++) {
		size_t row = grid_row(grid);

		for (size_t c = 0; c < columns; c++)
			grid_set(grid, row, c, strdup(cells[r * columns + c]));
	}
}

Test(grid, columns_have_the_width_they_need)
{
	static const char *const cells[] = {"test", "bs",    "empty",     "iops", "read", "4k",
					    "",     "254.1", "randwrite", "128k", "",     "9"};
	struct memory m;
	struct grid grid;

	start(&m, 60);
	fill(&grid, cells, 3, 4);
	grid_print(&grid, &m.page, 2);
	grid_free(&grid);
	check_page(&m, "test         bs   iops\n"
		       "read         4k  254.1\n"
		       "randwrite  128k      9\n");
}

Test(grid, columns_count_characters)
{
	static const char *const cells[] = {"test", "v", "caf\u00e9", "1", "\xff", "22"};
	struct memory m;
	struct grid grid;

	start(&m, 60);
	fill(&grid, cells, 3, 2);
	grid_print(&grid, &m.page, 1);
	grid_free(&grid);
	check_page(&m, "test  v\n"
		       "caf\u00e9  1\n"
		       "\\xff 22\n");
}

Test(grid, constant_columns_go_before_names_are_cut)
{
	static const char *const cells[] = {"test",
					    "bs",
					    "jobs",
					    "value",
					    "a-name-of-20-letters",
					    "4k",
					    "1",
					    "1.0",
					    "another-of-20-letters",
					    "4k",
					    "1",
					    "2.0"};
	struct memory m;
	struct grid grid;

	start(&m, 30);
	fill(&grid, cells, 3, 4);
	grid.constant_goes[1] = grid.constant_goes[2] = true;
	grid_print(&grid, &m.page, 2);
	m.page.width = 22;
	grid_print(&grid, &m.page, 2);
	grid_free(&grid);
	check_page(&m, "test                  bs value\n"
		       "a-name-of-20-letters  4k   1.0\n"
		       "another-of-20-letters 4k   2.0\n"
		       "test             value\n"
		       "a-nam..0-letters   1.0\n"
		       "anoth..0-letters   2.0\n");
}
