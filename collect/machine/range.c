/* Names of files, and offset, size and percent resolved against the size of what is there. */
#include "collect/machine/range.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "collect/base/view.h"
#include "collect/base/where.h"

unsigned
range_n_files(const struct job *job)
{
	unsigned n = job->filename ? job->n_filenames : job->nrfiles;

	return n ? n : 1;
}

/* What stands for the keyword that format begins with, on the heap, and the keyword's length; NULL
 * where it begins with none. */
static char *
keyword(const struct job *job, unsigned clone, unsigned file, const char *format, size_t *n)
{
	struct view at = view_of(format);

	if (view_starts(at, "$jobname")) {
		char *name = mem_dup(job->name);
		for (char *c = strchr(name, '/'); c; c = strchr(c, '/'))
			*c = '_';
		*n = strlen("$jobname");
		return name;
	}
	if (view_starts(at, "$jobnum")) {
		*n = strlen("$jobnum");
		return mem_format("%u", clone);
	}
	if (view_starts(at, "$filenum")) {
		*n = strlen("$filenum");
		return mem_format("%u", file);
	}
	return NULL;
}

/* The name of one of the clone's own files. */
static char *
own_name(const struct job *job, unsigned clone, unsigned file)
{
	const char *format =
	    job->filename_format ? job->filename_format : "$jobname.$jobnum.$filenum";
	char *name = mem_dup("");

	while (*format) {
		size_t n = strcspn(format + 1, "$") + 1;
		char *text = keyword(job, clone, file, format, &n);

		mem_append(&name, "%.*s", text ? (int)strlen(text) : (int)n, text ? text : format);
		free(text);
		format += n;
	}
	return name;
}

char *
range_path(const struct job *job, unsigned clone, unsigned file)
{
	char *name = job->filename ? mem_dup(job->filename[file]) : own_name(job, clone, file);

	if (!job->directory || name[0] == '/')
		return name;
	char *path = mem_format("%s/%s", job->directory, name);
	free(name);
	return path;
}

static uint64_t
add(uint64_t a, uint64_t b)
{
	uint64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static uint64_t
multiply(uint64_t a, uint64_t b)
{
	uint64_t product;

	return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* Two parts, so that no product but that of a giant percentage is beyond 64 bits. */
static uint64_t
percent_of(uint64_t total, unsigned percent)
{
	return add(multiply(total / 100, percent), total % 100 * percent / 100);
}

/* Of a target of total bytes; percent is of that. */
static uint64_t
amount(const struct job_amount *amount, uint64_t total)
{
	return amount->percent ? percent_of(total, amount->percent) : amount->bytes;
}

/* From where in a target of total bytes the clone works. */
static uint64_t
start_of(const struct job *job, unsigned clone, uint64_t total)
{
	uint64_t increment = multiply(amount(&job->offset_increment, total), clone);
	uint64_t start = add(amount(&job->offset, total), increment);
	uint64_t bs = job_bs_min(job);

	if ((!job->offset.percent && !job->offset_increment.percent) || start % bs == 0)
		return start;
	return add(start, bs - start % bs);
}

uint64_t
range_file_size(const struct job *job, unsigned clone)
{
	uint64_t size = job->size.bytes / range_n_files(job);

	if (job->offset.percent || job->offset_increment.percent)
		return 0;
	if (job->filesize)
		return job->filesize;
	return size ? add(start_of(job, clone, 0), size) : 0;
}

/* The size of the range from start on in a target of total bytes. Percent ends where the target
 * ends. */
static uint64_t
wanted_size(const struct job *job, uint64_t start, uint64_t total)
{
	uint64_t of = job->filesize ? job->filesize : total;
	uint64_t rest = of > start ? of - start : 0;

	if (job->size.percent) {
		uint64_t size = percent_of(of, job->size.percent);
		return size < rest ? size : rest;
	}
	return job->size.bytes && !job->filesize ? job->size.bytes / range_n_files(job) : rest;
}

bool
range_within(const struct job *job, unsigned clone, const char *path, uint64_t total,
	     struct range *out, struct where *why)
{
	uint64_t start = start_of(job, clone, total);
	char has[UNIT_TEXT], want[UNIT_TEXT], bs[UNIT_TEXT];

	unit_size(total, has);
	if (start >= total)
		return where_set(why, job->file, job->line,
				 "'%s' has a size of %s, and offset=%s lies beyond it", path, has,
				 unit_size(start, want));
	uint64_t size = wanted_size(job, start, total);
	if (size > total - start)
		return where_set(why, job->file, job->line,
				 "'%s' has a size of %s, too small for the job's %s%s", path, has,
				 unit_size(size, want), start ? " behind its offset" : "");
	if (size < job_bs_max(job))
		return where_set(why, job->file, job->line,
				 "'%s': a range of %s holds no I/O of bs=%s", path,
				 unit_size(size, want), unit_size(job_bs_max(job), bs));
	*out = (struct range){start, size};
	return true;
}

/* A size of I/Os that blocks of that many bytes do not divide; 0 = none. The sizes of a bsrange are
 * multiples of its least. */
static uint64_t
unaligned_size(const struct job_sizes *sizes, unsigned block)
{
	for (unsigned i = 0; i < sizes->n_splits; i++)
		if (sizes->split[i].bytes % block)
			return sizes->split[i].bytes;
	return sizes->min % block ? sizes->min : 0;
}

/* What of the job's I/Os of a direction blocks do not divide, NULL = nothing, and its bytes. */
static const char *
unaligned(const struct job *job, enum direction direction, uint64_t start, unsigned block,
	  uint64_t *bytes)
{
	*bytes = unaligned_size(&job->bs[direction], block);
	if (*bytes)
		return "bs";
	if (job_is_random(job) && job->blockalign % block) {
		*bytes = job->blockalign;
		return "blockalign";
	}
	*bytes = start;
	return start % block ? "offset" : NULL;
}

bool
range_is_aligned(const struct job *job, const char *path, bool is_device, uint64_t start,
		 unsigned logical_block, struct where *why)
{
	char text[UNIT_TEXT];
	uint64_t bytes;

	for (enum direction d = 0; logical_block && d < DIRECTIONS; d++) {
		bool trims = is_device && d == DIRECTION_TRIM;
		const char *what = NULL;

		if (job_has(job, d) && (job->direct || trims))
			what = unaligned(job, d, start, logical_block, &bytes);
		if (what)
			return where_set(why, job->file, job->line,
					 "%s=%s is no multiple of the logical block size of '%s', "
					 "%u: %s that",
					 what, unit_size(bytes, text), path, logical_block,
					 trims ? "a trim needs" : "direct=1 needs");
	}
	return true;
}
