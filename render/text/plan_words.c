/* What a plan says around its table. */
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "render/text/plan_part.h"

/* More runs a side than anybody likes to take. */
static const double runs_many = 100;

static bool
is_rate(const struct finding_plan *f)
{
	return view_ends(f->metric, ".iops") || view_ends(f->metric, ".bw");
}

/* What there is to plan. */
struct outlook {
	const struct finding_plan *most, *rate; /* what needs most runs, and the rate that does */
	size_t planned, unplanned;
	double round; /* s that one run of every test takes, with what it takes beside */
	size_t longer, shorter, right, any, unknown;
};

static void
look_at(struct outlook *o, const struct finding_plan *f)
{
	/* Beyond what plan itself ever says there is nothing to tell. */
	if (!(fabs(f->runs_needed) < plan_huge && fabs(f->effect) < plan_huge &&
	      fabs(f->power) < plan_huge)) {
		o->unplanned++;
		return;
	}
	o->planned++;
	if (!o->most || f->runs_needed > o->most->runs_needed)
		o->most = f;
	if (is_rate(f) && (!o->rate || f->runs_needed > o->rate->runs_needed))
		o->rate = f;
	o->longer += view_is(f->length, "longer");
	o->shorter += view_is(f->length, "shorter");
	o->right += view_is(f->length, "right");
	o->any += view_is(f->length, "any");
	o->unknown += view_is(f->length, "unknown");
}

/* Where rows are primary, which would decide a comparison, the others have no say. */
static struct outlook
outlook_of(const struct input *input)
{
	struct outlook o = {.most = NULL};
	bool some = false;

	for (size_t i = 0; i < input->n_plans; i++)
		some = some || view_is(input->plan[i].role, "primary");
	for (size_t i = 0; i < input->n_plans; i++) {
		const struct finding_plan *f = &input->plan[i];

		if (!some || view_is(f->role, "primary"))
			look_at(&o, f);
		if (i == 0 || f->test.p != f[-1].test.p)
			o.round +=
			    f->run_seconds + (isnan(f->overhead_seconds) ? 0 : f->overhead_seconds);
	}
	return o;
}

/* "48 s", "35 min", "49 h". */
static const char *
duration_text(double seconds, char out[PLAN_TEXT])
{
	if (seconds < 100)
		snprintf(out, PLAN_TEXT, "%.0f s", seconds);
	else if (seconds < 100 * 60)
		snprintf(out, PLAN_TEXT, "%.0f min", seconds / 60);
	else
		snprintf(out, PLAN_TEXT, "%.0f h", seconds / 3600);
	return out;
}

/* "a change of 5 % in read.iops of t"; "a change of 2 %" where a spread was given without a test.
 * The caller frees it. */
static char *
effect_of(const struct finding_plan *f)
{
	char text[PLAN_TEXT];

	plan_percent(f->effect, text);
	if (f->metric.n == 0)
		return mem_format("a change of %s", text);
	return mem_format("a change of %s in %s of %s", text, f->metric.p,
			  f->test.n ? f->test.p : "all tests");
}

/* What the runs at hand would show of it. */
static void
append_seen(char **text, const struct finding_plan *f)
{
	char change[PLAN_TEXT];

	if (!(fabs(f->runs) < plan_huge && isfinite(f->detectable) && f->detectable > 0))
		return;
	plan_change(f->detectable, change);
	mem_append(text, " The %.0f at hand only show %s%s.", f->runs,
		   *change == 'x' ? "a factor of " : "", change + (*change == 'x'));
}

