/* One table of options: getopt_long reads by it, and the usage prints it. */
#include "collect/options.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/long_options.h"
#include "collect/base/mem.h"
#include "collect/base/utf8.h"
#include "collect/base/where.h"
#include "collect/job/command_line.h"
#include "collect/job/value.h"

enum key {
	COMMIT = LONG_OPTION_KEYS,
	PREPARE,
	CLEANUP,
	RUNS,
	SHUFFLE,
	SEED,
	RESUME,
	NEXT,
	PRINT_NEXT,
	ON,
	ON_COLLECT,
	SET,
	INTERVAL,
	PER_JOB,
	HEATMAP,
	ALLOW_WRITE,
	KEEP_FILES,
	PRECONDITION,
	SERIAL,
	REPO,
	SESSION,
	NO_TARGETS,
	QUIET,
	HELP,
	VERSION
};

static const struct long_option rows[] = {
    {"commit", "NAME", COMMIT, "what is measured; again for each further one"},
    {"prepare", "CMD", PREPARE, "shell command before each run, gets RINGSIDE_COMMIT"},
    {"cleanup", "CMD", CLEANUP, "shell command after each run"},
    {"runs", "N", RUNS, "runs of each commit (1; of several commits 5)"},
    {"shuffle", "yes|no", SHUFFLE, "commits in random order within each block (yes)"},
    {"seed", "N", SEED, "of that order (random, recorded)"},
    {"resume", "FILE", RESUME, "go on with the campaign whose records are in FILE, in it"},
    {"next", NULL, NEXT, "with --resume: only one run; status 1 when none is left"},
    {"print-next", NULL, PRINT_NEXT, "with --resume: name the commit of that run, do nothing"},
    {"on", "CMD", ON, "measure through this command ('ssh guest'), prepare here"},
    {"on-collect", "PROGRAM", ON_COLLECT, "what collect is called there (collect)"},
    {"set", "COMMIT:OPTION=VALUE", SET, "an option of the jobs, for one commit alone"},
    {"interval", "TIME", INTERVAL, "length of a sample: 1s, 100ms (1s)"},
    {"per-job", NULL, PER_JOB, "records of each clone too, not only of their sum"},
    {"heatmap", NULL, HEATMAP, "also record the latencies of each sample"},
    {"allow-write", "PATH", ALLOW_WRITE, "an existing device or file that may be overwritten"},
    {"keep-files", NULL, KEEP_FILES, "leave the files that were made"},
    {"precondition", "TIME", PRECONDITION,
     "first fill what --allow-write names, and write until steady (at most TIME)"},
    {"serial", NULL, SERIAL, "serial numbers of devices as they are (hashed)"},
    {"repo", "DIR", REPO, "git repository that knows the commits"},
    {"session", "NAME", SESSION, "what ties runs together (the id of this boot)"},
    {"no-targets", NULL, NO_TARGETS, "collect check: do not look at devices and files"},
    {"quiet", NULL, QUIET, "no status line"},
    {"help", NULL, HELP, "print this"},
    {"version", NULL, VERSION, "print the version"},
};

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

/* At least a second: rates are looked at once a second. */
static bool
read_precondition(const char *text, uint64_t *out, struct where *why)
{
	if (value_time_ns(text, out) && *out >= 1000000000)
		return true;
	return where_set(why, NULL, 0,
			 "--precondition '%s' is no time of 1s or more, such as 30m or 2h", text);
}

/* A commit's name stands in each of its rows. */
static bool
read_commit(const char *text, struct options *out, struct where *why)
{
	if (!text[0])
		return where_set(why, NULL, 0, "--commit needs a name");
	if (!utf8_is_valid(view_of(text)))
		return where_set(why, NULL, 0, "--commit needs a name in UTF-8");
	out->commits.word[out->commits.n++] = text;
	return true;
}

/* An option that takes any text. */
static bool
take_plain(struct options *out, enum key key, const char *value)
{
	switch (key) {
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
	case RESUME:
		out->resume = value;
		return true;
	case ON:
		out->on = value;
		return true;
	case ON_COLLECT:
		out->on_collect = value;
		return true;
	default:
		return false;
	}
}

