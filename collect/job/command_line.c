/* fio's options as words of the command line. */
#include "collect/job/command_line.h"

#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"
#include "collect/base/where.h"
#include "collect/job/option.h"
#include "collect/job/option_name.h"
#include "collect/job/reading.h"

static const char source[] = "command line";

/* The option's name in "--NAME" or "--NAME=VALUE", on the heap, and where the value begins (NULL =
 * none); NULL for any other word. */
static char *
split(const char *word, const char **value)
{
	if (strncmp(word, "--", 2) != 0)
		return NULL;
	size_t n = strcspn(word + 2, "=");
	*value = word[2 + n] ? word + 2 + n + 1 : NULL;
	return mem_copy(word + 2, n);
}

bool
job_command_line_has(const char *word)
{
	const char *value;
	char *name = split(word, &value);
	bool has = name && option_name_known(name);

	free(name);
	return has;
}

const char *
job_command_line_nearest(const char *word)
{
	const char *value;
	char *name = split(word, &value);
	const char *nearest = name ? option_name_nearest(name) : NULL;

	free(name);
	return nearest;
}

void
job_command_line_usage(FILE *out)
{
	for (size_t i = 0; i < option_count; i++)
		fprintf(out, "  %-26s %s\n", option_table[i].name, option_table[i].help);
}

static bool
read_word(struct reading *reading, const char *word, struct where *why)
{
	const struct draft_place place = {source, 0, false};
	const char *value = NULL;
	char *name = split(word, &value);
	bool good;

	if (!name)
		return where_set(why, source, 0, "'%s' is no option of a job", word);
	if (strcmp(name, "name") != 0)
		good = reading_option(reading, name, value, place, why);
	else if (value && *value)
		good = reading_section(reading, value, 0, why);
	else
		good = where_set(why, source, 0, "--name needs a value: --name=JOB");
	free(name);
	return good;
}

bool
job_command_line_read(const char *const *words, size_t n, struct job_list *list, UT_array *warnings,
		      struct where *why)
{
	struct reading reading;
	size_t before = list->n;

	reading_begin(&reading, source, "job", list, warnings);
	bool good = reading_section(&reading, "global", 0, why);
	for (size_t i = 0; good && i < n; i++)
		good = read_word(&reading, words[i], why);
	good = reading_end(&reading, good, why);
	if (good && list->n == before)
		return where_set(why, source, 0, "options of a job without --name=JOB");
	return good;
}
