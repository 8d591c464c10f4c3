/* Labels of paths. */
#include "collect/import/label.h"

#include "collect/base/where.h"
#include "tests/unit/check.h"

static void
check_label(const char *text, const char *path, const char *want)
{
	struct where why;
	struct label label;
	char got[256] = "no";
	struct label_pattern *pattern = label_pattern_new(text, &why);

	cr_assert(pattern != NULL, "%s", why.why);
	if (label_match(pattern, path, &label)) {
		snprintf(got, sizeof(got), "%s %s %s", label.commit ? label.commit : "-",
			 label.test ? label.test : "-", label.run ? label.run : "-");
		label_free(&label);
	}
	check_text(got, want);
	label_pattern_free(pattern);
}

Test(label, groups_say_what_a_path_is)
{
	const char *all = "(?<commit>v[0-9]+)/(?<test>[a-z]+)-(?<run>[0-9]+)\\.json$";

	check_label(all, "results/v12/rr-3.json", "v12 rr 3");
	check_label(all, "results/v12/rr-3.json.bak", "no");
	check_label("(?<run>r.)", "a/r1/b", "- - r1");
	check_label("(?<test>.*)x", "ax", "- a -");
}

Test(label, an_empty_group_is_no_match)
{
	check_label("(?<test>[a-z]*)-", "-1", "no");
	/* One that takes no part says nothing. */
	check_label("a(?<test>b)?(?<run>1)", "a1", "- - 1");
}

Test(label, bad_patterns)
{
	struct where why;

	cr_expect(label_pattern_new("(?<commit>a", &why) == NULL);
	cr_expect(strstr(why.why, "at character 12") != NULL, "%s", why.why);
	cr_expect(label_pattern_new("(?<run>r)(?<comit>a)", &why) == NULL);
	check_text(why.why,
		   "--label '(?<run>r)(?<comit>a)': the group 'comit' is none of commit, test "
		   "and run (did you mean 'commit'?)");
	cr_expect(label_pattern_new("(a)", &why) == NULL);
	cr_expect(strstr(why.why, "none of the groups") != NULL, "%s", why.why);
	cr_expect(label_pattern_new("", &why) == NULL);
}

Test(label, no_pattern_matches_all)
{
	struct label label;

	cr_expect(label_match(NULL, "x", &label));
	cr_expect(label.commit == NULL && label.test == NULL && label.run == NULL);
}

/* Patterns that would take ages are given up. */
Test(label, hostile_patterns_end, .timeout = 20)
{
	char path[64];

	memset(path, 'a', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	check_label("^(?<test>(a+)+)b", path, "no");
}

Test(label, which_groups_it_has)
{
	struct where why;
	struct label_pattern *pattern = label_pattern_new("(?<test>a)(?<run>b)", &why);

	cr_assert(pattern != NULL);
	cr_expect(label_pattern_has(pattern, "test"));
	cr_expect(label_pattern_has(pattern, "run"));
	cr_expect(label_pattern_has(pattern, "commit") == false);
	cr_expect(label_pattern_has(pattern, "x") == false);
	cr_expect(label_pattern_has(NULL, "test") == false);
	label_pattern_free(pattern);
}
