/* Single lines of fio's normal output, without the job they are of. */
#include "collect/text/fragment.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/text/normal_line.h"
#include "collect/text/scan.h"

/* Kinds of lines. A latency's line and its percentiles are two. */
enum {
	RATE,
	BW_SAMPLES,
	IOPS_SAMPLES,
	LATENCY,
	PERCENTILES = LATENCY + NORMAL_LATENCIES,
	KINDS = PERCENTILES + NORMAL_LATENCIES
};

struct reader {
	const struct sink *sink;
	size_t number;
	struct fio_result result; /* form NULL = none begun */
	bool had[FIO_DIRECTIONS][KINDS];
	enum fio_direction_index direction;
	bool named;   /* the direction has been */
	bool guessed; /* what no line says has been noted */
	struct normal_percentiles percentiles;
	bool in_percentiles;
	size_t head; /* the line of their head */
	size_t found;
};

static void
flush(struct reader *reader)
{
	if (!reader->result.form)
		return;
	reader->found++;
	sink_result(reader->sink, &reader->result);
	fio_result_init(&reader->result, NULL, 0);
	memset(reader->had, 0, sizeof(reader->had));
}

static struct fio_direction *
direction_of(struct reader *reader)
{
	return &reader->result.job[0].direction[reader->direction];
}

/* What no line says is told once. */
static void
note_guess(struct reader *reader, size_t line)
{
	if (!reader->named && !reader->guessed)
		sink_note(reader->sink, line,
			  "numbers of fio without a job: no line says whether they are of reads or "
			  "writes, nor of how many jobs: taken to be of reads, and of one job");
	else if (!reader->guessed)
		sink_note(reader->sink, line,
			  "numbers of fio without a job: no line says of how many jobs they are: "
			  "taken to be of one job");
	reader->guessed = true;
}

/* Room for a line of this kind, in a new result if there has been one. line is where it begins. */
static struct fio_direction *
begin(struct reader *reader, size_t kind, size_t line)
{
	if (reader->had[reader->direction][kind])
		flush(reader);
	if (!reader->result.form) {
		fio_result_init(&reader->result, "fio fragment", line);
		struct fio_job *job = fio_result_add_job(&reader->result, "fragment");
		job->line = line;
		job->clones = 1;
		job->clones_assumed = true;
	}
	reader->had[reader->direction][kind] = true;
	note_guess(reader, line);
	direction_of(reader)->used = true;
	return direction_of(reader);
}

/* The latency of that kind in the fragment. */
static struct fio_latency *
latency_in(struct reader *reader, struct fio_direction *direction, size_t kind)
{
	return kind == NORMAL_SYNC ? &reader->result.job[0].sync : &direction->latency[kind];
}

static bool
take_percentiles(struct reader *reader, struct view line)
{
	if (reader->in_percentiles && normal_percentile_row(line)) {
		size_t kind = reader->percentiles.kind;
		struct fio_direction *direction =
		    reader->head ? begin(reader, PERCENTILES + kind, reader->head)
				 : direction_of(reader);
		reader->head = 0;
		normal_percentile_store(line, reader->percentiles.unit, false,
					latency_in(reader, direction, kind));
		return true;
	}
	reader->in_percentiles = normal_percentiles(line, &reader->percentiles);
	if (reader->in_percentiles)
		reader->head = reader->number;
	return reader->in_percentiles;
}

static bool
take_latency(struct reader *reader, struct view line)
{
	struct normal_latency latency;

	if (!normal_latency(line, &latency) || isnan(latency.mean))
		return false;
	struct fio_direction *direction = begin(reader, LATENCY + latency.kind, reader->number);
	normal_latency_store(&latency, latency_in(reader, direction, latency.kind));
	return true;
}

static bool
take_rate(struct reader *reader, struct view line)
{
	struct normal_rate rate;
	struct fio_samples samples;

	if (normal_rate(line, &rate)) {
		reader->direction = rate.direction;
		reader->named = true;
		normal_rate_store(&rate, begin(reader, RATE, reader->number));
	} else if (normal_bw_samples(line, &samples)) {
		begin(reader, BW_SAMPLES, reader->number)->bw_samples = samples;
	} else if (normal_iops_samples(line, &samples)) {
		begin(reader, IOPS_SAMPLES, reader->number)->iops_samples = samples;
	} else {
		return false;
	}
	return true;
}

/* "rw=randwrite" somewhere in a command line or a banner. Mixed ones name no direction. */
static void
take_option(struct reader *reader, struct view line)
{
	struct view before;

	while (scan_split(&line, "rw=", &before)) {
		if (before.n && isalnum((unsigned char)before.p[before.n - 1]))
			continue;
		struct view value = line;
		scan_skip(&value, "rand");
		for (size_t d = 0; d < FIO_MIXED; d++) {
			struct view rest = value;
			if (!scan_skip(&rest, fio_direction_name[d]) ||
			    (rest.n && isalnum((unsigned char)rest.p[0])))
				continue;
			reader->direction = (enum fio_direction_index)d;
			reader->named = true;
		}
	}
}

size_t
fragment_read(struct view text, size_t first_line, const struct sink *sink)
{
	struct reader reader = {.sink = sink, .number = first_line};

	for (; text.n; reader.number++) {
		struct view line = scan_line(&text);
		if (!take_percentiles(&reader, line) && !take_latency(&reader, line) &&
		    !take_rate(&reader, line))
			take_option(&reader, line);
	}
	flush(&reader);
	return reader.found;
}
