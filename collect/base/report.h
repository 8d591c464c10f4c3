/* Messages to the user, one line each: control characters in what they quote become '?'. Only
 * main.c files call this; library code returns errors. */
#ifndef COLLECT_BASE_REPORT_H
#define COLLECT_BASE_REPORT_H

struct where;

/* Exit statuses that all programs share. */
enum { EXIT_DONE = 0, EXIT_YES = 1, EXIT_ERROR = 2 };

/* To be called first. Remembers the program's name (the last part of argv0) for the messages, and
 * fills those of the descriptors 0 to 2 that are closed: else the next file or device that is
 * opened would be standard output, and records would be written into it. Their use still fails. */
void report_start(const char *argv0);

/* "prog: message" on stderr. A format that ends in ':' gets strerror(errno) behind it. */
void report_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "prog: warning: message" on stderr. */
void report_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "prog: file:line: why" on stderr, without the parts that are empty; the other with "warning: "
 * in front. */
void report_where(const struct where *where);
void report_where_warning(const struct where *where);

/* Flushes and closes stdout. Returns status, or EXIT_ERROR with a message when any byte was lost
 * (full disk, closed pipe): stdout is data, and lost data must not look like success. A stdout that
 * is not open (>&-) is an error only where something was written to it. */
int report_close_stdout(int status);

#endif
