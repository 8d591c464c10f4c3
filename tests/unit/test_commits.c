/* Commits with jobs of their own, and the words of a command. */
#include "collect/campaign/commits.h"

#include "collect/base/lines.h"
#include "collect/base/where.h"
#include "collect/campaign/command.h"
#include "collect/job/command_line.h"
#include "tests/unit/check.h"

static struct job_list jobs;
static UT_array *warnings;

static void
read_jobs(void)
{
	const char *const words[] = {"--name=a", "--rw=randread", "--bs=4k", "--size=1m"};
	struct where why = {.why = ""};

	warnings = lines_new();
	cr_assert(job_command_line_read(words, 4, &jobs, warnings, &why) == true, "%s", why.why);
}

static void
free_jobs(void)
{
	job_list_free(&jobs);
	lines_free(warnings);
}

TestSuite(commits, .init = read_jobs, .fini = free_jobs);

Test(commits, an_assignment_holds_for_its_commit_alone)
{
	const char *const names[] = {"a", "a:b", "c"};
	struct campaign_commit commits[3];
	struct where why = {.why = ""};

	cr_assert(commits_make(names, 3, &jobs, commits, &why) == true, "%s", why.why);
	/* The longest name wins. */
	cr_expect(commits_set(commits, 3, "a:b:bs=8k", warnings, &why) == true, "%s", why.why);
	cr_expect(commits_set(commits, 3, "c:bs=16k", warnings, &why) == true, "%s", why.why);
	cr_expect(commits_set(commits, 3, "c:rw=read", warnings, &why) == true, "%s", why.why);
	check_int(commits[0].jobs.job[0].bs[0].min, 4096);
	check_int(commits[1].jobs.job[0].bs[0].min, 8192);
	check_int(commits[2].jobs.job[0].bs[0].min, 16384);
	check_int(commits[2].jobs.job[0].rw, JOB_RW_READ);
	check_int(jobs.job[0].bs[0].min, 4096);
	commits_free(commits, 3);
}

Test(commits, refuses_what_is_for_no_commit_or_no_option)
{
	static const struct {
		const char *assignment, *why;
	} rows[] = {
	    {"bs=8k", "--set 'bs=8k' does not begin with the name of a commit and a ':'"},
	    {"b:bs=8k", "--set 'b:bs=8k': there is no commit 'b'"},
	    {"bs=8k:1", "--set 'bs=8k:1' does not begin with the name of a commit and a ':'"},
	    {"a", "--set 'a' does not begin with the name of a commit and a ':'"},
	    {"a:bss=8k", "--set 'a:bss=8k': unknown option"},
	};
	const char *const names[] = {"a"}, *const twice[] = {"x", "y", "x"};
	struct campaign_commit commits[3];
	struct where why = {.why = ""};

	cr_assert(commits_make(names, 1, &jobs, commits, &why) == true);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		cr_expect(commits_set(commits, 1, rows[i].assignment, warnings, &why) == false);
		cr_expect(strncmp(why.why, rows[i].why, strlen(rows[i].why)) == 0, "got '%s'",
			  why.why);
	}
	commits_free(commits, 1);
	cr_expect(commits_make(twice, 3, &jobs, commits, &why) == false);
	cr_expect(strstr(why.why, "--commit 'x' is given twice") != NULL, "got '%s'", why.why);
	commits_free(commits, 3);
}

