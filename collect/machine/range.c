/* Resolves offset, size and size in percent against the size of what is there. */
#include "collect/machine/range.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "collect/base/where.h"

char *
range_path(const struct job *job, unsigned clone)
{
	char *name =
	    job->filename ? mem_dup(job->filename[0]) : mem_format("%s.%u.0", job->name, clone);

	for (char *c = job->filename ? NULL : strchr(name, '/'); c; c = strchr(c, '/'))
		*c = '_';
	if (!job->directory || name[0] == '/')
		return name;
	char *path = mem_format("%s/%s", job->directory, name);
	free(name);
	return path;
}

/* Percent is of the whole target, as fio has it, and ends where the target ends. */
static uint64_t
wanted_size(const struct job *job, uint64_t total)
{
	uint64_t rest = total - job->offset.bytes;

	if (job->size.percent) {
		/* Two parts, so that no product is beyond 64 bits. */
		uint64_t size =
		    total / 100 * job->size.percent + total % 100 * job->size.percent / 100;
		return size < rest ? size : rest;
	}
	return job->size.bytes ? job->size.bytes : rest;
}

bool
range_within(const struct job *job, const char *path, uint64_t total, struct range *out,
	     struct where *why)
{
	char has[UNIT_TEXT], want[UNIT_TEXT], bs[UNIT_TEXT];

	unit_size(total, has);
	if (job->offset.bytes >= total)
		return where_set(why, job->file, job->line,
				 "'%s' has a size of %s, and offset=%s lies beyond it", path, has,
				 unit_size(job->offset.bytes, want));
	uint64_t size = wanted_size(job, total);
	if (size > total - job->offset.bytes)
		return where_set(why, job->file, job->line,
				 "'%s' has a size of %s, too small for the job's %s%s", path, has,
				 unit_size(size, want),
				 job->offset.bytes ? " behind its offset" : "");
	if (size < job_bs_max(job))
		return where_set(why, job->file, job->line,
				 "'%s': a range of %s holds no I/O of bs=%s", path,
				 unit_size(size, want), unit_size(job_bs_max(job), bs));
	*out = (struct range){job->offset.bytes, size};
	return true;
}

bool
range_is_aligned(const struct job *job, const char *path, unsigned logical_block, struct where *why)
{
	const char *what = NULL;
	char text[UNIT_TEXT];

	if (!job->direct || logical_block == 0)
		return true;
	if (job_bs_min(job) % logical_block)
		what = "bs";
	else if (job->offset.bytes % logical_block)
		what = "offset";
	if (!what)
		return true;
	return where_set(why, job->file, job->line,
			 "%s=%s is no multiple of the logical block size of '%s', %u: direct=1 "
			 "needs that",
			 what,
			 unit_size(what[0] == 'b' ? job_bs_min(job) : job->offset.bytes, text),
			 path, logical_block);
}
