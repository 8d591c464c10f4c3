/* Lists of keys: what --row, --col and --ignore take. */
#include "analyze/filter/projection.h"

#include "collect/base/where.h"
#include "tests/unit/check.h"

/* "a, b@alpha, c@(1 2)". */
static char *
print(const struct projection *projection)
{
	static const char *const order[] = {"", "@alpha", "@num", "@("};
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	for (size_t i = 0; i < projection->n; i++) {
		const struct projection_field *field = &projection->field[i];
		fprintf(out, "%s%s%s", i ? ", " : "", field->key, order[field->order]);
		for (size_t v = 0; v < field->n_values; v++)
			fprintf(out, "%s%s", v ? "|" : "", field->value[v]);
		if (field->n_values)
			fputs(")", out);
	}
	fclose(out);
	return text;
}

Test(filter_projection, keys_with_their_orders)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
	    {"test", "test"},
	    {"a,b", "a, b"},
	    {" a , b c", "a, b, c"},
	    {"a@alpha,b@num", "a@alpha, b@num"},
	    {"job.iodepth@(1 4 16)", "job.iodepth@(1|4|16)"},
	    {"a@(1, 2,3),b", "a@(1|2|3), b"},
	    {"a@(\"x y\" \"\") b", "a@(x y|), b"},
	    {"\"a b\"@(AND OR alpha)", "a b@(AND|OR|alpha)"},
	    {"a @ num", "a@num"},
	    {"a@(/x/)", "a@(/x/)"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct projection projection;
		struct where why = {.line = 0};
		cr_assert(projection_parse("--col", rows[i].text, &projection, &why) == true, "%s",
			  why.why);
		char *text = print(&projection);
		check_text(text, rows[i].want);
		free(text);
		projection_free(&projection);
	}
}

Test(filter_projection, mistakes_have_a_column)
{
	static const struct {
		const char *option, *text, *why;
	} rows[] = {
	    {"--row", "", "column 1: a key is missing"},
	    {"--row", "a,", "column 3: a key is missing"},
	    {"--row", ",a", "column 1: ',' where a key is expected"},
	    {"--row", "a,,b", "column 3: ',' where a key is expected"},
	    {"--row", "a:b", "column 2: ':' where a key is expected"},
	    {"--row", "-a", "column 1: '-' where a key is expected"},
	    {"--row", "a,b,a", "column 5: 'a' is there twice"},
	    {"--row", "a@", "column 3: alpha, num or (VALUE ...) is missing"},
	    {"--row", "a@size", "column 3: 'size' where alpha, num or (VALUE ...) is expected"},
	    {"--row", "a@(", "column 3: ')' is missing"},
	    {"--row", "a@(1 2", "column 3: ')' is missing"},
	    {"--row", "a@()", "column 4: ')' where a value is expected"},
	    {"--row", "a@(1 -2)", "column 6: '-' where a value is expected"},
	    {"--row", "a@(1 2 1)", "column 8: '1' is there twice"},
	    {"--row", "a@(1 \"2)", "column 6: no '\"' ends what is quoted"},
	    {"--row", "a b c d e f g h i", "column 17: more than 8 keys"},
	    {"--ignore", "a@num", "column 2: what is ignored has no order"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct projection projection;
		struct where why = {.line = 0};
		char *whole = NULL;
		cr_assert(
		    asprintf(&whole, "%s '%s': %s", rows[i].option, rows[i].text, rows[i].why) > 0);
		cr_expect(projection_parse(rows[i].option, rows[i].text, &projection, &why) ==
			      false,
			  "%s", rows[i].text);
		check_text(why.why, whole);
		projection_free(&projection);
		free(whole);
	}
}

Test(filter_projection, values_are_bounded)
{
	struct projection projection;
	struct where why = {.line = 0};
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	fputs("a@(", out);
	for (int i = 0; i <= PROJECTION_VALUES; i++)
		fprintf(out, "%d ", i);
	fputs(")", out);
	fclose(out);
	cr_expect(projection_parse("--row", text, &projection, &why) == false);
	cr_expect(strstr(why.why, ": more than 1000 values") != NULL, "%s", why.why);
	projection_free(&projection);
	free(text);
}
