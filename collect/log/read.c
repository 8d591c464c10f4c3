/* Which of the logs of a run say what, and reading them kind by kind. */
#include <stdlib.h>

#include "collect/base/where.h"
#include "collect/log/group.h"

/* Kinds by how well their rows count I/Os: the time in a lat log is that of the completion, in a
 * slat log that of the submission; and a log of rates counts none, if it has a row for each. */
static const enum log_kind counting[] = {LOG_LAT, LOG_CLAT, LOG_SLAT, LOG_IOPS, LOG_BW};

/* A run's logs. */
struct run {
	struct log_input *input;
	size_t n; /* opened */
	struct log_group group[LOG_KINDS];
	bool said_unit, said_rates, said_averages, said_gaps; /* notes that hold for all kinds */
	const struct log_options *options;
	const struct rows *rows;
	const struct sink *sink;
	struct where *why;
};

static bool
open_all(struct run *run, const struct log_file *files, size_t n)
{
	for (; run->n < n; run->n++) {
		if (log_input_open(&run->input[run->n], &files[run->n], run->why))
			continue;
		log_input_close(&run->input[run->n]);
		return false;
	}
	return true;
}

static void
close_all(struct run *run)
{
	for (size_t i = 0; i < run->n; i++)
		log_input_close(&run->input[i]);
	for (size_t kind = 0; kind < LOG_KINDS; kind++)
		free(run->group[kind].input);
	free(run->input);
}

/* The first time of any job in the file. */
static uint64_t
first_ms(const struct log_input *input)
{
	uint64_t first = UINT64_MAX;

	for (size_t i = 0; i < list_n(&input->segments); i++)
		if (log_input_segment(input, i)->first_ms < first)
			first = log_input_segment(input, i)->first_ms;
	return first;
}

/* Times since 1970 begin at the earliest of them; that of an averaged row ends its window. */
static void
set_base(struct run *run)
{
	uint64_t base_ms = UINT64_MAX;

	for (size_t i = 0; i < run->n; i++) {
		const struct log_input *input = &run->input[i];
		if (!input->epoch)
			continue;
		uint64_t first = first_ms(input);
		uint64_t window = input->probe.averaged ? input->probe.window_ms : 0;
		first -= window < first ? window : first;
		base_ms = first < base_ms ? first : base_ms;
	}
	for (size_t i = 0; i < run->n; i++)
		if (run->input[i].epoch)
			run->input[i].base_ms = base_ms;
}

/* Adds a log to those of its kind. */
static bool
join(struct run *run, struct log_input *input)
{
	struct log_group *group = &run->group[input->file->kind];

	if (group->n == 0) {
		*group = (struct log_group){.kind = input->file->kind,
					    .input = mem_alloc(run->n, sizeof(void *)),
					    .averaged = input->probe.averaged,
					    .end_ms = 1,
					    .options = run->options,
					    .rows = run->rows,
					    .sink = run->sink,
					    .why = run->why};
	}
	if (group->averaged != input->probe.averaged)
		return where_set(run->why, input->file->name, 0,
				 "one of %s and %s has a row for each I/O, the other averages: "
				 "they cannot be added up",
				 group->input[0]->file->name, input->file->name);
	group->input[group->n++] = input;
	group->jobs += list_n(&input->segments);
	group->bytes += (size_t)input->size;
	if (input->probe.window_ms > group->window_ms)
		group->window_ms = input->probe.window_ms;
	for (size_t i = 0; i < list_n(&input->segments); i++) {
		/* Times are cut to whole ms, so a single I/O ended within the ms of its time: that
		 * gives the runtime that fio itself says. A window ends at its time. */
		uint64_t end_ms =
		    log_input_segment(input, i)->last_ms - input->base_ms + !input->probe.averaged;
		group->end_ms = end_ms > group->end_ms ? end_ms : group->end_ms;
	}
	return true;
}

/* Whether the document's jobs stand in the file one behind another. Averages of others cannot be
 * told apart; single I/Os are counted, whosever they are. */
