/* What several tests were asked for alike, said once. */
#ifndef RENDER_MODEL_PARAMS_H
#define RENDER_MODEL_PARAMS_H

#include <stddef.h>

#include "collect/base/view.h"

/* The words of the first of n texts like "rw=randread bs=4k" that all others have, too, in its
 * order; "" where there are none, or more words than anybody types. The caller frees it. */
char *params_common(const struct view *params, size_t n);

/* The words of params without those of common. The caller frees it. */
char *params_rest(struct view params, const char *common);

#endif
