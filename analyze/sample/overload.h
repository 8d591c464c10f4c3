/* Runs that could not keep the rate that their job asks for, by the fact meta.overloaded. Their
 * latencies count from when each I/O was meant to start and grow for as long as the run lasts, so
 * that they say nothing of the device. */
#ifndef ANALYZE_SAMPLE_OVERLOAD_H
#define ANALYZE_SAMPLE_OVERLOAD_H

#include <stdbool.h>
#include <stddef.h>

struct group;
struct metric;
struct run;
struct store;

/* What the run says of it, "read: asked for 204800 IOPS, did 34000"; NULL where it kept its rate.
 * What it says of all its tests holds too. */
const char *overload_text(const struct store *store, const struct run *run);

/* Whether any run of the group (NULL has none) was overloaded. */
bool overload_any(const struct store *store, const struct group *group);

/* Appends what the first overloaded run says, behind how many of the group's runs were overloaded
 * unless all were: "2 of 5 runs: read: asked for ...". Nothing where none was. */
void overload_append(char **text, const struct store *store, const struct group *group);

/* Whether a metric is a latency that overload makes meaningless: any but that of flushes, which is
 * not counted from an intended start. */
bool overload_touches(const struct metric *metric);

#endif
