/* What is told from a stream with a mistake. */
#include "analyze/foreign.h"

#include "collect/base/where.h"
#include "tests/unit/check.h"

static void
check_hint(const char *beginning, size_t line, bool wanted)
{
	struct where why = {.line = line, .why = "no header"};

	cr_expect(foreign_hint(view_of(beginning), &why) == false);
	check_text(why.why,
		   wanted ? "no header: fio's output? 'collect import' reads it" : "no header");
}

Test(foreign, forms_of_fio_are_known)
{
	check_hint("{\n  \"fio version\" : \"fio-3.33\",\n", 1, true);
	check_hint(" \n[{\"jobname\" : \"a\"}]", 1, true);
	check_hint("a: (g=0): rw=read, bs=(R) 4096B-4096B\nfio-3.33\n", 1, true);
	check_hint("fio: this platform does not support it\nfio-3.33\n", 1, true);
	check_hint("3;fio-3.33;a;0;0;1024;2048\n", 1, true);
	check_hint("500, 1234, 0, 4096, 0\n1000, 1240, 0, 4096, 0\n", 1, true);
}

Test(foreign, other_inputs_are_not_taken_for_it)
{
	check_hint("", 1, false);
	check_hint("\n", 1, false);
	check_hint("a,b\n1,2\n", 1, false);
	check_hint("500,1234\n", 1, false);
	check_hint("some text\n", 1, false);
	/* Records that lack a column and tell of fio are nothing to import. */
	check_hint("commit,test,run,metric,unit\nv,t,1,meta.fio.version,fio-3.33\n", 1, false);
	/* Nor is it the beginning that is wrong here. */
	check_hint("{", 2, false);
	check_hint("{", 0, false);
}
