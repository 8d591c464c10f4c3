/* The file of a campaign: where its whole rows end, whose it is, and that it is this campaign's. */
#include "collect/campaign/resume.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/campaign/campaign.h"
#include "collect/campaign/commits.h"
#include "collect/job/command_line.h"
#include "tests/unit/check.h"

#define HEADER "commit,test,run,metric,unit,start,end,low,high,value\n"

static char path[] = "/tmp/ringside-resume-XXXXXX";

static const char records[] = HEADER "a,,T.1,meta.seed,text,,,,,9\n"
				     "a,,T.1,meta.block,1,,,,,1\n"
				     "a,job/r,T.1,job.rw,text,,,,,read\n"
				     "a,,T.1,meta.command,text,,,,,\"one, \"\"two\"\"\nlines\"\n"
				     "a,,T.1,meta.complete,1,,,,,1\n";

static void
make_file(void)
{
	int fd = mkstemp(path);

	cr_assert(fd >= 0);
	close(fd);
}

static void
remove_file(void)
{
	unlink(path);
}

TestSuite(resume, .init = make_file, .fini = remove_file, .timeout = 60);

static void
write_file(const char *text, size_t n)
{
	FILE *out = fopen(path, "w");

	cr_assert(out != NULL);
	fwrite(text, 1, n, out);
	fclose(out);
}

static size_t
file_size(void)
{
	struct stat info = {.st_size = 0};

	cr_assert(stat(path, &info) == 0);
	return (size_t)info.st_size;
}

/* At each byte at which a kill may end the writing: all rows before it are read, what is behind
 * them is cut off, and looking changes nothing. Within the header, and behind a newline within
 * quotes, it cannot be told from something else, and is refused. */
Test(resume, rows_are_whole_wherever_the_file_ends)
{
	size_t whole = 0, refused = 0;
	bool quoted = false;

	for (size_t n = 0; n < sizeof(records); n++) {
		struct resume look, open;
		struct where why = {.why = ""};

		if (n) {
			quoted ^= records[n - 1] == '"';
			whole = records[n - 1] == '\n' && !quoted ? n : whole;
		}
		bool lost = n && (!whole || memchr(records + whole, '\n', n - whole) != NULL);
		write_file(records, n);
		cr_assert(resume_open(path, true, &look, &why) == !lost, "%zu: %s", n, why.why);
		if (lost) {
			refused++;
			resume_close(&look);
			continue;
		}
		check_int(look.whole, whole);
		check_int(file_size(), n);
		cr_expect(logbook_has_complete(&look.logbook, "a") == (n == sizeof(records) - 1));
		resume_close(&look);
		cr_assert(resume_open(path, false, &open, &why) == true, "%zu: %s", n, why.why);
		check_int(open.cut, n - whole);
		check_int(file_size(), n);
		cr_expect(resume_cut(&open, &why) == true);
		check_int(file_size(), whole);
		cr_expect(open.headed == (whole > 0));
		fputs("x\n", open.out);
		resume_close(&open);
		check_int(file_size(), whole + 2);
	}
	/* The header's bytes but its last, and from the quoted newline to the row's end: 'lines"'.
	 */
	check_int(refused, strlen(HEADER) - 1 + strlen("\nlines\""));
}

/* What the file holds afterwards. */
static void
check_untouched(const char *text, size_t n)
{
	char *now = mem_alloc(n + 1, 1);
	FILE *in = fopen(path, "r");

	cr_assert(in != NULL);
	check_int(file_size(), n);
	check_int(fread(now, 1, n + 1, in), n);
	cr_expect(memcmp(now, text, n) == 0);
	fclose(in);
	free(now);
}

#define ROW "a,,T.1,meta.block,1,,,,,1\n"
#define UNTOUCHED "; the file is not touched"

