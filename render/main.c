/* render: findings and records in, text and pictures out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/foreign.h"
#include "collect/base/interrupt.h"
#include "collect/base/report.h"
#include "collect/base/where.h"
#include "collect/import/opened.h"
#include "render/arguments.h"
#include "render/kind.h"
#include "render/model/input.h"
#include "render/output.h"
#include "version.h"

static bool
read_one(struct input *input, const char *path, bool only, struct where *why)
{
	struct opened opened;
	bool ok = opened_open(&opened, path, why);

	/* As after a pipe's first command has failed, and said why. */
	if (ok && only && opened_beginning(&opened).n == 0)
		ok = where_set(why, opened.name, 0, "empty: there is nothing to show");
	if (ok) {
		FILE *in = opened_stream(&opened);
		ok = input_read(input, in, opened.name, why) ||
		     foreign_hint(opened_beginning(&opened), why);
		fclose(in);
	}
	opened_close(&opened);
	return ok;
}

static bool
read_all(struct input *input, const struct arguments *arguments, struct where *why)
{
	for (size_t i = 0; i < arguments->n_inputs; i++) {
		if (!read_one(input, arguments->input[i], arguments->n_inputs == 1, why))
			return false;
	}
	if (arguments->n_inputs == 0 && !read_one(input, "-", true, why))
		return false;
	return input_finish(input, why);
}

/* Renders to the output that is asked for, or to standard output, which main closes. */
static bool
write_to_file(const struct kind *kind, struct kind_request *request)
{
	const char *name = request->arguments->output;
	struct output output;
	int error;

	if (!name) {
		request->out = stdout;
		return kind_render(kind, request);
	}
	error = output_open(&output, name);
	if (error)
		return where_set(request->why, name, 0, "cannot write: %s", strerror(-error));
	request->out = output.file;
	if (!kind_render(kind, request)) {
		output_discard(&output);
		return false;
	}
	error = output_close(&output);
	return !error || where_set(request->why, name, 0, "cannot write: %s", strerror(-error));
}

static bool
run(const struct arguments *arguments, struct where *why)
{
	const struct kind *kind = kind_find(arguments->kind, why);
	struct input input;
	struct kind_request request = {
	    .input = &input,
	    .arguments = arguments,
	    .format = FORMAT_TXT,
	    .epoch = getenv("SOURCE_DATE_EPOCH"),
	    .why = why,
	};

	if (!kind ||
	    (arguments->output && !kind_format(kind, arguments->output, &request.format, why)))
		return false;
	/* What goes to standard output is a text, or a page where the kind is nothing else. */
	if (!arguments->output && !(kind->formats & 1U << FORMAT_TXT))
		request.format = FORMAT_HTML;
	request.warnings = lines_new();
	input_init(&input);
	if (kind->records)
		input_want_data(&input);
	bool ok = read_all(&input, arguments, why) && write_to_file(kind, &request);
	for (size_t i = 0; i < list_n(request.warnings); i++)
		report_warning("%s", lines_at(request.warnings, i));
	lines_free(request.warnings);
	input_free(&input);
	return ok;
}

static void
list_kinds(void)
{
	for (size_t i = 0; i < n_kinds; i++) {
		printf("%-10s %s (", kinds[i].name, kinds[i].shows);
		for (enum format f = 0, first = 1; f < FORMATS; f++) {
			if (kinds[i].formats & 1U << f) {
				printf("%s%s", first ? "" : " ", format_name[f]);
				first = 0;
			}
		}
		printf(")\n           needs %s\n           %s\n", kinds[i].needs, kinds[i].example);
	}
}

int
main(int argc, char **argv)
{
	struct arguments arguments;
	struct where why = {0};
	bool ok = true;

	report_start(argv[0]);
	interrupt_outlive_writer();
	if (!arguments_parse(argc, argv, &arguments, &why)) {
		report_where(&why);
		fputs("try 'render --help'\n", stderr);
		return EXIT_ERROR;
	}
	switch (arguments.action) {
	case ARGUMENTS_HELP:
		arguments_usage(stdout);
		break;
	case ARGUMENTS_VERSION:
		printf("render %s\n", RINGSIDE_VERSION);
		break;
	case ARGUMENTS_LIST:
		list_kinds();
		break;
	case ARGUMENTS_RENDER:
		ok = run(&arguments, &why);
		if (!ok)
			report_where(&why);
		break;
	}
	return report_close_stdout(ok ? EXIT_DONE : EXIT_ERROR);
}
