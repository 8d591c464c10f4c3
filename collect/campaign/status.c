/* Writes over one line of a terminal again and again. */
#include "collect/campaign/status.h"

#include <math.h>
#include <string.h>
#include <sys/ioctl.h>

#include "collect/base/plain.h"
#include "collect/base/unit.h"
#include "collect/engine/clock.h"

enum { COLUMNS = 80 };

static double
monotonic_s(void)
{
	return (double)clock_monotonic_ns() / 1e9;
}

/* "3:07" or "1:02:03". */
static char *
print_time(double seconds, char out[UNIT_TEXT])
{
	long all = lround(seconds), s = all % 60, m = all / 60 % 60, h = all / 3600;

	if (h)
		snprintf(out, UNIT_TEXT, "%ld:%02ld:%02ld", h, m, s);
	else
		snprintf(out, UNIT_TEXT, "%ld:%02ld", m, s);
	return out;
}

/* Parts of the line in the order in which they stand; those that come first in it are left out
 * last.
 */
enum part { RUN, COMMIT, WHAT, PHASE, ELAPSED, LEFT, IOPS, BW, P99, PARTS };
static const enum part least_first[PARTS] = {ELAPSED, BW,     P99,  LEFT, IOPS,
					     PHASE,   COMMIT, WHAT, RUN};

static void
print_parts(const struct status_line *line, char part[PARTS][STATUS_TEXT])
{
	char text[UNIT_TEXT];

	for (size_t i = 0; i < PARTS; i++)
		part[i][0] = '\0';
	if (line->runs > 1)
		snprintf(part[RUN], STATUS_TEXT, "run %zu/%zu", line->run, line->runs);
	snprintf(part[COMMIT], STATUS_TEXT, "%s", line->commit);
	snprintf(part[WHAT], STATUS_TEXT, "%s", line->what);
	snprintf(part[PHASE], STATUS_TEXT, "%s", line->phase);
	snprintf(part[ELAPSED], STATUS_TEXT, "%s", print_time(line->elapsed_s, text));
	if (!isnan(line->left_s))
		snprintf(part[LEFT], STATUS_TEXT, "%s left", print_time(line->left_s, text));
	if (!isnan(line->iops)) {
		snprintf(part[IOPS], STATUS_TEXT, "%s iops",
			 unit_print(line->iops, view_of("iops"), text));
		snprintf(part[BW], STATUS_TEXT, "%s", unit_print(line->bw, view_of("B/s"), text));
	}
	if (!isnan(line->p99_ns))
		snprintf(part[P99], STATUS_TEXT, "p99 %s",
			 unit_print(line->p99_ns, view_of("ns"), text));
}

/* Of all parts with two blanks in between. */
static size_t
length_of(char part[PARTS][STATUS_TEXT])
{
	size_t n = 0;

	for (size_t i = 0; i < PARTS; i++)
		if (part[i][0])
			n += strlen(part[i]) + (n ? 2 : 0);
	return n;
}

char *
status_format(const struct status_line *line, size_t columns, char out[STATUS_TEXT])
{
	char part[PARTS][STATUS_TEXT];
	size_t n = 0;

	if (columns >= STATUS_TEXT)
		columns = STATUS_TEXT - 1;
	print_parts(line, part);
	for (size_t i = 0; i < PARTS && length_of(part) > columns; i++)
		part[least_first[i]][0] = '\0';
	out[0] = '\0';
	for (size_t i = 0; i < PARTS; i++)
		if (part[i][0])
			n += (size_t)snprintf(out + n, STATUS_TEXT - n, "%s%s", n ? "  " : "",
					      part[i]);
	/* A name may hold anything; the terminal's commands are not for it. */
	return plain_line(out);
}

double
status_left_s(size_t n_done, double done_s, double now_s, size_t n_left, double planned_s)
{
	double run_s = n_done ? done_s / (double)n_done : planned_s;

	/* A run that takes longer than the others is about to end. */
	return run_s * (double)n_left - (now_s < run_s ? now_s : run_s);
}

static size_t
columns_of(FILE *out)
{
	struct winsize size;

	/* The last column stays free: some terminals wrap when it is filled. */
	if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
		return size.ws_col - 1U;
	return COLUMNS - 1;
}

void
status_erase(struct status *status)
{
	if (!status->shown)
		return;
	fprintf(status->out, "\r%*s\r", (int)status->shown, "");
	fflush(status->out);
	status->shown = 0;
}

void
status_keep(struct status *status)
{
	if (!status->shown)
		return;
	fputc('\n', status->out);
	fflush(status->out);
	status->shown = 0;
}

static void
print(struct status *status)
{
	struct status_line *line = &status->line;
	char text[STATUS_TEXT];
	double now_s = monotonic_s();

	if (!status->out)
		return;
	line->elapsed_s = now_s - status->start_s;
	line->left_s = status_left_s(status->n_done, status->done_s, now_s - status->run_start_s,
				     line->runs - line->run + 1, status->planned_s);
	size_t n = strlen(status_format(line, columns_of(status->out), text));
	/* Blanks over what the line before had more. */
	int rest = status->shown > n ? (int)(status->shown - n) : 0;
	fprintf(status->out, "\r%s%*s", text, rest, "");
	fflush(status->out);
	status->shown = n;
}

void
status_begin(struct status *status, FILE *out, size_t runs)
{
	*status = (struct status){.out = out, .line = {.runs = runs}, .start_s = monotonic_s()};
}

void
status_begin_run(struct status *status, size_t run, const char *commit, double planned_s)
{
	status->line.run = run;
	status->line.commit = commit;
	status->run_start_s = monotonic_s();
	status->planned_s = planned_s;
}

void
status_end_run(struct status *status)
{
	status_erase(status);
	status->n_done++;
	status->done_s += monotonic_s() - status->run_start_s;
}

void
status_show(struct status *status, const char *what, const char *phase)
{
	status->line.what = what;
	status->line.phase = phase;
	status->line.iops = NAN;
	status->line.p99_ns = NAN;
	status->tick_s = monotonic_s();
	status->tick_ios = 0;
	status->tick_bytes = 0;
	print(status);
}

void
status_progress(struct status *status, const char *what, const char *phase,
		const struct status_done *done)
{
	double now_s = monotonic_s(), step_s = now_s - status->tick_s;

	status->line.what = what;
	status->line.phase = phase;
	status->line.p99_ns = done->p99_ns;
	if (step_s > 0 && done->ios >= status->tick_ios) {
		status->line.iops = (double)(done->ios - status->tick_ios) / step_s;
		status->line.bw = (double)(done->bytes - status->tick_bytes) / step_s;
	}
	status->tick_s = now_s;
	status->tick_ios = done->ios;
	status->tick_bytes = done->bytes;
	print(status);
}
