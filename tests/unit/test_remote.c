/* Runs that are measured through a command: what is sent, what comes back, how it ends. */
#include "collect/campaign/remote.h"

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/campaign/command.h"
#include "collect/campaign/there.h"
#include "collect/job/command_line.h"
#include "collect/job/file.h"
#include "collect/machine/facts.h"
#include "tests/unit/check.h"

static UT_array *warnings;
static UT_array *said;
static struct job_list jobs;
static volatile sig_atomic_t stop;

static void
start(void)
{
	warnings = lines_new();
	said = lines_new();
}

static void
end(void)
{
	lines_free(warnings);
	lines_free(said);
	job_list_free(&jobs);
}

TestSuite(remote, .init = start, .fini = end, .timeout = 60);

static void
read_file(const char *text, const char *name)
{
	struct where why = {.why = ""};
	FILE *in = check_input(text, strlen(text));

	cr_assert(job_file_read(in, name, job_open_file, NULL, &jobs, warnings, &why) == true, "%s",
		  why.why);
	fclose(in);
}

/* What a section says and what it inherits is its text, with comments gone and variables filled in;
 * read again, it gives the same job. */
Test(remote, a_job_keeps_its_text)
{
	setenv("RINGSIDE_TEST_SIZE", "64k", 1);
	read_file("[global]\nbs=8k ; a comment\n[a]\nrw = read\nsize=${RINGSIDE_TEST_SIZE}\n"
		  "time_based\nruntime=1\n[global]\niodepth=4\n[b]\nrw=write\nsize=1m\nioengine="
		  "libaio\n",
		  "x.fio");
	check_text(jobs.job[0].text, "bs=8k\nrw=read\nsize=64k\ntime_based\nruntime=1\n");
	check_text(jobs.job[1].text, "bs=8k\niodepth=4\nrw=write\nsize=1m\nioengine=libaio\n");
	cr_expect(jobs.job[0].text_partial == false);
	struct job copy;
	job_copy(&jobs.job[0], &copy);
	check_text(copy.text, jobs.job[0].text);
	job_free(&copy);
}

Test(remote, only_what_one_job_file_can_say_is_sent)
{
	struct where why = {.why = ""};

	read_file("[a]\nrw=read\nsize=4k\n[b]\nrw=read\nsize=4k\n", "x.fio");
	cr_expect(remote_check(&jobs, &why) == true, "%s", why.why);
	read_file("[b]\nrw=read\nsize=4k\n", "y.fio");
	cr_expect(remote_check(&jobs, &why) == false);
	check_text(why.why, "a second job 'b': --on sends all jobs in one file");
	job_list_free(&jobs);
	const char *const words[] = {"--name=a", "--rw=read", "--size=4k", "--filename=x#y"};
	cr_assert(job_command_line_read(words, 4, &jobs, warnings, &why) == true, "%s", why.why);
	cr_expect(jobs.job[0].text_partial == true);
	cr_expect(remote_check(&jobs, &why) == false);
}

/* More options than are kept do not make it slow or large. */
Test(remote, a_text_has_a_limit)
{
	size_t n = 0;
	char *text = NULL;
	FILE *out = mem_stream(&text, &n);

	fputs("[a]\nrw=read\nsize=4k\n", out);
	for (int i = 0; i < 30000; i++)
		fputs("bs=4k\n", out);
	fclose(out);
	read_file(text, "x.fio");
	cr_expect(jobs.job[0].text_partial == true);
	cr_expect(strlen(jobs.job[0].text) <= 65536 + 100);
	free(text);
}

static void
on_say(void *ctx, bool warning, const struct where *what)
{
	(void)ctx;
	(void)warning;
	lines_add(said, what->why);
}

static bool
on_begin(void *ctx)
{
	return *(const bool *)ctx;
}

/* Measures with a shell script that takes the place of collect, and returns the records. */
static char *
measure(const char *script, bool begin, enum run_end *ended, struct fact **precondition)
{
	const struct remote remote = {.command = script, .collect = ":"};
	const struct run_config config = {
	    .commit = "v1",
	    .id = "T.3",
	    .jobs = &jobs,
	    .interval_s = 1,
	    .stop = &stop,
	    .watch = {.say = on_say, .begin = on_begin, .ctx = &begin}};
	char *text = NULL;
	size_t n = 0;
	FILE *out = mem_stream(&text, &n);

	*ended = remote_measure(&config, &remote, out, precondition);
	fclose(out);
	return text;
}

#define ECHO "printf 'commit,test,run,metric,unit,start,end,low,high,value\\n"

