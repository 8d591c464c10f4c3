/* Variables in the values of options. */
#ifndef COLLECT_JOB_EXPAND_H
#define COLLECT_JOB_EXPAND_H

struct where;

/* value with the environment's text for each ${NAME} and a number for each of fio's $pagesize,
 * $ncpus and $mb_memory, on the heap. NULL with *why filled, without a place, when a variable is
 * not set, which fio takes as empty: a job without its device would go to a file. */
char *expand_value(const char *value, struct where *why);

#endif
