/* Reads streams of findings and records into plain arrays. */
#include "render/model/input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/base/record.h"
#include "collect/base/where.h"
#include "render/model/data.h"
#include "render/model/input_part.h"

void
input_init(struct input *input)
{
	memset(input, 0, sizeof(*input));
	input->ledger = ledger_new();
}

static bool
read_compare(struct input *input, const struct table_row *row, struct where *why)
{
	struct finding_compare f;

	if (!finding_compare_parse(row, &f, why))
		return false;
	struct view *texts[] = {&f.test, &f.params, &f.metric, &f.unit, &f.better,
				&f.base, &f.commit, &f.grade,  &f.note, &f.jitter_by};
	keep_all(input, texts, countof(texts));
	struct ledger_key key = {.text = {f.test.p, f.metric.p, f.base.p, f.commit.p},
				 .number = COMPARE + (size_t)f.kind};
	if (f.verdict != VERDICT_CHANGED && !only_once(input, &key, row, why))
		return false;
	if (f.kind != FINDING_CELL) {
		*(struct finding_compare *)grow(&input->combined, &input->n_combined, sizeof(f)) =
		    f;
		return true;
	}
	*(struct finding_compare *)grow(&input->compare, &input->n_compare, sizeof(f)) = f;
	return true;
}

static bool
read_summary(struct input *input, const struct table_row *row, struct where *why)
{
	struct finding_summary f;

	if (!finding_summary_parse(row, &f, why))
		return false;
	struct view *texts[] = {&f.test,   &f.params, &f.metric, &f.unit,
				&f.better, &f.commit, &f.run,    &f.note};
	keep_all(input, texts, countof(texts));
	struct ledger_key key = {.text = {f.test.p, f.metric.p, f.commit.p, f.run.p},
				 .number = SUMMARY};
	if (!only_once(input, &key, row, why))
		return false;
	*(struct finding_summary *)grow(&input->summary, &input->n_summary, sizeof(f)) = f;
	return true;
}

static bool
read_shift(struct input *input, const struct table_row *row, struct where *why)
{
	struct finding_shift f;

	if (!finding_shift_parse(row, &f, why))
		return false;
	struct view *texts[] = {&f.test, &f.params, &f.metric, &f.unit,
				&f.base, &f.commit, &f.shape,  &f.note};
	keep_all(input, texts, countof(texts));
	char number[NUM_TEXT];
	struct view quantile = ledger_keep(input->ledger, view_of(num_write(f.quantile, number)));
	struct ledger_key key = {.text = {f.test.p, f.metric.p, f.base.p, f.commit.p, quantile.p},
				 .number = SHIFT};
	if (!only_once(input, &key, row, why))
		return false;
	*(struct finding_shift *)grow(&input->shift, &input->n_shifts, sizeof(f)) = f;
	return true;
}

static void
note_commit(struct input *input, struct view commit)
{
	for (size_t i = 0; i < input->n_commits; i++) {
		if (input->commit[i].p == commit.p)
			return;
	}
	*(struct view *)grow(&input->commit, &input->n_commits, sizeof(commit)) = commit;
}

static void
note_fact(struct input *input, const struct record *r)
{
	char number[NUM_TEXT];
	struct input_fact fact = {r->commit, r->test, ledger_keep(input->ledger, r->metric),
				  ledger_keep(input->ledger, record_text(r, number))};
	struct ledger_key key = {.text = {fact.commit.p, fact.test.p, fact.key.p, fact.text.p},
				 .number = FACT};

	if (!ledger_seen(input->ledger, &key, (struct ledger_place){0}))
		*(struct input_fact *)grow(&input->fact, &input->n_facts, sizeof(fact)) = fact;
}

static void
add_counts(struct input_counts *into, size_t k, double count)
{
	if (k >= into->n) {
		into->count = mem_resize(into->count, k + 1, sizeof(*into->count));
		for (size_t i = into->n; i <= k; i++)
			into->count[i] = 0;
		into->n = k + 1;
	}
	into->count[k] += count;
}

