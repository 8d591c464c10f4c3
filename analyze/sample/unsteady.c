/* Drift and levels, from numbers to words. */
#include "analyze/sample/unsteady.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/sample/derive.h"
#include "analyze/statistics/levels.h"
#include "collect/base/unit.h"

enum { TOGETHER_MIN = 3 }; /* runs */
static const double together_min = 0.10, together_alpha = 0.05;

/* What is known of the drift of metric number i in a group's runs. */
struct drifts {
	const struct group *group;
	size_t i;
	size_t n;                        /* runs that have intervals enough */
	struct jitter_together together; /* of these */
	bool real;                       /* that there is one is known from all of them */
};

static const struct jitter *
jitter_at(const struct group *group, size_t r, size_t i)
{
	const struct jitter *jitter = group_run(group, r)->derived[i]->jitter;

	return jitter && !isnan(jitter->drift) ? jitter : NULL;
}

static struct drifts
drifts_of(const struct group *group, size_t i)
{
	struct drifts drifts = {.group = group, .i = i};
	double *drift = mem_alloc(group_runs(group), sizeof(*drift));

	for (size_t r = 0; r < group_runs(group); r++) {
		const struct jitter *jitter = jitter_at(group, r, i);
		if (jitter)
			drift[drifts.n++] = jitter->drift;
	}
	drifts.together = jitter_together(drift, drifts.n);
	drifts.real = drifts.n >= TOGETHER_MIN && drifts.together.p <= together_alpha &&
		      fabs(drifts.together.drift) > together_min;
	free(drift);
	return drifts;
}

/* How run r drifts. */
static enum drift
drift_at(const struct drifts *drifts, size_t r)
{
	const struct jitter *jitter = jitter_at(drifts->group, r, drifts->i);

	if (!jitter)
		return DRIFT_NONE;
	return jitter_drift(jitter,
			    drifts->real && (jitter->drift > 0) == (drifts->together.drift > 0));
}

struct jitter_together
unsteady_drift(const struct group *group, size_t i)
{
	return drifts_of(group, i).together;
}

bool
unsteady_any(const struct group *group, size_t i)
{
	struct drifts drifts = drifts_of(group, i);

	for (size_t r = 0; r < group_runs(group); r++) {
		if (drift_at(&drifts, r) != DRIFT_NONE)
			return true;
	}
	return false;
}

/* How far the drift of one kind goes. */
static double
size_of(const struct jitter *jitter, enum drift drift)
{
	return drift == DRIFT_WARM_UP ? jitter_warm_up(jitter) : jitter->drift;
}

static void
append_drift(char **text, enum drift drift, double size)
{
	bool warm_up = drift == DRIFT_WARM_UP;

	mem_append(text, "%s: the %s third is %.3g %% %s the %s",
		   warm_up ? "warm-up" : "not steady", warm_up ? "first" : "last",
		   round(fabs(size) * 100), size < 0 ? "below" : "above",
		   warm_up ? "rest" : "first");
}

char *
unsteady_run_text(const struct derived *derived)
{
	char *text = mem_dup("");

	if (!derived->jitter)
		return text;
	enum drift drift = jitter_drift(derived->jitter, false);
	if (drift != DRIFT_NONE)
		append_drift(&text, drift, size_of(derived->jitter, drift));
	return text;
}

static int
ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* The runs that drift in one way, and by how much in the middle. */
struct way {
	enum drift drift;
	size_t n;
	double size;
};

static struct way
way_of(const struct drifts *drifts, enum drift drift, bool up)
{
	struct way way = {drift, 0, NAN};
	double *size = mem_alloc(group_runs(drifts->group), sizeof(*size));

	for (size_t r = 0; r < group_runs(drifts->group); r++) {
		const struct jitter *jitter = jitter_at(drifts->group, r, drifts->i);
		if (jitter && drift_at(drifts, r) == drift && (jitter->drift > 0) == up)
			size[way.n++] = size_of(jitter, drift);
	}
	qsort(size, way.n, sizeof(*size), ascending);
	if (way.n)
		way.size = size[way.n / 2];
	free(size);
	return way;
}

/* Tells of the way in which most runs drift. */
static void
append_most(char **text, const struct group *group, size_t i)
{
	static const enum drift kinds[] = {DRIFT_LASTING, DRIFT_WARM_UP};
	struct drifts drifts = drifts_of(group, i);
	struct way most = {.n = 0};

	for (size_t k = 0; k < countof(kinds) * 2; k++) {
		struct way way = way_of(&drifts, kinds[k / 2], k % 2);
		if (way.n > most.n)
			most = way;
	}
	if (most.n == 0)
		return;
	append_drift(text, most.drift, most.size);
	if (drifts.n > 1)
		mem_append(text, " in %zu of %zu runs", most.n, drifts.n);
}

static void
append_levels(char **text, const struct group *group, size_t i)
{
	char low[UNIT_TEXT], high[UNIT_TEXT];
	double *log_value = mem_alloc(group_runs(group), sizeof(*log_value));
	struct view unit = {"", 0};
	size_t n = 0;

	for (size_t r = 0; r < group_runs(group); r++) {
		const struct derived *derived = group_run(group, r)->derived[i];
		if (!(derived->value > 0) || !isfinite(derived->value))
			continue;
		unit = derived->unit;
		log_value[n++] = log(derived->value);
	}
	struct levels levels = levels_of(log_value, n);
	if (levels.two)
		mem_append(text, "two levels: %zu runs near %s and %zu near %s", levels.n_low,
			   unit_print(exp(levels.low), unit, low), levels.n_high,
			   unit_print(exp(levels.high), unit, high));
	free(log_value);
}

char *
unsteady_text(const struct group *group, size_t i)
{
	char *text = mem_dup("");

	append_levels(&text, group, i);
	if (!*text)
		append_most(&text, group, i);
	return text;
}
