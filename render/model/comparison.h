/* Two commits compared, or several with one base, test by test: the rows that charts and mails
 * show, what each test came to, and how many came to what. Everything that names a count takes it
 * from here. */
#ifndef RENDER_MODEL_COMPARISON_H
#define RENDER_MODEL_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/finding.h"
#include "analyze/metric.h"
#include "render/model/input.h"

/* The two primary metrics: iops (bandwidth where there is none), and p99 of lat (clat where there
 * is none, or where only clat has both sides). Each may come for reads and for writes. */
enum panel { PANEL_RATE, PANEL_TAIL, PANELS };

/* What a test came to over its primary metrics. */
enum outcome {
	OUTCOME_REGRESSED,    /* at least one regressed, none improved */
	OUTCOME_MIXED,        /* some regressed, some improved */
	OUTCOME_IMPROVED,     /* at least one improved, none regressed */
	OUTCOME_SHIFTED,      /* at least one shifted, the others same */
	OUTCOME_SAME,         /* all of them */
	OUTCOME_UNDECIDED,    /* at least one undecided, the others same or shifted */
	OUTCOME_NONE,         /* no verdict on at least one, nothing regressed or improved */
	OUTCOME_MISSING,      /* on one side, all of them */
	OUTCOME_INCOMPARABLE, /* the sides ran different jobs */
	OUTCOMES,
};

/* A test of one commit. */
struct comparison_test {
	struct view name; /* "nvme/read-4KiB" */
	struct view commit;
	struct view params;           /* "rw=randread bs=4k iodepth=32 numjobs=1" */
	struct view rw, bs, qd, jobs; /* of params; empty where absent */
	char *label; /* for people: "4k randread qd 32"; the name where that is not unique */
	const struct finding_compare *cell[PANELS][METRIC_DIRECTIONS]; /* NULL = absent */
	enum outcome outcome;
};

/* One primary metric of one test. */
struct comparison_row {
	const struct comparison_test *test;
	enum panel panel;
	const char *direction; /* "read", "write" where the test has both, "sync"; else "" */
	const struct finding_compare *f;
};

/* Two commits that the findings compare too. */
struct comparison_other {
	struct view base, commit;
	size_t regressed; /* tests that regressed or are mixed */
};

struct comparison {
	struct view base, commit; /* the first, where several are shown */
	struct view *commits;     /* that are shown, in the order of the stream */
	size_t n_commits;
	struct comparison_test *test; /* commit by commit, in the order of the stream */
	size_t n_tests;               /* of all commits */
	size_t n_names;               /* tests with different names */
	struct comparison_row *row; /* all rates, then all tails, each in the order of the tests */
	size_t n_rows;
	size_t n_panel[PANELS]; /* rows of each */
	size_t count[OUTCOMES]; /* tests, of all commits, that came to it */
	bool named; /* some label is a test's name: parameters do not tell tests apart */
	struct comparison_other *other; /* not shown here, those with regressed tests first */
	size_t n_others;
};

/* Finds the tests of base and commit in the input's findings; either may be empty (the first that
 * comes) or the unique beginning of a name. There is a test, and a row, afterwards. An error names
 * what is missing. The comparison points
 * into the input, which must outlive it. */
bool comparison_init(struct comparison *comparison, const struct input *input, const char *base,
		     const char *commit, struct where *why);

/* Likewise with all commits that the findings compare with base. */
bool comparison_init_all(struct comparison *comparison, const struct input *input, const char *base,
			 struct where *why);
void comparison_free(struct comparison *comparison);

/* Tests of which at least one primary metric regressed: what decides the exit status of analyze. */
size_t comparison_regressed(const struct comparison *comparison);

/* Whether a finding is about these commits. */
bool comparison_has(const struct comparison *comparison, const struct finding_compare *finding);

/* Whether the commit is one of those that are shown. */
bool comparison_shows(const struct comparison *comparison, struct view commit);

/* Whether several commits are shown, so that a line must name the one it is about. */
static inline bool
comparison_several(const struct comparison *comparison)
{
	return comparison->n_commits > 1;
}

/* The value of key in "key=value key=value ..."; empty where there is none. */
struct view comparison_param(struct view params, const char *key);

/* A label for people from a test's params, NULL where they do not say what it does. The caller
 * frees it. */
char *comparison_label(struct view params);

#endif
