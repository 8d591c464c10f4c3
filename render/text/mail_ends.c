/* The mail's subject, and the lines that stand at its end. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "collect/base/mem.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"
#include "render/model/headline_part.h"
#include "render/text/mail.h"

enum {
	SHA_DIGITS = 12,     /* of a sha that a line names */
	COMMIT_COLUMNS = 24, /* of a commit's name in a subject */
};

/* The regression that says most: a rate before a tail, then the largest; NULL without any. */
static const struct comparison_row *
worst_of(const struct comparison *c)
{
	const struct comparison_row *worst = NULL;

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct comparison_row *row = &c->row[i];

		if (row->f->verdict == VERDICT_REGRESSED &&
		    (!worst || (row->panel == worst->panel &&
				headline_severity(row->f) > headline_severity(worst->f))))
			worst = row;
	}
	return worst;
}

void
mail_subject(const struct page *page, const struct comparison *c)
{
	static const char head[] = "Subject: [REGRESSION] ";
	const struct comparison_row *worst = worst_of(c);
	char *change = NULL;
	size_t size;

	if (!worst)
		return;
	FILE *out = mem_stream(&change, &size);
	headline_change(out, worst, false);
	fclose(out);
	char *name = commit_short(worst->f->commit), *commit = sign_cut(name, COMMIT_COLUMNS);
	char *tail = mem_format(" %s since %s", change, commit);
	size_t used = strlen(head) + sign_width(tail);
	/* A page has room for head and tail. */
	char *label = sign_cut(worst->test->label,
			       page->width > used + SHA_DIGITS ? page->width - used : SHA_DIGITS);
	page_unbroken(page, "%s%s%s", head, label, tail);
	page_blank(page);
	free(label);
	free(tail);
	free(commit);
	free(name);
	free(change);
}

static bool
is_hex(struct view text)
{
	for (size_t i = 0; i < text.n; i++) {
		if (!isxdigit((unsigned char)text.p[i]))
			return false;
	}
	return text.n > 0;
}

/* Whether one of both begins with the other: what was given may be a sha's first digits, or have
 * more of them than the records. */
static bool
same_sha(struct view known, struct view given)
{
	enum { LEAST = 7 };
	size_t n = known.n < given.n ? known.n : given.n;

	return n >= LEAST && is_hex(known) && is_hex(given) &&
	       strncasecmp(known.p, given.p, n) == 0;
}

/* The commit of the records with this sha or name; empty where there is none. */
static struct view
commit_of(const struct input *input, struct view given)
{
	for (size_t i = 0; i < input->n_facts; i++) {
		const struct input_fact *fact = &input->fact[i];

		if (view_eq(fact->commit, given) || same_sha(fact->commit, given) ||
		    (view_is(fact->key, "meta.commit.sha") && same_sha(fact->text, given)))
			return fact->commit;
	}
	return (struct view){"", 0};
}

/* Fixes: 4f2c9e1a7d03 ("block: document BDRV_REQ_FUA"). What was given with its subject stays. */
static void
write_fixes(const struct page *page, const struct input *input, const char *fixes,
	    UT_array *warnings)
{
	struct view given = view_of(fixes), commit = commit_of(input, given);
	struct view subject = commit.n ? commit_subject(input, commit) : commit;
	struct view sha = {"", 0};

	if (commit.n)
		sha = input_fact(input, commit, (struct view){"", 0}, "meta.commit.sha");
	if (sha.n < given.n)
		sha = given;
	int digits = is_hex(sha) && sha.n > SHA_DIGITS ? SHA_DIGITS : (int)sha.n;
	if (subject.n)
		page_unbroken(page, "Fixes: %.*s (\"%s\")", digits, sha.p, subject.p);
	else
		page_unbroken(page, "Fixes: %.*s", digits, sha.p);
	if (!subject.n && is_hex(given))
		lines_note(warnings,
			   "the subject of '%s' is not in the records: Fixes: has only its sha",
			   fixes);
}

void
mail_ends(const struct page *page, const struct input *input, const struct mail_request *request,
	  UT_array *warnings)
{
	if (request->raw)
		page_unbroken(page, "Raw    %s", request->raw);
	if (!request->fixes && !request->reported_by && !request->closes && !request->regzbot)
		return;
	page_blank(page);
	if (request->fixes)
		write_fixes(page, input, request->fixes, warnings);
	if (request->reported_by)
		page_unbroken(page, "Reported-by: %s", request->reported_by);
	if (request->closes)
		page_unbroken(page, "Closes: %s", request->closes);
	if (request->regzbot)
		page_unbroken(page, "#regzbot introduced: %s", request->regzbot);
}