static bool
can_be_told_apart(const struct log_input *input)
{
	return input->file->jobs <= 1 || !input->probe.averaged ||
	       list_n(&input->segments) == input->file->jobs;
}

/* Of some clones fio omits the last window: the sum of the others would look like a dip. A job that
 * ended long before the others has ended, and does not count here. */
static void
end_together(struct log_group *group)
{
	uint64_t first_ms = group->end_ms;

	for (size_t i = 0; i < group->n; i++) {
		const struct log_input *input = group->input[i];
		for (size_t k = 0; k < list_n(&input->segments); k++) {
			uint64_t end_ms = log_input_segment(input, k)->last_ms - input->base_ms;
			if (end_ms && end_ms < first_ms &&
			    group->end_ms - end_ms <= 2 * group->window_ms)
				first_ms = end_ms;
		}
	}
	group->end_ms = first_ms;
}

/* Notes and leaves out what no rows can be taken from. */
static bool
can_join(const struct run *run, const struct log_input *input, size_t *empty)
{
	struct log_group none = {.sink = run->sink};

	if (input->size == 0 || list_n(&input->segments) == 0) {
		log_note(&none, input, 0, "an empty log");
		++*empty;
		return false;
	}
	if (input->cut)
		log_note(&none, input, 0,
			 "the last row has no newline, may be cut off, and was left out");
	if (can_be_told_apart(input))
		return true;
	log_note(&none, input, 0,
		 "left out: %zu jobs wrote it, and whose its rows are does not follow from their "
		 "times",
		 input->file->jobs);
	return false;
}

static bool
join_all(struct run *run)
{
	size_t empty = 0;

	set_base(run);
	for (size_t i = 0; i < run->n; i++) {
		struct log_input *input = &run->input[i];
		if (can_join(run, input, &empty) && !join(run, input))
			return false;
	}
	for (size_t kind = 0; kind < LOG_KINDS; kind++) {
		struct log_group *group = &run->group[kind];
		if (run->options->known && group->averaged && group->jobs > 1)
			end_together(group);
	}
	/* Beside a document they are no run that would be lost. */
	return empty < run->n || run->options->known ||
	       where_set(run->why, run->n ? run->input[0].file->name : NULL, 0,
			 run->n > 1 ? "all %zu logs of the run are empty" : "an empty log", run->n);
}

/* The logs whose rows are counted: those of single I/Os of the best kind; NULL = none. */
static const struct log_group *
counted(const struct run *run)
{
	for (size_t i = 0; i < countof(counting); i++) {
		const struct log_group *group = &run->group[counting[i]];
		if (group->n && !group->averaged)
			return group;
	}
	return NULL;
}

/* Each metric is said by one kind only: samples of the rates best by logs of rates, totals best by
 * counting. */
static struct log_wish
wish(const struct run *run, const struct log_group *group, const struct log_group *count)
{
	const struct log_group *iops = &run->group[LOG_IOPS], *bw = &run->group[LOG_BW];
	const struct log_group *clat = &run->group[LOG_CLAT];
	bool has_iops = iops->n && iops->averaged, has_bw = bw->n && bw->averaged;
	bool counts = group == count, hist = group->kind == LOG_HIST;

	return (struct log_wish){
	    .buckets = !(clat->n && !clat->averaged),
	    .iops = !has_iops && (counts || (hist && !count)),
	    .bw = !has_bw && counts,
	    .iops_total = counts || (!count && (group == iops || (hist && !has_iops))),
	    .bw_total = counts || (!count && group == bw),
	};
}

static bool
is_rate(const struct log_group *group)
{
	return group->kind == LOG_IOPS || group->kind == LOG_BW;
}

/* What single I/Os in a log of rates are. */
static void
note_counted(const struct log_group *group, const struct log_group *count)
{
	log_note(
	    group, group->input[0], 0,
	    group->kind == LOG_IOPS
		? "1 throughout, as fio writes it without log_avg_msec: rates are counted from "
		  "the rows of %s"
		: "the bandwidth of single I/Os, as fio writes it without log_avg_msec: rates "
		  "are counted from the rows of %s",
	    group == count ? "this log" : count->input[0]->file->name);
}

