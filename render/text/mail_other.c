/* The mail's lines on what is no primary metric: costs, what was named, what a side lacks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/metric.h"
#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/model/words.h"
#include "render/text/mail.h"
#include "render/text/tally.h"

enum {
	COSTS_FEW = 4,    /* that have a line each whatever became of them */
	METRICS_MOST = 3, /* that a side lacks and that are named */
};

/* " (+13.7 % [+12.1, +15.3])", without what is absent. The caller frees it. */
static char *
change_text(const struct finding_compare *f)
{
	char change[UNIT_TEXT], *bounds = words_bounds(f->low, f->high);
	char *text = isnan(f->change) ? mem_dup("")
				      : mem_format(" (%s%s%s)", unit_percent(f->change, change),
						   *bounds ? " " : "", bounds);

	free(bounds);
	return text;
}

static void
write_cost(const struct page *page, const struct comparison *c, const struct finding_compare *f,
	   const char *what)
{
	char base[UNIT_TEXT], value[UNIT_TEXT], *label = mail_test(c, f);
	char *change = change_text(f);

	page_wrap(page, 2, "%s: %s %s -> %s%s, %s", label, what,
		  unit_print(f->base_value, f->unit, base), unit_print(f->value, f->unit, value),
		  change, verdict_name[f->verdict]);
	free(change);
	free(label);
}

/* Whether it is what an I/O of a test costs, on both sides. */
static bool
is_cost(const struct comparison *c, const struct finding_compare *f)
{
	return view_is(f->metric, "cpu.per_io") && comparison_has(c, f) && !isnan(f->base_value) &&
	       !isnan(f->value);
}

/* What an I/O costs, and errors: findings that decide nothing but must not be hidden. */
void
mail_costs(const struct page *page, const struct comparison *c, const struct input *input)
{
	size_t count[VERDICTS] = {0};
	bool head = false, changed = false;
	size_t costs = 0;

	for (size_t i = 0; i < input->n_compare; i++)
		costs += is_cost(c, &input->compare[i]);
	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];
		bool cpu = view_is(f->metric, "cpu.per_io"), errors = view_is(f->metric, "errors");

		if (!comparison_has(c, f) ||
		    !(cpu || (errors && (f->base_value > 0 || f->value > 0))))
			continue;
		if (!head)
			page_blank(page);
		head = true;
		if (errors || costs <= COSTS_FEW || f->verdict == VERDICT_REGRESSED ||
		    f->verdict == VERDICT_IMPROVED) {
			write_cost(page, c, f, cpu ? "CPU per I/O" : "errors");
			changed |= cpu;
		} else {
			count[f->verdict]++;
		}
	}
	char *rest = tally_text(count, words_verdict, 0, VERDICTS);
	if (*rest)
		page_wrap(page, 2, "CPU per I/O%s: %s.", changed ? ", the other tests" : "", rest);
	free(rest);
}

/* Whether analyze compares the metric without being asked to. */
static bool
is_ours(const struct metric_list *ours, struct view name)
{
	for (size_t i = 0; i < ours->n; i++) {
		if (view_is(name, ours->at[i].name))
			return true;
	}
	return false;
}

/* What somebody gave a direction, and so wants to know of. */
static void
write_named(const struct page *page, const struct comparison *c, const struct finding_compare *f)
{
	char *name = f->theta > 0 ? mem_format("%.60s, which counts from %.3g %% on:", f->metric.p,
					       unit_hundredths(f->theta))
				  : mem_format("%.60s", f->metric.p);

	write_cost(page, c, f, name);
	free(name);
}

void
mail_named(const struct page *page, const struct comparison *c, const struct input *input)
{
	struct metric_list ours = metric_list_new();
	size_t n = 0;

	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];

		if (!comparison_has(c, f) || f->better.n == 0 || isnan(f->base_value) ||
		    isnan(f->value) || is_ours(&ours, f->metric))
			continue;
		if (n == 0)
			page_blank(page);
		if (n++ < MAIL_LINES_MAX)
			write_named(page, c, f);
	}
	mail_more(page, n);
	metric_list_free(&ours);
}

/* What one side of a test lacks, for one reason. */
struct lack {
	const void *key[3]; /* texts of test, commit and note: equal ones are one in the input */
	const struct finding_compare *f;
	char *metrics;
	size_t n;
};

static void
free_lack(void *value)
{
	struct lack *lack = value;

	free(lack->metrics);
	free(lack);
}

/* The outcome of the finding's test, OUTCOMES where it has no primary metric. */
static enum outcome
outcome_of(const struct comparison *c, const struct finding_compare *f)
{
	for (size_t i = 0; i < c->n_tests; i++) {
		if (c->test[i].name.p == f->test.p && c->test[i].commit.p == f->commit.p)
			return c->test[i].outcome;
	}
	return OUTCOMES;
}

static bool
is_row(const struct comparison *c, const struct finding_compare *f)
{
	for (size_t i = 0; i < c->n_rows; i++) {
		if (c->row[i].f == f)
			return true;
	}
	return false;
}

static void
take_lack(struct index *lacks, const struct finding_compare *f)
{
	const void *key[3] = {f->test.p, f->commit.p, f->note.p};
	struct lack *lack = index_find(lacks, key, sizeof(key));

	if (!lack) {
		lack = mem_alloc(1, sizeof(*lack));
		*lack = (struct lack){.f = f, .metrics = mem_dup("")};
		memcpy(lack->key, key, sizeof(key));
		index_add(lacks, lack->key, sizeof(lack->key), lack);
	}
	if (lack->n++ < METRICS_MOST)
		mem_append(&lack->metrics, "%s%.40s", lack->n > 1 ? ", " : "", f->metric.p);
}

/* "wake-per-thread: nbd/write-4KiB: write.clat.p1 and 3 more: wake-per-thread has no such metric".
 * Primary metrics, and whole tests, are told elsewhere. */
void
mail_lacks(const struct page *page, const struct comparison *c, const struct input *input)
{
	struct index lacks = {0};
	size_t n = 0;

	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];

		if (f->verdict == VERDICT_MISSING && comparison_has(c, f) && f->note.n &&
		    !is_row(c, f) && outcome_of(c, f) < OUTCOMES &&
		    outcome_of(c, f) != OUTCOME_MISSING)
			take_lack(&lacks, f);
	}
	for (const struct index_entry *e = lacks.first; e; e = index_next(e)) {
		const struct lack *lack = e->value;

		if (n == 0)
			page_blank(page);
		if (n++ >= MAIL_LINES_MAX)
			continue;
		char *label = mail_test(c, lack->f);
		char *more = lack->n > METRICS_MOST
				 ? mem_format(" and %zu more", lack->n - METRICS_MOST)
				 : mem_dup("");
		page_wrap(page, 2, "%s: %s%s: %s", label, lack->metrics, more, lack->f->note.p);
		free(more);
		free(label);
	}
	mail_more(page, n);
	index_free(&lacks, free_lack);
}
