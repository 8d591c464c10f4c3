/* The report: all that is known, as one page. */
#ifndef RENDER_HTML_REPORT_H
#define RENDER_HTML_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "render/html/html.h"

/* A chart that the report may show. */
struct report_chart {
	const char *name; /* of its kind: the command that draws it */
	const struct chart *chart;
	bool one_test; /* shows one test: it stands with that */
};

struct report_request {
	const struct html *html;
	const char *base, *commit; /* as in chart.h */
	const struct report_chart *charts;
	size_t n_charts;
	struct where *why;
};

/* Writes the page: what was found and the counts; the forest; all changes as one table, the worst
 * first; each test with its pictures; grids over all tests; how it was measured; the mail. Charts
 * that the input does not suffice for are left out; pictures of tests beyond REPORT_BYTES are, too,
 * which is said with the command that draws them. Without findings of compare there are the
 * pictures of the records alone. False with *why where there is neither. */
bool report_write(const struct report_request *request);

enum { REPORT_BYTES = 640 * 1024 }; /* of the pictures of tests */

#endif
