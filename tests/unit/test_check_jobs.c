/* Job files with several mistakes: which of them are told, and which jobs are left. */
#include "collect/campaign/check_jobs.h"

#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "tests/unit/check.h"

static char path[64];

static void
make_path(void)
{
	snprintf(path, sizeof(path), "/tmp/ringside-check-XXXXXX");
	int fd = mkstemp(path);
	cr_assert(fd >= 0 && close(fd) == 0);
}

static void
remove_path(void)
{
	cr_assert(unlink(path) == 0);
}

TestSuite(check_jobs, .init = make_path, .fini = remove_path, .timeout = 60);

/* What was said, as "LINE " of each mistake and "w" of each warning. */
static void
note(void *ctx, bool warning, const struct where *what)
{
	char **said = ctx;

	if (warning)
		mem_append(said, "w ");
	else
		mem_append(said, "%zu ", what->line);
}

/* Reads n bytes as a job file: said and then the names of the jobs, on the heap. */
static char *
read_bytes(const char *text, size_t n, bool *good)
{
	const char *files[] = {path};
	const struct options options = {.files = {files, 1}};
	char *said = mem_dup("");
	const struct check_listener listener = {note, &said};
	struct job_list jobs = {NULL, 0};
	FILE *out = fopen(path, "w");

	cr_assert(out != NULL && fwrite(text, 1, n, out) == n && fclose(out) == 0);
	*good = check_jobs_read(&options, &jobs, &listener);
	for (size_t i = 0; i < jobs.n; i++)
		mem_append(&said, "%s", jobs.job[i].name);
	job_list_free(&jobs);
	return said;
}

Test(check_jobs, tells_one_mistake_of_each_job)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
	    {"[a]\nrw=read\nsize=4k\n", "a"},
	    {"[a]\nrw=read\nsize=4k", "a"},
	    {"[a]\nrw=no\nsize=no\n[b]\nrw=read\nsize=4k\n", "2 b"},
	    {"[a]\nrw=read\nsize=4k\n[b]\nnone=1", "5 a"},
	    {"[a]\nrw=no\n  [b]\nrw=no\n\t[c]\nrw=read\nsize=4k\n[d]\nbs=no\n", "2 4 9 c"},
	    {"[a]\r\nrw=no\r\n[b]\r\nrw=read\r\nsize=4k\r\n", "2 b"},
	    {"[a]\nrw=no\n", "2 "},
	    /* Nothing more can be said of jobs that inherit a mistake. */
	    {"[global]\nrw=no\n[a]\nrw=no\n", "2 "},
	    {"[a]\nrw=no\n[ globals]\nbs=no\n[b]\nrw=no\n", "2 4 "},
	    {"[global]\nsize=4k\n[a]\nrw=no\n[b]\nrw=read\n", "4 b"},
	    {"rw=read\n", "1 "},
	    {"[\n[a]\nrw=read\nsize=4k\n", "1 a"},
	    {"[]\n[a]\nrw=read\nsize=4k\n", "1 a"},
	    {"", "0 "},
	    {"\n\n", "0 "},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		bool good;
		char *said = read_bytes(rows[i].text, strlen(rows[i].text), &good);

		cr_expect(strcmp(said, rows[i].want) == 0, "row %zu: got '%s', want '%s'", i, said,
			  rows[i].want);
		check_int(good, rows[i].want[0] >= 'a');
		free(said);
	}
}

Test(check_jobs, ends_for_any_bytes)
{
	static const char text[] = "[a]\nrw=no\n[\0b]\nrw=read\n\xef\xbb\xbf[c]\nsize=1.5g\n[[d]]\n"
				   "include none\n[e]=[\nrw=read ; [f]\nsize=4k";
	bool good;

	for (size_t n = 0; n < sizeof(text); n++) {
		char *said = read_bytes(text, n, &good);
		cr_expect(good == false, "%zu bytes: '%s'", n, said);
		free(said);
	}
}

Test(check_jobs, many_mistakes_do_not_take_for_ever)
{
	char *text = mem_dup("");
	bool good;

	for (unsigned i = 0; i < 3000; i++)
		mem_append(&text, "[j%u]\nrw=no\n", i);
	char *said = read_bytes(text, strlen(text), &good);
	size_t n = 0;
	for (const char *c = said; *c; c++)
		n += *c == ' ';
	check_int(n, 1000);
	check_int(good, 0);
	free(said);
	free(text);
}
