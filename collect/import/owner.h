/* Runs that documents told, to find those that logs beside them are of. */
#ifndef COLLECT_IMPORT_OWNER_H
#define COLLECT_IMPORT_OWNER_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/base/list.h"
#include "collect/base/view.h"
#include "collect/fio/result.h"
#include "collect/log/log.h"

enum { OWNER_PREFIXES = 4 }; /* options that name logs: bw, iops, lat, hist */

/* A job, whose clones and hosts fio may have listed one by one. */
struct owner_job {
	char *name;
	size_t group;
	/* Numbers of its threads, which fio counts over all jobs, of each host anew; 0 = not known.
	 */
	size_t first, last;
	bool scattered; /* they do not stand together, or some are not known: first is 0 */
	char *prefix[OWNER_PREFIXES]; /* of its logs, without a folder; NULL */
	char *test;                   /* NULL = its records were left out */
	struct log_known known;
};

struct owner {
	char *file;        /* as messages call it */
	char *folder;      /* with the slash at its end; "" = none */
	const char *asked; /* --commit of the input, borrowed; NULL */
	char *commit, *run;
	double time; /* s since 1970; NaN */
	bool fio2;
	UT_array jobs; /* struct owner_job, in fio's order */
};

/* The jobs of a result that are not folded yet. Free it with owner_free. */
void owner_init(struct owner *owner, const struct fio_result *result);
void owner_free(struct owner *owner);

/* Says under which test the job, folded, was written; NULL = it was left out. */
void owner_name(struct owner *owner, const struct fio_job *job, const char *test);

/* Whether logs of this prefix (without a folder) belong to the job: by its options, or by its name
 * where it has no such option. */
enum owner_claim { OWNER_NO, OWNER_BY_NAME, OWNER_BY_OPTION };
enum owner_claim owner_job_claims(const struct owner_job *job, struct view prefix);

/* The strongest claim of its jobs, and how many claim it so, the last of which is *job. */
enum owner_claim owner_claims(const struct owner *owner, struct view prefix, size_t *n,
			      const struct owner_job **job);

/* Whether logs at path, given with the --commit asked (or NULL), lie beside it. */
bool owner_is_beside(const struct owner *owner, const char *path, const char *asked);

/* The name behind the path's last slash, and what is before it, with the slash; "." at its
 * ends and further slashes there are left out, so that "./x" and "x" are in the same folder, "". */
struct view owner_base(struct view path);
struct view owner_folder(struct view path);

static inline struct owner_job *
owner_job(const struct owner *owner, size_t i)
{
	return (struct owner_job *)list_data(&owner->jobs) + i;
}

#endif
