/* Families of tests, in numbers. */
#include "render/chart/sweep_part.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "render/model/cells.h"
#include "render/model/comparison.h"
#include "render/model/params.h"

/* The parameters that can tell tests apart; any of the first three can be an axis. */
static const char *const keys[] = {"iodepth", "numjobs",   "bs",        "rw",      "bsrange",
				   "bssplit", "rwmixread", "ioengine",  "direct",  "sync",
				   "rate",    "rate_iops", "thinktime", "buffered"};
enum { AXES = 3 };
static const char *const axis_names[AXES] = {"queue depth", "jobs", "block size"};

/* A test with the values of all keys. */
struct member {
	struct view test;
	struct view value[countof(keys)];
	char *family; /* all values but that of the axis */
	double x;
};

struct members {
	struct member *at;
	size_t n;
};

/* "4k" as 4096, "16" as 16; NaN for what is no number. */
static double
number_of(struct view text)
{
	static const char suffixes[] = "kmg";
	char *end, *copy = mem_copy(text.p, text.n);
	double value = strtod(copy, &end);
	const char *suffix = *end ? strchr(suffixes, *end | 32) : NULL;

	if (end == copy || (*end && (!suffix || (end[1] && strcmp(end + 1, "iB") != 0))))
		value = NAN;
	else if (suffix)
		value *= pow(1024, (double)(suffix - suffixes + 1));
	free(copy);
	return isfinite(value) && value > 0 ? value : NAN;
}

/* The test's first run on either side; NULL where it has none. */
static const struct run *
first_run(const struct sweep *s, const struct chart_request *r, struct view test)
{
	const struct view commits[] = {s->base, s->commit};
	const struct run *first = NULL;

	for (size_t i = 0; i < s->n_sides && !first; i++) {
		size_t n;
		const struct run **runs = data_runs(r->data, commits[i], test, &n);

		first = n ? runs[0] : NULL;
		free(runs);
	}
	return first;
}

static struct members
members_of(const struct sweep *s, const struct chart_request *r)
{
	struct members all = {NULL, 0};

	for (size_t i = 0; i < data_tests(r->data); i++) {
		struct view test = data_test(r->data, i);
		const struct run *run = test.n ? first_run(s, r, test) : NULL;

		if (!run)
			continue;
		all.at = mem_resize(all.at, all.n + 1, sizeof(*all.at));
		struct member *member = &all.at[all.n++];
		*member = (struct member){.test = test};
		for (size_t k = 0; k < countof(keys); k++) {
			char *name = mem_format("job.%s", keys[k]);

			member->value[k] = data_fact(r->data, run, name);
			free(name);
		}
	}
	return all;
}

/* "rw=randread bs=4k": the values of all keys but the axis, as params.h takes them. */
static void
name_families(struct members *all, size_t axis)
{
	for (size_t i = 0; i < all->n; i++) {
		struct member *m = &all->at[i];

		free(m->family);
		m->family = mem_dup("");
		for (size_t k = 0; k < countof(keys); k++) {
			if (k != axis && m->value[k].n)
				mem_append(&m->family, "%s%s=%.*s", *m->family ? " " : "", keys[k],
					   VIEW_ARGS(m->value[k]));
		}
		m->x = number_of(m->value[axis]);
	}
}

/* Pairs of tests of one family that differ on the axis. */
static size_t
count_pairs(const struct members *all)
{
	size_t pairs = 0;

	for (size_t i = 0; i < all->n; i++) {
		for (size_t k = 0; k < i; k++)
			pairs += all->at[i].x != all->at[k].x && !isnan(all->at[i].x) &&
				 !isnan(all->at[k].x) &&
				 strcmp(all->at[i].family, all->at[k].family) == 0;
	}
	return pairs;
}

/* The queue depth where it makes families, else the jobs, else the block size. */
static bool
choose_axis(struct sweep *s, struct members *all, struct where *why)
{
	for (size_t axis = 0; axis < AXES; axis++) {
		name_families(all, axis);
		if (count_pairs(all) == 0)
			continue;
		s->key = keys[axis];
		s->axis = axis_names[axis];
		return true;
	}
	return where_set(why, NULL, 0,
			 "no two tests differ in their queue depth (or jobs, or block size) "
			 "alone: this chart is drawn from a sweep, as in samples/sweep.fio");
}

static struct sweep_family *
family_of(struct sweep *s, const char *params)
{
	for (size_t i = 0; i < s->n; i++) {
		if (strcmp(s->family[i].params, params) == 0)
			return &s->family[i];
	}
	s->family = mem_resize(s->family, s->n + 1, sizeof(*s->family));
	s->family[s->n] = (struct sweep_family){.params = mem_dup(params)};
	return &s->family[s->n++];
}

static void
add_point(struct sweep *s, const struct chart_request *r, const struct member *m)
{
	struct sweep_family *family = family_of(s, m->family);

	family->point = mem_resize(family->point, family->n + 1, sizeof(*family->point));
	struct sweep_point *p = &family->point[family->n++];
	*p = (struct sweep_point){.test = m->test, .x = m->x};
	for (size_t side = 0; side < 2; side++) {
		for (enum sweep_metric k = 0; k < SWEEP_METRICS; k++) {
			p->side[side][k] = (struct sweep_value){NAN, NAN, NAN, 0};
			if (side < s->n_sides)
				sweep_fill(s, r, p, side, k);
		}
	}
}

static int
by_x(const void *a, const void *b)
{
	const struct sweep_point *x = a, *y = b;

	return (x->x > y->x) - (x->x < y->x);
}

static void
free_family(struct sweep_family *family)
{
	free(family->label);
	free(family->params);
	free(family->point);
	memset(family, 0, sizeof(*family));
}

