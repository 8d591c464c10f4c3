/* The pattern: what of it is decided once, and the I/Os that are not of the plain kinds. */
#include "collect/engine/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/scatter.h"

static const uint64_t all_32_bits = (uint64_t)1 << 32;

/* A share of 2^32, the number of values of 32 random bits. */
static uint64_t
share_of(unsigned percent)
{
	return percent < 100 ? (percent * all_32_bits) / 100 : all_32_bits;
}

/* What percent p of 0 .. 99 has for a size; of percents that are not told, the last one. */
static void
set_split(struct pattern_sizes *sizes, const struct job_sizes *bs)
{
	unsigned n = bs->n_splits < JOB_SPLIT_MAX ? bs->n_splits : JOB_SPLIT_MAX;
	unsigned from = 0;

	for (unsigned i = 0; i < n; i++) {
		unsigned to = bs->split[i].percent < 100 - from ? from + bs->split[i].percent : 100;
		if (i + 1 == n)
			to = 100;
		while (from < to)
			sizes->of_percent[from++] = bs->split[i].bytes;
	}
}

static void
set_sizes(struct pattern_sizes *sizes, const struct job *job, enum direction direction)
{
	const struct job_sizes *bs = &job->bs[direction];

	sizes->min = bs->min;
	sizes->multiples = bs->max / bs->min;
	sizes->align = job->blockalign && job_is_random(job) ? job->blockalign : bs->min;
	sizes->split = bs->n_splits > 0;
	set_split(sizes, bs);
}

/* Whether I/Os of that direction get a size and place of their own; a write that follows a trim
 * takes the trim's. */
static bool
is_drawn(const struct pattern *pattern, enum direction direction)
{
	return pattern->has[direction] && !(pattern->trims_first && direction == DIRECTION_WRITE);
}

/* The least size of those that are drawn; *alike tells whether it is the only one and random
 * offsets are multiples of it. */
static uint64_t
least_size(const struct pattern *pattern, bool *alike)
{
	uint64_t min = UINT64_MAX;

	*alike = true;
	for (enum direction d = 0; d < DIRECTIONS; d++)
		if (is_drawn(pattern, d) && pattern->sizes[d].min < min)
			min = pattern->sizes[d].min;
	for (enum direction d = 0; d < DIRECTIONS; d++) {
		const struct pattern_sizes *sizes = &pattern->sizes[d];
		if (is_drawn(pattern, d) && (sizes->min != min || sizes->multiples != 1 ||
					     sizes->split || sizes->align != min))
			*alike = false;
	}
	return min;
}

static uint64_t
least_align(const struct pattern *pattern)
{
	uint64_t min = UINT64_MAX;

	for (enum direction d = 0; d < DIRECTIONS; d++)
		if (is_drawn(pattern, d) && pattern->sizes[d].align < min)
			min = pattern->sizes[d].align;
	return min;
}

/* A new pass: all files have all before them, and follow one another. */
static void
begin_pass(struct pattern *pattern)
{
	for (unsigned i = 0; i < pattern->n_files; i++) {
		struct pattern_file *file = &pattern->file[i];
		file->left = file->size / pattern->bs * pattern->bs;
		file->follower = i + 1 < pattern->n_files ? i + 1 : 0;
	}
	pattern->n_going = pattern->n_files;
	pattern->current = pattern->n_files - 1;
}

/* The bs of the pattern is its least size by now. */
static void
set_files(struct pattern *pattern, const struct measure_task *task)
{
	const struct job *job = task->job;

	pattern->n_files = task->n_files;
	pattern->file = mem_alloc(task->n_files, sizeof(*pattern->file));
	for (unsigned i = 0; i < task->n_files; i++) {
		struct pattern_file *file = &pattern->file[i];
		file->start = task->file[i].start;
		file->size = task->file[i].size;
		file->last = file->size - pattern->bs;
		uint64_t blocks = file->last / pattern->grain + 1;
		permutation_init(&file->order, blocks, pattern_random(pattern));
		distribution_init(&file->distribution, job->random_distribution,
				  job->random_parameter, blocks);
	}
	begin_pass(pattern);
	for (unsigned i = 0; i < pattern->n_files; i++)
		if (__builtin_add_overflow(pattern->pass_bytes, pattern->file[i].left,
					   &pattern->pass_bytes))
			pattern->pass_bytes = UINT64_MAX;
	if (pattern->trims_first &&
	    __builtin_mul_overflow(pattern->pass_bytes, (uint64_t)2, &pattern->pass_bytes))
		pattern->pass_bytes = UINT64_MAX;
}