Test(resume, what_no_kill_leaves_is_refused_and_not_touched)
{
	static const struct {
		const char *text;
		size_t line;
		const char *why;
	} rows[] = {
	    {"my only notes", 1, "is no header of records" UNTOUCHED},
	    {"my\nonly\nnotes\n", 1,
	     "is no row of records: no header of a record table (commit,test,...)" UNTOUCHED},
	    {"commit,test,run", 1, "is no header of records" UNTOUCHED},
	    {"\n\n", 1, "is no header of records" UNTOUCHED},
	    {HEADER ROW "a note\n", 3,
	     "is no row of records: 1 field where the header has 10" UNTOUCHED},
	    {HEADER ROW "a,,T.1,x,1,,,,,many\n" ROW, 3,
	     "is no row of records: value 'many' is not a number" UNTOUCHED},
	    {HEADER ROW "a,,T.1,\"x\n" ROW, 3,
	     "is no row of records: a quoted field is not closed: the stream is "
	     "truncated" UNTOUCHED},
	    {HEADER ROW "a,,T.1,\"job/r\nand more", 3,
	     "is no row of records: a quoted field is not closed: the stream is "
	     "truncated" UNTOUCHED},
	    {HEADER ROW "a,,T.1,meta.block,1,,,,,1\"", 3,
	     "is no row of records, and no beginning of one" UNTOUCHED},
	    {HEADER ROW "a,,T.1,meta.block,1,,,,,1,and,more", 3,
	     "is no row of records, and no beginning of one" UNTOUCHED},
	    {HEADER ROW "one\rtwo", 3, "is no row of records, and no beginning of one" UNTOUCHED},
	    {HEADER "a,,T.1,meta.seed,text,,,,,1\na,,T.2,meta.seed,text,,,,,2\n", 3,
	     "a second campaign in it: its seed is 2, that of the first one is 1" UNTOUCHED},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct resume resume;
		struct where why = {.why = ""};
		size_t n = strlen(rows[i].text);

		write_file(rows[i].text, n);
		cr_expect(resume_open(path, false, &resume, &why) == false, "row %zu", i);
		check_text(why.why, rows[i].why);
		check_text(why.file, path);
		check_int(why.line, rows[i].line);
		resume_close(&resume);
		check_untouched(rows[i].text, n);
	}
}

/* Each byte of the file in turn becomes a quote: nothing but a last row that lacks its newline is
 * ever cut off. */
Test(resume, a_quote_in_any_place_loses_nothing)
{
	size_t n = sizeof(records) - 1, accepted = 0;
	char text[sizeof(records)];

	for (size_t i = 0; i < n; i++) {
		struct resume resume;
		struct where why = {.why = ""};

		memcpy(text, records, sizeof(records));
		text[i] = '"';
		write_file(text, n);
		if (resume_open(path, false, &resume, &why)) {
			check_int(resume.cut, 0);
			cr_expect(resume_cut(&resume, &why) == true);
			accepted++;
		}
		resume_close(&resume);
		check_untouched(text, n);
	}
	cr_expect(accepted < n / 10, "%zu of %zu", accepted, n);
}

/* Somebody else has written on: that is not ours to take off. */
Test(resume, a_file_that_has_grown_is_not_cut)
{
	struct resume resume;
	struct where why = {.why = ""};

	write_file(HEADER ROW "a,,", strlen(HEADER ROW) + 3);
	cr_assert(resume_open(path, false, &resume, &why) == true, "%s", why.why);
	write_file(HEADER ROW ROW ROW, strlen(HEADER ROW ROW ROW));
	cr_expect(resume_cut(&resume, &why) == false);
	check_text(why.why, "something else writes to it: its unfinished row is not cut off");
	resume_close(&resume);
	check_untouched(HEADER ROW ROW ROW, strlen(HEADER ROW ROW ROW));
}

/* An unfinished row has a limit; NUL bytes have none. */
Test(resume, a_tail_is_one_row)
{
	size_t n = strlen(HEADER ROW), more = 3 << 20;
	char *text = mem_alloc(n + more, 1);
	struct resume resume;
	struct where why = {.why = ""};

	memcpy(text, HEADER ROW, n);
	write_file(text, n + more);
	cr_assert(resume_open(path, true, &resume, &why) == true, "%s", why.why);
	check_int(resume.cut, more);
	resume_close(&resume);
	memset(text + n, 'x', more);
	write_file(text, n + more);
	cr_expect(resume_open(path, true, &resume, &why) == false);
	check_int(why.line, 3);
	resume_close(&resume);
	free(text);
}

