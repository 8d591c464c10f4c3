/* What every chart can do, so that one piece of code draws any of them to a file, prints its twin
 * in text, and puts it into a page. */
#ifndef RENDER_CHART_CHART_H
#define RENDER_CHART_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/lines.h"
#include "render/chart/picture.h"
#include "render/draw/list.h"
#include "render/model/data.h"
#include "render/model/input.h"
#include "render/model/numbers.h"
#include "render/text/page.h"

struct where;

/* What is to be drawn. Texts are NULL where nothing is asked for: a chart then takes the findings'
 * sides, the test that changed most (else the first), and its primary metric. */
struct chart_request {
	const struct input *input;
	const struct data *data; /* NULL where the kind needs no records */
	const char *base, *commit, *test, *metric;
	bool ecdf;          /* ring: cumulative shares instead of bars */
	const char *sort;   /* forest: "suite" (NULL) or "change" */
	UT_array *warnings; /* what the user should know although it is drawn; NULL = nobody asks */
	struct where *why;
};

/* A chart that was made: self is what make returned; it points into the input and the data. */
struct chart {
	/* NULL with *why where the input lacks what it needs: what is missing, and how to get it.
	 */
	void *(*make)(const struct chart_request *request);
	void (*free)(void *self);

	/* What it found, one sentence in ASCII, from the same rule as the marks. The caller frees
	 * it. */
	char *(*finding)(const void *self);

	/* The commits that are shown, for title and foot. */
	void (*sides)(const void *self, struct picture_side sides[2]);

	/* How many pages it has, 1 or more; NULL = 1. */
	size_t (*pages)(const void *self);

	/* Draws page (from 0) into list, which is empty but for its width and whether it is bare;
	 * sets its height. */
	void (*draw)(struct draw_list *list, const void *self, const struct input *input,
		     const char *title, size_t page);

	/* Its twin in ASCII, all pages: title, commits, art where it helps, all numbers, foot. */
	void (*text)(const struct page *page, const void *self, const struct input *input,
		     const char *title);

	/* Every number that is in the picture; numbers is not yet initialised. */
	void (*numbers)(const void *self, struct numbers *numbers);
};

/* What chart_scope says. */
struct chart_scope {
	struct view base, commit; /* commit.n is 0 where there is one commit alone */
	struct view test;
	char *label;  /* of the test, for people: "4k randread qd 32" */
	size_t tests; /* that could have been chosen */
};

/* Which commits and which test one-test charts show: those asked for, else as chart_request says.
 * With findings of compare the sides are theirs; without, the first two commits of the records (or
 * one). has says whether a chart can show a test of a commit; NULL = any. False with *why naming
 * what there is. Warns where there are other tests or commits and none was asked for. */
bool chart_scope_find(const struct chart_request *request,
		      bool (*has)(const struct chart_request *request, struct view commit,
				  struct view test),
		      struct chart_scope *out);
void chart_scope_free(struct chart_scope *scope);

/* The finding of compare on that metric of the scope's test, or NULL: the verdict, change and
 * interval that a chart's title and marks take over. */
const struct finding_compare *chart_cell(const struct input *input, const struct chart_scope *scope,
					 const char *metric);

/* The text twin's usual beginning and end: title, commits; host, device and program. */
void chart_text_top(const struct page *page, const struct input *input, const char *title,
		    const struct picture_side sides[2], const char *subtitle);
void chart_text_numbers(const struct page *page, const struct numbers *numbers);
void chart_text_foot(const struct page *page, const struct input *input,
		     const struct picture_side sides[2]);

#endif
