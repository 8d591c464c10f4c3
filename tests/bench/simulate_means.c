/* Grades w, m and h and other tools' rules, on the same runs. */
#include "tests/bench/simulate.h"

#include <math.h>
#include <stdio.h>

#include "analyze/compare/verdict.h"
#include "analyze/grade/grade.h"
#include "analyze/statistics/adjust.h"
#include "analyze/statistics/moments.h"
#include "tests/bench/peer.h"

enum {
	CELLS = 53,     /* of one comparison: a nightly table that was complained about had 53 */
	CELLS_FEW = 12, /* just above what moderating needs */
	CELLS_PEER = 8, /* whose samples are made, for the rules of other tools */
	COMMITS = 10,   /* of history */
};

static const double unlike_spread = 0.4; /* sd of the logarithm of a cell's sd */

enum rule { RULE_W, RULE_M, RULE_M_UNLIKE, RULE_M_FEW, RULE_H, RULES };

static const char *const rule_name[RULES] = {
    [RULE_W] = "w",
    [RULE_M] = "m, 53 cells of the same sd",
    [RULE_M_UNLIKE] = "m, 53 cells, sd ×/÷ 1.5",
    [RULE_M_FEW] = "m, 12 cells of the same sd",
    [RULE_H] = "h, 10 earlier commits",
};

struct cell {
	double side[2][SIMULATE_RUNS_MAX]; /* logarithms of run means */
	struct grade_history history;
};

/* What is counted of one model, number of runs and effect. */
struct outcome {
	struct share alarm[RULES], covered[RULES];
	struct share family[RULES]; /* comparisons of 53 with any alarm after Holm */
	struct share any;           /* grade w without correction */
	struct share peer[PEERS];
};

/* One setting of an experiment. */
struct setting {
	struct noise noise;
	size_t runs;
	double effect; /* logarithm of b over a */
};

static struct grade_side
side_of(const struct cell *cell, int s, size_t runs)
{
	return (struct grade_side){.x = cell->side[s], .n = runs};
}

/* The variance of COMMITS commits of as many runs. */
static struct grade_history
history_of(struct noise_source *source, const struct noise *noise, size_t runs)
{
	double x[SIMULATE_RUNS_MAX];
	struct grade_history history = {.session_variance = NAN};

	for (int c = 0; c < COMMITS; c++) {
		for (size_t r = 0; r < runs; r++)
			x[r] = noise_run_mean(source, noise, 0);
		history.variance += moments_of(x, runs).variance / COMMITS;
	}
	history.df = COMMITS * (double)(runs - 1);
	return history;
}

static void
ask_peers(struct outcome *out, const struct cell *cell, double *sample[2], size_t runs)
{
	double mean[2][SIMULATE_RUNS_MAX];
	struct peer_side side[2];

	for (int s = 0; s < 2; s++) {
		for (size_t r = 0; r < runs; r++)
			mean[s][r] = exp(cell->side[s][r]);
		side[s] = (struct peer_side){mean[s], runs, sample[s], runs * NOISE_SAMPLES};
	}
	for (int p = 0; p < PEERS; p++)
		share_add(&out->peer[p], peer_table[p].alarms(&side[0], &side[1]));
}

/* Cells with samples, which the peers are asked about. */
static void
make_with_samples(struct simulation *simulation, const struct setting *setting, struct cell *cell,
		  size_t n, struct outcome *out)
{
	double a[SIMULATE_RUNS_MAX * NOISE_SAMPLES], b[SIMULATE_RUNS_MAX * NOISE_SAMPLES];
	double *sample[2] = {a, b};

	for (size_t i = 0; i < n; i++) {
		for (int s = 0; s < 2; s++)
			for (size_t r = 0; r < setting->runs; r++)
				cell[i].side[s][r] = noise_run(&simulation->source, &setting->noise,
							       s ? setting->effect : 0,
							       sample[s] + r * NOISE_SAMPLES);
		cell[i].history = history_of(&simulation->source, &setting->noise, setting->runs);
		ask_peers(out, &cell[i], sample, setting->runs);
	}
}

/* Cells of run means alone; spread is the sd of the logarithm of their sd. */
static void
make(struct simulation *simulation, const struct setting *setting, double spread, struct cell *cell,
     size_t n)
{
	for (size_t i = 0; i < n; i++) {
		double scale = exp(spread * noise_normal(&simulation->source));
		struct noise noise = noise_scaled(setting->noise, scale);
		for (int s = 0; s < 2; s++)
			for (size_t r = 0; r < setting->runs; r++)
				cell[i].side[s][r] = noise_run_mean(&simulation->source, &noise,
								    s ? setting->effect : 0);
		cell[i].history = history_of(&simulation->source, &noise, setting->runs);
	}
}

static struct prior
prior_of(const struct cell *cell, size_t n, size_t runs)
{
	double variance[CELLS] = {0}, df[CELLS] = {0};

	for (size_t i = 0; i < n; i++) {
		struct grade_side a = side_of(&cell[i], 0, runs), b = side_of(&cell[i], 1, runs);
		grade_pooled(&a, &b, &variance[i], &df[i]);
	}
	return moderate_fit(variance, df, n);
}

