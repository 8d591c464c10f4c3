/* The mail's last part: how, on what, and how to do it again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/model/context.h"
#include "render/model/remark.h"
#include "render/model/spread.h"
#include "render/model/words.h"
#include "render/text/mail.h"

enum {
	HEAD = 7,             /* columns of "Host   " */
	RUNS_MOST = 1000,     /* of a commit, that an advice names */
	RUNS_USUAL = 3,       /* of an earlier commit, where this one's say nothing */
	NUMBER_MOST = 999999, /* degrees of freedom that a note can tell */
};

/* "2 % IOPS, 5 % p99 latency"; a panel whose rows differ says so. The caller frees it. */
static char *
thresholds(const struct comparison *c)
{
	char *text = mem_dup("");

	for (size_t i = 0; i < c->n_rows; i++) {
		struct comparison_row row = c->row[i];

		row.direction = "";
		char *metric = words_metric(&row), *part;
		part = mem_format("%.3g %% %s", unit_hundredths(row.f->theta), metric);
		if (row.f->theta > 0 && !strstr(text, part))
			mem_append(&text, "%s%s", *text ? ", " : "", part);
		free(part);
		free(metric);
	}
	return text;
}

/* "95 % interval, Welch on logs of run means. "; where other variances helped, which. The caller
 * frees it. */
static char *
intervals(const struct comparison *c)
{
	const char *interval = words_interval(c);
	char *grades = words_grades(c);
	char *text = mem_format("%s%s%s%s", *interval ? " " : "", interval, *interval ? "." : "",
				*grades ? " " : "");

	if (*grades)
		mem_append(&text, "%s.", grades);
	free(grades);
	for (size_t i = 0; i < c->n_rows; i++) {
		const struct finding_compare *f = c->row[i].f;
		char *bounds = words_bounds(f->low, f->high);
		bool wide = words_wide(f->low, f->high);
		if (wide)
			mem_append(&text, " One such as %s is of factors of the base.", bounds);
		free(bounds);
		if (wide)
			break;
	}
	return text;
}

static void
write_statistics(const struct page *page, const struct comparison *c, const struct input *input)
{
	char *runs = words_runs(c), *theta = thresholds(c), *family = mem_dup("");
	char *interval = intervals(c), *spread = spread_runs(c);
	/* The correction is over all that was decided together, whatever is shown. */
	size_t cells = words_family(input);

	if (cells) {
		free(family);
		family = cells == 1 ? mem_dup(" Claims hold at 5 %.")
				    : mem_format(" Claims hold at 5 %% for all %zu comparisons "
						 "together (Holm).",
						 cells);
	}
	page_wrap(page, 0, "n = %s%s%s%s.%s%s%s%s%s", runs, *spread ? " (" : "", spread,
		  *spread ? " between them)" : "", interval, *theta ? " Changes below " : "", theta,
		  *theta ? " do not count." : "", family);
	free(spread);
	free(interval);
	free(family);
	free(theta);
	free(runs);
}

/* What a reviewer holds a change against, where it was measured. */
static void
write_itself(const struct page *page, const struct comparison *c, const struct input *input)
{
	char *itself = spread_itself(c, input);

	if (*itself)
		page_wrap(page, 2, "The same code against itself: %s.", itself);
	free(itself);
}

/* " in 2 of 8 comparisons" where it is not all. The caller frees it. */
static char *
in_cells(const struct comparison *c, size_t n)
{
	return n < c->n_rows ? mem_format(" in %zu of %zu comparisons", n, c->n_rows) : mem_dup("");
}

/* The whole number at the beginning of text, from which it is taken; 0 where there is none. */
static int
take_number(const char **text)
{
	char *end;
	long n = strtol(*text, &end, 10);

	*text = end;
	return n > 0 && n <= NUMBER_MOST ? (int)n : 0;
}

