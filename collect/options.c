/* One table of options: getopt_long reads by it, and the usage prints it. */
#include "collect/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/where.h"
#include "collect/job/command_line.h"
#include "collect/job/value.h"

enum key {
	COMMIT = 256,
	PREPARE,
	CLEANUP,
	RUNS,
	SHUFFLE,
	SEED,
	SET,
	INTERVAL,
	PER_JOB,
	ALLOW_WRITE,
	KEEP_FILES,
	REPO,
	SESSION,
	QUIET,
	HELP,
	VERSION
};

static const struct row {
	const char *name;
	const char *value; /* NULL = takes none */
	enum key key;
	const char *help;
} rows[] = {
    {"commit", "NAME", COMMIT, "what is measured; again for each further one"},
    {"prepare", "CMD", PREPARE, "shell command before each run, gets RINGSIDE_COMMIT"},
    {"cleanup", "CMD", CLEANUP, "shell command after each run"},
    {"runs", "N", RUNS, "runs of each commit (1; of several commits 5)"},
    {"shuffle", "yes|no", SHUFFLE, "commits in random order within each block (yes)"},
    {"seed", "N", SEED, "of that order (random, recorded)"},
    {"set", "COMMIT:OPTION=VALUE", SET, "an option of the jobs, for one commit alone"},
    {"interval", "TIME", INTERVAL, "length of a sample: 1s, 100ms (1s)"},
    {"per-job", NULL, PER_JOB, "records of each clone too, not only of their sum"},
    {"allow-write", "PATH", ALLOW_WRITE, "an existing device or file that may be overwritten"},
    {"keep-files", NULL, KEEP_FILES, "leave the files that were made"},
    {"repo", "DIR", REPO, "git repository that knows the commits"},
    {"session", "NAME", SESSION, "what ties runs together (the id of this boot)"},
    {"quiet", NULL, QUIET, "no status line"},
    {"help", NULL, HELP, "print this"},
    {"version", NULL, VERSION, "print the version"},
};

enum { N_ROWS = countof(rows) };

void
options_usage(FILE *out)
{
	fputs("usage: collect run [OPTION...] JOBFILE... [--name=JOB --rw=...]\n"
	      "       collect import [OPTION...] FILE|FOLDER|-... (collect import --help)\n"
	      "       collect export --as fio-json|benchstat [FILE...]\n"
	      "       collect machine\n\n"
	      "Runs fio's jobs and writes what was measured to standard output, as records.\n\n",
	      out);
	for (size_t i = 0; i < N_ROWS; i++) {
		char left[64];

		snprintf(left, sizeof(left), "--%s%s%s", rows[i].name, rows[i].value ? " " : "",
			 rows[i].value ? rows[i].value : "");
		fprintf(out, "  %-26s %s\n", left, rows[i].help);
	}
	fputs("\nOptions of jobs, NAME=VALUE in a job file or --NAME=VALUE behind --name=JOB:\n\n",
	      out);
	job_command_line_usage(out);
}

/* The option, of ours or of the jobs, that the unknown word was meant to be. */
static bool
unknown(const char *word, struct where *why)
{
	const char *names[N_ROWS + 1];
	char hint[NEAREST_HINT];
	size_t n = 0;

	for (size_t i = 0; i < N_ROWS; i++)
		names[n++] = rows[i].name;
	const char *of_jobs = job_command_line_nearest(word);
	if (of_jobs)
		names[n++] = of_jobs;
	return where_set(why, NULL, 0, "unknown option '%s'%s", word,
			 nearest_hint("--", nearest_option(word, names, n), hint));
}

static bool
read_runs(const char *text, size_t *out, struct where *why)
{
	uint64_t runs;

	if (!value_unsigned(text, &runs) || runs < 1 || runs > 1000000)
		return where_set(why, NULL, 0, "--runs '%s' is no number from 1 to 1000000", text);
	*out = (size_t)runs;
	return true;
}

static bool
read_interval(const char *text, double *out_s, struct where *why)
{
	uint64_t ns;

	if (!value_time_ns(text, &ns) || ns < 1000000)
		return where_set(why, NULL, 0,
				 "--interval '%s' is no time of 1ms or more, such as 500ms or 1s",
				 text);
	*out_s = (double)ns * 1e-9;
	return true;
}

