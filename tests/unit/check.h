/* What every unit test includes: Criterion, and comparisons that print what they compared. */
#ifndef TESTS_UNIT_CHECK_H
#define TESTS_UNIT_CHECK_H

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* got within relative error rel of want (absolute where want is 0); name tells the row of a table.
 */
#define check_close(got, want, rel, name)                                                          \
	do {                                                                                       \
		double got_ = (got), want_ = (want);                                               \
		double error_ = fabs(got_ - want_) / (want_ != 0 ? fabs(want_) : 1);               \
		cr_expect(error_ <= (rel), "%s: got %.17g, want %.17g (rel. error %.3g > %.3g)",   \
			  (name), got_, want_, error_, (double)(rel));                             \
	} while (0)

#define check_nan(got, name)                                                                       \
	do {                                                                                       \
		double got_ = (got);                                                               \
		cr_expect(isnan(got_) != 0, "%s: got %.17g, want NaN", (name), got_);              \
	} while (0)

#define check_text(got, want)                                                                      \
	do {                                                                                       \
		const char *got_ = (got), *want_ = (want);                                         \
		cr_expect(strcmp(got_, want_) == 0, "got '%s', want '%s'", got_, want_);           \
	} while (0)

#define check_int(got, want)                                                                       \
	do {                                                                                       \
		long long got_ = (long long)(got), want_ = (long long)(want);                      \
		cr_expect(got_ == want_, "%s:%d: got %lld, want %lld", __FILE__, __LINE__, got_,   \
			  want_);                                                                  \
	} while (0)

/* A stream that holds text, for functions that read a FILE. The caller closes it; text must live
 * on. */
static inline FILE *
check_input(const char *text, size_t n)
{
	return n ? fmemopen((void *)(size_t)text, n, "r") : fopen("/dev/null", "r");
}

#endif
