/* fork, exec, wait. */
#include "collect/campaign/command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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

/* Hands on what has come on standard error. */
static void
hear(struct command_pipe *from)
{
	char bytes[4096];
	ssize_t got = read(from->error, bytes, sizeof(bytes));

	if (got > 0)
		from->listener.hear(from->listener.ctx, bytes, (size_t)got);
	if (got > 0 || (got < 0 && errno == EINTR))
		return;
	close(from->error);
	from->error = -1;
}

/* Waits until there is something on fd (-1 = none) or standard error, ms at most (-1 = for ever),
 * and hears the latter. Whether fd can be read. */
static bool
attend(struct command_pipe *from, int fd, int ms)
{
	struct pollfd polled[] = {{.fd = fd, .events = POLLIN},
				  {.fd = from->error, .events = POLLIN}};

	pass_on(from->child, from->stop, &from->passed);
	if (poll(polled, 2, ms) <= 0)
		return false;
	if (polled[1].revents)
		hear(from);
	return polled[0].revents != 0;
}

static ssize_t
read_pipe(void *cookie, char *out, size_t n)
{
	struct command_pipe *from = cookie;
	ssize_t got;

	do {
		while (!attend(from, from->fd, -1))
			;
	} while ((got = read(from->fd, out, n)) < 0 && errno == EINTR);
	return got;
}

/* Waits for the child, which may have much to say until then, and hears all of it. */
static int
wait_hearing(struct command_pipe *pipe)
{
	enum { PAUSE_MS = 20, READS = 64 }; /* as many as empty a pipe */
	siginfo_t info;

	do {
		info.si_pid = 0;
		if (waitid(P_PID, (id_t)pipe->child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
		    info.si_pid)
			break;
		attend(pipe, -1, PAUSE_MS);
	} while (pipe->error >= 0);
	for (int i = 0; pipe->error >= 0 && info.si_pid && i < READS; i++)
		attend(pipe, -1, 0);
	if (pipe->error >= 0)
		close(pipe->error);
	return wait_passing(pipe->child, pipe->stop, &pipe->passed);
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

/* The command in a child; ends: of pipes for its standard output and (-1 = ours) error. */
static pid_t
start(const char *command, int in, int out, int error)
{
	pid_t child = fork();

	if (child != 0)
		return child;
	if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
	    (error < 0 || dup2(error, STDERR_FILENO) >= 0))
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static void
close_both(const int ends[2])
{
	for (int i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
}

int
command_pipe_open(const char *command, const char *text, const volatile sig_atomic_t *stop,
		  const struct command_listener *listener, struct command_pipe *pipe, FILE **out)
{
	int ends[2] = {-1, -1}, errors[2] = {-1, -1}, in = text_file(text), error = 0;

	*out = NULL;
	*pipe = (struct command_pipe){.child = -1, .stop = stop};
	if (listener)
		pipe->listener = *listener;
	if (in < 0 || pipe2(ends, O_CLOEXEC) != 0 || (listener && pipe2(errors, O_CLOEXEC) != 0))
		error = -errno;
	if (!error && !(*out = fopencookie(pipe, "r", (cookie_io_functions_t){.read = read_pipe})))
		error = -ENOMEM;
	if (!error && (pipe->child = start(command, in, ends[1], errors[1])) < 0)
		error = -errno;
	if (in >= 0)
		close(in);
	pipe->fd = ends[0];
	pipe->error = errors[0];
	if (error) {
		if (*out)
			fclose(*out);
		close_both(ends);
		close_both(errors);
		return error;
	}
	close(ends[1]);
	if (errors[1] >= 0)
		close(errors[1]);
	return 0;
}

int
command_pipe_close(struct command_pipe *pipe, FILE *out)
{
	fclose(out);
	close(pipe->fd);
	return wait_hearing(pipe);
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