/* Reads "6 of 10 degrees of freedom"; false where it is something else. */
static bool
read_degrees(const char *text, int *have, int *need)
{
	static const char of[] = " of ";

	*have = take_number(&text);
	if (strncmp(text, of, strlen(of)) != 0)
		return false;
	text += strlen(of);
	*need = take_number(&text);
	return *have < *need && strncmp(text, " degrees", strlen(" degrees")) == 0;
}

/* ": they have 6 of 10 degrees of freedom, which 2 more commits with 3 runs would fill"; "" where
 * the note does not tell. The caller frees it. */
static char *
history_needs(const struct finding_compare *f)
{
	static const char head[] = "history: ";
	struct view note = f->note, part = {"", 0};
	enum remark kind;
	int have, need;

	while (remark_next(&note, &part, &kind) && !view_starts(part, head))
		continue;
	char *text = mem_copy(part.p, part.n);
	bool told = part.n && read_degrees(text + strlen(head), &have, &need);
	free(text);
	if (!told)
		return mem_dup("");
	int runs = f->base_runs >= 2 && f->base_runs <= RUNS_MOST ? (int)f->base_runs : RUNS_USUAL;
	int commits = (need - have + runs - 2) / (runs - 1);
	return mem_format(": %d of %d degrees of freedom, %d more commit%s of %d runs would do",
			  have, need, commits, commits == 1 ? "" : "s", runs);
}

/* What the intervals do not cover, or cover beside the spread of the runs. */
static void
write_caveats(const struct page *page, const struct comparison *c)
{
	size_t alone = 0, sessions = 0, history = 0, unnamed = 0;
	const struct finding_compare *few = NULL;

	for (size_t i = 0; i < c->n_rows; i++) {
		struct view note = c->row[i].f->note;

		alone += remark_has(note, finding_one_session);
		sessions += remark_has(note, "sessions differ by ");
		if (remark_has(note, "history: ") && history++ == 0)
			few = c->row[i].f;
		unnamed += remark_has(note, finding_unnamed);
	}
	char *where = in_cells(c, alone), *with = in_cells(c, sessions), *no = in_cells(c, history);
	if (alone)
		page_wrap(page, 0,
			  "Each side was measured in a session of its own%s: what differs between "
			  "sessions (a boot, a build, a device made new) is not in the intervals, "
			  "and could look like a change. Commits measured in turn, or in several "
			  "sessions each, are free of that.",
			  where);
	if (sessions)
		page_wrap(page, 0, "Intervals have the spread between sessions in them%s.", with);
	if (unnamed)
		page_wrap(page, 0,
			  "Some runs name no session: each is taken for one of its own, or, where "
			  "a whole side names none, intervals do not cover what sessions add.");
	if (few) {
		char *needs = history_needs(few);
		page_wrap(page, 0, "Earlier runs were too few to be used%s%s.", no, needs);
		free(needs);
	}
	free(no);
	free(with);
	free(where);
}

/* "Host   a, b, c", with the rest of a long line under its beginning; nothing without text. */
static void
write_line(const struct page *page, const char *head, const char *text)
{
	if (*text)
		page_wrap(page, HEAD, "%-*s%s", HEAD, head, text);
}

/* What stands against the base in a line of facts: several commits do not, what differs between
 * them is told apart. */
static struct view
new_side(const struct comparison *c)
{
	return comparison_several(c) ? (struct view){"", 0} : c->commit;
}

static void
write_facts(const struct page *page, const struct comparison *c, const struct input *input,
	    const char *head, const struct context_part *parts, size_t n)
{
	char *text = context_line(input, c->base, new_side(c), parts, n, ", ");

	write_line(page, head, text);
	free(text);
}

/* What measured, and of imports what read it. */
static void
write_stack(const struct page *page, const struct comparison *c, const struct input *input)
{
	static const struct context_part stack[] = {{.key = "meta.kernel", .before = "Linux "},
						    {.key = "meta.virtual", .before = "virtual: "}};
	static const struct context_part reader[] = {{.key = "meta.tool", .before = "read by "}};
	bool imported = context_imported(input, c->base) && context_imported(input, c->commit);
	char *text = context_line(input, c->base, new_side(c), stack, countof(stack), ", ");
	char *tool = context_tool(input, c->base, new_side(c));
	char *by =
	    imported ? context_line(input, c->base, new_side(c), reader, 1, "") : mem_dup("");

	if (*tool)
		mem_append(&text, "%s%s", *text ? ", " : "", tool);
	if (*by)
		mem_append(&text, "%s%s", *text ? ", " : "", by);
	write_line(page, "Stack", text);
	free(by);
	free(tool);
	free(text);
}

