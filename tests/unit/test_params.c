/* What several tests have in common. */
#include "render/model/params.h"

#include "collect/base/mem.h"
#include "tests/unit/check.h"

Test(params, common_words_and_the_rest)
{
	static const struct {
		const char *text[3];
		size_t n;
		const char *common, *rest; /* rest: of the first */
	} rows[] = {
	    {{"rw=read bs=4k iodepth=1", "rw=read bs=4k iodepth=8"},
	     2,
	     "rw=read bs=4k",
	     "iodepth=1"},
	    {{"a=1 b=2 c=3", "c=3 b=2", "b=2 d=4 c=3"}, 3, "b=2 c=3", "a=1"},
	    {{"a=1"}, 1, "a=1", ""},
	    {{"a=1", ""}, 2, "", "a=1"},
	    {{"", "a=1"}, 2, "", ""},
	    {{"a=1", "a=11"}, 2, "", "a=1"},
	    {{"  a=1   b=2 ", "b=2"}, 2, "b=2", "a=1"},
	    {{NULL}, 0, "", NULL},
	};

	for (size_t i = 0; i < countof(rows); i++) {
		struct view params[3];

		for (size_t k = 0; k < rows[i].n; k++)
			params[k] = view_of(rows[i].text[k]);
		char *common = params_common(params, rows[i].n);
		check_text(common, rows[i].common);
		if (rows[i].n) {
			char *rest = params_rest(params[0], common);
			check_text(rest, rows[i].rest);
			free(rest);
		}
		free(common);
	}
}

/* A text that nobody typed takes no time. */
Test(params, too_many_words)
{
	char *text = mem_dup("");

	for (int i = 0; i < 20000; i++)
		mem_append(&text, "w%d=1 ", i);
	struct view params[2] = {view_of(text), view_of(text)};
	char *common = params_common(params, 2), *rest = params_rest(params[0], common);
	check_text(common, "");
	check_int(strlen(rest) + 1, strlen(text));
	free(rest);
	free(common);
	free(text);
}
