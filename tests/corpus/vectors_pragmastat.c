/* The test vectors of pragmastat: one JSON document each. Its two-sample estimators say how far x
 * lies above y; a vector that expects an error expects no number here. */
#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/robust.h"
#include "collect/base/mem.h"
#include "tests/corpus/vectors.h"

/* Its bounds are found by bisection, to some 1e-14. */
static const double error = 1e-12;

static const struct estimator {
	const char *name;
	double (*one)(const double *x, size_t n);
	double (*two)(const double *a, size_t n_a, const double *b, size_t n_b);
	struct robust_bounds (*one_bounds)(const double *x, size_t n, double misrate);
	struct robust_bounds (*two_bounds)(const double *a, size_t n_a, const double *b, size_t n_b,
					   double misrate);
} estimators[] = {
    {.name = "center", .one = robust_center},
    {.name = "spread", .one = robust_spread},
    {.name = "shift", .two = robust_shift},
    {.name = "ratio", .two = robust_ratio},
    {.name = "disparity", .two = robust_disparity},
    {.name = "center-bounds", .one_bounds = robust_center_bounds},
    {.name = "shift-bounds", .two_bounds = robust_shift_bounds},
    {.name = "ratio-bounds", .two_bounds = robust_ratio_bounds},
    /* These draw pairs by its own random numbers. */
    {.name = "spread-bounds"},
    {.name = "disparity-bounds"},
};

static struct vector_list
numbers_of(json_t *array)
{
	struct vector_list list = {NULL, 0};

	for (size_t i = 0; i < json_array_size(array); i++)
		vector_add(&list, json_number_value(json_array_get(array, i)));
	return list;
}

static double
number_or_nan(json_t *value)
{
	return json_is_number(value) ? json_number_value(value) : NAN;
}

static void
check_bounds(struct vectors *v, struct robust_bounds got, json_t *want, const char *name)
{
	double low = number_or_nan(json_object_get(want, "lower"));
	double high = number_or_nan(json_object_get(want, "upper"));

	vectors_close(v, got.low, low, error, "pragmastat %s low", name);
	vectors_close(v, got.high, high, error, "pragmastat %s high", name);
}

static void
check_vector(struct vectors *v, const struct estimator *e, json_t *input, json_t *want,
	     const char *name)
{
	struct vector_list x = numbers_of(json_object_get(input, "x"));
	struct vector_list y = numbers_of(json_object_get(input, "y"));
	double misrate = json_number_value(json_object_get(input, "misrate"));

	if (e->one)
		vectors_close(v, e->one(x.x, x.n), number_or_nan(want), error, "pragmastat %s",
			      name);
	else if (e->two)
		vectors_close(v, e->two(y.x, y.n, x.x, x.n), number_or_nan(want), error,
			      "pragmastat %s", name);
	else if (e->one_bounds)
		check_bounds(v, e->one_bounds(x.x, x.n, misrate), want, name);
	else
		check_bounds(v, e->two_bounds(y.x, y.n, x.x, x.n, misrate), want, name);
	free(x.x);
	free(y.x);
}

static void
check_file(struct vectors *v, const struct estimator *e, const char *file)
{
	char *path = mem_format("%s/pragmastat/%s/%s", v->folder, e->name, file);
	json_t *document = json_load_file(path, 0, NULL);

	if (document) {
		int stem = (int)strcspn(file, ".");
		char *name = mem_format("%s/%.*s", e->name, stem, file);
		check_vector(v, e, json_object_get(document, "input"),
			     json_object_get(document, "output"), name);
		free(name);
	} else
		vectors_broken(v, path);
	json_decref(document);
	free(path);
}

static int
is_vector(const struct dirent *entry)
{
	const char *end = strrchr(entry->d_name, '.');

	return end && strcmp(end, ".json") == 0;
}

void
vectors_pragmastat(struct vectors *v)
{
	for (size_t i = 0; i < countof(estimators); i++) {
		const struct estimator *e = &estimators[i];
		char *path = mem_format("%s/pragmastat/%s", v->folder, e->name);
		struct dirent **entry = NULL;
		int n = scandir(path, &entry, is_vector, alphasort);

		if (n < 0)
			vectors_broken(v, path);
		else if (!(e->one || e->two || e->one_bounds || e->two_bounds))
			vectors_skip(v, e->name, (size_t)n);
		for (int j = 0; j < n; j++) {
			if (e->one || e->two || e->one_bounds || e->two_bounds)
				check_file(v, e, entry[j]->d_name);
			free(entry[j]);
		}
		free(entry);
		free(path);
	}
}
