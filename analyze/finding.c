/* The finding stream's rows: one table of columns per verb serves reading and writing. */
#include "analyze/finding.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "analyze/finding_check.h"
#include "collect/base/mem.h"
#include "collect/base/num.h"
#include "collect/base/where.h"

const char *const verdict_name[VERDICTS] = {
    [VERDICT_NONE] = "none",         [VERDICT_REGRESSED] = "regressed",
    [VERDICT_IMPROVED] = "improved", [VERDICT_SAME] = "same",
    [VERDICT_SHIFTED] = "shifted",   [VERDICT_UNDECIDED] = "undecided",
    [VERDICT_MISSING] = "missing",   [VERDICT_INCOMPARABLE] = "incomparable",
    [VERDICT_CHANGED] = "changed",
};

const char *const jitter_verdict_name[JITTER_VERDICTS] = {
    [JITTER_NONE] = "",     [JITTER_MORE] = "more jittery",   [JITTER_STEADIER] = "steadier",
    [JITTER_SAME] = "same", [JITTER_UNDECIDED] = "undecided", [JITTER_UNKNOWN] = "unknown",
};

const char finding_overloaded[] = "overloaded: latencies tell how long the run was";

const char finding_one_session[] = "one session each: session effects not covered";

const char finding_more_sessions[] = "more sessions, not more runs";

const char finding_unnamed[] = "no session named ";

const char *const finding_kind_name[FINDING_KINDS] = {
    [FINDING_CELL] = "", [FINDING_GEOMEAN] = "geomean", [FINDING_RECOVERED] = "recovered"};

static const char *const better_words[] = {"higher", "lower", NULL};
static const char *const grade_words[] = {"w", "m", "h", "b", NULL};
static const char *const jitter_by_words[] = {"within", "between", "history", NULL};
static const char *const shape_words[] = {"changed", "undecided", "unknown", NULL};
static const char *const splits_by_words[] = {"all", "random", NULL};
static const char *const role_words[] = {"primary", NULL};
static const char *const length_words[] = {"longer", "shorter", "right", "any", "unknown", NULL};
static const char *const fitness_words[] = {"fit", "alarms", "too few", NULL};
static const char *const self_kind_words[] = {"family", NULL};

/* How a column's value is kept. */
enum form { TEXT, NUMBER, VERDICT, JITTER, KIND };

/* What may stand in a column, by the first word of its row below: form, range and words. */
#define AS_TEXT TEXT, RANGE_ANY, NULL
#define AS_BETTER TEXT, RANGE_ANY, better_words
#define AS_GRADE TEXT, RANGE_ANY, grade_words
#define AS_JITTER_BY TEXT, RANGE_ANY, jitter_by_words
#define AS_SHAPE TEXT, RANGE_ANY, shape_words
#define AS_SPLITS_BY TEXT, RANGE_ANY, splits_by_words
#define AS_SELF_KIND TEXT, RANGE_ANY, self_kind_words
#define AS_ROLE TEXT, RANGE_ANY, role_words
#define AS_LENGTH TEXT, RANGE_ANY, length_words
#define AS_FITNESS TEXT, RANGE_ANY, fitness_words
#define AS_NUMBER NUMBER, RANGE_ANY, NULL
#define AS_COUNT NUMBER, RANGE_COUNT, NULL
#define AS_AMOUNT NUMBER, RANGE_AMOUNT, NULL
#define AS_PROBABILITY NUMBER, RANGE_PROBABILITY, NULL
#define AS_QUANTILE NUMBER, RANGE_QUANTILE, NULL
#define AS_THRESHOLD NUMBER, RANGE_THRESHOLD, NULL
#define AS_VERDICT VERDICT, RANGE_ANY, NULL
#define AS_JITTER JITTER, RANGE_ANY, NULL
#define AS_KIND KIND, RANGE_ANY, NULL

struct column {
	enum form form;
	enum finding_range range;
	const char *const *words; /* NULL = any */
	size_t offset;            /* of the value in its struct */
};

