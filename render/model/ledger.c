/* Indexes over what is read. */
#include "render/model/ledger.h"

#include <stdlib.h>

#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "collect/base/name.h"

struct seen {
	struct ledger_key key;
	struct ledger_place place;
};

struct run {
	struct ledger_key key;
	struct ledger_run run;
};

struct ledger {
	struct index texts, seen, runs;
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
	index_free(&ledger->seen, free);
	index_free(&ledger->runs, free);
	name_set_free(&ledger->texts);
	free(ledger);
}

struct view
ledger_keep(struct ledger *ledger, struct view text)
{
	return name_view(name_get(&ledger->texts, text));
}

const struct ledger_place *
ledger_seen(struct ledger *ledger, const struct ledger_key *key, struct ledger_place place)
{
	struct seen *found = index_find(&ledger->seen, key, sizeof(*key));

	if (found)
		return &found->place;
	found = mem_alloc(1, sizeof(*found));
	found->key = *key;
	found->place = place;
	index_add(&ledger->seen, &found->key, sizeof(found->key), found);
	return NULL;
}

struct ledger_run *
ledger_run(struct ledger *ledger, struct view commit, struct view run, struct view test)
{
	struct ledger_run *whole = NULL;
	struct ledger_key key = {.text = {commit.p, run.p, test.p}};
	struct run *found = index_find(&ledger->runs, &key, sizeof(key));

	if (found)
		return &found->run;
	if (test.n)
		whole = ledger_run(ledger, commit, run, ledger_keep(ledger, view_of("")));
	found = mem_alloc(1, sizeof(*found));
	found->key = key;
	found->run = (struct ledger_run){.commit = commit, .run = run, .test = test};
	found->run.whole = whole ? whole : &found->run;
	index_add(&ledger->runs, &found->key, sizeof(found->key), found);
	return &found->run;
}

bool
ledger_complete(const struct ledger_run *run)
{
	return run->said ? run->complete : run->whole->complete;
}

void
ledger_runs(struct ledger *ledger, void (*each)(void *ctx, struct ledger_run *run), void *ctx)
{
	for (const struct index_entry *e = ledger->runs.first; e; e = index_next(e))
		each(ctx, &((struct run *)e->value)->run);
}
