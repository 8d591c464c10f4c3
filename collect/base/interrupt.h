/* Ctrl-C on a pipe: the terminal interrupts all its programs at once. */
#ifndef COLLECT_BASE_INTERRUPT_H
#define COLLECT_BASE_INTERRUPT_H

/* Lets this program, which reads a pipe on standard input, outlive the first SIGINT: the program
 * that writes the pipe ends its work on it and closes the pipe, and what it had measured is still
 * read. A second SIGINT ends this program too. Nothing changes when standard input is no pipe. */
void interrupt_outlive_writer(void);

#endif
