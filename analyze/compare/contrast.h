/* The cells of a comparison that are to be tested: first all are gathered, for what is known of one
 * helps to judge the others, then each is tested. */
#ifndef ANALYZE_COMPARE_CONTRAST_H
#define ANALYZE_COMPARE_CONTRAST_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/grade/grade.h"
#include "analyze/metric.h"
#include "analyze/sample/side.h"
#include "collect/base/index.h"
#include "collect/base/list.h"

struct group;
struct occasions;

struct contrast {
	size_t row;  /* its row's number in the comparison */
	size_t test; /* contrasts of one test lie side by side and have the same number */
	const struct metric *metric;
	size_t i; /* its number */
	const struct group *group[2];
	struct contrast_key {
		const struct group *group; /* the commit's */
		size_t i;
	} key;
	struct side side[2]; /* base, commit; both have runs */
	bool geometric;
	struct grade_side at[2]; /* on the scale of geometric; the arrays are the contrast's */
	struct grade_history history;
	bool blocked;               /* all cells of the comparison decided for blocks */
	struct grade_result result; /* by contrast_decide */
};

/* A list of struct contrast is made with this; it frees what they hold. */
extern const UT_icd contrast_icd;

/* A contrast of metric number i of two groups in which it has values, with the groups' occasions.
 * Row, test, metric and history are left to the caller. */
struct contrast contrast_new(const struct group *base, const struct group *group, size_t i,
			     const struct occasions *occasions);
void contrast_free(struct contrast *contrast);

/* Tests all n cells of one commit against its base: fits the priors of like cells, decides about
 * blocks, and fills result. */
void contrast_decide(struct contrast *contrasts, size_t n);

/* Those of the list by key, for contrast_find: the list must not grow any more. */
struct index contrast_index(UT_array *contrasts);
void contrast_index_free(struct index *index);

/* The contrast of metric number i in the commit's group (NULL has none), or NULL. */
const struct contrast *contrast_find(const struct index *index, const struct group *group,
				     size_t i);

#endif
