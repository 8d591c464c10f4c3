/* The mail's lines on distributions whose shape changed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/model/words.h"
#include "render/text/mail.h"
#include "render/text/tally.h"

enum shape { SHAPE_CHANGED, SHAPE_UNDECIDED, SHAPE_UNKNOWN, SHAPES };

static const char *const shape_name[SHAPES] = {"changed", "undecided", "unknown"};

/* One latency of one test and commit: the middle, and what moved most against it. */
struct curve {
	const void *key[3]; /* texts of test, metric and commit: equal ones are one in the input */
	const struct finding_shift *middle, *most;
};

static struct curve *
curve_of(struct index *curves, const struct finding_shift *f)
{
	const void *key[3] = {f->test.p, f->metric.p, f->commit.p};
	struct curve *curve = index_find(curves, key, sizeof(key));

	if (curve)
		return curve;
	curve = mem_alloc(1, sizeof(*curve));
	memcpy(curve->key, key, sizeof(key));
	curve->middle = curve->most = f;
	index_add(curves, curve->key, sizeof(curve->key), curve);
	return curve;
}

/* How far a quantile moved against the middle, on the scale on which they are compared. */
static double
moved(const struct finding_shift *f, const struct finding_shift *middle)
{
	double by = fabs(log1p(f->change) - log1p(middle->change));

	return isnan(by) ? -1 : by;
}

/* Whether its interval says that it did not move as the middle did. */
static bool
stands_out(const struct finding_shift *f, const struct finding_shift *middle)
{
	return f->low > middle->change || f->high < middle->change;
}

static void
take_middle(struct curve *curve, const struct finding_shift *f)
{
	if (fabs(f->quantile - 0.5) < fabs(curve->middle->quantile - 0.5))
		curve->middle = f;
}

static void
take_most(struct curve *curve, const struct finding_shift *f)
{
	int clearer = stands_out(f, curve->middle) - stands_out(curve->most, curve->middle);

	if (clearer > 0 ||
	    (clearer == 0 && moved(f, curve->middle) > moved(curve->most, curve->middle)))
		curve->most = f;
}

/* The curves of what is shown, in order of appearance. */
static struct index
list_curves(const struct comparison *c, const struct input *input)
{
	static void (*const take[])(struct curve *, const struct finding_shift *) = {take_middle,
										     take_most};
	struct index curves = {0};

	for (size_t pass = 0; pass < countof(take); pass++) {
		for (size_t i = 0; i < input->n_shifts; i++) {
			const struct finding_shift *f = &input->shift[i];

			if (view_eq(f->base, c->base) && comparison_shows(c, f->commit))
				take[pass](curve_of(&curves, f), f);
		}
	}
	return curves;
}

/* "p99.9 +38.0 % [+20.1, +58.3]". The caller frees it. */
static char *
quantile_text(const struct finding_shift *f)
{
	char change[UNIT_TEXT], *interval = words_bounds(f->low, f->high);
	char *text = mem_format("p%.6g %s%s%s", unit_hundredths(f->quantile),
				isnan(f->change) ? "unknown" : unit_percent(f->change, change),
				*interval ? " " : "", interval);

	free(interval);
	return text;
}

static void
write_shape(const struct page *page, const struct comparison *c, const struct curve *curve)
{
	const struct finding_shift *f = curve->most;
	const struct finding_compare test = {.test = f->test, .commit = f->commit};
	char *label = mail_test(c, &test), *metric = words_of_metric_in(c, f->metric);
	char *most = quantile_text(f), *middle = quantile_text(curve->middle);
	bool both = curve->middle != f;

	char *p = isnan(f->shape_p) ? mem_dup("") : mem_format(" (p %.2g)", f->shape_p);

	page_wrap(page, 2, "%s: %s: shape changed%s: %s%s%s", label, metric, p, most,
		  both ? ", " : "", both ? middle : "");
	free(p);
	free(middle);
	free(most);
	free(metric);
	free(label);
}

void
mail_shape(const struct page *page, const struct comparison *c, const struct input *input)
{
	struct index curves = list_curves(c, input);
	size_t count[SHAPES] = {0};

	if (curves.first)
		page_blank(page);
	for (const struct index_entry *e = curves.first; e; e = index_next(e)) {
		const struct curve *curve = e->value;

		for (enum shape s = 0; s < SHAPES; s++)
			count[s] += view_is(curve->most->shape, shape_name[s]);
		if (view_is(curve->most->shape, "changed") &&
		    count[SHAPE_CHANGED] <= MAIL_LINES_MAX)
			write_shape(page, c, curve);
	}
	mail_more(page, count[SHAPE_CHANGED]);
	if (count[SHAPE_CHANGED])
		page_wrap(page, 2,
			  "(These intervals hold for all percentiles at once: they are "
			  "wider.)");
	char *rest = tally_text(count, shape_name, SHAPE_UNDECIDED, SHAPES);
	if (*rest)
		page_wrap(page, 2, "Shape of the latencies%s: %s%s.",
			  count[SHAPE_CHANGED] ? ", the others" : "", rest,
			  count[SHAPE_UNKNOWN] ? " (too few runs to decide)" : "");
	free(rest);
	index_free(&curves, free);
}
