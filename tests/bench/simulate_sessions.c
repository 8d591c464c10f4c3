/* Sides that were measured in sessions of their own, and blocks of one test whose metrics say
 * nearly the same: what grade_test makes of equals. */
#include "tests/bench/simulate.h"

#include <math.h>
#include <stdio.h>

#include "analyze/compare/verdict.h"
#include "analyze/grade/grade.h"

enum {
	RUNS_MAX = 12, /* a side */
	SESSIONS_MAX = 10,
	BETWEEN_DF = 8,   /* of what history knows of sessions */
	WITHIN_DF = 20,   /* and of runs */
	SESSION_RUNS = 5, /* that its sessions have */
	METRICS = 8,      /* of one test in blocks */
	MORE_TRIALS = 5   /* of single cells, which are quick */
};

/* The runs in each session of either side; 0 ends them. */
struct layout {
	const char *name;
	int runs[2][SESSIONS_MAX + 1];
};

/* A mean square of normal deviates. */
static double
mean_square(struct noise_source *source, int df, double variance)
{
	double sum = 0;

	for (int i = 0; i < df; i++) {
		double z = noise_normal(source);
		sum += z * z;
	}
	return variance * sum / df;
}

/* What a history of sessions with SESSION_RUNS runs each knows of runs with an sd of 1 and sessions
 * with one of sd. */
static struct grade_history
history_of(struct noise_source *source, double sd)
{
	double within = mean_square(source, WITHIN_DF, 1);
	double between = mean_square(source, BETWEEN_DF, 1 + SESSION_RUNS * sd * sd);
	double more = between - within;
	struct grade_history out = {.variance = within, .df = WITHIN_DF, .session_df = BETWEEN_DF};

	if (more > 0) {
		out.session_variance = more / SESSION_RUNS;
		out.session_df =
		    more * more / (between * between / BETWEEN_DF + within * within / WITHIN_DF);
	}
	return out;
}

/* Draws one side's runs, whose sessions are numbered from first on; returns how many they are. */
static size_t
draw(struct noise_source *source, const int *runs, double sd, int first, double *x, int *session)
{
	size_t n = 0;

	for (int k = 0; runs[k]; k++) {
		double level = sd * noise_normal(source);
		for (int i = 0; i < runs[k]; i++) {
			session[n] = first + k;
			x[n++] = level + noise_normal(source);
		}
	}
	return n;
}

/* Whether sides whose levels differ by shift are called different. */
static bool
alarms(struct noise_source *source, const struct layout *layout, double sd, double shift,
       bool history)
{
	double x[2][RUNS_MAX];
	int session[2][RUNS_MAX];
	size_t n[2];

	for (int s = 0; s < 2; s++)
		n[s] = draw(source, layout->runs[s], sd, s * SESSIONS_MAX, x[s], session[s]);
	for (size_t i = 0; i < n[1]; i++)
		x[1][i] += shift;
	struct grade_side a = {.x = x[0], .session = session[0], .n = n[0]};
	struct grade_side b = {.x = x[1], .session = session[1], .n = n[1]};
	struct grade_history earlier = history_of(source, sd);
	return grade_test(&a, &b, NULL, history ? &earlier : NULL, false).difference.p <=
	       verdict_alpha;
}

static const struct layout layouts[] = {
    {"1×5 v 1×5", {{5}, {5}}},
    {"2×3 v 2×3", {{3, 3}, {3, 3}}},
    {"3×3 v 3×3", {{3, 3, 3}, {3, 3, 3}}},
    {"5×2 v 5×2", {{2, 2, 2, 2, 2}, {2, 2, 2, 2, 2}}},
    {"5×1 v 5×1", {{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}}},
    {"2×3 v 3×2", {{3, 3}, {2, 2, 2}}},
    {"2×3 v 6×1", {{3, 3}, {1, 1, 1, 1, 1, 1}}},
    {"2×3 v 10×1", {{3, 3}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}},
    {"3×1 v 2×3", {{1, 1, 1}, {3, 3}}},
    {"4+2 v 1+1+4", {{4, 2}, {1, 1, 4}}},
    {"5+1 v 5+1", {{5, 1}, {5, 1}}},
    {"6+1+1 v 2+3+4", {{6, 1, 1}, {2, 3, 4}}},
    {"8+1 v 6×1", {{8, 1}, {1, 1, 1, 1, 1, 1}}},
    {"1×6 v 2×3", {{6}, {3, 3}}},
    {"1×3 v 3×1", {{3}, {1, 1, 1}}},
    {"1×6 v 3×2", {{6}, {2, 2, 2}}},
    {"1×10 v 10×1", {{10}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}},
    {"1×2 v 10×1", {{2}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}},
};

