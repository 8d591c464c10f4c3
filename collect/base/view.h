/* A piece of text that somebody else owns: pointer and length, no NUL needed. */
#ifndef COLLECT_BASE_VIEW_H
#define COLLECT_BASE_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct view {
	const char *p;
	size_t n;
};

/* The arguments of a "%.*s" conversion. */
#define VIEW_ARGS(v) (int)(v).n, (v).p

static inline struct view
view_of(const char *text)
{
	return (struct view){text, strlen(text)};
}

static inline bool
view_is(struct view v, const char *text)
{
	return strlen(text) == v.n && memcmp(v.p, text, v.n) == 0;
}

static inline bool
view_eq(struct view a, struct view b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool
view_starts(struct view v, const char *prefix)
{
	size_t n = strlen(prefix);
	return v.n >= n && memcmp(v.p, prefix, n) == 0;
}

static inline bool
view_ends(struct view v, const char *suffix)
{
	size_t n = strlen(suffix);
	return v.n >= n && memcmp(v.p + v.n - n, suffix, n) == 0;
}

#endif
