/* Sides that were measured in sessions of their own, and blocks of one test whose metrics say
 * nearly the same: what grade_test makes of equals. */
#include "tests/bench/simulate.h"

#include <math.h>
#include <stdio.h>

#include "analyze/compare/verdict.h"
#include "analyze/grade/grade.h"

enum {
	RUNS_MAX = 10,    /* a side */
	BETWEEN_DF = 8,   /* of what history knows of sessions */
	WITHIN_DF = 20,   /* and of runs */
	SESSION_RUNS = 5, /* that its sessions have */
	METRICS = 8,      /* of one test in blocks */
	MORE_TRIALS = 5   /* of single cells, which are quick */
};

struct layout {
	size_t sessions, runs; /* a side, in each */
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

static bool
alarms(struct noise_source *source, const struct layout *layout, double sd, bool history)
{
	double x[2][RUNS_MAX];
	int session[2][RUNS_MAX];
	size_t n = layout->sessions * layout->runs;

	for (int s = 0; s < 2; s++) {
		double level = 0;
		for (size_t i = 0; i < n; i++) {
			if (i % layout->runs == 0)
				level = sd * noise_normal(source);
			x[s][i] = level + noise_normal(source);
			session[s][i] = (int)(s ? layout->sessions : 0) + (int)(i / layout->runs);
		}
	}
	struct grade_side a = {.x = x[0], .session = session[0], .n = n};
	struct grade_side b = {.x = x[1], .session = session[1], .n = n};
	struct grade_history earlier = history_of(source, sd);
	return grade_test(&a, &b, NULL, history ? &earlier : NULL, false).difference.p <=
	       verdict_alpha;
}

static void
print_sessions(struct simulation *simulation)
{
	static const struct layout layouts[] = {{1, 5}, {2, 3}, {3, 3}, {5, 2}, {5, 1}};
	static const double sds[] = {0, 0.5, 1, 1.5};

	puts("Sides in sessions of their own, cells called different at 5 %:\n");
	puts("| sessions a side, runs in each | sessions vary by 0 | 0.5 | 1 | 1.5 | with history: "
	     "0 "
	     "| 0.5 | 1 | 1.5 |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|");
	for (size_t l = 0; l < sizeof(layouts) / sizeof(layouts[0]); l++) {
		printf("| %zu, %zu |", layouts[l].sessions, layouts[l].runs);
		for (size_t i = 0; i < 2 * sizeof(sds) / sizeof(sds[0]); i++) {
			struct share share = {0, 0};
			for (size_t t = 0; t < MORE_TRIALS * simulation->trials; t++)
				share_add(&share, alarms(&simulation->source, &layouts[l],
							 sds[i % 4], i >= 4));
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
	print_one_test(simulation);
}
