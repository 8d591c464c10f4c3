/* How the standard error of a cell's difference is had. Pure rules over numbers: nothing here knows
 * of records. All values are on the scale on which they are compared (logarithms of positive
 * metrics). Formulas: doc/statistics.md, "The difference of two sides". */
#ifndef ANALYZE_GRADE_GRADE_H
#define ANALYZE_GRADE_GRADE_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/statistics/difference.h"
#include "analyze/statistics/moderate.h"

/* In the finding stream: "", "w", "m", "h", "b". */
enum grade {
	GRADE_NONE,      /* no test: too few runs */
	GRADE_WELCH,     /* each side's own variance */
	GRADE_MODERATED, /* the sides' pooled variance, moderated over like cells */
	GRADE_HISTORY,   /* pooled with that of earlier runs of the same cell */
	GRADE_BLOCKS,    /* differences within blocks */
	GRADES,
};
extern const char *const grade_name[GRADES];

enum { GRADE_HISTORY_DF_MIN = 10 }; /* of earlier runs, for them to count */

/* One side of a cell. The arrays are the caller's. Sessions and blocks are numbered from 0 without
 * large gaps: tables of their length are made. */
struct grade_side {
	const double *x;    /* n runs' values */
	const int *session; /* numbers of their sessions, equal = the same session also across the
			     * sides; NULL = not known */
	const int *block;   /* likewise of their blocks; NULL = not known */
	size_t n;
	double floor; /* the variance of one value is at least this */
};

/* What earlier runs of the same cell say. Zeroed: nothing. */
struct grade_history {
	double variance, df;     /* within commits (and sessions), pooled; df = 0: none */
	double excess;           /* kurtosis_excess of the same; 0 = normal, or not known */
	double session_variance; /* between sessions */
	double session_df;       /* of that; 0: not known */
	bool total; /* each of its runs had a session of its own, so that what sessions add is in
		     * variance: it counts only for sides that were measured like that, too */
};

struct grade_result {
	struct difference difference; /* b - a */
	enum grade grade;
	double sessions[2];      /* of each side; NaN = not known */
	double session_variance; /* between sessions, that was added for; 0 = none */
	double session_part;     /* of the difference's variance, that comes from that */
	bool session_caveat;     /* the sides were measured in different sessions, one each, and
				  * nothing is known of how sessions differ */
	bool more_sessions;      /* what sessions add is in the error: not more runs of the same
				  * would take it off, only more sessions */
	size_t blocks;           /* whose differences were tested; 0 unless GRADE_BLOCKS */
};

/* The variance of the cell's runs pooled over both sides (within sessions, where these are known),
 * and its df, n_a + n_b - 2 of runs in one session, for moderate_fit over like cells; df 0 where
 * there are too few runs. */
void grade_pooled(const struct grade_side *a, const struct grade_side *b, double *variance,
		  double *df);

/* The test of b against a by the best grade that the rules allow: blocks where they help (blocks is
 * what all like cells of the comparison say of it, see grade_blocks_help), else h where history has
 * df >= 10 and neither side's variance is out of line with it (F test, p < 0.01), else m where
 * prior is not NULL and the sides' variances agree (F test), else w. One run on a side needs h.
 * Where there is no test, difference.difference is still filled if both sides have a run. Under
 * GRADE_BLOCKS it is the mean over the blocks that both sides have. */
struct grade_result grade_test(const struct grade_side *a, const struct grade_side *b,
			       const struct prior *prior, const struct grade_history *history,
			       bool blocks);

/* Whether each run of both sides had a session of its own. */
bool grade_one_run_a_session(const struct grade_side *a, const struct grade_side *b);

/* One cell as evidence for or against blocks. */
struct grade_cell {
	struct grade_side a, b;
	size_t test; /* cells of one test lie side by side and have the same number */
	double df;   /* of the cell's test without blocks */
};

/* Whether differences within blocks give narrower intervals. All cells of a comparison decide
 * together, and only for a correlation within blocks that is no chance (p < 0.05): a cell that
 * chose by its own noise would choose the variance that is too small. */
bool grade_blocks_help(const struct grade_cell *cells, size_t n);

#endif
