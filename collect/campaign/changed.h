/* What is not as it was in the runs before. */
#ifndef COLLECT_CAMPAIGN_CHANGED_H
#define COLLECT_CAMPAIGN_CHANGED_H

#include "collect/base/lines.h"

struct logbook;

/* Compares the rows of a run, without a header, with what the logbook has for the same commit: the
 * machine, the device and the file system. Notes each difference in lines, once. */
void changed_find(const struct logbook *logbook, const char *rows, UT_array *lines);

#endif
