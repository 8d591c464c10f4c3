/* The rules by which a standard error is chosen. */
#include "analyze/grade/grade.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>

#include "analyze/grade/block.h"
#include "analyze/grade/session.h"
#include "analyze/statistics/variance_ratio.h"

const char *const grade_name[GRADES] = {[GRADE_NONE] = "",
					[GRADE_WELCH] = "w",
					[GRADE_MODERATED] = "m",
					[GRADE_HISTORY] = "h",
					[GRADE_BLOCKS] = "b"};

/* Below this p two variances are not taken for one. */
static const double unlike = 0.01;

/* From this p on, blocks are taken to have no effect. Choosing them by chance, where they have
 * none, favours small variances; the less often that is, the nearer false alarms stay to alpha. */
static const double block_alpha = 0.05;

/* One comparison on its way to a grade. */
struct trial {
	const struct grade_side *side[2];
	struct moments m[2];
	struct session_parts parts;
	const struct grade_history *history;
	double inverse; /* 1 / n_a + 1 / n_b */
	double floor;   /* of the difference's variance */
};

/* A variance as a sum of mean squares with factors. */
struct error {
	double term[3], df[3];
	int n;
	double df_least;              /* fewer df are not believed */
	double session, session_part; /* the variance between sessions, and what of V it makes */
	bool more_sessions;
};

static double
variance_of(const struct error *error)
{
	double sum = 0;

	for (int i = 0; i < error->n; i++)
		sum += error->term[i];
	return sum;
}

/* Satterthwaite (1946): V^2 / sum (term^2 / df), scaled by V, as the squares of tiny variances
 * would underflow. */
static double
df_of(const struct error *error)
{
	double variance = variance_of(error), sum = 0;

	for (int i = 0; i < error->n; i++) {
		double share = error->term[i] / variance;
		sum += share * share / error->df[i];
	}
	return fmax(1 / sum, error->df_least);
}

static bool
has_session_history(const struct trial *trial)
{
	return trial->history && trial->history->session_df > 0 &&
	       trial->history->session_variance >= 0;
}

/* Whether the variance between sessions is to be had from these sides' own sessions. */
static bool
has_own_sessions(const struct trial *trial)
{
	const struct session_parts *parts = &trial->parts;

	return parts->weight > 0 && parts->between_df > 0 && !parts->within_is_total &&
	       !has_session_history(trial);
}

static void
add_session_history(struct error *error, const struct trial *trial)
{
	if (!has_session_history(trial) || trial->parts.weight == 0)
		return;
	error->session = trial->history->session_variance;
	error->df[error->n] = trial->history->session_df;
	error->session_part = trial->parts.weight * error->session;
	error->term[error->n++] = error->session_part;
	error->more_sessions = error->session > 0;
}

/* Adds to the only term, which is made of the variance within sessions, what the sides' own
 * sessions add. The mean square between sessions is taken for no less than that within: where it is
 * by chance, believing that there is nothing between sessions would be too sure at so few of them.
 */
static void
add_own_sessions(struct error *error, const struct trial *trial, double within)
{
	const struct session_parts *parts = &trial->parts;
	double factor = parts->weight / parts->runs, between = fmax(parts->between, within);

	error->term[0] -= factor * within;
	error->df[error->n] = parts->between_df;
	error->term[error->n++] = factor * between;
	error->session = (between - within) / parts->runs;
	error->session_part = parts->weight * error->session;
	error->more_sessions = true;
	error->df_least =
	    session_df_least(trial->inverse - factor, error->df[0], factor, parts->between_df);
}

static struct grade_result
result_of(const struct trial *trial, enum grade grade, const struct error *error, double sd)
{
	struct grade_result result = {.grade = grade};
	double variance = variance_of(error);

	/* More runs of the same sessions would not help: as if each brought its own part. */
	if (error->session > 0)
		sd = sqrt(variance / trial->inverse);
	result.session_variance = error->session;
	result.session_part = error->session_part;
	result.more_sessions = error->more_sessions;
	result.difference = difference_test(trial->m[1].mean - trial->m[0].mean, variance,
					    df_of(error), sd, difference_confidence);
	return result;
}

/* One variance for both sides. */
static struct grade_result
with_variance(const struct trial *trial, enum grade grade, double variance, double df)
{
	double value = fmax(variance * trial->inverse, trial->floor);
	struct error error = {.term = {value}, .df = {df}, .n = 1};

	if (has_own_sessions(trial))
		add_own_sessions(&error, trial, value / trial->inverse);
	else if (grade == GRADE_HISTORY || !trial->parts.within_is_total)
		add_session_history(&error, trial);
	return result_of(trial, grade, &error, sqrt(value / trial->inverse));
}

