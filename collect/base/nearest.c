/* Edit distance (optimal string alignment: Damerau 1964, one edit a substring) over short words. */
#include "collect/base/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

enum { WORD_MAX = 64 };

static size_t
min3(size_t a, size_t b, size_t c)
{
	size_t m = a < b ? a : b;
	return m < c ? m : c;
}

static size_t
distance(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	size_t row[3][WORD_MAX + 1]; /* two rows back, one row back, this row, by i % 3 */

	if (n > WORD_MAX || m > WORD_MAX)
		return WORD_MAX;
	for (size_t j = 0; j <= m; j++)
		row[0][j] = j;
	for (size_t i = 1; i <= n; i++) {
		size_t *now = row[i % 3], *last = row[(i + 2) % 3], *older = row[(i + 1) % 3];
		now[0] = i;
		for (size_t j = 1; j <= m; j++) {
			size_t replaced = last[j - 1] + (a[i - 1] != b[j - 1]);
			now[j] = min3(last[j] + 1, now[j - 1] + 1, replaced);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    older[j - 2] + 1 < now[j])
				now[j] = older[j - 2] + 1;
		}
	}
	return row[n % 3][m];
}

const char *
nearest_word(const char *word, const char *const *words, size_t n)
{
	/* Less than half of a short word may differ. */
	size_t most = strlen(word) / 3 + 2, half = strlen(word) / 2 + 1;
	size_t best = most < half ? most : half;
	const char *found = NULL;

	if (strlen(word) > WORD_MAX)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		size_t d = distance(word, words[i]);
		if (d < best) {
			best = d;
			found = words[i];
		}
	}
	return found;
}

const char *
nearest_option(const char *option, const char *const *names, size_t n)
{
	const char *start = option + strspn(option, "-");
	char *name = mem_copy(start, strcspn(start, "="));
	const char *nearest = nearest_word(name, names, n);

	free(name);
	return nearest;
}

char *
nearest_hint(const char *before, const char *nearest, char out[NEAREST_HINT])
{
	out[0] = '\0';
	if (nearest)
		snprintf(out, NEAREST_HINT, " (did you mean '%s%.96s'?)", before, nearest);
	return out;
}
