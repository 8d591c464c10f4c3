/* Text from outside on its way to a terminal. */
#ifndef COLLECT_BASE_PLAIN_H
#define COLLECT_BASE_PLAIN_H

/* Replaces each byte of a control character by '?', in place, so that text is one line and commands
 * nothing: C0 and DEL, and C1 in UTF-8. Returns text. */
char *plain_line(char *text);

#endif
