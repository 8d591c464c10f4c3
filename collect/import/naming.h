/* What tests and runs are called. */
#ifndef COLLECT_IMPORT_NAMING_H
#define COLLECT_IMPORT_NAMING_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/list.h"
#include "collect/fio/result.h"

/* The time at which fio printed the result as the name of a run: "20231106T040730.123Z", or without
 * Z where it is local time of a zone that fio does not say; without the part of the second where it
 * says none. On the heap; NULL = not known. */
char *naming_time(const struct fio_result *result);

/* Options whose values are part of a test's name. */
struct naming_by {
	const char *const *option;
	size_t n;
	bool *had; /* n, to be set where a job has the option; NULL = nobody asks */
};

/* Adds (lines.h) the name of each job's test: label (NULL = none), behind it /JOB where there are
 * several jobs or no label, then the job's values of options by (NULL = none): "randread
 * iodepth=4". The same name a second time becomes NAME#2. Returns how many did. */
size_t naming_tests(const struct fio_result *result, const char *label, const struct naming_by *by,
		    UT_array *names);

#endif
