/* The finding stream's rows: one table of columns per verb serves reading and writing. */
#include "analyze/finding.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

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

enum type { TEXT, NUMBER, VERDICT, JITTER, KIND };

/* Where a column's value lies in its struct. */
struct column {
	enum type type;
	size_t offset;
};

#define COMPARE_COLUMNS(X)                                                                         \
	X(TEXT, test)                                                                              \
	X(TEXT, params)                                                                            \
	X(TEXT, metric)                                                                            \
	X(TEXT, unit)                                                                              \
	X(TEXT, better)                                                                            \
	X(TEXT, base)                                                                              \
	X(TEXT, commit)                                                                            \
	X(NUMBER, base_runs)                                                                       \
	X(NUMBER, runs)                                                                            \
	X(NUMBER, base_value)                                                                      \
	X(NUMBER, value)                                                                           \
	X(NUMBER, change)                                                                          \
	X(NUMBER, low)                                                                             \
	X(NUMBER, high)                                                                            \
	X(NUMBER, p)                                                                               \
	X(NUMBER, p_holm)                                                                          \
	X(NUMBER, q)                                                                               \
	X(TEXT, grade)                                                                             \
	X(NUMBER, theta)                                                                           \
	X(VERDICT, verdict)                                                                        \
	X(NUMBER, runs_needed)                                                                     \
	X(NUMBER, jitter_base)                                                                     \
	X(NUMBER, jitter)                                                                          \
	X(NUMBER, jitter_ratio)                                                                    \
	X(NUMBER, jitter_low)                                                                      \
	X(NUMBER, jitter_high)                                                                     \
	X(NUMBER, jitter_p)                                                                        \
	X(JITTER, jitter_verdict)                                                                  \
	X(TEXT, note)                                                                              \
	X(NUMBER, runs_for_change)                                                                 \
	X(KIND, kind)                                                                              \
	X(NUMBER, df)                                                                              \
	X(NUMBER, p_exact)                                                                         \
	X(NUMBER, base_sessions)                                                                   \
	X(NUMBER, sessions)                                                                        \
	X(NUMBER, blocks)                                                                          \
	X(NUMBER, history_df)                                                                      \
	X(NUMBER, spread_base)                                                                     \
	X(NUMBER, spread)                                                                          \
	X(NUMBER, spread_ratio)                                                                    \
	X(NUMBER, spread_low)                                                                      \
	X(NUMBER, spread_high)                                                                     \
	X(NUMBER, spread_p)                                                                        \
	X(TEXT, jitter_by)

#define SUMMARY_COLUMNS(X)                                                                         \
	X(TEXT, test)                                                                              \
	X(TEXT, params)                                                                            \
	X(TEXT, metric)                                                                            \
	X(TEXT, unit)                                                                              \
	X(TEXT, better)                                                                            \
	X(TEXT, commit)                                                                            \
	X(TEXT, run)                                                                               \
	X(NUMBER, runs)                                                                            \
	X(NUMBER, value)                                                                           \
	X(NUMBER, sd)                                                                              \
	X(NUMBER, cv)                                                                              \
	X(NUMBER, low)                                                                             \
	X(NUMBER, high)                                                                            \
	X(NUMBER, samples)                                                                         \
	X(NUMBER, sample_min)                                                                      \
	X(NUMBER, sample_max)                                                                      \
	X(NUMBER, sample_mean)                                                                     \
	X(NUMBER, sample_sd)                                                                       \
	X(NUMBER, sample_cv)                                                                       \
	X(TEXT, note)                                                                              \
	X(NUMBER, lag1)                                                                            \
	X(NUMBER, effective_samples)                                                               \
	X(NUMBER, drift)                                                                           \
	X(NUMBER, drift_p)                                                                         \
	X(NUMBER, between_share)

