/* Header, commits, and bytes that must not be lost. */
#include "collect/campaign/output.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/record.h"
#include "collect/base/where.h"
#include "collect/campaign/campaign.h"
#include "collect/campaign/emit.h"
#include "collect/campaign/resume.h"
#include "collect/machine/facts.h"
#include "collect/machine/range.h"
#include "collect/machine/target.h"

/* Has a file reach the disk: a machine that dies in a later run, or is made to boot, keeps it, and
 * the writing does not fall into what is measured next. Returns the errno of lost bytes; that a
 * file system cannot do it is no loss. */
static int
settle(FILE *out)
{
	struct stat info;

	if (fstat(fileno(out), &info) != 0 || !S_ISREG(info.st_mode) || fdatasync(fileno(out)) == 0)
		return 0;
	return errno == EIO || errno == ENOSPC || errno == EDQUOT ? errno : 0;
}

int
output_put(FILE *out, const char *bytes, size_t n)
{
	errno = 0;
	if (fwrite(bytes, 1, n, out) == n && fflush(out) == 0 && !ferror(out))
		return settle(out);
	int error = errno ? errno : EIO;
	clearerr(out);
	return error;
}

bool
output_stat(const struct campaign_config *config, struct stat *info)
{
	int fd = fileno(config->out);

	return fd >= 0 && fstat(fd, info) == 0;
}

/* Whether the path leads to the same bytes. */
static bool
leads_to(const char *path, const struct stat *output)
{
	struct stat info;

	return stat(path, &info) == 0 && target_overlap(&info, output);
}

static bool
check_job(const struct job *job, const struct stat *output, struct where *why)
{
	for (unsigned clone = 0; clone < job->numjobs; clone++) {
		for (unsigned i = 0; i < range_n_files(job); i++) {
			char *path = range_path(job, clone, i);
			bool good = !leads_to(path, output) ||
				    where_set(why, job->file, job->line,
					      "'%s' is not written: the records go there", path);

			free(path);
			if (!good)
				return false;
		}
	}
	return true;
}

static bool
check_jobs(const struct job_list *jobs, const struct stat *output, struct where *why)
{
	struct where many;

	/* More files than can be open are refused when they are to be opened. */
	if (!target_check_count(jobs, &many))
		return true;
	for (size_t i = 0; i < jobs->n; i++)
		if (job_writes(&jobs->job[i]) && !check_job(&jobs->job[i], output, why))
			return false;
	return true;
}

static bool
check_preconditioned(const struct campaign_config *config, const struct stat *output,
		     struct where *why)
{
	for (size_t i = 0; config->precondition_ns && i < config->n_allow_write; i++)
		if (leads_to(config->allow_write[i], output))
			return where_set(why, NULL, 0,
					 "cannot precondition '%s': the records go there",
					 config->allow_write[i]);
	return true;
}

bool
output_check(const struct campaign_config *config)
{
	struct stat output;
	struct where why;

	/* What is written elsewhere is not to be seen here. */
	if (config->remote || !output_stat(config, &output))
		return true;
	bool good = check_preconditioned(config, &output, &why);
	for (size_t i = 0; good && i < config->n_commits; i++)
		good = check_jobs(&config->commit[i].jobs, &output, &why);
	if (!good)
		config->say(config->ctx, false, &why);
	return good;
}

/* Takes off what a kill has left of a row, before anything is written behind it. */
static bool
mend(const struct campaign_config *config)
{
	const struct resume *resume = config->resume;
	struct where what;

	if (!resume || !resume->cut)
		return true;
	bool good = resume_cut(resume, &what);
	if (good)
		where_set(&what, resume->path, 0,
			  "the last %zu bytes were no whole row and are cut off", resume->cut);
	config->say(config->ctx, good, &what);
	return good;
}

bool
output_begin(const struct campaign_config *config, const char *id)
{
	if (!mend(config))
		return false;
	if (!config->resume || !config->resume->headed)
		record_write_header(config->out);
	if (config->n_commits < 2 || (config->resume && config->resume->logbook.runs.first))
		return true;
	for (size_t i = 0; i < config->n_commits; i++) {
		struct rows rows = {config->out, config->commit[i].name, id, ""};
		struct fact *facts = NULL;

		facts_add_number(&facts, "meta.commit.index", "1", (double)i + 1);
		emit_facts(&rows, facts);
		facts_free(&facts);
	}
	return true;
}