/* Whether every test has this "key=value" word among its parameters. */
static bool
is_common(const struct comparison *c, struct view word)
{
	size_t key = 0;

	while (key < word.n && word.p[key] != '=')
		key++;
	char *name = mem_copy(word.p, key);
	struct view value = comparison_param(c->test[0].params, name);
	bool common = true;
	for (size_t i = 1; i < c->n_tests; i++)
		common = common && view_eq(comparison_param(c->test[i].params, name), value);
	free(name);
	return common;
}

/* Whether the key of the "key=value" word differs between sides that were compared by force. */
static bool
is_forced(const struct comparison *c, const struct input *input, struct view word)
{
	static const char job[] = "job.";
	const size_t head = strlen(job);

	for (size_t i = 0; i < input->n_compare; i++) {
		const struct finding_compare *f = &input->compare[i];
		size_t n = f->metric.n;

		if (f->verdict == VERDICT_CHANGED && comparison_has(c, f) &&
		    view_starts(f->metric, job) && word.n > n - head && word.p[n - head] == '=' &&
		    memcmp(word.p, f->metric.p + head, n - head) == 0)
			return true;
	}
	return false;
}

/* The parameters that all tests, and both sides, share. The caller frees it. */
static char *
common_params(const struct comparison *c, const struct input *input)
{
	struct view params = c->test[0].params;
	char *text = mem_alloc(params.n + 2, 1), *end = text;

	for (size_t i = 0; i < params.n;) {
		const char *blank = memchr(params.p + i, ' ', params.n - i);
		size_t n = blank ? (size_t)(blank - params.p) - i : params.n - i;

		struct view word = {params.p + i, n};

		if (n && is_common(c, word) && !is_forced(c, input, word))
			end += sprintf(end, "%s%.*s", end > text ? " " : "", (int)n, params.p + i);
		i += n + 1;
	}
	return text;
}

void
mail_method(const struct page *page, const struct comparison *c, const struct input *input)
{
	static const struct context_part host[] = {
	    {.key = "meta.host"},
	    {.key = "meta.cpu"},
	    {.key = "meta.cpus", .after = " CPUs"},
	    {.key = "meta.smt", .before = "SMT ", .unless = {"notsupported", "notimplemented"}},
	    {.key = "meta.governor", .before = "governor ", .unless = {"none"}},
	    {.key = "meta.mitigations", .before = "mitigations "},
	    {.key = "meta.memory", .before = "memory "},
	};
	static const struct context_part disk[] = {
	    {.key = "meta.device.model"},
	    {.key = "meta.device"},
	    {.key = "meta.device.size"},
	    {.key = "meta.device.firmware", .before = "firmware "},
	    {.key = "meta.precondition", .before = "preconditioned: "},
	    {.key = "meta.device.scheduler", .before = "scheduler "},
	    {.key = "meta.fs", .before = "on "},
	};
	static const struct context_part command[] = {{.key = "meta.command", .first = true}};
	char *params = common_params(c, input);

	page_blank(page);
	write_statistics(page, c, input);
	write_itself(page, c, input);
	write_caveats(page, c);
	write_facts(page, c, input, "Host", host, countof(host));
	write_facts(page, c, input, "Disk", disk, countof(disk));
	write_stack(page, c, input);
	write_line(page, "Job", params);
	write_facts(page, c, input, "Repeat", command, countof(command));
	if (input->n_commits == 0)
		page_wrap(page, 0,
			  "Host, device and command are in the records: analyze compare "
			  "--keep passes them on.");
	free(params);
}
