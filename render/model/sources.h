/* Which tools measured what was imported: fio's versions, each with the forms in which it said so,
 * "fio-3.33 (fio json+, fio log)". */
#ifndef RENDER_MODEL_SOURCES_H
#define RENDER_MODEL_SOURCES_H

#include "collect/base/index.h"
#include "render/model/input.h"

struct sources {
	struct index tests; /* by texts of commit and test, in order of appearance */
};

/* Collects what the input's facts say, once for all questions; the input must outlive it. */
void sources_init(struct sources *sources, const struct input *input);
void sources_free(struct sources *sources);

/* Of a test of a commit, both of which are texts of the input, and of all tests of a commit; ""
 * where nothing was imported. The caller frees it. */
char *sources_of_test(const struct sources *sources, struct view commit, struct view test);
char *sources_of_commit(const struct sources *sources, struct view commit);

#endif