Test(remote, rows_become_ours)
{
	struct fact *facts = NULL;
	enum run_end ended;

	read_file("[a]\nrw=read\nsize=4k\n", "x.fio");
	char *text = measure(ECHO "remote,,R,meta.kernel,text,,,,,6\\n"
				  "remote,,R,meta.block,1,,,,,1\\nremote,,R,meta.seed,text,,,,,7\\n"
				  "remote,,R,meta.precondition,text,,,,,steady\\n"
				  "remote,stdin/a,R,job.bs,text,,,,,4k\\n"
				  "remote,stdin/a,R,errors,1,,,,,0\\n"
				  "remote,stdin/a/0,R,read.ios,1,,,,,5\\n"
				  "remote,,R,meta.complete,1,,,,,1\\n'",
			     true, &ended, &facts);
	check_int(ended, RUN_COMPLETE);
	check_text(text, "v1,,T.3,meta.kernel,text,,,,,6\n"
			 "v1,,T.3,meta.precondition,text,,,,,steady\n"
			 "v1,x/a,T.3,job.bs,text,,,,,4k\n"
			 "v1,x/a,T.3,errors,1,,,,,0\n"
			 "v1,x/a/0,T.3,read.ios,1,,,,,5\n"
			 "v1,,T.3,meta.complete,1,,,,,1\n");
	cr_assert(facts != NULL);
	check_text(facts->metric, "meta.precondition");
	check_text(facts->value, "steady");
	facts_free(&facts);
	free(text);
	check_int(list_n(said), 0);
}

Test(remote, what_breaks_off_is_marked)
{
	static const struct {
		const char *script, *records, *said;
	} rows[] = {
	    {ECHO "r,,R,meta.kernel,text,,,,,6\\n'; exit 7",
	     "v1,,T.3,meta.kernel,text,,,,,6\nv1,,T.3,meta.interrupted,text,,,,,EREMOTEIO\n",
	     "failed with status 7"},
	    {ECHO "r,,R,meta.kernel,text,,,,,6\\nr,,R,meta.interrupted,text,,,,,EIO\\n'; exit 2",
	     "v1,,T.3,meta.kernel,text,,,,,6\nv1,,T.3,meta.interrupted,text,,,,,EIO\n",
	     "failed with status 2"},
	    {ECHO "r,,R,meta.complete,1,,,,,1\\n'; exit 2",
	     "v1,,T.3,meta.interrupted,text,,,,,EREMOTEIO\n", "failed with status 2"},
	    {ECHO "r,,R,meta.kernel,text,,,,,6\\nr,,R,met'",
	     "v1,,T.3,meta.kernel,text,,,,,6\nv1,,T.3,meta.interrupted,text,,,,,EREMOTEIO\n",
	     "line 3: the last line has no newline"},
	    {ECHO "r,stdin/b,R,read.ios,1,,,,,6\\n'",
	     "v1,,T.3,meta.interrupted,text,,,,,EREMOTEIO\n", "test 'stdin/b' was not asked for"},
	    {ECHO "r,stdin/a,R,job.bs,text,,,,,8k\\n'",
	     "v1,,T.3,meta.interrupted,text,,,,,EREMOTEIO\n",
	     "job 'a' has bs 8k there and 4k here"},
	    {ECHO "r,stdin/a,R,errors,1,,,,,0\\nr,stdin/a,R,errors,1,,,,,0\\n'",
	     "v1,x/a,T.3,errors,1,,,,,0\nv1,,T.3,meta.interrupted,text,,,,,EREMOTEIO\n",
	     "line 3: 'errors' repeats what was there before"},
	    {ECHO "r,stdin/a,R,read.ios,1,,,,,6\\nr,,R,meta.complete,1,,,,,1\\n'",
	     "v1,x/a,T.3,read.ios,1,,,,,6\nv1,,T.3,meta.interrupted,text,,,,,EREMOTEIO\n",
	     "job 'a' has no row of its errors"},
	    {ECHO "r,,R,meta.on,text,,,,,x\\nr,,R,meta.on,text,,,,,y\\n'; yes r,,R,x,1,,,,,1",
	     "v1,,T.3,meta.on,text,,,,,x\nv1,,T.3,meta.interrupted,text,,,,,EREMOTEIO\n",
	     "line 3: 'meta.on' repeats what was there before"},
	    {":", "", "has not come to its end"},
	    {"kill -KILL $$", "", "was ended by signal 9"},
	};

	read_file("[a]\nrw=read\nsize=4k\n", "x.fio");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *script = mem_format("%s\n", rows[i].script);
		struct fact *facts = NULL;
		enum run_end ended;
		char *text = measure(script, true, &ended, &facts);

		check_int(ended, RUN_FAILED);
		check_text(text, rows[i].records);
		const char *line = lines_at(said, i);
		cr_assert(line != NULL, "row %zu said nothing", i);
		cr_expect(strstr(line, rows[i].said) != NULL, "row %zu: '%s'", i, line);
		free(text);
		free(script);
	}
}

