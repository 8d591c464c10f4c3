/* What --filter means, as a tree, and where it makes no sense. */
#include "analyze/filter/expression.h"

#include "collect/base/where.h"
#include "tests/unit/check.h"

/* "(and (= key value) (not (~ key pattern)))"; everything is "*". */
static void
print(FILE *out, const struct filter_node *node)
{
	static const char *const name[] = {"*", "and", "or", "not"};

	if (node->kind == FILTER_EVERYTHING) {
		fputs("*", out);
	} else if (node->kind == FILTER_TERM) {
		fprintf(out, "(%s %s %s)", node->pattern ? "~" : "=", node->key, node->value);
	} else {
		fprintf(out, "(%s", name[node->kind]);
		for (const struct filter_node *n = node->first; n; n = n->next) {
			fputs(" ", out);
			print(out, n);
		}
		fputs(")", out);
	}
}

static void
check_tree(const char *text, const char *want)
{
	struct filter filter;
	struct where why = {.line = 0};
	char *tree = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&tree, &n);

	cr_assert(filter_parse(text, &filter, &why) == true, "%s", why.why);
	print(out, filter.root);
	fclose(out);
	cr_expect(strcmp(tree, want) == 0, "%s: got %s, want %s", text, tree, want);
	free(tree);
	filter_free(&filter);
}