static bool
take_flag(struct options *out, enum key key)
{
	switch (key) {
	case PER_JOB:
		return out->per_job = true;
	case HEATMAP:
		return out->heatmap = true;
	case SERIAL:
		return out->serial = true;
	case NEXT:
		return out->next = true;
	case PRINT_NEXT:
		return out->print_next = true;
	case KEEP_FILES:
		return out->keep_files = true;
	case NO_TARGETS:
		return out->no_targets = true;
	case QUIET:
		return out->quiet = true;
	default:
		return false;
	}
}

static bool
take_checked(struct options *out, enum key key, const char *value, struct where *why)
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
		return value_interval(value, &out->interval_s, why);
	case PRECONDITION:
		return read_precondition(value, &out->precondition_ns, why);
	default:
		return false;
	}
}

static enum long_option_end
take(void *ctx, int key, const char *value, struct where *why)
{
	struct options *out = ctx;

	if (key == HELP || key == VERSION) {
		out->ask = key == HELP ? OPTIONS_HELP : OPTIONS_VERSION;
		return LONG_OPTION_STOP;
	}
	if (take_flag(out, (enum key)key) || take_plain(out, (enum key)key, value) ||
	    take_checked(out, (enum key)key, value, why))
		return LONG_OPTION_TAKEN;
	return LONG_OPTION_REFUSED;
}

static void
take_file(void *ctx, const char *word)
{
	struct options *out = ctx;

	out->files.word[out->files.n++] = word;
}

/* An option of the jobs. */
static bool
take_other(void *ctx, const char *word)
{
	struct options *out = ctx;

	if (!job_command_line_has(word))
		return false;
	out->jobs.word[out->jobs.n++] = word;
	return true;
}

static const struct long_options table = {.row = rows,
					  .n_rows = countof(rows),
					  .take = take,
					  .word = take_file,
					  .other = take_other,
					  .nearest = job_command_line_nearest};

void
options_usage(FILE *out)
{
	fputs("usage: collect run [OPTION...] JOBFILE... [--name=JOB --rw=...]\n"
	      "       collect check [OPTION...] JOBFILE... [--name=JOB --rw=...]\n"
	      "       collect import [OPTION...] FILE|FOLDER|-... (collect import --help)\n"
	      "       collect export --as fio-json|benchstat [FILE...]\n"
	      "       collect machine [--serial] [PATH...]\n\n"
	      "Runs fio's jobs and writes what was measured to standard output, as records.\n\n",
	      out);
	long_options_usage(&table, out);
	fputs("\nOptions of jobs, NAME=VALUE in a job file or --NAME=VALUE behind --name=JOB:\n\n",
	      out);
	job_command_line_usage(out);
}

static void
start(int argc, struct options *out)
{
	struct options_words *const lists[] = {&out->files, &out->jobs, &out->commits, &out->sets,
					       &out->allow_write};

	*out = (struct options){.shuffle = true, .interval_s = 1, .on_collect = "collect"};
	for (size_t i = 0; i < countof(lists); i++)
		lists[i]->word = mem_alloc((size_t)argc, sizeof(*lists[i]->word));
}

/* Options that mean nothing without another one. */
static bool
check_together(const struct options *options, struct where *why)
{
	if ((options->next || options->print_next) && !options->resume)
		return where_set(why, NULL, 0,
				 "%s needs --resume FILE: the records say which runs are left",
				 options->next ? "--next" : "--print-next");
	if (options->precondition_ns && !options->allow_write.n)
		return where_set(
		    why, NULL, 0,
		    "--precondition needs --allow-write PATH: what may be overwritten");
	return true;
}

bool
options_read(int argc, char *const *argv, struct options *out, struct where *why)
{
	start(argc, out);
	if (!long_options_read(&table, argc, argv, out, why))
		return false;
	if (out->no_targets && argc && strcmp(argv[0], "check") != 0)
		return where_set(why, NULL, 0, "--no-targets is an option of 'collect check'");
	if (!out->runs)
		out->runs = out->commits.n > 1 ? 5 : 1;
	return out->ask != OPTIONS_RUN || check_together(out, why);
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