Test(remote, nothing_is_started_when_it_may_not_begin)
{
	struct fact *facts = NULL;
	enum run_end ended;
	char *text = measure("echo never >&2; exit 1", false, &ended, &facts);

	check_int(ended, RUN_REFUSED);
	check_text(text, "");
	free(text);
}

/* A command that writes before it reads, more than a pipe holds, and one that reads all. */
Test(remote, pipes_do_not_block)
{
	static const char *const commands[] = {
	    "head -c 1000000 /dev/zero | tr '\\0' x; cat >/dev/null", "tr y x"};
	char *input = mem_alloc(1000001, 1);

	memset(input, 'y', 1000000);
	for (size_t i = 0; i < 2; i++) {
		struct command_pipe pipe;
		FILE *in = NULL;
		size_t n = 0;

		check_int(command_pipe_open(commands[i], input, &stop, NULL, &pipe, &in), 0);
		for (int c; (c = getc(in)) != EOF; n++)
			cr_assert(c == 'x');
		check_int(n, 1000000);
		check_int(command_pipe_close(&pipe, in), 0);
	}
	free(input);
}

/* How many bytes of standard error have come, and how many of them are no 'e'. */
struct heard {
	size_t n, wrong;
};

static void
on_hear(void *ctx, const char *bytes, size_t n)
{
	struct heard *heard = ctx;

	heard->n += n;
	for (size_t i = 0; i < n; i++)
		heard->wrong += bytes[i] != 'e';
}

/* More than a pipe holds: before, among and after what is written to standard output; and one that
 * leaves its standard error to a process that goes on. */
Test(remote, standard_error_is_heard)
{
	static const struct {
		const char *command;
		size_t n;
	} rows[] = {
	    {"e() { head -c 300000 /dev/zero | tr '\\0' e >&2; }; e; echo x; e; exec >&-; e",
	     900000},
	    {"printf e >&2; exec 2>&-; echo x", 1},
	    {"sleep 5 & printf ee >&2; exec >&-; kill -9 $$", 2},
	    {":", 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct heard heard = {0, 0};
		const struct command_listener listener = {on_hear, &heard};
		struct command_pipe pipe;
		FILE *in = NULL;

		check_int(command_pipe_open(rows[i].command, "", &stop, &listener, &pipe, &in), 0);
		while (i != 2 && getc(in) != EOF)
			;
		check_int(command_pipe_close(&pipe, in), i == 2 ? 128 + SIGKILL : 0);
		check_int(heard.n, rows[i].n);
		check_int(heard.wrong, 0);
	}
}

/* Warnings once, of steadiness only the first; errors and other lines each time. */
Test(remote, messages_from_there_say_so)
{
	static const char text[] = "collect: warning: a\ncollect: warning: unsteady: x\n"
				   "collect: warning: unsteady: y\ncollect: warning: a\n\r\n"
				   "collect: lost\ncollect: lost\ncollected\nssh: warning: b\n"
				   "collect: warning: \n\0end";
	static const char *const wanted[] = {
	    "there: a",         "there: unsteady: x",     "there: lost", "there: lost",
	    "there: collected", "there: ssh: warning: b", "there: ?end"};
	const struct run_watch watch = {.say = on_say};
	struct there there = {.program = "/opt/collect", .said = lines_new(), .watch = &watch};

	for (size_t i = 0; i < sizeof(text) - 1; i++)
		there_hear(&there, text + i, 1);
	there_end(&there);
	there_end(&there);
	check_int(list_n(said), 7);
	for (size_t i = 0; i < 7 && i < list_n(said); i++)
		check_text(lines_at(said, i), wanted[i]);
	/* A line without an end is no matter. */
	for (size_t i = 0; i < 5000; i++)
		there_hear(&there, "z", 1);
	check_int(list_n(said), 7 + 4);
	check_int(strlen(lines_at(said, 7)), strlen("there: ") + sizeof(there.line) - 1);
	lines_free(there.said);
}

/* The signal is sent on once, and the reading goes on to the end. */
Test(remote, a_signal_is_sent_on)
{
	struct command_pipe pipe;
	char line[64] = "";
	FILE *in = NULL;

	check_int(command_pipe_open("trap 'exit 9' TERM; echo ready; "
				    "while :; do sleep 0.05; done",
				    "", &stop, NULL, &pipe, &in),
		  0);
	cr_assert(fgets(line, sizeof(line), in) != NULL);
	check_text(line, "ready\n");
	stop = SIGTERM;
	check_int(command_pipe_close(&pipe, in), 9);
}
