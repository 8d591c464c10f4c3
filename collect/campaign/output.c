/* Header, commits, and bytes that must not be lost. */
#include "collect/campaign/output.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/base/record.h"
#include "collect/campaign/campaign.h"
#include "collect/campaign/emit.h"
#include "collect/campaign/resume.h"
#include "collect/machine/facts.h"

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

void
output_begin(const struct campaign_config *config, const char *id)
{
	if (!config->resume || !config->resume->headed)
		record_write_header(config->out);
	if (config->n_commits < 2 || (config->resume && config->resume->logbook.runs.first))
		return;
	for (size_t i = 0; i < config->n_commits; i++) {
		struct rows rows = {config->out, config->commit[i].name, id, ""};
		struct fact *facts = NULL;

		facts_add_number(&facts, "meta.commit.index", "1", (double)i + 1);
		emit_facts(&rows, facts);
		facts_free(&facts);
	}
}
