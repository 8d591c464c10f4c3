/* A sink that keeps what the readers of fio's text hand over. */
#include "tests/unit/text_sink.h"

static void
kept_result(void *ctx, struct fio_result *result)
{
	struct kept *kept = ctx;

	cr_assert(kept->n < KEPT_RESULTS);
	kept->result[kept->n++] = *result;
}

static void
kept_note(void *ctx, const struct where *what)
{
	struct kept *kept = ctx;

	kept->note = *what;
	kept->notes++;
}

struct kept *
kept_read(size_t (*read)(struct view, size_t, const struct sink *), const char *text)
{
	struct kept *kept = calloc(1, sizeof(*kept));
	/* A copy of its own length, so that a sanitizer sees what is read behind it. */
	size_t n = strlen(text), jobs = 0;
	char *copy = n ? malloc(n) : NULL;

	cr_assert(kept != NULL && (copy != NULL || n == 0));
	if (n)
		memcpy(copy, text, n);
	kept->sink = (struct sink){"text", kept_result, kept_note, kept};
	size_t found = read((struct view){copy, n}, 1, &kept->sink);
	free(copy);
	for (size_t i = 0; i < kept->n; i++)
		jobs += kept->result[i].n_jobs;
	check_int(found, jobs);
	return kept;
}

void
kept_free(struct kept *kept)
{
	for (size_t i = 0; i < kept->n; i++)
		fio_result_free(&kept->result[i]);
	free(kept);
}

const struct fio_direction *
kept_direction(const struct kept *kept, size_t direction)
{
	cr_assert(kept->n > 0 && kept->result[0].n_jobs > 0);
	return &kept->result[0].job[0].direction[direction];
}
