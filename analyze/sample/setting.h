/* How runs were set up: their job.* and meta.* values, and how two sides differ in them. */
#ifndef ANALYZE_SAMPLE_SETTING_H
#define ANALYZE_SAMPLE_SETTING_H

#include <stdbool.h>

#include "analyze/sample/store.h"

enum { SETTING_BASE, SETTING_NEW, SETTING_SIDES };

/* One key and the different values that each side's runs have for it. */
struct setting {
	const struct name *key;
	UT_array value[SETTING_SIDES]; /* const struct name *; NULL = a run has no such key */
	/* Some run's source does not tell this option (meta.fio.options_unknown), so that it being
	 * absent says nothing: such runs have no part in value. */
	bool unknown[SETTING_SIDES];
};

/* Makes out the list (struct setting) of both sides' settings whose key starts with prefix, in
 * order of appearance, but for those that are expected to differ; list_done frees it. base and new
 * hold struct run *. */
void setting_list(const struct store *store, const UT_array *base, const UT_array *new,
		  const char *prefix, UT_array *out);

/* Whether the sides do not have the same set of values. A side of which nothing is known does not
 * differ. */
bool setting_differs(const struct setting *setting);

/* Whether one side has the key in no run, and this is known, and the other one has it. */
bool setting_one_sided(const struct setting *setting);

/* Whether the runs of one side do not agree among themselves. */
bool setting_varies(const struct setting *setting);

/* Whether the run's source leaves this job.* option out, so that it being absent says nothing. */
bool setting_untold(const struct store *store, const struct run *run, const struct name *key);

/* "4k -> 8k"; a side whose runs do not agree is "4k or 8k", one without the key "(absent)", one of
 * which it is not known "(not known)"; "4k or
 * 8k on both sides" where both vary alike. The caller frees it. */
char *setting_text(const struct setting *setting);

/* "rw=randread bs=4k iodepth=32": the job.* values that all runs of the group have, in the order of
 * the first one, but for those that are expected to differ; "" without. The caller frees it. */
char *setting_params(const struct group *group);

#endif
