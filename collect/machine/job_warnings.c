/* What jobs will work on, and with how many threads. */
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/machine/warnings.h"

static void
add_paths(const struct job *job, UT_array *paths)
{
	const char *folder = job->directory ? job->directory : ".";

	if (job->ioengine == JOB_ENGINE_NULL)
		return;
	if (!job->n_filenames)
		lines_note(paths, "%s", folder);
	for (unsigned i = 0; i < job->n_filenames; i++) {
		if (job->directory)
			lines_note(paths, "%s/%s", folder, job->filename[i]);
		else
			lines_note(paths, "%s", job->filename[i]);
	}
}

/* The most that run at the same time; jobs of a group stand together. */
static unsigned
most_threads(const struct job_list *jobs)
{
	unsigned most = 0, threads = 0;

	for (size_t i = 0; i < jobs->n; i++) {
		if (i && jobs->job[i].group != jobs->job[i - 1].group)
			threads = 0;
		threads += jobs->job[i].numjobs;
		most = threads > most ? threads : most;
	}
	return most;
}

char *
machine_warnings(const struct job_list *jobs)
{
	UT_array *paths = lines_new();

	for (size_t i = 0; i < jobs->n; i++)
		add_paths(&jobs->job[i], paths);
	const struct warnings_asked asked = {
	    .root = "", .paths = paths, .threads = most_threads(jobs)};
	UT_array *lines = warnings_find(&asked);
	char *all = warnings_join(lines);
	char *line = all[0] ? mem_format("unsteady: %s", all) : NULL;
	free(all);
	lines_free(lines);
	lines_free(paths);
	return line;
}
