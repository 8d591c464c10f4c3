/* fork, exec, wait. */
#include "collect/campaign/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/base/mem.h"
#include "collect/campaign/stop.h"

/* Sends the signal that stops us on to the child, once, unless it has got it already. */
static void
pass_on(pid_t child, const volatile sig_atomic_t *stop, bool *passed)
{
	if (!stop || !*stop || *passed)
		return;
	*passed = true;
	if (!stop_was_typed())
		kill(child, *stop);
}

static int
wait_passing(pid_t child, const volatile sig_atomic_t *stop, bool *passed)
{
	int status;

	/* It may have come before we wait. */
	pass_on(child, stop, passed);
	while (waitpid(child, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
		pass_on(child, stop, passed);
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int
wait_for(pid_t child, const volatile sig_atomic_t *stop)
{
	bool passed = false;

	return wait_passing(child, stop, &passed);
}

int
command_run(const char *command, const char *commit, const volatile sig_atomic_t *stop)
{
	pid_t child = fork();

	if (child < 0)
		return -errno;
	if (child == 0) {
		if (dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 &&
		    setenv("RINGSIDE_COMMIT", commit, 1) == 0)
			execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	return wait_for(child, stop);
}

/* All that fd gives until its end. */
static char *
read_all(int fd)
{
	size_t n = 0, size = 4096;
	char *text = mem_alloc(size, 1);
	ssize_t got;

	while ((got = read(fd, text + n, size - n - 1)) > 0 || (got < 0 && errno == EINTR)) {
		n += got > 0 ? (size_t)got : 0;
		if (size - n < 2)
			text = mem_resize(text, size *= 2, 1);
	}
	text[n] = '\0';
	return text;
}

static void
run_child(const char *const argv[], int out, bool quiet)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (null >= 0 && dup2(null, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
	    (!quiet || dup2(null, STDERR_FILENO) >= 0))
		execvp(argv[0], (char *const *)argv);
	_exit(127);
}

char *
command_output(const char *const argv[], bool quiet)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return NULL;
	pid_t child = fork();
	if (child == 0)
		run_child(argv, ends[1], quiet);
	close(ends[1]);
	/* Without a child the pipe is at its end. */
	char *text = read_all(ends[0]);
	close(ends[0]);
	if (child < 0 || wait_for(child, NULL) != 0) {
		free(text);
		return NULL;
	}
	size_t n = strlen(text);
	if (n && text[n - 1] == '\n')
		text[n - 1] = '\0';
	return text;
}

static ssize_t
read_pipe(void *cookie, char *out, size_t n)
{
	struct command_pipe *from = cookie;
	ssize_t got;

	pass_on(from->child, from->stop, &from->passed);
	while ((got = read(from->fd, out, n)) < 0 && errno == EINTR)
		pass_on(from->child, from->stop, &from->passed);
	return got;
}

/* A descriptor that gives the text, however late it is read: a pipe could fill up. */
static int
text_file(const char *text)
{
	int fd = memfd_create("job", MFD_CLOEXEC);

	for (size_t n = strlen(text); fd >= 0 && n;) {
		ssize_t written = write(fd, text, n);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0) {
			close(fd);
			return -1;
		}
		text += written;
		n -= (size_t)written;
	}
	if (fd >= 0)
		lseek(fd, 0, SEEK_SET);
	return fd;
}

int
command_pipe_open(const char *command, const char *text, const volatile sig_atomic_t *stop,
		  struct command_pipe *pipe, FILE **out)
{
	int ends[2], in = text_file(text);

	if (in < 0)
		return -errno;
	if (pipe2(ends, O_CLOEXEC) != 0) {
		int error = -errno;
		close(in);
		return error;
	}
	*pipe = (struct command_pipe){fork(), ends[0], stop, false};
	int error = pipe->child < 0 ? -errno : 0;
	if (pipe->child == 0) {
		if (dup2(in, STDIN_FILENO) >= 0 && dup2(ends[1], STDOUT_FILENO) >= 0)
			execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	close(in);
	close(ends[1]);
	if (!error)
		*out = fopencookie(pipe, "r", (cookie_io_functions_t){.read = read_pipe});
	if (error || !*out)
		close(ends[0]);
	if (error || *out)
		return error;
	wait_for(pipe->child, stop);
	return -ENOMEM;
}

int
command_pipe_close(struct command_pipe *pipe, FILE *out)
{
	fclose(out);
	close(pipe->fd);
	return wait_passing(pipe->child, pipe->stop, &pipe->passed);
}

/* Whether the shell takes the word as it is. */
static bool
is_plain(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "%+,-./:=@_^";

	return word[0] && word[strspn(word, plain)] == '\0';
}

char *
command_quote(const char *const *words, size_t n)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = mem_stream(&text, &size);

	for (size_t i = 0; i < n; i++) {
		if (i)
			putc(' ', out);
		if (is_plain(words[i])) {
			fputs(words[i], out);
			continue;
		}
		putc('\'', out);
		for (const char *c = words[i]; *c; c++) {
			/* A quote ends the quoted part, stands by itself, and begins the next. */
			if (*c == '\'')
				fputs("'\\''", out);
			else
				putc(*c, out);
		}
		putc('\'', out);
	}
	fclose(out);
	return text;
}
