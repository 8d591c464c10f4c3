/* The line on a terminal that shows what long work is at. */
#ifndef COLLECT_CAMPAIGN_STATUS_H
#define COLLECT_CAMPAIGN_STATUS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { STATUS_TEXT = 512 };

/* What the line says. */
struct status_line {
	size_t run, runs;   /* which of all, from 1; of a single one nothing is said */
	const char *commit; /* that is measured */
	const char *what;   /* a test, a file, a command; "" = nothing to name */
	const char *phase;  /* "measuring" */
	double elapsed_s;   /* since the campaign began */
	double left_s;      /* until its end; NaN = not known */
	double iops, bw;    /* lately, bw in bytes/s; NaN = nothing to show */
	double p99_ns;      /* of lat, so far; NaN = nothing to show */
};

/* What has been done since something began. */
struct status_done {
	uint64_t ios, bytes;
	double p99_ns; /* of lat; NaN = not known */
};

/* Where it is shown, and what it is reckoned from; times are of CLOCK_MONOTONIC. */
struct status {
	FILE *out;    /* a terminal; NULL shows nothing */
	size_t shown; /* columns that are on it now */
	struct status_line line;
	double start_s;
	size_t n_done; /* runs */
	double done_s; /* that they took */
	double run_start_s, planned_s;
	double tick_s; /* of the last progress, with its counts */
	uint64_t tick_ios, tick_bytes;
};

/* Begins a campaign of that many runs. */
void status_begin(struct status *status, FILE *out, size_t runs);

/* Run number run (from 1) begins or ends; planned_s is how long its jobs say it takes, NaN where
 * they do not. commit is borrowed until the run ends. */
void status_begin_run(struct status *status, size_t run, const char *commit, double planned_s);
void status_end_run(struct status *status);

/* Shows what goes on now. */
void status_show(struct status *status, const char *what, const char *phase);

/* The same, with what has been done since what began: the rate is that since the last call. */
void status_progress(struct status *status, const char *what, const char *phase,
		     const struct status_done *done);

/* Clears the line, before anything else is written to the terminal. */
void status_erase(struct status *status);

/* Leaves the line as it is and what follows below it: for work that writes there itself. */
void status_keep(struct status *status);

/* The line in at most columns characters: where it is longer, what matters least is left out, the
 * time that has gone by first. Returns out. */
char *status_format(const struct status_line *line, size_t columns, char out[STATUS_TEXT]);

/* Seconds until the end of a campaign: n_done runs took done_s in all, one has been going on for
 * now_s, n_left runs begin or go on. planned_s is what the jobs say of one run, used while none is
 * done. NaN = not known. */
double status_left_s(size_t n_done, double done_s, double now_s, size_t n_left, double planned_s);

#endif