/* Whether the group is the first one of which the note is true. */
static bool
once(bool *said, bool is_true)
{
	bool say = is_true && !*said;

	*said |= is_true;
	return say;
}

static bool
knows_version(const struct log_options *options)
{
	return options->fio2 || (options->known && options->known->version);
}

static bool
lacks_unit(const struct log_group *group)
{
	for (size_t i = 0; i < group->n; i++)
		if (group->input[i]->probe.layout.columns == LOG_COLUMNS_MIN)
			return !knows_version(group->options);
	return false;
}

/* What the rows of the group cannot say. */
static void
note_limits(struct run *run, const struct log_group *group, const struct log_group *count)
{
	const struct log_input *first = group->input[0];

	if (group->kind == LOG_HIST)
		return;
	if (is_rate(group) && !group->averaged)
		note_counted(group, count);
	else if (is_rate(group) && once(&run->said_rates, !count && !run->options->known))
		log_note(group, first, 0, "rates of the whole run are means of the log's windows");
	if (is_rate(group))
		return;
	if (once(&run->said_unit, lacks_unit(group)))
		log_note(group, first, 0,
			 "4 columns do not say the unit: ns are assumed, which is wrong by 1000 "
			 "where fio is of version 2 (--fio2)");
	if (once(&run->said_averages, group->averaged && !run->options->known))
		log_note(group, first, 0,
			 "averages of windows (log_avg_msec): means are over time, not over I/Os, "
			 "and there are no percentiles");
}

/* How long a rate held is known only where the version is. */
static bool
read_averaged(struct run *run, const struct log_group *group, const struct log_wish *wanted)
{
	size_t assumed = 0;

	if (!log_read_averaged(group, wanted, &assumed))
		return false;
	if (once(&run->said_gaps, is_rate(group) && assumed && !knows_version(run->options)))
		log_note(
		    group, group->input[0], 0,
		    "a row that comes long after the one before it (%zu here) is taken for one "
		    "window with a rate of 0 before it, as of fio 3.1 and later: with --fio2 "
		    "it holds since the one before",
		    assumed);
	return true;
}

static bool
read_group(struct run *run, const struct log_group *group, const struct log_group *count)
{
	struct log_wish wanted = wish(run, group, count);

	note_limits(run, group, count);
	if (group->kind == LOG_HIST)
		return log_read_histograms(group, &wanted);
	if (group->averaged)
		return read_averaged(run, group, &wanted);
	return (is_rate(group) && group != count) || log_read_single(group, &wanted);
}

static bool
read_groups(struct run *run)
{
	const struct log_group *count = counted(run);
	uint64_t end_ms = 0;

	for (size_t kind = 0; kind < LOG_KINDS; kind++) {
		const struct log_group *group = &run->group[kind];
		if (group->n == 0)
			continue;
		if (!read_group(run, group, count))
			return false;
		end_ms = group->end_ms > end_ms ? group->end_ms : end_ms;
	}
	if (run->options->known)
		return true;
	rows_scalar(run->rows, "runtime", "s", (double)(count ? count->end_ms : end_ms) / 1000);
	/* Of a histogram log the I/Os are counted. */
	if (!count && run->group[LOG_IOPS].n)
		rows_text(run->rows, "meta.fio.iops", "samples");
	if (!count && run->group[LOG_BW].n)
		rows_text(run->rows, "meta.fio.bw", "samples");
	return true;
}

bool
log_read(const struct log_file *files, size_t n, const struct log_options *options,
	 const struct rows *rows, const struct sink *sink, struct where *why)
{
	struct run run = {.input = mem_alloc(n ? n : 1, sizeof(*run.input)),
			  .options = options,
			  .rows = rows,
			  .sink = sink,
			  .why = why};
	bool ok = open_all(&run, files, n) && join_all(&run) && read_groups(&run);

	close_all(&run);
	return ok;
}
