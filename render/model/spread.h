/* How much runs of one and the same code differ: what a reader holds a change against. */
#ifndef RENDER_MODEL_SPREAD_H
#define RENDER_MODEL_SPREAD_H

#include "render/model/comparison.h"
#include "render/model/input.h"

/* Between the runs of a side, as the findings say: "sd 0.6 to 2.1 % IOPS, 4.4 % p99 latency", the
 * smallest and the largest of the cells; "" where none tells. The caller frees it. */
char *spread_runs(const struct comparison *comparison);

/* What findings of selfcheck and plan in the input say of the same code against itself: "v1 4.1 %
 * of 924 splits claim a change, v2 ... (5 % may by chance); sd between runs 0.6 to 2.1 % IOPS"; of
 * the commits shown where they were checked, else of those that were. "" without such findings. The
 * caller frees it. */
char *spread_itself(const struct comparison *comparison, const struct input *input);

#endif
