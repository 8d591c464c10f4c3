/* The status line: what it says, how it fits, and how long it says there is left. */
#include "collect/campaign/status.h"

#include "tests/unit/check.h"

static struct status_line
line_of(const char *what, double left_s, double iops)
{
	return (struct status_line){.run = 2,
				    .runs = 10,
				    .commit = "v1",
				    .what = what,
				    .phase = "measuring",
				    .elapsed_s = 72,
				    .left_s = left_s,
				    .iops = iops,
				    .bw = iops * 4096,
				    .p99_ns = NAN};
}

Test(status, says_what_is_known)
{
	struct status_line all = line_of("nvme/read", 3821, 254100);
	struct status_line little = line_of("", NAN, NAN);
	char text[STATUS_TEXT];

	check_text(status_format(&all, 200, text),
		   "run 2/10  v1  nvme/read  measuring  1:12  1:03:41 left  254.1k iops  "
		   "992.6MiB/s");
	check_text(status_format(&little, 200, text), "run 2/10  v1  measuring  1:12");
	all.p99_ns = 312300;
	all.phase = "steady?";
	check_text(status_format(&all, 200, text),
		   "run 2/10  v1  nvme/read  steady?  1:12  1:03:41 left  254.1k iops  "
		   "992.6MiB/s  p99 312.3us");
}

Test(status, leaves_out_what_does_not_fit)
{
	struct status_line line = line_of("nvme/read", 60, 254100);
	char text[STATUS_TEXT];

	line.p99_ns = 312300;
	check_text(status_format(&line, 88, text),
		   "run 2/10  v1  nvme/read  measuring  1:00 left  254.1k iops  992.6MiB/s  "
		   "p99 312.3us");
	check_text(status_format(&line, 79, text),
		   "run 2/10  v1  nvme/read  measuring  1:00 left  254.1k iops  p99 312.3us");
	check_text(status_format(&line, 40, text), "run 2/10  v1  nvme/read  measuring");
	check_text(status_format(&line, 20, text), "run 2/10  nvme/read");
	check_text(status_format(&line, 0, text), "");
	for (size_t columns = 0; columns < 100; columns++)
		cr_expect(strlen(status_format(&line, columns, text)) <= columns);
}

/* Of a single run, whose number tells nothing, a terminal of 80 columns shows all that one waits
 * for. */
Test(status, a_single_run_fits_a_terminal)
{
	struct status_line line = line_of("job/r", 2, 240400);
	char text[STATUS_TEXT];

	line.run = line.runs = 1;
	line.commit = "unnamed";
	line.p99_ns = 2300;
	check_text(status_format(&line, 79, text),
		   "unnamed  job/r  measuring  0:02 left  240.4k iops  939.1MiB/s  p99 2.300us");
}

/* Names longer than any terminal, and than what a line can hold. */
Test(status, long_names_are_left_out)
{
	static char name[2000];
	struct status_line line = line_of(name, 60, NAN);
	char text[STATUS_TEXT];

	memset(name, 'x', sizeof(name) - 1);
	check_text(status_format(&line, 79, text), "run 2/10");
	cr_expect(strlen(status_format(&line, 5000, text)) < STATUS_TEXT);
}

Test(status, a_name_cannot_command_the_terminal)
{
	struct status_line line = line_of("a\033[2Jb\n", NAN, NAN);
	char text[STATUS_TEXT];

	check_text(status_format(&line, 200, text), "run 2/10  v1  a?[2Jb?  measuring  1:12");
}

Test(status, reckons_what_is_left)
{
	static const struct {
		const char *name;
		size_t done;
		double done_s, now_s;
		size_t left;
		double planned_s, want;
	} rows[] = {
	    {"nothing done, all planned", 0, 0, 0, 10, 6, 60},
	    {"in the first run", 0, 0, 2, 10, 6, 58},
	    {"later ones as long as those done", 2, 20, 4, 3, 6, 26},
	    {"the last takes longer than the others", 9, 90, 15, 1, 6, 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_close(status_left_s(rows[i].done, rows[i].done_s, rows[i].now_s, rows[i].left,
					  rows[i].planned_s),
			    rows[i].want, 1e-12, rows[i].name);
	check_nan(status_left_s(0, 0, 3, 5, NAN), "no plan and nothing done");
	check_close(status_left_s(1, 8, 3, 2, NAN), 13, 1e-12, "no plan, one done");
}

Test(status, without_a_terminal_nothing_is_shown)
{
	const struct status_done done = {10, 40960, NAN};
	struct status status;

	status_begin(&status, NULL, 3);
	status_begin_run(&status, 1, "v1", 1);
	status_show(&status, "a", "opening");
	status_progress(&status, "a", "measuring", &done);
	status_end_run(&status);
	status_erase(&status);
	check_int(status.shown, 0);
	check_int(status.n_done, 1);
}

/* Any stream does for a terminal; the rate of two calls within microseconds is a large one. */
Test(status, progress_shows_rate_and_percentile)
{
	const struct status_done first = {10, 40960, NAN}, then = {20, 81920, 2e6};
	struct status status;
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	status_begin(&status, out, 1);
	status_begin_run(&status, 1, "v1", NAN);
	status_show(&status, "a", "ramp");
	status_progress(&status, "a", "ramp", &first);
	fflush(out);
	cr_expect(strstr(text, "a  ramp") != NULL, "%s", text);
	cr_expect(strstr(text, "iops") != NULL, "%s", text);
	cr_expect(strstr(text, "p99") == NULL, "%s", text);
	status_progress(&status, "a", "measuring", &then);
	fflush(out);
	cr_expect(strstr(text, "p99 2.000ms") != NULL, "%s", text);
	fclose(out);
	free(text);
}
