/* The words by which another collect is told what to measure. */
#include "collect/campaign/remote_command.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "collect/base/mem.h"
#include "collect/campaign/command.h"

char *
remote_job_file(const struct job_list *jobs)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = mem_stream(&text, &n);

	for (size_t i = 0; i < jobs->n; i++) {
		const struct job *job = &jobs->job[i];

		fprintf(out, "[%s]\n%s", job->name, job->text ? job->text : "");
		if (i && job->group != job[-1].group)
			fputs("stonewall\n", out);
	}
	fclose(out);
	return text;
}

char *
remote_command(const struct run_config *config, const struct remote *remote)
{
	char *interval = mem_format("%lldus", llround(config->interval_s * 1e6));
	char *time = mem_format("%" PRIu64 "us", remote->precondition / 1000);
	const char **word = mem_alloc(remote->n_allow_write * 2 + 16, sizeof(*word));
	size_t n = 0;

	word[n++] = remote->collect;
	word[n++] = "run";
	word[n++] = "-";
	word[n++] = "--quiet";
	word[n++] = "--commit=remote";
	word[n++] = "--interval";
	word[n++] = interval;
	if (config->per_job)
		word[n++] = "--per-job";
	if (config->heatmap)
		word[n++] = "--heatmap";
	if (config->serial)
		word[n++] = "--serial";
	if (remote->keep_files)
		word[n++] = "--keep-files";
	if (remote->session) {
		word[n++] = "--session";
		word[n++] = remote->session;
	}
	if (remote->precondition) {
		word[n++] = "--precondition";
		word[n++] = time;
	}
	for (size_t i = 0; i < remote->n_allow_write; i++) {
		word[n++] = "--allow-write";
		word[n++] = remote->allow_write[i];
	}
	char *words = command_quote(word, n);
	char *all = mem_format("%s %s", remote->command, words);
	free(words);
	free(word);
	free(time);
	free(interval);
	return all;
}
