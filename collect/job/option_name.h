/* All names that options of a job have: ours and fio's others, aliases too. */
#ifndef COLLECT_JOB_OPTION_NAME_H
#define COLLECT_JOB_OPTION_NAME_H

#include <stdbool.h>

/* Whether name is one of them. */
bool option_name_known(const char *name);

/* The one nearest to name, ours before fio's others, or NULL when none is near. Static storage. */
const char *option_name_nearest(const char *name);

#endif
