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
	    {"b:bs=8k", "--set 'b:bs=8k' does not begin with the name of a commit and a ':'"},
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
