/* Jobs on the command line. */
#include "collect/job/command_line.h"

#include "tests/unit/job_text.h"

static struct outcome
read_words(const char *const *words)
{
	struct outcome out = {0};
	size_t n = 0;

	while (words[n])
		n++;
	utarray_new(out.warnings, &ut_str_icd);
	out.good = job_command_line_read(words, n, &out.list, out.warnings, &out.why);
	return out;
}

Test(job_command_line, tells_its_words_from_others)
{
	static const char *const ours[] = {"--name=x",     "--rw=randread",     "--readwrite=read",
					   "--time_based", "--iodepth_batch=4", "--thread",
					   "--verify=md5"};
	static const char *const others[] = {"--commit", "--runs=3", "-rw=read", "rw=read",
					     "--",       "",         "--rw-x",   "a.fio"};

	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		cr_expect(job_command_line_has(ours[i]) == true, "%s", ours[i]);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		cr_expect(job_command_line_has(others[i]) == false, "%s", others[i]);
	check_text(job_command_line_nearest("--iodpeth"), "iodepth");
	cr_expect(job_command_line_nearest("--no_option_like_it") == NULL);
}

Test(job_command_line, makes_jobs)
{
	static const char *const words[] = {
	    "--size=1m",           "--bs=8k",  "--name=a",    "--rw=read",        "--name=b",
	    "--rw=randread",       "--bs=4k",  "--stonewall", "--name=global",    "--iodepth=2",
	    "--ioengine=io_uring", "--name=c", "--rw=read",   "--fallocate=none", NULL};
	struct outcome out = read_words(words);

	cr_assert(out.good, "%s", out.why.why);
	check_int(out.list.n, 3);
	check_text(out.list.job[0].name, "a");
	check_text(out.list.job[0].file, "command line");
	check_text(out.list.job[0].stem, "job");
	check_int(out.list.job[0].line, 0);
	check_int(out.list.job[0].bs[0].min, 8192);
	check_int(out.list.job[1].bs[0].min, 4096);
	check_int(out.list.job[1].group, 1);
	check_int(out.list.job[1].iodepth, 1);
	check_int(out.list.job[2].iodepth, 2);
	check_text(warnings(&out), "command line: without effect here, ignored: fallocate\n");
	drop(&out);
}

Test(job_command_line, starts_a_group_of_its_own)
{
	static const char *const words[] = {"--name=a", "--rw=read", "--size=1m"};
	struct outcome out = read_text("[a]\n" JOB);

	cr_expect(job_command_line_read(words, 3, &out.list, out.warnings, &out.why) == true);
	check_int(out.list.n, 2);
	check_int(out.list.job[1].group, 1);
	drop(&out);
}

Test(job_command_line, refuses_with_reason)
{
	static const struct {
		const char *words[5], *message;
	} rows[] = {
	    {{"--rw=read", "--size=1m"}, "options of a job without --name=JOB"},
	    {{"--name"}, "--name needs a value: --name=JOB"},
	    {{"--name="}, "--name needs a value: --name=JOB"},
	    {{"--name=a", "--rw"}, "rw needs a value"},
	    {{"--size=1m", "--rw=read", "--name=a", "--name=a"}, "a second job 'job/a'"},
	    {{"--name=a", "--rw=read", "--size=x"}, "size 'x' is not a size (512, 4k, 1m, 2g)"},
	    {{"--name=a", "--rw=read", "--size=1k"}, "size 1k is less than bs 4k"},
	    {{"--name=a", "rw=read"}, "'rw=read' is no option of a job"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct outcome out = read_words(rows[i].words);
		cr_expect(out.good == false, "row %zu", i);
		check_text(out.why.why, rows[i].message);
		check_text(out.why.file, "command line");
		check_int(out.why.line, 0);
		check_int(out.list.n, 0);
		drop(&out);
	}
}