#define COMPARE_COLUMNS(X)                                                                         \
	X(TEXT, test)                                                                              \
	X(TEXT, params)                                                                            \
	X(TEXT, metric)                                                                            \
	X(TEXT, unit)                                                                              \
	X(BETTER, better)                                                                          \
	X(TEXT, base)                                                                              \
	X(TEXT, commit)                                                                            \
	X(COUNT, base_runs)                                                                        \
	X(COUNT, runs)                                                                             \
	X(NUMBER, base_value)                                                                      \
	X(NUMBER, value)                                                                           \
	X(NUMBER, change)                                                                          \
	X(NUMBER, low)                                                                             \
	X(NUMBER, high)                                                                            \
	X(PROBABILITY, p)                                                                          \
	X(PROBABILITY, p_holm)                                                                     \
	X(PROBABILITY, q)                                                                          \
	X(GRADE, grade)                                                                            \
	X(THRESHOLD, theta)                                                                        \
	X(VERDICT, verdict)                                                                        \
	X(COUNT, runs_needed)                                                                      \
	X(AMOUNT, jitter_base)                                                                     \
	X(AMOUNT, jitter)                                                                          \
	X(AMOUNT, jitter_ratio)                                                                    \
	X(AMOUNT, jitter_low)                                                                      \
	X(AMOUNT, jitter_high)                                                                     \
	X(PROBABILITY, jitter_p)                                                                   \
	X(JITTER, jitter_verdict)                                                                  \
	X(TEXT, note)                                                                              \
	X(COUNT, runs_for_change)                                                                  \
	X(KIND, kind)                                                                              \
	X(AMOUNT, df)                                                                              \
	X(PROBABILITY, p_exact)                                                                    \
	X(COUNT, base_sessions)                                                                    \
	X(COUNT, sessions)                                                                         \
	X(COUNT, blocks)                                                                           \
	X(AMOUNT, history_df)                                                                      \
	X(AMOUNT, spread_base)                                                                     \
	X(AMOUNT, spread)                                                                          \
	X(AMOUNT, spread_ratio)                                                                    \
	X(AMOUNT, spread_low)                                                                      \
	X(AMOUNT, spread_high)                                                                     \
	X(PROBABILITY, spread_p)                                                                   \
	X(JITTER_BY, jitter_by)

#define SUMMARY_COLUMNS(X)                                                                         \
	X(TEXT, test)                                                                              \
	X(TEXT, params)                                                                            \
	X(TEXT, metric)                                                                            \
	X(TEXT, unit)                                                                              \
	X(BETTER, better)                                                                          \
	X(TEXT, commit)                                                                            \
	X(TEXT, run)                                                                               \
	X(COUNT, runs)                                                                             \
	X(NUMBER, value)                                                                           \
	X(AMOUNT, sd)                                                                              \
	X(AMOUNT, cv)                                                                              \
	X(NUMBER, low)                                                                             \
	X(NUMBER, high)                                                                            \
	X(AMOUNT, samples)                                                                         \
	X(NUMBER, sample_min)                                                                      \
	X(NUMBER, sample_max)                                                                      \
	X(NUMBER, sample_mean)                                                                     \
	X(AMOUNT, sample_sd)                                                                       \
	X(AMOUNT, sample_cv)                                                                       \
	X(TEXT, note)                                                                              \
	X(NUMBER, lag1)                                                                            \
	X(AMOUNT, effective_samples)                                                               \
	X(NUMBER, drift)                                                                           \
	X(PROBABILITY, drift_p)                                                                    \
	X(NUMBER, between_share)

#define SHIFT_COLUMNS(X)                                                                           \
	X(TEXT, test)                                                                              \
	X(TEXT, params)                                                                            \
	X(TEXT, metric)                                                                            \
	X(TEXT, unit)                                                                              \
	X(TEXT, base)                                                                              \
	X(TEXT, commit)                                                                            \
	X(COUNT, base_runs)                                                                        \
	X(COUNT, runs)                                                                             \
	X(QUANTILE, quantile)                                                                      \
	X(NUMBER, base_value)                                                                      \
	X(NUMBER, value)                                                                           \
	X(NUMBER, change)                                                                          \
	X(NUMBER, low)                                                                             \
	X(NUMBER, high)                                                                            \
	X(NUMBER, merged_base)                                                                     \
	X(NUMBER, merged_base_low)                                                                 \
	X(NUMBER, merged_base_high)                                                                \
	X(NUMBER, merged)                                                                          \
	X(NUMBER, merged_low)                                                                      \
	X(NUMBER, merged_high)                                                                     \
	X(PROBABILITY, shape_p)                                                                    \
	X(SHAPE, shape)                                                                            \
	X(TEXT, note)

#define PLAN_COLUMNS(X)                                                                            \
	X(TEXT, test)                                                                              \
	X(TEXT, params)                                                                            \
	X(TEXT, metric)                                                                            \
	X(TEXT, unit)                                                                              \
	X(COUNT, commits)                                                                          \
	X(COUNT, runs)                                                                             \
	X(AMOUNT, sd)                                                                              \
	X(AMOUNT, sd_low)                                                                          \
	X(AMOUNT, sd_high)                                                                         \
	X(AMOUNT, df)                                                                              \
	X(THRESHOLD, effect)                                                                       \
	X(PROBABILITY, power)                                                                      \
	X(PROBABILITY, alpha)                                                                      \
	X(COUNT, tests)                                                                            \
	X(COUNT, runs_needed)                                                                      \
	X(COUNT, runs_high)                                                                        \
	X(AMOUNT, detectable)                                                                      \
	X(AMOUNT, sample_sd)                                                                       \
	X(AMOUNT, samples)                                                                         \
	X(AMOUNT, tau)                                                                             \
	X(NUMBER, run_variance)                                                                    \
	X(AMOUNT, run_seconds)                                                                     \
	X(AMOUNT, overhead_seconds)                                                                \
	X(AMOUNT, best_seconds)                                                                    \
	X(COUNT, best_runs)                                                                        \
	X(TEXT, note)                                                                              \
	X(ROLE, role)                                                                              \
	X(LENGTH, length)