static bool
read_shuffle(const char *text, bool *out, struct where *why)
{
	*out = strcmp(text, "yes") == 0;
	if (!*out && strcmp(text, "no") != 0)
		return where_set(why, NULL, 0, "--shuffle '%s' is neither yes nor no", text);
	return true;
}

static bool
read_seed(const char *text, struct options *out, struct where *why)
{
	out->has_seed = value_unsigned(text, &out->seed);
	if (!out->has_seed)
		return where_set(why, NULL, 0, "--seed '%s' is no whole number", text);
	return true;
}

/* A commit's name stands in each of its rows. */
static bool
read_commit(const char *text, struct options *out, struct where *why)
{
	if (!text[0])
		return where_set(why, NULL, 0, "--commit needs a name");
	out->commits.word[out->commits.n++] = text;
	return true;
}

static bool
take(struct options *out, enum key key, const char *value, struct where *why)
{
	switch (key) {
	case COMMIT:
		return read_commit(value, out, why);
	case RUNS:
		return read_runs(value, &out->runs, why);
	case SHUFFLE:
		return read_shuffle(value, &out->shuffle, why);
	case SEED:
		return read_seed(value, out, why);
	case INTERVAL:
		return read_interval(value, &out->interval_s, why);
	case SET:
		out->sets.word[out->sets.n++] = value;
		return true;
	case ALLOW_WRITE:
		out->allow_write.word[out->allow_write.n++] = value;
		return true;
	case PREPARE:
		out->prepare = value;
		return true;
	case CLEANUP:
		out->cleanup = value;
		return true;
	case REPO:
		out->repo = value;
		return true;
	case SESSION:
		out->session = value;
		return true;
	case PER_JOB:
		out->per_job = true;
		return true;
	case KEEP_FILES:
		out->keep_files = true;
		return true;
	case QUIET:
		out->quiet = true;
		return true;
	case HELP:
		out->ask = OPTIONS_HELP;
		return true;
	case VERSION:
		out->ask = OPTIONS_VERSION;
		return true;
	}
	return true;
}

/* What getopt_long did not know: an option of the jobs, or a mistake. */
static bool
take_other(struct options *out, int code, const char *word, struct where *why)
{
	if (code == ':')
		return where_set(why, NULL, 0, "option '%s' needs a value", word);
	/* A letter, which getopt may have found in the middle of a word. */
	if (optopt && optopt < COMMIT)
		return where_set(why, NULL, 0, "unknown option '-%c'", optopt);
	if (job_command_line_has(word)) {
		out->jobs.word[out->jobs.n++] = word;
		return true;
	}
	if (optopt)
		return where_set(why, NULL, 0, "option '%s' takes no value", word);
	return unknown(word, why);
}

static void
start(int argc, struct options *out)
{
	struct options_words *const lists[] = {&out->files, &out->jobs, &out->commits, &out->sets,
					       &out->allow_write};

	*out = (struct options){.shuffle = true, .interval_s = 1};
	for (size_t i = 0; i < countof(lists); i++)
		lists[i]->word = mem_alloc((size_t)argc, sizeof(*lists[i]->word));
}

bool
options_read(int argc, char *const *argv, struct options *out, struct where *why)
{
	struct option table[N_ROWS + 1] = {{0}};
	bool good = true;
	int code;

	start(argc, out);
	for (size_t i = 0; i < N_ROWS; i++)
		table[i] = (struct option){rows[i].name, rows[i].value != NULL, NULL, rows[i].key};
	optind = 0; /* begin anew */
	opterr = 0;
	/* '-': other words come in their order; ':': a missing value has a code of its own. */
	while (good && out->ask == OPTIONS_RUN &&
	       (code = getopt_long(argc, argv, "-:", table, NULL)) != -1) {
		if (code == 1)
			out->files.word[out->files.n++] = optarg;
		else if (code == '?' || code == ':')
			good = take_other(out, code, argv[optind - 1], why);
		else
			good = take(out, (enum key)code, optarg, why);
	}
	while (good && optind < argc && out->ask == OPTIONS_RUN)
		out->files.word[out->files.n++] = argv[optind++];
	if (!out->runs)
		out->runs = out->commits.n > 1 ? 5 : 1;
	return good;
}

void
options_free(struct options *options)
{
	free(options->files.word);
	free(options->jobs.word);
	free(options->commits.word);
	free(options->sets.word);
	free(options->allow_write.word);
}
