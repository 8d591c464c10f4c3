/* What jobs say of their logs. */
#include "collect/import/owner.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

static const UT_icd job_icd = {sizeof(struct owner_job), NULL, NULL, NULL};

struct view
owner_base(struct view path)
{
	size_t start = path.n;

	while (start > 0 && path.p[start - 1] != '/')
		start--;
	return (struct view){path.p + start, path.n - start};
}

struct view
owner_folder(struct view path)
{
	struct view folder = {path.p, path.n - owner_base(path).n};

	while (view_starts(folder, "./"))
		do {
			folder.p++;
			folder.n--;
		} while (view_starts(folder, "/"));
	while (view_ends(folder, "//") || view_ends(folder, "/./"))
		folder.n -= view_ends(folder, "//") ? 1 : 2;
	return folder;
}

static bool
same_host(const struct fio_job *a, const struct fio_job *b)
{
	return strcmp(a->host ? a->host : "", b->host ? b->host : "") == 0;
}

/* Threads of the job behind those of the jobs before it, from first to last; 0 = not known. */
static void
number_threads(const struct fio_result *result, size_t i, size_t *first, size_t *last)
{
	size_t before = 0;

	*first = *last = 0;
	for (size_t k = 0; k < i; k++) {
		if (!same_host(&result->job[k], &result->job[i]))
			continue;
		if (result->job[k].clones == 0)
			return;
		before += result->job[k].clones;
	}
	if (result->job[i].clones == 0)
		return;
	*first = before + 1;
	*last = before + result->job[i].clones;
}

/* Clones stand behind one another; other hosts have the same numbers again. */
static void
add_threads(struct owner_job *job, size_t first, size_t last)
{
	bool fresh = job->first == 0 && !job->scattered;
	bool again = first >= job->first && last <= job->last;

	job->scattered =
	    job->scattered || first == 0 || !(fresh || again || first == job->last + 1);
	if (fresh)
		job->first = first;
	job->last = last > job->last ? last : job->last;
	if (job->scattered)
		job->first = 0;
}

static void
add_prefixes(struct owner_job *job, const struct fio_job *from)
{
	static const char *const option[OWNER_PREFIXES] = {"write_bw_log", "write_iops_log",
							   "write_lat_log", "write_hist_log"};

	for (size_t i = 0; i < OWNER_PREFIXES; i++) {
		const char *value = fio_job_option(from, option[i]);
		struct view base = owner_base(view_of(value ? value : ""));
		if (base.n && !job->prefix[i])
			job->prefix[i] = mem_copy(base.p, base.n);
	}
}

static struct owner_job *
find(const struct owner *owner, const struct fio_job *job)
{
	for (size_t i = list_n(&owner->jobs); i-- > 0;) {
		struct owner_job *of = owner_job(owner, i);
		if (of->group == job->group && strcmp(of->name, job->name) == 0)
			return of;
	}
	return NULL;
}

/* The same, a new one where there is none yet. */
static struct owner_job *
job_of(struct owner *owner, const struct fio_job *from, bool version)
{
	struct owner_job *found = find(owner, from);

	if (found)
		return found;
	struct owner_job job = {.name = mem_dup(from->name), .group = from->group};
	job.known.version = version;
	list_push(&owner->jobs, &job);
	return owner_job(owner, list_n(&owner->jobs) - 1);
}

void
owner_init(struct owner *owner, const struct fio_result *result)
{
	const char *version = result->version ? result->version : "";
	size_t first, last;

	*owner =
	    (struct owner){.time = result->time, .fio2 = view_starts(view_of(version), "fio-2.")};
	list_init(&owner->jobs, &job_icd);
	for (size_t i = 0; i < result->n_jobs; i++) {
		const struct fio_job *from = &result->job[i];
		struct owner_job *job = job_of(owner, from, result->version != NULL);
		number_threads(result, i, &first, &last);
		add_threads(job, first, last);
		add_prefixes(job, from);
	}
}

void
owner_free(struct owner *owner)
{
	for (size_t i = 0; i < list_n(&owner->jobs); i++) {
		struct owner_job *job = owner_job(owner, i);
		for (size_t k = 0; k < OWNER_PREFIXES; k++)
			free(job->prefix[k]);
		free(job->name);
		free(job->test);
	}
	list_done(&owner->jobs);
	free(owner->file);
	free(owner->folder);
	free(owner->commit);
	free(owner->run);
}

static void
learn(struct log_known *known, const struct fio_job *job)
{
	for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
		known->rates[d] = job->direction[d].n_intervals > 0;
		for (size_t l = 0; l < FIO_LATENCIES; l++)
			known->bins[d][l] = job->direction[d].latency[l].n_bins > 0;
	}
}

void
owner_name(struct owner *owner, const struct fio_job *job, const char *test)
{
	struct owner_job *of = find(owner, job);

	if (!of)
		return;
	free(of->test);
	of->test = mem_dup(test);
	learn(&of->known, job);
}

enum owner_claim
owner_job_claims(const struct owner_job *job, struct view prefix)
{
	bool says = false;

	for (size_t k = 0; k < OWNER_PREFIXES; k++) {
		says = says || job->prefix[k];
		if (job->prefix[k] && view_is(prefix, job->prefix[k]))
			return OWNER_BY_OPTION;
	}
	/* Without a value the option stands for the job's name, and is not in fio's JSON. */
	return !says && view_is(prefix, job->name) ? OWNER_BY_NAME : OWNER_NO;
}

enum owner_claim
owner_claims(const struct owner *owner, struct view prefix, size_t *n, const struct owner_job **job)
{
	enum owner_claim best = OWNER_NO;

	*n = 0;
	for (size_t i = 0; i < list_n(&owner->jobs); i++) {
		enum owner_claim claim = owner_job_claims(owner_job(owner, i), prefix);
		if (claim > best)
			*n = 0;
		best = claim > best ? claim : best;
		if (claim == best && best != OWNER_NO) {
			++*n;
			*job = owner_job(owner, i);
		}
	}
	return best;
}

bool
owner_is_beside(const struct owner *owner, const char *path, const char *asked)
{
	return view_is(owner_folder(view_of(path)), owner->folder) &&
	       strcmp(owner->asked ? owner->asked : "", asked ? asked : "") == 0;
}
