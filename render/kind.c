/* The table of kinds, and what may be asked of them. */
#include "render/kind.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/where.h"
#include "render/chart/aa.h"
#include "render/chart/dist.h"
#include "render/chart/flow.h"
#include "render/chart/forest.h"
#include "render/chart/matrix.h"
#include "render/chart/percentile.h"
#include "render/chart/ring.h"
#include "render/chart/sweep.h"
#include "render/kind_part.h"

const char *const format_name[FORMATS] = {"txt", "md", "html", "png", "svg", "pdf"};

enum {
	TEXT = 1 << FORMAT_TXT,
	CHART = TEXT | 1 << FORMAT_MD | 1 << FORMAT_HTML | 1 << FORMAT_PNG | 1 << FORMAT_SVG |
		1 << FORMAT_PDF,
	PAIR = ARGUMENT_BASE | ARGUMENT_COMMIT, /* which commits */
	DRAWN = PAIR | ARGUMENT_LINK | ARGUMENT_TITLE | ARGUMENT_DISPLAY_LIST | ARGUMENT_PICTURE |
		ARGUMENT_PAGE,
	ONE_TEST = DRAWN | ARGUMENT_TEST | ARGUMENT_METRIC,
};

const struct kind kinds[] = {
    {.name = "mail",
     .shows = "the comparison as a text for a mailing list",
     .needs = "findings of 'analyze compare', better with --keep",
     .example = "analyze compare --keep records.csv | render mail",
     .formats = TEXT,
     .options = PAIR | ARGUMENT_TRAILERS | ARGUMENT_RAW,
     .write = kind_mail},
    {.name = "notes",
     .shows = "release notes: versions relative to the oldest",
     .needs = "findings of 'analyze compare' of several commits against one base",
     .example = "analyze compare --keep --base v8.0 records.csv | render notes",
     .formats = TEXT | 1 << FORMAT_MD,
     .options = ARGUMENT_BASE,
     .write = kind_notes},
    {.name = "markdown",
     .shows = "the comparison for issues and pull requests",
     .needs = "findings of 'analyze compare', better with --keep",
     .example = "analyze compare --keep records.csv | render markdown",
     .formats = 1 << FORMAT_MD,
     .options = PAIR,
     .write = kind_markdown},
    {.name = "commit",
     .shows = "the comparison in 15 lines, for a commit message",
     .needs = "findings of 'analyze compare', better with --keep",
     .example = "analyze compare --keep records.csv | render commit",
     .formats = TEXT,
     .options = PAIR,
     .write = kind_commit},
    {.name = "summary",
     .shows = "each run and commit, in the manner of fio",
     .needs = "findings of 'analyze summary', plan or selfcheck",
     .example = "analyze summary records.csv | render summary",
     .formats = TEXT,
     .write = kind_summary},
    {.name = "report",
     .shows = "all of it as one page",
     .needs = "findings of 'analyze compare --keep', or records",
     .example = "analyze compare --keep records.csv | render report -o report.html",
     .formats = 1 << FORMAT_HTML,
     .options = PAIR | ARGUMENT_LINK,
     .records = true,
     .write = kind_report},
    {.name = "forest",
     .shows = "the change of every test with its interval",
     .needs = "findings of 'analyze compare', better with --keep",
     .example = "analyze compare --keep records.csv | render forest -o forest.png",
     .formats = CHART,
     .options = DRAWN | ARGUMENT_SORT,
     .chart = &forest_chart},
    {.name = "dist",
     .shows = "each run of one test, before and after, and the difference",
     .needs = "records, better with the findings of 'analyze compare --keep'",
     .example = "analyze compare --keep records.csv | render dist -o dist.png",
     .formats = CHART,
     .options = ONE_TEST,
     .records = true,
     .chart = &dist_chart},
    {.name = "percentile",
     .shows = "one latency by percentile, and the change of each percentile",
     .needs = "records with the buckets of a latency, better with findings",
     .example = "analyze compare --keep records.csv | render percentile -o p.png",
     .formats = CHART,
     .options = ONE_TEST,
     .records = true,
     .chart = &percentile_chart},
    {.name = "heatmap",
     .shows = "one latency over the time of a run, cell by cell",
     .needs = "records of 'collect run --heatmap', better with findings",
     .example = "analyze compare --keep records.csv | render heatmap -o heat.png",
     .formats = CHART,
     .options = ONE_TEST,
     .records = true,
     .chart = &heatmap_chart},
    {.name = "jitter",
     .shows = "rate and latency over the time of each run, and how much runs vary",
     .needs = "records, better with the findings of 'analyze compare --keep'",
     .example = "analyze compare --keep records.csv | render jitter -o jitter.png",
     .formats = CHART,
     .options = ONE_TEST & ~ARGUMENT_METRIC,
     .records = true,
     .chart = &jitter_chart},
    {.name = "scaling",
     .shows = "rate and p99 latency by queue depth",
     .needs = "records of a sweep, better with findings",
     .example = "analyze compare --keep sweep.csv | render scaling -o scaling.png",
     .formats = CHART,
     .options = DRAWN,
     .records = true,
     .chart = &scaling_chart},
    {.name = "knee",
     .shows = "p99 latency against rate, through the queue depths",
     .needs = "records of a sweep, better with findings",
     .example = "analyze compare --keep sweep.csv | render knee -o knee.png",
     .formats = CHART,
     .options = DRAWN,
     .records = true,
     .chart = &knee_chart},
    {.name = "matrix",
     .shows = "changes in a grid of block sizes and queue depths",
     .needs = "findings of 'analyze compare'",
     .example = "analyze compare --keep sweep.csv | render matrix -o matrix.png",
     .formats = CHART,
     .options = DRAWN | ARGUMENT_METRIC,
     .chart = &matrix_chart},
    {.name = "aa",
     .shows = "how far runs of the same code differ, and what so many runs can show",
     .needs = "findings of 'analyze plan', better with those of 'analyze selfcheck'",
     .example = "render aa -o aa.png plan.csv selfcheck.csv",
     .formats = CHART,
     .options = DRAWN & ~PAIR,
     .chart = &aa_chart},
    {.name = "ring",
     .shows = "how many completed requests stood in the completion ring",
     .needs = "records with ring.standing, of one commit or more",
     .example = "render ring -o ring.png records.csv",
     .formats = CHART,
     .options = DRAWN | ARGUMENT_TEST | ARGUMENT_ECDF,
     .chart = &ring_chart},
};
const size_t n_kinds = countof(kinds);

