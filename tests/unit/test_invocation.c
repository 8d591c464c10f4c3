/* The command line. */
#include "analyze/invocation.h"

#include "collect/base/where.h"
#include "tests/unit/check.h"

enum { ARGS_MAX = 8 };

static bool
parse(const char *const *args, struct invocation *invocation, struct where *why)
{
	static char *argv[ARGS_MAX + 2];
	int argc = 1;

	/* Their order is changed, not the words. */
	argv[0] = (char *)(size_t) "analyze";
	while (args[argc - 1]) {
		argv[argc] = (char *)(size_t)args[argc - 1];
		argc++;
	}
	argv[argc] = NULL;
	return invocation_parse(argc, argv, invocation, why);
}

#define ARGS(...) ((const char *const[]){__VA_ARGS__, NULL})

Test(invocation, verbs_options_and_files_in_any_order)
{
	struct invocation o;
	struct where why = {.line = 0};

	cr_assert(parse(ARGS("--keep", "compare", "a.csv", "--base", "v1", "-"), &o, &why) == true,
		  "%s", why.why);
	check_int(o.verb, VERB_COMPARE);
	check_int(o.n_inputs, 2);
	check_text(o.inputs[0], "a.csv");
	check_text(o.inputs[1], "-");
	check_text(o.base, "v1");
	cr_expect(o.keep == true);
	cr_expect(o.force == false);
	invocation_free(&o);
	cr_assert(parse(ARGS("summary"), &o, &why) == true);
	check_int(o.verb, VERB_SUMMARY);
	check_int(o.n_inputs, 0);
	invocation_free(&o);
	cr_assert(parse(ARGS("./no/such/file"), &o, &why) == true, "opening it will tell");
	check_int(o.verb, VERB_COMPARE);
	invocation_free(&o);
	cr_assert(parse(ARGS("--help", "sumary"), &o, &why) == true, "help helps");
	invocation_free(&o);
}

Test(invocation, mistakes_are_named)
{
	static const struct {
		const char *args[ARGS_MAX];
		const char *why;
	} rows[] = {
	    {{"--bsae=x"}, "unknown option '--bsae=x' (did you mean '--base'?)"},
	    {{"--frobnicate"}, "unknown option '--frobnicate'"},
	    {{"-k"}, "unknown option '-k'"},
	    {{"--keep=1"}, "option '--keep=1' takes no argument"},
	    {{"--base"}, "option '--base' needs an argument"},
	    {{"summary", "--force"}, "--force is not an option of summary"},
	    {{"sumary"}, "no verb and no file 'sumary' (did you mean 'summary'?)"},
	    {{"zzzzzz"}, "no verb and no file 'zzzzzz'"},
	    {{"--threshold", "iops"}, "--threshold 'iops' is not METRIC=PERCENT"},
	    {{"--threshold", "iops="}, "--threshold 'iops=' is not METRIC=PERCENT"},
	    {{"--threshold", "iops=two"}, "--threshold 'iops=two' has no percentage"},
	    {{"--threshold", "iops=-1"}, "--threshold 'iops=-1' has no percentage"},
	    {{"--threshold", "iosp=1"},
	     "--threshold: unknown metric 'iosp' (did you mean 'iops'?)"},
	    {{"--filter", "commit:"},
	     "--filter 'commit:': column 8: the value of 'commit' is missing"},
	    {{"--row", "bs@"}, "--row 'bs@': column 4: alpha, num or (VALUE ...) is missing"},
	    {{"--col="}, "--col '': column 1: a key is missing"},
	    {{"summary", "--ignore", "bs@num"},
	     "--ignore 'bs@num': column 3: what is ignored has no order"},
	    {{"selfcheck", "--splits", "2.5"},
	     "--splits '2.5' is no whole number from 1 to 1000000"},
	    {{"plan", "--sd=1", "--filter=*"}, "--filter does nothing beside --sd"},
	    {{"plan", "--sd=1", "--all"}, "--all does nothing beside --sd"},
	    {{"plan", "--threshold=iops=1", "--sd=1"}, "--threshold does nothing beside --sd"},
	    {{"plan", "--sd=1", "--incomplete"}, "--incomplete does nothing beside --sd"},
	    {{"plan", "--sd=1", "--overhead=20"},
	     "--overhead does nothing beside --sd alone: it needs --sample-sd, too"},
	    {{"--better", "iops=up"}, "--better 'iops=up': no way but higher, lower, neither"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct invocation o;
		struct where why = {.line = 0};
		cr_expect(parse(rows[i].args, &o, &why) == false, "row %zu was taken", i);
		check_text(why.why, rows[i].why);
		invocation_free(&o);
	}
}

Test(invocation, filters_add_up_and_of_rows_the_last_counts)
{
	struct invocation o;
	struct where why = {.line = 0};

	cr_assert(parse(ARGS("summary", "--filter", "a:b", "--row", "x", "--filter=*", "--row=y,z"),
			&o, &why) == true,
		  "%s", why.why);
	check_int(o.selection.n_filters, 2);
	check_int(o.selection.axis[SELECTION_ROW].n, 2);
	check_text(o.selection.axis[SELECTION_ROW].field[0].key, "y");
	check_text(o.selection.axis[SELECTION_COL].field[0].key, "commit");
	check_int(o.selection.axis[SELECTION_IGNORE].n, 0);
	invocation_free(&o);
}

Test(invocation, thresholds_and_directions)
{
	struct invocation o;
	struct where why = {.line = 0};

	cr_assert(parse(ARGS("--better", "my.score=higher", "--threshold", "my.score=12.5%"), &o,
			&why) == true,
		  "%s", why.why);
	const struct metric *mine = &o.metrics.at[o.metrics.n - 1];
	check_text(mine->name, "my.score");
	check_int(mine->better, BETTER_HIGHER);
	check_close(mine->theta, 0.125, 1e-15, "theta");
	invocation_free(&o);
}

/* Every line of the help fits a terminal of 80 columns. */
Test(invocation, usage_is_narrow)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	invocation_usage(out);
	fclose(out);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		cr_expect(strlen(line) < 80, "%s", line);
	free(text);
}
