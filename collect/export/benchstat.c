/* Configuration lines and result lines. */
#include "collect/export/benchstat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/export/latency.h"
#include "collect/fio/result.h"

/* What is part of a benchmark's name, in this order. */
static const char *const name_options[] = {"rw", "bs", "iodepth", "numjobs"};

/* What is said of the machine. Other meta.* are of the moment, or too many. */
static const char *const machine_keys[] = {"source",  "fio.version", "host",   "kernel",
					   "arch",    "cpu",         "cpus",   "memory",
					   "virtual", "fs",          "device", "device.model"};

/* A configuration line that holds at the moment. */
struct line {
	char *key, *value; /* heap */
	bool wanted;       /* by the result that comes next */
};

/* What of a benchmark's name stands for the test, and whether for several of them. */
struct word {
	char *text;              /* heap */
	const struct name *test; /* the first */
	bool shared;
};

struct writer {
	const struct export_store *store;
	FILE *out;
	struct index lines; /* struct line by key */
	UT_array held;      /* struct line *: those with a value */
	struct index words; /* struct word by text */
};

/* Keys have no blanks and no capitals and begin with a letter. The caller frees it. */
static char *
key_of(const char *name)
{
	char *key = mem_format("%s%s", *name >= 'a' && *name <= 'z' ? "" : "job-", name);

	for (char *p = key; *p; p++) {
		if (*p >= 'A' && *p <= 'Z')
			*p = (char)(*p - 'A' + 'a');
		else if (!(*p >= 'a' && *p <= 'z') && !(*p >= '0' && *p <= '9') && *p != '_')
			*p = '-';
	}
	return key;
}

/* Values are one line without blanks around. The caller frees it. */
static char *
value_of(const char *text)
{
	char *value = mem_dup(text + strspn(text, " \t\r\n"));
	size_t n = strlen(value);

	for (char *p = value; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			*p = ' ';
	while (n && value[n - 1] == ' ')
		value[--n] = '\0';
	return value;
}

/* Wants "key: value" to hold, and writes it where it does not yet. Takes the texts over. */
static void
want(struct writer *writer, char *key, char *value)
{
	struct line *line = index_find(&writer->lines, key, strlen(key));

	if (!line) {
		line = mem_alloc(1, sizeof(*line));
		line->key = mem_dup(key);
		index_add(&writer->lines, line->key, strlen(key), line);
	}
	if (!line->value)
		list_push(&writer->held, &line);
	if (!line->value || strcmp(line->value, value) != 0)
		fprintf(writer->out, "%s:%s%s\n", key, *value ? " " : "", value);
	free(line->value);
	line->value = value;
	line->wanted = true;
	free(key);
}

/* An empty value ends what no longer holds. */
static void
drop_unwanted(struct writer *writer)
{
	UT_array held;

	list_init(&held, &ut_ptr_icd);
	for (size_t i = 0; i < list_n(&writer->held); i++) {
		struct line *line = list_pointer(&writer->held, i);

		if (line->wanted) {
			list_push(&held, &line);
		} else {
			if (*line->value)
				fprintf(writer->out, "%s:\n", line->key);
			free(line->value);
			line->value = NULL;
		}
		line->wanted = false;
	}
	list_done(&writer->held);
	writer->held = held;
}

static bool
in_name(const char *option)
{
	for (size_t i = 0; i < countof(name_options); i++)
		if (strcmp(name_options[i], option) == 0)
			return true;
	return false;
}

static void
write_configuration(struct writer *writer, const struct export_run *run,
		    const struct export_test *test)
{
	char number[NUM_TEXT];

	want(writer, mem_dup("commit"), value_of(run->key.commit->text));
	for (size_t i = 0; i < countof(machine_keys); i++) {
		char *metric = mem_format("meta.%s", machine_keys[i]);
		const char *text = export_text(run, test, metric, number);

		if (text)
			want(writer, key_of(machine_keys[i]), value_of(text));
		free(metric);
	}
	for (size_t i = 0; i < list_n(&test->scalars); i++) {
		const struct export_row *row = &export_rows(&test->scalars)[i];
		const char *option = row->metric->text + strlen("job.");

		if (!view_starts(name_view(row->metric), "job.") || in_name(option))
			continue;
		/* "commit" would be taken for the commit. */
		char *name = mem_format("job-%s", option);
		want(writer, key_of(name),
		     value_of(row->text ? row->text->text : num_write(row->value, number)));
		free(name);
	}
	drop_unwanted(writer);
}

static bool
is_blank(unsigned char c)
{
	return c <= ' ' || c == 0x7f;
}

/* Part of a name: no blanks, nothing that a terminal obeys. In values '/' would begin a new part.
 */
static void
put_word(FILE *out, const char *text, bool value)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		fputc(is_blank(c) || (value && c == '/') ? '_' : c, out);
	}
}

/* The same without loss: "re%20ad". */
static void
put_exactly(FILE *out, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (is_blank(c) || c == '/' || c == '%')
			fprintf(out, "%%%02x", c);
		else
			fputc(c, out);
	}
}

/* What comes behind "Benchmark": a capital letter first. The caller frees it. */
static char *
word_of(const char *test)
{
	char *word = NULL;
	size_t n = 0;
	FILE *out = mem_stream(&word, &n);

	if (*test >= 'a' && *test <= 'z')
		fputc(*test++ - 'a' + 'A', out);
	else if (!(*test >= 'A' && *test <= 'Z'))
		fputs("Test", out);
	put_word(out, test, false);
	fclose(out);
	return word;
}