#define SELFCHECK_COLUMNS(X)                                                                       \
	X(SELF_KIND, kind)                                                                         \
	X(TEXT, test)                                                                              \
	X(TEXT, params)                                                                            \
	X(TEXT, metric)                                                                            \
	X(TEXT, unit)                                                                              \
	X(TEXT, commit)                                                                            \
	X(COUNT, runs)                                                                             \
	X(SPLITS_BY, splits_by)                                                                    \
	X(COUNT, seed)                                                                             \
	X(COUNT, splits)                                                                           \
	X(COUNT, alarms)                                                                           \
	X(PROBABILITY, alpha)                                                                      \
	X(PROBABILITY, rate)                                                                       \
	X(PROBABILITY, low)                                                                        \
	X(PROBABILITY, high)                                                                       \
	X(PROBABILITY, p)                                                                          \
	X(PROBABILITY, drift_p)                                                                    \
	X(GRADE, grade)                                                                            \
	X(TEXT, note)                                                                              \
	X(ROLE, role)                                                                              \
	X(FITNESS, verdict)                                                                        \
	X(COUNT, runs_needed)                                                                      \
	X(NUMBER, drift)

#define NAME(type, name) #name,
#define COMPARE_COLUMN(type, name) {AS_##type, offsetof(struct finding_compare, name)},
#define SUMMARY_COLUMN(type, name) {AS_##type, offsetof(struct finding_summary, name)},
#define SHIFT_COLUMN(type, name) {AS_##type, offsetof(struct finding_shift, name)},
#define PLAN_COLUMN(type, name) {AS_##type, offsetof(struct finding_plan, name)},
#define SELFCHECK_COLUMN(type, name) {AS_##type, offsetof(struct finding_selfcheck, name)},

static const char *const compare_names[] = {COMPARE_COLUMNS(NAME)};
static const struct column compare_columns[] = {COMPARE_COLUMNS(COMPARE_COLUMN)};
static const char *const summary_names[] = {SUMMARY_COLUMNS(NAME)};
static const struct column summary_columns[] = {SUMMARY_COLUMNS(SUMMARY_COLUMN)};
static const char *const shift_names[] = {SHIFT_COLUMNS(NAME)};
static const struct column shift_columns[] = {SHIFT_COLUMNS(SHIFT_COLUMN)};
static const char *const plan_names[] = {PLAN_COLUMNS(NAME)};
static const struct column plan_columns[] = {PLAN_COLUMNS(PLAN_COLUMN)};
static const char *const selfcheck_names[] = {SELFCHECK_COLUMNS(NAME)};
static const struct column selfcheck_columns[] = {SELFCHECK_COLUMNS(SELFCHECK_COLUMN)};

