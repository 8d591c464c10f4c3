/* What a test is called, from its parameters. */
#include <string.h>

#include "collect/base/mem.h"
#include "render/model/comparison.h"

struct view
comparison_param(struct view params, const char *key)
{
	size_t n = strlen(key);

	for (size_t i = 0; i < params.n;) {
		const char *word = params.p + i;
		const char *end = memchr(word, ' ', params.n - i);
		size_t length = end ? (size_t)(end - word) : params.n - i;

		if (length > n && word[n] == '=' && memcmp(word, key, n) == 0)
			return (struct view){word + n + 1, length - n - 1};
		i += length + 1;
	}
	return (struct view){"", 0};
}

char *
comparison_label(struct view params)
{
	struct view rw = comparison_param(params, "rw"), bs = comparison_param(params, "bs");
	struct view qd = comparison_param(params, "iodepth");
	struct view jobs = comparison_param(params, "numjobs");

	if (rw.n == 0)
		return NULL;
	return mem_format("%.*s%s%.*s%s%.*s%s%.*s", VIEW_ARGS(bs), bs.n ? " " : "", VIEW_ARGS(rw),
			  qd.n ? " qd " : "", VIEW_ARGS(qd),
			  jobs.n && !view_is(jobs, "1") ? " jobs " : "",
			  view_is(jobs, "1") ? 0 : (int)jobs.n, jobs.p);
}