/* The answer to how many. */
static void
write_runs(const struct page *page, const struct outlook *o)
{
	const struct finding_plan *f = o->most;
	double all = 2 * f->runs_needed * o->round;
	char *effect = effect_of(f), *rest = mem_dup(""), *time = mem_dup(""), text[PLAN_TEXT];

	if (isnan(f->run_seconds) && fabs(f->best_seconds) < plan_huge)
		mem_append(&time, ", each of %.3g s,", f->best_seconds);
	else if (all > 0 && all < plan_huge * 100)
		mem_append(&time, " (%s%s for both sides)",
			   isnan(f->overhead_seconds) ? "at least " : "", duration_text(all, text));
	if (o->planned > 1)
		mem_append(&rest, ", which needs the most of %zu rows", o->planned);
	mem_append(&rest, ".");
	if (f->runs < f->runs_needed)
		append_seen(&rest, f);
	if (o->rate && o->rate != f && !is_rate(f))
		mem_append(&rest, " Rates alone need %.0f, for %s.", o->rate->runs_needed,
			   plan_percent(o->rate->effect, text));
	if (f->runs_needed > runs_many)
		mem_append(&rest, " A calmer machine or a larger --effect needs fewer.");
	page_wrap(page, 0, "Take %.0f runs a side%s to see %s%s", f->runs_needed, time, effect,
		  rest);
	free(rest);
	free(time);
	free(effect);
}

static void
add_count(char **text, size_t n, const char *what)
{
	if (n)
		mem_append(text, "%s%zu %s", **text ? ", " : "", n, what);
}

/* The answer to how long. */
static void
write_length(const struct page *page, const struct outlook *o)
{
	size_t n = o->longer + o->shorter + o->right + o->any + o->unknown;
	char *counts = mem_dup(""), *rest = mem_dup("");

	add_count(&counts, o->longer, "longer");
	add_count(&counts, o->shorter, "shorter");
	add_count(&counts, o->right, "as they are");
	add_count(&counts, o->any, "any");
	add_count(&counts, o->unknown, "unknown");
	const char *answer = "It depends";
	if (o->unknown && o->unknown == n)
		answer = "Tell what a run takes beside its measured part: --overhead SECONDS";
	else if (o->any && o->any == n)
		answer = o->most->overhead_seconds > 0
			     ? "As good as more of them: only the time of all runs together "
			       "counts, and fewer, longer ones save the time beside them"
			     : "As good as more of them: only the time of all runs together counts";
	else if (o->right && o->right == n)
		answer = "No: take more, of the length that they have";
	else if (o->longer && o->longer == n)
		answer = "Yes: see 'best length'";
	else if (o->shorter && o->shorter == n)
		answer = "No, shorter ones save time: see 'best length'";
	else
		mem_append(&rest, " (%s): see 'best length'", counts);
	/* Most latencies do not tell how their I/Os depend on each other. */
	if (n < o->planned)
		mem_append(&rest, "; told by %zu of %zu rows", n, o->planned);
	if (n)
		page_wrap(page, 0, "Longer runs? %s%s.", answer, rest);
	free(rest);
	free(counts);
}

void
plan_answer(const struct page *page, const struct input *input)
{
	struct outlook o = outlook_of(input);

	if (!o.most) {
		page_wrap(page, 0, "No number of runs can be told: see the notes.");
		return;
	}
	write_runs(page, &o);
	write_length(page, &o);
}

enum { NOTES_MOST = 8, NAMES_MOST = 3 };

/* One note, and the first findings that have it. */
static void
write_note(const struct page *page, const struct input *input, const char *note)
{
	char *names = mem_dup("");
	size_t n = 0;

	for (size_t i = 0; i < input->n_plans; i++) {
		const struct finding_plan *f = &input->plan[i];

		if (f->note.p != note || n++ >= NAMES_MOST)
			continue;
		mem_append(&names, "%s%s%s%s", n > 1 ? ", " : "", f->test.p, f->test.n ? " " : "",
			   f->metric.n ? f->metric.p : "any metric");
	}
	if (n > NAMES_MOST)
		mem_append(&names, " and %zu more", n - NAMES_MOST);
	page_wrap(page, 2, "%s: %s.", names, note);
	free(names);
}

void
plan_notes(const struct page *page, const struct input *input)
{
	const char *told[NOTES_MOST];
	size_t n = 0;

	for (size_t i = 0; i < input->n_plans && n < NOTES_MOST; i++) {
		const struct view note = input->plan[i].note;
		size_t at = 0;

		while (at < n && told[at] != note.p)
			at++;
		if (note.n && at == n) {
			told[n++] = note.p;
			write_note(page, input, note.p);
		}
	}
}

