/* Reads what is about to be written as whoever resumes later will. */
#include "collect/campaign/changed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/record.h"
#include "collect/base/where.h"
#include "collect/campaign/logbook.h"
#include "collect/machine/facts.h"
#include "collect/machine/machine.h"

/* Whether the metric belongs to a machine's or a device's fingerprint. Others, as meta.start, are
 * of each run. */
static bool
is_fingerprint(const struct fact *machine, struct view metric)
{
	if (view_starts(metric, "meta.device") || view_starts(metric, "meta.fs"))
		return true;
	for (const struct fact *f = machine; f; f = f->next)
		if (view_is(metric, f->metric))
			return true;
	return false;
}

static void
compare(const struct logbook *before, const struct logbook_setting *now, const struct fact *machine,
	UT_array *lines)
{
	const struct logbook_setting_key *key = &now->key;

	if (!is_fingerprint(machine, name_view(key->metric)))
		return;
	const char *was = logbook_setting(before, name_view(key->commit), name_view(key->test),
					  name_view(key->metric));
	if (was && strcmp(was, now->value->text) != 0)
		lines_note(lines, "%s was '%s' and is '%s'", key->metric->text, was,
			   now->value->text);
}

void
changed_find(const struct logbook *logbook, const char *rows, UT_array *lines)
{
	struct logbook now = {.seed = NULL};
	struct fact *machine = NULL;
	char *text = NULL;
	size_t n = 0;
	struct where why;
	FILE *stream = mem_stream(&text, &n);

	record_write_header(stream);
	fputs(rows, stream);
	fclose(stream);
	FILE *in = fmemopen(text, n, "r");
	machine_facts(&machine);
	if (in && logbook_read(in, "the run", &now, &why))
		for (const struct index_entry *e = now.settings.first; e; e = index_next(e))
			compare(logbook, e->value, machine, lines);
	if (in)
		fclose(in);
	facts_free(&machine);
	logbook_free(&now);
	free(text);
}
