/* Contradictions between the options of one job. */
#include "collect/job/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "collect/base/lines.h"
#include "collect/base/unit.h"
#include "collect/base/where.h"
#include "collect/job/draft.h"

enum { SECTOR = 512 }; /* bytes; the least that any device reads or writes directly */

/* The place of the option called name or, where it is not given, that of the section. */
static struct draft_place
place_of(const struct draft *draft, const char *name)
{
	struct draft_place place = draft_place(draft, name);

	if (place.file)
		return place;
	return (struct draft_place){draft->values.job.file, draft->values.job.line, false};
}

/* Says what is wrong at the place of the option called name. */
__attribute__((format(printf, 4, 5))) static bool
wrong(const struct draft *draft, const char *name, struct where *why, const char *format, ...)
{
	struct draft_place place = place_of(draft, name);
	va_list ap;

	va_start(ap, format);
	where_vset(why, place.file, place.line, format, ap);
	va_end(ap);
	return false;
}

static bool
check_foreign(const struct draft *draft, UT_array *ignored, struct where *why)
{
	for (size_t i = 0; i < FOREIGNS; i++) {
		const struct foreign *foreign = &foreign_table[i];
		const struct draft_place *place = &draft->foreign[i];
		if (!place->file)
			continue;
		if (foreign_matters(foreign, &draft->values.job))
			return where_set(why, place->file, place->line,
					 "option '%s' is not supported: %s", foreign->name,
					 foreign->why);
		lines_note(ignored, "%s", foreign->name);
	}
	return true;
}

static bool
check_target(const struct draft *draft, struct where *why)
{
	const struct job *job = &draft->values.job;

	if (job->filename && job->filename[0][0] == '/' && job->directory)
		return wrong(draft, "filename", why,
			     "filename '%s' is absolute, but directory '%s' is set",
			     job->filename[0], job->directory);
	if (job->filename)
		return true;
	if (job->size.percent)
		return wrong(draft, "size", why, "size %u%% without a filename: percent of what?",
			     job->size.percent);
	if (!job->size.bytes)
		return wrong(draft, "size", why,
			     "job '%s' has neither filename nor size: a file to be created needs "
			     "a size",
			     job->name);
	return true;
}

static bool
check_range(const struct draft *draft, struct where *why)
{
	const struct job *job = &draft->values.job;
	char size[UNIT_TEXT], bs[UNIT_TEXT];

	if (job->size.bytes && job->size.bytes < job_bs_min(job))
		return wrong(draft, "size", why, "size %s is less than bs %s",
			     unit_size(job->size.bytes, size), unit_size(job_bs_min(job), bs));
	if (job->direct && job_bs_min(job) % SECTOR)
		return wrong(draft, "bs", why, "direct=1 needs a bs in multiples of %d, not %s",
			     SECTOR, unit_size(job_bs_min(job), bs));
	if (job->direct && job->offset.bytes % SECTOR)
		return wrong(draft, "offset", why,
			     "direct=1 needs an offset in multiples of %d, not %s", SECTOR,
			     unit_size(job->offset.bytes, size));
	if (job->offset.bytes > INT64_MAX - job->size.bytes)
		return wrong(draft, "offset", why, "offset and size together are too large");
	if (job->time_based && !job->runtime_ns)
		return wrong(draft, "time_based", why, "time_based needs a runtime");
	return true;
}

static bool
check_batch(const struct draft *draft, struct where *why)
{
	const struct job *job = &draft->values.job;
	unsigned min = job->iodepth_batch_complete_min, max = job->iodepth_batch_complete_max;

	if (job->ioengine == JOB_ENGINE_PSYNC)
		return true;
	if (min > job->iodepth)
		return wrong(draft, "iodepth_batch_complete_min", why,
			     "iodepth_batch_complete_min %u is more than iodepth %u", min,
			     job->iodepth);
	if (max && max < min)
		return wrong(draft, "iodepth_batch_complete_max", why,
			     "iodepth_batch_complete_max %u is less than "
			     "iodepth_batch_complete_min %u",
			     max, min);
	return true;
}

/* What was given for this very job and does nothing in it; what a global section says may be meant
 * for other jobs. */
static void
warn_useless(const struct draft *draft, const char *name, const char *with, UT_array *warnings)
{
	struct draft_place place = draft_place(draft, name);

	if (place.file && !place.inherited)
		draft_warn(warnings, place, "%s has no effect with %s", name, with);
}

static void
warn_depth(const struct draft *draft, UT_array *warnings)
{
	const struct job *job = &draft->values.job;
	struct draft_place engine = draft_place(draft, "ioengine");
	struct draft_place depth = draft_place(draft, "iodepth");

	if (job->ioengine == JOB_ENGINE_PSYNC && job->iodepth > 1 && depth.file)
		draft_warn(warnings, depth,
			   "iodepth %u is 1 with ioengine psync, which does one I/O at a time",
			   job->iodepth);
	if (job->ioengine == JOB_ENGINE_LIBAIO && !job->direct && engine.file)
		draft_warn(warnings, engine,
			   "ioengine libaio without direct=1 does one I/O at a time");
}

static void
warn(const struct draft *draft, UT_array *warnings)
{
	const struct job *job = &draft->values.job;

	if (!job_is_mixed(job)) {
		const char *with = "an rw that does not mix reads and writes";
		warn_useless(draft, "rwmixread", with, warnings);
		warn_useless(draft, "rwmixwrite", with, warnings);
	}
	if (job->ioengine != JOB_ENGINE_LIBAIO)
		warn_useless(draft, "userspace_reap", "an ioengine other than libaio", warnings);
	if (job->ioengine == JOB_ENGINE_PSYNC) {
		const char *with = "ioengine psync";
		warn_useless(draft, "iodepth_batch", with, warnings);
		warn_useless(draft, "iodepth_batch_complete_min", with, warnings);
		warn_useless(draft, "iodepth_batch_complete_max", with, warnings);
	}
	warn_depth(draft, warnings);
}

/* An equal seed each time is the default; one that is given stays. */
static void
settle_seed(struct draft *draft)
{
	uint64_t *seed = &draft->values.job.randseed;

	if (draft->values.randrepeat || draft_place(draft, "randseed").file)
		return;
	if (getrandom(seed, sizeof(*seed), 0) != (ssize_t)sizeof(*seed))
		*seed = (uint64_t)time(NULL);
}

bool
check_job(struct draft *draft, UT_array *ignored, UT_array *warnings, struct where *why)
{
	warn(draft, warnings);
	if (draft->values.job.ioengine == JOB_ENGINE_PSYNC)
		draft->values.job.iodepth = 1;
	settle_seed(draft);
	return check_target(draft, why) && check_range(draft, why) && check_batch(draft, why) &&
	       check_foreign(draft, ignored, why);
}