/* The grammar is that of golang.org/x/perf/benchproc/syntax. */
Test(filter_expression, means_what_benchstat_means)
{
	static const struct {
		const char *text, *tree;
	} rows[] = {
	    {"*", "*"},
	    {"a:b", "(= a b)"},
	    {"  a : b\t", "(= a b)"},
	    {"a:b c:d", "(and (= a b) (= c d))"},
	    {"a:b AND c:d", "(and (= a b) (= c d))"},
	    {"a:b OR c:d", "(or (= a b) (= c d))"},
	    {"a:b c:d OR e:f AND g:h i:j",
	     "(or (and (= a b) (= c d)) (and (= e f) (= g h) (= i j)))"},
	    {"a:b (c:d OR e:f)", "(and (= a b) (or (= c d) (= e f)))"},
	    {"(a:b OR c:d) e:f", "(and (or (= a b) (= c d)) (= e f))"},
	    {"-a:b c:d", "(and (not (= a b)) (= c d))"},
	    {"-(a:b c:d)", "(not (and (= a b) (= c d)))"},
	    {"--a:b", "(= a b)"},
	    {"- - -a:b", "(not (= a b))"},
	    {"-* OR -a:-b", NULL},
	    {"-* OR a:b-c", "(or (not *) (= a b-c))"},
	    {"((a:b))", "(= a b)"},
	    {"a:(b)", "(= a b)"},
	    {"a:(b OR \"c d\" OR /e/)", "(or (= a b) (= a c d) (~ a e))"},
	    {"-a:(b OR c) d:e", "(and (not (or (= a b) (= a c))) (= d e))"},
	    {"a:\"b c\"", "(= a b c)"},
	    {"\"a b\":c", "(= a b c)"},
	    {"a:\"\"", "(= a )"},
	    {"a:\"b\\\"c\\\\d\"", "(= a b\"c\\d)"},
	    {"a:\"AND\" \"OR\":b", "(and (= a AND) (= OR b))"},
	    {"a:/b c/", "(~ a b c)"},
	    {"a:/b\\/c/", "(~ a b\\/c)"},
	    {"a:/nvme/read/", "(~ a nvme/read)"},
	    {"a:/x(nvme/|sda/)y/ b:c", "(and (~ a x(nvme/|sda/)y) (= b c))"},
	    {"a:/[/(] x/ b:c", "(and (~ a [/(] x) (= b c))"},
	    {"a:/x/b:c", NULL},
	    {"a://", "(~ a )"},
	    {"a:b/c", "(= a b/c)"},
	    {"a:b*c", "(= a b*c)"},
	    {"a:b(c:d)", "(and (= a b) (= c d))"},
	    {"a:ANDREW ORacle:b", "(and (= a ANDREW) (= ORacle b))"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct filter filter;
		struct where why = {.line = 0};
		if (rows[i].tree) {
			check_tree(rows[i].text, rows[i].tree);
			continue;
		}
		cr_expect(filter_parse(rows[i].text, &filter, &why) == false, "%s", rows[i].text);
		filter_free(&filter);
	}
}

static void
check_error(const char *text, const char *want)
{
	struct filter filter;
	struct where why = {.line = 0};
	char *whole = NULL;

	cr_assert(asprintf(&whole, "--filter '%s': %s", text, want) > 0);
	cr_expect(filter_parse(text, &filter, &why) == false, "%s", text);
	check_text(why.why, whole);
	filter_free(&filter);
	free(whole);
}

Test(filter_expression, says_where_it_makes_no_sense)
{
	static const struct {
		const char *text, *why;
	} rows[] = {
	    {"", "column 1: nothing to match ('*' matches everything)"},
	    {"   ", "column 4: nothing to match ('*' matches everything)"},
	    {"metric:iops AND (", "column 17: ')' is missing"},
	    {"(a:b", "column 1: ')' is missing"},
	    {"(a:b OR", "column 1: ')' is missing"},
	    {"a:b (c:d (e:f) ", "column 5: ')' is missing"},
	    {"a:(b OR c", "column 3: ')' is missing"},
	    {"a:(", "column 3: ')' is missing"},
	    {"a:(b c)", "column 6: between values stands OR"},
	    {"a:(b OR)", "column 8: ')' is no value: a word, \"quoted words\", /pattern/"},
	    {"a:()", "column 4: ')' is no value: a word, \"quoted words\", /pattern/"},
	    {"()", "column 1: nothing stands between '(' and ')'"},
	    {"a:b )", "column 5: ')' without '('"},
	    {"a:b AND", "column 5: nothing follows 'AND'"},
	    {"a:b OR", "column 5: nothing follows 'OR'"},
	    {"a:b OR OR c:d", "column 8: 'OR' where KEY:VALUE is expected"},
	    {"AND a:b", "column 1: 'AND' where KEY:VALUE is expected"},
	    {"a:b AND )", "column 9: ')' where KEY:VALUE is expected"},
	    {"-", "column 1: nothing follows '-'"},
	    {"a:b -", "column 5: nothing follows '-'"},
	    {"a", "column 1: 'a' is not KEY:VALUE"},
	    {"a:b and c:d",
	     "column 5: 'and' is not KEY:VALUE (AND and OR are written in capitals)"},
	    {"a:b \"or\" c:d", "column 5: 'or' is not KEY:VALUE"},
	    {"a:", "column 3: the value of 'a' is missing"},
	    {"a:-b", "column 3: '-' is no value: a word, \"quoted words\", /pattern/"},
	    {"a:*", "column 3: '*' is no value: a word, \"quoted words\", /pattern/"},
	    {"a:b:c", "column 4: ':' has no sense here"},
	    {"a:b, c:d", "column 4: ',' has no sense here"},
	    {":b", "column 1: ':' where KEY:VALUE is expected"},
	    {"a:\"b", "column 3: no '\"' ends what is quoted"},
	    {"a:\"b\\n\"", "column 5: '\\' stands before '\"' and '\\' alone"},
	    {"a:\"b\\", "column 5: '\\' stands before '\"' and '\\' alone"},
	    {"a:/b", "column 3: no '/' ends the regular expression"},
	    {"a:/(b/", "column 4: no ')' ends what this '(' opens in the regular expression"},
	    {"a:/x[b(/", "column 5: no ']' ends what this '[' opens in the regular expression"},
	    {"a:/[(](b)((c)/",
	     "column 10: no ')' ends what this '(' opens in the regular expression"},
	    {"a:/b\\/", "column 3: no '/' ends the regular expression"},
	    {"a:b c:/d*(?<e>f)/ g", "column 19: 'g' is not KEY:VALUE"},
	    {"\303\244:b \303\266", "column 5: '\303\266' is not KEY:VALUE"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_error(rows[i].text, rows[i].why);
}

/* The words are pcre2's, the column is ours. */
Test(filter_expression, a_bad_pattern_is_shown_where_it_is_bad)
{
	struct filter filter;
	struct where why = {.line = 0};

	cr_expect(filter_parse("a:b c:/xy{2}*/", &filter, &why) == false);
	cr_expect(strstr(why.why, "column 13: ") != NULL, "%s", why.why);
	filter_free(&filter);
}

/* n times begin, a:b, n times end. */
static char *
nested(size_t n, const char *begin, const char *end)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < n; i++)
		fputs(begin, out);
	fputs("a:b", out);
	for (size_t i = 0; i < n; i++)
		fputs(end, out);
	fclose(out);
	return text;
}

Test(filter_expression, depth_is_bounded_and_length_is_not)
{
	static const struct {
		size_t n;
		const char *begin, *end;
		bool good;
	} rows[] = {
	    {FILTER_DEPTH, "(", ")", true},  {FILTER_DEPTH + 1, "(", ")", false},
	    {FILTER_DEPTH, "-(", ")", true}, {FILTER_DEPTH, "(x:y OR x:y -(*) ", ")", false},
	    {100000, "(", ")", false},       {100000, "(", "", false},
	    {100001, "-", "", true},         {20000, "a:b ", " OR c:d", true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct filter filter;
		struct where why = {.line = 0};
		char *text = nested(rows[i].n, rows[i].begin, rows[i].end);
		cr_expect(filter_parse(text, &filter, &why) == rows[i].good, "row %zu: %s", i,
			  why.why);
		filter_free(&filter);
		free(text);
	}
}

Test(filter_expression, patterns_match_anywhere_within_bounds)
{
	static const struct {
		const char *pattern, *value;
		enum pattern_answer answer;
	} rows[] = {
	    {"b", "abc", PATTERN_YES},
	    {"^b", "abc", PATTERN_NO},
	    {"", "", PATTERN_YES},
	    {".", "", PATTERN_NO},
	    {"^.$", "\303\244", PATTERN_YES},
	    {"(?i)READ", "nvme/read", PATTERN_YES},
	    {"^(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", PATTERN_TOO_HARD},
	    {"x", "\377x", PATTERN_YES},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char message[PATTERN_MESSAGE];
		size_t at = 0;
		struct filter_pattern *pattern = filter_pattern_new(rows[i].pattern, &at, message);
		cr_assert(pattern != NULL, "%s: %s", rows[i].pattern, message);
		cr_expect(filter_pattern_match(pattern, view_of(rows[i].value)) == rows[i].answer,
			  "%s", rows[i].pattern);
		filter_pattern_free(pattern);
	}
}
