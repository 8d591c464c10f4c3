/* When runs were measured. */
#ifndef ANALYZE_SAMPLE_WHEN_H
#define ANALYZE_SAMPLE_WHEN_H

struct name;
struct run;
struct store;

/* What the run says of a meta.* key, else what is said of all tests of it; NULL = nothing. */
const struct name *when_fact(const struct store *store, const struct run *run, const char *key);

/* Its meta.start in seconds since 1970; NaN = not known. */
double when_started(const struct store *store, const struct run *run);

#endif