static void
judge(struct outcome *out, enum rule rule, const struct setting *setting, const struct cell *cell,
      size_t n)
{
	bool moderated = rule == RULE_M || rule == RULE_M_UNLIKE || rule == RULE_M_FEW;
	struct prior prior = prior_of(cell, n, setting->runs);
	double p[CELLS];
	bool any = false, family = false;

	for (size_t i = 0; i < n; i++) {
		struct grade_side a = side_of(&cell[i], 0, setting->runs),
				  b = side_of(&cell[i], 1, setting->runs);
		struct difference d = grade_test(&a, &b, moderated ? &prior : NULL,
						 rule == RULE_H ? &cell[i].history : NULL, false)
					  .difference;
		p[i] = isnan(d.p) ? 1 : d.p;
		any = any || p[i] <= verdict_alpha;
		share_add(&out->alarm[rule], p[i] <= verdict_alpha);
		share_add(&out->covered[rule],
			  d.low <= setting->effect && setting->effect <= d.high);
	}
	adjust_holm(p, n, p);
	for (size_t i = 0; i < n; i++)
		family = family || p[i] <= verdict_alpha;
	share_add(&out->family[rule], family);
	if (rule == RULE_W)
		share_add(&out->any, any);
}

static struct outcome
outcome_of(struct simulation *simulation, const struct setting *setting, size_t trials)
{
	struct cell cell[CELLS];
	struct outcome out = {.any = {0, 0}};

	for (size_t t = 0; t < trials; t++) {
		make_with_samples(simulation, setting, cell, CELLS_PEER, &out);
		make(simulation, setting, 0, cell + CELLS_PEER, CELLS - CELLS_PEER);
		judge(&out, RULE_W, setting, cell, CELLS);
		judge(&out, RULE_M, setting, cell, CELLS);
		judge(&out, RULE_M_FEW, setting, cell, CELLS_FEW);
		judge(&out, RULE_H, setting, cell, CELLS);
		make(simulation, setting, unlike_spread, cell, CELLS);
		judge(&out, RULE_M_UNLIKE, setting, cell, CELLS);
	}
	return out;
}

/* One outcome for each kind of noise and number of runs. */
struct outcomes {
	struct outcome at[NOISE_KINDS][SIMULATE_SIZES];
};

static void
run_all(struct simulation *simulation, double effect, size_t trials, struct outcomes *out)
{
	for (int kind = 0; kind < NOISE_KINDS; kind++)
		for (int i = 0; i < SIMULATE_SIZES; i++) {
			struct setting setting = {noise_usual(kind), simulate_runs[i], effect};
			out->at[kind][i] = outcome_of(simulation, &setting, trials);
		}
}

/* The head of a table with a column for each kind of noise and number of runs. */
static void
print_head(const char *first)
{
	static const char *const heads[NOISE_KINDS] = {[NOISE_PLAIN] = "plain, runs a side: ",
						       [NOISE_STALLED] = "stalled: ",
						       [NOISE_HARD] = "stalled hard: ",
						       [NOISE_LEVELS] = "two levels: "};

	printf("| %s |", first);
	for (int kind = 0; kind < NOISE_KINDS; kind++)
		for (int i = 0; i < SIMULATE_SIZES; i++)
			printf(" %s%zu |", i ? "" : heads[kind], simulate_runs[i]);
	puts("");
	printf("|---|");
	for (int i = 0; i < NOISE_KINDS * SIMULATE_SIZES; i++)
		printf("--:|");
	puts("");
}

/* A row of the shares that stand at offset in each outcome. */
static void
print_row(const char *name, const struct outcomes *outcomes, size_t offset)
{
	printf("| %s |", name);
	for (int kind = 0; kind < NOISE_KINDS; kind++)
		for (int i = 0; i < SIMULATE_SIZES; i++) {
			const char *outcome = (const char *)&outcomes->at[kind][i];
			share_print(*(const struct share *)(const void *)(outcome + offset));
		}
	puts("");
}

static void
print_rules(const struct outcomes *outcomes, size_t offset)
{
	for (int r = 0; r < RULES; r++)
		print_row(rule_name[r], outcomes, offset + (size_t)r * sizeof(struct share));
}

static void
print_peers(const struct outcomes *outcomes)
{
	for (int p = 0; p < PEERS; p++)
		print_row(peer_table[p].name, outcomes,
			  offsetof(struct outcome, peer) + (size_t)p * sizeof(struct share));
}

void
simulate_means(struct simulation *simulation)
{
	struct outcomes equal, shifted;

	run_all(simulation, 0, simulation->trials, &equal);
	puts("Cells called different at 5 % where nothing changed:\n");
	print_head("rule");
	print_rules(&equal, offsetof(struct outcome, alarm));
	print_peers(&equal);
	puts("\nComparisons of 53 cells (12 where it says so) with any false alarm:\n");
	print_head("correction by Holm");
	print_rules(&equal, offsetof(struct outcome, family));
	print_row("w, not corrected", &equal, offsetof(struct outcome, any));
	run_all(simulation, log(1.03), (simulation->trials + 3) / 4, &shifted);
	puts("\nCells called different at 5 % where b is 3 % above a:\n");
	print_head("rule");
	print_rules(&shifted, offsetof(struct outcome, alarm));
	print_peers(&shifted);
	puts("\nIntervals of 95 % that hold the true change of 3 %:\n");
	print_head("grade");
	print_rules(&shifted, offsetof(struct outcome, covered));
	puts("");
}