static double
floored(const struct trial *trial, int s)
{
	return fmax(trial->parts.within[s], trial->side[s]->floor);
}

/* Each side by itself. Where neither varies, only floors are left, which need no estimate of two
 * variances; where sessions are judged by each other, both sides' runs are, too. */
static struct grade_result
with_welch(const struct trial *trial)
{
	const struct session_parts *parts = &trial->parts;
	double a = floored(trial, 0), b = floored(trial, 1);
	double df_a = parts->within_df[0], df_b = parts->within_df[1], df = parts->pooled_df;
	double part_a = a / trial->m[0].n, part_b = b / trial->m[1].n;
	struct error error = {.term = {part_a, part_b}, .df = {df_a, df_b}, .n = 2};

	if (has_own_sessions(trial))
		return with_variance(trial, GRADE_WELCH, parts->pooled, df);
	if (df_a == df || (parts->within[0] == 0 && parts->within[1] == 0))
		error = (struct error){.term = {part_a + part_b}, .df = {df}, .n = 1};
	if (!parts->within_is_total)
		add_session_history(&error, trial);
	return result_of(trial, GRADE_WELCH, &error,
			 sqrt(a * (df_a / (df_a + df_b)) + b * (df_b / (df_a + df_b))));
}

static struct grade_result
with_blocks(const struct trial *trial, const struct block_parts *blocks)
{
	struct grade_result result = {.grade = GRADE_BLOCKS, .blocks = blocks->n};
	double n = (double)blocks->n;
	double variance = fmax(blocks->difference.variance / n, trial->floor);

	result.difference = difference_test(blocks->difference.mean, variance, n - 1,
					    sqrt(variance * n / 2), difference_confidence);
	return result;
}

/* Whether the variances may be one, by the F test. Where one of them is not known it does not
 * contradict. */
static bool
alike(struct variance_known a, struct variance_known b)
{
	return !(variance_ratio_test(a, b, difference_confidence).p < unlike);
}

static struct variance_known
known_of(const struct trial *trial, int s)
{
	return (struct variance_known){trial->parts.within[s], trial->parts.within_df[s],
				       trial->side[s]->floor};
}

static bool
one_run_a_session(const struct session_parts *parts, const struct moments m[2])
{
	/* Runs of the two sides in one session would not differ by what sessions add. */
	double apart = 1 / m[0].n + 1 / m[1].n;

	return parts->sessions[0] == m[0].n && parts->sessions[1] == m[1].n &&
	       fabs(parts->weight - apart) < 1e-9 * apart;
}

bool
grade_one_run_a_session(const struct grade_side *a, const struct grade_side *b)
{
	struct session_parts parts = session_parts_of(a, b);
	const struct moments m[] = {{.n = (double)a->n}, {.n = (double)b->n}};

	return one_run_a_session(&parts, m);
}

/* Whether what sessions add to these sides is in the history, or known from it, or nothing, or
 * said. */
static bool
history_knows_sessions(const struct trial *trial)
{
	if (trial->history->total)
		return one_run_a_session(&trial->parts, trial->m);
	return !trial->parts.within_is_total || has_session_history(trial);
}

/* Earlier runs count where there are enough of them and the sides vary as they did. */
static bool
history_fits(const struct trial *trial)
{
	const struct grade_history *history = trial->history;

	if (!history || !(history->df >= GRADE_HISTORY_DF_MIN) || !(history->variance > 0))
		return false;
	if (!history_knows_sessions(trial))
		return false;
	for (int s = 0; s < 2; s++) {
		struct variance_known its = known_of(trial, s);
		struct variance_known earlier = {history->variance, history->df, its.floor};
		if (trial->m[s].n > 1 && !alike(earlier, its))
			return false;
	}
	return true;
}

static struct grade_result
with_history(const struct trial *trial)
{
	const struct grade_history *history = trial->history;
	const struct session_parts *parts = &trial->parts;
	bool like = parts->pooled_df > 0 && (history->total || !parts->within_is_total);
	double own = like ? parts->pooled_df : 0;
	double df = history->df + own;
	double variance = history->variance * (history->df / df);

	if (own > 0)
		variance += parts->pooled * (own / df);
	return with_variance(trial, GRADE_HISTORY, variance, df);
}

static bool
prior_fits(const struct trial *trial, const struct prior *prior)
{
	const struct session_parts *parts = &trial->parts;

	return prior && !isnan(prior->variance) && parts->pooled_df > 0 &&
	       alike(known_of(trial, 0), known_of(trial, 1));
}

