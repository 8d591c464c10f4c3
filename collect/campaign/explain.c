/* Names what is written differently from what is read, and gives the place where a name leads to.
 */
#include "collect/campaign/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "collect/base/mem.h"
#include "collect/base/plain.h"
#include "collect/base/unit.h"
#include "collect/machine/place.h"

enum { PARAMETERS_MAX = 128 };

static const char *
verb(const struct job *job, const struct target *target)
{
	bool reads = job_has(job, DIRECTION_READ), trims = job_has(job, DIRECTION_TRIM);

	if (!job_has(job, DIRECTION_WRITE))
		return trims ? "trims" : "reads";
	if (target->is_made)
		return reads ? "reads and writes" : trims ? "trims and writes" : "writes";
	return reads ? "reads and overwrites" : trims ? "trims and overwrites" : "overwrites";
}

/* path without symbolic links, on the heap; of a file that is not there its folder without them. */
static char *
real_path(const char *path)
{
	char *real = realpath(path, NULL), *folder = real ? NULL : place_folder(path);
	const char *slash = strrchr(path, '/');

	if (folder)
		real = mem_format("%s%s%s", folder, strcmp(folder, "/") == 0 ? "" : "/",
				  slash ? slash + 1 : path);
	free(folder);
	return real ? real : mem_dup(path);
}

char *
explain_target(const struct job *job, const struct target *target)
{
	char size[UNIT_TEXT], from[UNIT_TEXT], to[UNIT_TEXT];
	char *real = real_path(target->path), *text;

	unit_size(target->size, size);
	unit_size(target->range.start, from);
	unit_size(target->range.start + target->range.size, to);
	if (!target->is_device && !target->is_made && !target->device)
		text =
		    mem_format("touches nothing: %s would be used from %s to %s", size, from, to);
	else
		text = mem_format(
		    "%s%s '%s' (%s, %s%u:%u, %s)%s from %s to %s",
		    target->is_new ? "makes and " : "", verb(job, target), target->path, real,
		    target->is_device ? "" : "on ", major(target->device), minor(target->device),
		    size, target->is_made && !target->is_new ? ", made before," : "", from, to);
	free(real);
	plain_line(text);
	return text;
}

void
explain_job(FILE *out, const struct job *job, unsigned n_groups)
{
	struct job_parameter parameters[PARAMETERS_MAX];
	size_t n = job_parameters(job, parameters, PARAMETERS_MAX);
	char *place = job->line ? mem_format("%s:%zu", job->file, job->line) : mem_dup(job->file);
	char *text = mem_format("%s/%s (%s):", job->stem, job->name, place);

	for (size_t i = 0; i < n; i++)
		mem_append(&text, " %s=%s", parameters[i].name, parameters[i].value);
	plain_line(text);
	fprintf(out, "%s\n", text);
	if (n_groups > 1)
		fprintf(out, "  in group %u of %u, which run one after another\n", job->group + 1,
			n_groups);
	free(text);
	free(place);
}

char *
explain_time(double s, char out[EXPLAIN_TIME])
{
	if (isnan(s))
		snprintf(out, EXPLAIN_TIME, "until its size is done");
	else if (s < 300)
		snprintf(out, EXPLAIN_TIME, "%.4g s", s);
	else if (s < 2 * 3600)
		snprintf(out, EXPLAIN_TIME, "%.0f min", s / 60);
	else
		snprintf(out, EXPLAIN_TIME, "%.0f h %.0f min", floor(s / 3600),
			 floor(fmod(s, 3600) / 60));
	return out;
}
