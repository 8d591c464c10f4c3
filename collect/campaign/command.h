/* Other programs: the user's prepare and cleanup commands, and git. */
#ifndef COLLECT_CAMPAIGN_COMMAND_H
#define COLLECT_CAMPAIGN_COMMAND_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Runs command by /bin/sh -c with RINGSIDE_COMMIT=commit in its environment and its standard output
 * on our standard error, since ours is data. A signal that sets *stop (NULL = none does) is passed
 * on to the shell. Returns its exit status, 128 + signal when one ended it, or -errno. */
int command_run(const char *command, const char *commit, const volatile sig_atomic_t *stop);

/* Who gets what a command writes to its standard error, as it comes. */
struct command_listener {
	void (*hear)(void *ctx, const char *bytes, size_t n);
	void *ctx;
};

/* A shell command that writes to a pipe of ours. */
struct command_pipe {
	pid_t child;
	int fd;
	int error; /* its standard error; -1 = it is ours, or closed */
	struct command_listener listener;
	const volatile sig_atomic_t *stop;
	bool passed; /* the signal was sent on */
};

/* Starts command by /bin/sh -c with the text as its standard input. *out is what it writes; a
 * signal that sets *stop is sent on to it, and does not end the reading. Its standard error goes to
 * the listener while out is read or closed, or (NULL) to ours. Returns 0 or -errno. pipe must stay
 * where it is. End with command_pipe_close. */
int command_pipe_open(const char *command, const char *text, const volatile sig_atomic_t *stop,
		      const struct command_listener *listener, struct command_pipe *pipe,
		      FILE **out);

/* Closes out, waits for the command, and returns as command_run. What outlives the command and
 * holds its standard error, as a shared connection of ssh, is not waited for. */
int command_pipe_close(struct command_pipe *pipe, FILE *out);

/* Runs argv (NULL at its end) without a shell and returns what it writes to standard output on the
 * heap, without the newline at its end; NULL when it cannot be run or fails. quiet silences its
 * standard error. */
char *command_output(const char *const argv[], bool quiet);

/* The n words as a shell would take them, quoted where needed, on the heap. */
char *command_quote(const char *const *words, size_t n);

#endif