static struct grade_result
best_of(const struct trial *trial, const struct prior *prior, bool blocks)
{
	const struct session_parts *parts = &trial->parts;
	struct grade_result none = {.difference = {.difference = NAN}};

	none.difference = difference_test(trial->m[1].mean - trial->m[0].mean, NAN, NAN, NAN,
					  difference_confidence);
	if (blocks) {
		struct block_parts its = block_parts_of(trial->side[0], trial->side[1]);
		struct grade_result result = with_blocks(trial, &its);
		if (its.n >= BLOCK_MIN && !isnan(result.difference.p))
			return result;
	}
	if (trial->m[0].n < 1 || trial->m[1].n < 1)
		return none;
	if (history_fits(trial))
		return with_history(trial);
	if (trial->m[0].n < 2 || trial->m[1].n < 2)
		return none;
	if (prior_fits(trial, prior))
		return with_variance(trial, GRADE_MODERATED,
				     moderate_variance(prior, parts->pooled, parts->pooled_df),
				     moderate_df(prior, parts->pooled_df));
	return with_welch(trial);
}

static struct trial
trial_of(const struct grade_side *a, const struct grade_side *b,
	 const struct grade_history *history)
{
	struct trial trial = {.side = {a, b},
			      .m = {moments_of(a->x, a->n), moments_of(b->x, b->n)},
			      .parts = session_parts_of(a, b),
			      .history = history};

	trial.inverse = 1 / trial.m[0].n + 1 / trial.m[1].n;
	trial.floor = a->floor / trial.m[0].n + b->floor / trial.m[1].n;
	return trial;
}

void
grade_pooled(const struct grade_side *a, const struct grade_side *b, double *variance, double *df)
{
	struct session_parts parts = session_parts_of(a, b);

	*variance = parts.pooled;
	*df = parts.pooled_df;
}

struct grade_result
grade_test(const struct grade_side *a, const struct grade_side *b, const struct prior *prior,
	   const struct grade_history *history, bool blocks)
{
	struct trial trial = trial_of(a, b, history);
	struct grade_result result = best_of(&trial, prior, blocks);

	if (isnan(result.difference.p)) {
		result.grade = GRADE_NONE;
		result.session_variance = result.session_part = 0;
		result.more_sessions = false;
		result.blocks = 0;
	}
	for (int s = 0; s < 2; s++)
		result.sessions[s] = trial.parts.sessions[s];
	result.session_caveat = trial.parts.one_each && !has_session_history(&trial) &&
				result.grade != GRADE_BLOCKS &&
				!(result.grade == GRADE_HISTORY && history->total);
	return result;
}

/* What the cells of one test say together: the mean log ratio, and its p as that of a normal
 * deviate, as tests are measured apart from each other. */
struct evidence {
	double ratio, n;      /* sum over the test's cells, and their number */
	double blocks, other; /* least number of blocks, most df of the test without blocks */
};

/* Adds the cells of the test that begins at cells[0] and returns how many there are. */
static size_t
gather(const struct grade_cell *cells, size_t n, struct evidence *out)
{
	size_t i = 0;

	*out = (struct evidence){.blocks = INFINITY};
	for (; i < n && cells[i].test == cells[0].test; i++) {
		struct block_parts parts = block_parts_of(&cells[i].a, &cells[i].b);
		double ratio = block_log_ratio(&parts);
		if (isnan(ratio))
			continue;
		out->ratio += ratio;
		out->n++;
		out->blocks = fmin(out->blocks, (double)parts.n);
		out->other = fmax(out->other, cells[i].df);
	}
	return i;
}

bool
grade_blocks_help(const struct grade_cell *cells, size_t n)
{
	double deviates = 0, tests = 0, ratios = 0, blocks = INFINITY, other = 0;

	for (size_t i = 0; i < n;) {
		struct evidence e;
		i += gather(cells + i, n - i, &e);
		if (e.n == 0)
			continue;
		double p = block_p(e.ratio / e.n, e.blocks);
		deviates += qnorm(fmin(fmax(p, 1e-300), 1 - 1e-16), 0, 1, false, false);
		ratios += e.ratio / e.n;
		blocks = fmin(blocks, e.blocks);
		other = fmax(other, e.other);
		tests++;
	}
	if (tests == 0 || pnorm(deviates / sqrt(tests), 0, 1, false, false) >= block_alpha)
		return false;
	/* The widths of both intervals: a variance of 1 - r instead of 1, but fewer df. */
	double left = 2 / (1 + exp(ratios / tests));
	double mine = qt(0.5 + difference_confidence / 2, blocks - 1, true, false) * sqrt(left);
	return mine < qt(0.5 + difference_confidence / 2, other, true, false);
}
