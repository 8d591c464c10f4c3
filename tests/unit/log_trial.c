/* Logs in memory, read by the paths that Linux has for them. */
#include "tests/unit/log_trial.h"

#include <sys/mman.h>
#include <unistd.h>

#include "collect/base/mem.h"

enum { LOGS = 8, PREFIX = 6 }; /* "c,t,r," */

static void
take_note(void *ctx, const struct where *what)
{
	struct log_trial *trial = ctx;
	size_t n = strlen(trial->notes);

	snprintf(trial->notes + n, sizeof(trial->notes) - n, "%s:%zu: %s\n", what->file, what->line,
		 what->why);
}

/* An unlinked file with the text. */
static int
file_of(const struct log_text *log)
{
	int fd = memfd_create("log", 0);
	size_t n = log->n ? log->n : strlen(log->text);

	cr_assert(fd >= 0);
	cr_assert(write(fd, log->text, n) == (ssize_t)n);
	return fd;
}

struct log_trial
log_trial_run(const struct log_text *logs, size_t n, const struct log_options *options)
{
	static const char *const names[LOGS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
	struct log_trial trial = {.ok = false};
	struct log_file files[LOGS];
	char path[LOGS][32];
	int fd[LOGS];
	size_t size = 0;
	FILE *out = mem_stream(&trial.records, &size);
	struct rows rows = {out, "c", "r", "t"};
	struct sink sink = {"run", NULL, take_note, &trial};

	cr_assert(n <= LOGS);
	for (size_t i = 0; i < n; i++) {
		fd[i] = file_of(&logs[i]);
		snprintf(path[i], sizeof(path[i]), "/proc/self/fd/%d", fd[i]);
		files[i] = (struct log_file){path[i], names[i], logs[i].kind, NULL, 0};
	}
	trial.ok = log_read(files, n, options, &rows, &sink, &trial.why);
	fclose(out);
	for (size_t i = 0; i < n; i++)
		close(fd[i]);
	return trial;
}

struct log_trial
log_trial_text(enum log_kind kind, const char *text)
{
	const struct log_options options = {.interval_s = 1};
	const struct log_text log = {kind, text, 0};

	return log_trial_run(&log, 1, &options);
}

void
log_trial_free(struct log_trial *trial)
{
	free(trial->records);
}

/* The next line behind at that begins with row, or NULL. */
static const char *
find(const struct log_trial *trial, const char *at, const char *row)
{
	for (const char *line = at; *line; line = strchr(line, '\n') + 1) {
		cr_assert(strncmp(line, "c,t,r,", PREFIX) == 0, "%s", trial->records);
		if (strncmp(line + PREFIX, row, strlen(row)) == 0)
			return line;
	}
	return NULL;
}

double
log_trial_value(const struct log_trial *trial, const char *row)
{
	const char *line = find(trial, trial->records, row);

	return line ? strtod(line + PREFIX + strlen(row), NULL) : NAN;
}

size_t
log_trial_count(const struct log_trial *trial, const char *row)
{
	size_t n = 0;

	for (const char *at = trial->records; (at = find(trial, at, row));
	     at = strchr(at, '\n') + 1)
		n++;
	return n;
}
