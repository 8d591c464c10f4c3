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

/* Two looks, a second apart, are the least that can differ. */
#define STEADY_LEAST_NS UINT64_C(2000000000)

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
	for (size_t i = 0; i < foreign_count; i++) {
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

	for (unsigned i = 0; job->directory && i < job->n_filenames; i++)
		if (job->filename[i][0] == '/')
			return wrong(draft, "filename", why,
				     "filename '%s' is absolute, but directory '%s' is set",
				     job->filename[i], job->directory);
	/* Files that have names may be there. */
	if (job->n_filenames || job->filename_format || job->filesize)
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

/* The option that says the sizes of direction d. */
static const char *
bs_option(const struct job_sizes *sizes)
{
	if (sizes->n_splits)
		return "bssplit";
	return sizes->min == sizes->max ? "bs" : "bsrange";
}

static bool
sizes_agree(const struct job_sizes *a, const struct job_sizes *b)
{
	if (a->min != b->min || a->max != b->max || a->n_splits != b->n_splits)
		return false;
	for (unsigned i = 0; i < a->n_splits; i++)
		if (a->split[i].bytes != b->split[i].bytes ||
		    a->split[i].percent != b->split[i].percent)
			return false;
	return true;
}

static bool
check_sizes(const struct draft *draft, struct where *why)
{
	const struct job *job = &draft->values.job;
	uint64_t room = job->filesize ? job->filesize : job->size.bytes / job->nrfiles;
	const char *files = job->n_filenames ? "filename" : "nrfiles";
	char size[UNIT_TEXT], bs[UNIT_TEXT];

	for (enum direction d = 0; d < DIRECTIONS; d++) {
		const char *option = bs_option(&job->bs[d]);
		uint64_t max = job->bs[d].max;
		if (!job_has(job, d))
			continue;
		if (job->size.bytes && job->size.bytes < max)
			return wrong(draft, "size", why, "size %s is less than bs %s",
				     unit_size(job->size.bytes, size), unit_size(max, bs));
		if ((job->size.bytes || job->filesize) && room < max)
			return wrong(draft, job->filesize ? "filesize" : files, why,
				     "files of %s are less than %s %s", unit_size(room, size),
				     option, unit_size(max, bs));
	}
	if ((job->rw == JOB_RW_TRIMWRITE || job->rw == JOB_RW_RANDTRIMWRITE) &&
	    !sizes_agree(&job->bs[DIRECTION_WRITE], &job->bs[DIRECTION_TRIM]))
		return wrong(draft, bs_option(&job->bs[DIRECTION_TRIM]), why,
			     "each block is trimmed and then written: writes and trims need the "
			     "same sizes");
	return true;
}

/* The first size of the job that is no multiple of a sector; 0 = all are. */
static uint64_t
unaligned_bs(const struct job *job)
{
	for (enum direction d = 0; d < DIRECTIONS; d++) {
		const struct job_sizes *sizes = &job->bs[d];
		if (!job_has(job, d))
			continue;
		for (unsigned i = 0; i < sizes->n_splits; i++)
			if (sizes->split[i].bytes % SECTOR)
				return sizes->split[i].bytes;
		if (!sizes->n_splits && sizes->min % SECTOR)
			return sizes->min;
	}
	return 0;
}

static bool
check_direct(const struct draft *draft, struct where *why)
{
	const struct job *job = &draft->values.job;
	const struct {
		const char *name, *article;
		uint64_t bytes;
	} rows[] = {
	    {"bs", "a", unaligned_bs(job)},
	    {"offset", "an", job->offset.bytes},
	    {"offset_increment", "an", job->offset_increment.bytes},
	    {"blockalign", "a", job_is_random(job) ? job->blockalign : 0},
	};
	char text[UNIT_TEXT];

	for (size_t i = 0; job->direct && i < countof(rows); i++)
		if (rows[i].bytes % SECTOR)
			return wrong(draft, rows[i].name, why,
				     "direct=1 needs %s %s in multiples of %d, not %s",
				     rows[i].article, rows[i].name, SECTOR,
				     unit_size(rows[i].bytes, text));
	return true;
}

static bool
check_range(const struct draft *draft, struct where *why)
{
	const struct job *job = &draft->values.job;
	uint64_t clones = job->numjobs - 1, size = job->size.bytes, increments, end;

	if (__builtin_mul_overflow(clones, job->offset_increment.bytes, &increments) ||
	    __builtin_add_overflow(job->offset.bytes, increments, &end) ||
	    __builtin_add_overflow(end, size, &end) || end > INT64_MAX)
		return wrong(draft, increments ? "offset_increment" : "offset", why,
			     "offset and size together are too large");
	if (__builtin_mul_overflow(job->filesize, job->nrfiles, &end) || end > INT64_MAX)
		return wrong(draft, "filesize", why, "all files together are too large");
	if (job->time_based && !job->runtime_ns)
		return wrong(draft, "time_based", why, "time_based needs a runtime");
	return true;
}

static bool
check_batch(const struct draft *draft, struct where *why)
{
	const struct job *job = &draft->values.job;
	unsigned min = job->iodepth_batch_complete_min, max = job->iodepth_batch_complete_max;

	if (!scope_queue.holds(job))
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
	if (job->iodepth_low > job->iodepth)
		return wrong(draft, "iodepth_low", why, "iodepth_low %u is more than iodepth %u",
			     job->iodepth_low, job->iodepth);
	return true;
}

/* What the kernel refuses of io_uring's modes: io_uring_setup(2). */
static bool
check_uring(const struct draft *draft, struct where *why)
{
	const struct job *job = &draft->values.job;

	if (job->hipri && job->ioengine != JOB_ENGINE_IO_URING)
		return wrong(draft, "hipri", why,
			     "hipri is not supported: only io_uring polls for completions");
	if (job->hipri && !job->direct)
		return wrong(draft, "hipri", why, "hipri needs direct=1");
	if (job->ioengine != JOB_ENGINE_IO_URING)
		return true;
	if (job->sqthread_poll && job->defer_taskrun == JOB_CHOICE_ON)
		return wrong(draft, "defer_taskrun", why,
			     "defer_taskrun and sqthread_poll exclude each other");
	if (job->sqthread_poll && job->coop_taskrun == JOB_CHOICE_ON)
		return wrong(draft, "coop_taskrun", why,
			     "coop_taskrun and sqthread_poll exclude each other");
	if (job->defer_taskrun == JOB_CHOICE_ON && job->single_issuer == JOB_CHOICE_OFF)
		return wrong(draft, "defer_taskrun", why, "defer_taskrun needs single_issuer");
	return true;
}

static bool
check_pace(const struct draft *draft, struct where *why)
{
	const struct job *job = &draft->values.job;
	const struct job_steadystate *steady = &job->steadystate;
	bool bytes = false, ios = false;

	for (enum direction d = 0; d < DIRECTIONS; d++) {
		bytes = bytes || job->rate[d];
		ios = ios || job->rate_iops[d];
	}
	if (bytes && ios)
		return wrong(draft, "rate_iops", why, "rate and rate_iops exclude each other");
	if (!scope_steady.holds(job))
		return true;
	if (!job->runtime_ns)
		return wrong(draft, "steadystate", why,
			     "steadystate needs a runtime, for a job that never is steady");
	if (steady->duration_ns < STEADY_LEAST_NS)
		return wrong(draft, "steadystate_duration", why,
			     "steadystate needs a steadystate_duration of 2s or more");
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
	struct draft_place min = draft_place(draft, "iodepth_batch_complete_min");

	if (job->ioengine == JOB_ENGINE_PSYNC && job->iodepth > 1 && depth.file)
		draft_warn(warnings, depth,
			   "iodepth %u is 1 with ioengine psync, which does one I/O at a time",
			   job->iodepth);
	if (job->ioengine == JOB_ENGINE_LIBAIO && !job->direct && engine.file)
		draft_warn(warnings, engine,
			   "ioengine libaio without direct=1 does one I/O at a time");
	if (min.file && !job->iodepth_batch_complete_min && scope_queue.holds(job))
		draft_warn(warnings, min,
			   "iodepth_batch_complete_min 0 is as 1: one completion is waited for");
}

static void
warn(const struct draft *draft, UT_array *warnings)
{
	const struct job *job = &draft->values.job;

	for (size_t i = 0; i < option_count; i++)
		if (!option_applies(&option_table[i], job))
			warn_useless(draft, option_table[i].name, option_table[i].scope->otherwise,
				     warnings);
	if (job->n_filenames)
		warn_useless(draft, "nrfiles", "a filename", warnings);
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
	struct job *job = &draft->values.job;

	warn(draft, warnings);
	if (job->ioengine == JOB_ENGINE_PSYNC)
		job->iodepth = 1;
	if (job->n_filenames)
		job->nrfiles = job->n_filenames;
	settle_seed(draft);
	return check_target(draft, why) && check_sizes(draft, why) && check_direct(draft, why) &&
	       check_range(draft, why) && check_batch(draft, why) && check_uring(draft, why) &&
	       check_pace(draft, why) && check_foreign(draft, ignored, why);
}