static void
print_sessions(struct simulation *simulation)
{
	static const double sds[] = {0, 0.5, 1, 1.5};

	puts("Sides in sessions of their own, cells called different at 5 %:\n");
	puts("| sessions × runs in each | sessions vary by 0 | 0.5 | 1 | 1.5 | with history: 0 | "
	     "0.5 | 1 "
	     "| 1.5 |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|");
	for (size_t l = 0; l < sizeof(layouts) / sizeof(layouts[0]); l++) {
		printf("| %s |", layouts[l].name);
		for (size_t i = 0; i < 2 * sizeof(sds) / sizeof(sds[0]); i++) {
			struct share share = {0, 0};
			for (size_t t = 0; t < MORE_TRIALS * simulation->trials; t++)
				share_add(&share, alarms(&simulation->source, &layouts[l],
							 sds[i % 4], 0, i >= 4));
			share_print(share);
		}
		puts("");
	}
	puts("");
}

/* Runs vary by 1 %, sessions add nothing. */
static void
print_session_power(struct simulation *simulation)
{
	static const double changes[] = {-0.02, -0.05, -0.1, -0.3};

	puts("Changes found, runs vary by 1 %, sessions by nothing:\n");
	puts("| sessions × runs in each | -2 % | -5 % | -10 % | -30 % |\n|---|--:|--:|--:|--:|");
	for (size_t l = 0; l < sizeof(layouts) / sizeof(layouts[0]); l++) {
		printf("| %s |", layouts[l].name);
		for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
			struct share share = {0, 0};
			for (size_t t = 0; t < simulation->trials; t++)
				share_add(&share, alarms(&simulation->source, &layouts[l], 0,
							 log1p(changes[i]) / 0.01, false));
			share_print(share);
		}
		puts("");
	}
	puts("");
}

/* Of one test, METRICS metrics whose noise correlates by correlation, in blocks with this sd beside
 * the runs' own of 1. */
static void
judge_test(struct noise_source *source, size_t runs, double correlation, double block_sd,
	   struct share *share)
{
	double x[METRICS][2][RUNS_MAX];
	int block[RUNS_MAX];
	struct grade_cell cells[METRICS];

	for (size_t r = 0; r < runs; r++) {
		double level = block_sd * noise_normal(source);
		block[r] = (int)r;
		for (int s = 0; s < 2; s++) {
			double common = sqrt(correlation) * noise_normal(source);
			for (int m = 0; m < METRICS; m++)
				x[m][s][r] =
				    level + common + sqrt(1 - correlation) * noise_normal(source);
		}
	}
	for (int m = 0; m < METRICS; m++)
		cells[m] = (struct grade_cell){.a = {.x = x[m][0], .block = block, .n = runs},
					       .b = {.x = x[m][1], .block = block, .n = runs},
					       .df = 2 * (double)runs - 2};
	bool help = grade_blocks_help(cells, METRICS);
	for (int m = 0; m < METRICS; m++)
		share_add(share,
			  grade_test(&cells[m].a, &cells[m].b, NULL, NULL, help).difference.p <=
			      verdict_alpha);
}

static void
print_one_test(struct simulation *simulation)
{
	static const double correlations[] = {0.5, 0.8, 0.98}, sds[] = {0, 0.5, 1, 2};

	puts("One test with 8 metrics in randomised blocks, cells called different at 5 %:\n");
	puts(
	    "| metrics correlate by | blocks vary by | 3 blocks | 5 | 10 |\n|--:|--:|--:|--:|--:|");
	for (size_t c = 0; c < sizeof(correlations) / sizeof(correlations[0]); c++)
		for (size_t b = 0; b < sizeof(sds) / sizeof(sds[0]); b++) {
			printf("| %.2f | %.1f |", correlations[c], sds[b]);
			for (int i = 0; i < SIMULATE_SIZES; i++) {
				struct share share = {0, 0};
				for (size_t t = 0; t < simulation->trials; t++)
					judge_test(&simulation->source, simulate_runs[i],
						   correlations[c], sds[b], &share);
				share_print(share);
			}
			puts("");
		}
	puts("");
}

void
simulate_sessions(struct simulation *simulation)
{
	print_sessions(simulation);
	print_session_power(simulation);
	print_one_test(simulation);
}
