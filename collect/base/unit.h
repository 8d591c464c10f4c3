/* Numbers for people: few digits, a prefix, a unit. ASCII only; pictures replace "us" and "-"
 * themselves. */
#ifndef COLLECT_BASE_UNIT_H
#define COLLECT_BASE_UNIT_H

#include <stddef.h>

#include "collect/base/view.h"

enum { UNIT_TEXT = 32 }; /* bytes that hold any formatted quantity with its NUL */

/* A scale that a whole column shares: value / divisor, then suffix ("k", "us", "MiB/s"). */
struct unit_scale {
	double divisor;
	char suffix[12];
};

/* The scale in which value, a quantity of the stream's unit ("iops" "B/s" "ns" "s" "1" "%"), has
 * one to three digits before its point: SI for iops and counts, IEC for bytes, ns/us/ms/s for
 * times. */
struct unit_scale unit_scale_for(double value, struct view unit);

/* value in that scale with 4 significant digits ("254.1", "12.70", "1290"), without the suffix. */
char *unit_number(double value, struct unit_scale scale, char out[UNIT_TEXT]);

/* value in its own best scale with the suffix: "254.1k", "1.290ms", "12.50MiB/s". NaN gives "-". */
char *unit_print(double value, struct view unit, char out[UNIT_TEXT]);

/* A change given as a fraction: "-4.1 %", "+0.0 %"; above +100 % also the ratio: "+103.5 %
 * (2.04x)". */
char *unit_percent(double fraction, char out[UNIT_TEXT]);

/* A fraction in per cent, finite however large. */
double unit_hundredths(double fraction);

/* The same fraction for a column whose head says "%", without unit and ratio: "-4.1", "+103.5"; in
 * three digits from 10000 % on: "+1.23e+06". */
char *unit_change(double fraction, char out[UNIT_TEXT]);

/* A size in bytes as fio's options write it: "512", "4k", "1m", "10g"; exact, so it reads back
 * equal. */
char *unit_size(unsigned long long bytes, char out[UNIT_TEXT]);

#endif