/* The record's commit and test are kept texts. */
static struct ledger_run *
run_of(struct input *input, const struct record *r)
{
	return ledger_run(input->ledger, r->commit, ledger_keep(input->ledger, r->run), r->test);
}

static struct input_run_ring *
run_ring_of(struct input *input, const struct ledger_run *run)
{
	/* The newest first: a ring's buckets come one after another. */
	for (size_t i = input->n_run_rings; i-- > 0;) {
		if (input->run_ring[i].run == run)
			return &input->run_ring[i];
	}
	struct input_run_ring *ring = grow(&input->run_ring, &input->n_run_rings, sizeof(*ring));

	ring->run = run;
	return ring;
}

static bool
read_ring(struct input *input, const struct table_row *row, const struct record *r,
	  struct where *why)
{
	if (!(r->low >= 0 && r->low < INPUT_RING_MAX) || r->low != floor(r->low) ||
	    r->high != r->low + 1)
		return where_set(why, NULL, row->line,
				 "a bucket of %.*s counts one whole number below %d",
				 VIEW_ARGS(r->metric), INPUT_RING_MAX);
	struct view metric = ledger_keep(input->ledger, r->metric);
	const struct ledger_run *run = run_of(input, r);
	struct ledger_key key = {.text = {r->commit.p, r->test.p, run->run.p, metric.p},
				 .number = BUCKET + (size_t)r->low};
	if (!only_once(input, &key, row, why))
		return false;
	struct input_run_ring *ring = run_ring_of(input, run);
	add_counts(view_is(metric, "ring.reaped") ? &ring->reaped : &ring->standing, (size_t)r->low,
		   r->value);
	return true;
}

static void
note_run(struct input *input, const struct record *r)
{
	char number[NUM_TEXT];
	struct ledger_run *run = run_of(input, r);

	if (view_is(r->metric, "meta.complete")) {
		run->said = true;
		run->complete = run->complete || record_says_yes(record_text(r, number));
	}
}

static bool
read_record(struct input *input, const struct table_row *row, struct where *why)
{
	struct record r;

	if (!record_parse(row, &r, why) ||
	    (input->data && !data_record(input->data, &r, row->line, why)))
		return false;
	bool fact = record_is_setting(r.metric);
	bool ring = view_is(r.metric, "ring.standing") || view_is(r.metric, "ring.reaped");

	/* Most records are of the same commit as the one before. */
	if (!input->latest.p || !view_eq(r.commit, input->latest)) {
		input->latest = ledger_keep(input->ledger, r.commit);
		note_commit(input, input->latest);
	}
	if (!fact && !ring)
		return true;
	r.commit = input->latest;
	r.test = ledger_keep(input->ledger, r.test);
	note_run(input, &r);
	if (fact && record_shape(&r) == RECORD_SCALAR)
		note_fact(input, &r);
	return !ring || record_shape(&r) != RECORD_BUCKET || read_ring(input, row, &r, why);
}

static bool
read_row(void *ctx, const struct table_row *row, struct where *why)
{
	struct input *input = ctx;

	input->rows = true;
	if (row->kind == &finding_compare_kind)
		return read_compare(input, row, why);
	if (row->kind == &finding_summary_kind)
		return read_summary(input, row, why);
	if (row->kind == &finding_shift_kind)
		return read_shift(input, row, why);
	if (row->kind == &finding_plan_kind)
		return input_read_plan(input, row, why);
	if (row->kind == &finding_selfcheck_kind)
		return input_read_selfcheck(input, row, why);
	return read_record(input, row, why);
}

bool
input_read(struct input *input, FILE *in, const char *name, struct where *why)
{
	static const struct table_kind *const kinds[] = {
	    &record_kind,        &finding_compare_kind, &finding_summary_kind,
	    &finding_shift_kind, &finding_plan_kind,    &finding_selfcheck_kind};

	input->reading = ledger_keep(input->ledger, view_of(name)).p;
	if (input->data)
		data_stream(input->data, name);
	return table_read(in, name, kinds, countof(kinds), read_row, input, why);
}

