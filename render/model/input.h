/* What render knows of a stream: the findings, and of the records those few that it shows. */
#ifndef RENDER_MODEL_INPUT_H
#define RENDER_MODEL_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "analyze/finding.h"
#include "collect/base/view.h"
#include "render/model/ledger.h"

struct data;
struct where;

enum { INPUT_RING_MAX = 1 << 16 }; /* more completions in one ring are taken for an error */

/* A meta.* or job.* record; equal ones of later runs are not kept. */
struct input_fact {
	struct view commit, test; /* test is empty for what holds for the whole run */
	struct view key;          /* "meta.kernel", "job.bs" */
	struct view text;         /* the value as the stream writes it */
};

/* How often k completions were seen, k = 0 .. n - 1. */
struct input_counts {
	double *count;
	size_t n;
};

/* The ring of one commit and test, summed over its complete runs. */
struct input_ring {
	struct view commit, test;
	struct input_counts standing, reaped;
	size_t runs;
};

/* The ring of one test of a run: only when all is read is it known whether it was complete. */
struct input_run_ring {
	const struct ledger_run *run;
	struct input_counts standing, reaped;
};

/* What is in no sum: a test of a run, or a run as a whole, whose test is empty, where none of its
 * tests is complete. */
struct input_unfinished {
	struct view commit, run, test;
};

/* Every view is NUL-terminated and lives as long as the input; equal texts have equal pointers. */
struct input {
	struct finding_compare *compare; /* cells and changed settings */
	size_t n_compare;
	struct finding_compare
	    *combined; /* all other kinds: means over tests, what was recovered */
	size_t n_combined;
	struct finding_shift *shift;
	size_t n_shifts;
	struct finding_summary *summary;
	size_t n_summary;
	struct finding_plan *plan;
	size_t n_plans;
	struct finding_selfcheck *selfcheck;
	size_t n_selfchecks;
	struct input_fact *fact;
	size_t n_facts;
	struct input_ring *ring; /* in order of appearance */
	size_t n_rings;
	struct view *commit; /* of the records, in order of appearance */
	size_t n_commits;
	struct view latest;    /* commit of the record before; p is NULL before the first */
	struct data *data;     /* data.h: all records; NULL unless input_want_data was called */
	bool rows;             /* any finding or record was read */
	struct ledger *ledger; /* holds the texts */
	const char *reading;   /* the stream being read */
	struct input_run_ring *run_ring;
	size_t n_run_rings;
	struct input_unfinished *unfinished; /* known once input_finish has been called */
	size_t n_unfinished;
};

/* An empty input; the caller frees it. */
void input_init(struct input *input);
void input_free(struct input *input);

/* Makes it keep all records that it reads from now on. */
void input_want_data(struct input *input);

/* Adds one stream, called name in messages. Beside what table_read and the parsers find, it is an
 * error when the same finding or the same bucket of a ring comes twice, or when a ring's bucket
 * does not count one whole number. */
bool input_read(struct input *input, FILE *in, const char *name, struct where *why);

/* Sums the rings, and lists what is unfinished, once all streams are read. Errors are those of
 * data_finish. */
bool input_finish(struct input *input, struct where *why);

/* The first value of key for that commit (any, where commit is empty) and test (what holds for
 * the run counts for every test; an empty test matches all). Empty when there is none. */
struct view input_fact(const struct input *input, struct view commit, struct view test,
		       const char *key);

/* The ring of that commit and test, or NULL. */
const struct input_ring *input_ring(const struct input *input, struct view commit,
				    struct view test);

#endif
