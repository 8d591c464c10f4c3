/* Logs beside the document of their run: its samples. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/import/importer.h"
#include "collect/import/owner.h"

/* Logs of one owner. */
struct claim {
	struct importer *importer;
	const struct owner *owner;
	struct import_item **logs;
	const struct owner_job **job; /* that each log is of; NULL = it cannot be said */
	size_t n;
};

static struct owner *
owner_at(const struct importer *importer, size_t i)
{
	return (struct owner *)list_data(&importer->owners) + i;
}

/* fio writes its logs anew: of several runs that name them they are the last one's. */
static bool
is_later(const struct owner *owner, const struct owner *than)
{
	return !than || isnan(owner->time) || !(owner->time < than->time);
}

/* The owner of the item's set; NULL = none, or several by their names alone. *n: how many claim it
 * as well. */
static const struct owner *
find_owner(const struct importer *importer, const struct import_item *item, size_t *n)
{
	struct view prefix = owner_base(item->log.prefix);
	enum owner_claim best = OWNER_BY_NAME;
	const struct owner *found = NULL;
	const struct owner_job *job;
	size_t jobs;

	*n = 0;
	for (size_t i = 0; i < list_n(&importer->owners); i++) {
		const struct owner *owner = owner_at(importer, i);
		if (!owner_is_beside(owner, item->path, item->commit))
			continue;
		enum owner_claim claim = owner_claims(owner, prefix, &jobs, &job);
		if (claim < best)
			continue;
		if (claim > best) {
			best = claim;
			found = NULL;
			*n = 0;
		}
		++*n;
		found = is_later(owner, found) ? owner : found;
	}
	return best == OWNER_BY_NAME && *n > 1 ? NULL : found;
}

/* The job whose log it is: the only one with the prefix, or by the number of its thread. NULL =
 * neither. */
static const struct owner_job *
job_of(const struct owner *owner, const struct import_item *log)
{
	struct view prefix = owner_base(log->log.prefix);
	const struct owner_job *job = NULL;
	size_t n, number = log->log.number;
	enum owner_claim claim = owner_claims(owner, prefix, &n, &job);

	if (n <= 1)
		return job;
	job = NULL;
	for (size_t i = 0; i < list_n(&owner->jobs); i++) {
		const struct owner_job *one = owner_job(owner, i);
		if (owner_job_claims(one, prefix) != claim)
			continue;
		if (one->first == 0)
			return NULL;
		if (number >= one->first && number <= one->last)
			job = one;
	}
	return job;
}

/* All logs of the owner that are not done yet, and whose they are. */
static void
gather(struct claim *claim, const struct import_item *first)
{
	struct importer *importer = claim->importer;
	size_t several;

	for (size_t i = 0; i < list_n(&importer->items); i++) {
		struct import_item *item = importer_item(importer, i);
		if (!item->is_log || item->done ||
		    !owner_is_beside(claim->owner, item->path, item->commit) ||
		    find_owner(importer, item, &several) != claim->owner ||
		    (item != first && !import_is_log_file(item)))
			continue;
		item->done = true;
		claim->logs[claim->n++] = item;
	}
}

/* How many jobs the document says wrote a log; 0 = not known. One with a number is of one thread.
 */
static size_t
jobs_in(const struct owner_job *job, const struct import_item *log)
{
	if (log->log.number)
		return 1;
	return job->first ? job->last - job->first + 1 : 0;
}

/* Where the log of one thread is nobody's, what others of its prefix have is not to be trusted. */
static void
leave_out_doubtful(const struct claim *claim, const struct sink *sink)
{
	bool said = false;

	for (size_t i = 0; i < claim->n; i++) {
		if (claim->job[i])
			continue;
		for (size_t k = 0; k < claim->n; k++)
			if (view_eq(claim->logs[k]->log.prefix, claim->logs[i]->log.prefix))
				claim->job[k] = NULL;
		if (!said)
			sink_note(sink, 0,
				  "left out: several jobs of '%s' wrote these logs, and which are "
				  "whose does not follow from their numbers",
				  claim->owner->file);
		said = true;
	}
}

static void
copy(FILE *from, FILE *to)
{
	char buffer[1 << 16];
	size_t n;

	rewind(from);
	while ((n = fread(buffer, 1, sizeof(buffer), from)) > 0)
		fwrite(buffer, 1, n, to);
}

/* Logs that turn out to be broken must not leave half of their samples in a complete run. */
static bool
read_logs(const struct claim *claim, const struct owner_job *job, struct import_item *const *logs,
	  size_t n, const struct sink *sink, struct where *why)
{
	struct importer *importer = claim->importer;
	const struct owner *owner = claim->owner;
	struct log_options options = importer->config->log;
	struct log_file *files = mem_alloc(n, sizeof(*files));
	FILE *spool = tmpfile();
	const struct rows rows = {spool, owner->commit, owner->run, job->test};
	bool good;

	options.known = &job->known;
	options.fio2 = options.fio2 || owner->fio2;
	for (size_t i = 0; i < n; i++)
		files[i] = (struct log_file){logs[i]->path, logs[i]->path, logs[i]->log.kind, NULL,
					     jobs_in(job, logs[i])};
	if (spool)
		good = log_read(files, n, &options, &rows, sink, why);
	else
		good = where_set(why, sink->file, 0, "no temporary file: %s", strerror(errno));
	if (good)
		copy(spool, importer->config->out);
	if (spool)
		fclose(spool);
	free(files);
	return good;
}

static bool
read_job(const struct claim *claim, const struct owner_job *job, const struct sink *sink,
	 struct where *why)
{
	const struct import_threads threads = {job->first, job->last};
	struct import_item **logs = mem_alloc(claim->n, sizeof(struct import_item *));
	size_t n = 0;
	bool good = true;

	for (size_t i = 0; i < claim->n; i++)
		if (claim->job[i] == job)
			logs[n++] = claim->logs[i];
	if (n && !job->test)
		sink_note(sink, 0, "left out, as the run of '%s' is that they belong to",
			  claim->owner->file);
	if (n && job->test) {
		import_note_gaps(claim->importer, sink->file, logs, n, threads);
		good = read_logs(claim, job, logs, n, sink, why);
	}
	free(logs);
	return good;
}

bool
import_owned_logs(struct importer *importer, struct import_item *item, bool *owned,
		  struct where *why)
{
	size_t several = 0, most = list_n(&importer->items);
	const struct owner *owner = item->is_log ? find_owner(importer, item, &several) : NULL;
	struct claim claim = {.importer = importer, .owner = owner};
	bool good = true;

	*owned = owner != NULL;
	if (!owner)
		return true;
	claim.logs = mem_alloc(most, sizeof(struct import_item *));
	claim.job = mem_alloc(most, sizeof(const struct owner_job *));
	char *set = mem_format("%.*s", VIEW_ARGS(item->log.prefix));
	const struct sink sink = {set, NULL, importer_note, importer};
	gather(&claim, item);
	claim.n = import_leave_out_twins(importer, set, claim.logs, claim.n);
	for (size_t i = 0; i < claim.n; i++)
		claim.job[i] = job_of(owner, claim.logs[i]);
	if (several > 1)
		sink_note(&sink, 0,
			  "%zu runs name these logs: they are taken for those of the last one, in "
			  "'%s'",
			  several, owner->file);
	leave_out_doubtful(&claim, &sink);
	for (size_t i = 0; i < list_n(&owner->jobs) && good; i++)
		good = read_job(&claim, owner_job(owner, i), &sink, why);
	free(claim.logs);
	free(claim.job);
	free(set);
	return good;
}
