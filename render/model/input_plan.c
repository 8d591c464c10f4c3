/* The findings of plan and selfcheck on their way into an input. */
#include "collect/base/num.h"
#include "render/model/input_part.h"

bool
input_read_plan(struct input *input, const struct table_row *row, struct where *why)
{
	struct finding_plan f;

	if (!finding_plan_parse(row, &f, why))
		return false;
	struct view *texts[] = {&f.test, &f.params, &f.metric, &f.unit,
				&f.note, &f.role,   &f.length};
	keep_all(input, texts, countof(texts));
	struct ledger_key key = {.text = {f.test.p, f.metric.p}, .number = PLAN};
	/* Several spreads may have been given. */
	if (f.test.n && !only_once(input, &key, row, why))
		return false;
	*(struct finding_plan *)grow(&input->plan, &input->n_plans, sizeof(f)) = f;
	return true;
}

bool
input_read_selfcheck(struct input *input, const struct table_row *row, struct where *why)
{
	struct finding_selfcheck f;

	if (!finding_selfcheck_parse(row, &f, why))
		return false;
	struct view *texts[] = {&f.kind,      &f.test,  &f.params, &f.metric, &f.unit,   &f.commit,
				&f.splits_by, &f.grade, &f.note,   &f.role,   &f.verdict};
	keep_all(input, texts, countof(texts));
	char number[NUM_TEXT];
	struct view runs = ledger_keep(input->ledger, view_of(num_write(f.runs, number)));
	struct ledger_key key = {.text = {f.kind.p, f.test.p, f.metric.p, f.commit.p, runs.p},
				 .number = SELFCHECK};
	if (!only_once(input, &key, row, why))
		return false;
	*(struct finding_selfcheck *)grow(&input->selfcheck, &input->n_selfchecks, sizeof(f)) = f;
	return true;
}
