/* Inputs that are no stream of ours but what collect import would make one of. */
#ifndef ANALYZE_FOREIGN_H
#define ANALYZE_FOREIGN_H

#include <stdbool.h>

#include "collect/base/view.h"

struct where;

/* To be called when an input was not understood, which *why says: appends what reads it where the
 * first line was at fault and the beginning looks like fio's JSON, terse or normal output or one of
 * its logs. Returns false always, so that a caller can "return read(..) || foreign_hint(..)". */
bool foreign_hint(struct view beginning, struct where *why);

#endif
