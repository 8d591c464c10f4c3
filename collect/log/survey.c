/* One pass over the times of a log's rows, which finds the jobs in it. */
#include "collect/log/survey.h"

#include <string.h>

#include "collect/base/where.h"
#include "collect/log/reader.h"

enum { SEGMENTS_MAX = 4096 };

/* 13 digits: ms since 1970 from 2001 on. A time past MAX_MS is none that fio wrote. */
#define EPOCH_MS 1000000000000U
#define MAX_MS 100000000000000U

enum { STEPS = 64 };

/* A survey in progress. */
struct survey {
	struct log_input *input;
	struct log_reader reader;
	struct log_segment segment;
	bool begun;
	uint64_t earliest_ms; /* of the file */
	/* Of histogram logs, whose rows are too long for the probe: */
	uint64_t step[STEPS], last_ms[LOG_DIRECTIONS];
	size_t n_steps;
};

/* Whether a row of this time is another job's than the row before. Windows of one job never run
 * back; single I/Os may be written a little late, but not by much, unless the job is a new one. */
static bool
runs_back(const struct survey *survey, uint64_t time)
{
	enum { LATE_MS = 20 };
	uint64_t last = survey->segment.last_ms;

	if (time >= last)
		return false;
	return survey->input->probe.averaged || last - time > LATE_MS ||
	       (time - survey->earliest_ms) * 2 < last - survey->earliest_ms;
}

/* Whether the row at p is one of zeros, which belong nowhere. */
static bool
is_void(const struct survey *survey, uint64_t time)
{
	struct log_row row;

	return time == 0 && survey->begun && survey->input->file->kind != LOG_HIST &&
	       log_row_scan(survey->reader.p, &survey->input->probe.layout, &row) &&
	       log_row_is_void(&row);
}

static bool
close_segment(struct survey *survey, off_t end, struct where *why)
{
	survey->segment.end = end;
	if (list_n(&survey->input->segments) >= SEGMENTS_MAX)
		return log_reader_refuse(&survey->reader, "the times run back too often", why);
	list_push(&survey->input->segments, &survey->segment);
	return true;
}

static bool
survey_row(struct survey *survey, uint64_t time, struct where *why)
{
	struct log_reader *reader = &survey->reader;
	off_t at = reader->at - (reader->limit - reader->p);

	if (time > MAX_MS)
		return log_reader_refuse(reader, "a time that cannot be", why);
	if (time < survey->earliest_ms)
		survey->earliest_ms = time;
	if (survey->begun && runs_back(survey, time)) {
		if (!close_segment(survey, at, why))
			return false;
		survey->begun = false;
	}
	if (!survey->begun)
		survey->segment = (struct log_segment){at, 0, reader->line, time, time};
	survey->begun = true;
	if (time > survey->segment.last_ms)
		survey->segment.last_ms = time;
	if (time < survey->segment.first_ms)
		survey->segment.first_ms = time;
	return true;
}

/* Keeps the time since the direction's row before; p is behind the row's time. */
static void
keep_step(struct survey *survey, uint64_t time, const char *p)
{
	uint64_t d;

	if (survey->n_steps == STEPS || !log_column(p, &d) || d >= LOG_DIRECTIONS)
		return;
	if (survey->last_ms[d] && time > survey->last_ms[d])
		survey->step[survey->n_steps++] = time - survey->last_ms[d];
	survey->last_ms[d] = time;
}

/* Goes behind the line that p is in; false: a NUL is in it. */
static bool
next_line(struct log_reader *reader, const char *p)
{
	const char *end = memchr(p, '\n', (size_t)(reader->limit - p));

	return log_reader_next(reader, end ? end : reader->limit);
}

/* Looks at each row's time only: the rest is checked when it is read. */
static bool
survey_rows(struct survey *survey, struct where *why)
{
	struct log_reader *reader = &survey->reader;
	const bool single = !survey->input->probe.averaged;
	struct log_piece same = {.n = 0}; /* the time of the row before, with its comma */
	uint64_t time;

	for (;;) {
		if (!log_reader_row(reader, why))
			return false;
		if (reader->p == reader->limit)
			break;
		if (log_piece_is_at(&same, reader->p)) {
			if (!next_line(reader, reader->p + same.n))
				return log_reader_refuse(reader, "not a row of this log", why);
			continue;
		}
		const char *digits = log_number(reader->p, &time);
		if (digits && !is_void(survey, time) && !survey_row(survey, time, why))
			return false;
		/* Not of zeros, which may be void, nor of histograms, each of which counts. */
		same.n = 0;
		if (digits && single && *digits == ',' && time > 0)
			log_piece_keep(&same, reader->p, (size_t)(digits - reader->p) + 1);
		if (digits && survey->input->file->kind == LOG_HIST)
			keep_step(survey, time, digits);
		if (!digits && !log_line_end(reader->p))
			return log_reader_refuse(reader, "not a row of this log", why);
		if (!next_line(reader, digits ? digits : reader->p))
			return log_reader_refuse(reader, "not a row of this log", why);
	}
	return !survey->begun || close_segment(survey, survey->input->size, why);
}

bool
log_survey(struct log_input *input, struct where *why)
{
	struct survey survey = {.input = input, .earliest_ms = UINT64_MAX};
	struct log_segment all = {.begin = 0, .end = input->size, .line = 1};

	log_reader_init(&survey.reader, input, &all, LOG_BUFFER_BYTES);
	bool ok = survey_rows(&survey, why);
	log_reader_free(&survey.reader);
	input->epoch = input->probe.first_time >= EPOCH_MS;
	if (survey.n_steps)
		input->probe.window_ms = log_usual_step(survey.step, survey.n_steps);
	if (input->probe.window_ms == 0)
		input->probe.window_ms =
		    input->epoch || input->probe.first_time == 0 ? 1000 : input->probe.first_time;
	return ok;
}
