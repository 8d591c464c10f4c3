/* Pages: nothing of the data gets out of its place, and the counts are those of the comparison. */
#include "collect/base/where.h"
#include "render/html/report.h"
#include "render/model/headline.h"
#include "render/model/words.h"
#include "tests/unit/check.h"

/* The page of a stream of findings; the caller frees it. */
static char *
page_of(const char *stream, struct input *input)
{
	struct where why = {0};
	FILE *in = fmemopen((void *)stream, strlen(stream), "r");
	char *text = NULL;
	size_t n;
	struct html html = {.out = open_memstream(&text, &n), .input = input};
	const struct report_request request = {.html = &html, .why = &why};

	input_init(input);
	input_want_data(input);
	cr_assert(input_read(input, in, "test", &why), "%s", why.why);
	fclose(in);
	cr_assert(input_finish(input, &why));
	struct font *font = font_open();
	html.font = font;
	cr_expect(report_write(&request), "%s", why.why);
	fclose(html.out);
	font_free(font);
	return text;
}

#define HEADER                                                                                     \
	"test,params,metric,unit,better,base,commit,base_runs,runs,base_value,value,change,low,"   \
	"high,p,p_holm,q,grade,theta,verdict,runs_needed,jitter_base,jitter,jitter_ratio,"         \
	"jitter_low,jitter_high,jitter_p,jitter_verdict,note,runs_for_change\n"

Test(html, data_stay_in_their_places)
{
	static const char stream[] = HEADER
	    "\"<script>alert(1)</script>\",\"\"\"><img src=x onerror=y>\",read.iops,iops,higher,"
	    "\"a\"\"><b>\",\"'&lt;\",5,5,100,90,-0.1,-0.2,-0.05,0.01,0.01,0.01,w,0.02,regressed,,,"
	    ",,,,,,\"</pre><script>\",\n";
	struct input input;
	char *page = page_of(stream, &input);

	cr_expect(strstr(page, "<script>alert") == NULL, "a test's name");
	cr_expect(strstr(page, "<img") == NULL, "parameters");
	cr_expect(strstr(page, "a\"><b>") == NULL, "a commit");
	cr_expect(strstr(page, "'&amp;lt;") != NULL, "what looks escaped is escaped again");
	cr_expect(strstr(page, "</pre><script>\"") == NULL, "a note");
	cr_expect(strstr(page, "&lt;script&gt;alert(1)&lt;/script&gt;") != NULL, "but are shown");
	/* One script of our own, and it ends once. */
	const char *script = strstr(page, "<script>");
	cr_assert(script != NULL);
	cr_expect(strstr(script + 1, "<script>") == NULL);
	free(page);
	input_free(&input);
}

/* A small generator, so that any mixture of verdicts comes. */
static unsigned
next(unsigned *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 16;
}

static const char *const words[] = {"regressed", "improved", "same", "shifted", "undecided"};

static void
add_random(char **stream, size_t tests, unsigned *state)
{
	*stream = mem_dup(HEADER);
	for (size_t i = 0; i < tests; i++) {
		unsigned verdict = next(state) % 5;
		double change = verdict == 0 ? -0.1 : verdict == 1 ? 0.1 : 0.001;

		mem_append(stream,
			   "t%zu,,read.iops,iops,higher,a,b,5,5,100,%g,%g,%g,%g,0.01,0.01,0.01,w,"
			   "0.02,%s,,,,,,,,,,\n",
			   i, 100 * (1 + change), change, change - 0.05, change + 0.05,
			   words[verdict]);
	}
}

static size_t
occurrences(const char *text, const char *what)
{
	size_t n = 0;

	for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
		n++;
	return n;
}

/* Counts above the page, its table, and the headline, which mails and titles have, are one. */
Test(html, counts_are_those_of_the_headline)
{
	unsigned state = 7;

	for (size_t tests = 1; tests < 40; tests += 3) {
		struct input input;
		struct comparison c;
		struct where why = {0};
		char *stream;

		add_random(&stream, tests, &state);
		char *page = page_of(stream, &input);
		cr_assert(comparison_init(&c, &input, NULL, NULL, &why), "%s", why.why);
		for (enum outcome o = 0; o < OUTCOMES; o++) {
			char *item = mem_format("<b>%zu</b> %s", c.count[o], words_outcome[o]);

			bool shown = strstr(page, item) != NULL;
			cr_expect(shown == (c.count[o] > 0), "%s of %zu", item, tests);
			free(item);
		}
		char *title = headline(&c, HEADLINE_TITLE);
		cr_expect(strstr(page, title) != NULL, "%s", title);
		free(title);
		/* The picture has a table of its own. */
		char *changes = strstr(page, "id=\"changes\"");
		cr_assert(changes != NULL);
		*strstr(changes, "</table>") = '\0';
		for (size_t i = 0; i < 5; i++) {
			char *cell = mem_format("verdict %s\"", words[i]);
			size_t seen = 0;

			for (size_t r = 0; r < c.n_rows; r++)
				seen += strcmp(verdict_name[c.row[r].f->verdict], words[i]) == 0;
			cr_expect(occurrences(changes, cell) == seen, "%s: %zu and %zu", words[i],
				  occurrences(changes, cell), seen);
			free(cell);
		}
		comparison_free(&c);
		free(page);
		free(stream);
		input_free(&input);
	}
}

Test(html, links_are_addresses_of_pages_with_a_sha)
{
	struct where why = {0};

	cr_expect(html_check_link("https://host/c/%H", &why));
	cr_expect(html_check_link("http://host/%h.html", &why));
	cr_expect(html_check_link("javascript:alert(%H)", &why) == false);
	check_text(why.why, "--link 'javascript:alert(%H)' is no https:// or http:// address");
	cr_expect(html_check_link("https://host/", &why) == false);
	check_text(why.why, "--link 'https://host/' has no %H where the commit's sha is to stand");
}
