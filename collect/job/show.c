/* The values of a job as canonical text. What is kept per direction is told of those that the job
 * has, once where they agree. */
#include "collect/job/show.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "collect/base/num.h"
#include "collect/base/unit.h"
#include "collect/job/option.h"

__attribute__((format(printf, 2, 3))) static void
add(struct show_text *text, const char *format, ...)
{
	size_t room = sizeof(text->at) - text->n;
	va_list ap;

	va_start(ap, format);
	int n = vsnprintf(text->at + text->n, room, format, ap);
	va_end(ap);
	if (n > 0)
		text->n += (size_t)n < room ? (size_t)n : room - 1;
}

static const void *
field(const struct job_option *option, const struct job *job)
{
	return (const char *)job + option->offset;
}

static void
add_size(struct show_text *text, uint64_t bytes)
{
	char size[UNIT_TEXT];

	add(text, "%s", unit_size(bytes, size));
}

void
show_unsigned(const struct job_option *option, const struct job *job, struct show_text *text)
{
	add(text, "%u", *(const unsigned *)field(option, job));
}

void
show_unsigned_64(const struct job_option *option, const struct job *job, struct show_text *text)
{
	add(text, "%" PRIu64, *(const uint64_t *)field(option, job));
}

void
show_nice(const struct job_option *option, const struct job *job, struct show_text *text)
{
	(void)option;
	add(text, "%d", job->nice);
}

void
show_bool(const struct job_option *option, const struct job *job, struct show_text *text)
{
	add(text, "%d", *(const bool *)field(option, job));
}

/* It is nothing to ask for where the page cache is bypassed. */
void
show_invalidate(const struct job_option *option, const struct job *job, struct show_text *text)
{
	(void)option;
	add(text, "%d", job->direct || job->invalidate);
}

static void
add_word(const struct job_option *option, int value, struct show_text *text)
{
	for (const struct option_word *w = option->words; w->word; w++) {
		if (w->value == value && !w->why) {
			add(text, "%s", w->word);
			return;
		}
	}
}

void
show_word(const struct job_option *option, const struct job *job, struct show_text *text)
{
	add_word(option, *(const int *)field(option, job), text);
}

void
show_word_bool(const struct job_option *option, const struct job *job, struct show_text *text)
{
	add_word(option, *(const bool *)field(option, job), text);
}

void
show_size(const struct job_option *option, const struct job *job, struct show_text *text)
{
	add_size(text, *(const uint64_t *)field(option, job));
}

/* Whose value is told for direction d: its own, or where the job has none of it, that of the
 * direction before, or else of the first that there is. */
static enum direction
told_for(const struct job *job, enum direction d)
{
	enum direction first = 0;

	for (enum direction e = d + 1; e-- > 0;)
		if (job_has(job, e))
			return e;
	while (first + 1 < DIRECTIONS && !job_has(job, first))
		first++;
	return first;
}

typedef void one_fn(const void *field, enum direction direction, struct show_text *text);

/* The three values, without those at the end that repeat the one before. */
static void
add_directions(const struct job *job, const void *field, one_fn *one, struct show_text *text)
{
	struct show_text piece[DIRECTIONS];
	size_t n = DIRECTIONS;

	for (enum direction d = 0; d < DIRECTIONS; d++) {
		piece[d].n = 0;
		piece[d].at[0] = '\0';
		one(field, told_for(job, d), &piece[d]);
	}
	while (n > 1 && strcmp(piece[n - 1].at, piece[n - 2].at) == 0)
		n--;
	for (size_t i = 0; i < n; i++)
		add(text, "%s%s", i ? "," : "", piece[i].at);
}

static void
one_sizes(const void *field, enum direction direction, struct show_text *text)
{
	const struct job_sizes *sizes = (const struct job_sizes *)field + direction;

	for (unsigned i = 0; sizes->n_splits > 1 && i < sizes->n_splits; i++) {
		add(text, "%s", i ? ":" : "");
		add_size(text, sizes->split[i].bytes);
		add(text, "/%u", sizes->split[i].percent);
	}
	if (sizes->n_splits > 1)
		return;
	add_size(text, sizes->min);
	if (sizes->max == sizes->min)
		return;
	add(text, "-");
	add_size(text, sizes->max);
}

void
show_sizes(const struct job_option *option, const struct job *job, struct show_text *text)
{
	add_directions(job, field(option, job), one_sizes, text);
}

static void
one_rate(const void *field, enum direction direction, struct show_text *text)
{
	add_size(text, ((const uint64_t *)field)[direction]);
}

void
show_rates(const struct job_option *option, const struct job *job, struct show_text *text)
{
	add_directions(job, field(option, job), one_rate, text);
}

static void
one_count(const void *field, enum direction direction, struct show_text *text)
{
	add(text, "%" PRIu64, ((const uint64_t *)field)[direction]);
}

void
show_counts(const struct job_option *option, const struct job *job, struct show_text *text)
{
	add_directions(job, field(option, job), one_count, text);
}

void
show_amount(const struct job_option *option, const struct job *job, struct show_text *text)
{
	const struct job_amount *amount = field(option, job);

	if (amount->percent)
		add(text, "%u%%", amount->percent);
	else
		add_size(text, amount->bytes);
}

void
show_time(const struct job_option *option, const struct job *job, struct show_text *text)
{
	uint64_t ns = *(const uint64_t *)field(option, job);

	if (ns % 1000000000 == 0)
		add(text, "%" PRIu64 "s", ns / 1000000000);
	else if (ns % 1000000 == 0)
		add(text, "%" PRIu64 "ms", ns / 1000000);
	else
		add(text, "%" PRIu64 "us", ns / 1000);
}

/* filename says it where there is one. */
void
show_files(const struct job_option *option, const struct job *job, struct show_text *text)
{
	(void)option;
	add(text, "%u", job->n_filenames ? job->n_filenames : job->nrfiles);
}

void
show_distribution(const struct job_option *option, const struct job *job, struct show_text *text)
{
	char number[NUM_TEXT];

	add_word(option, (int)job->random_distribution, text);
	if (job->random_distribution != JOB_DISTRIBUTION_RANDOM)
		add(text, ":%s", num_write(job->random_parameter, number));
}

void
show_steadystate(const struct job_option *option, const struct job *job, struct show_text *text)
{
	const struct job_steadystate *steady = field(option, job);
	char number[NUM_TEXT];

	if (steady->metric == JOB_STEADY_NONE)
		return;
	add(text, "%s%s:%s%s", steady->metric == JOB_STEADY_IOPS ? "iops" : "bw",
	    steady->slope ? "_slope" : "", num_write(steady->limit, number),
	    steady->percent ? "%" : "");
}
