/* When runs were measured: in which session, and in which randomised block of a campaign. */
#ifndef ANALYZE_SAMPLE_OCCASION_H
#define ANALYZE_SAMPLE_OCCASION_H

#include "analyze/sample/store.h"

/* Numbers from 0 for each run of two groups, in their order; equal = the same, across the groups
 * too. */
struct occasions {
	int *session[2]; /* NULL where no run of some side says. A run that does not, beside others
			  * of its side that do, has one of its own. */
	int *block[2];   /* NULL where some run of either does not say */
	size_t unnamed[2]; /* runs without a session */
};

/* The session is meta.session, else meta.boot; blocks of one number are the same where session and
 * meta.seed are, too. Both groups have runs. */
struct occasions occasions_of(const struct store *store, const struct group *a,
			      const struct group *b);
void occasions_free(struct occasions *occasions);

/* The name of the run's session, or NULL. */
const struct name *occasion_session(const struct store *store, const struct run *run);

#endif