/* Notes what stands for the test. */
static void
add_word(struct writer *writer, const struct export_test *test)
{
	if (!test || !test->measured)
		return;
	char *text = word_of(test->name->text);
	struct word *word = index_find(&writer->words, text, strlen(text));

	if (word) {
		word->shared = word->shared || word->test != test->name;
		free(text);
		return;
	}
	word = mem_alloc(1, sizeof(*word));
	*word = (struct word){text, test->name, false};
	index_add(&writer->words, text, strlen(text), word);
}

/* Tests that would share a name, "read" and "Read", have theirs as it is behind it. */
static void
write_name(struct writer *writer, const struct export_run *run, const struct export_test *test)
{
	char *text = word_of(test->name->text), number[NUM_TEXT];
	const struct word *word = index_find(&writer->words, text, strlen(text));

	fprintf(writer->out, "Benchmark%s", text);
	if (word && word->shared) {
		fputs("/test=", writer->out);
		put_exactly(writer->out, test->name->text);
	}
	free(text);
	for (size_t i = 0; i < countof(name_options); i++) {
		char *metric = mem_format("job.%s", name_options[i]);
		const char *value = export_text(run, test, metric, number);

		if (value) {
			fprintf(writer->out, "/%s=", name_options[i]);
			put_word(writer->out, value, true);
		}
		free(metric);
	}
}

static void
put(struct writer *writer, double value, const char *before, const char *unit)
{
	char number[NUM_TEXT];

	if (isfinite(value))
		fprintf(writer->out, " %s %s%s", num_write(value, number), before, unit);
}

static void
write_latency(struct writer *writer, const struct export_test *test, const char *direction,
	      const char *what)
{
	static const double percents[] = {50, 90, 99, 99.9, 99.99};
	struct export_latency latency;
	char metric[40], unit[64], number[NUM_TEXT];

	snprintf(metric, sizeof(metric), "%s.%s", direction, what);
	export_latency_of(test, metric, &latency);
	snprintf(unit, sizeof(unit), "-%s-mean-ns", what);
	put(writer, latency.mean, direction, unit);
	for (size_t i = 0; i < countof(percents); i++) {
		snprintf(unit, sizeof(unit), "-%s-p%s-ns", what, num_write(percents[i], number));
		put(writer, export_latency_percentile(test, metric, &latency, percents[i]),
		    direction, unit);
	}
	export_latency_free(&latency);
}

static void
write_result(struct writer *writer, const struct export_run *run, const struct export_test *test)
{
	double ios = 0;

	write_name(writer, run, test);
	/* The number of iterations: one run. */
	fputs(" 1", writer->out);
	for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
		const char *direction = fio_direction_name[d];
		double n = export_scalar(test, "%s.ios", direction);

		put(writer, export_scalar(test, "%s.iops", direction), direction, "-iops");
		put(writer, export_scalar(test, "%s.bw", direction), direction, "-B/s");
		write_latency(writer, test, direction, "lat");
		write_latency(writer, test, direction, "clat");
		if (!isnan(n) && (d != FIO_MIXED || ios == 0))
			ios += n;
	}
	write_latency(writer, test, "sync", "lat");
	put(writer, (export_scalar(test, "cpu.user") + export_scalar(test, "cpu.system")) / ios,
	    "cpu-", "sec/op");
	put(writer, export_scalar(test, "errors"), "", "errors");
	fputc('\n', writer->out);
}

static void
write_test(struct writer *writer, const struct export_run *run, const struct export_test *test)
{
	if (!test || !test->measured)
		return;
	if (!export_complete(run, test)) {
		fputs("# unfinished, left out: ", writer->out);
		put_word(writer->out, run->key.commit->text, false);
		fputc(' ', writer->out);
		put_word(writer->out, test->name->text, false);
		fputc(' ', writer->out);
		put_word(writer->out, run->key.name->text, false);
		fputc('\n', writer->out);
		return;
	}
	write_configuration(writer, run, test);
	write_result(writer, run, test);
}

static void
line_free(void *value)
{
	struct line *line = value;

	free(line->key);
	free(line->value);
	free(line);
}

static void
word_free(void *value)
{
	struct word *word = value;

	free(word->text);
	free(word);
}

/* Of most units less is better, which is what tools take for granted. */
static void
unit_line(const struct writer *writer, const char *direction, const char *rate, const char *unit)
{
	char *metric = mem_format("%s.%s", direction, rate);

	if (name_find(&writer->store->names, view_of(metric)))
		fprintf(writer->out, "Unit %s-%s better=higher\n", direction, unit);
	free(metric);
}

void
benchstat_write(const struct export_store *store, FILE *out)
{
	struct writer writer = {.store = store, .out = out};

	list_init(&writer.held, &ut_ptr_icd);
	for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
		unit_line(&writer, fio_direction_name[d], "iops", "iops");
		unit_line(&writer, fio_direction_name[d], "bw", "B/s");
	}
	for (const struct index_entry *e = store->runs.first; e; e = index_next(e)) {
		const struct export_run *run = e->value;

		for (size_t i = 0; i < list_n(&run->tests); i++)
			add_word(&writer, export_run_test(run, i));
		add_word(&writer, run->common);
	}
	for (const struct index_entry *e = store->runs.first; e; e = index_next(e)) {
		const struct export_run *run = e->value;

		for (size_t i = 0; i < list_n(&run->tests); i++)
			write_test(&writer, run, export_run_test(run, i));
		write_test(&writer, run, run->common);
	}
	list_done(&writer.held);
	index_free(&writer.lines, line_free);
	index_free(&writer.words, word_free);
}
