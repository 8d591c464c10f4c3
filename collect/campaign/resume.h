/* The records of a campaign that was interrupted: what is in them, and where the rest goes. */
#ifndef COLLECT_CAMPAIGN_RESUME_H
#define COLLECT_CAMPAIGN_RESUME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/campaign/logbook.h"

struct campaign_commit;
struct where;

/* {0} is a campaign that begins. */
struct resume {
	const char *path; /* borrowed; NULL = none */
	struct logbook logbook;
	FILE *out; /* appends to the file, which is locked while this is open; NULL where it is
		    * only looked at */
	size_t whole, cut; /* bytes of whole rows, and of the unfinished one behind them */
	bool headed;       /* what is appended needs no header */
};

/* Reads the records of path. With look no lock is taken; else a file that is not there is made. No
 * byte of the file is changed here. What a kill or a power cut leaves at the end of a file is not
 * read: the beginning of one row, without a newline, and NUL bytes. Errors, which name the line: no
 * header, anything else that is no row, and what logbook_read says; no regular file, one that
 * another campaign writes, runs without a seed. Close with resume_close, also on failure. */
bool resume_open(const char *path, bool look, struct resume *out, struct where *why);

/* Whether the records are of this very campaign: the same commits in the same order, whose tests
 * have the same job.* values. *why names what differs. per_job: the clones are tests, too. */
bool resume_check(const struct resume *resume, const struct campaign_commit *commits, size_t n,
		  bool per_job, struct where *why);

/* Takes the unfinished row off the file: what resume->cut counts, for which the file must still be
 * as long as it was. */
bool resume_cut(const struct resume *resume, struct where *why);

void resume_close(struct resume *resume);

#endif
