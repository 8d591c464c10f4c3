/* The parts of notes. */
#include "render/model/remark.h"

#include "tests/unit/check.h"

#define check_parts(note, kinds, want)                                                             \
	do {                                                                                       \
		char *text_ = remark_parts(view_of(note), kinds);                                  \
		check_text(text_, want);                                                           \
		free(text_);                                                                       \
	} while (0)

static const char several[] =
    "one session each: session effects not covered; v1: two levels: 3 runs "
    "near 63.7k, 2 near 59.9k; p 0.03 alone, 0.12 over 8 cells (Holm); ranks "
    "disagree: exact p 0.21; v2: not steady: the last third is 20 % below "
    "the first in 5 of 5 runs";

Test(remark, parts_go_where_they_belong)
{
	check_parts(several, REMARK_METHOD, "one session each: session effects not covered");
	check_parts(several, REMARK_FAMILY, "p 0.03 alone, 0.12 over 8 cells (Holm)");
	check_parts(several, REMARK_OTHER, "ranks disagree: exact p 0.21");
	check_parts(
	    several, REMARK_STEADINESS,
	    "v1: two levels: 3 runs near 63.7k, 2 near 59.9k; v2: not steady: the last third "
	    "is 20 % below the first in 5 of 5 runs");
	check_parts("two levels: 3 runs near 1, 2 near 2", REMARK_STEADINESS,
		    "two levels: 3 runs near 1, 2 near 2");
	check_parts("warm-up: the first third is 12 % below the rest", REMARK_OTHER, "");
}

/* All kinds together give the note back: no part is lost, none stands in two places. */
Test(remark, nothing_is_lost)
{
	static const unsigned all =
	    REMARK_STEADINESS | REMARK_METHOD | REMARK_FAMILY | REMARK_OTHER;

	check_parts(several, all, several);
	check_parts("", all, "");
	check_parts("a", all, "a");
	check_parts("; ", all, "");
	check_parts("; ; a; ", all, "a");
	check_parts("a;b", all, "a;b");
	check_parts(": two levels: ", all, ": two levels: ");
}

Test(remark, parts_are_found_by_their_beginning)
{
	cr_expect(remark_has(view_of(several), finding_one_session));
	cr_expect(remark_has(view_of(several), "ranks "));
	cr_expect(remark_has(view_of(several), "disagree") == false);
	cr_expect(remark_has(view_of(""), "a") == false);
	cr_expect(remark_has((struct view){"ranks", 2}, "ranks") == false, "beyond its end");
}

Test(remark, sessions_are_method)
{
	static const char note[] = "no session named by v2: session effects not covered; more "
				   "sessions, not more runs; other";

	check_parts(note, REMARK_OTHER, "other");
	cr_expect(remark_has(view_of(note), finding_unnamed));
	cr_expect(remark_has(view_of(note), finding_more_sessions));
}
