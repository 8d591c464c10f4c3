/* For tests of analyze compare: its findings as structs. */
#ifndef TESTS_UNIT_FINDINGS_H
#define TESTS_UNIT_FINDINGS_H

#include "analyze/finding.h"
#include "tests/unit/stream.h"

/* What was found; texts are views of text. */
struct findings {
	char *text;
	struct finding_compare *at;
	size_t n;
	size_t regressed;
};

/* Compares the records, which stand behind STREAM_HEADER; earlier likewise, or NULL for no history.
 * config's metrics and history are filled here. findings_free frees it. */
struct findings findings_of(const char *records, const char *earlier, struct compare_config config);
void findings_free(struct findings *findings);

/* The one of this kind, test, metric and commit; its absence fails the test. */
const struct finding_compare *findings_find(const struct findings *findings, enum finding_kind kind,
					    const char *test, const char *metric,
					    const char *commit);

/* Prints a run's records to out: values of read.iops, one a run from 0 on, of test t of commit. */
void findings_runs(FILE *out, const char *commit, const char *test, const double *iops, size_t n);

/* The same text again, as a C string, for notes. */
#define check_note(finding, want)                                                                  \
	do {                                                                                       \
		char *note_ = mem_copy((finding)->note.p, (finding)->note.n);                      \
		check_text(note_, want);                                                           \
		free(note_);                                                                       \
	} while (0)

#define check_grade(finding, want)                                                                 \
	cr_expect(view_is((finding)->grade, want), "grade is '%.*s', want '%s'",                   \
		  VIEW_ARGS((finding)->grade), want)

#endif
