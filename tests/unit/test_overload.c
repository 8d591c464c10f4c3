/* Runs that could not keep their rate: which they are, what is said of them, what it touches. */
#include "analyze/sample/overload.h"

#include <stdlib.h>

#include "collect/base/mem.h"
#include "tests/unit/stream.h"

/* v: run 1 of 3 overloaded by the test's own fact; w: by what holds for all tests, and an empty
 * fact, which says no; x: none. */
static const char text[] =
    STREAM_HEADER "v,t,1,read.iops,iops,,,,,1\nv,t,1,meta.overloaded,text,,,,,read: asked for 5\n"
		  "v,t,2,read.iops,iops,,,,,1\nv,t,3,read.iops,iops,,,,,1\n"
		  "w,t,1,read.iops,iops,,,,,1\nw,,1,meta.overloaded,text,,,,,write: late\n"
		  "x,t,1,read.iops,iops,,,,,1\nx,t,1,meta.overloaded,text,,,,,\n";

Test(overload, runs_are_counted_and_the_first_is_told)
{
	static const struct {
		const char *says;
		bool any;
	} want[] = {{"1 of 3 runs: read: asked for 5", true}, {"write: late", true}, {"", false}};
	struct store store = stream_store(text);

	for (size_t i = 0; i < countof(want); i++) {
		const struct group *group =
		    store_group(&store, store_commit(&store, i), store_test(&store, 0));
		char *says = mem_dup("");
		overload_append(&says, &store, group);
		check_text(says, want[i].says);
		cr_expect(overload_any(&store, group) == want[i].any, "%zu", i);
		free(says);
	}
	cr_expect(overload_any(&store, NULL) == false);
	store_free(&store);
}

Test(overload, it_touches_latencies_but_those_of_flushes)
{
	static const struct {
		const char *name;
		bool touched;
	} want[] = {{"read.lat.p99", true},     {"write.clat.mean", true}, {"lag.p50", true},
		    {"sync.lat.p99", false},    {"read.iops", false},      {"read.bw", false},
		    {"read.iops.asked", false}, {"cpu.per_io", false},     {"errors", false}};
	struct metric_list list = metric_list_new();
	size_t found = 0;

	for (size_t i = 0; i < list.n; i++) {
		for (size_t k = 0; k < countof(want); k++) {
			if (strcmp(list.at[i].name, want[k].name) != 0)
				continue;
			cr_expect(overload_touches(&list.at[i]) == want[k].touched, "%s",
				  want[k].name);
			found++;
		}
	}
	check_int(found, countof(want));
	metric_list_free(&list);
}

/* Latencies that differ by a factor of a thousand: a regression, but for the fact. */
static char *
findings_with(const char *fact, size_t *regressed)
{
	struct where why = {.line = 0};
	char *rows = mem_format("%s", STREAM_HEADER);

	for (int i = 0; i < 6; i++)
		mem_append(&rows,
			   "%s,t,%d,read.iops,iops,,,,,%d\n%s,t,%d,read.lat.p99,ns,,,,,%d\n"
			   "%s,t,%d,lag.p99,ns,,,,,%d\n%s,t,%d,meta.complete,1,,,,,1\n",
			   i < 3 ? "v" : "w", i, 1000 + i, i < 3 ? "v" : "w", i,
			   (i < 3 ? 1000 : 1000000) + i, i < 3 ? "v" : "w", i,
			   (i < 3 ? 1000 : 1000000) + i, i < 3 ? "v" : "w", i);
	mem_append(&rows, "%s", fact);
	char *findings = stream_findings(rows, strlen(rows), false, regressed, &why);
	cr_assert(findings != NULL, "%s", why.why);
	free(rows);
	return findings;
}

Test(overload, of_either_side_leaves_no_verdict_on_latencies)
{
	static const char *const facts[] = {"v,t,1,meta.overloaded,text,,,,,read: slow\n",
					    "w,t,5,meta.overloaded,text,,,,,read: slow\n"};
	size_t regressed = 9;
	char *findings = findings_with("", &regressed);

	check_int(regressed, 1);
	cr_expect(strstr(findings, "overloaded") == NULL);
	free(findings);
	for (size_t i = 0; i < countof(facts); i++) {
		findings = findings_with(facts[i], &regressed);
		check_int(regressed, 0);
		cr_expect(strstr(findings, "regressed") == NULL, "%s", findings);
		cr_expect(strstr(findings, i ? "run was; w: 1 of 3 runs: read: slow,"
					     : "run was; v: 1 of 3 runs: read: slow,") != NULL,
			  "%s", findings);
		/* The rate is compared as ever. */
		cr_expect(strstr(findings, "t,,read.iops,iops,higher,v,w,3,3,") != NULL);
		cr_expect(strstr(findings, "meta.overloaded") == NULL, "no change of a machine");
		free(findings);
	}
}