const struct kind *
kind_find(const char *name, struct where *why)
{
	const char *names[countof(kinds)];

	for (size_t i = 0; i < countof(kinds); i++) {
		names[i] = kinds[i].name;
		if (strcmp(name, kinds[i].name) == 0)
			return &kinds[i];
	}
	const char *near = nearest_word(name, names, countof(names));
	char *all = mem_dup("");
	for (size_t i = 0; i < countof(names); i++)
		mem_append(&all, "%s%s", i ? ", " : "", names[i]);
	if (near)
		where_set(why, NULL, 0, "unknown kind '%s' (did you mean '%s'?)", name, near);
	else
		where_set(why, NULL, 0, "unknown kind '%s': there are %s", name, all);
	free(all);
	return NULL;
}

/* ".txt, .png, .svg or .pdf". The caller frees it. */
static char *
extensions(const struct kind *kind)
{
	char *text = mem_dup("");
	unsigned left = kind->formats;

	for (enum format format = 0; format < FORMATS; format++) {
		if (!(left & 1U << format))
			continue;
		left &= ~(1U << format);
		mem_append(&text, "%s.%s", *text ? left ? ", " : " or " : "", format_name[format]);
	}
	return text;
}

bool
kind_format(const struct kind *kind, const char *file, enum format *out, struct where *why)
{
	const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
	enum format format = 0;

	while (dot && format < FORMATS && strcmp(dot + 1, format_name[format]) != 0)
		format++;
	if (dot && format < FORMATS && kind->formats & 1U << format) {
		*out = format;
		return true;
	}
	char *known = extensions(kind);
	if (dot && format < FORMATS)
		where_set(why, NULL, 0, "%s goes to a %s file, not '%s'", kind->name, known, file);
	else
		where_set(why, NULL, 0, "output '%s' has no extension that is known: %s", file,
			  known);
	free(known);
	return false;
}

/* An option that means nothing to a kind is a mistake that should be seen. */
static bool
check_arguments(const struct kind *kind, const struct arguments *o, enum format format,
		struct where *why)
{
	const char *strange = arguments_meaningless(o, kind->options);

	if (strange)
		return where_set(why, NULL, 0, "--%s has no meaning for %s", strange, kind->name);
	if (o->display_list && format != FORMAT_TXT)
		return where_set(why, NULL, 0, "--display-list is a text: it goes to a .txt file");
	return true;
}

bool
kind_render(const struct kind *kind, const struct kind_request *request)
{
	if (!check_arguments(kind, request->arguments, request->format, request->why))
		return false;
	return kind->chart ? kind_chart(kind->chart, request) : kind->write(request);
}
