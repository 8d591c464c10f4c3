/* The table of options, and how they go together. */
#include "collect/import/options.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/long_options.h"
#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/job/value.h"

enum key {
	COMMIT = LONG_OPTION_KEYS,
	TEST,
	LABEL,
	GLOB,
	BY,
	PER_JOB,
	INTERVAL,
	HEATMAP,
	LOG,
	FIO2,
	STRICT,
	KEEP_GOING,
	QUIET,
	HELP,
	VERSION
};

static const struct long_option rows[] = {
    {"commit", "NAME", COMMIT, "what was measured, of the inputs behind it until the next one"},
    {"test", "NAME", TEST, "what was done, of the inputs behind it until the next one"},
    {"label", "PATTERN", LABEL,
     "(?<commit>..), (?<test>..), (?<run>..): what a path says of its file"},
    {"glob", "GLOB", GLOB, "only these files of folders: '*.json'; again for others"},
    {"by", "OPTION,...", BY, "tell tests apart by these options of fio: iodepth,numjobs"},
    {"per-job", NULL, PER_JOB, "records of each clone too, not only of their sum"},
    {"interval", "TIME", INTERVAL, "length of the samples made from logs of single I/Os (1s)"},
    {"heatmap", NULL, HEATMAP, "latency buckets of each interval, from histogram logs"},
    {"log", "KIND", LOG, "what a log measured whose name does not say it: bw, iops, lat ..."},
    {"fio2", NULL, FIO2, "logs are of fio 2: in microseconds, and windows have no gaps"},
    {"strict", NULL, STRICT, "end with the first file that is not fio's or cannot be read"},
    {"keep-going", NULL, KEEP_GOING, "import the others, then fail (the default)"},
    {"quiet", NULL, QUIET, "no warnings, only errors"},
    {"help", NULL, HELP, "print this"},
    {"version", NULL, VERSION, "print the version"},
};

/* Where the options go, and what is asked of them only while they are read. */
struct reading {
	struct import_options *out;
	const char *commit, *test;     /* of the inputs that follow; NULL = not given */
	bool commit_waits, test_waits; /* for the first of these inputs */
	bool commit_given, test_given;
};

static bool
read_by(struct import_options *out, const char *text, struct where *why)
{
	for (const char *p = text;; p++) {
		size_t n = strcspn(p, ",");
		if (n == 0)
			return where_set(why, NULL, 0,
					 "--by '%s' is no list of options such as iodepth,numjobs",
					 text);
		out->by = mem_resize(out->by, out->n_by + 1, sizeof(*out->by));
		out->by[out->n_by++] = mem_copy(p, n);
		p += n;
		if (!*p)
			return true;
	}
}

static bool
read_label(struct import_options *out, const char *text, struct where *why)
{
	if (out->label)
		return where_set(why, NULL, 0, "--label is given twice");
	out->label = label_pattern_new(text, why);
	return out->label != NULL;
}

static bool
read_log(struct import_options *out, const char *text, struct where *why)
{
	out->knows_nameless = log_kind_parse(text, &out->nameless);
	return out->knows_nameless ||
	       where_set(why, NULL, 0,
			 "--log '%s' is none of bw, iops, lat, slat, clat and clat_hist", text);
}

static void
add_input(void *ctx, const char *path)
{
	struct reading *reading = ctx;
	struct import_options *out = reading->out;

	out->input[out->n_inputs++] = (struct import_input){path, reading->commit, reading->test};
	reading->commit_waits = reading->test_waits = false;
}

/* The name that was given before is of no input. */
static bool
refuse_waiting(const char *option, const char *name, struct where *why)
{
	return where_set(why, NULL, 0, "%s '%s' has no input behind it: it names those that follow",
			 option, name);
}

static bool
read_commit(struct reading *reading, const char *name, struct where *why)
{
	if (reading->commit_waits)
		return refuse_waiting("--commit", reading->commit, why);
	reading->commit = name;
	reading->commit_waits = reading->commit_given = true;
	return name[0] || where_set(why, NULL, 0, "--commit needs a name");
}

static bool
read_test(struct reading *reading, const char *name, struct where *why)
{
	if (reading->test_waits)
		return refuse_waiting("--test", reading->test, why);
	reading->test = name;
	reading->test_waits = reading->test_given = true;
	return name[0] || where_set(why, NULL, 0, "--test needs a name");
}