/* Which columns of the table have anything. */
struct columns {
	bool spread, at_most, seen, best, any, as_is, unknown, saved, shared;
	const struct finding_plan *power; /* one with power and alpha; NULL = none */
	double overhead;                  /* NaN = not known */
};

static struct columns
columns_of(const struct input *input)
{
	struct columns c = {.overhead = NAN};

	for (size_t i = 0; i < input->n_plans; i++) {
		const struct finding_plan *f = &input->plan[i];

		c.spread = c.spread || fabs(f->sd) < plan_huge;
		c.at_most = c.at_most || fabs(f->runs_high) < plan_huge;
		c.seen = c.seen || isfinite(f->detectable);
		c.best = c.best || fabs(f->best_seconds) < plan_huge;
		c.any = c.any || view_is(f->length, "any");
		c.as_is = c.as_is || view_is(f->length, "right");
		c.unknown = c.unknown || view_is(f->length, "unknown");
		c.saved = c.saved || view_is(f->length, "longer") || view_is(f->length, "shorter");
		c.shared = c.shared || f->tests > 1;
		if (!c.power && fabs(f->power) < plan_huge && fabs(f->alpha) < plan_huge)
			c.power = f;
		if (fabs(f->overhead_seconds) < plan_huge)
			c.overhead = f->overhead_seconds;
	}
	return c;
}

/* " (now 3 s), with 0.5 s beside each counted": what the best length is to be seen against. The
 * caller frees it. */
static char *
present_length(const struct input *input, double overhead)
{
	double least = INFINITY, most = 0;
	char *text = mem_dup("");

	for (size_t i = 0; i < input->n_plans; i++) {
		double seconds = input->plan[i].run_seconds;

		if (!(seconds < plan_huge))
			continue;
		least = fmin(least, seconds);
		most = fmax(most, seconds);
	}
	if (most > 0 && most < least * 1.05)
		mem_append(&text, " (now %.2g s)", most);
	else if (most > 0)
		mem_append(&text, " (now %.2g to %.2g s)", least, most);
	if (fabs(overhead) < plan_huge)
		mem_append(&text, ", with %.2g s beside each counted", overhead);
	return text;
}

static void
write_length_words(const struct page *page, const struct input *input, const struct columns *c)
{
	char *present = present_length(input, c->overhead), *words = mem_dup("");

	if (c->any)
		mem_append(&words, " any: runs differ by no more than their samples make them.");
	if (c->as_is)
		mem_append(&words, " as is: no other length saves a tenth of the time.");
	if (c->unknown)
		mem_append(&words, " ?: hangs on --overhead.");
	if (c->best || *words)
		page_wrap(page, 2, "best length: of a run's measured part%s.%s", present, words);
	if (c->saved)
		page_wrap(page, 2,
			  "runs then: a side, of that length; time saved: against 'runs' of the "
			  "length they have now.");
	free(words);
	free(present);
}

void
plan_method(const struct page *page, const struct input *input)
{
	struct columns c = columns_of(input);

	if (c.spread)
		page_wrap(page, 2,
			  "spread of runs: standard deviation between runs of one commit.");
	if (c.power)
		page_wrap(page, 2,
			  "runs a side: to find a change of 'to see' in %.4g %% of comparisons, by "
			  "a t-test of level %.4g %%%s%s.",
			  c.power->power * 100, c.power->alpha * 100,
			  c.shared ? " shared by all primary rows (Bonferroni)" : "",
			  c.at_most ? "; at most: if the spread is at the upper end of its 95 % "
				      "interval"
				    : "");
	if (c.seen)
		page_wrap(page, 2,
			  "seen now: the least change that the runs at hand show as often.");
	write_length_words(page, input, &c);
	page_wrap(page, 0,
		  "Measure the sides in randomised blocks ('collect run --commit A --commit B "
		  "--runs N'), never first all of one side: a drift of the machine would look "
		  "like a change.");
}
