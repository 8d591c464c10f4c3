/* The kind of a note is its text without what differs from file to file. */
#include "collect/import/notes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/name.h"

struct note {
	char *kind;
	char *file, *why; /* of the first */
	size_t line;
	char *latest;           /* the last file that had it */
	size_t n_files, n_same; /* further files, and further notes on the first */
	struct index tests;     /* names, where the notes are on runs of tests */
	size_t n_runs;          /* of these */
};

/* why with each number as 0 and each quoted word as ''. */
static char *
kind_of(const char *why)
{
	char *kind = mem_dup(why), *to = kind;

	for (const char *p = why; *p;) {
		const char *quote = *p == '\'' ? strchr(p + 1, '\'') : NULL;
		if (quote) {
			*to++ = '\'';
			p = quote;
		} else if (isdigit((unsigned char)*p)) {
			*to++ = '0';
			p += strspn(p, "0123456789.");
			continue;
		}
		*to++ = *p++;
	}
	*to = '\0';
	return kind;
}

static void
add_again(struct note *note, const char *file)
{
	if (strcmp(note->latest, file) != 0) {
		free(note->latest);
		note->latest = mem_dup(file);
		note->n_files++;
	} else if (note->n_files == 0) {
		note->n_same++;
	}
}

static struct note *
add_first(struct notes *notes, const char *kind, const struct where *what)
{
	struct note *note = mem_alloc(1, sizeof(*note));

	*note = (struct note){.kind = mem_dup(kind),
			      .file = mem_dup(what->file),
			      .why = mem_dup(what->why),
			      .line = what->line,
			      .latest = mem_dup(what->file)};
	index_add(&notes->kinds, note->kind, strlen(note->kind), note);
	return note;
}

void
notes_add(struct notes *notes, const struct where *what)
{
	char *kind = kind_of(what->why);
	struct note *note = index_find(&notes->kinds, kind, strlen(kind));

	if (note)
		add_again(note, what->file);
	else
		add_first(notes, kind, what);
	free(kind);
}

void
notes_add_often(struct notes *notes, const char *kind, const char *test, const struct where *what)
{
	struct note *note = index_find(&notes->kinds, kind, strlen(kind));

	if (!note)
		note = add_first(notes, kind, what);
	note->n_runs++;
	name_get(&note->tests, view_of(test));
}

/* " (2 tests in 6 runs)". */
static char *
more_tests(const struct note *note)
{
	size_t tests = 0;

	for (const struct index_entry *e = note->tests.first; e; e = index_next(e))
		tests++;
	if (note->n_runs == 1)
		return mem_dup("");
	return mem_format(" (%zu test%s in %zu runs)", tests, tests > 1 ? "s" : "", note->n_runs);
}

/* " (and 3 more files)", or "" where there are none. */
static char *
more_of(const struct note *note)
{
	if (note->n_runs)
		return more_tests(note);
	if (note->n_files)
		return mem_format(" (and %zu more file%s)", note->n_files,
				  note->n_files > 1 ? "s" : "");
	return note->n_same ? mem_format(" (and %zu more here)", note->n_same) : mem_dup("");
}

static void
note_free(void *value)
{
	struct note *note = value;

	name_set_free(&note->tests);
	free(note->kind);
	free(note->file);
	free(note->why);
	free(note->latest);
	free(note);
}

void
notes_say(struct notes *notes, void (*say)(void *ctx, bool warning, const struct where *what),
	  void *ctx)
{
	struct where what;

	for (const struct index_entry *e = notes->kinds.first; e; e = index_next(e)) {
		const struct note *note = e->value;
		char *more = more_of(note);
		where_set(&what, note->file, note->line, "%s%s", note->why, more);
		free(more);
		say(ctx, true, &what);
	}
	index_free(&notes->kinds, note_free);
	*notes = (struct notes){{NULL}};
}
