/* What the vectors program counts, and its parts: one for each kind of published values. */
#ifndef TESTS_CORPUS_VECTORS_H
#define TESTS_CORPUS_VECTORS_H

#include <stdbool.h>
#include <stddef.h>

enum { VECTORS_SKIPS = 64 };

struct vectors {
	const char *folder;
	size_t values, disagreements;
	size_t differing; /* values that cannot agree, for a reason that is listed */
	struct {
		char name[40];
		size_t n;
	} skipped[VECTORS_SKIPS];
	size_t skips;
};

struct vector_list {
	double *x;
	size_t n;
};

/* One value by its name, which is a file and what it says. Within rel of want (absolute where that
 * is 0), or both NaN; else a line is printed, unless the name is known to differ. */
void vectors_close(struct vectors *v, double got, double want, double rel, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* What could not be read at all: a disagreement. */
void vectors_broken(struct vectors *v, const char *what);

/* n values or files of something that is not computed here. */
void vectors_skip(struct vectors *v, const char *name, size_t n);

void vector_add(struct vector_list *list, double x);

/* All numbers between separators; what is no number ends it. */
void vector_numbers(struct vector_list *list, const char *text, const char *separators);

/* Calls row for each line of a file of the folder, without its end. */
void vectors_lines(struct vectors *v, const char *path, void (*row)(void *context, char *line),
		   void *context);

/* The observations of one of NIST's univariate sets. The caller frees x. */
struct vector_list vectors_nist_set(struct vectors *v, const char *name);

void vectors_nist(struct vectors *v);
void vectors_pragmastat(struct vectors *v);
void vectors_golden(struct vectors *v);
void vectors_go(struct vectors *v);
void vectors_kalibera(struct vectors *v);

#endif
