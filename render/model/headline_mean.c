/* What the sentence says of all tests together. */
#include <math.h>
#include <stdlib.h>

#include "collect/base/unit.h"
#include "render/model/headline_part.h"
#include "render/model/words.h"

const struct finding_compare *
headline_geomean(const struct comparison *c, struct view commit,
		 const struct finding_compare *combined, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct finding_compare *f = &combined[i];

		if (f->kind == FINDING_GEOMEAN && !isnan(f->change) && view_eq(f->base, c->base) &&
		    view_eq(f->commit, commit))
			return f;
	}
	return NULL;
}

void
headline_mean(FILE *out, const struct comparison *c, const struct finding_compare *f)
{
	char change[UNIT_TEXT], *metric = words_of_metric_in(c, f->metric);
	char *bounds = words_bounds(f->low, f->high);

	fprintf(out, "%s %% %s%s%s", unit_change(f->change, change), metric, *bounds ? " " : "",
		bounds);
	free(bounds);
	free(metric);
}

void
headline_together(FILE *out, const struct comparison *c, const struct finding_compare *combined,
		  size_t n)
{
	const struct finding_compare *f = headline_geomean(c, c->commit, combined, n);
	size_t told =
	    c->count[OUTCOME_SHIFTED] + c->count[OUTCOME_SAME] + c->count[OUTCOME_UNDECIDED];

	if (!f || comparison_several(c) || c->n_tests == 1 ||
	    told + c->count[OUTCOME_MISSING] + c->count[OUTCOME_INCOMPARABLE] +
		    c->count[OUTCOME_NONE] <
		c->n_tests ||
	    told == 0)
		return;
	fputs("; geomean ", out);
	headline_mean(out, c, f);
}

double
headline_test_severity(const struct comparison_test *test)
{
	double worst = 0;

	for (size_t i = 0; i < (size_t)PANELS * METRIC_DIRECTIONS; i++) {
		const struct finding_compare *f =
		    test->cell[i / METRIC_DIRECTIONS][i % METRIC_DIRECTIONS];
		bool decided =
		    f && (f->verdict == VERDICT_REGRESSED || f->verdict == VERDICT_IMPROVED);

		/* A NaN compares false: it does not count. */
		if (decided && headline_severity(f) > worst)
			worst = headline_severity(f);
	}
	return worst;
}
