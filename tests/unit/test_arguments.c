/* The command line of render. */
#include "render/arguments.h"

#include <getopt.h>

#include "collect/base/where.h"
#include "render/kind.h"
#include "tests/unit/check.h"

enum { WORDS = 12 };

/* Parses words as if they stood behind the program's name; getopt_long reorders the copy. */
static bool
parse(const char *const *words, struct arguments *out, struct where *why)
{
	static char text[WORDS + 1][32];
	static char *argv[WORDS + 2];
	int n = 1;

	argv[0] = text[0];
	while (words[n - 1] && n <= WORDS) {
		snprintf(text[n], sizeof(text[n]), "%s", words[n - 1]);
		argv[n] = text[n];
		n++;
	}
	argv[n] = NULL;
	optind = 0;
	return arguments_parse(n, argv, out, why);
}

Test(arguments, options_and_inputs_mix)
{
	static const char *const words[] = {"forest",    "a.csv", "-o",      "x.png",
					    "--base=v1", "-",     "--width", "900",
					    "--theme",   "dark",  NULL};
	struct arguments a;
	struct where why = {0};

	cr_assert(parse(words, &a, &why), "%s", why.why);
	check_int(a.action, ARGUMENTS_RENDER);
	check_text(a.kind, "forest");
	check_text(a.output, "x.png");
	check_text(a.base, "v1");
	check_int(a.width, 900);
	check_text(a.theme->name, "dark");
	check_int(a.n_inputs, 2);
	check_text(a.input[0], "a.csv");
	check_text(a.input[1], "-");
	cr_expect(a.title == NULL && a.test == NULL);
}

Test(arguments, mistakes_have_one_line)
{
	static const char *const words[][3] = {{"ring", "--titel=x", NULL},
					       {"ring", "-x", NULL},
					       {"ring", "-o", NULL},
					       {"ring", "--width=abc", NULL},
					       {"ring", "--width=-5", NULL},
					       {"ring", "--theme=sepia", NULL},
					       {NULL}};
	static const char *const want[] = {"unknown option '--titel=x' (did you mean '--title'?)",
					   "unknown option '-x'",
					   "option '-o' needs a value",
					   "--width 'abc' is not a whole number of 1 to 1000000",
					   "--width '-5' is not a whole number of 1 to 1000000",
					   "unknown theme 'sepia': there are light, dark and print",
					   "no kind: 'render list' names them"};

	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct arguments a;
		struct where why = {0};

		cr_expect(parse(words[i], &a, &why) == false, "%s", want[i]);
		check_text(why.why, want[i]);
	}
}

Test(arguments, usage_names_every_option)
{
	static const char *const names[] = {
	    "--output FILE", "--base NAME",  "--commit NAME",  "--test NAME", "--title TEXT",
	    "--width N",     "--theme NAME", "--display-list", "--help",      "--version"};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	arguments_usage(out);
	fclose(out);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		cr_expect(strstr(text, names[i]) != NULL, "%s", names[i]);
	free(text);
}

Test(kind, formats_follow_extensions)
{
	struct where why = {0};
	const struct kind *forest = kind_find("forest", &why), *mail = kind_find("mail", &why);
	enum format format = FORMAT_TXT;

	cr_assert(forest != NULL && mail != NULL);
	cr_expect(kind_format(forest, "a.b/x.png", &format, &why) && format == FORMAT_PNG);
	cr_expect(kind_format(forest, "x.svg", &format, &why) && format == FORMAT_SVG);
	cr_expect(kind_format(forest, "x.pdf", &format, &why) && format == FORMAT_PDF);
	cr_expect(kind_format(mail, "x.txt", &format, &why) && format == FORMAT_TXT);
	cr_expect(kind_format(forest, "x.jpg", &format, &why) == false);
	check_text(
	    why.why,
	    "output 'x.jpg' has no extension that is known: .txt, .md, .html, .png, .svg or .pdf");
	cr_expect(kind_format(forest, "a.png/x", &format, &why) == false);
	cr_expect(kind_format(mail, "x.png", &format, &why) == false);
	check_text(why.why, "mail goes to a .txt file, not 'x.png'");
}

Test(kind, unknown_ones_get_the_nearest)
{
	struct where why = {0};

	cr_expect(kind_find("frost", &why) == NULL);
	check_text(why.why, "unknown kind 'frost' (did you mean 'forest'?)");
	cr_expect(kind_find("histogram", &why) == NULL);
	cr_expect(strncmp(why.why, "unknown kind 'histogram': there are mail, ", 41) == 0, "%s",
		  why.why);
	for (size_t i = 0; i < n_kinds; i++)
		cr_expect(strstr(why.why, kinds[i].name) != NULL, "%s", kinds[i].name);
}
