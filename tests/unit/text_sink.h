/* A sink that keeps what the readers of fio's text hand over. */
#ifndef TESTS_UNIT_TEXT_SINK_H
#define TESTS_UNIT_TEXT_SINK_H

#include "collect/base/view.h"
#include "collect/fio/sink.h"
#include "tests/unit/check.h"

enum { KEPT_RESULTS = 32 };

struct kept {
	struct fio_result result[KEPT_RESULTS];
	size_t n;
	size_t notes;
	struct where note; /* the last one */
	struct sink sink;
};

/* What read finds in text, whose first line is 1; the count it returns is checked. To be freed with
 * kept_free. */
struct kept *kept_read(size_t (*read)(struct view, size_t, const struct sink *), const char *text);
void kept_free(struct kept *kept);

/* The direction of the first job of the first result; the test fails where there is none. */
const struct fio_direction *kept_direction(const struct kept *kept, size_t direction);

#endif