#define INTERVAL(table, low, high, value)                                                          \
	{                                                                                          \
		offsetof(struct finding_##table, low), offsetof(struct finding_##table, high),     \
		    offsetof(struct finding_##table, value), #low, #high, #value                   \
	}
#define ENDS(table, low, high)                                                                     \
	{                                                                                          \
		offsetof(struct finding_##table, low), offsetof(struct finding_##table, high),     \
		    FINDING_NO_VALUE, #low, #high, NULL                                            \
	}

static const struct finding_interval compare_intervals[] = {
    INTERVAL(compare, low, high, change), INTERVAL(compare, jitter_low, jitter_high, jitter_ratio),
    INTERVAL(compare, spread_low, spread_high, spread_ratio)};
/* The source's percentile may stand beside the interval of its buckets. */
static const struct finding_interval summary_intervals[] = {ENDS(summary, low, high)};
static const struct finding_interval shift_intervals[] = {
    INTERVAL(shift, low, high, change), ENDS(shift, merged_base_low, merged_base_high),
    ENDS(shift, merged_low, merged_high)};
static const struct finding_interval plan_intervals[] = {ENDS(plan, sd_low, sd_high)};
static const struct finding_interval selfcheck_intervals[] = {INTERVAL(selfcheck, low, high, rate)};

/* How many of the last columns were added when streams without them were about. */
enum { COMPARE_ADDED = 14, SUMMARY_ADDED = 5, PLAN_ADDED = 2, SELFCHECK_ADDED = 4 };

const struct table_kind finding_compare_kind = {"compare finding", compare_names,
						countof(compare_names), COMPARE_ADDED};
const struct table_kind finding_summary_kind = {"summary finding", summary_names,
						countof(summary_names), SUMMARY_ADDED};
const struct table_kind finding_shift_kind = {"shift finding", shift_names, countof(shift_names),
					      0};
const struct table_kind finding_plan_kind = {"plan finding", plan_names, countof(plan_names),
					     PLAN_ADDED};
const struct table_kind finding_selfcheck_kind = {"selfcheck finding", selfcheck_names,
						  countof(selfcheck_names), SELFCHECK_ADDED};

static_assert(countof(compare_names) <= TABLE_COLUMNS_MAX, "the compare table is too wide");
static_assert(countof(summary_names) <= TABLE_COLUMNS_MAX, "the summary table is too wide");

/* The index of row's field i in the n words, as an enum's value. */
static bool
parse_word(const struct table_row *row, size_t i, const char *const *words, unsigned n, void *out,
	   struct where *why)
{
	struct view text = row->field[i];

	for (unsigned w = 0; w < n; w++) {
		if (view_is(text, words[w])) {
			memcpy(out, &w, sizeof(w));
			return true;
		}
	}
	return finding_fail_word(row, i, why);
}

static bool
parse(const struct table_row *row, const struct column *columns, void *out, struct where *why)
{
	static_assert(sizeof(enum verdict) == sizeof(unsigned), "parse_word writes an unsigned");
	static_assert(sizeof(enum jitter_verdict) == sizeof(unsigned), "and here");
	static_assert(sizeof(enum finding_kind) == sizeof(unsigned), "and here");

	for (size_t i = 0; i < row->kind->n_columns; i++) {
		void *member = (char *)out + columns[i].offset;
		bool ok = true;

		switch (columns[i].form) {
		case TEXT:
			*(struct view *)member = row->field[i];
			ok = finding_check_word(row, i, columns[i].words, why);
			break;
		case NUMBER:
			ok = table_number(row, i, member, why) &&
			     finding_check_number(row, i, columns[i].range, *(double *)member, why);
			break;
		case VERDICT:
			ok = parse_word(row, i, verdict_name, VERDICTS, member, why);
			break;
		case JITTER:
			ok = parse_word(row, i, jitter_verdict_name, JITTER_VERDICTS, member, why);
			break;
		case KIND:
			ok = parse_word(row, i, finding_kind_name, FINDING_KINDS, member, why);
			break;
		}
		if (!ok)
			return false;
	}
	return true;
}

static void
write_row(FILE *out, const struct column *columns, size_t n, const void *finding)
{
	char numbers[TABLE_COLUMNS_MAX][NUM_TEXT];
	struct view fields[TABLE_COLUMNS_MAX];

	for (size_t i = 0; i < n; i++) {
		const void *member = (const char *)finding + columns[i].offset;

		switch (columns[i].form) {
		case TEXT:
			fields[i] = *(const struct view *)member;
			break;
		case NUMBER:
			fields[i] = view_of(num_write(*(const double *)member, numbers[i]));
			break;
		case VERDICT:
			fields[i] = view_of(verdict_name[*(const enum verdict *)member]);
			break;
		case JITTER:
			fields[i] =
			    view_of(jitter_verdict_name[*(const enum jitter_verdict *)member]);
			break;
		case KIND:
			fields[i] = view_of(finding_kind_name[*(const enum finding_kind *)member]);
			break;
		}
	}
	table_write(out, fields, n);
}

/* The two functions of one table, as the header declares them. */
#define FUNCTIONS(table)                                                                           \
	bool finding_##table##_parse(const struct table_row *row, struct finding_##table *out,     \
				     struct where *why)                                            \
	{                                                                                          \
		struct finding_##table finding;                                                    \
		bool ok = parse(row, table##_columns, &finding, why) &&                            \
			  finding_check_intervals(table##_intervals, countof(table##_intervals),   \
						  &finding, row->line, why);                       \
                                                                                                   \
		if (ok)                                                                            \
			*out = finding;                                                            \
		return ok;                                                                         \
	}                                                                                          \
                                                                                                   \
	void finding_##table##_write(FILE *out, const struct finding_##table *finding)             \
	{                                                                                          \
		write_row(out, table##_columns, countof(table##_columns), finding);                \
	}

FUNCTIONS(compare)
FUNCTIONS(summary)
FUNCTIONS(shift)
FUNCTIONS(plan)
FUNCTIONS(selfcheck)