Test(resume, zeros_at_the_end_are_cut_off_and_others_refused)
{
	char text[sizeof(records) + 100] = "";
	struct resume resume;
	struct where why = {.why = ""};

	memcpy(text, records, sizeof(records) - 1);
	write_file(text, sizeof(text));
	cr_assert(resume_open(path, true, &resume, &why) == true, "%s", why.why);
	check_int(resume.whole, sizeof(records) - 1);
	check_int(resume.cut, 101);
	resume_close(&resume);
	text[sizeof(text) - 1] = 'x';
	write_file(text, sizeof(text));
	cr_expect(resume_open(path, true, &resume, &why) == false);
	check_text(why.why, "is no row of records: a NUL byte; the file is not touched");
	resume_close(&resume);
	text[sizeof(text) - 1] = '\n';
	write_file(text, sizeof(text));
	cr_expect(resume_open(path, true, &resume, &why) == false);
	check_text(why.why, "is no row of records: a NUL byte: this is no text; the file is not "
			    "touched");
	resume_close(&resume);
}

/* Columns in an order of their own need our header again. */
Test(resume, the_last_header_decides)
{
	static const struct {
		const char *text;
		bool headed;
	} rows[] = {
	    {HEADER "a,,T,meta.seed,text,,,,,9\n", true},
	    {"test,commit,run,metric,unit,start,end,low,high,value\n", false},
	    {HEADER "test,commit,run,metric,unit,start,end,low,high,value\n,a,T,x,1,,,,,1\n",
	     false},
	    {"test,commit,run,metric,unit,start,end,low,high,value\n" HEADER, true},
	    {"", false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct resume resume;
		struct where why = {.why = ""};

		write_file(rows[i].text, strlen(rows[i].text));
		cr_assert(resume_open(path, true, &resume, &why) == true, "%s", why.why);
		cr_expect(resume.headed == rows[i].headed, "row %zu", i);
		resume_close(&resume);
	}
}

Test(resume, one_campaign_at_a_time)
{
	struct resume first, second;
	struct where why = {.why = ""};

	cr_assert(resume_open(path, false, &first, &why) == true, "%s", why.why);
	cr_expect(resume_open(path, false, &second, &why) == false);
	check_text(why.why, "another campaign is writing this file");
	resume_close(&second);
	cr_expect(resume_open(path, true, &second, &why) == true, "looking is free");
	resume_close(&second);
	resume_close(&first);
	cr_expect(resume_open(path, false, &second, &why) == true, "%s", why.why);
	resume_close(&second);
}

Test(resume, what_is_not_there_is_made_but_not_by_looking)
{
	struct resume resume;
	struct where why = {.why = ""};

	unlink(path);
	cr_expect(resume_open(path, true, &resume, &why) == true, "%s", why.why);
	resume_close(&resume);
	cr_expect(access(path, F_OK) != 0);
	cr_expect(resume_open(path, false, &resume, &why) == true, "%s", why.why);
	resume_close(&resume);
	cr_expect(access(path, F_OK) == 0);
}

/* What a campaign of n commits with the job's words says to a file. */
static const char *
check(const char *text, const char *const *names, size_t n, bool per_job, const char *bs)
{
	static struct where why;
	const char *const words[] = {"--name=r", "--rw=read", "--size=1m", bs, "--numjobs=2"};
	struct campaign_commit commits[3];
	struct job_list jobs = {NULL, 0};
	struct resume resume;
	UT_array *warnings = lines_new();

	why.why[0] = '\0';
	write_file(text, strlen(text));
	cr_assert(job_command_line_read(words, 5, &jobs, warnings, &why) == true, "%s", why.why);
	cr_assert(commits_make(names, n, &jobs, commits, &why) == true, "%s", why.why);
	cr_assert(resume_open(path, true, &resume, &why) == true, "%s", why.why);
	bool good = resume_check(&resume, commits, n, per_job, &why);
	resume_close(&resume);
	commits_free(commits, n);
	job_list_free(&jobs);
	lines_free(warnings);
	return good ? "same" : why.why;
}

#define JOB(commit, test, bs)                                                                      \
	commit "," test ",T.1,job.rw,text,,,,,read\n" commit "," test ",T.1,job.bs,text,,,,," bs   \
	       "\n" commit "," test ",T.1,job.iodepth,text,,,,,1\n" commit "," test                \
	       ",T.1,job.numjobs,text,,,,,2\n" commit "," test                                     \
	       ",T.1,job.ioengine,text,,,,,psync\n" commit "," test                                \
	       ",T.1,job.direct,text,,,,,0\n" commit "," test ",T.1,job.size,text,,,,,1m\n"
#define DONE(commit) commit ",,T.1,meta.seed,text,,,,,9\n" commit ",,T.1,meta.complete,1,,,,,1\n"
#define TWO "a,,T.1,meta.commit.index,1,,,,,1\nb,,T.1,meta.commit.index,1,,,,,2\n"

Test(resume, the_same_campaign_is_known)
{
	static const char *const a[] = {"a"}, *const ab[] = {"a", "b"}, *const ba[] = {"b", "a"},
				 *const abc[] = {"a", "b", "c"};

	check_text(check("", a, 1, false, "--bs=4k"), "same");
	check_text(check(HEADER JOB("a", "job/r", "4k") DONE("a"), a, 1, false, "--bs=4k"), "same");
	check_text(check(HEADER TWO JOB("a", "job/r", "4k") DONE("a"), ab, 2, false, "--bs=4k"),
		   "same");
	check_text(check(HEADER JOB("a", "job/r", "4k") JOB("a", "job/r/0", "4k")
			     JOB("a", "job/r/1", "4k") DONE("a"),
			 a, 1, true, "--bs=4k"),
		   "same");
	/* A run that was cut off may lack what its end would have. */
	check_text(check(HEADER "a,job/r,T.1,job.rw,text,,,,,read\n", a, 1, false, "--bs=4k"),
		   "same");
	check_text(check(HEADER TWO, ba, 2, false, "--bs=4k"),
		   "another campaign: commit 'b' is number 2 there and number 1 here");
	check_text(check(HEADER TWO, abc, 3, false, "--bs=4k"),
		   "another campaign: commit 'c' is not in it");
	check_text(check(HEADER TWO, a, 1, false, "--bs=4k"),
		   "another campaign: commit 'b' is in it and not asked for");
	check_text(check(HEADER JOB("a", "job/r", "4k") DONE("a"), a, 1, false, "--bs=8k"),
		   "another campaign: test 'job/r' of commit 'a' has job.bs 4k there and 8k here");
	check_text(check(HEADER JOB("a", "job/r", "4k") "a,job/r,T.1,job.runtime,text,,,,,1s\n", a,
			 1, false, "--bs=4k"),
		   "another campaign: test 'job/r' of commit 'a' has job.runtime 1s there and none "
		   "here");
	check_text(check(HEADER JOB("a", "job/r", "4k") DONE("a"), a, 1, true, "--bs=4k"),
		   "another campaign: test 'job/r/0' is not in it");
	check_text(check(HEADER JOB("a", "job/r", "4k") JOB("a", "job/r/2", "4k") DONE("a"), a, 1,
			 true, "--bs=4k"),
		   "another campaign: test 'job/r/2' is in it and not asked for");
	check_text(
	    check(HEADER JOB("a", "job/r", "4k") JOB("a", "job/rx", "4k") DONE("a"), a, 1, false,
		  "--bs=4k"),
	    "another campaign: test 'job/rx' is in it and not asked for (was it --per-job?)");
}
