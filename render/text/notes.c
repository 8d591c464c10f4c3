/* Versions against the oldest one. */
#include "render/text/notes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/index.h"
#include "collect/base/mem.h"
#include "collect/base/unit.h"
#include "render/draw/sign.h"
#include "render/model/commit.h"
#include "render/model/words.h"

const char *const notes_group_name[NOTES_GROUPS] = {
    "sequential read", "sequential write", "sequential mixed",
    "random read",     "random write",     "random mixed",
    "other",
};

/* What tells cells apart. */
struct key {
	const char *test;
	enum panel panel;
	int direction;
};

struct known {
	struct key key;
	size_t line;
};

static enum notes_group
group_of(struct view rw)
{
	static const struct {
		const char *rw;
		enum notes_group group;
	} groups[] = {
	    {"read", NOTES_SEQUENTIAL_READ}, {"write", NOTES_SEQUENTIAL_WRITE},
	    {"rw", NOTES_SEQUENTIAL_MIXED},  {"readwrite", NOTES_SEQUENTIAL_MIXED},
	    {"randread", NOTES_RANDOM_READ}, {"randwrite", NOTES_RANDOM_WRITE},
	    {"randrw", NOTES_RANDOM_MIXED},
	};

	for (size_t i = 0; i < countof(groups); i++) {
		if (view_is(rw, groups[i].rw))
			return groups[i].group;
	}
	return NOTES_OTHER;
}

static struct key
key_of(const struct comparison_row *row)
{
	struct key key;

	memset(&key, 0, sizeof(key)); /* it is compared byte by byte */
	key.test = row->test->name.p;
	key.panel = row->panel;
	while (key.direction + 1 < METRIC_DIRECTIONS &&
	       row->test->cell[row->panel][key.direction] != row->f)
		key.direction++;
	return key;
}

static size_t
version_of(const struct comparison *c, struct view commit)
{
	size_t i = 0;

	while (i + 1 < c->n_commits && !view_eq(c->commits[i], commit))
		i++;
	return i;
}

static size_t
line_of(struct notes *notes, struct index *lines, const struct comparison_row *row)
{
	struct key key = key_of(row);
	struct known *known = index_find(lines, &key, sizeof(key));

	if (known)
		return known->line;
	known = mem_alloc(1, sizeof(*known));
	memcpy(&known->key, &key, sizeof(key));
	known->line = notes->n;
	index_add(lines, &known->key, sizeof(known->key), known);
	notes->line[notes->n] = (struct notes_line){
	    .row = row,
	    .group = group_of(row->test->rw),
	    .at = mem_alloc(notes->comparison->n_commits, sizeof(const struct finding_compare *)),
	    .place = notes->n,
	};
	return notes->n++;
}

