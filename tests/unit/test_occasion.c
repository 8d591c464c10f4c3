/* Sessions of runs, some of which name none. */
#include "analyze/sample/occasion.h"

#include "tests/unit/stream.h"

enum { RUNS = 6 };

/* What compare finds of two sides with RUNS runs each, by the sessions they name; NULL = none. v2's
 * values lie lower by fall. */
static char *
findings_of(const char *const session[2][RUNS], double fall)
{
	static const int noise[RUNS] = {3, -2, 5, -7, 1, 0};
	char *text = NULL;
	size_t size = 0;
	struct where why = {.line = 0};
	FILE *out = open_memstream(&text, &size);

	fputs(STREAM_HEADER, out);
	for (int i = 0; i < 2 * RUNS; i++) {
		int s = i / RUNS, r = i % RUNS;
		double value = 1000 + noise[(r + s) % RUNS];
		fprintf(out, "v%d,t,r%d,read.iops,iops,,,,,%g\n", s + 1, i,
			s ? value * (1 - fall) : value);
		fprintf(out, "v%d,,r%d,meta.complete,text,,,,,1\n", s + 1, i);
		if (session[s][r])
			fprintf(out, "v%d,,r%d,meta.session,text,,,,,%s\n", s + 1, i,
				session[s][r]);
	}
	fclose(out);
	char *findings = stream_findings(text, size, false, NULL, &why);
	cr_assert(findings != NULL, "%zu: %s", why.line, why.why);
	free(text);
	return findings;
}

static void
check_sessions(const char *const session[2][RUNS], const char *want, const char *note)
{
	char *findings = findings_of(session, 0);

	cr_expect(strstr(findings, want) != NULL, "no %s in %s", want, findings);
	if (note)
		cr_expect(strstr(findings, note) != NULL, "no %s in %s", note, findings);
	else
		cr_expect(strstr(findings, "no session named") == NULL, "%s", findings);
	free(findings);
}

/* The columns base_sessions, sessions, blocks and history_df. */
Test(occasion, one_run_without_a_session_does_not_hide_the_others)
{
	check_sessions((const char *const[2][RUNS]){{"a", "a", "b", "b", "c", "c"},
						    {"d", "d", "e", "e", "f", "f"}},
		       ",3,3,,,", NULL);
	check_sessions((const char *const[2][RUNS]){{"a", "a", "b", "b", "c", "c"},
						    {"d", "d", "e", "e", "f", NULL}},
		       ",3,4,,,", "no session named by 1 run: taken for one of its own");
	check_sessions((const char *const[2][RUNS]){{"a", NULL, "b", "b", NULL, "b"},
						    {"b", "b", "b", "b", "b", NULL}},
		       ",4,2,,,", "no session named by 3 runs: taken for one each");
}

Test(occasion, a_side_without_sessions_is_told)
{
	check_sessions((const char *const[2][RUNS]){{"a", "a", "b", "b", "c", "c"}}, ",,,,,",
		       "no session named by v2: session effects not covered");
	check_sessions((const char *const[2][RUNS]){{NULL}, {"a", "a", "b", "b", "c", "c"}},
		       ",,,,,", "no session named by v1: session effects not covered");
	check_sessions((const char *const[2][RUNS]){{NULL}}, ",,,,,", NULL);
}

/* One session against one to six: what fell by 30 % is found, what is equal is never found. */
Test(occasion, one_session_against_several)
{
	static const char *const names[] = {"b", "c", "d", "e", "f", "g"};

	for (int sessions = 2; sessions <= RUNS; sessions++) {
		const char *session[2][RUNS];
		for (int r = 0; r < RUNS; r++) {
			session[0][r] = "a";
			session[1][r] = names[r * sessions / RUNS];
		}
		char *equal = findings_of((const char *const(*)[RUNS])session, 0);
		char *fell = findings_of((const char *const(*)[RUNS])session, 0.3);
		cr_expect(strstr(equal, "regressed") == NULL, "%s", equal);
		cr_expect(strstr(fell, "regressed") != NULL, "%d sessions: %s", sessions, fell);
		free(equal);
		free(fell);
	}
}

/* Sessions that differ, runs that do not: no number of runs is told. */
Test(occasion, more_runs_of_the_same_sessions_are_not_asked_for)
{
	const char *const session[2][RUNS] = {{"a", "a", "a", "b", "b", "b"},
					      {"c", "c", "c", "d", "d", "d"}};
	char *findings = findings_of(session, 0.01);

	cr_expect(strstr(findings, ",undecided,,") != NULL, "%s", findings);
	cr_expect(strstr(findings, "more sessions, not more runs") != NULL, "%s", findings);
	free(findings);
}
