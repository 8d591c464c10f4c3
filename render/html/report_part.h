/* What the files of the report share; no others include this. */
#ifndef RENDER_HTML_REPORT_PART_H
#define RENDER_HTML_REPORT_PART_H

#include "render/html/report.h"

/* The rows of a comparison in the order of their weight: regressed ones first, by how many smallest
 * changes of interest they went, then improved ones, then the others as they came. The caller frees
 * the array of n_rows. */
const struct comparison_row **report_order(const struct comparison *comparison);

/* Figures of the charts that show one test, all of them or the first REPORT_FEW that could be made,
 * or where test is NULL of those that show all tests. base and commit may be NULL. Returns how many
 * could be made. */
size_t report_figures(const struct report_request *r, const struct html *h, const char *base,
		      const char *commit, const char *test, bool all);

enum {
	REPORT_FEW = 2,   /* pictures of a test that did not change: its runs, its percentiles */
	REPORT_SMALL = 8, /* tests of a report in which all have all pictures */
};

/* The sections of a comparison, each with its heading. */
void report_changes(const struct html *h, const struct comparison *comparison);
void report_tests(const struct report_request *r, const struct comparison *comparison);
void report_method(const struct html *h, const struct comparison *comparison);
void report_mail(const struct html *h, const struct comparison *comparison);

#endif