Test(commits, those_that_are_not_compared_are_told)
{
	const char *const names[] = {"a", "b", "c", "d"};
	struct campaign_commit commits[4];
	struct where why = {.why = ""};
	UT_array *told = lines_new();

	cr_assert(commits_make(names, 4, &jobs, commits, &why) == true, "%s", why.why);
	commits_differ(commits, 4, told);
	check_int(list_n(told), 0);
	/* A way of the engine is compared. */
	cr_expect(commits_set(commits, 4, "b:ioengine=libaio", warnings, &why), "%s", why.why);
	cr_expect(commits_set(commits, 4, "c:thinktime=5", warnings, &why), "%s", why.why);
	cr_expect(commits_set(commits, 4, "d:userspace_reap=0", warnings, &why), "%s", why.why);
	commits_differ(commits, 1, told);
	commits_differ(NULL, 0, told);
	check_int(list_n(told), 0);
	commits_differ(commits, 4, told);
	cr_assert(list_n(told) == 2);
	check_text(lines_at(told, 0),
		   "commits 'a' and 'b' differ in job.ioengine (psync, libaio) of test 'job/a': "
		   "'analyze compare' refuses that: let them differ in options of the engine "
		   "(meta.engine.*), or give it --force");
	cr_expect(strstr(lines_at(told, 1), "job.thinktime (none, 5us) of") != NULL);
	lines_free(told);
	commits_free(commits, 4);
}

Test(commits, several_tests_are_one_line)
{
	const char *const words[] = {"--name=a",  "--rw=read", "--size=1m", "--name=b", "--rw=read",
				     "--size=1m", "--name=c",  "--rw=read", "--size=1m"};
	const char *const names[] = {"old", "new"};
	struct campaign_commit commits[2];
	struct where why = {.why = ""};
	UT_array *told = lines_new();

	job_list_free(&jobs);
	cr_assert(job_command_line_read(words, 9, &jobs, warnings, &why) == true, "%s", why.why);
	cr_assert(commits_make(names, 2, &jobs, commits, &why) == true, "%s", why.why);
	cr_expect(commits_set(commits, 2, "new:bs=8k", warnings, &why), "%s", why.why);
	cr_expect(commits_set(commits, 2, "old:thinktime=5", warnings, &why), "%s", why.why);
	commits_differ(commits, 2, told);
	cr_assert(list_n(told) == 1);
	cr_expect(strstr(lines_at(told, 0),
			 "differ in job.bs (4k, 8k), job.thinktime (5us, none) of test 'job/a' and "
			 "2 other tests: ") != NULL,
		  "got '%s'", lines_at(told, 0));
	lines_free(told);
	commits_free(commits, 2);
}

/* What is said of an option is said of each job by its name, for no place tells them apart. */
Test(commits, a_warning_names_its_job)
{
	const char *const names[] = {"a"};
	struct campaign_commit commits[1];
	struct where why = {.why = ""};

	cr_assert(commits_make(names, 1, &jobs, commits, &why) == true, "%s", why.why);
	cr_expect(commits_set(commits, 1, "a:userspace_reap=0", warnings, &why), "%s", why.why);
	cr_assert(list_n(warnings) == 1);
	check_text(lines_at(warnings, 0),
		   "job 'a': userspace_reap has no effect with an ioengine other than libaio");
	commits_free(commits, 1);
}

Test(commits, commands_are_quoted_for_the_shell)
{
	static const char *const words[] = {"collect", "run",   "a b.fio", "--set=x:y=1",
					    "it's",    "$HOME", "",        "~"};
	char *text = command_quote(words, 8);

	check_text(text, "collect run 'a b.fio' --set=x:y=1 'it'\\''s' '$HOME' '' '~'");
	free(text);
	text = command_quote(words, 0);
	check_text(text, "");
	free(text);
}

Test(commits, commands_end_with_their_status)
{
	volatile sig_atomic_t stop = 0;
	const char *const echo[] = {"echo", "two words", NULL}, *const fails[] = {"false", NULL},
			  *const absent[] = {"ringside-no-such-program", NULL};

	check_int(command_run("exit 3", "a", &stop), 3);
	check_int(command_run("test \"$RINGSIDE_COMMIT\" = 'a b'", "a b", &stop), 0);
	check_int(command_run("kill -TERM $$", "a", &stop), 128 + SIGTERM);
	char *text = command_output(echo, true);
	cr_assert(text != NULL);
	check_text(text, "two words");
	free(text);
	cr_expect(command_output(fails, true) == NULL);
	cr_expect(command_output(absent, true) == NULL);
}