static void
add_all(struct input_counts *into, const struct input_counts *from)
{
	for (size_t k = 0; k < from->n; k++)
		add_counts(into, k, from->count[k]);
}

static struct input_ring *
sum_of(struct input *input, struct view commit, struct view test)
{
	for (size_t i = 0; i < input->n_rings; i++) {
		if (input->ring[i].commit.p == commit.p && input->ring[i].test.p == test.p)
			return &input->ring[i];
	}
	struct input_ring *ring = grow(&input->ring, &input->n_rings, sizeof(*ring));

	ring->commit = commit;
	ring->test = test;
	return ring;
}

static void
count_tests(void *ctx, struct ledger_run *run)
{
	(void)ctx;
	if (run->test.n == 0)
		return;
	run->whole->tests++;
	run->whole->unfinished += !ledger_complete(run);
}

/* A run of which no test is complete is named as a whole. One without a test has been no run yet:
 * what is known of a campaign's commits beforehand. */
static void
list_unfinished(void *ctx, struct ledger_run *run)
{
	struct input *input = ctx;
	const struct ledger_run *whole = run->whole;
	bool all = whole->tests > 0 && whole->unfinished == whole->tests;

	if (run == whole ? !all : all || ledger_complete(run))
		return;
	*(struct input_unfinished *)grow(&input->unfinished, &input->n_unfinished,
					 sizeof(*input->unfinished)) =
	    (struct input_unfinished){run->commit, run->run, run->test};
}

void
input_want_data(struct input *input)
{
	if (!input->data)
		input->data = data_new();
}

bool
input_finish(struct input *input, struct where *why)
{
	ledger_runs(input->ledger, count_tests, NULL);
	ledger_runs(input->ledger, list_unfinished, input);
	for (size_t i = 0; i < input->n_run_rings; i++) {
		const struct input_run_ring *from = &input->run_ring[i];
		struct input_ring *into;

		if (!ledger_complete(from->run))
			continue;
		into = sum_of(input, from->run->commit, from->run->test);
		into->runs++;
		add_all(&into->standing, &from->standing);
		add_all(&into->reaped, &from->reaped);
	}
	return !input->data || data_finish(input->data, why);
}

struct view
input_fact(const struct input *input, struct view commit, struct view test, const char *key)
{
	for (size_t i = 0; i < input->n_facts; i++) {
		const struct input_fact *fact = &input->fact[i];

		if ((commit.n == 0 || view_eq(fact->commit, commit)) &&
		    (test.n == 0 || fact->test.n == 0 || view_eq(fact->test, test)) &&
		    view_is(fact->key, key))
			return fact->text;
	}
	return (struct view){"", 0};
}

const struct input_ring *
input_ring(const struct input *input, struct view commit, struct view test)
{
	for (size_t i = 0; i < input->n_rings; i++) {
		if (view_eq(input->ring[i].commit, commit) && view_eq(input->ring[i].test, test))
			return &input->ring[i];
	}
	return NULL;
}

void
input_free(struct input *input)
{
	for (size_t i = 0; i < input->n_rings; i++) {
		free(input->ring[i].standing.count);
		free(input->ring[i].reaped.count);
	}
	for (size_t i = 0; i < input->n_run_rings; i++) {
		free(input->run_ring[i].standing.count);
		free(input->run_ring[i].reaped.count);
	}
	free(input->ring);
	free(input->run_ring);
	free(input->compare);
	free(input->combined);
	free(input->summary);
	free(input->shift);
	free(input->plan);
	free(input->selfcheck);
	free(input->fact);
	free(input->commit);
	free(input->unfinished);
	data_free(input->data);
	ledger_free(input->ledger);
	memset(input, 0, sizeof(*input));
}
