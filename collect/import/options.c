/* One table of options: getopt_long reads by it, and the usage prints it. */
#include "collect/import/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/nearest.h"
#include "collect/base/where.h"
#include "collect/job/value.h"

enum key {
	COMMIT = 256,
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
	HELP,
	VERSION
};

static const struct row {
	const char *name;
	const char *value; /* NULL = takes none */
	enum key key;
	const char *help;
} rows[] = {
    {"commit", "NAME", COMMIT, "what was measured, of the inputs behind it until the next one"},
    {"label", "PATTERN", LABEL,
     "(?<commit>..), (?<test>..), (?<run>..): what a path says of its file"},
    {"glob", "GLOB", GLOB, "only these files of folders: '*.json'"},
    {"by", "OPTION,...", BY, "tell tests apart by these options of fio: iodepth,numjobs"},
    {"per-job", NULL, PER_JOB, "records of each clone too, not only of their sum"},
    {"interval", "TIME", INTERVAL, "length of the samples made from logs of single I/Os (1s)"},
    {"heatmap", NULL, HEATMAP, "latency buckets of each interval, from histogram logs"},
    {"log", "KIND", LOG, "what a log measured whose name does not say it: bw, iops, lat ..."},
    {"fio2", NULL, FIO2, "logs are of fio 2: in microseconds, and windows have no gaps"},
    {"strict", NULL, STRICT, "end with the first file that is not fio's or cannot be read"},
    {"keep-going", NULL, KEEP_GOING, "import the others, then fail (the default)"},
    {"help", NULL, HELP, "print this"},
    {"version", NULL, VERSION, "print the version"},
};

enum { N_ROWS = countof(rows) };

void
import_options_usage(FILE *out)
{
	fputs("usage: collect import [OPTION...] FILE|FOLDER|-...\n\n"
	      "Writes what fio measured to standard output, as records: its JSON, terse and\n"
	      "normal output, logs, and pieces of them in mails.\n\n",
	      out);
	for (size_t i = 0; i < N_ROWS; i++) {
		char left[64];

		snprintf(left, sizeof(left), "--%s%s%s", rows[i].name, rows[i].value ? " " : "",
			 rows[i].value ? rows[i].value : "");
		fprintf(out, "  %-18s %s\n", left, rows[i].help);
	}
}

static bool
unknown(const char *word, struct where *why)
{
	const char *names[N_ROWS];
	char hint[NEAREST_HINT];

	for (size_t i = 0; i < N_ROWS; i++)
		names[i] = rows[i].name;
	return where_set(why, NULL, 0, "unknown option '%s'%s", word,
			 nearest_hint("--", nearest_option(word, names, N_ROWS), hint));
}

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
add_input(struct import_options *out, const char *path, const char *commit)
{
	out->input[out->n_inputs++] = (struct import_input){path, commit};
}

static bool
take(struct import_options *out, enum key key, const char *value, const char **commit,
     struct where *why)
{
	switch (key) {
	case COMMIT:
		*commit = value;
		return value[0] || where_set(why, NULL, 0, "--commit needs a name");
	case LABEL:
		return read_label(out, value, why);
	case GLOB:
		out->glob = value;
		return true;
	case BY:
		return read_by(out, value, why);
	case INTERVAL:
		return read_interval(value, &out->log.interval_s, why);
	case PER_JOB:
		out->per_job = true;
		return true;
	case HEATMAP:
		out->log.heatmap = true;
		return true;
	case LOG:
		return read_log(out, value, why);
	case FIO2:
		out->log.fio2 = true;
		return true;
	case STRICT:
	case KEEP_GOING:
		out->strict = key == STRICT;
		return true;
	case HELP:
		out->ask = IMPORT_HELP;
		return true;
	case VERSION:
		out->ask = IMPORT_VERSION;
		return true;
	}
	return true;
}

/* What getopt_long did not know. */
static bool
refuse(int code, const char *word, struct where *why)
{
	if (code == ':')
		return where_set(why, NULL, 0, "option '%s' needs a value", word);
	/* A letter, which getopt may have found in the middle of a word. */
	if (optopt && optopt < COMMIT)
		return where_set(why, NULL, 0, "unknown option '-%c'", optopt);
	if (optopt)
		return where_set(why, NULL, 0, "option '%s' takes no value", word);
	return unknown(word, why);
}

static bool
read_words(int argc, char *const *argv, struct import_options *out, struct where *why)
{
	struct option table[N_ROWS + 1] = {{0}};
	const char *commit = NULL;
	bool good = true;
	int code;

	for (size_t i = 0; i < N_ROWS; i++)
		table[i] = (struct option){rows[i].name, rows[i].value != NULL, NULL, rows[i].key};
	optind = 0; /* begin anew */
	opterr = 0;
	/* '-': other words come in their order; ':': a missing value has a code of its own. */
	while (good && out->ask == IMPORT_RUN &&
	       (code = getopt_long(argc, argv, "-:", table, NULL)) != -1) {
		if (code == 1)
			add_input(out, optarg, commit);
		else if (code == '?' || code == ':')
			good = refuse(code, argv[optind - 1], why);
		else
			good = take(out, (enum key)code, optarg, &commit, why);
	}
	while (good && optind < argc && out->ask == IMPORT_RUN)
		add_input(out, argv[optind++], commit);
	if (good && !out->n_inputs) {
		out->implied = true;
		add_input(out, "-", commit);
	}
	return good;
}

bool
import_options_read(int argc, char *const *argv, bool terminal, struct import_options *out,
		    struct where *why)
{
	*out = (struct import_options){.log = {.interval_s = 1}};
	out->input = mem_alloc((size_t)argc + 1, sizeof(*out->input));
	if (!read_words(argc, argv, out, why))
		return false;
	if (out->ask == IMPORT_RUN && terminal && out->implied)
		return where_set(why, NULL, 0,
				 "no input: name a file or a folder, or pipe fio's output in");
	return true;
}

void
import_options_free(struct import_options *options)
{
	for (size_t i = 0; i < options->n_by; i++)
		free(options->by[i]);
	free(options->by);
	free(options->input);
	label_pattern_free(options->label);
}

struct import_config
import_options_config(const struct import_options *options)
{
	return (struct import_config){.input = options->input,
				      .n_inputs = options->n_inputs,
				      .glob = options->glob,
				      .label = options->label,
				      .by = (const char *const *)options->by,
				      .n_by = options->n_by,
				      .per_job = options->per_job,
				      .strict = options->strict,
				      .log = options->log,
				      .nameless =
					  options->knows_nameless ? &options->nameless : NULL};
}
