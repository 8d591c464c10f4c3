/* The mail's lines that are about several tests or commits at once. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"
#include "render/model/words.h"
#include "render/text/mail.h"

enum { NAME_MAX_COLUMNS = 40 };

/* "9 tests": params says how many. */
static void
write_mean(const struct page *page, const struct comparison *c, const struct finding_compare *f)
{
	char change[UNIT_TEXT];
	char *prefix = mail_prefix(c, f->commit), *metric = words_of_metric_in(c, f->metric);
	char *interval = words_bounds(f->low, f->high);

	page_wrap(page, 2, "%sgeomean of %s: %s %s%s%s, %s%s%s", prefix,
		  f->params.n ? f->params.p : "tests", metric,
		  isnan(f->change) ? "unknown" : unit_percent(f->change, change),
		  *interval ? " " : "", interval, verdict_name[f->verdict], f->note.n ? "; " : "",
		  f->note.p);
	free(interval);
	free(metric);
	free(prefix);
}

/* Whether it is of a bandwidth beside whose rate nothing is new: jobs of one block size have one
 * change in both. */
static bool
is_spare(const struct input *input, const struct finding_compare *f)
{
	if (!view_ends(f->metric, "bw"))
		return false;
	size_t n = f->metric.n - strlen("bw");
	for (size_t i = 0; i < input->n_combined; i++) {
		const struct finding_compare *rate = &input->combined[i];

		if (rate->kind == f->kind && view_eq(rate->commit, f->commit) &&
		    view_eq(rate->base, f->base) && view_eq(rate->test, f->test) &&
		    view_eq(rate->params, f->params) && rate->verdict == f->verdict &&
		    rate->metric.n == n + strlen("iops") &&
		    memcmp(rate->metric.p, f->metric.p, n) == 0 && view_ends(rate->metric, "iops"))
			return true;
	}
	return false;
}

/* What the regressed commit did to the same test and metric; NULL where it is not told. */
static const struct finding_compare *
regression_of(const struct comparison *c, const struct input *input,
	      const struct finding_compare *recovered)
{
	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];

		if (view_eq(f->base, c->base) && view_eq(f->commit, recovered->base) &&
		    view_eq(f->test, recovered->test) && view_eq(f->metric, recovered->metric))
			return f;
	}
	return NULL;
}

static char *
commit_cut(struct view commit)
{
	char *name = commit_short(commit), *cut = sign_cut(name, NAME_MAX_COLUMNS);

	free(name);
	return cut;
}

/* "900fa208b1c2: 4k write: IOPS: recovered 87 % [70, 104] of the -7.5 % of f9fc8932a1b2". */
static void
write_recovered(const struct page *page, const struct comparison *c, const struct input *input,
		const struct finding_compare *f)
{
	char change[UNIT_TEXT];
	const struct finding_compare *lost = regression_of(c, input, f);
	bool known = lost && !isnan(lost->change);
	char *label = mail_test(c, f), *metric = words_of_metric_in(c, f->metric);
	char *share = words_share(f), *regressed = commit_cut(f->base);
	bool bounded = !isnan(f->low) && !isnan(f->high);

	page_wrap(page, 2, "%s: %s: recovered %s of the %s%sof %s%s%s", label, metric, share,
		  known ? unit_percent(lost->change, change) : "regression", " ", regressed,
		  bounded || !f->note.n ? "" : "; ", bounded ? "" : f->note.p);
	free(regressed);
	free(share);
	free(metric);
	free(label);
}

void
mail_combined(const struct page *page, const struct comparison *c, const struct input *input)
{
	static const enum finding_kind kinds[] = {FINDING_RECOVERED, FINDING_GEOMEAN};

	for (size_t k = 0; k < countof(kinds); k++) {
		size_t n = 0;

		for (size_t i = 0; i < input->n_combined; i++) {
			const struct finding_compare *f = &input->combined[i];

			if (f->kind != kinds[k] ||
			    !(f->kind == FINDING_GEOMEAN ? comparison_has(c, f)
							 : comparison_shows(c, f->commit)) ||
			    is_spare(input, f))
				continue;
			if (n == 0)
				page_blank(page);
			if (n++ >= MAIL_LINES_MAX)
				continue;
			if (f->kind == FINDING_GEOMEAN)
				write_mean(page, c, f);
			else
				write_recovered(page, c, input, f);
		}
		mail_more(page, n);
	}
}
