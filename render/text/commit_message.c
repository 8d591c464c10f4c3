/* The text for a commit message: as much as 15 lines hold. */
#include "render/text/commit_message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"
#include "render/model/context.h"
#include "render/model/headline.h"
#include "render/model/params.h"
#include "render/model/remark.h"
#include "render/model/spread.h"
#include "render/model/words.h"
#include "render/text/commit_table.h"
#include "render/text/ranking.h"
#include "render/text/tally.h"

enum { COMMIT_COLUMNS = 24 }; /* of a commit's name */

/* How many lines each part may have. */
struct limits {
	size_t head, tests, more, runs, machine, job, itself;
};

/* From what is usual to what always fits: with a blank line, the table's head with at most 3 lines,
 * and another blank line the last has 2 + 1 + 4 + 1 + 1 + 1 + 1 + 1 + 1 = 13. */
static const struct limits steps[] = {
    {3, 6, 2, 3, 2, 2, 2}, {3, 5, 2, 3, 2, 2, 2}, {3, 4, 2, 3, 2, 2, 2}, {3, 4, 2, 2, 2, 2, 2},
    {3, 4, 2, 2, 2, 1, 2}, {2, 3, 2, 2, 2, 1, 2}, {2, 3, 2, 2, 1, 1, 2}, {2, 3, 1, 2, 1, 1, 1},
    {2, 2, 1, 2, 1, 1, 1}, {2, 1, 1, 2, 1, 1, 1}, {2, 1, 1, 1, 1, 1, 1},
};

