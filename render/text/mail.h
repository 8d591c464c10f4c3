/* The comparison as a text for a mailing list. */
#ifndef RENDER_TEXT_MAIL_H
#define RENDER_TEXT_MAIL_H

#include "render/model/comparison.h"
#include "render/text/page.h"

/* The finding first, then commits, what was overloaded, table, forest, latencies, jitter, what is
 * not decided, what else differs, how it was measured and on what. Parts without content are left
 * out. */
void mail_write(const struct page *page, const struct comparison *comparison,
		const struct input *input);

/* The parts below print nothing where they have nothing to say, else a blank line before. */

/* The tests whose runs could not keep the rate asked for, a line each (mail_lines.c). */
void mail_overload(const struct page *page, const struct comparison *comparison);

/* Percentiles of the tests whose latency changed (mail_latency.c). */
void mail_latency(const struct page *page, const struct comparison *comparison,
		  const struct input *input);

/* Jitter, undecided and left out cells, CPU per I/O, errors, changed keys, unfinished runs
 * (mail_lines.c). */
void mail_jitter(const struct page *page, const struct comparison *comparison,
		 const struct input *input);
void mail_open_questions(const struct page *page, const struct comparison *comparison,
			 const struct input *input);
void mail_costs(const struct page *page, const struct comparison *comparison,
		const struct input *input);
void mail_changes(const struct page *page, const struct comparison *comparison,
		  const struct input *input);

/* Runs, or tests of runs, that did not come to their end, of both commits, where the records are in
 * the stream. */
void mail_unfinished(const struct page *page, const struct comparison *comparison,
		     const struct input *input);

/* n, interval, thresholds, host, device, jobs, command (mail_method.c). */
void mail_method(const struct page *page, const struct comparison *comparison,
		 const struct input *input);

#endif
