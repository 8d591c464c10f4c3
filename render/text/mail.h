/* The comparison as a text for a mailing list. */
#ifndef RENDER_TEXT_MAIL_H
#define RENDER_TEXT_MAIL_H

#include "collect/base/lines.h"
#include "render/model/comparison.h"
#include "render/text/page.h"

/* The finding first, then commits, what was overloaded, table, forest (of one commit), means over
 * tests, what was recovered, latencies, jitter, what is not decided, what else differs, how it was
 * measured and on what. Parts without content are left out. A comparison of several commits has one
 * table for all, and lines that name theirs. */
void mail_write(const struct page *page, const struct comparison *comparison,
		const struct input *input);

/* What a mail has only by request; NULL = not asked for. */
struct mail_request {
	const char *raw; /* where the raw data are */
	const char *fixes, *closes, *reported_by, *regzbot;
};

/* "Subject: [REGRESSION] 4k randread qd 32 -4.1 % IOPS since b81d07a2c6f4" and a blank line, for
 * the beginning of a mail, where mail programs and git take it; nothing where nothing regressed
 * (mail_ends.c). */
void mail_subject(const struct page *page, const struct comparison *comparison);

/* The raw data's name, then what stands in the last paragraph: "Fixes:" with 12 digits and the
 * subject, "Reported-by:", "Closes:", "#regzbot introduced:", each on one line. Warns where the
 * subject is not known. */
void mail_ends(const struct page *page, const struct input *input,
	       const struct mail_request *request, UT_array *warnings);

enum { MAIL_LINES_MAX = 12 }; /* of one kind: a mail is no log */

/* "b81d07a2c6f4: " where several commits are shown, else "". The caller frees it. */
char *mail_prefix(const struct comparison *comparison, struct view commit);

/* "4k randread qd 32", "4k randrw qd 32 write", with its commit in front where several are shown.
 * The caller frees it. */
char *mail_label(const struct comparison *comparison, const struct comparison_row *row);

/* The label of a finding's test, its name where it has no primary metric, with its commit likewise.
 * The caller frees it. */
char *mail_test(const struct comparison *comparison, const struct finding_compare *f);

/* "(and 3 more)" of n lines of a kind of which MAIL_LINES_MAX were printed. */
void mail_more(const struct page *page, size_t n);

/* Whether a percentile is one of which little is known: few I/Os lie beyond it in a run. */
bool mail_is_thin(const struct finding_compare *f);

/* What stands in a table's last column: "regressed", "improved 2.04x" where the value more than
 * doubled, with the mark of a thin percentile. The caller frees it. */
char *mail_verdict(const struct finding_compare *f);

/* The parts below print nothing where they have nothing to say, else a blank line before. */

/* One row a commit for each test and primary metric (mail_several.c). */
void mail_several(const struct page *page, const struct comparison *comparison);

/* The tests whose runs could not keep the rate asked for, a line each (mail_lines.c). */
void mail_overload(const struct page *page, const struct comparison *comparison);

/* Means over tests, and how much of a regression was taken back (mail_combined.c). */
void mail_combined(const struct page *page, const struct comparison *comparison,
		   const struct input *input);

/* Percentiles of the tests whose latency changed (mail_latency.c). */
void mail_latency(const struct page *page, const struct comparison *comparison,
		  const struct input *input);

/* The latencies whose distribution has another shape (mail_shape.c). */
void mail_shape(const struct page *page, const struct comparison *comparison,
		const struct input *input);

/* Jitter, and runs that are not steady (mail_jitter.c). */
void mail_jitter(const struct page *page, const struct comparison *comparison,
		 const struct input *input);

/* Undecided and left out cells, what must be known of cells (mail_lines.c). */
void mail_open_questions(const struct page *page, const struct comparison *comparison,
			 const struct input *input);
void mail_remarks(const struct page *page, const struct comparison *comparison);

/* CPU per I/O and errors; metrics that only a direction given by hand made comparable; other
 * metrics that one side lacks (mail_other.c). */
void mail_costs(const struct page *page, const struct comparison *comparison,
		const struct input *input);

void mail_named(const struct page *page, const struct comparison *comparison,
		const struct input *input);
void mail_lacks(const struct page *page, const struct comparison *comparison,
		const struct input *input);

/* The jobs' keys that differ although the tests were compared: it was forced (mail_changes.c). */
void mail_forced(const struct page *page, const struct comparison *comparison,
		 const struct input *input);

/* Changed keys (mail_changes.c). */
void mail_changes(const struct page *page, const struct comparison *comparison,
		  const struct input *input);

/* Whether a changed key says how the engine was used, in numbers: a consequence of what was asked
 * for (mail_engine.c). */
bool mail_is_engine(const struct finding_compare *f);

/* All of those in one line: "most submitted at once 2 -> 16, ring slots 2 -> 16 to 64"; "" without
 * any. The caller frees it. */
char *mail_engine(const struct comparison *comparison, const struct input *input);

/* Runs, or tests of runs, that did not come to their end, of the commits shown, where the records
 * are in the stream. */
void mail_unfinished(const struct page *page, const struct comparison *comparison,
		     const struct input *input);

/* Whether runs that were not measured by collect are among them: what to do about too few of them
 * is fio's. */
bool mail_is_imported(const struct comparison *comparison, const struct input *input);

/* n, interval, thresholds, host, device, jobs, command (mail_method.c). */
void mail_method(const struct page *page, const struct comparison *comparison,
		 const struct input *input);

#endif
