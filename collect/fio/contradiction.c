/* Rates against counts. */
#include "collect/fio/contradiction.h"

#include <math.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/unit.h"

/* A rate as printed and what it is the quotient of. */
struct claim {
	const char *what;    /* "iops" */
	const char *counted; /* "I/Os" */
	const char *unit;
	double printed, count;
	double step; /* what the last digit of an old JSON stands for */
};

static bool
is_for_people(const struct fio_result *result)
{
	return strcmp(result->form, "fio normal") == 0 || strcmp(result->form, "fio fragment") == 0;
}

/* A rate, count or runtime that is not known contradicts nothing. */
static bool
holds(const struct claim *claim, double runtime, double tolerance)
{
	double rate = claim->count / runtime;

	return !(runtime > 0) || !(claim->printed > 0) || !(claim->count > 0) ||
	       fabs(claim->printed - rate) <= fmax(tolerance * rate, claim->step);
}

/* false: it contradicts itself, which has been noted. */
static bool
check(const struct fio_job *job, size_t direction, double tolerance, const struct sink *sink)
{
	const struct fio_direction *d = &job->direction[direction];
	const struct claim claims[] = {
	    {"iops", "I/Os", "iops", d->iops, d->ios, 1},
	    {"bw", "bytes", "B/s", d->bw, d->bytes, 1024},
	};

	for (size_t i = 0; d->used && i < countof(claims); i++) {
		const struct claim *claim = &claims[i];
		char printed[UNIT_TEXT], counted[UNIT_TEXT];
		if (holds(claim, d->runtime, tolerance))
			continue;
		unit_print(claim->printed, view_of(claim->unit), printed);
		unit_print(claim->count / d->runtime, view_of(claim->unit), counted);
		sink_note(
		    sink, job->line,
		    "'%s': %s of %s is printed as %s, but its %s by its runtime are %s, which "
		    "counts: the numbers contradict each other",
		    job->name, claim->what, fio_direction_name[direction], printed, claim->counted,
		    counted);
		return false;
	}
	return true;
}

void
fio_contradiction_note(const struct fio_result *result, const struct sink *sink)
{
	const double tolerance = is_for_people(result) ? 0.1 : 0.01;

	for (size_t i = 0; i < result->n_jobs; i++) {
		for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
			if (!result->job[i].extra && !check(&result->job[i], d, tolerance, sink))
				return;
		}
	}
}