static int
by_group(const void *a, const void *b)
{
	const struct notes_line *x = a, *y = b;

	if (x->row->panel != y->row->panel)
		return x->row->panel < y->row->panel ? -1 : 1;
	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

void
notes_init(struct notes *notes, const struct comparison *c)
{
	struct index lines = {0};

	*notes =
	    (struct notes){.comparison = c, .line = mem_alloc(c->n_rows, sizeof(*notes->line))};
	for (size_t i = 0; i < c->n_rows; i++) {
		size_t line = line_of(notes, &lines, &c->row[i]);

		notes->line[line].at[version_of(c, c->row[i].f->commit)] = c->row[i].f;
	}
	qsort(notes->line, notes->n, sizeof(*notes->line), by_group);
	index_free(&lines, free);
}

void
notes_free(struct notes *notes)
{
	for (size_t i = 0; i < notes->n; i++)
		free(notes->line[i].at);
	free(notes->line);
}

char *
notes_label(const struct notes_line *line)
{
	return mem_format("%s%s%s", line->row->test->label, *line->row->direction ? " " : "",
			  line->row->direction);
}

char *
notes_base(const struct notes_line *line, size_t versions)
{
	char text[UNIT_TEXT];

	for (size_t i = 0; i < versions; i++) {
		const struct finding_compare *f = line->at[i];

		if (f && !isnan(f->base_value))
			return mem_dup(unit_print(f->base_value, f->unit, text));
	}
	return mem_dup("-");
}

char *
notes_ratio(const struct finding_compare *f)
{
	static const char *const mark[VERDICTS] = {
	    [VERDICT_NONE] = " ~",  [VERDICT_REGRESSED] = " v",    [VERDICT_IMPROVED] = " ^",
	    [VERDICT_SAME] = "",    [VERDICT_SHIFTED] = "",        [VERDICT_UNDECIDED] = " ~",
	    [VERDICT_MISSING] = "", [VERDICT_INCOMPARABLE] = " ~", [VERDICT_CHANGED] = "",
	};

	if (!f || isnan(f->change))
		return mem_dup("-");
	double ratio = f->change + 1;
	return mem_format(ratio < 9999 ? "%.2f%s" : "%.3g%s", ratio, mark[f->verdict]);
}

static char *
version_name(const struct comparison *c, size_t version)
{
	enum { COLUMNS = 24 };
	char *name = commit_short(c->commits[version]), *cut = sign_cut(name, COLUMNS);

	free(name);
	return cut;
}

char *
notes_head(const struct notes *notes, enum notes_section section)
{
	static const char *const head[NOTES_SECTIONS] = {
	    "Faster", "Slower", "More jittery", "Steadier", "Changed before, not decided or back"};
	char *name = version_name(notes->comparison, notes->comparison->n_commits - 1);
	char *text = mem_format("%s in %s", head[section], name);

	free(name);
	return text;
}

/* ": IOPS +12.3 % [+10.1, +14.5]". */
static void
add_change(char **text, const struct notes_line *line, const struct finding_compare *f)
{
	char change[UNIT_TEXT], *bounds = words_bounds(f->low, f->high);

	mem_append(text, ": %s %s%s%s", words_quantity(line->row), unit_percent(f->change, change),
		   *bounds ? " " : "", bounds);
	free(bounds);
}

static bool
is_decided(const struct finding_compare *f)
{
	return f && (f->verdict == VERDICT_REGRESSED || f->verdict == VERDICT_IMPROVED);
}

/* Of the newest version. */
static bool
belongs(const struct finding_compare *f, enum notes_section section)
{
	if (!f)
		return false;
	switch (section) {
	case NOTES_FASTER:
		return f->verdict == VERDICT_IMPROVED;
	case NOTES_SLOWER:
		return f->verdict == VERDICT_REGRESSED;
	case NOTES_JITTERY:
		return f->jitter_verdict == JITTER_MORE;
	case NOTES_STEADIER:
		return f->jitter_verdict == JITTER_STEADIER;
	default:
		return false;
	}
}

/* ": IOPS, CV within runs 2.1 % -> 3.9 % (1.9x)", or the spread between runs where that is what was
 * judged; numbers where they are known. */
static void
add_jitter(char **text, const struct notes_line *line, const struct finding_compare *f)
{
	bool within = view_is(f->jitter_by, "within") || f->jitter_by.n == 0;
	double base = within ? f->jitter_base : f->spread_base;
	double value = within ? f->jitter : f->spread;
	double ratio = within ? f->jitter_ratio : f->spread_ratio;

	mem_append(text, ": %s", words_quantity(line->row));
	if (base < 10 && value < 10)
		mem_append(text, ", %s %.2g %% -> %.2g %%",
			   within ? "CV within runs" : "sd between runs", base * 100, value * 100);
	if (ratio < 9999)
		mem_append(text, " (%.2gx)", ratio);
}

/* The last older version that was decided; NULL where there is none, or the newest is, too. */
static const struct finding_compare *
decided_before(const struct notes *notes, const struct notes_line *line)
{
	const struct finding_compare *found = NULL;
	size_t newest = notes->comparison->n_commits - 1;

	for (size_t v = 0; v < newest; v++)
		found = is_decided(line->at[v]) ? line->at[v] : found;
	return is_decided(line->at[newest]) ? NULL : found;
}

static void
add_between(const struct notes *notes, const struct notes_line *line, char **text,
	    const struct finding_compare *before)
{
	const struct comparison *c = notes->comparison;
	const struct finding_compare *now = line->at[c->n_commits - 1];
	char *then = version_name(c, version_of(c, before->commit)), change[UNIT_TEXT];

	add_change(text, line, before);
	mem_append(text, " in %s, ", then);
	if (now && !isnan(now->change))
		mem_append(text, "now %s (%s)", unit_percent(now->change, change),
			   words_verdict[now->verdict]);
	else
		mem_append(text, "not measured now");
	free(then);
}

UT_array *
notes_sentences(const struct notes *notes, enum notes_section section)
{
	UT_array *lines = lines_new();
	size_t newest = notes->comparison->n_commits - 1;

	for (size_t i = 0; i < notes->n; i++) {
		const struct notes_line *line = &notes->line[i];
		const struct finding_compare *f = line->at[newest];
		const struct finding_compare *before =
		    section == NOTES_BETWEEN ? decided_before(notes, line) : NULL;

		if (!before && !belongs(f, section))
			continue;
		char *text = notes_label(line);
		if (before)
			add_between(notes, line, &text, before);
		else if (section == NOTES_JITTERY || section == NOTES_STEADIER)
			add_jitter(&text, line, f);
		else
			add_change(&text, line, f);
		lines_add(lines, text);
		free(text);
	}
	return lines;
}
