/* One table reads the long options of a command line and prints them. */
#include "collect/base/long_options.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "collect/base/mem.h"
#include "collect/base/where.h"

enum { RUNS = LONG_OPTION_KEYS, QUIET, HELP };

/* What was taken, in its order: "runs=5 file quiet". */
struct taken {
	char text[256];
};

static void
note(struct taken *taken, const char *name, const char *value)
{
	size_t n = strlen(taken->text);

	snprintf(taken->text + n, sizeof(taken->text) - n, "%s%s%s%s", n ? " " : "", name,
		 value ? "=" : "", value ? value : "");
}

static enum long_option_end
take(void *ctx, int key, const char *value, struct where *why)
{
	if (value && strcmp(value, "bad") == 0) {
		where_set(why, NULL, 0, "a bad value");
		return LONG_OPTION_REFUSED;
	}
	note(ctx, key == RUNS ? "runs" : key == QUIET ? "quiet" : "help", value);
	return key == HELP ? LONG_OPTION_STOP : LONG_OPTION_TAKEN;
}

static void
word(void *ctx, const char *text)
{
	note(ctx, text, NULL);
}

static bool
other(void *ctx, const char *text)
{
	if (strncmp(text, "--rw=", 5) != 0)
		return false;
	note(ctx, text, NULL);
	return true;
}

static const char *
nearest(const char *text)
{
	return strcmp(text, "--iodpeth") == 0 ? "iodepth" : NULL;
}

static const struct long_option rows[] = {{"runs", "N", RUNS, "how often"},
					  {"quiet", NULL, QUIET, "say nothing"},
					  {"help", NULL, HELP, "print this"}};
static const struct long_options table = {rows, countof(rows), take, word, other, nearest};

/* What comes of the words, or of the error; they end with NULL. */
static const char *
reads(struct taken *taken, const char *const *words)
{
	static struct where why;
	char *argv[16] = {(char *)"prog"};
	int argc = 1;

	taken->text[0] = '\0';
	for (; words[argc - 1]; argc++)
		argv[argc] = (char *)(uintptr_t)words[argc - 1];
	return long_options_read(&table, argc, argv, taken, &why) ? taken->text : why.why;
}

#define READS(...) reads(&taken, (const char *const[]){__VA_ARGS__, NULL})

Test(long_options, take_options_and_words_in_any_order)
{
	struct taken taken;

	check_text(READS("a", "--runs", "5", "b", "--runs=6", "--quiet"),
		   "a runs=5 b runs=6 quiet");
	check_text(READS("--", "--quiet", "a"), "--quiet a");
	check_text(READS("--rw=read", "-"), "--rw=read -");
	check_text(reads(&taken, (const char *const[]){NULL}), "");
}

Test(long_options, nothing_matters_behind_one_that_stops)
{
	struct taken taken;

	check_text(READS("--help", "--wrong", "a"), "help");
}

Test(long_options, a_mistake_names_what_was_meant)
{
	struct taken taken;

	check_text(READS("--runs"), "option '--runs' needs a value");
	check_text(READS("--quiet=1"), "option '--quiet=1' takes no value");
	check_text(READS("--queit"), "unknown option '--queit' (did you mean '--quiet'?)");
	check_text(READS("--iodpeth"), "unknown option '--iodpeth' (did you mean '--iodepth'?)");
	check_text(READS("--zzzzzzzz"), "unknown option '--zzzzzzzz'");
	check_text(READS("-x"), "unknown option '-x'");
	check_text(READS("--runs=bad", "--wrong"), "a bad value");
}

Test(long_options, the_usage_has_a_line_for_each)
{
	char *text;
	size_t n;
	FILE *out = mem_stream(&text, &n);

	long_options_usage(&table, out);
	fclose(out);
	check_text(text, "  --runs N  how often\n"
			 "  --quiet   say nothing\n"
			 "  --help    print this\n");
	free(text);
}
