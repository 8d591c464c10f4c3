/* What records say of a comparison's machine and tools. */
#include "render/model/context.h"

#include <stdlib.h>

#include "collect/base/where.h"
#include "render/model/sources.h"
#include "tests/unit/stream.h"

static void
read_records(struct input *input, const char *text)
{
	struct where why = {0};
	FILE *in = check_input(text, strlen(text));

	input_init(input);
	cr_assert(input_read(input, in, "a", &why), "%s", why.why);
	fclose(in);
	input_finish(input, &(struct where){0});
}

static void
check_tool(const char *records, const char *base, const char *commit, const char *want)
{
	struct input input;

	read_records(&input, records);
	char *tool = context_tool(&input, view_of(base), view_of(commit));
	check_text(tool, want);
	free(tool);
	input_free(&input);
}

static const char imported[] = STREAM_HEADER "a,t,1,meta.source,text,,,,,fio json+\n"
					     "a,t,1,meta.fio.version,text,,,,,fio-3.33\n"
					     "a,,1,meta.tool,text,,,,,ringside 1\n"
					     "a,u,1,meta.source,text,,,,,fio log\n"
					     "a,v,1,meta.source,text,,,,,fio terse 3\n"
					     "a,v,1,meta.fio.version,text,,,,,fio-3.33\n"
					     "b,t,1,meta.source,text,,,,,fio json\n"
					     "b,t,1,meta.fio.version,text,,,,,fio-2.0\n"
					     "b,u,2,meta.source,text,,,,,fio json\n"
					     "b,u,2,meta.fio.version,text,,,,,fio-3.36\n"
					     "c,,1,meta.tool,text,,,,,ringside 2\n";

Test(context, fio_measured_what_was_imported)
{
	check_tool(imported, "a", "a", "fio-3.33 (fio json+, fio terse 3), fio log");
	check_tool(imported, "b", "", "fio-2.0 (fio json), fio-3.36 (fio json)");
	check_tool(imported, "c", "c", "ringside 2");
	check_tool(imported, "c", "b", "ringside 2 -> fio-2.0 (fio json), fio-3.36 (fio json)");
	check_tool(imported, "c", "d", "ringside 2");
	check_tool(imported, "d", "c", "ringside 2");
	check_tool(STREAM_HEADER, "a", "b", "");
}

Test(context, a_test_has_its_own_source)
{
	struct input input;
	struct sources sources;

	read_records(&input, imported);
	cr_expect(context_imported(&input, view_of("a")));
	cr_expect(context_imported(&input, view_of("c")) == false);
	sources_init(&sources, &input);
	for (size_t i = 0; i < input.n_facts; i++) {
		struct input_fact f = input.fact[i];
		char *text = sources_of_test(&sources, f.commit, f.test);

		if (view_is(f.commit, "a") && view_is(f.test, "u"))
			check_text(text, "fio log");
		else if (view_is(f.commit, "a") && view_is(f.test, "t"))
			check_text(text, "fio-3.33 (fio json+)");
		else if (view_is(f.commit, "c"))
			check_text(text, "");
		free(text);
	}
	sources_free(&sources);
	input_free(&input);
}

Test(context, the_foot_ends_with_what_measured)
{
	struct input input;

	read_records(&input, STREAM_HEADER "a,t,1,meta.source,text,,,,,fio json\n"
					   "a,t,1,meta.tool,text,,,,,ringside 1\n"
					   "a,t,1,job.ioengine,text,,,,,libaio\n");
	char *foot = context_foot(&input, view_of("a"), view_of("a"), ", ");
	check_text(foot, "libaio, fio json");
	free(foot);
	input_free(&input);
}

Test(context, tests_may_have_several_values)
{
	static const struct context_part parts[] = {
	    {.key = "job.ioengine"}, {.key = "meta.command", .first = true}, {.key = "job.bs"}};
	struct input input;

	read_records(&input, STREAM_HEADER "a,t,1,job.ioengine,text,,,,,libaio\n"
					   "a,u,1,job.ioengine,text,,,,,psync\n"
					   "b,t,1,job.ioengine,text,,,,,psync\n"
					   "b,u,1,job.ioengine,text,,,,,libaio\n"
					   "a,,1,meta.command,text,,,,,one\n"
					   "a,,2,meta.command,text,,,,,two\n"
					   "a,t,1,job.bs,text,,,,,1k\n"
					   "a,u,1,job.bs,text,,,,,2k\n"
					   "a,v,1,job.bs,text,,,,,4k\n"
					   "a,w,1,job.bs,text,,,,,8k\n"
					   "a,x,1,job.bs,text,,,,,16k\n"
					   "b,t,1,job.bs,text,,,,,4k\n");
	char *both = context_line(&input, view_of("a"), view_of("b"), parts, 3, "; ");
	char *one = context_line(&input, view_of("b"), view_of(""), parts, 3, "; ");
	check_text(both, "libaio and psync; one; 1k and 2k and 4k and ... -> 4k");
	check_text(one, "psync and libaio; 4k");
	free(one);
	free(both);
	input_free(&input);
}