static size_t
count_lines(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* text as a paragraph of at most so many lines: its middle is left out where it is longer. Nothing
 * without text. */
static void
write_within(const struct page *page, size_t lines, const char *text)
{
	enum { STEP = 6 };
	char *plain = sign_text(text);
	size_t room = sign_width(plain), most = lines * page->width;

	for (room = room < most ? room : most; room > STEP; room -= STEP) {
		char *cut = sign_cut(plain, room), *out = NULL;
		size_t size;
		FILE *stream = mem_stream(&out, &size);
		const struct page trial = {.out = stream, .width = page->width};

		page_wrap(&trial, 0, "%s", cut);
		fclose(stream);
		bool fits = count_lines(out) <= lines;
		if (fits)
			page_wrap(page, 0, "%s", cut);
		free(out);
		free(cut);
		if (fits)
			break;
	}
	free(plain);
}

static void
write_head(const struct page *page, const struct comparison *c, const struct limits *limits)
{
	char *finding = headline(c, HEADLINE_TITLE), *hidden = words_hidden(c);
	char *text = mem_format("%s%s%s.", finding, *hidden ? "; " : "", hidden);

	write_within(page, limits->head, text);
	free(text);
	free(hidden);
	free(finding);
}

/* "and 12 more tests: 9 same, 3 undecided; IOPS -0.4 to +0.6 %": those that the table leaves out.
 */
static void
write_more(const struct page *page, const struct comparison *c,
	   const struct comparison_test *const *tests, size_t shown, const struct limits *limits)
{
	size_t count[OUTCOMES] = {0}, more = c->n_tests - shown;
	double low = INFINITY, high = -INFINITY;
	char from[UNIT_TEXT], to[UNIT_TEXT];

	if (more == 0)
		return;
	for (size_t i = shown; i < c->n_tests; i++) {
		const struct comparison_row *rate = ranking_row(c, tests[i], PANEL_RATE);

		count[tests[i]->outcome]++;
		if (rate && !isnan(rate->f->change)) {
			low = fmin(low, rate->f->change);
			high = fmax(high, rate->f->change);
		}
	}
	char *tally = tally_text(count, words_outcome, 0, OUTCOMES);
	char *text = mem_format("and %zu more test%s: %s", more, more == 1 ? "" : "s", tally);
	unit_change(low, from);
	unit_change(high, to);
	if (low <= high && strcmp(from, to) == 0)
		mem_append(&text, "; rate %s %%", from);
	else if (low <= high)
		mem_append(&text, "; rates %s to %s %%", from, to);
	write_within(page, limits->more, text);
	free(text);
	free(tally);
}

/* "v1". The caller frees it. */
static char *
name_of(struct view commit)
{
	char *name = commit_short(commit), *cut = sign_cut(name, COMMIT_COLUMNS);

	free(name);
	return cut;
}

static void
write_runs(const struct page *page, const struct comparison *c, const struct input *input,
	   bool marks, const struct limits *limits)
{
	char *base = name_of(c->base), *commit = name_of(c->commit), *runs = words_runs(c);
	char *spread = spread_runs(c), *forced = words_forced(c, input);
	bool session = false, interval = false;

	for (size_t i = 0; i < c->n_rows; i++) {
		session |= remark_has(c->row[i].f->note, finding_one_session);
		interval |= !isnan(c->row[i].f->low);
	}
	char *text = mem_format("%s -> %s, n = %s%s%s%s%s%s.%s%s%s", base, commit, runs,
				*spread ? " (" : "", spread, *spread ? " between them)" : "",
				interval ? ", 95 % intervals" : "", marks ? ", ~ not decided" : "",
				session ? " One session a side." : "", *forced ? " " : "", forced);
	write_within(page, limits->runs, text);
	free(text);
	free(forced);
	free(spread);
	free(runs);
	free(commit);
	free(base);
}

static void
write_machine(const struct page *page, const struct comparison *c, const struct input *input,
	      const struct limits *limits)
{
	static const struct context_part parts[] = {
	    {.key = "meta.device.model"},
	    {.key = "meta.device.firmware", .before = "firmware "},
	    {.key = "meta.precondition", .before = "preconditioned: "},
	    {.key = "meta.fs", .before = "on "},
	    {.key = "meta.kernel", .before = "Linux "},
	    {.key = "meta.cpu"},
	    {.key = "meta.governor", .before = "governor ", .unless = {"none"}},
	};
	char *text = context_line(input, c->base, c->commit, parts, countof(parts), ", ");
	char *tool = context_tool(input, c->base, c->commit);

	if (*tool)
		mem_append(&text, "%s%s", *text ? ", " : "", tool);
	write_within(page, limits->machine, text);
	free(tool);
	free(text);
}

static void
write_job(const struct page *page, const struct comparison *c, const struct limits *limits)
{
	struct view *params = mem_alloc(c->n_tests, sizeof(*params));

	for (size_t i = 0; i < c->n_tests; i++)
		params[i] = c->test[i].params;
	char *job = params_common(params, c->n_tests);
	write_within(page, limits->job, job);
	free(job);
	free(params);
}

static void
write_all(const struct page *page, const struct comparison *c, const struct input *input,
	  const struct comparison_test *const *tests, const struct limits *limits)
{
	size_t shown = commit_table_tests(c, tests, limits->tests);
	char *itself = spread_itself(c, input);

	write_head(page, c, limits);
	page_blank(page);
	bool marks = commit_table(page, c, input, tests, shown);
	write_more(page, c, tests, shown, limits);
	page_blank(page);
	write_runs(page, c, input, marks, limits);
	write_machine(page, c, input, limits);
	write_job(page, c, limits);
	if (*itself) {
		char *text = mem_format("The same code against itself, %s.", itself);
		write_within(page, limits->itself, text);
		free(text);
	}
	free(itself);
}

void
commit_message(const struct page *page, const struct comparison *c, const struct input *input)
{
	const struct comparison_test **tests = ranking_of(c);

	for (size_t i = 0; i < countof(steps); i++) {
		char *text = NULL;
		size_t size;
		FILE *stream = mem_stream(&text, &size);
		const struct page trial = {.out = stream, .width = page->width};

		write_all(&trial, c, input, tests, &steps[i]);
		fclose(stream);
		bool fits = count_lines(text) <= COMMIT_MESSAGE_LINES;
		free(text);
		if (!fits && i + 1 < countof(steps))
			continue;
		write_all(page, c, input, tests, &steps[i]);
		break;
	}
	free(tests);
}
