/* The parser ends at the first mistake. So the section that has it is blanked, and the file is read
 * again, until there is none. */
#include "collect/campaign/check_jobs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/lines.h"
#include "collect/base/mem.h"
#include "collect/base/source.h"
#include "collect/base/where.h"
#include "collect/campaign/run_command.h"
#include "collect/job/command_line.h"
#include "collect/job/file.h"

enum {
	TEXT_MAX = 16 << 20, /* bytes of a job file */
	MISTAKES_MAX = 1000  /* of one file; each has it read again */
};

static void
say_warnings(const struct check_listener *listener, const UT_array *warnings)
{
	struct where what;

	for (size_t i = 0; i < list_n(warnings); i++) {
		where_set(&what, NULL, 0, "%s", lines_at(warnings, i));
		listener->say(listener->ctx, true, &what);
	}
}

/* All of in, on the heap. */
static char *
read_all(FILE *in, const char *name, size_t *n, struct where *why)
{
	char *text = NULL, part[65536];
	size_t got;
	FILE *all = mem_stream(&text, n);
	size_t size = 0;

	errno = 0;
	while (size <= TEXT_MAX && (got = fread(part, 1, sizeof(part), in)) > 0) {
		fwrite(part, 1, got, all);
		size += got;
	}
	int error = ferror(in) ? errno ? errno : EIO : 0;
	fclose(all);
	if (!error && size <= TEXT_MAX)
		return text;
	if (error)
		where_set(why, name, 0, "cannot be read: %s", strerror(error));
	else
		where_set(why, name, 0, "more than %d bytes: this is no job file", TEXT_MAX);
	free(text);
	return NULL;
}

/* The end of the line at text, its newline or the end of all. */
static char *
line_end(char *text, char *end)
{
	char *newline = memchr(text, '\n', (size_t)(end - text));

	return newline ? newline : end;
}

static bool
is_head(const char *line, const char *end)
{
	while (line < end && (*line == ' ' || *line == '\t'))
		line++;
	return line < end && *line == '[';
}

static bool
is_global(const char *head, const char *end)
{
	const char *name = (const char *)memchr(head, '[', (size_t)(end - head)) + 1;

	while (name < end && (*name == ' ' || *name == '\t'))
		name++;
	return end - name >= 6 && memcmp(name, "global", 6) == 0;
}

/* Blanks the job's section that line, 1-based, is in; false where it is in none. */
static bool
blank_section(char *text, size_t n, size_t line)
{
	char *end = text + n, *head = NULL, *at = text;

	for (size_t i = 1; at < end && i <= line; i++) {
		char *stop = line_end(at, end);
		if (is_head(at, stop))
			head = at;
		at = stop + 1;
	}
	if (!head || at > end + 1 || is_global(head, line_end(head, end)))
		return false;
	for (at = head; at < end;) {
		char *stop = line_end(at, end);
		if (at != head && is_head(at, stop))
			break;
		memset(at, ' ', (size_t)(stop - at));
		at = stop + 1;
	}
	return true;
}

static bool
read_once(char *text, size_t n, const char *name, struct job_list *jobs, UT_array *warnings,
	  struct where *why)
{
	FILE *in = n ? fmemopen(text, n, "r") : fopen("/dev/null", "re");

	if (!in)
		return where_set(why, name, 0, "cannot be read: %s", strerror(errno));
	bool good = job_file_read(in, name, job_open_file, NULL, jobs, warnings, why);
	fclose(in);
	return good;
}

/* Tells all mistakes of the text. */
static bool
read_text(char *text, size_t n, const char *name, struct job_list *jobs,
	  const struct check_listener *listener)
{
	struct where why;

	for (unsigned mistakes = 0; mistakes < MISTAKES_MAX; mistakes++) {
		UT_array *warnings = lines_new();
		bool good = read_once(text, n, name, jobs, warnings, &why);

		if (good)
			say_warnings(listener, warnings);
		lines_free(warnings);
		if (good)
			return mistakes == 0;
		/* Without the jobs that have mistakes there may be none. */
		if (mistakes && why.line == 0)
			return false;
		listener->say(listener->ctx, false, &why);
		if (strcmp(why.file, name) != 0 || !blank_section(text, n, why.line))
			return false;
	}
	return false;
}

static bool
read_file(const char *path, const struct options *options, struct job_list *jobs,
	  const struct check_listener *listener)
{
	struct where why;
	const char *name;
	size_t n = 0;
	FILE *in = run_open_job_file(path, options, &name, &why);
	char *text = in ? read_all(in, name, &n, &why) : NULL;
	bool good = false;

	if (text)
		good = read_text(text, n, name, jobs, listener);
	else
		listener->say(listener->ctx, false, &why);
	if (in)
		source_close(in);
	free(text);
	return good;
}

bool
check_jobs_read(const struct options *options, struct job_list *jobs,
		const struct check_listener *listener)
{
	UT_array *warnings = lines_new();
	struct where why;
	bool good = true, words = true;

	for (size_t i = 0; i < options->files.n; i++)
		good &= read_file(options->files.word[i], options, jobs, listener);
	if (options->jobs.n)
		words = job_command_line_read(options->jobs.word, options->jobs.n, jobs, warnings,
					      &why);
	say_warnings(listener, warnings);
	if (words && good && !jobs->n)
		words = where_set(&why, NULL, 0, "%s", run_no_job);
	if (!words)
		listener->say(listener->ctx, false, &why);
	lines_free(warnings);
	return good && words;
}
