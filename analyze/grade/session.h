/* Runs in sessions: how much of their variance is between sessions, and how much of that is in the
 * difference of two sides. Pure functions over numbers. */
#ifndef ANALYZE_GRADE_SESSION_H
#define ANALYZE_GRADE_SESSION_H

#include <stdbool.h>

struct grade_side;

/* The nested analysis of variance of both sides: runs within sessions within sides. */
struct session_parts {
	/* Of each side, of its runs around the means of their sessions; where a side has no two
	 * runs in one session, that of the other one. Where sessions are not known, or no session
	 * of either side has two runs, of the runs around their side's mean: what sessions add is
	 * in it then. */
	double within[2], within_df[2];
	double pooled, pooled_df; /* of both sides */
	/* Mean square of the sessions' means around their side's, both sides pooled, and how many
	 * runs a session has: its expectation is pooled + runs * variance between sessions. */
	double between, between_df; /* df 0: cannot be told apart from the variance within */
	double runs;
	double sessions[2]; /* of each side; NaN = not known */
	/* The difference of the sides' means has the variance between sessions this many times:
	 * sum over sessions of (n_as / n_a - n_bs / n_b)^2. 1 / S_a + 1 / S_b for sessions of their
	 * own, 0 for sides that were measured in the same sessions alike.
	 */
	double weight;
	bool within_is_total; /* what sessions add is in within */
	bool one_each;        /* each side was measured in one session, and not in the same */
};

/* The least df that are believed of V = own * MSW + factor * MSB with own below 0: few sessions
 * speak for others, as where one side has one session only. Near the least that MSB may be, MSW,
 * Satterthwaite's df of such a difference go to 0, and no change would ever be seen; all df of the
 * sessions would be too sure. So those at MSB = 2 MSW, or 2 where these are less and between_df
 * allows. 0 where own is not below 0. */
double session_df_least(double own, double within_df, double factor, double between_df);

struct session_parts session_parts_of(const struct grade_side *a, const struct grade_side *b);

#endif
