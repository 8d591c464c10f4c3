/* The jobs of a result by name, and the last state of each. */
#include "collect/text/states.h"

#include <stdlib.h>
#include <string.h>

#include "collect/text/amend.h"

/* The last job of a key. */
struct seen {
	size_t job; /* its place in the result */
	bool again; /* it has taken an earlier one's place */
	char *key;
};

static void
seen_free(void *value)
{
	struct seen *seen = value;

	free(seen->key);
	free(seen);
}

static char *
key_of(const struct fio_job *job, size_t pid)
{
	return mem_format("%zu;%zu;%s;%s", job->group, pid, job->host ? job->host : "", job->name);
}

bool
states_know(const struct states *states, const struct fio_job *job, size_t pid)
{
	char *key = key_of(job, pid);
	bool known = index_find(&states->seen, key, strlen(key)) != NULL;

	free(key);
	return known;
}

static void
add(struct states *states, size_t job, char *key)
{
	struct seen *seen = mem_alloc(1, sizeof(*seen));

	*seen = (struct seen){job, false, key};
	index_add(&states->seen, seen->key, strlen(seen->key), seen);
}

void
states_settle(struct states *states, struct fio_result *result, size_t pid)
{
	size_t last = result->n_jobs - 1;
	struct fio_job *job = &result->job[last];
	char *key = key_of(job, pid);
	struct seen *seen = index_find(&states->seen, key, strlen(key));

	if (!seen) {
		add(states, last, key);
		return;
	}
	free(key);
	struct fio_job *before = &result->job[seen->job];
	bool sure = pid != 0 || seen->again;
	seen->again = sure ? amend_not_falling(before, job) : amend_goes_on(before, job);
	if (seen->again) {
		fio_job_free(before);
		*before = *job;
		result->n_jobs--;
		states->left_out++;
	} else {
		seen->job = last;
	}
}

void
states_end(struct states *states, const struct fio_result *result, const struct sink *sink)
{
	if (states->left_out)
		sink_note(
		    sink, result->line,
		    "states of jobs that are not the last ones (status-interval) are left out: %zu",
		    states->left_out);
	index_free(&states->seen, seen_free);
	*states = (struct states){{NULL}, 0};
}
