/* A title, the marks of a picture and its twin in text say one and the same. */
#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "render/chart/forest.h"
#include "render/model/headline.h"
#include "render/text/forest_text.h"
#include "tests/unit/check.h"

static const enum verdict verdicts[] = {VERDICT_REGRESSED, VERDICT_IMPROVED, VERDICT_SAME,
					VERDICT_SHIFTED, VERDICT_UNDECIDED};
enum { KINDS = 5 };

static unsigned
next(unsigned *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 16;
}

/* Findings of so many tests, one metric each, with any verdicts; the caller frees it. */
static char *
random_findings(size_t tests, unsigned *state)
{
	char *stream = mem_dup(
	    "test,params,metric,unit,better,base,commit,base_runs,runs,base_value,value,change,low,"
	    "high,p,p_holm,q,grade,theta,verdict,runs_needed,jitter_base,jitter,jitter_ratio,"
	    "jitter_low,jitter_high,jitter_p,jitter_verdict,note,runs_for_change\n");

	for (size_t i = 0; i < tests; i++) {
		enum verdict verdict = verdicts[next(state) % KINDS];
		double change = verdict == VERDICT_REGRESSED  ? -0.1
				: verdict == VERDICT_IMPROVED ? 0.1
							      : 0.001;

		mem_append(&stream,
			   "%zu,,read.iops,iops,higher,a,b,5,5,100,%g,%g,%g,%g,0.01,0.01,0.01,w,"
			   "0.02,%s,,,,,,,,,,\n",
			   100 + i, 100 * (1 + change), change, change - 0.05, change + 0.05,
			   verdict_name[verdict]);
	}
	return stream;
}

/* The verdict whose mark an item is, by its shape; VERDICT_NONE = it is no mark. */
static enum verdict
mark_of(const struct draw_item *item)
{
	/* Arrows lie: their first two corners are at different heights. */
	if (item->op == DRAW_POLYGON && item->n_corners == 3 &&
	    item->corner[0].y == item->corner[1].y)
		return item->corner[2].y > item->corner[0].y ? VERDICT_REGRESSED : VERDICT_IMPROVED;
	if (item->op == DRAW_POLYGON && item->n_corners == 4)
		return VERDICT_SHIFTED;
	if (item->op == DRAW_CIRCLE)
		return item->fill == COLOUR_PAPER ? VERDICT_UNDECIDED : VERDICT_SAME;
	return VERDICT_NONE;
}

/* Marks of the list, less the one that the legend has of each verdict there is. */
static void
count_marks(const struct draw_list *list, size_t seen[VERDICTS])
{
	for (size_t i = 0; i < list->n; i++)
		seen[mark_of(&list->item[i])]++;
	for (size_t i = 0; i < KINDS; i++)
		seen[verdicts[i]] -= seen[verdicts[i]] > 0;
}

/* Marks in the rows of the text, whose names are numbers. */
static void
count_text(const char *text, size_t seen[VERDICTS])
{
	static const char marks[] = "v^*+o";

	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (*line < '1' || *line > '9' || strchr("abcdefghijklmnopqrstuvwxyz", line[4]))
			continue;
		const char *end = strchr(line, '\n'), *bar = line + strcspn(line, "[");
		for (size_t i = 0; i < KINDS && bar < end; i++) {
			const char *mark = memchr(bar, marks[i], (size_t)(end - bar));

			/* Signs of the numbers behind are no marks. */
			if (mark && (marks[i] != '+' || mark < strchr(bar, ']')))
				seen[verdicts[i]]++;
		}
	}
}

Test(agreement, title_marks_and_text_count_alike)
{
	unsigned state = 3;

	for (size_t tests = 1; tests <= 29; tests += 2) {
		char *stream = random_findings(tests, &state), *text = NULL;
		FILE *in = fmemopen(stream, strlen(stream), "r");
		size_t marks[VERDICTS] = {0}, rows[VERDICTS] = {0}, n;
		struct where why = {0};
		struct input input;
		struct comparison c;
		struct forest forest;
		struct draw_list list;

		input_init(&input);
		cr_assert(input_read(&input, in, "test", &why), "%s", why.why);
		cr_assert(input_finish(&input, &why));
		cr_assert(comparison_init(&c, &input, NULL, NULL, &why), "%s", why.why);
		forest_init(&forest, &c);
		char *title = headline(&c, HEADLINE_TITLE);
		struct font *font = font_open();
		draw_list_init(&list, font, title, "", 0);
		list.width = 960;
		forest_draw(&list, &forest, &input, title, 0);
		count_marks(&list, marks);
		struct page page = {.out = open_memstream(&text, &n), .width = 100};
		forest_text(&page, &forest, &input, title);
		fclose(page.out);
		count_text(text, rows);
		for (size_t i = 0; i < KINDS; i++) {
			static const enum outcome outcomes[] = {OUTCOME_REGRESSED, OUTCOME_IMPROVED,
								OUTCOME_SAME, OUTCOME_SHIFTED,
								OUTCOME_UNDECIDED};
			size_t counted = c.count[outcomes[i]];

			cr_expect(marks[verdicts[i]] == counted, "%s: %zu marks, %zu of %zu tests",
				  verdict_name[verdicts[i]], marks[verdicts[i]], counted, tests);
			cr_expect(rows[verdicts[i]] == counted,
				  "%s: %zu rows, %zu of %zu tests\n%s", verdict_name[verdicts[i]],
				  rows[verdicts[i]], counted, tests, text);
		}
		draw_list_free(&list);
		font_free(font);
		free(title);
		free(text);
		forest_free(&forest);
		comparison_free(&c);
		fclose(in);
		free(stream);
		input_free(&input);
	}
}
