/* The commits of a text. */
#include "render/text/commits.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"
#include "render/model/words.h"

enum {
	SHA_PART = 7,      /* digits from which on a name is taken for a part of the sha */
	COMMITS_MOST = 24, /* that have a line */
};

void
commits_line(const struct page *page, const struct input *input, const char *role,
	     struct view commit)
{
	struct view none = {"", 0}, subject = commit_subject(input, commit);
	struct view sha = input_fact(input, commit, none, "meta.commit.sha");
	char *name = commit_short(commit), *digits = commit_short(sha);
	/* The sha behind a tag or another word; a name that is one says it already. */
	bool both = sha.n && strcmp(name, digits) != 0;

	if (both && strlen(name) >= SHA_PART && view_starts(sha, name)) {
		name[0] = '\0';
		both = false;
	}
	char *raw = mem_format("%-4s %s%s%s", role, *name ? name : digits, both ? " " : "",
			       both ? digits : "");
	char *head = sign_text(raw);
	size_t used = sign_width(head) + 5, room = page->width > used ? page->width - used : 0;

	if (subject.n && room >= 16) {
		char *plain = sign_text(subject.p);
		bool fits = sign_width(plain) <= room;

		page_line(page, "%s (\"%.*s%s\")", head,
			  (int)sign_bytes(plain, fits ? room : room - 2), plain, fits ? "" : "..");
		free(plain);
	} else {
		page_line(page, "%s", head);
	}
	free(raw);
	free(head);
	free(digits);
	free(name);
}

void
commits_compared(const struct page *page, const struct input *input, const struct comparison *c)
{
	char *others = words_others(c);

	commits_line(page, input, "base", c->base);
	for (size_t i = 0; i < c->n_commits && i < COMMITS_MOST; i++)
		commits_line(page, input, "new", c->commits[i]);
	if (c->n_commits > COMMITS_MOST)
		page_line(page, "(and %zu more)", c->n_commits - COMMITS_MOST);
	if (*others)
		page_wrap(page, 0, "%s", others);
	free(others);
}
