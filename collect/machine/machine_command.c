/* One small table of options, and facts as lines. */
#include "collect/machine/machine_command.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "collect/base/long_options.h"
#include "collect/base/mem.h"
#include "collect/base/plain.h"
#include "collect/base/where.h"
#include "collect/machine/device.h"
#include "collect/machine/facts.h"
#include "collect/machine/machine.h"
#include "collect/machine/warnings.h"

enum key { SERIAL = LONG_OPTION_KEYS, HELP, VERSION };

static const struct long_option rows[] = {
    {"serial", NULL, SERIAL, "serial numbers as they are, not as hashes"},
    {"help", NULL, HELP, "print this"},
    {"version", NULL, VERSION, "print the version"},
};

static enum long_option_end
take(void *ctx, int key, const char *value, struct where *why)
{
	struct machine_options *out = ctx;

	(void)value;
	(void)why;
	switch ((enum key)key) {
	case SERIAL:
		out->serial = true;
		return LONG_OPTION_TAKEN;
	case HELP:
		out->ask = MACHINE_ASK_HELP;
		break;
	case VERSION:
		out->ask = MACHINE_ASK_VERSION;
		break;
	}
	return LONG_OPTION_STOP;
}

static void
take_path(void *ctx, const char *word)
{
	struct machine_options *out = ctx;

	lines_add(out->paths, word);
}

static const struct long_options table = {
    .row = rows, .n_rows = countof(rows), .take = take, .word = take_path};

void
machine_options_usage(FILE *out)
{
	fputs("usage: collect machine [--serial] [PATH...]\n\n"
	      "Prints what each run records about the machine, and about the devices, files and\n"
	      "folders that are named, down to the disks below them.\n\n",
	      out);
	long_options_usage(&table, out);
}

bool
machine_options_read(int argc, char *const *argv, struct machine_options *out, struct where *why)
{
	*out = (struct machine_options){.paths = lines_new()};
	return long_options_read(&table, argc, argv, out, why);
}

void
machine_options_free(struct machine_options *options)
{
	lines_free(options->paths);
	options->paths = NULL;
}

/* Asks what path is. */
static bool
look_at(const char *path, struct stat *info, struct where *why)
{
	if (stat(path, info) != 0)
		return where_set(why, NULL, 0, "'%s': %s", path, strerror(errno));
	return S_ISBLK(info->st_mode) || S_ISREG(info->st_mode) || S_ISDIR(info->st_mode) ||
	       where_set(why, NULL, 0, "'%s' is no block device, file or folder", path);
}

/* Sorts and frees them. A unit stands behind numbers that have one. */
static void
print_facts(struct fact *facts, FILE *out)
{
	facts_sort(&facts);
	for (const struct fact *f = facts; f; f = f->next) {
		bool plain = strcmp(f->unit, "text") == 0 || strcmp(f->unit, "1") == 0;

		fprintf(out, "%s %s%s%s\n", f->metric + strlen("meta."), f->value, plain ? "" : " ",
			plain ? "" : f->unit);
	}
	facts_free(&facts);
}

static void
print_path(const char *path, const struct stat *info, bool serial, FILE *out)
{
	const struct device_asked asked = {.root = "",
					   .path = path,
					   .is_device = S_ISBLK(info->st_mode),
					   .device = info->st_rdev,
					   .serial = serial};
	struct fact *facts = NULL;

	device_describe(&asked, &facts);
	fputc('\n', out);
	print_facts(facts, out);
}

void
machine_print(const struct machine_options *options, FILE *out, UT_array *errors)
{
	struct fact *facts = NULL;
	struct stat info;
	struct where why;
	const char *path;

	for (size_t i = 0; (path = lines_at(options->paths, i)); i++)
		if (!look_at(path, &info, &why))
			lines_add(errors, why.why);
	if (list_n(errors) && list_n(errors) == list_n(options->paths))
		return;
	machine_facts(&facts);
	machine_load(&facts);
	print_facts(facts, out);
	for (size_t i = 0; (path = lines_at(options->paths, i)); i++)
		if (look_at(path, &info, &why))
			print_path(path, &info, options->serial, out);
}

UT_array *
machine_print_warnings(const struct machine_options *options)
{
	const struct warnings_asked asked = {.root = "", .paths = options->paths};

	return warnings_find(&asked);
}