static bool
take_checked(struct reading *reading, enum key key, const char *value, struct where *why)
{
	struct import_options *out = reading->out;

	switch (key) {
	case COMMIT:
		return read_commit(reading, value, why);
	case TEST:
		return read_test(reading, value, why);
	case LABEL:
		return read_label(out, value, why);
	case BY:
		return read_by(out, value, why);
	case INTERVAL:
		return value_interval(value, &out->log.interval_s, why);
	case LOG:
		return read_log(out, value, why);
	default:
		return false;
	}
}

/* An option that takes any text, or none at all. */
static bool
take_plain(struct import_options *out, enum key key, const char *value)
{
	switch (key) {
	case GLOB:
		out->glob[out->n_globs++] = value;
		return true;
	case PER_JOB:
		return out->per_job = true;
	case HEATMAP:
		return out->log.heatmap = true;
	case FIO2:
		return out->log.fio2 = true;
	case STRICT:
	case KEEP_GOING:
		out->strict = key == STRICT;
		return true;
	case QUIET:
		return out->quiet = true;
	default:
		return false;
	}
}

static enum long_option_end
take(void *ctx, int key, const char *value, struct where *why)
{
	struct reading *reading = ctx;

	if (key == HELP || key == VERSION) {
		reading->out->ask = key == HELP ? IMPORT_HELP : IMPORT_VERSION;
		return LONG_OPTION_STOP;
	}
	if (take_plain(reading->out, (enum key)key, value) ||
	    take_checked(reading, (enum key)key, value, why))
		return LONG_OPTION_TAKEN;
	return LONG_OPTION_REFUSED;
}

static const struct long_options table = {
    .row = rows, .n_rows = countof(rows), .take = take, .word = add_input};

void
import_options_usage(FILE *out)
{
	fputs("usage: collect import [OPTION...] FILE|FOLDER|-...\n\n"
	      "Writes what fio measured to standard output, as records: its JSON, terse and\n"
	      "normal output, logs, and pieces of them in mails.\n\n",
	      out);
	long_options_usage(&table, out);
}

/* Each name comes from one place alone, and is of some input. */
static bool
check(const struct reading *reading, struct where *why)
{
	const struct label_pattern *label = reading->out->label;

	if (reading->commit_waits)
		return refuse_waiting("--commit", reading->commit, why);
	if (reading->test_waits)
		return refuse_waiting("--test", reading->test, why);
	if (reading->commit_given && label_pattern_has(label, "commit"))
		return where_set(
		    why, NULL, 0,
		    "--commit and (?<commit>...) of --label name the same: one of them "
		    "is enough");
	if (reading->test_given && label_pattern_has(label, "test"))
		return where_set(why, NULL, 0,
				 "--test and (?<test>...) of --label name the same: one of them is "
				 "enough");
	return true;
}

bool
import_options_read(int argc, char *const *argv, bool terminal, struct import_options *out,
		    struct where *why)
{
	struct reading reading = {.out = out};

	*out = (struct import_options){.log = {.interval_s = 1}};
	out->input = mem_alloc((size_t)argc + 1, sizeof(*out->input));
	out->glob = mem_alloc((size_t)argc + 1, sizeof(*out->glob));
	if (!long_options_read(&table, argc, argv, &reading, why))
		return false;
	if (out->ask != IMPORT_RUN)
		return true;
	if (!out->n_inputs && terminal)
		return where_set(why, NULL, 0,
				 "no input: name a file or a folder, or pipe fio's output in");
	if (!out->n_inputs)
		add_input(&reading, "-");
	return check(&reading, why);
}

void
import_options_free(struct import_options *options)
{
	for (size_t i = 0; i < options->n_by; i++)
		free(options->by[i]);
	free(options->by);
	free(options->input);
	free(options->glob);
	label_pattern_free(options->label);
}

struct import_config
import_options_config(const struct import_options *options)
{
	return (struct import_config){.input = options->input,
				      .n_inputs = options->n_inputs,
				      .glob = options->n_globs ? options->glob : NULL,
				      .label = options->label,
				      .by = (const char *const *)options->by,
				      .n_by = options->n_by,
				      .per_job = options->per_job,
				      .strict = options->strict,
				      .log = options->log,
				      .nameless =
					  options->knows_nameless ? &options->nameless : NULL};
}
