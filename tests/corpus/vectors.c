/* Published values of statistics against what the library computes: vectors FOLDER. FOLDER holds
 * nist, pragmastat, golden and kalibera. Each disagreement is a line; the last line counts. */
#include "tests/corpus/vectors.h"

#include <dirent.h>
#include <fnmatch.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

/* What cannot agree, because it is defined otherwise here. */
static const struct {
	const char *pattern; /* of names, for fnmatch */
	const char *reason;
} differs[] = {
    {"pragmastat spread/error-constant-x", "equal values have a spread, 0; there it is an error"},
    {"R wilcox(asymptotic,cc).* p", "ties are enumerated; R takes the normal distribution then"},
    {"R wilcox(asymptotic,cc).* shift", "the median of differences; R searches for a root then"},
    {"R wilcox(asymptotic,cc).* low", "as its shift"},
    {"R wilcox(asymptotic,cc).* high", "as its shift"},
    {"R wilcox(exact).a3b3 low", "3 against 3 have no interval of 95 %; R gives their range"},
    {"R wilcox(exact).a3b3 high", "as its low end"},
    {"scipy KJ.ratioCI95(y/x).ministat *",
     "scipy 1.10.1's quantile of t at 6 degrees of freedom is off by 1e-9; R's is ours"},
};

/* Other programs' data and layouts, and what needs no check of values. */
static const char *const other_folders[] = {"benchstat", "ministat", "mongodb", "otava"};

static bool
known_to_differ(const char *name)
{
	for (size_t i = 0; i < countof(differs); i++)
		if (fnmatch(differs[i].pattern, name, 0) == 0)
			return true;
	return false;
}

void
vectors_close(struct vectors *v, double got, double want, double rel, const char *format, ...)
{
	double error = fabs(got - want) / (want != 0 ? fabs(want) : 1);
	va_list ap;

	v->values++;
	if (error <= rel || (isnan(got) && isnan(want)))
		return;
	va_start(ap, format);
	char *name = mem_vformat(format, ap);
	va_end(ap);
	if (known_to_differ(name))
		v->differing++;
	else {
		v->disagreements++;
		printf("%s: got %.17g, want %.17g\n", name, got, want);
	}
	free(name);
}

void
vectors_broken(struct vectors *v, const char *what)
{
	v->disagreements++;
	printf("%s: cannot be read\n", what);
}

void
vectors_skip(struct vectors *v, const char *name, size_t n)
{
	size_t i = 0;

	while (i < v->skips &&
	       strncmp(v->skipped[i].name, name, sizeof(v->skipped[i].name) - 1) != 0)
		i++;
	if (i == VECTORS_SKIPS)
		return;
	if (i == v->skips)
		snprintf(v->skipped[v->skips++].name, sizeof(v->skipped[i].name), "%s", name);
	v->skipped[i].n += n;
}

void
vector_add(struct vector_list *list, double x)
{
	list->x = mem_resize(list->x, list->n + 1, sizeof(*list->x));
	list->x[list->n++] = x;
}

void
vector_numbers(struct vector_list *list, const char *text, const char *separators)
{
	for (;;) {
		char *end;
		text += strspn(text, separators);
		double x = strtod(text, &end);
		if (end == text)
			return;
		vector_add(list, x);
		text = end;
	}
}

void
vectors_lines(struct vectors *v, const char *path, void (*row)(void *context, char *line),
	      void *context)
{
	char *full = mem_format("%s/%s", v->folder, path), *line = NULL;
	FILE *in = fopen(full, "r");
	size_t size = 0;

	if (!in)
		vectors_broken(v, full);
	while (in && getline(&line, &size, in) > 0) {
		line[strcspn(line, "\r\n")] = '\0';
		row(context, line);
	}
	free(line);
	free(full);
	if (in)
		fclose(in);
}

static void
skip_folder(struct vectors *v, const char *name)
{
	char *path = mem_format("%s/%s", v->folder, name);
	DIR *dir = opendir(path);
	size_t files = 0;

	for (struct dirent *entry; dir && (entry = readdir(dir));)
		files += entry->d_name[0] != '.';
	if (dir)
		closedir(dir);
	free(path);
	vectors_skip(v, name, files);
}

int
main(int argc, char **argv)
{
	struct vectors v = {.folder = argc == 2 ? argv[1] : NULL};

	if (!v.folder) {
		fputs("vectors FOLDER\n", stderr);
		return 2;
	}
	vectors_nist(&v);
	vectors_pragmastat(&v);
	vectors_golden(&v);
	vectors_go(&v);
	vectors_kalibera(&v);
	for (size_t i = 0; i < countof(other_folders); i++)
		skip_folder(&v, other_folders[i]);
	printf("vectors: %zu values, %zu disagreements, %zu defined otherwise here; skipped:",
	       v.values, v.disagreements, v.differing);
	for (size_t i = 0; i < v.skips; i++)
		printf("%s %s %zu", i ? "," : "", v.skipped[i].name, v.skipped[i].n);
	putchar('\n');
	return v.disagreements > 0;
}
