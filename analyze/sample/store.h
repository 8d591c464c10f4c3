/* The records of a stream, grouped by test, commit, run and metric: what every question to them
 * starts from. Everything is kept in the order in which it first appeared. sample/intake.h fills
 * it. */
#ifndef ANALYZE_SAMPLE_STORE_H
#define ANALYZE_SAMPLE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyze/sample/points.h"
#include "collect/base/index.h"
#include "collect/base/list.h"
#include "collect/base/name.h"

struct derived;

/* All records of one metric in one run. */
struct series {
	struct series_key {
		const struct run *run;
		const struct name *metric;
	} key;
	const struct name *unit;
	bool has_scalar;
	double scalar;           /* NaN where it is a text */
	const struct name *text; /* of a text, and of any job.* and meta.*; else NULL */
	struct place place;      /* of the scalar */
	struct points samples;   /* ascending once intake_finish is done */
	struct points buckets;
	bool unordered;          /* some sample or bucket did not come behind its predecessor */
	bool expected;           /* a setting that may differ: it is neither compared nor shown */
	struct series *next;     /* in the same run */
	struct series *follower; /* the one whose record came behind the last of this one */
};

/* One run of one test on one commit. */
struct run {
	struct run_key {
		const struct name *commit, *test, *name;
	} key;
	const struct run *common; /* the records of this run that hold for all tests; NULL = none */
	bool measured;            /* something but job.* and meta.* was recorded */
	struct series *first, *last;
	const struct derived **derived; /* filled by derive_all; one for each metric of its list */
};

/* The runs of one test on one commit in which something was measured. */
struct group {
	struct group_key {
		const struct name *commit, *test;
	} key;
	UT_array runs;     /* struct run *; after store_select only those to be used */
	size_t unfinished; /* runs that store_select left out */
};

/* What a metric is counted in, everywhere in the stream. */
struct metric_unit {
	const struct name *metric, *unit;
	struct place place; /* of the row that said so first */
};

struct store {
	struct index names;
	UT_array files;      /* const struct name *: the inputs */
	UT_array commits;    /* const struct name * */
	UT_array tests;      /* const struct name *, "" among them where rows hold for all tests */
	UT_array unfinished; /* struct run *, filled by store_select; one a commit and run */
	struct index groups, runs, series, units; /* by their keys; units by metric */
	size_t n_records;
	/* The last record's: most records go where the last one went. */
	struct series *latest;
	struct run *latest_run;
};

void store_init(struct store *store);
void store_free(struct store *store);

/* Takes unfinished runs, those without a meta.complete that is not 0, out of the groups and lists
 * them, unless incomplete is set. */
void store_select(struct store *store, bool incomplete);

/* Puts every run of the groups into another one: place says which, by commit and test, both of the
 * store's names; *key is what it is in. Runs of which it returns false are in none. Groups that
 * are empty then are gone, as are commits and tests without a group; new ones come behind those
 * that were there. Groups of which store_select left all runs out stay. */
void store_regroup(struct store *store,
		   bool (*place)(void *ctx, const struct run *run, struct group_key *key),
		   void *ctx);

/* Whether any record was imported from another tool: there is a meta.source. */
bool store_imported(const struct store *store);

/* NULL when there is no such run. */
struct group *store_group(const struct store *store, const struct name *commit,
			  const struct name *test);

/* Commit and test number i, below list_n of their lists. */
static inline const struct name *
store_commit(const struct store *store, size_t i)
{
	return list_pointer(&store->commits, i);
}

static inline const struct name *
store_test(const struct store *store, size_t i)
{
	return list_pointer(&store->tests, i);
}

/* The group's number of runs (0 for NULL), and its run number i. */
static inline size_t
group_runs(const struct group *group)
{
	return group ? list_n(&group->runs) : 0;
}

static inline struct run *
group_run(const struct group *group, size_t i)
{
	return list_pointer(&group->runs, i);
}

/* The series of the run itself, not of its common rows; NULL when absent. */
struct series *store_series(const struct store *store, const struct run *run, const char *metric);

/* The same by interned name. */
struct series *store_series_named(const struct store *store, const struct run *run,
				  const struct name *metric);

/* The scalar of that series; NaN when absent. */
double store_scalar(const struct store *store, const struct run *run, const char *metric);

#endif
