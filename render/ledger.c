/* Hash tables over what is read. */
#include "render/ledger.h"

#include <stdlib.h>
#include <uthash.h>

#include "collect/base/mem.h"

struct text {
	UT_hash_handle hh;
	size_t n;
	char text[];
};

struct seen {
	struct ledger_key key;
	struct ledger_place place;
	UT_hash_handle hh;
};

struct run {
	struct ledger_key key;
	struct ledger_run run;
	UT_hash_handle hh;
};

struct ledger {
	struct text *texts;
	struct seen *seen;
	struct run *runs;
};

struct ledger *
ledger_new(void)
{
	return mem_alloc(1, sizeof(struct ledger));
}

void
ledger_free(struct ledger *ledger)
{
	if (!ledger)
		return;
	/* HASH_CLEAR gives back the tables; the elements remain chained to one another. */
	struct text *text = ledger->texts, *next_text;
	struct seen *seen = ledger->seen, *next_seen;
	struct run *run = ledger->runs, *next_run;

	HASH_CLEAR(hh, ledger->texts);
	HASH_CLEAR(hh, ledger->seen);
	HASH_CLEAR(hh, ledger->runs);
	for (; text; text = next_text) {
		next_text = text->hh.next;
		free(text);
	}
	for (; seen; seen = next_seen) {
		next_seen = seen->hh.next;
		free(seen);
	}
	for (; run; run = next_run) {
		next_run = run->hh.next;
		free(run);
	}
	free(ledger);
}

/* NOLINTBEGIN(readability-function-size): uthash's macros nest deeper than the house rule. */
struct view
ledger_keep(struct ledger *ledger, struct view text)
{
	struct text *found;

	HASH_FIND(hh, ledger->texts, text.p, text.n, found);
	if (!found) {
		found = mem_alloc(1, sizeof(*found) + text.n + 1);
		found->n = text.n;
		if (text.n)
			memcpy(found->text, text.p, text.n);
		HASH_ADD_KEYPTR(hh, ledger->texts, found->text, found->n, found);
	}
	return (struct view){found->text, found->n};
}

const struct ledger_place *
ledger_seen(struct ledger *ledger, const struct ledger_key *key, struct ledger_place place)
{
	struct seen *found;

	HASH_FIND(hh, ledger->seen, key, sizeof(*key), found);
	if (found)
		return &found->place;
	found = mem_alloc(1, sizeof(*found));
	found->key = *key;
	found->place = place;
	HASH_ADD(hh, ledger->seen, key, sizeof(found->key), found);
	return NULL;
}

struct ledger_run *
ledger_run(struct ledger *ledger, struct view commit, struct view run)
{
	struct ledger_key key = {.text = {commit.p, run.p}};
	struct run *found;

	HASH_FIND(hh, ledger->runs, &key, sizeof(key), found);
	if (!found) {
		found = mem_alloc(1, sizeof(*found));
		found->key = key;
		found->run.commit = commit;
		found->run.run = run;
		HASH_ADD(hh, ledger->runs, key, sizeof(found->key), found);
	}
	return &found->run;
}

/* NOLINTEND(readability-function-size) */

const struct ledger_run *
ledger_run_at(const struct ledger *ledger, size_t i)
{
	const struct run *run = ledger->runs;

	while (run && i--)
		run = run->hh.next;
	return run ? &run->run : NULL;
}