#define SHIFT_COLUMNS(X)                                                                           \
	X(TEXT, test)                                                                              \
	X(TEXT, params)                                                                            \
	X(TEXT, metric)                                                                            \
	X(TEXT, unit)                                                                              \
	X(TEXT, base)                                                                              \
	X(TEXT, commit)                                                                            \
	X(NUMBER, base_runs)                                                                       \
	X(NUMBER, runs)                                                                            \
	X(NUMBER, quantile)                                                                        \
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
	X(NUMBER, shape_p)                                                                         \
	X(TEXT, shape)                                                                             \
	X(TEXT, note)

#define PLAN_COLUMNS(X)                                                                            \
	X(TEXT, test)                                                                              \
	X(TEXT, params)                                                                            \
	X(TEXT, metric)                                                                            \
	X(TEXT, unit)                                                                              \
	X(NUMBER, commits)                                                                         \
	X(NUMBER, runs)                                                                            \
	X(NUMBER, sd)                                                                              \
	X(NUMBER, sd_low)                                                                          \
	X(NUMBER, sd_high)                                                                         \
	X(NUMBER, df)                                                                              \
	X(NUMBER, effect)                                                                          \
	X(NUMBER, power)                                                                           \
	X(NUMBER, alpha)                                                                           \
	X(NUMBER, tests)                                                                           \
	X(NUMBER, runs_needed)                                                                     \
	X(NUMBER, runs_high)                                                                       \
	X(NUMBER, detectable)                                                                      \
	X(NUMBER, sample_sd)                                                                       \
	X(NUMBER, samples)                                                                         \
	X(NUMBER, tau)                                                                             \
	X(NUMBER, run_variance)                                                                    \
	X(NUMBER, run_seconds)                                                                     \
	X(NUMBER, overhead_seconds)                                                                \
	X(NUMBER, best_seconds)                                                                    \
	X(NUMBER, best_runs)                                                                       \
	X(TEXT, note)                                                                              \
	X(TEXT, role)                                                                              \
	X(TEXT, length)

#define SELFCHECK_COLUMNS(X)                                                                       \
	X(TEXT, kind)                                                                              \
	X(TEXT, test)                                                                              \
	X(TEXT, params)                                                                            \
	X(TEXT, metric)                                                                            \
	X(TEXT, unit)                                                                              \
	X(TEXT, commit)                                                                            \
	X(NUMBER, runs)                                                                            \
	X(TEXT, splits_by)                                                                         \
	X(NUMBER, seed)                                                                            \
	X(NUMBER, splits)                                                                          \
	X(NUMBER, alarms)                                                                          \
	X(NUMBER, alpha)                                                                           \
	X(NUMBER, rate)                                                                            \
	X(NUMBER, low)                                                                             \
	X(NUMBER, high)                                                                            \
	X(NUMBER, p)                                                                               \
	X(NUMBER, drift_p)                                                                         \
	X(TEXT, grade)                                                                             \
	X(TEXT, note)                                                                              \
	X(TEXT, role)                                                                              \
	X(TEXT, verdict)                                                                           \
	X(NUMBER, runs_needed)                                                                     \
	X(NUMBER, drift)

#define NAME(type, name) #name,
#define COMPARE_COLUMN(type, name) {type, offsetof(struct finding_compare, name)},
#define SUMMARY_COLUMN(type, name) {type, offsetof(struct finding_summary, name)},
#define SHIFT_COLUMN(type, name) {type, offsetof(struct finding_shift, name)},
#define PLAN_COLUMN(type, name) {type, offsetof(struct finding_plan, name)},
#define SELFCHECK_COLUMN(type, name) {type, offsetof(struct finding_selfcheck, name)},

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
	return where_set(why, NULL, row->line, "%s '%.*s' is not known", row->kind->columns[i],
			 text.n > 80 ? 80 : (int)text.n, text.p);
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

		switch (columns[i].type) {
		case TEXT:
			*(struct view *)member = row->field[i];
			break;
		case NUMBER:
			ok = table_number(row, i, member, why);
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

		switch (columns[i].type) {
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
		bool ok = parse(row, table##_columns, &finding, why);                              \
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
