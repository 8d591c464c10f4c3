/* Words in and out of lists of words. */
#include "render/model/params.h"

#include <stdbool.h>
#include <stdlib.h>

#include "collect/base/mem.h"

enum { WORDS_MOST = 64 }; /* each is looked for in each text */

/* Takes the next word off the text; empty at its end. */
static struct view
next_word(struct view *text)
{
	while (text->n && *text->p == ' ')
		*text = (struct view){text->p + 1, text->n - 1};
	struct view word = {text->p, 0};

	while (word.n < text->n && word.p[word.n] != ' ')
		word.n++;
	*text = (struct view){text->p + word.n, text->n - word.n};
	return word;
}

static bool
has_word(struct view text, struct view word)
{
	for (struct view other = next_word(&text); other.n; other = next_word(&text)) {
		if (view_eq(other, word))
			return true;
	}
	return false;
}

static bool
all_have(const struct view *params, size_t n, struct view word)
{
	for (size_t i = 0; i < n; i++) {
		if (!has_word(params[i], word))
			return false;
	}
	return true;
}

static void
add_word(char **text, struct view word)
{
	mem_append(text, "%s%.*s", **text ? " " : "", VIEW_ARGS(word));
}

char *
params_common(const struct view *params, size_t n)
{
	struct view rest = n ? params[0] : (struct view){"", 0};
	char *common = mem_dup("");
	size_t words = 0;

	for (struct view word = next_word(&rest); word.n; word = next_word(&rest)) {
		if (++words > WORDS_MOST) {
			*common = '\0';
			break;
		}
		if (all_have(params + 1, n - 1, word))
			add_word(&common, word);
	}
	return common;
}

char *
params_rest(struct view params, const char *common)
{
	char *rest = mem_dup("");

	for (struct view word = next_word(&params); word.n; word = next_word(&params)) {
		if (!has_word(view_of(common), word))
			add_word(&rest, word);
	}
	return rest;
}