static enum pattern_way
way_of(const struct pattern *pattern, bool alike)
{
	if (pattern->n_files > 1 || pattern->trims_first || !alike || pattern->distributed ||
	    (pattern->sequential_below && !pattern->sequential))
		return PATTERN_VARIED;
	if (pattern->sequential)
		return PATTERN_SEQUENTIAL;
	return pattern->once ? PATTERN_ONCE : PATTERN_UNIFORM;
}

void
pattern_init(struct pattern *pattern, const struct measure_task *task)
{
	const struct job *job = task->job;
	bool alike;

	memset(pattern, 0, sizeof(*pattern));
	pattern->random = xorshift_seed(scatter(job->randseed) + task->clone);
	pattern->trims_first = job->rw == JOB_RW_TRIMWRITE || job->rw == JOB_RW_RANDTRIMWRITE;
	for (enum direction d = 0; d < DIRECTIONS; d++) {
		pattern->has[d] = job_has(job, d);
		if (pattern->has[d])
			set_sizes(&pattern->sizes[d], job, d);
		if (is_drawn(pattern, d))
			pattern->direction = d;
	}
	pattern->mixed = pattern->has[DIRECTION_READ] && pattern->has[DIRECTION_WRITE];
	pattern->read_below = share_of(job->rwmixread);
	pattern->sequential = !job_is_random(job);
	pattern->sequential_below =
	    pattern->sequential ? all_32_bits : all_32_bits - share_of(job->percentage_random);
	pattern->distributed =
	    !pattern->sequential && job->random_distribution != JOB_DISTRIBUTION_RANDOM;
	pattern->bs = least_size(pattern, &alike);
	pattern->grain = least_align(pattern);
	pattern->once = !pattern->sequential && !pattern->distributed && alike && !job->norandommap;
	pattern->retires = task->n_files > 1 && !job->time_based;
	set_files(pattern, task);
	pattern->way = way_of(pattern, alike);
}

void
pattern_free(struct pattern *pattern)
{
	free(pattern->file);
	pattern->file = NULL;
}

bool
pattern_has(const struct pattern *pattern, enum direction direction)
{
	return pattern->has[direction];
}

uint64_t
pattern_pass_bytes(const struct pattern *pattern)
{
	return pattern->pass_bytes;
}

static uint64_t
draw_size(struct pattern *pattern, const struct pattern_sizes *sizes)
{
	if (sizes->split)
		return sizes->of_percent[xorshift_below(&pattern->random, 100)];
	if (sizes->multiples == 1)
		return sizes->min;
	return sizes->min * (1 + xorshift_below(&pattern->random, sizes->multiples));
}

/* Bytes from the range's start to a random place for an I/O of that many bytes. */
static uint64_t
draw_place(struct pattern *pattern, struct pattern_file *file, uint64_t align, uint64_t bytes)
{
	uint64_t last = (file->size - bytes) / align;

	if (pattern->once)
		return permutation_next(&file->order) * bytes;
	if (!pattern->distributed)
		return xorshift_below(&pattern->random, last + 1) * align;
	uint64_t number = distribution_next(&file->distribution, &pattern->random);
	uint64_t place = permutation_of(&file->order, number) * pattern->grain / align;
	return (place < last ? place : last) * align;
}

static bool
goes_on(struct pattern *pattern)
{
	return pattern->sequential_below > 0 &&
	       pattern_random(pattern) >> 32 < pattern->sequential_below;
}

/* The file behind the current one has done so many bytes more of its pass. */
static void
move_on(struct pattern *pattern, uint64_t bytes)
{
	unsigned index = pattern->file[pattern->current].follower;
	struct pattern_file *file = &pattern->file[index];

	file->left -= bytes < file->left ? bytes : file->left;
	if (file->left || !pattern->retires) {
		pattern->current = index;
		return;
	}
	pattern->file[pattern->current].follower = file->follower;
	if (--pattern->n_going == 0)
		begin_pass(pattern);
}

struct pattern_io
pattern_next_varied(struct pattern *pattern, enum direction direction)
{
	struct pattern_io io;
	uint64_t place;

	if (pattern->write_due) {
		pattern->write_due = false;
		pattern->last.direction = DIRECTION_WRITE;
		return pattern->last;
	}
	io.file = pattern->file[pattern->current].follower;
	struct pattern_file *file = &pattern->file[io.file];
	io.direction = direction;
	const struct pattern_sizes *sizes = &pattern->sizes[io.direction];
	io.bytes = draw_size(pattern, sizes);
	if (goes_on(pattern)) {
		place = file->next[io.direction];
		place = place > file->size - io.bytes ? 0 : place;
	} else {
		place = draw_place(pattern, file, sizes->align, io.bytes);
	}
	file->next[io.direction] = place + io.bytes;
	io.offset = file->start + place;
	move_on(pattern, io.bytes);
	if (pattern->trims_first) {
		pattern->last = io;
		pattern->write_due = true;
	}
	return io;
}
