/* The scanner, and the pass that makes JSON of what is nearly JSON. */
#include "collect/base/utf8.h"
#include "collect/json/mend.h"
#include "collect/json/span.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

Test(json_span, the_end_is_found_by_strings_and_nesting)
{
	static const struct {
		const char *text;
		enum json_span_end how;
		size_t end;
	} rows[] = {
	    {"{}", JSON_SPAN_WHOLE, 2},
	    {"{ \"}\" : [ \"\\\"]\" ] } x", JSON_SPAN_WHOLE, 19},
	    {"{\"a\\\\\":1}}", JSON_SPAN_WHOLE, 9},
	    {"[[],{}] ]", JSON_SPAN_WHOLE, 7},
	    {"{", JSON_SPAN_CUT, 1},
	    {"{\"a\\", JSON_SPAN_CUT, 4},
	    {"{\"a\n{\n\n \"fio version\"", JSON_SPAN_NEXT, 4},
	    {"{\"a\n> {\r\n> \"fio version\"", JSON_SPAN_NEXT, 4},
	    {"{\"a\\\n{\"fio version\"", JSON_SPAN_NEXT, 5},
	    {"{\n{\n\"fio", JSON_SPAN_CUT, 8},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		size_t end = 999;
		enum json_span_end how = json_span_find(view_of(rows[i].text), 0, &end);
		cr_expect(how == rows[i].how && end == rows[i].end, "row %zu: %d at %zu", i, how,
			  end);
	}
}

Test(json_span, depth_has_an_end)
{
	char text[JSON_DEEP + 2];
	size_t end;

	memset(text, '[', sizeof(text));
	check_int(json_span_find((struct view){text, JSON_DEEP}, 0, &end), JSON_SPAN_CUT);
	check_int(json_span_find((struct view){text, JSON_DEEP + 1}, 0, &end), JSON_SPAN_DEEP);
	check_int(end, JSON_DEEP + 1);
}

Test(json_span, a_document_begins_at_the_beginning_of_a_line)
{
	static const struct {
		const char *text;
		bool begins;
		size_t open;
	} rows[] = {
	    {"{", true, 0},      {" \t{ \"a\"", true, 2}, {"> > {", true, 4},     {"[", true, 0},
	    {"[ \r\n", true, 0}, {"[ {", true, 0},        {"[global]", false, 0}, {"a {", false, 0},
	    {"", false, 0},      {"}", false, 0},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		size_t open = 0;
		bool begins = json_span_begins(view_of(rows[i].text), 0, &open);
		cr_expect(begins == rows[i].begins && open == rows[i].open, "row %zu", i);
	}
}

Test(json_span, characters_of_utf8_are_told_from_what_is_none)
{
	static const struct {
		const char *text;
		size_t length;
	} rows[] = {
	    {"", 0},
	    {"a", 1},
	    {"\xc3\xa9", 2},
	    {"\xe2\x82\xac", 3},
	    {"\xf0\x9f\x98\x80", 4},
	    {"\xf4\x8f\xbf\xbf", 4},
	    {"\xc3", 0},             /* cut */
	    {"\xe2\x82", 0},         /* cut */
	    {"\x80", 0},             /* begins in the middle */
	    {"\xc0\xaf", 0},         /* "/" too long */
	    {"\xe0\x80\xaf", 0},     /* the same */
	    {"\xf0\x80\x80\xaf", 0}, /* the same */
	    {"\xed\xa0\x80", 0},     /* a surrogate */
	    {"\xf4\x90\x80\x80", 0}, /* beyond U+10FFFF */
	    {"\xff", 0},
	    {"\xc3(", 0},
	};

	for (size_t i = 0; i < countof(rows); i++)
		cr_expect(utf8_length(view_of(rows[i].text)) == rows[i].length, "row %zu", i);
}

static void
check_mend(const char *text, size_t n, const char *want, size_t want_mended)
{
	UT_array lines;
	static const UT_icd icd = {sizeof(size_t), NULL, NULL, NULL};
	size_t length, mended;

	list_init(&lines, &icd);
	char *clean = json_mend((struct view){text, n}, 1, &length, &mended, &lines);
	check_text(clean, want);
	check_int(length, strlen(want));
	cr_expect(mended == want_mended, "%s: %zu mended, want %zu", text, mended, want_mended);
	free(clean);
	list_done(&lines);
}

Test(json_span, what_is_no_json_is_mended)
{
	static const struct {
		const char *text, *want;
		size_t mended;
	} rows[] = {
	    {"{ \"a\" : 1.50,\n \"b\":[true,false,null] }",
	     "{\"a\":1.50,\n\"b\":[true,false,null]}", 0},
	    {"> {\n>  \"a\":\"> b\" }", "{\n\"a\":\"> b\"}", 0},
	    {"\"tab\there\"", "\"tab\\u0009here\"", 1},
	    {"\"two\nlines\"", "\"two\\u000alines\"", 1},
	    {"\"\\\" \\\\ \\/ \\b\\f\\n\\r\\t \\u00e9\"",
	     "\"\\\" \\\\ \\/ \\b\\f\\n\\r\\t \\u00e9\"", 0},
	    {"\"\\e \\x\"", "\"\\\\e \\\\x\"", 2},
	    {"\"\\u12g4 \\u12\"", "\"\\\\u12g4 \\\\u12\"", 2},
	    {"\"\\ud83d\\ude00\"", "\"\\ud83d\\ude00\"", 0},
	    {"\"\\ud83d \\ude00 \\u0000\"", "\"\xEF\xBF\xBD \xEF\xBF\xBD \xEF\xBF\xBD\"", 3},
	    {"\"\xc3\xa9 \xe9\"", "\"\xc3\xa9 \xEF\xBF\xBD\"", 1},
	    {"[nan,-nan,inf,-inf,nan(ind),1e999]", "[null,null,null,null,null,null]", 6},
	    {"[0,-0,10,0.5,-1.5e+10,1E2]", "[0,-0,10,0.5,-1.5e+10,1E2]", 0},
	    {"[01,.5,1.,+1,-,1.e2,0x1]", "[null,null,null,null,null,null,null]", 7},
	    {"[18446744073709551616]", "[18446744073709551616]", 0},
	    {"{\"filename\":\"a\",\"filename\":\"b\",\"c\":\"filename\"}",
	     "{\"filename\":\"a\",\"filename\\u00012\":\"b\",\"c\":\"filename\"}", 0},
	    {"[{\"filename\":1},{\"filename\":1}]", "[{\"filename\":1},{\"filename\":1}]", 0},
	};

	for (size_t i = 0; i < countof(rows); i++)
		check_mend(rows[i].text, strlen(rows[i].text), rows[i].want, rows[i].mended);
	check_mend("\"a\0b\"", 5,
		   "\"a\xEF\xBF\xBD"
		   "b\"",
		   1);
}

Test(json_span, the_lines_of_jobs_are_kept)
{
	UT_array lines;
	static const UT_icd icd = {sizeof(size_t), NULL, NULL, NULL};
	size_t n, mended;

	list_init(&lines, &icd);
	free(json_mend(view_of("{\n\"x\" : [ { } ],\n\"jobs\" : [\n{ \"y\" : [\n{ } ] },\n\n{ }\n]"
			       " }"),
		       10, &n, &mended, &lines));
	cr_assert(list_n(&lines) == 2);
	check_int(((const size_t *)list_data(&lines))[0], 13);
	check_int(((const size_t *)list_data(&lines))[1], 16);
	list_done(&lines);
}