/* How far the decided changes of a family went. */
static double
weight(const struct sweep_family *family)
{
	double sum = 0;

	for (size_t i = 0; i < family->n * SWEEP_METRICS; i++) {
		const struct finding_compare *f =
		    family->point[i / SWEEP_METRICS].f[i % SWEEP_METRICS];

		if (f && (f->verdict == VERDICT_REGRESSED || f->verdict == VERDICT_IMPROVED))
			sum += fabs(f->change);
	}
	return sum;
}

/* Takes families of one point out, and the ones that changed least where there are too many. */
static void
keep_some(struct sweep *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->n; i++) {
		if (s->family[i].n < 2)
			free_family(&s->family[i]);
		else
			s->family[kept++] = s->family[i];
	}
	s->n = kept;
	while (s->n > SWEEP_FAMILIES) {
		size_t least = s->n - 1;

		for (size_t i = s->n; i-- > 0;)
			least = weight(&s->family[i]) < weight(&s->family[least]) ? i : least;
		struct sweep_family gone = s->family[least];
		memmove(&s->family[least], &s->family[least + 1],
			(s->n - least - 1) * sizeof(*s->family));
		free_family(&gone);
		s->n--;
		s->n_more++;
	}
}

/* "bs=4k numjobs=2" as "4 KiB, jobs 2". */
static char *
family_label(struct view rest)
{
	char *label = mem_dup("");

	for (size_t k = 0; k < countof(keys); k++) {
		struct view value = comparison_param(rest, keys[k]);
		char *size = strcmp(keys[k], "bs") == 0 ? cells_size(value) : NULL;
		const char *before = strcmp(keys[k], "numjobs") == 0      ? "jobs "
				     : strcmp(keys[k], "iodepth") == 0    ? "qd "
				     : strcmp(keys[k], "rw") == 0 || size ? ""
									  : keys[k];

		if (value.n && size)
			mem_append(&label, "%s%s", *label ? ", " : "", size);
		else if (value.n)
			mem_append(&label, "%s%s%s%.*s", *label ? ", " : "", before,
				   before == keys[k] ? " " : "", VIEW_ARGS(value));
		free(size);
	}
	return label;
}

static void
label_families(struct sweep *s)
{
	struct view *params = mem_alloc(s->n, sizeof(*params));

	for (size_t i = 0; i < s->n; i++)
		params[i] = view_of(s->family[i].params);
	char *common = params_common(params, s->n);
	for (size_t i = 0; i < s->n; i++) {
		char *rest = params_rest(params[i], s->n > 1 ? common : "");

		s->family[i].label = family_label(view_of(rest));
		/* All that a lone family does is worth telling; of many what they share is not. */
		if (!*s->family[i].label) {
			free(s->family[i].label);
			s->family[i].label = family_label(params[i]);
		}
		free(rest);
	}
	free(common);
	free(params);
}

static void
see(double *low, double *high, double value)
{
	if (!isfinite(value) || !(value > 0))
		return;
	*low = fmin(*low, value);
	*high = fmax(*high, value);
}

static void
find_ranges(struct sweep *s)
{
	s->x_low = s->low[0] = s->low[1] = INFINITY;
	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->family[i].n; k++) {
			const struct sweep_point *p = &s->family[i].point[k];

			see(&s->x_low, &s->x_high, p->x);
			for (size_t v = 0; v < 2 * SWEEP_METRICS; v++) {
				const struct sweep_value *value = &p->side[v / 2][v % 2];
				double *low = &s->low[v % 2], *high = &s->high[v % 2];

				see(low, high, value->value);
				see(low, high, fmax(value->low, value->value / 2));
				see(low, high, fmin(value->high, value->value * 2));
			}
		}
	}
	for (size_t m = 0; m < SWEEP_METRICS; m++) {
		if (!(s->high[m] > 0))
			s->low[m] = s->high[m] = 1;
	}
}

static bool
find_sides(struct sweep *s, const struct chart_request *r)
{
	struct chart_scope scope;
	struct chart_request any = *r;

	any.test = NULL;
	any.warnings = NULL;
	if (!chart_scope_find(&any, NULL, &scope))
		return false;
	s->base = scope.base;
	s->commit = scope.commit;
	s->n_sides = scope.commit.n ? 2 : 1;
	chart_scope_free(&scope);
	return true;
}

struct sweep *
sweep_new(const struct chart_request *r)
{
	struct sweep *s = mem_alloc(1, sizeof(*s));
	struct members all = {NULL, 0};
	bool ok = find_sides(s, r);

	if (ok) {
		all = members_of(s, r);
		ok = choose_axis(s, &all, r->why);
	}
	for (size_t i = 0; ok && i < all.n; i++) {
		if (!isnan(all.at[i].x))
			add_point(s, r, &all.at[i]);
	}
	for (size_t i = 0; i < all.n; i++)
		free(all.at[i].family);
	free(all.at);
	if (!ok) {
		sweep_free(s);
		return NULL;
	}
	keep_some(s);
	for (size_t i = 0; i < s->n; i++)
		qsort(s->family[i].point, s->family[i].n, sizeof(*s->family[i].point), by_x);
	label_families(s);
	find_ranges(s);
	return s;
}

void
sweep_free(struct sweep *s)
{
	for (size_t i = 0; i < s->n; i++)
		free_family(&s->family[i]);
	free(s->family);
	free(s);
}

char *
sweep_x_text(const struct sweep *s, double x)
{
	char *text = mem_format("%.0f", x), *size;

	if (strcmp(s->key, "bs") != 0)
		return text;
	size = cells_size(view_of(text));
	free(text);
	return size;
}
